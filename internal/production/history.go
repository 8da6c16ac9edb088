package production

import (
	"cmp"
	"context"
	"slices"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// What an import writes stands in the history of each record, like what a form writes.

// titleOfPart is what the operation log calls a part: its number alone stands in many moulds.
func titleOfPart(ctx context.Context, tx store.Tx, p *Part) (string, error) {
	var m Mould
	err := tx.Select(&m).Columns("id", "mould_no").Where("id = ?", p.MouldID).Scan(ctx)
	return workbook.PartKey{Mould: m.MouldNo, Part: p.PartNo}.String(), err
}

// titleOfOperation is what the operation log calls an operation.
func titleOfOperation(ctx context.Context, tx store.Tx, o *Operation) (string, error) {
	var m Mould
	if err := tx.Select(&m).Columns("id", "mould_no").Where("id = ?", o.MouldID).Scan(ctx); err != nil {
		return "", err
	}
	var p Part
	err := tx.Select(&p).Columns("id", "part_no").Where("id = ?", o.PartID).Scan(ctx)
	return workbook.OperationKey{Mould: m.MouldNo, Part: p.PartNo, Op: o.OpNo, Branch: o.Branch}.String(), err
}

// titleOfBatch is what the operation log calls a batch.
func titleOfBatch(ctx context.Context, tx store.Tx, b *Batch) (string, error) {
	var m Mould
	if err := tx.Select(&m).Columns("id", "mould_no").Where("id = ?", b.MouldID).Scan(ctx); err != nil {
		return "", err
	}
	var p Part
	err := tx.Select(&p).Columns("id", "part_no").Where("id = ?", b.PartID).Scan(ctx)
	return workbook.BatchKey{Mould: m.MouldNo, Part: p.PartNo, Batch: b.BatchNo}.String(), err
}

// history is what an import knows of its records: how they were, and what people call them, by their ids.
type history struct {
	p            *Production
	rows         map[string]any    // as they are stored
	titles       map[string]string // of stored and new ones
	linesBefore  map[string]*operationLines
	linesAfter   map[string]*operationLines
	linesChanged map[string]*Operation // operations whose machines or electrodes change
}

// operationLines are the machines and electrodes of an operation, in the order of its form.
type operationLines struct {
	resources []Eligible
	burns     []Burn
}

func (in *importer) newHistory() *history {
	h := &history{p: in.p, rows: map[string]any{}, titles: map[string]string{}, linesChanged: map[string]*Operation{}}
	remember(h, in.loaded.moulds, in.stored.moulds, func(no string) string { return no })
	remember(h, in.loaded.parts, in.stored.parts, workbook.PartKey.String)
	remember(h, in.loaded.operations, in.stored.operations, workbook.OperationKey.String)
	remember(h, in.loaded.batches, in.stored.batches, workbook.BatchKey.String)
	remember(h, in.loaded.orders, in.stored.orders, workbook.ReportKey.OrderNo)
	remember(h, in.loaded.eligible, in.stored.eligible, func(workbook.TypeKey) string { return "" })
	for _, o := range in.stored.orders { // one may have a number of its own
		h.titles[o.ID] = o.OrderNo
	}
	for _, orders := range in.loaded.further {
		for _, o := range orders {
			h.rows[o.ID], h.titles[o.ID] = o, o.OrderNo
		}
	}
	for _, e := range in.stored.eligible {
		h.titles[e.ID] = e.Name
	}
	gone := map[string]bool{}
	for _, w := range in.writes {
		for _, id := range slices.Concat(w.removed.links, w.removed.resources) {
			gone[id] = true
		}
	}
	h.linesBefore, h.linesAfter = in.loaded.lines(nil), in.stored.lines(gone)
	return h
}

// remember notes stored rows and what they and new ones are called.
func remember[K comparable, T any, P interface {
	*T
	store.Record
}](h *history, before, after map[K]P, title func(K) string) {
	for _, row := range before {
		h.rows[row.Kept().ID] = row
	}
	for key, row := range after {
		h.titles[row.Kept().ID] = title(key)
	}
}

// lines are the lines of every operation of a stock, without those that go.
func (s *stock) lines(gone map[string]bool) map[string]*operationLines {
	lines := map[string]*operationLines{}
	of := func(id string) *operationLines {
		if lines[id] == nil {
			lines[id] = &operationLines{}
		}
		return lines[id]
	}
	for _, r := range s.resources {
		if !gone[r.ID] {
			of(r.OperationID).resources = append(of(r.OperationID).resources, r.Eligible)
		}
	}
	for _, l := range s.links {
		if !gone[l.ID] {
			of(l.OperationID).burns = append(of(l.OperationID).burns, l.Burn)
		}
	}
	for _, l := range lines {
		slices.SortFunc(l.resources, func(a, b Eligible) int {
			return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.MachineID, b.MachineID))
		})
		slices.SortFunc(l.burns, func(a, b Burn) int {
			return cmp.Or(cmp.Compare(a.BurnSeq, b.BurnSeq), cmp.Compare(a.ElectrodeID, b.ElectrodeID))
		})
	}
	return lines
}

