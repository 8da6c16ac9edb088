package production

import (
	"context"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// Readiness counts electrodes by how far they have come; each state contains the later ones.
type Readiness struct {
	Total     int `json:"total" doc:"expected ones where they are not known one by one"`
	Known     int `json:"known" doc:"listed one by one"`
	Designed  int `json:"designed"`
	Machined  int `json:"machined"`
	Inspected int `json:"inspected"`
	Stocked   int `json:"stocked"`
}

func (r *Readiness) count(state int) {
	r.Total++
	r.Known++
	for least, into := range map[int]*int{ElectrodeDesigned: &r.Designed, ElectrodeMachined: &r.Machined, ElectrodeInspected: &r.Inspected, ElectrodeStocked: &r.Stocked} {
		if state >= least {
			*into++
		}
	}
}

// Span is work with its progress and its place in the plan in force.
type Span struct {
	Hours        quantity.Minutes `json:"hours"`
	DoneHours    quantity.Minutes `json:"doneHours"`
	PlannedStart *time.Time       `json:"plannedStart" doc:"null without a plan in force"`
	PlannedEnd   *time.Time       `json:"plannedEnd" doc:"of an operation its end; of a part or a mould when it is handed over, which nobody may do at night"`
	Late         bool             `json:"late" doc:"by the dates of today: the mould, or the part by a due date of its own"`
}

func (s *Span) add(other Span) {
	s.Hours += other.Hours
	s.DoneHours += other.DoneHours
	if other.PlannedStart != nil && (s.PlannedStart == nil || other.PlannedStart.Before(*s.PlannedStart)) {
		s.PlannedStart = other.PlannedStart
	}
	if other.PlannedEnd != nil {
		s.PlannedEnd = later(s.PlannedEnd, *other.PlannedEnd)
	}
}

// MouldTree is one mould with everything that belongs to it.
type MouldTree struct {
	ID         string     `json:"id"`
	MouldNo    string     `json:"mouldNo"`
	Name       string     `json:"name"`
	ProjectNo  string     `json:"projectNo"`
	Customer   string     `json:"customer"`
	OrderType  string     `json:"orderType"`
	Delivery   *time.Time `json:"delivery"`
	Priority   int        `json:"priority"`
	Status     int        `json:"status" enum:"0,1,2,3"`
	Picture    string     `json:"picture" doc:"id of the file of its picture, empty for none"`
	Planned    bool       `json:"planned" doc:"the plan in force holds it"`
	Operations int        `json:"operations"`
	Finished   int        `json:"finished" doc:"operations"`
	Span
	Electrodes Readiness  `json:"electrodes"`
	Parts      []TreePart `json:"parts" nullable:"false"`
}

// TreePart is a part with its route.
type TreePart struct {
	ID            string     `json:"id"`
	PartNo        string     `json:"partNo"`
	Name          string     `json:"name"`
	Kind          int        `json:"kind"`
	ParentNo      string     `json:"parentNo" doc:"part number of the part it goes into"`
	Qty           int        `json:"qty"`
	Material      string     `json:"material"`
	Due           *time.Time `json:"due"`
	State         int        `json:"state" enum:"0,1,2,3,4" doc:"of an electrode: 0 not designed, 1 designed, 2 machined, 3 inspected, 4 stocked"`
	Pieces        int        `json:"pieces"`
	Finish        int        `json:"finish"`
	StockPosition string     `json:"stockPosition"`
	Span
	Operations []TreeOperation `json:"operations" nullable:"false"`
	Batches    []TreeBatch     `json:"batches" nullable:"false"`
}

// TreeBatch is a batch of a part.
type TreeBatch struct {
	ID      string `json:"id"`
	BatchNo string `json:"batchNo"`
	Qty     int    `json:"qty"`
	State   int    `json:"state"`
}

// TreeOperation is a step of a route, how it stands and where the plan puts it.
type TreeOperation struct {
	ID            string           `json:"id"`
	OpNo          int              `json:"opNo"`
	Branch        string           `json:"branch"`
	Process       string           `json:"process"`
	Group         string           `json:"group"`
	Machine       string           `json:"machine" doc:"where it runs or ran, else where the plan puts it"`
	Status        int              `json:"status" enum:"0,1,2,3" doc:"0 not started, 1 running, 2 paused, 3 finished"`
	Outsourced    bool             `json:"outsourced"`
	Supplier      string           `json:"supplier"`
	Promised      *time.Time       `json:"promised"`
	RealStart     *time.Time       `json:"realStart"`
	RealEnd       *time.Time       `json:"realEnd"`
	ReportedHours quantity.Minutes `json:"reportedHours"`
	EDM           bool             `json:"edm"`
	Span
	Electrodes   *Readiness `json:"electrodes,omitempty" doc:"of an EDM operation"`
	ElectrodeIDs []string   `json:"electrodeIds" nullable:"false"`
	Settled      bool       `json:"settled" doc:"its electrode is inspected or stocked: it is no task of any plan, and counts in no sum"`
	Hidden       bool       `json:"hidden" doc:"in a section that the caller may not see: its times alone are told"`
}

func (p *Production) mountTree(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "pm/mould/{id}/tree", ID: "mould-tree", Summary: "One mould as a tree of parts with their routes, electrodes and progress", Tag: "production",
		Permission: "pm.mould.detail", Example: &api.Example{Path: map[string]string{"id": "01900000-0000-7000-8000-000000000401"}},
	}, func(ctx context.Context, tx store.Tx, in *struct {
		ID string `path:"id"`
	},
	) (*MouldTree, error) {
		return p.Tree(ctx, tx, in.ID)
	})
}

