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
}

// Master is all master data.
type Master struct {
	deps Deps

	Sections  *resource.Resource[Section]
	Shifts    *resource.Resource[Shift]
	Calendars *resource.Resource[Calendar]
	Groups    *resource.Resource[Group]
	Machines  *resource.Resource[Machine]
	Customers *resource.Resource[Customer]
	Suppliers *resource.Resource[Supplier]
	Processes *resource.Resource[Process]
}

// New declares every entity; one may only refer to those declared above it.
func New(deps Deps) *Master {
	d := &Master{deps: deps}
	d.Sections = resource.Define(d.section())
	d.Shifts = resource.Define(d.shift())
	d.Calendars = resource.Define(d.calendar())
	d.Groups = resource.Define(d.group())
	d.Machines = resource.Define(d.machine())
	d.Customers = resource.Define(d.customer())
	d.Suppliers = resource.Define(d.supplier())
	d.Processes = resource.Define(d.process())
	return d
}

// All is every entity of this domain.
func (d *Master) All() []resource.Any {
	return []resource.Any{d.Sections, d.Shifts, d.Calendars, d.Groups, d.Machines, d.Customers, d.Suppliers, d.Processes}
}
