package batching

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Query asks for the lots of open moulds.
type Query struct {
	Search      string `json:"q,omitempty" doc:"in the number and name of mould and part"`
	MouldID     string `json:"mouldId,omitempty"`
	Kind        int    `json:"kind,omitempty" enum:"0,1,2,3" doc:"0 all, 1 workpieces, 2 electrodes, 3 assemblies"`
	State       *int   `json:"state,omitempty" enum:"0,1,2,3,4" doc:"0 in no batch, 1 dispatched, 2 paused, 3 closed, 4 finished; left out: all"`
	Outsourcing string `json:"outsourcing,omitempty" enum:"possible,applied" doc:"possible: outsourcing can be applied for; applied: it was; left out: all"`
	Page        int    `json:"page,omitempty" minimum:"1" maximum:"1000000"`
	Size        int    `json:"size,omitempty" minimum:"1" maximum:"200" doc:"rows on a page, 50 unless given"`
}

// Rows are the lots that a query finds, by mould, part and batch.
type Rows struct {
	Rows      []Row      `json:"rows" nullable:"false"`
	Total     int        `json:"total"`
	Page      int        `json:"page"`
	Size      int        `json:"size"`
	Suppliers []Supplier `json:"suppliers" nullable:"false" doc:"to whom work can be sent, by name; for those who may apply for it"`
}

// Supplier is a supplier that may be chosen.
type Supplier struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Row is a batch of a part, or its pieces that are in none.
type Row struct {
	LotRef
	MouldID   string     `json:"mouldId"`
	MouldNo   string     `json:"mouldNo"`
	PartNo    string     `json:"partNo"`
	PartName  string     `json:"partName"`
	Kind      int        `json:"kind" enum:"1,2,3" doc:"1 workpiece, 2 electrode, 3 assembly"`
	Delivery  *time.Time `json:"delivery" doc:"of the mould"`
	BatchNo   string     `json:"batchNo"`
	Qty       int        `json:"qty"`
	State     int        `json:"state" enum:"0,1,2,3,4" doc:"0 in no batch, else of the batch"`
	Steps     int        `json:"steps" doc:"operations"`
	Finished  int        `json:"finished" doc:"of these"`
	Running   int        `json:"running" doc:"of these, begun and not finished"`
	MayApply  int        `json:"mayApply" doc:"operations for which outsourcing can be applied for"`
	MayCancel int        `json:"mayCancel" doc:"applications that can be cancelled"`
	Outside   []Outside  `json:"outside" nullable:"false" doc:"operations that have an order or an application"`
}

// Outside is an operation of a lot that a supplier makes, or is asked to.
type Outside struct {
	OpNo     int        `json:"opNo"`
	Process  string     `json:"process"`
	Supplier string     `json:"supplier"`
	State    string     `json:"state" enum:"written,applied,ordered,confirmed,received" doc:"written: by hand, and not ordered yet"`
	Promised *time.Time `json:"promised"`
}

// usualRows are those of a page that nobody asks otherwise for, lastPage bounds what a page is called.
const (
	usualRows = 50
	lastPage  = 1_000_000
)

var msgChoice = L("没有该选项", "There is no such choice")