// Tree reads one mould with its parts, their routes, electrodes and progress, and its place in the plan in force.
func (p *Production) Tree(ctx context.Context, tx store.Tx, id string) (*MouldTree, error) {
	mould, err := p.Moulds.Get(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	orders, err := readOrders(ctx, tx, []Mould{*mould})
	if err != nil {
		return nil, err
	}
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	planned, err := p.deps.Planned(ctx, tx, []string{id})
	if err != nil {
		return nil, err
	}
	tree := grown(ctx, tx, &orders[0], names, planned)
	pictures, err := p.deps.Files.Of(ctx, tx, p.Moulds.Name(), id)
	if err != nil {
		return nil, err
	}
	if file.Require(tx.Actor(), Pictures, file.See) == nil {
		for i := range pictures {
			tree.Picture = pictures[i].ID
		}
	}
	return tree, nil
}

// grown is the tree of one mould; planned are its own operations.
func grown(ctx context.Context, tx store.Tx, order *Order, names *Names, planned map[string]Planned) *MouldTree {
	g := &grower{order: order, names: names, planned: planned, electrodes: map[string]*Part{}, hidden: tx.Actor().Hidden.Groups, lang: problem.Language(ctx)}
	return g.grow()
}

// grower makes the tree of one mould.
type grower struct {
	order      *Order
	names      *Names
	planned    map[string]Planned
	electrodes map[string]*Part
	hidden     []string // groups of which the caller sees no work
	lang       string
}

func (g *grower) grow() *MouldTree {
	m := &g.order.Mould
	t := &MouldTree{
		ID: m.ID, MouldNo: m.MouldNo, Name: m.Name, ProjectNo: m.ProjectNo, Customer: g.names.Customers[m.CustomerID], OrderType: g.names.OrderTypes[m.OrderTypeID], Delivery: m.Delivery,
		Priority: m.Priority, Status: m.Status, Planned: len(g.planned) > 0, Parts: []TreePart{},
	}
	for i := range g.order.Parts {
		if x := &g.order.Parts[i]; x.Kind == Electrode {
			g.electrodes[x.ID] = x
			t.Electrodes.count(x.State)
		}
	}
	for i := range g.order.Parts {
		part := g.part(&g.order.Parts[i])
		for _, o := range part.Operations {
			if o.Settled {
				continue
			}
			t.Operations++
			if o.Status == Finished {
				t.Finished++
			}
		}
		t.Span.add(part.Span)
		t.Parts = append(t.Parts, part)
	}
	for _, p := range g.planned { // assembly and try-out that the mould itself asks for are tasks without an operation
		t.PlannedEnd = later(t.PlannedEnd, p.Leaves)
	}
	t.Late = after(t.PlannedEnd, t.Delivery)
	for i := range t.Parts {
		t.Parts[i].judge(t.Late)
	}
	return t
}

func (g *grower) part(x *Part) TreePart {
	part := TreePart{
		ID: x.ID, PartNo: x.PartNo, Name: x.Name, Kind: x.Kind, ParentNo: x.ParentPartNo, Qty: x.Qty, Material: g.names.Materials[x.MaterialID], Due: x.Due, State: x.State,
		Pieces: x.Pieces, Finish: x.Finish, StockPosition: x.StockPosition, Operations: []TreeOperation{}, Batches: []TreeBatch{},
	}
	for _, b := range g.order.Batches[x.ID] {
		part.Batches = append(part.Batches, TreeBatch{b.ID, b.BatchNo, b.Qty, b.State})
	}
	for _, o := range g.order.Operations[x.ID] {
		op := g.operation(o)
		if x.made() {
			op.Settled, op.Hours, op.DoneHours = true, 0, 0
		}
		part.Span.add(op.Span)
		if p, ok := g.planned[o.ID]; ok {
			part.PlannedEnd = later(part.PlannedEnd, p.Leaves)
		}
		part.Operations = append(part.Operations, op)
	}
	return part
}

// judge tells of a part and its planned operations whether they are late: with their mould, or by the date of the part.
func (x *TreePart) judge(mould bool) {
	x.Late = x.PlannedEnd != nil && mould || after(x.PlannedEnd, x.Due)
	for i := range x.Operations {
		o := &x.Operations[i]
		o.Late = x.Late && o.PlannedEnd != nil
	}
}

// after tells that a known moment lies after a known date.
func after(t, due *time.Time) bool { return t != nil && due != nil && t.After(*due) }

func (g *grower) operation(o *Operation) TreeOperation {
	op := TreeOperation{
		ID: o.ID, OpNo: o.OpNo, Branch: o.Branch, Process: g.names.Processes[o.ProcessID], Group: g.names.Groups[o.GroupID], EDM: g.names.EDM[o.ProcessID],
		Span: Span{Hours: o.Minutes, DoneHours: share(o, g.order.Progress[o.ID])}, Outsourced: o.Outsource == 2, Supplier: g.names.Suppliers[o.SupplierID],
		ElectrodeIDs: []string{},
	}
	if op.Process == "" {
		op.Process = o.StepName().In(g.lang)
	}
	if p, ok := g.planned[o.ID]; ok {
		op.Machine, op.PlannedStart, op.PlannedEnd = p.MachineName, &p.Start, &p.End
	}
	if r := g.order.Progress[o.ID]; r != nil {
		op.Status, op.RealStart, op.RealEnd, op.ReportedHours = r.Status, r.RealStart, r.RealEnd, r.ReportedMinutes
		if name := g.names.Machines[r.MachineID].Name; name != "" {
			op.Machine = name
		}
	}
	if order := g.order.Outsourced[o.ID]; order != nil {
		op.Outsourced, op.Promised = op.Outsourced || order.Placed() || order.AppliedAt != nil, order.Promised
		if order.SupplierID != "" {
			op.Supplier = g.names.Suppliers[order.SupplierID]
		}
	}
	if op.EDM || len(g.order.Links[o.ID]) > 0 {
		op.Electrodes = g.readiness(o)
		for _, l := range g.order.Links[o.ID] {
			op.ElectrodeIDs = append(op.ElectrodeIDs, l.ElectrodeID)
		}
	}
	if slices.Contains(g.hidden, o.GroupID) {
		return op.bare(g.lang)
	}
	return op
}

// wordHidden stands for the work of a section that the caller may not see.
var wordHidden = L("其他工段", "Other section")

// bare is what is told of an operation in a section that the caller may not see: that there is work, and when. Without it the times
// of the mould would not add up; its hours are nobody else's, and count in no sum.
func (o *TreeOperation) bare(lang string) TreeOperation {
	times := o.Span
	times.Hours, times.DoneHours = 0, 0
	return TreeOperation{ID: o.ID, OpNo: o.OpNo, Process: wordHidden.In(lang), Status: o.Status, Span: times, ElectrodeIDs: []string{}, Hidden: true}
}

func (g *grower) readiness(o *Operation) *Readiness {
	r := &Readiness{}
	for _, l := range g.order.Links[o.ID] {
		if e := g.electrodes[l.ElectrodeID]; e != nil {
			r.count(e.State)
		}
	}
	r.Total = max(r.Total, o.ElectrodesExpected)
	return r
}
