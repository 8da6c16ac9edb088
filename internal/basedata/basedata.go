// Package basedata holds the master data that planning lives on: one file per entity.
//
// What lives here: the declarations of the entities and the rules that only they know. What never does: orders,
// plans, people; storage and HTTP, which the resource kit brings.
package basedata

import (
	"context"
	"slices"
	"time"

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
	// GroupTime is what a group works between one bound and the next, as the scheduler counts it; nil = nothing.
	GroupTime func(ctx context.Context, tx store.Tx, groupID string, bounds []time.Time) (GroupTime, error)
}

// Master is all master data.
type Master struct {
	deps Deps
	all  []resource.Any // in the order of their declaration

	Sections            *resource.Resource[*Section]
	Shifts              *resource.Resource[*Shift]
	Calendars           *resource.Resource[*Calendar]
	Groups              *resource.Resource[*Group]
	AccuracyGrades      *resource.Resource[*AccuracyGrade]
	MachineAttributes   *resource.Resource[*MachineAttribute]
	Machines            *resource.Resource[*Machine]
	Exceptions          *resource.Resource[*Exception]
	FlowTimes           *resource.Resource[*FlowTime]
	Materials           *resource.Resource[*Material]
	ProcessingMaterials *resource.Resource[*ProcessingMaterial]
	ElectrodeGaps       *resource.Resource[*ElectrodeGap]
	PartTypes           *resource.Resource[*PartType]
	OrderTypes          *resource.Resource[*OrderType]
	Customers           *resource.Resource[*Customer]
	Processes           *resource.Resource[*Process]
	Suppliers           *resource.Resource[*Supplier]
	ProductTypes        *resource.Resource[*ProductType]
	Units               *resource.Resource[*Unit]
	Currencies          *resource.Resource[*Currency]
	ExchangeRates       *resource.Resource[*ExchangeRate]
	Tolerances          *resource.Resource[*Tolerance]
	ToleranceOptions    *resource.Resource[*ToleranceOption]
	ColourStandards     *resource.Resource[*ColourStandard]
	SurfaceRequirements *resource.Resource[*SurfaceRequirement]
	DeliveryAddresses   *resource.Resource[*DeliveryAddress]
	CostCentres         *resource.Resource[*CostCentre]
	MoveTypes           *resource.Resource[*MoveType]
	PDMFileTypes        *resource.Resource[*PDMFileType]
	Formulas            *resource.Resource[*Formula]
	SkillTitles         *resource.Resource[*SkillTitle]
	WarehouseShelves    *resource.Resource[*WarehouseShelf]
	AlarmRules          *resource.Resource[*AlarmRule]
	PartNumberTypes     *resource.Resource[*PartNumberType]
	PartNumberRules     *resource.Resource[*PartNumberRule]
	PartNumbers         *resource.Resource[*PartNumber]
	CheckoutTools       *resource.Resource[*CheckoutTool]
	CheckoutTemplates   *resource.Resource[*CheckoutTemplate]
}

// New declares every entity; one may only refer to those declared above it.
func New(deps Deps) *Master {
	if deps.People == nil {
		deps.People = nobody()
	}
	d := &Master{deps: deps, all: []resource.Any{deps.People}}
	d.Sections = define(d, d.section())
	d.Shifts = define(d, d.shift())
	d.Calendars = define(d, d.calendar())
	d.Groups = define(d, d.group())
	d.AccuracyGrades = define(d, d.accuracyGrade())
	d.MachineAttributes = define(d, d.machineAttribute())
	d.Machines = define(d, d.machine())
	d.Exceptions = define(d, d.exception())
	d.FlowTimes = define(d, d.flowTime())
	d.Materials = define(d, d.material())
	d.ProcessingMaterials = define(d, d.processingMaterial())
	d.ElectrodeGaps = define(d, d.electrodeGap())
	d.ProductTypes = define(d, d.productType())
	d.PartTypes = define(d, d.partType())
	d.OrderTypes = define(d, d.orderType())
	d.Customers = define(d, d.customer())
	d.Processes = define(d, d.process())
	d.Suppliers = define(d, d.supplier())
	d.Units = define(d, d.unit())
	d.Currencies = define(d, d.currency())
	d.ExchangeRates = define(d, d.exchangeRate())
	d.Tolerances = define(d, d.tolerance())
	d.ToleranceOptions = define(d, d.toleranceOption())
	d.ColourStandards = define(d, d.colourStandard())
	d.SurfaceRequirements = define(d, d.surfaceRequirement())
	d.DeliveryAddresses = define(d, d.deliveryAddress())
	d.CostCentres = define(d, d.costCentre())
	d.MoveTypes = define(d, d.moveType())
	d.PDMFileTypes = define(d, d.pdmFileType())
	d.Formulas = define(d, d.formula())
	d.SkillTitles = define(d, d.skillTitle())
	d.WarehouseShelves = define(d, d.warehouseShelf())
	d.AlarmRules = define(d, d.alarmRule())
	d.PartNumberTypes = define(d, d.partNumberType())
	d.PartNumberRules = define(d, d.partNumberRule())
	d.PartNumbers = define(d, d.partNumber())
	d.CheckoutTools = define(d, d.checkoutTool())
	d.CheckoutTemplates = define(d, d.checkoutTemplate())
	return d
}

// define declares an entity, behind those that it refers to.
func define[P resource.Entity](d *Master, spec resource.Spec[P]) *resource.Resource[P] {
	r := resource.Define(spec)
	d.all = append(d.all, r)
	return r
}

// All is every entity of this domain, each after those that it refers to.
func (d *Master) All() []resource.Any { return slices.Clone(d.all) }

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
