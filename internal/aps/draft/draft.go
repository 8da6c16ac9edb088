// Package draft holds the changes that a person is making to a plan and has not kept yet.
//
// What lives here: a change of a plan, drafts as rows, their steps with undo and redo, what of them another plan does not take. What never
// does: trying changes and keeping them (aps), the times that follow from them (solver/retime).
package draft

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// L is a short name for texts.
var L = problem.L

// PlanChange is one change of a plan.
type PlanChange struct {
	Kind       string     `json:"kind,omitempty" enum:"move,lock,unlock,hours,outsource,overtime,split" doc:"may be left out where the path names it"`
	TaskID     string     `json:"taskId,omitempty" doc:"not for overtime"`
	ResourceID string     `json:"resourceId,omitempty" doc:"move: where to, empty = where it is; outsource: the supplier; overtime: the machine, or the group of people"`
	Start      *time.Time `json:"start,omitempty" doc:"move: not before this; empty = when it starts now"`
	Minutes    int        `json:"minutes,omitempty" doc:"hours: of the operation with set-up, or of its line for the machine where it stands; outsource: lead time, 0 = the supplier's; split: of the run that the first segment works"`
	From       *time.Time `json:"from,omitempty" doc:"overtime: today or later"`
	To         *time.Time `json:"to,omitempty" doc:"overtime: at most 24 hours after from, within the planning horizon"`
	Version    int64      `json:"version,omitempty" doc:"of the operation as aps/schedule/task/getList gives it: needed to keep lock, unlock, hours and outsource"`
}

// MostChanges bounds the changes of a draft, the undone ones included, and of one preview.
const MostChanges = 100

// Draft is what a person has changed of a plan of a schedule and not kept yet: a person has one for a schedule, on every device.
type Draft struct {
	bun.BaseModel `bun:"table:plan_draft"`
	store.FactoryRow
	AccountID  string    `bun:"account_id"`
	PersonName string    `bun:"person_name"`
	ScheduleID string    `bun:"schedule_id"`
	PlanID     string    `bun:"plan_id"`     // that the changes are meant for
	PlanNumber int       `bun:"plan_number"` // of that plan
	Steps      []Step    `bun:"steps,type:text"`
	Done       int       `bun:"done"` // so many of the steps count; the others are undone and may be done again
	Left       []LeftOut `bun:"left_out,type:text"`
}

// Step is what was done at once: one change, or several that belong together.
type Step struct {
	Changes  []PlanChange `json:"changes" nullable:"false"`
	Subjects []Subject    `json:"subjects" nullable:"false" doc:"of each of the changes, as it was called when it was made"`
	Time     time.Time    `json:"time"`
}

// Subject is what a change is about.
type Subject struct {
	Task     string `json:"task" doc:"mould, part with batch, number and process; empty for overtime"`
	Resource string `json:"resource" doc:"where to; empty where the change names none"`
}

// LeftOut is a step that a newer plan does not take.
type LeftOut struct {
	Step   Step         `json:"step"`
	Reason problem.Text `json:"reason"`
}

// Changes are those of the steps that count, in their order.
func (d *Draft) Changes() []PlanChange { return changesOf(d.Steps[:d.Done]) }

// Empty tells that nothing is in it, not even what a newer plan did not take.
func (d *Draft) Empty() bool { return len(d.Steps)+len(d.Left) == 0 }

// Clear takes everything out.
func (d *Draft) Clear() { d.Steps, d.Left, d.Done = []Step{}, []LeftOut{}, 0 }

// All are the changes of all steps, the undone ones too.
func (d *Draft) All() []PlanChange { return changesOf(d.Steps) }

func changesOf(steps []Step) []PlanChange {
	changes := []PlanChange{}
	for i := range steps {
		changes = append(changes, steps[i].Changes...)
	}
	return changes
}

// Add makes a step after those that count. What was undone cannot be done again after it.
func (d *Draft) Add(s Step) {
	d.Steps = append(slices.Clone(d.Steps[:d.Done]), s)
	d.Done++
}

// Leave takes the step with the i-th of All out of the draft and notes why.
func (d *Draft) Leave(i int, reason problem.Text) {
	at := d.stepOf(i)
	d.Left = append(d.Left, LeftOut{d.Steps[at], reason})
	d.Remove(at)
}

// Remove takes a step out of the draft; those before and after it stay.
func (d *Draft) Remove(at int) {
	d.Steps = slices.Delete(slices.Clone(d.Steps), at, at+1)
	if at < d.Done {
		d.Done--
	}
}

// stepOf is the step that holds the i-th of All.
func (d *Draft) stepOf(i int) int {
	for at := range d.Steps {
		if i -= len(d.Steps[at].Changes); i < 0 {
			return at
		}
	}
	return len(d.Steps) - 1
}
