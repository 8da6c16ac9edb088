// Package instance reads and writes scheduling problems: the mould/1 JSON
// format and the public benchmark texts jsp and fjs. It turns names into the
// numbers of package solver and back. What never lives here: placement,
// search, and anything that knows a database or the factory's screens.
package instance

// Format is the value of File.Format.
const Format = "mould/1"

// File is one scheduling problem in the mould/1 format. Names are ids and are
// unique per list. Durations are whole minutes unless a field says otherwise.
//
// Routes are implied: within a job, operations with the same non-empty Part
// follow one another by ascending Seq (equal numbers are parallel, each waits
// for all operations of the next lower number), with flow and hand-over. An
// operation that carries Pred follows exactly those operations instead. Edges
// adds further precedence; repeating an implied edge there is harmless.
type File struct {
	Format string `json:"format"`
	// Start is the schedule start S, RFC 3339; minutes in the file count from it.
	Start string `json:"start"`
	// Zone is the IANA zone of calendars and dates; empty means UTC.
	Zone string `json:"zone,omitempty"`
	// HorizonDays is the planning horizon, 1..3650; 0 means 730.
	HorizonDays int `json:"horizonDays,omitempty"`
	// WindowDays is how many days from Start load counts; 0 means the horizon.
	WindowDays int         `json:"windowDays,omitempty"`
	Calendars  []Calendar  `json:"calendars,omitempty"`
	Resources  []Resource  `json:"resources"`
	Flow       Flow        `json:"flow,omitzero"`
	Jobs       []Job       `json:"jobs"`
	Ops        []Op        `json:"ops"`
	Edges      []Edge      `json:"edges,omitempty"`
	Electrodes []Electrode `json:"electrodes,omitempty"`
	Fixed      []Fixed     `json:"fixed,omitempty"`
	Blocks     []Block     `json:"blocks,omitempty"`
	Targets    []Target    `json:"targets,omitempty"`
	Settings   Settings    `json:"settings,omitzero"`
	// Replay tells how a plan of this file came about, so that it can be made
	// again.
	Replay *Replay `json:"replay,omitempty"`
}

// Replay repeats a run: the same plan, byte for byte, on any machine.
type Replay struct {
	Seed uint64 `json:"seed"`
	// Seconds is the time limit that the run had.
	Seconds float64 `json:"seconds"`
	// Iterations are those of each search of the run, in their order; -1 stands
	// for one that was stopped before it had a plan.
	Iterations []int64 `json:"iterations"`
}

// Calendar is a weekly pattern with dates that deviate from it. Without
// Periods it is open around the clock on its working days.
type Calendar struct {
	ID string `json:"id"`
	// Rest lists weekdays without work, 0 = Sunday .. 6 = Saturday.
	Rest []int `json:"rest,omitempty"`
	// Closed lists holidays, YYYY-MM-DD.
	Closed []string `json:"closed,omitempty"`
	// Workdays lists make-up working days, YYYY-MM-DD; they beat Closed and Rest.
	Workdays []string `json:"workdays,omitempty"`
	// Periods are the working periods of a day, "HH:MM" each, end up to
	// "48:00"; an end at or before its start crosses midnight and belongs to
	// the day it starts on, as does what starts at "24:00" or later.
	Periods [][2]string `json:"periods,omitempty"`
	// Overtime is the hours that may follow the last period of a day, 0..24,
	// cut at the next period. It is open to operations that say so.
	Overtime float64 `json:"overtime,omitempty"`
	// OvertimePeriods are further stretches of a working day, open to
	// operations that say so; as Periods, but times may go up to "48:00".
	OvertimePeriods [][2]string `json:"overtimePeriods,omitempty"`
	// Extra is further working time and Shut time without work, whatever the
	// pattern says; Shut beats Extra.
	Extra []Stretch `json:"extra,omitempty"`
	Shut  []Stretch `json:"shut,omitempty"`
}

