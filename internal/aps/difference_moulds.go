package aps

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Which moulds a plan brings forward, delays, takes in and drops against the plan in force.

// Why a mould becomes late.
const (
	lateByDate = "newDate" // where it stands in force it misses the date that holds now
	lateByPlan = "newPlan" // the plan ends it later
	lateByNone = "notPlanned"
)

// MouldShift is how the end of a mould moves.
type MouldShift struct {
	MouldNo  string        `json:"mouldNo"`
	Customer string        `json:"customer" doc:"of the mould, empty for none"`
	Before   *time.Time    `json:"before"`
	After    *time.Time    `json:"after"`
	Hours    float64       `json:"hours" doc:"later is positive"`
	Cause    string        `json:"cause" enum:",newDate,newPlan,notPlanned" doc:"of a mould that becomes late: newDate: as it is planned in force it misses the date that holds now; newPlan: the plan ends it later; notPlanned: for the reason; empty for any other"`
	Reason   *problem.Text `json:"reason" doc:"why it is not planned; null otherwise"`
}

// NewMould is a mould that comes into the plan; it has no end before.
type NewMould struct {
	MouldShift
	Late bool `json:"late"`
}

// mouldsBeside is what the tasks of two plans do not tell about their moulds.
type mouldsBeside struct {
	due       map[string]*time.Time      // that holds today, by mould number
	was, now  map[string]*UnplannedMould // without tasks in the plan in force, in the other plan
	wasLate   map[string]bool            // named as late when the plan in force was published
	customers map[string]string          // by mould number
}

// end is when a mould or a part ends in a plan, nil while one of its tasks has no place, and whether it is late.
type end struct {
	at      *time.Time
	late    bool
	partial bool
}

// ends are the ends of moulds or of parts; of names a task's, and tells whether the task makes it late.
func ends[K comparable](tasks []planTask, of func(*planTask) (K, bool)) map[K]end {
	out := map[K]end{}
	for i := range tasks {
		t := &tasks[i]
		key, late := of(t)
		e := out[key]
		e.late = e.late || late
		switch {
		case t.PlannedEnd == nil:
			e.partial = true
		case e.at == nil || t.PlannedEnd.After(*e.at):
			e.at = t.PlannedEnd
		}
		out[key] = e
	}
	for key, e := range out {
		if e.partial {
			e.at = nil
			out[key] = e
		}
	}
	return out
}

func ofMould(t *planTask) (string, bool) { return t.MouldNo, t.MouldLate }

func ofPart(t *planTask) (lot, bool) { return t.lot(), t.PartLate }

func shiftOf(no string, was, now end) MouldShift {
	shift := MouldShift{MouldNo: no, Before: was.at, After: now.at}
	if was.at != nil && now.at != nil {
		shift.Hours = now.at.Sub(*was.at).Hours()
	}
	return shift
}

func (s MouldShift) compare(x MouldShift) int {
	return cmp.Or(cmp.Compare(x.Hours, s.Hours), cmp.Compare(s.MouldNo, x.MouldNo))
}

// misses tells that a mould that ends so is late by the date that holds today, too.
func (b *mouldsBeside) misses(no string, e end) bool {
	due := b.due[no]
	return due != nil && e.at != nil && e.at.After(*due)
}

// causeOf is why a mould becomes late.
func (b *mouldsBeside) causeOf(no string, was end) string {
	if b.misses(no, was) {
		return lateByDate
	}
	return lateByPlan
}

