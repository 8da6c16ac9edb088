package solver

// Key is one figure of the objective vector, smaller is better.
type Key uint8

// The keys. Unplaced operations are always first and not named here.
const (
	KeyTardiness   Key = iota + 1 // sum of weight x elapsed minutes late
	KeyMakespan                   // last end
	KeyCycle                      // sum of job end - max(S, release)
	KeyMoved                      // operations moved against Op.Prev
	KeyRegret                     // sum of ranks, costs, flags and reluctant choices of the modes
	KeyEnds                       // sum of ends
	KeyIdle                       // idle minutes of the bottlenecks within the window
	KeyImbalance                  // unevenness of machine groups within the window, millionths
	KeyChanges                    // operations on another resource of the group than the one before them of their part
	KeyChangeovers                // neighbours of different jobs on single resources
)

// Rule is the dispatch rule, setting 13.
type Rule uint8

// The dispatch rules; 0 means RulePriority.
const (
	RuleEDD         Rule = iota + 1 // due date
	RulePriority                    // weight, then due date
	RuleSlack                       // latest start
	RuleRatio                       // critical ratio
	RuleSPT                         // short operations first
	RuleLPT                         // long operations first
	RuleFIFO                        // arrival
	RulePenetration                 // buffer penetration, RuleSlack without buffers
)

// Select is the resource selection rule, setting 10; 0 means SelectFinish.
type Select uint8

// The selection rules. Ties go to the earliest end, the lower reluctance, the
// lower rank, then to the mode listed first.
const (
	SelectFinish Select = iota + 1 // earliest end
	SelectStart                    // earliest start
	SelectLoad                     // least minutes booked so far
	SelectRank                     // lowest Mode.Rank
	SelectCost                     // lowest Mode.Cost
	SelectSame                     // as the previous operation, see Params.SameTolerance
)

// Direction is the timing rule, setting 7; 0 means Forward.
type Direction uint8

// The directions. All but Forward are applied to the best plan found forward.
const (
	Forward  Direction = iota + 1 // everything as early as its sequence allows
	Backward                      // everything as late as its delivery allows
	Both                          // so the jobs in time; late ones forward
	Drum                          // so what feeds a bottleneck; the rest forward
)

// Params steer a run.
type Params struct {
	Seed uint64
	// Iterations limits the improvement; 0 means no limit but Seconds.
	Iterations int64
	// Seconds limits the whole run. With both 0 the reference dispatcher is the answer.
	Seconds float64
	// Workers is the number of threads; it never changes the result of a run
	// that Iterations limits. 0 means 1.
	Workers int
	Goal    []Key
	Rule    Rule
	Select  Select
	// SameTolerance is by how many minutes the resource of the previous
	// operation may end later than the best one and still be taken.
	SameTolerance Min
	Direction     Direction
	// Overtime is who may use the second calendars; only Run looks at it.
	Overtime Overtime
	// Pace, when given, notes the iterations of each search, or repeats them.
	Pace *Pace
	// Warm, when given, is an earlier plan whose order is tried first.
	Warm *Plan
}

// Overtime is setting 5; 0 leaves Op.Overtime as the problem has it.
type Overtime uint8

// Who works overtime.
const (
	OvertimeAll        Overtime = iota + 1 // every operation
	OvertimeBottleneck                     // what is done on a bottleneck
	OvertimeLate                           // jobs that would be late without
)

// Progress is reported while Solve runs.
type Progress struct {
	Phase      string // "dispatch" or "improve"
	Percent    float64
	Value      []int64
	Bound      []int64 // lower bounds of the first two of Value
	Late       int     // jobs late or with unplaced operations
	Seconds    float64
	Iterations int64
	// Moves is the number of neighbours scored so far.
	Moves int64
}