// Stretch is the time from From until To.
type Stretch struct {
	From *Moment `json:"from"`
	To   *Moment `json:"to"`
}

// Resource is a machine, a people group or a supplier.
type Resource struct {
	ID string `json:"id"`
	// Group decides flow times and balance; empty means a group of its own.
	Group string `json:"group,omitempty"`
	// Cap is the number of equal units: absent 1, 0 unlimited.
	Cap *int32 `json:"cap,omitempty"`
	// Manned is the calendar of the shift; empty means always open.
	Manned string `json:"manned,omitempty"`
	// Run is the calendar of unattended runs; empty means the same as Manned.
	Run string `json:"run,omitempty"`
	// Target is the utilisation target in parts per million; 0 means none.
	Target int32 `json:"target,omitempty"`
	// Bottleneck marks the drum.
	Bottleneck bool `json:"bottleneck,omitempty"`
}

// Flow holds transport times in elapsed minutes. Two operations in one group
// have flow 0 unless a pair of resources says otherwise. Pairs name resources
// or groups; resource->resource beats resource->group beats group->resource
// beats group->group beats Default.
type Flow struct {
	Default int32      `json:"default,omitempty"`
	Pairs   []FlowPair `json:"pairs,omitempty"`
}

// FlowPair is one directed flow time, in JSON ["from", "to", minutes].
type FlowPair struct {
	From, To string
	Minutes  int32
}

// Job is a mould.
type Job struct {
	ID      string  `json:"id"`
	Release *Moment `json:"release,omitempty"`
	// Due is the delivery; absent means none.
	Due *Moment `json:"due,omitempty"`
	// Weight is the priority, 0..1000; 0 means that lateness does not count.
	Weight int32 `json:"weight,omitempty"`
}

// Op is one operation of a part.
type Op struct {
	ID  string `json:"id"`
	Job string `json:"job"`
	// Part and Seq make the implied route; see File.
	Part string `json:"part,omitempty"`
	Seq  int32  `json:"seq,omitempty"`
	// Pred, when present, replaces the implied predecessors; [] means none.
	Pred *[]string `json:"pred,omitempty"`
	// Class is normal (also ""), electrode, edm, assembly, outsourced or milestone.
	Class   string  `json:"class,omitempty"`
	Release *Moment `json:"release,omitempty"`
	// Cause says what Release stands for: mould, material, program, design, assumed.
	Cause string `json:"cause,omitempty"`
	// Otherwise is the latest of its dates that stand for another cause.
	Otherwise *Moment `json:"otherwise,omitempty"`
	// Barred leaves the operation unplaced and says why: no resource,
	// specification, no hours or batch paused. It may then have no modes.
	Barred string `json:"barred,omitempty"`
	// Unpausable forbids that the run pauses over non-working time.
	Unpausable bool `json:"unpausable,omitempty"`
	Splittable bool `json:"splittable,omitempty"`
	// First puts it at the head of the queue of its resource.
	First bool `json:"first,omitempty"`
	// Overtime opens the overtime of the calendars to this operation.
	Overtime bool `json:"overtime,omitempty"`
	// Crew is the units of Cap that it holds; 0 means 1.
	Crew int32 `json:"crew,omitempty"`
	// Buffer is working minutes of BufferCalendar to keep before the operation.
	Buffer         int32  `json:"buffer,omitempty"`
	BufferCalendar string `json:"bufferCalendar,omitempty"`
	Modes          []Mode `json:"modes"`
	// Prev is the place in the plan in force.
	Prev *Place `json:"prev,omitempty"`
	// Of is the operation whose later segment this is. That one is the first
	// segment, and Whole has the modes from before it was cut: see Uncut.
	Of    string `json:"of,omitempty"`
	Whole []Mode `json:"whole,omitempty"`
}

// Place is a resource and a start.
type Place struct {
	On    string  `json:"on"`
	Start *Moment `json:"start"`
}

