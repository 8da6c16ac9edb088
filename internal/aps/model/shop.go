// Package model makes a problem of the engine out of a shop.
//
// What lives here: the shop as a run reads it (moulds, parts, operations, groups, machines, suppliers) and its translation into a
// mould/1 problem: routes, modes, lots, what has begun, electrodes, outsourcing, assembly, calendars, bottlenecks, and hints
// on what the data lack. What never does: the database, a plan, and the search for one.
package model

import (
	"time"

	"mouldworks/internal/platform/quantity"
)

// Shop is what a run plans: plain values, read in one snapshot.
type Shop struct {
	Zone      string
	Groups    []Group
	Machines  []Machine
	Suppliers []Supplier
	Flows     []Flow
	Moulds    []Mould
}

// Names are what people call the resources, by id.
func (s *Shop) Names() map[string]string {
	names := map[string]string{AnySupplier: WordOutside}
	for i := range s.Machines {
		names[s.Machines[i].ID] = s.Machines[i].Name
	}
	for i := range s.Groups {
		names[s.Groups[i].ID] = s.Groups[i].Name
	}
	for i := range s.Suppliers {
		names[s.Suppliers[i].ID] = s.Suppliers[i].Name
	}
	return names
}

// Flow is the time that a part takes from one group or machine to another, elapsed.
type Flow struct {
	From, To string
	Minutes  quantity.Minutes
}

// Group is a resource group with its working time.
type Group struct {
	ID, Code, Name, Section string
	People, Outside         bool
	Members                 int
	Scheduled               bool
	Bottleneck              bool             // people have named it; the scheduler then looks for no other
	HourRate                quantity.Decimal // labour, currency per hour
	NeedCAM                 bool             // its operations wait for a program
	Periods                 [][2]string      // of a working day, rests taken out; up to "48:00" where they cross midnight
	Overtime                [][2]string      // stretches after the periods that overtime may use
	Rest                    []int            // weekdays, 0 = Sunday
	Closed, Workdays        []string         // dates
	Exceptions              []Exception
}

// Exception is a stretch in which a group or machine works otherwise than its calendar says: extra, or not at all.
type Exception struct {
	From, To time.Time
	Extra    bool
}

// Machine is a machine that takes part in scheduling.
type Machine struct {
	ID, Name, GroupID string
	Automation        bool
	WorkRate          quantity.Decimal
	Target            quantity.Decimal // utilisation, per cent; 0 = none of its own
	HourRate          quantity.Decimal // currency per hour, beside that of its group
	Level             int              // rank of the finest accuracy grade that it reaches, 1 finest; 0 = unknown
	Limits            Limits
	Exceptions        []Exception
}

// Limits are the largest part that a machine takes, 0 = unknown, and the hardness that it cuts.
type Limits struct {
	Length, Width, Height, Weight quantity.Decimal // mm, kg
	Softest, Hardest              quantity.Decimal // HRC
}

// Supplier works outside.
type Supplier struct {
	ID, Code, Name string
	LeadDays       quantity.Decimal
	Processes      map[string]quantity.Decimal // lead days of single processes, which beat LeadDays
	Out, Back      quantity.Minutes            // 0: the default flow time
}

// Why a mould that a schedule names is not open.
const (
	MouldOnHold    = "onHold"
	MouldFinished  = "finished"
	MouldCancelled = "cancelled"
)

// Mould is a mould order with its parts.
type Mould struct {
	ID, No, Name               string
	Shut                       string `json:",omitempty"` // MouldOnHold ...: it is not open and has no parts here; empty: it is open
	Delivery, Release          *time.Time
	HeldDue                    *time.Time `json:"-"` // the earlier date to which a schedule holds it; Delivery is the same then
	Priority                   int
	AssemblyGroup, TryoutGroup string // ids
	Assembly, Tryout           quantity.Minutes
	AssemblyBy                 AssemblyHours
	Parts                      []Part
}

