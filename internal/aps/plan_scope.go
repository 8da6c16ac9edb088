package aps

import (
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/solver"
)

// Every mould of a schedule stands somewhere in its plan: planned, planned in part or not planned, and why. Every screen
// counts moulds and tasks from here, so that none of them leaves one out.

// How much of a mould a plan holds.
const (
	wholly  = "planned" // every task has a place or is finished
	partly  = "partly"
	nothing = "notPlanned"
)

// Why a mould is not planned, beside the reasons of tasks.
const (
	reasonNoOperations  = 101
	reasonBatchesClosed = 102
	reasonOnHold        = 103
)

// UnplannedMould is a mould that a plan does not hold wholly.
type UnplannedMould struct {
	MouldID     string       `json:"mouldId"`
	MouldNo     string       `json:"mouldNo"`
	State       string       `json:"state" enum:"partly,notPlanned"`
	Reason      int          `json:"reason" doc:"of its first task without a place; 101 no operations, 102 all batches closed, 103 on hold"`
	Words       problem.Text `json:"words"`
	Unscheduled int          `json:"unscheduled" doc:"tasks without a place"`
}

var mouldReasons = map[int]problem.Text{
	reasonNoOperations:  L("没有工序", "No operations"),
	reasonBatchesClosed: L("批次均已关闭", "All batches closed"),
	reasonOnHold:        L("模具已暂停", "The mould is on hold"),
}

func reasonWords(code int) problem.Text {
	if words, own := mouldReasons[code]; own {
		return words
	}
	return reasons[min(max(0, code), len(reasons)-1)]
}

// mouldInPlan is a mould of the schedule with what the plan makes of it.
type mouldInPlan struct {
	id, no, name    string
	priority        int
	due, end        *time.Time // end: null while a task has no place
	tasks, finished int        // a task that was cut counts once
	unscheduled     int
	reason          int
	late            bool // or without an end
}

// state is how much of the mould is planned.
func (m *mouldInPlan) state() string {
	switch {
	case m.tasks == 0 || m.unscheduled == m.tasks:
		return nothing
	case m.unscheduled > 0:
		return partly
	}
	return wholly
}

// moulds are the moulds of the schedule in the order of their numbers, counted from the rows of the plan.
func (out *outcome) moulds(tasks []planTask) []mouldInPlan {
	p := out.Loaded.Problem
	moulds, at := make([]mouldInPlan, len(p.Jobs)), map[string]int{}
	ends := out.Shop.JobEnds(out.Plan)
	for j := range p.Jobs {
		m := &moulds[j]
		m.no, m.priority = out.Translation.File.Jobs[j].ID, int(p.Jobs[j].Weight)
		if due := p.Jobs[j].Due; due != solver.None {
			m.due = instant(out, due)
		}
		at[m.no] = j
	}
	for i := range out.Translation.Shop.Moulds {
		x := &out.Translation.Shop.Moulds[i]
		if j, known := at[x.No]; known {
			m := &moulds[j]
			m.id, m.name = x.ID, x.Name
			m.reason = reasonNoOperations
			if x.Shut == model.MouldOnHold {
				m.reason = reasonOnHold
			}
			for k := range x.Parts {
				for o := range x.Parts[k].Ops {
					if !x.Parts[k].Ops[o].Implied {
						m.reason = reasonBatchesClosed
					}
				}
			}
		}
	}
	for i := range out.earlier {
		if j, known := at[out.earlier[i].MouldNo]; known {
			moulds[j].id, moulds[j].reason = out.earlier[i].MouldID, out.earlier[i].Reason
		}
	}
	ended := make([]*time.Time, len(moulds)) // the last real end
	for i := range tasks {
		t := &tasks[i]
		j, known := at[t.MouldNo]
		if t.Carried || !known {
			continue
		}
		m := &moulds[j]
		m.id = t.MouldID
		if t.Segment > 1 {
			continue
		}
		if m.tasks++; m.tasks == 1 {
			m.reason = 0
		}
		switch {
		case t.Status == model.OpFinished:
			m.finished++
			if t.PlannedEnd != nil && (ended[j] == nil || t.PlannedEnd.After(*ended[j])) {
				ended[j] = t.PlannedEnd
			}
		case t.Reason != 0:
			m.unscheduled++
			if m.reason == 0 || m.reason == int(solver.ReasonPredecessor) {
				m.reason = t.Reason
			}
		}
	}
	for j := range moulds {
		m := &moulds[j]
		switch {
		case m.state() != wholly:
		case ends[j] != solver.None:
			m.end = instant(out, ends[j])
		default:
			m.end = ended[j]
		}
		m.late = m.end == nil || m.due != nil && m.end.After(*m.due)
	}
	return moulds
}

// carriedMoulds counts the moulds that a plan carries over, and those of them that are late.
func carriedMoulds(carried []planTask) (moulds, late int) {
	isLate := map[string]bool{}
	for i := range carried {
		isLate[carried[i].MouldID] = isLate[carried[i].MouldID] || carried[i].MouldLate
	}
	for _, is := range isLate {
		if is {
			late++
		}
	}
	return len(isLate), late
}

// lateUnseen are the late moulds that the engine has no task of: nothing of them is planned, or all of it was finished late.
func (out *outcome) lateUnseen() (count int) {
	p := out.Loaded.Problem
	seen, began, ended := make([]bool, len(p.Jobs)), make([]bool, len(p.Jobs)), make([]solver.Min, len(p.Jobs))
	at := map[string]int{}
	for j := range p.Jobs {
		at[out.Translation.File.Jobs[j].ID] = j
	}
	for i := range p.Ops {
		if j := p.Ops[i].Job; j >= 0 {
			seen[j] = true
		}
	}
	for i := range out.Translation.Done {
		t := &out.Translation.Done[i]
		if j, known := at[t.Mould.No]; known {
			_, end := out.span(t.Op.RealStart, t.Op.RealEnd)
			began[j], ended[j] = true, max(ended[j], solver.Min(end.Sub(out.Loaded.Epoch)/time.Minute))
		}
	}
	for j := range p.Jobs {
		if due := p.Jobs[j].Due; !seen[j] && (!began[j] || due != solver.None && ended[j] > due) {
			count++
		}
	}
	return count
}

// count adds the moulds of a schedule to the figures of its plan. What is finished has its real end, and what has none is
// not on time.
func (e *Evaluation) count(moulds []mouldInPlan) {
	f := &e.Figures
	f.Moulds, f.OnTime, f.Tasks, f.Finished = len(moulds), 0, 0, 0
	e.Unplanned = []UnplannedMould{}
	for i := range moulds {
		m := &moulds[i]
		f.Tasks += m.tasks
		f.Finished += m.finished
		f.UnscheduledTasks += m.unscheduled
		if !m.late {
			f.OnTime++
		}
		switch m.state() {
		case wholly:
			f.Planned++
			continue
		case partly:
			f.PartlyPlanned++
		default:
			f.NotPlanned++
		}
		e.Unplanned = append(e.Unplanned, UnplannedMould{m.id, m.no, m.state(), m.reason, reasonWords(m.reason), m.unscheduled})
	}
	f.Late = f.Moulds - f.OnTime
}