// check refuses what the query cannot be narrowed by.
func (q *Query) check() error {
	var bad []problem.FieldError
	for field, known := range map[string]bool{
		"kind": q.Kind >= 0 && q.Kind <= 3, "state": q.State == nil || *q.State >= 0 && *q.State <= production.BatchFinished,
		"outsourcing": slices.Contains([]string{"", "possible", "applied"}, q.Outsourcing),
	} {
		if !known {
			bad = append(bad, problem.Field(field, "choice", msgChoice))
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return problem.Invalid(bad...)
}

// Lots answers a query.
func (b *Batching) Lots(ctx context.Context, tx store.Tx, q Query) (*Rows, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	out := &Rows{Rows: []Row{}, Suppliers: []Supplier{}, Page: min(max(q.Page, 1), lastPage), Size: cmp.Or(q.Size, usualRows)}
	parts, err := b.parts(ctx, tx, q)
	if err != nil {
		return nil, err
	}
	lots, err := outlined(ctx, tx, parts)
	if err != nil {
		return nil, err
	}
	lots = slices.DeleteFunc(lots, func(l *lot) bool { return q.State != nil && *q.State != l.state() })
	if q.Outsourcing != "" { // else only those of the page are read
		if err := readSteps(ctx, tx, lots); err != nil {
			return nil, err
		}
		lots = slices.DeleteFunc(lots, func(l *lot) bool { return !q.takes(l) })
	}
	out.Total = len(lots)
	from := (out.Page - 1) * out.Size
	lots = lots[min(from, len(lots)):min(from+out.Size, len(lots))]
	if q.Outsourcing == "" {
		if err := readSteps(ctx, tx, lots); err != nil {
			return nil, err
		}
	}
	names, err := b.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, l := range lots {
		out.Rows = append(out.Rows, rowOf(l, names))
	}
	if !tx.Actor().Allowed(mayApply) {
		return out, nil
	}
	leads, err := b.deps.Leads(ctx, tx)
	for id := range leads {
		out.Suppliers = append(out.Suppliers, Supplier{id, names.Suppliers[id]})
	}
	slices.SortFunc(out.Suppliers, func(x, y Supplier) int { return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.ID, y.ID)) })
	return out, err
}

