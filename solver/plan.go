package solver

import "slices"

// Plan places operations. Resource -1 means unplaced, listed in Unplaced;
// Mode is -1 too for a timed fix on a resource without a mode.
type Plan struct {
	Mode, Resource []int32
	Start, End     []Min
	// Segments are the pieces of split operations.
	Segments  []Segment
	Unplaced  []Reason
	Conflicts []Conflict
	// Value is the objective, unplaced operations first, then Keys.
	Value []int64
	// Keys names Value[1:].
	Keys []Key
	// Bound is a lower bound of Value[0] and Value[1].
	Bound []int64
	// Iterations is the number that reproduces this plan in iteration mode.
	Iterations int64
}

// Clone returns a copy that shares nothing.
func (p *Plan) Clone() *Plan {
	c := *p
	c.Mode, c.Resource = slices.Clone(p.Mode), slices.Clone(p.Resource)
	c.Start, c.End = slices.Clone(p.Start), slices.Clone(p.End)
	c.Segments, c.Unplaced = slices.Clone(p.Segments), slices.Clone(p.Unplaced)
	c.Conflicts, c.Value = slices.Clone(p.Conflicts), slices.Clone(p.Value)
	c.Keys, c.Bound = slices.Clone(p.Keys), slices.Clone(p.Bound)
	return &c
}

// Segment is one piece of a split operation.
type Segment struct {
	Op, Resource int32
	Start, End   Min
}

// ReasonCode says why an operation is not placed.
type ReasonCode uint8

// The reasons; ReasonNone only in Op.Barred.
const (
	ReasonNone ReasonCode = iota
	ReasonNoResource
	ReasonPredecessor
	ReasonHorizon
	ReasonSpecification
	ReasonNoHours
	ReasonPaused // its batch rests
)

var reasonNames = [...]string{"", "no resource", "predecessor", "beyond horizon", "specification", "no hours", "batch paused"}

// ReasonOf is the reason in words read back.
func ReasonOf(words string) (ReasonCode, bool) {
	i := slices.Index(reasonNames[:], words)
	return ReasonCode(max(0, i)), i >= 0
}

// String returns the reason in words.
func (c ReasonCode) String() string {
	if int(c) < len(reasonNames) {
		return reasonNames[c]
	}
	return "unknown"
}

// Reason is an unplaced operation. Other is the unplaced predecessor or None.
type Reason struct {
	Op    int32
	Code  ReasonCode
	Other int32
}

// ConflictKind names the rule that a fixed operation breaks.
type ConflictKind uint8

// The kinds of conflicts.
const (
	ConflictCapacity ConflictKind = iota + 1
	ConflictCalendar
	ConflictEligibility
	ConflictPrecedence
	ConflictRelease
)

var conflictNames = [...]string{"", "capacity", "calendar", "eligibility", "precedence", "release"}

// String returns the kind in words.
func (k ConflictKind) String() string {
	if int(k) < len(conflictNames) {
		return conflictNames[k]
	}
	return "unknown"
}

// Conflict is a rule that a timed fix breaks. Other is the second operation: the
// predecessor that comes too late, the one that shares the resource; None when
// there is no operation to name. Minutes is by how much.
type Conflict struct {
	Op      int32
	Kind    ConflictKind
	Other   int32
	Minutes Min
}
