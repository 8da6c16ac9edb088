// Package check verifies plans independently of the engine: it shares only the
// model types with package solver and does its own arithmetic. It accepts
// exactly the conflicts that a plan lists for its fixed operations. What never
// lives here: anything that places an operation.
package check

import (
	"fmt"

	"mouldworks/solver"
)

// Kind is the rule that is broken.
type Kind string

// The kinds of violations.
const (
	Shape        Kind = "shape"        // the plan does not belong to the problem
	Completeness Kind = "completeness" // neither placed nor listed, or both
	Eligibility  Kind = "eligibility"
	Calendar     Kind = "calendar" // start or end does not fit the working time
	Release      Kind = "release"
	Horizon      Kind = "horizon"
	Lock         Kind = "lock" // a fixed operation was moved
	Precedence   Kind = "precedence"
	Capacity     Kind = "capacity"
	Conflict     Kind = "conflict" // a listed conflict does not exist
)

// Violation is one broken rule. Op is -1 when no operation is to blame.
type Violation struct {
	Op     int32
	Name   string
	Kind   Kind
	Detail string
}

// String names the operation and the rule.
func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Name, v.Kind, v.Detail) }

type checker struct {
	p       *solver.Problem
	plan    *solver.Plan
	clocks  []clock
	longest []int64
	listed  map[listing]bool
	found   map[listing]bool
	bad     []Violation
}

// listing identifies a conflict; other is -1 unless the kind is precedence.
type listing struct {
	op    int32
	kind  solver.ConflictKind
	other int32
}

// listingOf leaves out the second operation where the rule is broken whoever it is.
func listingOf(x solver.Conflict) listing {
	if x.Kind == solver.ConflictCapacity {
		x.Other = -1
	}
	return listing{x.Op, x.Kind, x.Other}
}

// rivals checks that the second operation of a capacity conflict is on the same
// resource at the same time.
func (c *checker) rivals(x solver.Conflict) bool {
	n, plan := int32(len(c.p.Ops)), c.plan
	if x.Kind != solver.ConflictCapacity || x.Other == -1 {
		return true
	}
	if x.Op < 0 || x.Op >= n || x.Other < 0 || x.Other >= n || x.Op == x.Other ||
		plan.Resource[x.Op] != plan.Resource[x.Other] ||
		min(plan.End[x.Op], plan.End[x.Other]) <= max(plan.Start[x.Op], plan.Start[x.Other]) {
		c.fail(x.Op, Conflict, "operation %d does not share its resource at that time", x.Other)
		return false
	}
	return true
}

// Plan returns every violation of plan against p, none for a valid plan. p must
// be one that solver.Prepare accepts.
func Plan(p *solver.Problem, plan *solver.Plan) []Violation {
	c := &checker{p: p, plan: plan, listed: map[listing]bool{}, found: map[listing]bool{}}
	n := len(p.Ops)
	if len(plan.Mode) != n || len(plan.Resource) != n || len(plan.Start) != n || len(plan.End) != n {
		c.fail(-1, Shape, "%d operations in the problem, %d in the plan", n, len(plan.Start))
		return c.bad
	}
	if len(plan.Segments) > 0 {
		c.fail(plan.Segments[0].Op, Shape, "split although splitting is off")
		return c.bad
	}
	for i := range max(1, len(p.Calendars)) {
		k := clock{}
		if i > 0 {
			k = newClock(&p.Calendars[i])
		}
		c.clocks = append(c.clocks, k)
		c.longest = append(c.longest, k.longest())
	}
	if !c.complete() {
		return c.bad
	}
	for _, x := range plan.Conflicts {
		if c.rivals(x) {
			c.listed[listingOf(x)] = true
		}
	}
	for o := range p.Ops {
		if plan.Resource[o] >= 0 {
			c.operation(int32(o))
		}
	}
	for i := range p.Edges {
		c.edge(&p.Edges[i])
	}
	c.capacity()
	for _, x := range plan.Conflicts {
		if !c.found[listingOf(x)] {
			c.fail(x.Op, Conflict, "listed %s conflict does not exist", x.Kind)
		}
	}
	return c.bad
}

func (c *checker) fail(o int32, kind Kind, format string, args ...any) {
	name := "plan"
	if o >= 0 && int(o) < len(c.p.Ops) {
		if name = c.p.Ops[o].Name; name == "" {
			name = fmt.Sprintf("operation %d", o)
		}
	}
	c.bad = append(c.bad, Violation{Op: o, Name: name, Kind: kind, Detail: fmt.Sprintf(format, args...)})
}

// conflict notes that a fixed operation breaks a rule: fine when the plan says so.
func (c *checker) conflict(o int32, kind solver.ConflictKind, other int32, as Kind, format string, args ...any) {
	key := listing{o, kind, other}
	c.found[key] = true
	if !c.listed[key] {
		c.fail(o, as, "not listed as conflict: "+format, args...)
	}
}

// complete checks that every operation is placed or listed, and references.
func (c *checker) complete() bool {
	listed := make([]solver.ReasonCode, len(c.p.Ops))
	for _, r := range c.plan.Unplaced {
		switch {
		case r.Op < 0 || int(r.Op) >= len(c.p.Ops):
			c.fail(r.Op, Shape, "unknown operation %d listed", r.Op)
		case listed[r.Op] != solver.ReasonNone:
			c.fail(r.Op, Completeness, "listed twice")
		case r.Code == solver.ReasonNone:
			c.fail(r.Op, Completeness, "listed without reason")
		default:
			listed[r.Op] = r.Code
		}
	}
	for o := range c.p.Ops {
		id, r, m := int32(o), c.plan.Resource[o], c.plan.Mode[o]
		switch {
		case int(r) >= len(c.p.Resources) || int(m) >= len(c.p.Modes):
			c.fail(id, Shape, "unknown resource %d or mode %d", r, m)
		case r >= 0 && listed[o] != solver.ReasonNone:
			c.fail(id, Completeness, "placed and listed as unplaced")
		case r < 0 && listed[o] == solver.ReasonNone:
			c.fail(id, Completeness, "neither placed nor listed")
		case r < 0 && c.p.Ops[o].Fix.Timed():
			c.fail(id, Lock, "fixed but not placed")
		case r >= 0 && !c.p.Ops[o].Fix.Timed() && c.p.Ops[o].Barred != solver.ReasonNone:
			c.fail(id, Eligibility, "placed although barred: %s", c.p.Ops[o].Barred)
		}
	}
	excused := make([]bool, len(listed))
	for i := range c.p.Edges {
		// A reason must not be invented: "predecessor" needs one.
		if e := &c.p.Edges[i]; e.From >= 0 && listed[e.From] != solver.ReasonNone {
			excused[e.To] = true
		}
	}
	for o, code := range listed {
		if code == solver.ReasonPredecessor && !excused[o] {
			c.fail(int32(o), Completeness, "listed for a predecessor, but all are placed")
		}
	}
	return len(c.bad) == 0
}
