package compare

import (
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
)

// Beside is what the tasks of two plans do not tell about their moulds.
type Beside struct {
	Due       map[string]*time.Time             // that holds today, of open moulds, by number
	PartDue   map[model.Lot]*time.Time          // that holds today, of the parts whose operations are there
	Now       map[string]*result.UnplannedMould // without tasks in the plan
	Partly    map[string]*result.UnplannedMould // of which the plan has tasks without a place
	Known     map[string]bool                   // late after the last publication, as people were told
	Customers map[string]string                 // by mould number
	Gone      map[string]*problem.Text          // why those without any task left have none
}

// misses tells that a mould that ends so is late by the date that holds today, too.
func (b *Beside) misses(no string, e result.End) bool {
	due := b.Due[no]
	return due != nil && e.At != nil && e.At.After(*due)
}

// wasLate tells that a mould was late before: as people were told, unless a later date has put it right where it stands.
func (b *Beside) wasLate(no string, was result.End) bool {
	return b.Known[no] && (b.Due[no] == nil || was.At == nil || b.misses(no, was))
}

// LateNow tells that a mould is late by a plan: by the date that holds today where there is one, else as the plan says.
func (b *Beside) LateNow(no string, then result.End) bool {
	if b.Due[no] != nil && then.At != nil {
		return b.misses(no, then)
	}
	return then.Late
}

// causeOf is why a mould becomes late.
func (b *Beside) causeOf(no string, was result.End) string {
	if b.misses(no, was) {
		return lateByDate
	}
	return lateByPlan
}

// causeOfRescue is why a mould is late no more.
func (b *Beside) causeOfRescue(no string, was result.End) string {
	if was.At != nil && !b.misses(no, was) {
		return lateByDate
	}
	return lateByPlan
}

// missesPart tells that a part that ends so is late by the date that it has today; known is false where the plan alone tells.
func (b *Beside) missesPart(l model.Lot, e result.End) (misses, known bool) {
	due, known := b.PartDue[l]
	if !known || e.At == nil {
		return false, false
	}
	return due != nil && e.At.After(*due), true
}

// LostMoulds are the moulds, number by id, of which the tasks before hold some and those after none.
func LostMoulds(before, after []result.Task) map[string]string {
	lost := map[string]string{}
	for i := range before {
		lost[before[i].MouldID] = before[i].MouldNo
	}
	for i := range after {
		delete(lost, after[i].MouldID)
	}
	return lost
}
