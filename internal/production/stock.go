package production

import (
	"bytes"
	"context"
	"encoding/json"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// stock is what is stored of the moulds that a file names, by the keys of the workbook.
type stock struct {
	moulds     map[string]*Mould             // mould no
	parts      map[string]*Part              // mould/part
	operations map[string]*Operation         // workbook.OperationKey
	links      map[string]*EDMLink           // operation/electrode
	resources  map[string]*OperationResource // operation/machine id
	eligible   map[string]*EligibleMachine   // eligibleKey, whatever moulds the file names
	batches    map[string]*Batch             // mould/part/batch
	progress   map[string]*Progress          // operation, or operation/batch: the newest report
	orders     map[string]*OutsourceOrder    // operation, or operation/batch
	standing   map[string]*Progress          // operation: how it stands, its batches together
	qty        map[string]int                // mould/part: as it is stored, whatever the file says
	partRow    map[string]*workbook.Part     // mould/part: its row in the file
}

// load reads the stored moulds with all their rows, one question a table.
func (p *Production) load(ctx context.Context, tx store.Tx, numbers []string) (*stock, error) {
	s := &stock{map[string]*Mould{}, map[string]*Part{}, map[string]*Operation{}, map[string]*EDMLink{}, map[string]*OperationResource{}, map[string]*EligibleMachine{}, map[string]*Batch{}, map[string]*Progress{}, map[string]*OutsourceOrder{}, map[string]*Progress{}, map[string]int{}, map[string]*workbook.Part{}}
	var moulds []Mould
	if err := tx.Select(&moulds).WhereIn("mould_no", numbers).Scan(ctx); err != nil {
		return nil, err
	}
	ids, no := make([]string, len(moulds)), map[string]string{}
	for i := range moulds {
		ids[i], no[moulds[i].ID] = moulds[i].ID, moulds[i].MouldNo
		s.moulds[moulds[i].MouldNo] = &moulds[i]
	}
	rows, err := readMoulds(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	partNo, opKey := map[string]string{}, map[string]string{}
	for i := range rows.parts {
		x := &rows.parts[i]
		partNo[x.ID] = x.PartNo
		key := no[x.MouldID] + "/" + x.PartNo
		s.parts[key], s.qty[key] = x, x.Qty
	}
	for i := range rows.operations {
		x := &rows.operations[i]
		key := workbook.OperationKey(no[x.MouldID], partNo[x.PartID], x.OpNo, x.Branch)
		opKey[x.ID] = key
		s.operations[key] = x
	}
	for i := range rows.links {
		x := &rows.links[i]
		s.links[opKey[x.OperationID]+"/"+partNo[x.ElectrodeID]] = x
	}
	for i := range rows.resources {
		x := &rows.resources[i]
		s.resources[opKey[x.OperationID]+"/"+x.MachineID] = x
	}
	var eligible []EligibleMachine
	if err := tx.Select(&eligible).Order("rank", "id").Scan(ctx); err != nil {
		return nil, err
	}
	for i := range eligible {
		x := &eligible[i]
		s.eligible[eligibleKey(x.ProcessID, x.PartTypeID, x.MachineID)] = x
	}
	batchNo := map[string]string{}
	for i := range rows.batches {
		x := &rows.batches[i]
		batchNo[x.ID] = "/" + x.BatchNo
		s.batches[no[x.MouldID]+"/"+partNo[x.PartID]+"/"+x.BatchNo] = x
	}
	for i := range rows.progress { // oldest first: the newest stays
		x := &rows.progress[i]
		s.progress[opKey[x.OperationID]+batchNo[x.BatchID]] = x
	}
	for id, x := range standings(rows.progress, rows.batches, rows.operations, rows.parts) {
		s.standing[opKey[id]] = x
	}
	for i := range rows.orders {
		x := &rows.orders[i]
		key := opKey[x.OperationID] + batchNo[x.BatchID]
		if s.orders[key] == nil || x.OrderNo == key { // of several orders the one that an import has made
			s.orders[key] = x
		}
	}
	return s, nil
}

// children are the rows of some moulds.
type children struct {
	parts      []Part
	operations []Operation
	links      []EDMLink
	resources  []OperationResource
	batches    []Batch
	progress   []Progress // oldest first
	orders     []OutsourceOrder
}

func readMoulds(ctx context.Context, tx store.Tx, ids []string) (*children, error) {
	c := &children{}
	for model, order := range map[any]string{&c.parts: "part_no", &c.operations: "op_no", &c.links: "burn_seq", &c.resources: "rank", &c.batches: "batch_no", &c.progress: "reported_at", &c.orders: "id"} {
		if err := tx.Select(model).WhereIn("mould_id", ids).Order(order, "id").Scan(ctx); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// knows tells whether a row of the file is stored already.
func (s *stock) knows(sheet, key string) bool {
	switch sheet {
	case "moulds":
		return s.moulds[key] != nil
	case "parts", "electrodes":
		return s.parts[key] != nil
	case "operations":
		return s.operations[key] != nil
	case "edmLinks":
		return s.links[key] != nil
	case "batches":
		return s.batches[key] != nil
	case "progress":
		return s.progress[key] != nil
	case "outsourcing":
		return s.orders[key] != nil
	}
	return false
}

// writing collects rows to write, parents first, and rows to remove, children first.
type writing struct {
	newMoulds     []*Mould
	newParts      []*Part
	newOperations []*Operation
	newResources  []*OperationResource
	newLinks      []*EDMLink
	newEligible   []*EligibleMachine
	newBatches    []*Batch
	newProgress   []*Progress
	newOrders     []*OutsourceOrder
	changed       []store.Record
	touched       map[string]*Operation // whose machines or electrodes change: their forms are to notice
	removed       removal
}

// touch notes that a line of an operation changes.
func (w *writing) touch(o *Operation, action string) {
	if action == ActionSame || o.Version == 0 {
		return
	}
	if w.touched == nil {
		w.touched = map[string]*Operation{}
	}
	w.touched[o.ID] = o
}

func (w *writing) empty() bool {
	return len(w.newMoulds)+len(w.newParts)+len(w.newOperations)+len(w.newResources)+len(w.newLinks)+len(w.newEligible)+len(w.newBatches)+len(w.newProgress)+len(w.newOrders)+len(w.changed) == 0 && w.removed.count() == 0
}

func (w *writing) run(ctx context.Context, tx store.Tx) error {
	if err := w.removed.run(ctx, tx); err != nil {
		return err
	}
	for _, insert := range []func() error{
		func() error { return insertAll(ctx, tx, w.newMoulds) }, func() error { return insertAll(ctx, tx, w.newParts) },
		func() error { return insertAll(ctx, tx, w.newOperations) }, func() error { return insertAll(ctx, tx, w.newResources) },
		func() error { return insertAll(ctx, tx, w.newLinks) }, func() error { return insertAll(ctx, tx, w.newEligible) },
		func() error { return insertAll(ctx, tx, w.newBatches) },
		func() error { return insertAll(ctx, tx, w.newProgress) }, func() error { return insertAll(ctx, tx, w.newOrders) },
	} {
		if err := insert(); err != nil {
			return err
		}
	}
	for _, row := range w.changed {
		delete(w.touched, row.Kept().ID)
		if err := tx.Update(ctx, row); err != nil {
			return err
		}
	}
	for _, o := range w.touched {
		if err := tx.Update(ctx, o, "op_no"); err != nil {
			return err
		}
	}
	return nil
}

func insertAll[T any](ctx context.Context, tx store.Tx, rows []*T) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.Insert(ctx, &rows)
}

// upsert decides what a row means: new rows get their identity here, so that children can refer to them.
func upsert[T any, P interface {
	*T
	store.Record
}](old, now P, fresh *[]P, changed *[]store.Record) string {
	if old == nil {
		now.Kept().ID = store.NewID()
		*fresh = append(*fresh, now)
		return ActionNew
	}
	if alike(old, now) {
		return ActionSame
	}
	*changed = append(*changed, now)
	return ActionChanged
}

func alike(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}
