// Package compare tells what one plan changes of another.
//
// What lives here: the tasks, moulds, parts, conflicts and resources that two plans have otherwise, and who is late by it. What never
// does: rows of schedules, the question which plan is in force (entity, plan).
package compare

import (
	"cmp"
	"slices"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
)

// Difference is what a plan changes against the plan in force. Both empty lists and equal plans give all zeros.
type Difference struct {
	InForce   bool             `json:"inForce" doc:"there is a plan in force to compare with"`
	Own       bool             `json:"own" doc:"it is the plan in force itself: what it changed when it was published"`
	Against   string           `json:"against" doc:"id of the plan in force that it was compared with: publishing names it; empty while none is in force"`
	Compared  int              `json:"compared" doc:"unstarted tasks of the schedule's own moulds that have a place in force, too: what the evaluation compares"`
	Moved     int              `json:"moved" doc:"of these, on another resource, without a place, or starting at another time by more than the moved threshold: what the evaluation counts"`
	Shifted   int              `json:"shifted" doc:"of these, on another resource, without a place, or starting at another time by however little"`
	Elsewhere int              `json:"elsewhere" doc:"of these, on another resource"`
	Threshold float64          `json:"threshold" doc:"hours by which a start moves at most and counts as unmoved"`
	AllTasks  bool             `json:"allTasks" doc:"of a publication that is older than this rule: compared counts tasks that are carried over, too, and moved those that start at another time by however little"`
	Cut       int              `json:"cut" doc:"tasks of both plans that are cut into other segments, or of which a later segment alone moves: a task that was cut counts once everywhere, by its first segment"`
	Added     int              `json:"added" doc:"tasks only in the new plan, or with a place only there"`
	Removed   int              `json:"removed" doc:"tasks only in the plan in force"`
	Late      []MouldShift     `json:"late" nullable:"false" doc:"late now, not before"`
	Rescued   []MouldShift     `json:"rescued" nullable:"false" doc:"late before, on time now"`
	Moulds    []MouldShift     `json:"moulds" nullable:"false" doc:"every mould whose end moves, the largest delay first"`
	Resources []ResourceChange `json:"resources" nullable:"false" doc:"for the floor: who has to know"`
	Gone      []MouldShift     `json:"gone" nullable:"false" doc:"moulds of the plan in force that the new plan has no task of"`
	New       []NewMould       `json:"new" nullable:"false" doc:"moulds of the new plan that the plan in force has no task of, late ones first; those that are not planned too, until a publication has told of them"`
	// Overtaken are moulds that publishing would drop or move, planned in force by a plan published since the run: it is refused.
	Overtaken []string `json:"overtaken" nullable:"false" doc:"moulds planned by a plan that was published since the run: while there are any, publishing is refused"`
	// Parts with a due date of their own: they may be late while their mould is not.
	LateParts    []PartShift `json:"lateParts" nullable:"false" doc:"forced deliveries on time before, late now"`
	RescuedParts []PartShift `json:"rescuedParts" nullable:"false" doc:"forced deliveries late before, on time now"`
	// LateAfter is what the next comparison takes for late already: nobody is told twice.
	LateAfter []string `json:"lateAfter" nullable:"false" doc:"numbers of all moulds that are late once the plan is in force, by the dates of today"`
	// The figures of a plan rest on the dates of its run.
	LateToday   []string `json:"lateToday" nullable:"false" doc:"of lateAfter, those that the figures of the new plan count as on time: their dates have moved since its run"`
	OnTimeToday []string `json:"onTimeToday" nullable:"false" doc:"numbers of moulds that the figures of the new plan count as late, and that are on time by the dates of today"`
	// What the new plan carries over is told apart.
	CarriedMoulds int `json:"carriedMoulds" doc:"moulds of other schedules that the new plan keeps as they are in force"`
	CarriedLate   int `json:"carriedLate" doc:"of these, late by the dates of today"`
	// Conflicts are what publishing would bring to the floor, whether the plan in force had them or not.
	Conflicts []result.PlanConflict `json:"conflicts" nullable:"false" doc:"fixed tasks that break a rule in the new plan"`
}

// PartShift is how the end of a part with a due date of its own, or of a batch of it, moves.
type PartShift struct {
	MouldShift
	PartNo  string `json:"partNo"`
	BatchNo string `json:"batchNo" doc:"empty for what is in no batch"`
}

