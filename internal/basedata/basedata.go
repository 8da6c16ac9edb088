// Package basedata holds the master data that planning lives on: one file per entity.
//
// What lives here: the declarations of the entities and the rules that only they know. What never does: orders,
// plans, people; storage and HTTP, which the resource kit brings.
package basedata

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// L and Opt are short names for the texts of the declarations.
var (
	L   = problem.L
	Opt = resource.Opt
)

// name8 is the pattern of machine and section names: a letter, then letters, digits or underscores, up to 8 (R04).
const name8 = `^[A-Za-z][A-Za-z0-9_]{0,7}$`

// Deps are what this domain needs of others; main fills them in, so that no import points outward.
type Deps struct {
	// Changed tells the screens of a factory to read again.
	Changed func(ctx context.Context, actor store.Actor, entity, id string)
	// People are the users who can be members of a group; nil = nobody.
	People *resource.Directory
	// Burning counts the operations of a process that burn electrodes, in all factories; nil = none.
	Burning func(ctx context.Context, tx store.Tx, processID string) (int, error)
}

// Master is all master data.
type Master struct {
	deps Deps

	Sections            *resource.Resource[Section]
	Shifts              *resource.Resource[Shift]
	Calendars           *resource.Resource[Calendar]
	Groups              *resource.Resource[Group]
	AccuracyGrades      *resource.Resource[AccuracyGrade]
	MachineAttributes   *resource.Resource[MachineAttribute]
	Machines            *resource.Resource[Machine]
	Exceptions          *resource.Resource[Exception]
	FlowTimes           *resource.Resource[FlowTime]
	Materials           *resource.Resource[Material]
	ProcessingMaterials *resource.Resource[ProcessingMaterial]
	ElectrodeGaps       *resource.Resource[ElectrodeGap]
	PartTypes           *resource.Resource[PartType]
	OrderTypes          *resource.Resource[OrderType]
	Customers           *resource.Resource[Customer]
	Processes           *resource.Resource[Process]
	Suppliers           *resource.Resource[Supplier]
}

// New declares every entity; one may only refer to those declared above it.
func New(deps Deps) *Master {
	if deps.People == nil {
		deps.People = nobody()
	}
	d := &Master{deps: deps}
	d.Sections = resource.Define(d.section())
	d.Shifts = resource.Define(d.shift())
	d.Calendars = resource.Define(d.calendar())
	d.Groups = resource.Define(d.group())
	d.AccuracyGrades = resource.Define(d.accuracyGrade())
	d.MachineAttributes = resource.Define(d.machineAttribute())
	d.Machines = resource.Define(d.machine())
	d.Exceptions = resource.Define(d.exception())
	d.FlowTimes = resource.Define(d.flowTime())
	d.Materials = resource.Define(d.material())
	d.ProcessingMaterials = resource.Define(d.processingMaterial())
	d.ElectrodeGaps = resource.Define(d.electrodeGap())
	d.PartTypes = resource.Define(d.partType())
	d.OrderTypes = resource.Define(d.orderType())
	d.Customers = resource.Define(d.customer())
	d.Processes = resource.Define(d.process())
	d.Suppliers = resource.Define(d.supplier())
	return d
}

// All is every entity of this domain, each after those that it refers to.
func (d *Master) All() []resource.Any {
	return []resource.Any{
		d.deps.People, d.Sections, d.Shifts, d.Calendars, d.Groups, d.AccuracyGrades, d.MachineAttributes, d.Machines, d.Exceptions, d.FlowTimes,
		d.Materials, d.ProcessingMaterials, d.ElectrodeGaps, d.PartTypes, d.OrderTypes, d.Customers, d.Processes, d.Suppliers,
	}
}

// PeoplePath is where the people are listed that a group chooses its members from.
const PeoplePath = "bms/member"

// nobody is the directory of a shop without accounts.
func nobody() *resource.Directory {
	return &resource.Directory{
		Path: PeoplePath, Of: L("成员", "Members"), Permission: "system.group",
		Find:   func(context.Context, store.Tx, []string) ([]resource.Entry, error) { return nil, nil },
		Search: func(context.Context, store.Tx, string, int) ([]resource.Entry, error) { return nil, nil },
	}
}