// parts are the parts of open moulds that a query may find, by mould and part.
func (b *Batching) parts(ctx context.Context, tx store.Tx, q Query) ([]production.Part, error) {
	var only []string
	if q.MouldID != "" {
		only = []string{q.MouldID}
	}
	moulds, err := production.OpenMoulds(ctx, tx, only)
	if err != nil {
		return nil, err
	}
	moulds = slices.DeleteFunc(moulds, func(m production.Mould) bool { return tx.Hides(&m) })
	at, ids := map[string]int{}, make([]string, len(moulds))
	for i := range moulds {
		at[moulds[i].ID], ids[i] = i, moulds[i].ID
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var parts []production.Part
	if err := tx.Select(&parts).WhereIn("mould_id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	words := strings.Fields(cell.Fold(strings.ToLower(q.Search)))
	parts = slices.DeleteFunc(parts, func(p production.Part) bool {
		m := &moulds[at[p.MouldID]]
		text := cell.Fold(strings.ToLower(strings.Join([]string{m.MouldNo, m.Name, p.PartNo, p.Name}, "\n")))
		return q.Kind != 0 && p.Kind != q.Kind || slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	})
	slices.SortFunc(parts, func(x, y production.Part) int {
		return cmp.Or(cmp.Compare(at[x.MouldID], at[y.MouldID]), strings.Compare(x.PartNo, y.PartNo))
	})
	return parts, nil
}

// takes tells whether a lot answers what a query asks of its outsourcing.
func (q *Query) takes(l *lot) bool {
	if q.Outsourcing == "applied" {
		return slices.ContainsFunc(l.steps, func(s step) bool { return s.applied() })
	}
	return !l.over() && slices.ContainsFunc(l.steps, func(s step) bool { return s.mayApply() })
}

// state is that of the batch, 0 for pieces that are in none.
func (l *lot) state() int {
	if l.batch == nil {
		return 0
	}
	return l.batch.State
}

func rowOf(l *lot, names *production.Names) Row {
	r := Row{
		LotRef: l.ref, MouldID: l.mould.ID, MouldNo: l.mould.MouldNo, PartNo: l.part.PartNo, PartName: l.part.Name, Kind: l.part.Kind, Delivery: l.mould.Delivery,
		Qty: l.qty, State: l.state(), Steps: len(l.steps), Outside: []Outside{},
	}
	if l.batch != nil {
		r.BatchNo = l.batch.BatchNo
	}
	done := r.State == production.BatchFinished // whatever was reported: somebody has said so
	for i := range l.steps {
		s := &l.steps[i]
		switch {
		case done || s.status == production.Finished:
			r.Finished++
		case s.status != production.NotStarted:
			r.Running++
		}
		if !l.over() && s.mayApply() {
			r.MayApply++
		}
		r.MayCancel += len(s.toCancel())
		for _, order := range s.orders {
			r.Outside = append(r.Outside, Outside{
				OpNo: s.operation.OpNo, Process: names.Processes[s.operation.ProcessID], State: stateOf(order), Promised: order.Promised,
				Supplier: names.Suppliers[cmp.Or(order.SupplierID, s.operation.SupplierID)],
			})
		}
	}
	return r
}

// stateOf is how far an order is.
func stateOf(o *production.OutsourceOrder) string {
	switch {
	case o.Received != nil:
		return "received"
	case o.Confirmed():
		return "confirmed"
	case o.OrderedAt != nil:
		return "ordered"
	case o.AppliedAt != nil:
		return "applied"
	}
	return "written"
}

// Purchase is the purchase side of a task: its orders at suppliers.
type Purchase struct {
	TaskID   string  `json:"taskId"`
	Process  string  `json:"process"`
	Supplier string  `json:"supplier" doc:"that the operation names"`
	Orders   []Order `json:"orders" nullable:"false" doc:"the oldest first"`
}

// Order is an order at a supplier, or an application for one.
type Order struct {
	ID             string     `json:"id"`
	OrderNo        string     `json:"orderNo"`
	Supplier       string     `json:"supplier"`
	State          string     `json:"state" enum:"written,applied,ordered,confirmed,received" doc:"written: by hand, and not ordered yet"`
	AppliedAt      *time.Time `json:"appliedAt"`
	AppliedBy      string     `json:"appliedBy"`
	OrderedAt      *time.Time `json:"orderedAt"`
	Promised       *time.Time `json:"promised"`
	ConfirmedAt    *time.Time `json:"confirmedAt"`
	ConfirmedBy    string     `json:"confirmedBy"`
	Received       *time.Time `json:"received"`
	SupplierRemark string     `json:"supplierRemark"`
}

// Purchase reads the purchase side of a task: an operation, or OPERATION/BATCH.
func (b *Batching) Purchase(ctx context.Context, tx store.Tx, taskID string) (*Purchase, error) {
	l, err := b.ofTask(ctx, tx, taskID)
	if err != nil {
		return nil, err
	}
	names, err := b.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	o := l.steps[0].operation
	out := &Purchase{TaskID: taskID, Process: names.Processes[o.ProcessID], Supplier: names.Suppliers[o.SupplierID], Orders: []Order{}}
	for _, x := range l.steps[0].orders {
		out.Orders = append(out.Orders, Order{
			ID: x.ID, OrderNo: x.OrderNo, Supplier: names.Suppliers[cmp.Or(x.SupplierID, o.SupplierID)], State: stateOf(x), AppliedAt: x.AppliedAt, AppliedBy: x.AppliedBy,
			OrderedAt: x.OrderedAt, Promised: x.Promised, ConfirmedAt: x.ConfirmedAt, ConfirmedBy: x.ConfirmedBy, Received: x.Received, SupplierRemark: x.SupplierRemark,
		})
	}
	return out, nil
}

var wordTask = L("任务", "Task")

// ofTask reads the lot that a task belongs to, with the one operation that the task is.
func (b *Batching) ofTask(ctx context.Context, tx store.Tx, taskID string) (*lot, error) {
	operationID, batchID, _ := strings.Cut(taskID, "/")
	var operations []production.Operation
	if operationID != "" {
		if err := tx.Select(&operations).Where("id = ?", operationID).Scan(ctx); err != nil {
			return nil, err
		}
	}
	if len(operations) == 0 {
		return nil, problem.NotFound(wordTask)
	}
	var parts []production.Part
	if err := tx.Select(&parts).Where("id = ?", operations[0].PartID).Scan(ctx); err != nil {
		return nil, err
	}
	lots, err := b.lotsOf(ctx, tx, parts)
	if err != nil {
		return nil, err
	}
	for _, l := range lots {
		if l.ref.BatchID != batchID {
			continue
		}
		l.steps = slices.DeleteFunc(l.steps, func(s step) bool { return s.operation.ID != operationID })
		if len(l.steps) == 1 {
			l.task = " / " + strconv.Itoa(l.steps[0].operation.OpNo)
			return l, nil
		}
	}
	return nil, problem.NotFound(wordTask)
}
