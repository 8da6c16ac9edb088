// Package solver schedules mould shops and shop benchmarks: one model, an
// exact reference dispatcher, an anytime improvement, bounds. It is pure: no
// I/O, no database, no clock of the factory. What never lives here: factory
// data, settings screens, file formats (package instance) and the independent
// checker (package check).
package solver

// Min is minutes since the problem's epoch; intervals are half-open, -1 none.
type Min = int32

const (
	// None stands for "no moment", "no resource", "no operation".
	None int32 = -1
	// Million is the end of a run as a point in parts per million.
	Million int32 = 1_000_000
	// SetupPoint is the start of the set-up as a point of an Edge.
	SetupPoint int32 = -1
	// MaxMinutes bounds the horizon and every duration.
	MaxMinutes int32 = 1 << 29
	// MaxItems bounds the length of every list of a Problem, the flow matrix
	// among them, and what operations hold of capacities together.
	MaxItems = 1 << 26
	// MaxOps bounds the operations: a plan in search takes about 2 kB for each.
	MaxOps = 1_000_000
	// MaxUnits bounds the capacity of a resource that has one.
	MaxUnits = 1 << 16
)

// Problem is a complete scheduling problem. Ids are positions in the lists.
type Problem struct {
	// Start is S: nothing that has not started begins before it. End is the horizon.
	Start, End Min
	// Window is the moment until which load counts; 0 means End.
	Window Min
	// MovedAfter is by how many minutes a start may shift against Op.Prev and
	// still count as unmoved.
	MovedAfter Min
	// Ranked makes Mode.Rank a preference that counts as regret; otherwise it
	// only breaks ties.
	Ranked bool
	// Calendars are shared by id; calendar 0 is always open whatever it holds.
	Calendars []Calendar
	Resources []Resource
	// Classes is the number of flow classes, Flow the Classes x Classes
	// matrix of elapsed minutes. Both may be empty: no flow.
	Classes int32
	Flow    []Min
	Jobs    []Job
	Ops     []Op
	// Modes of operation i are Modes[Ops[i].Mode0:Ops[i+1].Mode0].
	Modes   []Mode
	Edges   []Edge
	Blocks  []Block
	Targets []Target
}

// Calendar lists open intervals, sorted and disjoint.
type Calendar struct{ Open, Close []Min }

// Resource is a machine, a people group or a supplier.
type Resource struct {
	Name string
	// Cap is the number of equal units; 0 is unlimited.
	Cap int32
	// Class is the flow class.
	Class int32
	// Group serves balance, bottlenecks and figures.
	Group int32
	// Manned and Run are calendar ids without and with overtime.
	Manned, Run [2]int32
	// Shift is the calendar id of Manned without overtime and without the extra
	// working time of single days; 0 where that is Manned[0]. What people work
	// beyond it counts as overtime.
	Shift int32
	// Target is the utilisation target in parts per million.
	Target int32
	// Bottleneck marks what Drum plans first and KeyIdle keeps busy.
	Bottleneck bool
}

// Job is a mould. Due is None without delivery; Weight is its priority.
type Job struct {
	Name         string
	Release, Due Min
	Weight       int32
	Assumed      bool
}

// ReleaseCause names what the release of an operation stands for.
type ReleaseCause uint8

// The causes of a release.
const (
	CauseMould ReleaseCause = iota
	CauseMaterial
	CauseProgram
	CauseDesign
	CauseAssumed
)

// OpClass is the kind of an operation.
type OpClass uint8

// The classes of operations.
const (
	ClassNormal OpClass = iota
	ClassElectrode
	ClassEDM
	ClassAssembly
	ClassOutsourced
	ClassMilestone
)

// ModesOf gives the modes of operation o: Modes[lo:hi].
func (p *Problem) ModesOf(o int32) (lo, hi int32) {
	lo, hi = p.Ops[o].Mode0, int32(len(p.Modes))
	if int(o)+1 < len(p.Ops) {
		hi = p.Ops[o+1].Mode0
	}
	return lo, hi
}