// Part is a workpiece, electrode or assembly with its route.
type Part struct {
	ID, No, Name, Parent string
	Electrode, Assembly  bool
	Stocked              bool // electrodes: lies ready
	Inspected            bool // electrodes: done, but on its way
	NeededAtOp, Qty      int
	Pieces               int     `json:",omitempty"` // electrodes: identical ones, 0 = 1
	Batches              []Batch // by number; what of Qty is in none goes its way as one more lot
	Batch                *Batch  // set by the adapter: this is a batch of the part
	Of                   int     // set by the adapter: pieces of the whole part, of which this lot has Qty; 0 = all
	Grade                int     // rank of its accuracy grade, 1 finest; 0 = none

	Length, Width, Height, Weight, Hardness quantity.Decimal // 0 = unknown
	MaterialReady                           *time.Time
	DrawingReady                            *time.Time `json:",omitempty"`
	Due                                     *time.Time // of its own, before the mould\'s
	DesignReady                             *time.Time
	Ops                                     []Operation
}

// Operation is one step of a route.
type Operation struct {
	ID                     string
	No                     int
	Branch, Process        string
	ProcessID              string
	EDM                    bool
	GroupID                string
	Minutes, Setup, Lag    quantity.Minutes // Minutes with set-up; Lag: elapsed time that successors wait
	Pred                   string
	Crew                   int
	Unattended, Pausable   bool
	Earliest, ProgramReady *time.Time
	CAMStatus              int
	Outsource              int // 0 inside, 1 possible, 2 at a supplier
	SupplierID             string
	LeadDays               quantity.Decimal
	Implied                bool // by the order: number 10 its assembly, 20 its try-out; without hours there is none
	Step                   int  // of the order that it stands for, by that number, whoever plans it; 0 for none
	Lock                   int
	LockMachine            string
	LockStart              *time.Time
	Machines               []Eligible // empty: every machine of the group
	Burns                  []Burn
	DesignDue              *time.Time          // when they are planned to be designed
	Expected               int                 // electrodes, where they are not known one by one
	Progress                                   // of the whole part, or of its pieces that are in no batch
	ByBatch                map[string]Progress // of its batches that have reports
}

// Progress is how far the shop floor is with an operation, or with one batch of it.
type Progress struct {
	Status             int // 0 not started, 1 running, 2 paused, 3 finished
	OnMachine          string
	RealStart, RealEnd *time.Time
	Reported           quantity.Minutes
	Remaining          *quantity.Minutes
	QtyDone            int
	ReportedAt         *time.Time // of the newest report
	// Of the order at a supplier: who has it, since when it is there, and when it comes back. What has come back is finished.
	Supplier          string
	Ordered, Promised *time.Time
	Applied           bool `json:",omitempty"` // somebody has applied for outsourcing: it goes outside, ordered or not
}

// Batch is a share of a part's quantity that goes its way by itself.
type Batch struct {
	ID, No string
	Qty    int
	State  int // of production: 1 dispatched, 2 paused, 3 closed, 4 finished
}

// Eligible is a machine that may take an operation.
type Eligible struct {
	MachineID      string
	Rank           int
	Minutes, Setup quantity.Minutes // 0 = the operation's
}

// Burn is an electrode that an EDM operation uses, in burn order.
type Burn struct {
	PartID  string
	Minutes quantity.Minutes
	Seq     int `json:",omitempty"` // its place among the electrodes of the operation
	Pieces  int `json:",omitempty"` // of the electrode that are used at once, 0 = 1
}

// Open is how many moulds of a shop can be planned.
func (s *Shop) Open() (count int) {
	for i := range s.Moulds {
		if s.Moulds[i].Shut == "" {
			count++
		}
	}
	return count
}

// Closed are the numbers of the moulds of a shop that are finished or cancelled.
func (s *Shop) Closed() (numbers []string) {
	for i := range s.Moulds {
		if m := &s.Moulds[i]; m.Shut == MouldFinished || m.Shut == MouldCancelled {
			numbers = append(numbers, m.No)
		}
	}
	return numbers
}
