package result

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
)

// The rules that a fixed task breaks: a lock, or what has begun, stays where it is, whatever speaks against it.

// KeptRule is one of them as a plan keeps it.
type KeptRule struct {
	Kind    int              `json:"kind"`           // as the engine numbers them
	With    string           `json:"with,omitempty"` // the task that it collides with
	More    int              `json:"more,omitempty"` // further tasks that it collides with
	Minutes quantity.Minutes `json:"minutes,omitempty"`
}

// BrokenRule is a rule that a fixed task breaks.
type BrokenRule struct {
	Code  int              `json:"code" doc:"1 capacity, 2 calendar, 3 eligibility, 4 precedence, 5 release"`
	Words problem.Text     `json:"words"`
	With  string           `json:"with" doc:"the task that it collides with most, empty for none"`
	More  int              `json:"more" doc:"further tasks that it collides with; hours are those of all together"`
	Hours quantity.Minutes `json:"hours" doc:"by how much, 0 where the rule has no size"`
}

var (
	msgRuleWith = L("%s（%s）", "%s (%s)")
	msgRuleMore = L("%[1]s（%[2]s 等 %[4]d 个任务）", "%[1]s (%[2]s and %[3]d more)")
	msgRuleBy   = L("%s，%s 小时", "%s, %s h")
)

// Text tells the rule in one line: with what the task collides, and by how much.
func (r BrokenRule) Text() problem.Text {
	text := r.Words
	switch {
	case r.With != "" && r.More > 0:
		text = msgRuleMore.With(text, r.With, r.More, r.More+1)
	case r.With != "":
		text = msgRuleWith.With(text, r.With)
	}
	if r.Hours > 0 {
		text = msgRuleBy.With(text, strconv.FormatFloat(TwoPlaces(r.Hours.Hours().Float()), 'f', -1, 64))
	}
	return text
}

// Broken are the rules that each operation of the plan breaks, in the order of their codes. Of a rule that it breaks several
// times there stands the worst: people mend a task rule by rule.
func (out *Outcome) Broken() map[int][]KeptRule {
	all := map[int][]KeptRule{}
	for _, c := range out.Plan.Conflicts {
		r := KeptRule{Kind: int(c.Kind), Minutes: quantity.Minutes(c.Minutes)}
		carried := -1
		if c.Kind == solver.ConflictCapacity {
			carried, r.More = out.Colliding(c.Op)
		}
		switch {
		case c.Other >= 0:
			r.With = out.Translation.Tasks[c.Other].Title()
		case carried >= 0:
			r.With = out.Carried[carried].Title()
		}
		all[int(c.Op)] = append(all[int(c.Op)], r)
	}
	for i := range out.Translation.Tasks {
		if out.Translation.Tasks[i].Misplaced && out.Plan.Resource[i] >= 0 {
			all[i] = append(all[i], KeptRule{Kind: int(solver.ConflictEligibility)})
		}
	}
	for i, rules := range all {
		slices.SortStableFunc(rules, func(a, b KeptRule) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.Minutes, a.Minutes))
		})
		all[i] = slices.CompactFunc(rules, func(a, b KeptRule) bool { return a.Kind == b.Kind })
	}
	return all
}

// Colliding is the carried task that takes most of the time of an operation on its resource, -1 for none, and how many tasks take of
// that time beside the first one of all: carried ones, and those that the engine has found fixed there. To the engine what is
// carried over is time that the resource does not have.
func (out *Outcome) Colliding(op int32) (carried, more int) {
	p := out.Loaded.Problem
	for o := range p.Ops {
		f := &p.Ops[o].Fix
		if int32(o) != op && f.Timed() && f.Kind != solver.FixDone && f.Resource == out.Plan.Resource[op] &&
			min(f.End, out.Plan.End[op]) > max(f.Start, out.Plan.Start[op]) {
			more++
		}
	}
	on := p.Resources[out.Plan.Resource[op]].Name
	start, end := instant(out, out.Plan.Start[op]), instant(out, out.Plan.End[op])
	most, beside := time.Duration(0), -1
	for i := range out.Carried {
		t := &out.Carried[i]
		if t.ResourceID != on || t.PlannedStart == nil || t.PlannedEnd == nil {
			continue
		}
		from, to := *t.PlannedStart, *t.PlannedEnd
		if start.After(from) {
			from = *start
		}
		if end.Before(to) {
			to = *end
		}
		overlap := to.Sub(from)
		if overlap > 0 {
			more++
		}
		if overlap > most {
			most, beside = overlap, i
		}
	}
	return beside, max(0, more-1)
}

// Breaks notes the rules that a task breaks.
func (t *Task) Breaks(rules []KeptRule) {
	t.Broken = rules
	if len(rules) > 0 {
		t.Conflict, t.ConflictWith, t.ConflictMinutes = rules[0].Kind, rules[0].With, rules[0].Minutes
	}
}

// Rules are the rules that a task breaks. Plans of older versions keep one of each task.
func (t *Task) Rules() []BrokenRule {
	kept := t.Broken
	if len(kept) == 0 && t.Conflict > 0 {
		kept = []KeptRule{{Kind: t.Conflict, With: t.ConflictWith, Minutes: t.ConflictMinutes}}
	}
	rules := make([]BrokenRule, len(kept))
	for i, r := range kept {
		rules[i] = BrokenRule{r.Kind, Conflicts[min(max(0, r.Kind), len(Conflicts)-1)], r.With, r.More, r.Minutes}
	}
	return rules
}

// Misplaced tells that a task is locked to a machine that it may not be made on.
func (t *Task) Misplaced() bool {
	return t.LockStatus > 0 && slices.ContainsFunc(t.Rules(), func(r BrokenRule) bool { return r.Code == int(solver.ConflictEligibility) })
}

// PlanConflict is a fixed task that breaks rules.
type PlanConflict struct {
	TaskID  string       `json:"taskId"`
	MouldNo string       `json:"mouldNo"`
	PartNo  string       `json:"partNo"`
	OpNo    int          `json:"opNo"`
	Rules   []BrokenRule `json:"rules" nullable:"false" doc:"in the order of their codes"`
}

// UnmarshalJSON reads what was stored while a task had one rule.
func (c *PlanConflict) UnmarshalJSON(b []byte) error {
	type plain PlanConflict
	var stored struct {
		plain
		Words problem.Text     `json:"words"`
		With  string           `json:"with"`
		Hours quantity.Minutes `json:"hours"`
	}
	if err := json.Unmarshal(b, &stored); err != nil {
		return err
	}
	*c = PlanConflict(stored.plain)
	if c.Rules == nil {
		code := slices.IndexFunc(Conflicts, func(t problem.Text) bool { return t.Zh == stored.Words.Zh })
		c.Rules = []BrokenRule{{Code: max(0, code), Words: stored.Words, With: stored.With, Hours: stored.Hours}}
	}
	return nil
}