// Op is one operation of a part. Its order for ties is mould name, Part, Seq,
// Name, so Part numbers must follow the part names.
type Op struct {
	Name      string
	Job, Part int32
	Seq       int32
	Mode0     int32
	Release   Min
	Cause     ReleaseCause
	// Otherwise is the latest of its dates that have another cause: what is
	// left of Release when Cause is supposed away.
	Otherwise Min
	Class     OpClass
	// Unpausable forbids pauses of the run over closed time.
	Unpausable bool
	Splittable bool
	// First puts it at the head of the queue of its resource, whatever the
	// dispatch rule says.
	First bool
	// Overtime selects the second calendars of its resource.
	Overtime bool
	// Crew is the units of Cap that it holds from start to end; 0 means 1.
	Crew int32
	// Buffer is working minutes of BufferCal to keep before the operation.
	Buffer    Min
	BufferCal int32
	// Barred, when set, leaves the operation unplaced with this reason; it
	// may then have no modes.
	Barred ReasonCode
	Fix    Fix
	Prev   Place
}

// FixKind says how far an operation is fixed.
type FixKind uint8

// The kinds of Fix, weakest first.
const (
	FixNone     FixKind = iota
	FixResource         // resource only
	FixTimes            // lock of resource, start and end
	FixRunning          // started; End is the expected end
	FixDone             // history
)

// Fix pins an operation.
type Fix struct {
	Kind       FixKind
	Resource   int32
	Start, End Min
}

// Timed reports whether start and end are given.
func (f Fix) Timed() bool { return f.Kind >= FixTimes }

// Place is a resource and a start; in Op.Prev a zero Set means none.
type Place struct {
	Set      bool
	Resource int32
	Start    Min
}

// ModeFlags marks modes that a preference would rather avoid.
type ModeFlags uint8

// The flags of a mode.
const (
	FlagCoarse ModeFlags = 1 << iota
	FlagBreaksSpec
	FlagChangesMachine
)

// Mode is one way to make an operation, minutes after the work rate.
type Mode struct {
	Resource   int32
	Setup, Run Min
	// Unattended runs on Resource.Run, otherwise on Resource.Manned.
	Unattended bool
	Rank       int16
	Flags      ModeFlags
	// Reluctance is by how many minutes this mode must end earlier than one
	// without reluctance to be taken instead.
	Reluctance Min
	// Cost is hundredths of the currency for the whole operation.
	Cost int64
}

// EdgeKind labels an edge for explanations.
type EdgeKind uint8

// The kinds of edges.
const (
	EdgeRoute EdgeKind = iota
	EdgeJoin
	EdgeElectrode
	EdgePred
)

// Edge is a two-point precedence:
// point(From, FromAt) [+ hand-over] + Lag [+ flow] <= point(To, ToAt).
//
// A point is the moment when x parts per million of the run minutes, rounded
// up, are worked on the run calendar; as the To side of an edge it is the
// moment the next run minute begins. 0 is the start of the run, Million its
// end, SetupPoint the start of the set-up. From = None stands for the epoch:
// Lag is then an absolute moment.
//
// A way of edges may bind no more than the start of its first operation and the end of its last. On a resource of one unit the
// engine works the first before the last all the same, see Shop.findAhead.
type Edge struct {
	From, To     int32
	FromAt, ToAt int32
	Lag          Min
	// WithFlow adds the flow between the classes of the two resources.
	WithFlow bool
	// HandOver waits for the next manned minute of From's resource.
	HandOver bool
	Kind     EdgeKind
}

// Block occupies units of a resource.
type Block struct {
	Resource   int32
	Start, End Min
	Units      int32
	Name       string
}

// Target is an extra due date of one operation.
type Target struct {
	Op     int32
	Due    Min
	Weight int32
}
