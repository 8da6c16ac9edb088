package production

import (
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// The kind of a part is what others rest on: batches share workpieces, and operations burn electrodes. It cannot change
// under them, neither in the form nor in a file.

var (
	msgBurned       = L("工序%s用此电极放电，不能改为其他类别：请先从该工序的放电电极中移除", "Operation %s burns with this electrode, which cannot become another kind: take it off the electrodes of that operation first")
	msgBurnedMoves  = L("工序%s用此电极放电，不能换到另一模具：请先从该工序的放电电极中移除", "Operation %s burns with this electrode, which cannot go to another mould: take it off the electrodes of that operation first")
	msgBurnedHidden = L("其他工段的工序用此电极放电，它的类别和模具不能更改", "An operation of another section burns with this electrode: neither its kind nor its mould can change")
)

// checkBurned keeps an electrode that operations burn an electrode of its mould; old is nil for a new part.
func checkBurned(ctx context.Context, tx store.Tx, old, now *Part) error {
	if old == nil || old.Kind != Electrode || now.Kind == Electrode && now.MouldID == old.MouldID {
		return nil
	}
	var links []EDMLink
	if err := tx.Select(&links).Columns("operation_id").Where("electrode_id = ?", now.ID).Order("id").Limit(1, 0).Scan(ctx); err != nil || len(links) == 0 {
		return err
	}
	var operations []Operation
	if err := tx.Select(&operations).Columns("id", "part_id", "op_no", "branch", "group_id").Where("id = ?", links[0].OperationID).Scan(ctx); err != nil || len(operations) == 0 {
		return err
	}
	field := "kind"
	if now.Kind == Electrode {
		field = "mouldId"
	}
	if tx.Hides(&operations[0]) {
		return problem.Invalid(problem.Field(field, "burned", msgBurnedHidden))
	}
	var owners []Part
	if err := tx.Select(&owners).Columns("part_no").Where("id = ?", operations[0].PartID).Scan(ctx); err != nil || len(owners) == 0 {
		return err
	}
	name := workbook.Pred{PartNo: owners[0].PartNo, OpNo: operations[0].OpNo, Branch: operations[0].Branch}.String()
	if now.Kind != Electrode {
		return problem.Invalid(problem.Field(field, "burned", msgBurned, name))
	}
	return problem.Invalid(problem.Field(field, "burned", msgBurnedMoves, name))
}

// holdKinds holds the kinds that the file gives to stored parts, and the processes that it gives to stored operations, against the
// batches and burns that stay: those of the file are held against them where they stand.
func (in *importer) holdKinds() {
	removed := map[string]bool{} // ids
	for _, w := range in.writes {
		for _, id := range slices.Concat(w.removed.batches, w.removed.links) {
			removed[id] = true
		}
	}
	batched, burnedBy := map[string]bool{}, map[string]workbook.OperationKey{} // by the id of the part
	burns := map[string]bool{}                                                 // ids of operations
	for _, b := range in.loaded.batches {
		batched[b.PartID] = batched[b.PartID] || !removed[b.ID]
	}
	for _, key := range slices.Backward(sortedKeys(in.loaded.links)) {
		if l := in.loaded.links[key]; !removed[l.ID] {
			burnedBy[l.ElectrodeID], burns[l.OperationID] = key.Operation, true
		}
	}
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		if burns[stored(in.loaded.operations, r.Key()).ID] && r.Process.IsGiven() && !in.processOf(r.Process.Value).EDM && !in.givesUp(r.Scope()) {
			in.bad("operations", r.Line, r.Scope(), "process", r.Process.Value, "edm", msgBurns)
		}
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		in.holdKind(r.Line, r.Key(), r.Kind.Or(stored(in.loaded.parts, r.Key()).Kind), batched, burnedBy)
	}
	in.dropRefused()
}

func (in *importer) holdKind(line workbook.Line, key workbook.PartKey, kind int, batched map[string]bool, burnedBy map[string]workbook.OperationKey) {
	scope := workbook.OfMould(key.Mould)
	old := in.loaded.parts[key]
	if old == nil || in.givesUp(scope) {
		return
	}
	if kind == Electrode && old.Kind != Electrode && batched[old.ID] {
		in.bad("parts", line, scope, "kind", "", "kind", msgElectrodeBatch)
	}
	if by, burned := burnedBy[old.ID]; burned && kind != Electrode && old.Kind == Electrode {
		if in.conceals(by) {
			in.bad("parts", line, scope, "kind", "", "burned", msgBurnedHidden)
			return
		}
		name := workbook.Pred{PartNo: by.Part, OpNo: by.Op, Branch: by.Branch}.String()
		in.bad("parts", line, scope, "kind", "", "burned", msgBurned.With(name))
	}
}

// givesUp tells whether a file that replaces its moulds leaves one as it is: then nothing is removed that could make room.
func (in *importer) givesUp(scope workbook.Scope) bool {
	return in.upload.Mode == ModeReplace && in.out(scope)
}

// dropRefused forgets the removals of moulds that stay out.
func (in *importer) dropRefused() {
	for scope := range in.writes {
		if in.out(scope) {
			delete(in.writes, scope)
		}
	}
	in.pass.rows = slices.DeleteFunc(in.pass.rows, func(row foundRow) bool { return row.Row == 0 && in.out(row.scope) })
}

// CountBurning counts the operations of a process that burn electrodes, in all factories of the tenant.
func CountBurning(ctx context.Context, tx store.Tx, processID string) (n int, err error) {
	err = tx.AcrossFactories(ctx, func(tx store.Tx) (err error) {
		n, err = tx.Select((*Operation)(nil)).Where("process_id = ?", processID).Where("id IN (SELECT operation_id FROM edm_link)").Count(ctx)
		return err
	})
	return n, err
}
