package production

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// stock is what is stored of the moulds that a file names, by the keys of the workbook.
type stock struct {
	moulds     map[string]*Mould // mould no
	parts      map[workbook.PartKey]*Part
	operations map[workbook.OperationKey]*Operation
	links      map[workbook.LinkKey]*EDMLink
	resources  map[workbook.ResourceKey]*OperationResource // Resource is the machine's id
	eligible   map[workbook.TypeKey]*EligibleMachine       // ids, whatever moulds the file names
	batches    map[workbook.BatchKey]*Batch
	progress   map[workbook.ReportKey]*Progress         // the newest report
	orders     map[workbook.ReportKey]*OutsourceOrder   // the one that a file speaks of
	further    map[workbook.ReportKey][]*OutsourceOrder // others of the same operation and batch, which no file changes
	standing   map[workbook.OperationKey]*Progress      // how it stands, its batches together
	qty        map[workbook.PartKey]int                 // as it is stored, whatever the file says
	partRow    map[workbook.PartKey]*workbook.Part      // its row in the file
	versions   map[string]string                        // mould no: fingerprint of all that is stored of it
	ordered    map[string]bool                          // ids of operations and batches of which an order binds somebody
	reported   map[string]bool                          // ids of operations and batches on which work was ever reported
	uses       map[string]map[string]bool               // ids of batches: of the operations whose reports and orders name them, whether work began there
}

// clone is a stock that can be built on without a trace in this one. Rows themselves are never changed, only replaced.
func (s *stock) clone() *stock {
	return &stock{
		maps.Clone(s.moulds), maps.Clone(s.parts), maps.Clone(s.operations), maps.Clone(s.links), maps.Clone(s.resources), maps.Clone(s.eligible),
		maps.Clone(s.batches), maps.Clone(s.progress), maps.Clone(s.orders), s.further, s.standing, s.qty,
		map[workbook.PartKey]*workbook.Part{},
		s.versions, s.ordered, s.reported, s.uses,
	}
}

// load reads the stored moulds with all their rows, one question a table.
func (p *Production) load(ctx context.Context, tx store.Tx, numbers []string) (*stock, error) {
	s := &stock{
		map[string]*Mould{},
		map[workbook.PartKey]*Part{},
		map[workbook.OperationKey]*Operation{},
		map[workbook.LinkKey]*EDMLink{},
		map[workbook.ResourceKey]*OperationResource{},
		map[workbook.TypeKey]*EligibleMachine{},
		map[workbook.BatchKey]*Batch{},
		map[workbook.ReportKey]*Progress{},
		map[workbook.ReportKey]*OutsourceOrder{},
		map[workbook.ReportKey][]*OutsourceOrder{},
		map[workbook.OperationKey]*Progress{},
		map[workbook.PartKey]int{},
		map[workbook.PartKey]*workbook.Part{},
		map[string]string{},
		map[string]bool{},
		map[string]bool{},
		map[string]map[string]bool{},
	}
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
	s.versions = fingerprints(moulds, rows)
	partNo, opKey := map[string]string{}, map[string]workbook.OperationKey{}
	for i := range rows.parts {
		x := &rows.parts[i]
		partNo[x.ID] = x.PartNo
		key := workbook.PartKey{Mould: no[x.MouldID], Part: x.PartNo}
		s.parts[key], s.qty[key] = x, x.Qty
	}
	for i := range rows.operations {
		x := &rows.operations[i]
		key := workbook.OperationKey{Mould: no[x.MouldID], Part: partNo[x.PartID], Op: x.OpNo, Branch: x.Branch}
		opKey[x.ID] = key
		s.operations[key] = x
	}
	for i := range rows.links {
		x := &rows.links[i]
		s.links[workbook.LinkKey{Operation: opKey[x.OperationID], Electrode: partNo[x.ElectrodeID]}] = x
	}
	for i := range rows.resources {
		x := &rows.resources[i]
		s.resources[workbook.ResourceKey{Operation: opKey[x.OperationID], Resource: x.MachineID}] = x
	}
	var eligible []EligibleMachine
	if err := tx.Select(&eligible).Order("rank", "id").Scan(ctx); err != nil {
		return nil, err
	}
	for i := range eligible {
		x := &eligible[i]
		s.eligible[workbook.TypeKey{Process: x.ProcessID, PartType: x.PartTypeID, Resource: x.MachineID}] = x
	}
	batchNo := map[string]string{}
	for i := range rows.batches {
		x := &rows.batches[i]
		batchNo[x.ID] = x.BatchNo
		s.batches[workbook.BatchKey{Mould: no[x.MouldID], Part: partNo[x.PartID], Batch: x.BatchNo}] = x
	}
	for i := range rows.progress { // oldest first: the newest stays
		x := &rows.progress[i]
		if x.Status != NotStarted {
			s.reported[x.OperationID] = true
			s.reported[x.BatchID] = x.BatchID != ""
		}
		s.use(x.BatchID, x.OperationID, x.Status != NotStarted)
		if _, known := batchNo[x.BatchID]; known || x.BatchID == "" { // batches with reports could be deleted once: what is left is about no row
			s.progress[workbook.ReportKey{Operation: opKey[x.OperationID], Batch: batchNo[x.BatchID]}] = x
		}
	}
	for id, x := range standings(rows.progress, rows.batches, rows.operations, rows.parts) {
		s.standing[opKey[id]] = x
	}
	for i := range rows.orders {
		x := &rows.orders[i]
		if x.Placed() {
			s.ordered[x.OperationID] = true
			s.ordered[x.BatchID] = x.BatchID != ""
		}
		s.use(x.BatchID, x.OperationID, x.Placed())
		key := workbook.ReportKey{Operation: opKey[x.OperationID], Batch: batchNo[x.BatchID]}
		switch before := s.orders[key]; {
		case before == nil:
			s.orders[key] = x
		case x.OrderNo == key.OrderNo(): // of several orders the one that an import has made
			s.orders[key], s.further[key] = x, append(s.further[key], before)
		default:
			s.further[key] = append(s.further[key], x)
		}
	}
	return s, nil
}