// withLines is an operation with its lines as they were or will be.
func withLines(o *Operation, lines map[string]*operationLines) *Operation {
	full := *o
	if l := lines[o.ID]; l != nil {
		full.Resources, full.Burns = l.resources, l.burns
	}
	return &full
}

// logLines are lines of the operation log that one transaction writes, by entity and action, so that they take few
// statements.
type logLines map[logKind][]store.Logged

type logKind struct{ entity, action string }

func (l logLines) write(ctx context.Context, tx store.Tx) error {
	kinds := make([]logKind, 0, len(l))
	for kind := range l {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b logKind) int {
		return cmp.Or(cmp.Compare(a.entity, b.entity), cmp.Compare(a.action, b.action))
	})
	for _, kind := range kinds {
		if err := tx.LogAll(ctx, kind.entity, kind.action, l[kind]); err != nil {
			return err
		}
	}
	return nil
}

// note adds a line for what becomes of a row; old is nil for a new one, now for one that goes.
func note[P resource.Entity](l logLines, h *history, r *resource.Resource[P], id string, old, now P) {
	var none P
	action := store.ActionChange
	switch any(none) {
	case any(old):
		action = store.ActionCreate
	case any(now):
		action = store.ActionDelete
	}
	line := r.Logged(old, now, h.titles[id])
	if action == store.ActionChange && len(line.Changes) == 0 {
		return
	}
	kind := logKind{r.Name(), action}
	l[kind] = append(l[kind], line)
}

// was is how a row was, nil for one that was not there.
func was[T any](h *history, id string) *T {
	row, _ := h.rows[id].(*T)
	return row
}

// log notes what a writing does to each record. It comes before the rows are written, which changes their versions alone.
func (h *history) log(l logLines, w *writing) {
	p := h.p
	for _, x := range w.newMoulds {
		note(l, h, p.Moulds, x.ID, nil, x)
	}
	for _, x := range w.newParts {
		note(l, h, p.Parts, x.ID, nil, x)
	}
	for _, x := range w.newOperations {
		note(l, h, p.Operations, x.ID, nil, withLines(x, h.linesAfter))
	}
	for _, x := range w.newEligible {
		note(l, h, p.Eligible, x.ID, nil, x)
	}
	for _, x := range w.newBatches {
		note(l, h, p.Batches, x.ID, nil, x)
	}
	for _, x := range w.newOrders {
		note(l, h, p.Outsourced, x.ID, nil, x)
	}
	for _, x := range w.newProgress {
		kind := logKind{p.Operations.Name(), store.ActionChange}
		l[kind] = append(l[kind], store.Logged{RowID: x.OperationID, Title: h.titles[x.OperationID], Changes: []store.FieldChange{{Field: "progress", After: x.report()}}})
	}
	changed := map[string]bool{}
	for _, row := range w.changed {
		id := row.Kept().ID
		changed[id] = true
		switch x := row.(type) {
		case *Mould:
			note(l, h, p.Moulds, id, was[Mould](h, id), x)
		case *Part:
			note(l, h, p.Parts, id, was[Part](h, id), x)
		case *Operation:
			note(l, h, p.Operations, id, withLines(was[Operation](h, id), h.linesBefore), withLines(x, h.linesAfter))
		case *EligibleMachine:
			note(l, h, p.Eligible, id, was[EligibleMachine](h, id), x)
		case *Batch:
			note(l, h, p.Batches, id, was[Batch](h, id), x)
		case *OutsourceOrder:
			note(l, h, p.Outsourced, id, was[OutsourceOrder](h, id), x)
		}
	}
	for id, o := range w.touched {
		if old := was[Operation](h, id); old != nil && !changed[id] {
			note(l, h, p.Operations, id, withLines(old, h.linesBefore), withLines(o, h.linesAfter))
		}
	}
	h.logRemoved(l, &w.removed)
}

func (h *history) logRemoved(l logLines, r *removal) {
	for _, id := range r.operations {
		note(l, h, h.p.Operations, id, withLines(was[Operation](h, id), h.linesBefore), nil)
	}
	for _, id := range r.parts {
		note(l, h, h.p.Parts, id, was[Part](h, id), nil)
	}
	for _, id := range r.batches {
		note(l, h, h.p.Batches, id, was[Batch](h, id), nil)
	}
	for _, id := range r.orders {
		note(l, h, h.p.Outsourced, id, was[OutsourceOrder](h, id), nil)
	}
}

// report is a stored report as it was sent, for the history of its operation.
func (x *Progress) report() Report {
	r := Report{
		OperationID: x.OperationID, BatchID: x.BatchID, Status: x.Status, MachineID: x.MachineID, RealStart: x.RealStart, RealEnd: x.RealEnd,
		ReportedHours: &x.ReportedMinutes, QtyDone: &x.QtyDone,
	}
	if x.HasRemaining {
		r.RemainingHours = &x.RemainingMinutes
	}
	return r
}