// Plans finds what changes from one plan to another. A start that moves by more than far counts as moved far.
func Plans(before, after []result.Task, far time.Duration, beside *Beside) *Difference {
	d := &Difference{InForce: len(before) > 0, Threshold: far.Hours()}
	old, floor := segmentsOf(before), floorChanges{}
	for _, now := range segmentsOf(after).inOrder() {
		was := old.of[now[0].Whole()]
		delete(old.of, now[0].Whole())
		switch {
		case was == nil:
			d.Added++
			floor.count(nil, now)
		case now[0].Status == 0: // where anything else stands is no decision of the plan
			d.task(was, now, far)
			floor.count(was, now)
		}
	}
	for _, was := range old.inOrder() {
		d.Removed++
		floor.count(was, nil)
	}
	d.moulds(before, after, beside)
	d.parts(before, after, beside)
	d.conflicts(after)
	d.Resources = floor.list()
	return d
}

// task counts what changes for a task of both plans, by the segments that they have of it. What is carried over counts for the
// floor alone: it is no task of the plan, and stays where it is unless publishing is refused.
func (d *Difference) task(before, after []*result.Task, far time.Duration) {
	was, now, own := before[0], after[0], 1
	if now.Carried {
		own = 0
	}
	if was.PlannedStart == nil {
		if now.PlannedStart != nil {
			d.Added += own
		}
		return
	}
	d.Compared += own
	if now.PlannedStart == nil {
		d.Moved += own
		d.Shifted += own
		return
	}
	elsewhere := was.ResourceID != now.ResourceID
	shift := now.PlannedStart.Sub(*was.PlannedStart).Abs()
	if elsewhere {
		d.Elsewhere += own
	}
	stays := !elsewhere && shift == 0
	if !stays {
		d.Shifted += own
	}
	if elsewhere || shift > far {
		d.Moved += own
	}
	if len(before) != len(after) || stays && !slices.EqualFunc(before, after, (*result.Task).StaysAt) {
		d.Cut += own
	}
}

func (d *Difference) parts(before, after []result.Task, beside *Beside) {
	d.LateParts, d.RescuedParts = []PartShift{}, []PartShift{}
	old := result.Ends(before, result.OfPart)
	for l, now := range result.Ends(after, result.OfPart) {
		was, known := old[l]
		if !known {
			continue
		}
		late, missed := now.Late, was.Late
		if misses, dated := beside.missesPart(l, now); dated {
			late = misses
		}
		stood, dated := beside.missesPart(l, was) // where it stands, by the date of today
		if late && dated {
			missed = missed && stood
		}
		if late == missed {
			continue
		}
		shift := PartShift{shiftOf(l.Mould, was, now), l.Part, l.Batch}
		shift.Customer, shift.Cause = beside.Customers[l.Mould], lateByPlan
		if dated && stood == late {
			shift.Cause = lateByDate
		}
		if late {
			d.LateParts = append(d.LateParts, shift)
		} else {
			d.RescuedParts = append(d.RescuedParts, shift)
		}
	}
	for _, list := range [][]PartShift{d.LateParts, d.RescuedParts} {
		slices.SortFunc(list, func(x, y PartShift) int {
			return cmp.Or(x.compare(y.MouldShift), cmp.Compare(x.PartNo, y.PartNo), cmp.Compare(x.BatchNo, y.BatchNo))
		})
	}
}

func (d *Difference) conflicts(after []result.Task) {
	d.Conflicts = []result.PlanConflict{}
	for i := range after {
		if t := &after[i]; t.Conflict > 0 && !t.Carried {
			d.Conflicts = append(d.Conflicts, result.PlanConflict{TaskID: t.TaskID, MouldNo: t.MouldNo, PartNo: t.PartNo, OpNo: t.OpNo, Rules: t.Rules()})
		}
	}
}

// Worded is the difference as somebody reads it; lists that it was stored without are empty.
func (d *Difference) Worded(words model.Words) *Difference {
	if d.LateParts == nil { // stored before parts and conflicts stood in it
		d.LateParts, d.RescuedParts, d.Conflicts = []PartShift{}, []PartShift{}, []result.PlanConflict{}
	}
	if d.LateAfter == nil {
		d.LateAfter = []string{}
	}
	if d.LateToday == nil { // stored before moved meant what the evaluation means
		d.LateToday, d.OnTimeToday, d.AllTasks = []string{}, []string{}, true
	}
	if d.Gone == nil {
		d.Gone = []MouldShift{}
	}
	if d.New == nil {
		d.New = []NewMould{}
	}
	if d.Overtaken == nil {
		d.Overtaken = []string{}
	}
	for i := range d.Resources {
		d.Resources[i].Resource = words.Resource(d.Resources[i].Resource)
	}
	for _, shifts := range [][]MouldShift{d.Late, d.Rescued, d.Moulds, d.Gone} {
		for i := range shifts {
			shifts[i].Customer = words.Customer(shifts[i].Customer)
		}
	}
	for _, parts := range [][]PartShift{d.LateParts, d.RescuedParts} {
		for i := range parts {
			parts[i].Customer = words.Customer(parts[i].Customer)
		}
	}
	for i := range d.New {
		d.New[i].Customer = words.Customer(d.New[i].Customer)
	}
	return d
}
