package aps

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Difference is what a plan changes against the plan in force. Both empty lists and equal plans give all zeros.
type Difference struct {
	InForce   bool             `json:"inForce" doc:"there is a plan in force to compare with"`
	Own       bool             `json:"own" doc:"it is the plan in force itself: what it changed when it was published"`
	Against   string           `json:"against" doc:"id of the plan in force that it was compared with: publishing names it; empty while none is in force"`
	Compared  int              `json:"compared" doc:"tasks in both plans that have not begun"`
	Moved     int              `json:"moved" doc:"tasks that start at another time"`
	MovedFar  int              `json:"movedFar" doc:"by more than the moved threshold"`
	Elsewhere int              `json:"elsewhere" doc:"tasks on another resource"`
	Added     int              `json:"added" doc:"tasks only in the new plan"`
	Removed   int              `json:"removed" doc:"tasks only in the plan in force"`
	Late      []MouldShift     `json:"late" nullable:"false" doc:"on time before, late now"`
	Rescued   []MouldShift     `json:"rescued" nullable:"false" doc:"late before, on time now"`
	Moulds    []MouldShift     `json:"moulds" nullable:"false" doc:"every mould whose end moves, the largest delay first"`
	Resources []ResourceChange `json:"resources" nullable:"false" doc:"for the floor: who has to know"`
}

// MouldShift is how the end of a mould moves.
type MouldShift struct {
	MouldNo string     `json:"mouldNo"`
	Before  *time.Time `json:"before"`
	After   *time.Time `json:"after"`
	Hours   float64    `json:"hours" doc:"later is positive"`
}

// ResourceChange counts the changes that a resource sees.
type ResourceChange struct {
	Resource string `json:"resource"`
	Gained   int    `json:"gained"`
	Lost     int    `json:"lost"`
	Moved    int    `json:"moved"`
}

// compare finds what changes from one plan to another. A start that moves by more than far counts as moved far.
func compare(before, after []planTask, far time.Duration) *Difference {
	d := &Difference{InForce: len(before) > 0, Late: []MouldShift{}, Rescued: []MouldShift{}, Moulds: []MouldShift{}, Resources: []ResourceChange{}}
	old := map[string]*planTask{}
	for i := range before {
		old[before[i].TaskID] = &before[i]
	}
	floor := map[string]*ResourceChange{}
	on := func(t *planTask) *ResourceChange {
		if floor[t.ResourceName] == nil {
			floor[t.ResourceName] = &ResourceChange{Resource: t.ResourceName}
		}
		return floor[t.ResourceName]
	}
	for i := range after {
		now := &after[i]
		was := old[now.TaskID]
		delete(old, now.TaskID)
		if was == nil {
			d.Added++
			if now.PlannedStart != nil {
				on(now).Gained++
			}
			continue
		}
		if now.Status != 0 { // where it stands is no decision of the plan
			continue
		}
		d.Compared++
		d.task(was, now, far, on)
	}
	for i := range before {
		if was := old[before[i].TaskID]; was != nil {
			d.Removed++
			if was.PlannedStart != nil {
				on(was).Lost++
			}
		}
	}
	d.moulds(before, after)
	for _, c := range floor {
		if c.Gained+c.Lost+c.Moved > 0 {
			d.Resources = append(d.Resources, *c)
		}
	}
	slices.SortFunc(d.Resources, func(a, b ResourceChange) int { return cmp.Compare(a.Resource, b.Resource) })
	return d
}

func (d *Difference) task(was, now *planTask, far time.Duration, on func(*planTask) *ResourceChange) {
	if was.PlannedStart == nil || now.PlannedStart == nil {
		if (was.PlannedStart == nil) != (now.PlannedStart == nil) {
			d.Moved++
			d.MovedFar++
		}
		return
	}
	elsewhere := was.ResourceID != now.ResourceID
	shift := now.PlannedStart.Sub(*was.PlannedStart).Abs()
	if shift > 0 {
		d.Moved++
	}
	if shift > far {
		d.MovedFar++
	}
	switch {
	case elsewhere:
		d.Elsewhere++
		on(was).Lost++
		on(now).Gained++
	case shift > 0:
		on(now).Moved++
	}
}