// Mode is one way to make an operation: a resource and its minutes there.
type Mode struct {
	On    string `json:"on"`
	Setup int32  `json:"setup,omitempty"`
	Run   int32  `json:"run"`
	// Unattended lets the run use the Run calendar of the resource.
	Unattended bool `json:"unattended,omitempty"`
	// Rank is the preference, smaller is better.
	Rank int16 `json:"rank,omitempty"`
	// Reluctance is by how many minutes it must end earlier than a mode
	// without to be taken instead.
	Reluctance int32 `json:"reluctance,omitempty"`
	// Cost is for the whole operation, in hundredths of the currency.
	Cost int64 `json:"cost,omitempty"`
	// Flags lists any of coarse, breaks-spec, changes-machine.
	Flags []string `json:"flags,omitempty"`
}

// Edge is one precedence. ["from","to"] in JSON means: To starts after From is
// finished, handed over and moved. The object form sets single fields; what is
// absent keeps the meaning of the short form.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
	// FromAt and ToAt are points of the runs in parts per million; ToAt -1
	// is the start of the set-up. Absent: 1000000 and -1.
	FromAt *int32 `json:"fromAt,omitempty"`
	ToAt   *int32 `json:"toAt,omitempty"`
	// Lag is elapsed minutes.
	Lag int32 `json:"lag,omitempty"`
	// Flow and HandOver are true when absent.
	Flow     *bool `json:"flow,omitempty"`
	HandOver *bool `json:"handOver,omitempty"`
}

// Electrode says which electrodes an EDM operation burns, in burn order.
type Electrode struct {
	Op string `json:"op"`
	// Transfer is how many electrodes must be there before the run starts; 0 means 1.
	Transfer int32  `json:"transfer,omitempty"`
	Burns    []Burn `json:"burns"`
}

// Burn is one electrode: made by operation From, or there at At, or in stock
// when both are absent.
type Burn struct {
	From string  `json:"from,omitempty"`
	At   *Moment `json:"at,omitempty"`
	// Run is the burn time; only the proportions within one Electrode count.
	Run int32 `json:"run"`
}

// Fixed pins an operation. Kind is resource (keeps On), times (lock of
// resource, start and end), running (Start in the past, End = expected end) or
// done (Start and End are actuals).
type Fixed struct {
	Op    string  `json:"op"`
	Kind  string  `json:"kind"`
	On    string  `json:"on,omitempty"`
	Start *Moment `json:"start,omitempty"`
	End   *Moment `json:"end,omitempty"`
}

// Block occupies units of a resource: work of moulds outside the problem.
type Block struct {
	On    string  `json:"on"`
	Start *Moment `json:"start"`
	End   *Moment `json:"end"`
	// Units is how many units; 0 means 1.
	Units int32  `json:"units,omitempty"`
	Name  string `json:"name,omitempty"`
}

// Target is an extra due date of one operation.
type Target struct {
	Op     string  `json:"op"`
	Due    *Moment `json:"due"`
	Weight int32   `json:"weight"`
}

// Settings are the codes of the scheduling settings that a file may carry.
// 0 means the default.
type Settings struct {
	Goal   int `json:"goal,omitempty"`
	Rule   int `json:"rule,omitempty"`
	Select int `json:"select,omitempty"`
	// SameTolerance is in minutes, for selection rule 6.
	SameTolerance int32 `json:"sameTolerance,omitempty"`
	Direction     int   `json:"direction,omitempty"`
	// Overtime is who may work overtime: 1 all, 2 bottlenecks, 3 late jobs; 0
	// the operations that say so.
	Overtime int `json:"overtime,omitempty"`
	// ReSetup is the set-up in minutes of the second piece of an operation that
	// somebody splits, where it does not directly go on; see package retime.
	ReSetup int32 `json:"reSetup,omitempty"`
	// MovedAfter is the minutes by which a start may shift and still count as
	// unmoved; absent means 240.
	MovedAfter *int32 `json:"movedAfter,omitempty"`
}