// use notes that a report or an order of an operation names a batch.
func (s *stock) use(batchID, operationID string, began bool) {
	if batchID == "" {
		return
	}
	if s.uses[batchID] == nil {
		s.uses[batchID] = map[string]bool{}
	}
	s.uses[batchID][operationID] = s.uses[batchID][operationID] || began
}

// fingerprints tell two states of a mould and its rows apart, by mould number.
func fingerprints(moulds []Mould, rows *children) map[string]string {
	seen := map[string][]string{}
	note := func(mould string, row *store.Row) {
		seen[mould] = append(seen[mould], row.ID+" "+strconv.FormatInt(row.Version, 10))
	}
	for i := range moulds {
		note(moulds[i].ID, moulds[i].Kept())
	}
	for i := range rows.parts {
		note(rows.parts[i].MouldID, rows.parts[i].Kept())
	}
	for i := range rows.operations {
		note(rows.operations[i].MouldID, rows.operations[i].Kept())
	}
	for i := range rows.links {
		note(rows.links[i].MouldID, rows.links[i].Kept())
	}
	for i := range rows.resources {
		note(rows.resources[i].MouldID, rows.resources[i].Kept())
	}
	for i := range rows.batches {
		note(rows.batches[i].MouldID, rows.batches[i].Kept())
	}
	for i := range rows.progress {
		note(rows.progress[i].MouldID, rows.progress[i].Kept())
	}
	for i := range rows.orders {
		note(rows.orders[i].MouldID, rows.orders[i].Kept())
	}
	prints := map[string]string{}
	for i := range moulds {
		all := seen[moulds[i].ID]
		slices.Sort(all)
		sum := sha256.Sum256([]byte(strings.Join(all, "\n")))
		prints[moulds[i].MouldNo] = hex.EncodeToString(sum[:])
	}
	return prints
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

// underWay are the operations on which work is reported now, not taken back, or of which an order binds somebody.
func (c *children) underWay() map[string]bool {
	begun := map[string]bool{}
	for i := range c.progress {
		if c.progress[i].Status != NotStarted {
			begun[c.progress[i].OperationID] = true
		}
	}
	for i := range c.orders {
		if c.orders[i].Placed() {
			begun[c.orders[i].OperationID] = true
		}
	}
	return begun
}

// knows tells whether a row of a sheet is stored already.
func (s *stock) knows(sheet string, key workbook.Key) bool {
	switch k := key.(type) {
	case workbook.Name:
		return sheet == "moulds" && s.moulds[string(k)] != nil
	case workbook.PartKey:
		return s.parts[k] != nil
	case workbook.OperationKey:
		return s.operations[k] != nil
	case workbook.LinkKey:
		return s.links[k] != nil
	case workbook.BatchKey:
		return s.batches[k] != nil
	case workbook.ReportKey:
		if sheet == "progress" {
			return s.progress[k] != nil
		}
		return s.orders[k] != nil
	}
	return false
}

// upsert decides what a row means: new rows get their identity here, so that children can refer to them.
func upsert[T any, P interface {
	*T
	store.Record
}](old, now P, fresh *[]P, changed *[]store.Record) string {
	switch {
	case old == nil:
		now.Kept().ID = store.NewID()
		*fresh = append(*fresh, now)
		return ActionNew
	case old.Kept().Version == 0: // an earlier row of the file makes it: one row is written
		*old = *now
		return ActionNew
	case alike(old, now):
		return ActionSame
	}
	for i, row := range *changed { // an earlier row of the file changes it
		if row.Kept().ID == now.Kept().ID {
			(*changed)[i] = now
			return ActionChanged
		}
	}
	*changed = append(*changed, now)
	return ActionChanged
}

func alike(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}
