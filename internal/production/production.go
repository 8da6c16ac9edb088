// Package production holds what a planner brings in: mould orders, parts, routes, electrodes and progress of a factory.
//
// What lives here: these records, their rules, the import of the workbook. What never does: master data (basedata),
// plans (aps), the format of the workbook (workbook).
package production

import (
	"context"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// L and Opt are short names for the texts of the declarations.
var (
	L   = problem.L
	Opt = resource.Opt
)

// Masters is what the import asks of the master data, by code and by name.
type Masters struct {
	Customers, Suppliers, OrderTypes, PartTypes, Materials, Grades map[string]string // id
	Machines                                                       map[string]MasterMachine
	Groups                                                         map[string]MasterGroup
	Processes                                                      map[string]MasterProcess
	Leads                                                          map[string]SupplierLead // by id of the supplier
	Invalid                                                        map[string]bool         // ids of all of them that nobody may choose now
	Other                                                          map[string][]string     // codes of what basic data alone refer to: section, calendar, shift
	// Keys are the ids by the folded codes, or names where these are the keys, by entity: a key is meant before any name.
	Keys map[string]map[string]string
	// Further are names beside those, by entity, which several records may have: each leads to the code or name of a record.
	Further map[string]*cell.Names
}

// SupplierLead is how long a supplier takes, in elapsed days.
type SupplierLead struct {
	Days      quantity.Decimal
	Processes map[string]quantity.Decimal // by id of the process; beats Days
}

// MasterMachine is a machine as far as an order cares.
type MasterMachine struct {
	ID, GroupID                   string
	Length, Width, Height, Weight quantity.Decimal // the most that it takes, 0 for unknown
}

// MasterGroup is a resource group as far as an order cares.
type MasterGroup struct {
	ID, Name  string
	Scheduled bool
}

// MasterProcess is a process as far as an order cares.
type MasterProcess struct {
	ID           string
	EDM          bool
	DefaultGroup string // code
	Unattended   bool
	Minutes      quantity.Minutes // of an operation that says nothing else
}

// Names are what screens of the caller's language call the master data, by id.
type Names struct {
	Customers, Suppliers, Groups, Processes, OrderTypes, PartTypes, Materials, Grades map[string]string
	Machines                                                                          map[string]NamedMachine
	EDM                                                                               map[string]bool // processes
	Levels                                                                            map[string]int  // priority levels of part types, more is more urgent
	// Otherwise are the names in the other language, for searches; those without one are missing.
	Otherwise map[string]string
}

// NamedMachine is a machine that can be reported on.
type NamedMachine struct{ Name, GroupID string }

// Planned is where the plan in force puts an operation.
type Planned struct {
	MachineID, MachineName string // of its earliest task
	Machines               []string
	Start, End             time.Time // of all its tasks together
	Leaves                 time.Time // what it makes, its last machine: at its end or later
	Late                   bool
}

// MasterRow is one row of the sheets of basic data as it will be written.
type MasterRow struct {
	Sheet   string
	Line    workbook.Line
	Key     workbook.Key
	Stored  string // the key as its record is stored, "" for a new one
	Action  string
	Changes []CellChange // of a changed row: every field
	Err     error        // a *problem.Problem where a rule or a permission refuses the row
	Said    bool         // that it stays out is told already; Err names what else is wrong with it
	Left    []LeftOut    // what the row says and the import does not do
	Asks    bool         // a change of it is asked about by name: others work by it
	Save    func(ctx context.Context, tx store.Tx) error
	// SaveAll saves the Drafts of several rows of one sheet with few statements; it fails as a whole.
	SaveAll func(ctx context.Context, tx store.Tx, drafts []any) error
	Draft   any
	ID      string   // of the record that is written
	Version int64    // of the record that is changed, 0 for a new one
	Uses    []string // ids of the records that it refers to
}

// LeftOut is a cell that an import leaves as it is stored, and why, for people.
type LeftOut struct {
	Column string
	Why    problem.Text
}

// MasterInput is what the basic data of a file are planned from.
type MasterInput struct {
	Book   *workbook.Book
	Create []Missing                    // records that are to be made because the file refers to them
	May    func(permission string) bool // what whoever brings the file may do
	// Words words where a row stands for a reader of another one.
	Words func(from, to workbook.Place) problem.Text
	// Refused is told of each row of the file that stays out, so that Because can name it.
	Refused func(at workbook.Place)
	// Because words why nobody has the name that a row gives for a record of one of these sheets: its own row is refused, or
	// as given.
	Because func(from workbook.Place, name string, unknown problem.Text, sheets ...string) problem.Text
	// Instead tells of a name that leads to a record although a refused row of a sheet is called so and is another one: keys are ids by
	// the folded keys of the sheet's records.
	Instead func(sheet, name, found string, keys map[string]string) (workbook.Place, bool)
	// Wrong are the columns of a row that break a rule by what stands there, so that the row stays out; nil for a row that does not.
	Wrong func(at workbook.Place) map[string]bool
	// Outdated refuses, at the column of its key, a record that is not what it was when the file was checked; version 0 is a new
	// one. What a rule refuses has a reason of its own, so that it is asked of rows that keep all rules.
	Outdated func(sheet, column, key string, version int64) error
}

// MasterPlanner plans the basic data of one file; it writes nothing until a row's Save is called.
type MasterPlanner interface {
	// Stored tells of a fault that holds for new rows alone whether its row is stored already, or, of a date in the place of a name,
	// what that names.
	Stored(f workbook.Fault) bool
	// Plan gives the rows in the order in which they must be written.
	Plan() ([]MasterRow, error)
	// Add makes the planned rows known to whatever refers to them.
	Add(masters *Masters, names *Names)
}

// Deps are what this domain needs of others; main fills them in.
type Deps struct {
	Groups, Machines, Customers, Suppliers, Processes resource.Any
	OrderTypes, PartTypes, Materials, Grades          resource.Any
	People, Departments                               resource.Any
	Owners                                            func(ctx context.Context, tx store.Tx) (*Owners, error) // nil: files name none
	Masters                                           func(ctx context.Context, tx store.Tx) (*Masters, error)
	Names                                             func(ctx context.Context, tx store.Tx) (*Names, error)
	Planned                                           func(ctx context.Context, tx store.Tx, mouldIDs []string) (map[string]Planned, error) // by operation; empty without a plan
	PlanMasters                                       func(ctx context.Context, tx store.Tx, in MasterInput) (MasterPlanner, error)         // nil: such sheets are not taken
	Exported                                          func(sheet string) []workbook.Heading                                                 // see workbook.Options; nil for none
	Marked                                            func(ctx context.Context, tx store.Tx) ([]string, error)                              // names of stored records that begin with #, as remarks of a file do
	PieceWritten                                      func(ctx context.Context)                                                             // hears of every transaction of an import; nil for nobody
	Changed                                           func(ctx context.Context, actor store.Actor, entity, id string)
	Files                                             *file.Files
	OperationsGone                                    func(ctx context.Context, tx store.Tx, ids []string) error                   // takes along what others keep for operations
	Filed                                             func(ctx context.Context, tx store.Tx, ids []string) (map[string]int, error) // how many files go with them, by operation
	PermissionName                                    func(key string) problem.Text                                                // for people
	Starter                                           func(lang string, now time.Time, zone *time.Location) *workbook.Book         // examples for a new company
	Now                                               func() time.Time
}

// Production is the domain.
type Production struct {
	deps Deps

	Moulds     *resource.Resource[*Mould]
	Parts      *resource.Resource[*Part]
	Operations *resource.Resource[*Operation]
	Batches    *resource.Resource[*Batch]
	Outsourced *resource.Resource[*OutsourceOrder]
	Eligible   *resource.Resource[*EligibleMachine]
}

// New declares the entities.
func New(deps Deps) *Production {
	if deps.Now == nil {
		deps.Now = store.Now
	}
	p := &Production{deps: deps}
	p.Moulds = resource.Define(p.mould())
	p.Parts = resource.Define(p.part())
	p.Operations = resource.Define(p.operation())
	p.Batches = resource.Define(p.batch())
	p.Outsourced = resource.Define(p.outsourceOrder())
	p.Eligible = resource.Define(p.eligibleMachine())
	deps.Files.Own(p.pictures())
	return p
}

// All is every entity of this domain.
func (p *Production) All() []resource.Any {
	return []resource.Any{p.Moulds, p.Parts, p.Operations, p.Batches, p.Outsourced, p.Eligible}
}