func (d *Difference) moulds(before, after []planTask, beside *mouldsBeside) {
	d.Late, d.Rescued, d.New, d.Gone, d.Moulds = []MouldShift{}, []MouldShift{}, []NewMould{}, []MouldShift{}, []MouldShift{}
	old, now := ends(before, ofMould), ends(after, ofMould)
	for no, then := range now {
		was, known := old[no]
		shift := shiftOf(no, was, then)
		shift.Customer = beside.customers[no]
		late := then.late || beside.misses(no, then)
		wasLate := was.late || beside.wasLate[no] || beside.was[no] != nil
		if !known {
			d.New = append(d.New, NewMould{shift, late})
			continue
		}
		if late && !wasLate {
			named := shift
			named.Cause = beside.causeOf(no, was)
			d.Late = append(d.Late, named)
		}
		if wasLate && !late {
			d.Rescued = append(d.Rescued, shift)
		}
		if shift.Hours != 0 || (was.at == nil) != (then.at == nil) {
			d.Moulds = append(d.Moulds, shift)
		}
	}
	for no, was := range old {
		if _, stays := now[no]; !stays {
			gone := shiftOf(no, was, end{})
			gone.Customer = beside.customers[no]
			d.Gone = append(d.Gone, gone)
		}
	}
	for no, m := range beside.now { // late wherever moulds are counted, and nothing of them stands in the plan
		if was := old[no]; !was.late && !beside.wasLate[no] && beside.was[no] == nil {
			words := m.Words
			d.Late = append(d.Late, MouldShift{MouldNo: no, Customer: beside.customers[no], Before: was.at, Cause: lateByNone, Reason: &words})
		}
	}
	for _, list := range [][]MouldShift{d.Late, d.Rescued, d.Moulds, d.Gone} {
		slices.SortFunc(list, MouldShift.compare)
	}
	slices.SortFunc(d.New, func(a, b NewMould) int {
		if a.Late != b.Late {
			if a.Late {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.MouldNo, b.MouldNo)
	})
}

// readBesideMoulds reads what the tasks of a plan of a schedule and of the plan in force do not tell about their moulds.
func (a *APS) readBesideMoulds(ctx context.Context, tx store.Tx, s *Schedule, planID string, before, after []planTask) (*mouldsBeside, error) {
	b := &mouldsBeside{due: map[string]*time.Time{}, wasLate: map[string]bool{}, customers: map[string]string{}}
	inForce, err := planInForce(ctx, tx)
	if err != nil {
		return nil, err
	}
	var was *Difference
	if b.was, was, err = a.withoutTasks(ctx, tx, inForce.PlanID); err != nil {
		return nil, err
	}
	if was != nil {
		for i := range was.Late {
			b.wasLate[was.Late[i].MouldNo] = true
		}
	}
	if b.now, _, err = a.withoutTasks(ctx, tx, planID); err != nil {
		return nil, err
	}
	numbers := map[string]string{} // by id
	for _, tasks := range [][]planTask{before, after} {
		for i := range tasks {
			numbers[tasks[i].MouldID] = tasks[i].MouldNo
		}
	}
	for no, m := range b.now {
		numbers[m.MouldID] = no
	}
	if len(numbers) == 0 {
		return b, nil
	}
	if err := a.readDue(ctx, tx, s, b); err != nil {
		return nil, err
	}
	if a.deps.Customers == nil {
		return b, nil
	}
	ids := make([]string, 0, len(numbers))
	for id := range numbers {
		ids = append(ids, id)
	}
	names, err := a.deps.Customers(ctx, tx, ids)
	for id, name := range names {
		b.customers[numbers[id]] = name
	}
	return b, err
}

// readDue reads the deliveries of today: those that the schedule plans its moulds for, and of the others their own.
func (a *APS) readDue(ctx context.Context, tx store.Tx, s *Schedule, b *mouldsBeside) error {
	open, err := a.deps.Outline(ctx, tx, nil)
	if err != nil {
		return err
	}
	held := *open
	if len(s.MouldIDs) > 0 {
		held.Moulds = slices.DeleteFunc(slices.Clone(open.Moulds), func(m Mould) bool { return !slices.Contains(s.MouldIDs, m.ID) })
	}
	for _, shop := range []*Shop{open, s.due(&held)} {
		for i := range shop.Moulds {
			b.due[shop.Moulds[i].No] = shop.Moulds[i].Delivery
		}
	}
	return nil
}

// withoutTasks are the moulds of a plan, by number, of which it holds nothing, and what it changed when it was published.
func (a *APS) withoutTasks(ctx context.Context, tx store.Tx, planID string) (map[string]*UnplannedMould, *Difference, error) {
	moulds := map[string]*UnplannedMould{}
	if planID == "" {
		return moulds, nil, nil
	}
	var p Plan
	if err := tx.Select(&p).Columns("id", "evaluation", "difference").Where("id = ?", planID).Scan(ctx); err != nil || p.Evaluation == nil {
		return moulds, p.Difference, err
	}
	for i := range p.Evaluation.Unplanned {
		if m := &p.Evaluation.Unplanned[i]; m.Reason >= reasonNoOperations { // of the others their tasks tell
			moulds[m.MouldNo] = m
		}
	}
	return moulds, p.Difference, nil
}
