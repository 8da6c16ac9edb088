// Package explain says why a plan ends when it does: the chain of a job or of
// one operation, back from its end to its origin, in labelled stretches without
// a gap; what of it is need and what is waiting; and how much each cause of
// waiting would give back. It reads a plan and asks a solver.Board. What never
// lives here: anything that improves a plan, words for a screen.
package explain

import "mouldworks/solver"

// Kind labels a stretch of the chain.
type Kind uint8

// The kinds. Those before Queue are need, the others are waiting. Need is that
// of this chain in this plan: on other machines, or at other hours, it may be
// less.
const (
	Work      Kind = iota // Stretch.Worked minutes of it are worked, the rest is closed time
	Outside               // at a supplier
	Closed                // nobody is there: before a start, or to take the part over
	Flow                  // on its way
	Lag                   // a wait that the route demands, such as cooling
	Queue                 // others are before it on the resource
	Electrode             // it comes later than the part; without Other by a lead time
	Material
	Program
	Design
	Assumed // a lead time stands for a date
	Date    // an earliest date of the operation
	Lock    // somebody has locked it to a later time
	Held    // the plan starts it later than anything demands
	Kinds   // number of kinds
)

var kindNames = [Kinds]string{"work", "outside", "closed", "flow", "lag", "queue", "electrode", "material", "program", "design", "assumed", "date", "lock", "held"}

// String returns the kind as one word.
func (k Kind) String() string {
	if k < Kinds {
		return kindNames[k]
	}
	return "unknown"
}

// Waits reports whether the kind is waiting rather than need.
func (k Kind) Waits() bool { return k >= Queue }

// Stretch is a piece of the chain, [From, To).
type Stretch struct {
	From, To solver.Min
	Kind     Kind
	// Op is the operation that works, waits, or has just been left.
	Op int32
	// Other is what it waits for: the operation before it on its resource, or
	// the electrode; None without one.
	Other int32
	// Worked is the working minutes of Work, 0 for every other kind.
	Worked solver.Min
	// Supposed tells that the plan holds Op, or what comes after it on the
	// chain, back just then: Kind, Op and Other are what would be waited for as
	// long with nothing held back.
	Supposed bool
}

// Cause is one reason to wait, over the whole chain.
type Cause struct {
	Kind Kind
	// Resource is that of a Queue, None for every other kind.
	Resource int32
	// Minutes of the chain that wait for it, 0 where it waits for nothing of it
	// and it recovers more than planning anew all the same.
	Minutes solver.Min
	// Recoverable is by how much the tardiness falls when this cause alone is
	// away and the job is planned anew, see solver.Board.Relieved, at least
	// Explanation.Replanned. It is less than Minutes where another chain is
	// about as long, and may be more where a closed day no longer lies in
	// between.
	Recoverable solver.Min
}

// Explanation is the chain of a job or of one operation.
type Explanation struct {
	// Origin and End are the ends of the chain: from S, or the release of the
	// job, to the hand-over of the last operation.
	Origin, End solver.Min
	// Due is the moment by which it should end, None without one: the due date
	// of a job or of an operation that has one of its own, else the latest end
	// of the operation.
	Due solver.Min
	// Earliest is the end with every machine free of the work of others, None
	// where that is not known: no plan of the same data ends it earlier.
	Earliest solver.Min
	// Stretches follow one another without a gap, earliest first.
	Stretches []Stretch
	// Totals are the minutes of the chain by kind; what a Work stretch does
	// not work counts as Closed.
	Totals [Kinds]solver.Min
	// Causes are the reasons to wait, the most recoverable first.
	Causes []Cause
	// Replanned is by how much the tardiness falls when nothing is away and the
	// job is planned anew: every cause gives back as much.
	Replanned solver.Min
}

// Need is the minutes of the chain that are not waiting.
func (e *Explanation) Need() (sum solver.Min) {
	for k := range Queue {
		sum += e.Totals[k]
	}
	return sum
}

// Waiting is the rest of the chain.
func (e *Explanation) Waiting() (sum solver.Min) {
	for k := Queue; k < Kinds; k++ {
		sum += e.Totals[k]
	}
	return sum
}

// Allowed is the minutes from the origin to the due date, negative when it lies
// before.
func (e *Explanation) Allowed() solver.Min { return e.Due - e.Origin }

// Impossible reports whether no plan of the same data ends it by its due date:
// it would be late with every machine free of the work of others. That Need
// exceeds Allowed proves nothing of the kind, for another plan has another
// chain.
func (e *Explanation) Impossible() bool { return e.Due != solver.None && e.Earliest > e.Due }

// Late is the tardiness in minutes: Need + Waiting - Allowed where that is
// positive, 0 without a due date.
func (e *Explanation) Late() solver.Min {
	if e.Due == solver.None {
		return 0
	}
	return max(0, e.End-e.Due)
}