// mouldEnd is when a mould ends in a plan, nil when part of it is not scheduled, and whether it is late.
type mouldEnd struct {
	at      *time.Time
	late    bool
	partial bool
}

func ends(tasks []planTask) map[string]mouldEnd {
	out := map[string]mouldEnd{}
	for i := range tasks {
		t := &tasks[i]
		e := out[t.MouldNo]
		e.late = e.late || t.Late
		switch {
		case t.PlannedEnd == nil:
			e.partial = true
		case e.at == nil || t.PlannedEnd.After(*e.at):
			e.at = t.PlannedEnd
		}
		out[t.MouldNo] = e
	}
	for no, e := range out {
		if e.partial {
			e.at = nil
			out[no] = e
		}
	}
	return out
}

func (d *Difference) moulds(before, after []planTask) {
	old := ends(before)
	for no, now := range ends(after) {
		was, known := old[no]
		if !known {
			continue
		}
		shift := MouldShift{MouldNo: no, Before: was.at, After: now.at}
		if was.at != nil && now.at != nil {
			shift.Hours = now.at.Sub(*was.at).Hours()
		}
		if now.late && !was.late {
			d.Late = append(d.Late, shift)
		}
		if was.late && !now.late {
			d.Rescued = append(d.Rescued, shift)
		}
		if shift.Hours != 0 || (was.at == nil) != (now.at == nil) {
			d.Moulds = append(d.Moulds, shift)
		}
	}
	for _, list := range [][]MouldShift{d.Late, d.Rescued, d.Moulds} {
		slices.SortFunc(list, func(a, b MouldShift) int {
			return cmp.Or(cmp.Compare(b.Hours, a.Hours), cmp.Compare(a.MouldNo, b.MouldNo))
		})
	}
}

// difference compares a plan with the one in force.
func (a *APS) difference(ctx context.Context, tx store.Tx, planID string, set map[string]any) (*Difference, error) {
	before, err := tasksInForce(ctx, tx, nil)
	if err != nil {
		return nil, err
	}
	var after []planTask
	if err := tx.Select(&after).Where("plan_id = ?", planID).Order("mould_no", "part_no", "op_no").Scan(ctx); err != nil {
		return nil, err
	}
	far := time.Duration(number(set, "movedThreshold") * float64(time.Hour))
	return compare(before, after, far), nil
}

// DifferenceOf answers what publishing a plan of a schedule, 0 for the newest, would change, or what the plan in force has
// changed when it was published.
func (a *APS) DifferenceOf(ctx context.Context, tx store.Tx, id string, planNumber int) (*Difference, error) {
	s, planID, err := a.planAt(ctx, tx, id, planNumber)
	if err != nil {
		return nil, err
	}
	var p Plan
	if err := tx.Select(&p).Columns("id", "published", "difference").Where("id = ?", planID).Scan(ctx); err != nil {
		return nil, err
	}
	inForce, err := planInForce(ctx, tx)
	if err != nil {
		return nil, err
	}
	lang := problem.Language(ctx)
	if inForce.PlanID == p.ID && p.Difference != nil {
		p.Difference.Own = true
		return p.Difference.worded(lang), nil
	}
	set, err := s.effective(ctx, tx)
	if err != nil {
		return nil, err
	}
	d, err := a.difference(ctx, tx, p.ID, set)
	if err != nil {
		return nil, err
	}
	d.Against = inForce.PlanID
	return d.worded(lang), nil
}

func (d *Difference) worded(lang string) *Difference {
	for i := range d.Resources {
		d.Resources[i].Resource = worded(d.Resources[i].Resource, lang)
	}
	return d
}
