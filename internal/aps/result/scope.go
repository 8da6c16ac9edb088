package result

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
	Wholly  = "planned" // every task has a place or is finished
	partly  = "partly"
	Nothing = "notPlanned"
)

// Why a mould is not planned, beside the reasons of tasks.
const (
	ReasonNoOperations  = 101
	reasonBatchesClosed = 102
	ReasonOnHold        = 103
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
	ReasonNoOperations:  L("没有工序", "No operations"),
	reasonBatchesClosed: L("批次均已关闭", "All batches closed"),
	ReasonOnHold:        L("模具已暂停", "The mould is on hold"),
}

// ReasonWords says why a mould or a task is not planned.
func ReasonWords(code int) problem.Text {
	if words, own := mouldReasons[code]; own {
		return words
	}
	return Reasons[min(max(0, code), len(Reasons)-1)]
}

// Mould is a mould of the schedule with what the plan makes of it.
type Mould struct {
	ID, No, Name    string
	Priority        int
	Due, End        *time.Time // end: null while a task has no place
	Tasks, Finished int        // a task that was cut counts once
	Unscheduled     int
	Reason          int
	Late            bool // or without an end
}

// State is how much of the mould is planned.
func (m *Mould) State() string {
	switch {
	case m.Tasks == 0 || m.Unscheduled == m.Tasks:
		return Nothing
	case m.Unscheduled > 0:
		return partly
	}
	return Wholly
}

// Moulds are the moulds of the schedule in the order of their numbers, counted from the rows of the plan.
func (out *Outcome) Moulds(tasks []Task) []Mould {
	p := out.Loaded.Problem
	moulds, at := make([]Mould, len(p.Jobs)), map[string]int{}
	ends := out.Shop.JobEnds(out.Plan)
	for j := range p.Jobs {
		m := &moulds[j]
		m.No, m.Priority = out.Translation.File.Jobs[j].ID, int(p.Jobs[j].Weight)
		if due := p.Jobs[j].Due; due != solver.None {
			m.Due = instant(out, due)
		}
		at[m.No] = j
	}
	for i := range out.Translation.Shop.Moulds {
		x := &out.Translation.Shop.Moulds[i]
		if j, known := at[x.No]; known {
			m := &moulds[j]
			m.ID, m.Name = x.ID, x.Name
			m.Reason = ReasonNoOperations
			if x.Shut == model.MouldOnHold {
				m.Reason = ReasonOnHold
			}
			for k := range x.Parts {
				for o := range x.Parts[k].Ops {
					if !x.Parts[k].Ops[o].Implied {
						m.Reason = reasonBatchesClosed
					}
				}
			}
		}
	}
	for i := range out.Earlier {
		if j, known := at[out.Earlier[i].MouldNo]; known {
			moulds[j].ID, moulds[j].Reason = out.Earlier[i].MouldID, out.Earlier[i].Reason
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
		m.ID = t.MouldID
		if t.Segment > 1 {
			continue
		}
		if m.Tasks++; m.Tasks == 1 {
			m.Reason = 0
		}
		switch {
		case t.Status == model.OpFinished:
			m.Finished++
			if t.PlannedEnd != nil && (ended[j] == nil || t.PlannedEnd.After(*ended[j])) {
				ended[j] = t.PlannedEnd
			}
		case t.Reason != 0:
			m.Unscheduled++
			if m.Reason == 0 || m.Reason == int(solver.ReasonPredecessor) {
				m.Reason = t.Reason
			}
		}
	}
	for j := range moulds {
		m := &moulds[j]
		switch {
		case m.State() != Wholly:
		case ends[j] != solver.None:
			m.End = instant(out, ends[j])
		default:
			m.End = ended[j]
		}
		m.Late = m.End == nil || m.Due != nil && m.End.After(*m.Due)
	}
	return moulds
}

// CarriedMoulds counts the moulds that a plan carries over, and those of them that are late.
func CarriedMoulds(carried []Task) (moulds, late int) {
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

// LateUnseen are the late moulds that the engine has no task of: nothing of them is planned, or all of it was finished late.
func (out *Outcome) LateUnseen() (count int) {
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
func (e *Evaluation) count(moulds []Mould) {
	f := &e.Figures
	f.Moulds, f.OnTime, f.Tasks, f.Finished = len(moulds), 0, 0, 0
	e.Unplanned = []UnplannedMould{}
	for i := range moulds {
		m := &moulds[i]
		f.Tasks += m.Tasks
		f.Finished += m.Finished
		f.UnscheduledTasks += m.Unscheduled
		if !m.Late {
			f.OnTime++
		}
		switch m.State() {
		case Wholly:
			f.Planned++
			continue
		case partly:
			f.PartlyPlanned++
		default:
			f.NotPlanned++
		}
		e.Unplanned = append(e.Unplanned, UnplannedMould{m.ID, m.No, m.State(), m.Reason, ReasonWords(m.Reason), m.Unscheduled})
	}
	f.Late = f.Moulds - f.OnTime
}
