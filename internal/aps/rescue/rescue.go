// Package rescue looks for changes of a plan by which a late mould ends earlier.
//
// What lives here: which changes are worth a try, read off the chain that makes the mould late; the search over them; what one is worth
// beside another. What never does: making a change (its caller tries each one exactly), records of operations, words for a screen.
package rescue

import (
	"slices"

	"mouldworks/solver"
)

// Kind is a way to rescue a mould.
type Kind string

// The ways, in the order in which they are proposed.
const (
	Ahead     Kind = "ahead"     // a task goes before rivals on the resource where it stands
	Machine   Kind = "machine"   // a task goes to another machine
	Overtime  Kind = "overtime"  // a machine, or people, work in hours that are closed
	Outsource Kind = "outsource" // a supplier does an operation
	Split     Kind = "split"     // a long run is parted, so that another task comes between
)

// Kinds are all of them.
var Kinds = [...]Kind{Ahead, Machine, Overtime, Outsource, Split}

// Step is one change of a plan, in the terms of the engine. Of its fields each kind reads those that it names.
type Step struct {
	Kind     Kind
	Op       int32      // all but overtime
	Resource int32      // where it goes, the supplier, or what works longer
	At       solver.Min // ahead and machine: not before this
	Minutes  solver.Min // split: of the run, in the first segment
	From, To solver.Min // overtime
}

// Candidate is a list of steps that are made together.
type Candidate struct{ Steps []Step }

// Kinds are those of its steps, in the order of the steps. The move that makes room of a split belongs to the split.
func (c *Candidate) Kinds() (kinds []Kind) {
	for i, s := range c.Steps {
		if i > 0 && s.Kind == Ahead && c.Steps[i-1].Kind == Split {
			continue
		}
		if !slices.Contains(kinds, s.Kind) {
			kinds = append(kinds, s.Kind)
		}
	}
	return kinds
}

// and is the candidate with further steps.
func (c *Candidate) and(more []Step) Candidate {
	return Candidate{append(slices.Clone(c.Steps), more...)}
}

// OvertimeMinutes is how much longer resources are open.
func (c *Candidate) OvertimeMinutes() (sum solver.Min) {
	for _, s := range c.Steps {
		if s.Kind == Overtime {
			sum += s.To - s.From
		}
	}
	return sum
}

// Situation is a plan in which a mould is late.
type Situation struct {
	Shop *solver.Shop
	Plan *solver.Plan
	Job  int32
	// Named is the number of operations that a change can name: what a split has added comes after them.
	Named int32
	// Now is the first minute that overtime may use.
	Now solver.Min
	// Without are the kinds that are not proposed: in a simulation those that belong into a record, and what nobody may keep.
	Without []Kind
	// May tells whether the record of an operation takes a kind of change.
	May func(o int32, kind Kind) bool
	// Suppliers are those who are known to do an operation, with their lead times.
	Suppliers func(o int32) []Supplier
}

// Supplier is a resource outside, with its lead time.
type Supplier struct {
	Resource int32
	Lead     solver.Min
}

// Tried is a plan that candidates have been made on.
type Tried struct {
	Shop  *solver.Shop
	Plan  *solver.Plan
	Ends  []solver.Min // by job
	Worth Worth
}

// Bench makes candidates on the plan of a situation; false where one is refused or brings a conflict.
type Bench interface {
	Try(c *Candidate) (*Tried, bool)
}
