package production

import (
	"context"
	"strconv"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// The hours of an operation are for the quantity of its part. Where they are its set-up and its pieces they stay that:
// another quantity makes other hours. Hours that somebody has written as a total stay as they are written.

// sum are the minutes of a quantity: set-up and pieces.
func (o *Operation) sum(qty int) quantity.Minutes {
	return o.SetupMinutes + quantity.Minutes(int64(max(1, qty))*int64(o.PieceMinutes))
}

// summed tells whether the hours are the set-up and the pieces of a quantity.
func (o *Operation) summed(qty int) bool { return o.PieceMinutes > 0 && o.Minutes == o.sum(qty) }

// total gives an operation that is saved its hours: empty ones, and those that followed its pieces before.
func (o *Operation) total(old *Operation, qty int) {
	follows := old != nil && old.summed(qty) && o.Minutes == old.Minutes
	if o.PieceMinutes > 0 && (o.Minutes == 0 || follows) {
		o.Minutes = o.sum(qty)
	}
}

var (
	msgQtyBelowReported = L("工序 %d 的工时将少于已报的 %s 小时", "The hours of operation %d would drop below the reported ones, %s h")
	msgQtyBelowHidden   = L("其他工段已报工，数量不能这样减少", "Another section has reported more than this quantity leaves")
)

// followQuantity gives the operations of a part the hours of its new quantity.
func (p *Production) followQuantity(ctx context.Context, tx store.Tx, old, now *Part) error {
	if old == nil || old.Qty == now.Qty {
		return nil
	}
	rows, err := readMoulds(ctx, tx, []string{now.MouldID})
	if err != nil {
		return err
	}
	for i := range rows.parts { // as they stood when they were reported
		if rows.parts[i].ID == now.ID {
			rows.parts[i].Qty = old.Qty
		}
	}
	standing := standings(rows.progress, rows.batches, rows.operations, rows.parts)
	for i := range rows.operations {
		o := rows.operations[i]
		if o.PartID != now.ID || !o.summed(old.Qty) {
			continue
		}
		before := o
		o.Minutes = o.sum(now.Qty)
		switch {
		case len(changedStarted(&before, &o, standing[o.ID])) == 0:
		case tx.Hides(&before):
			return problem.Invalid(problem.Field("qty", "reported", msgQtyBelowHidden))
		default:
			return problem.Invalid(problem.Field("qty", "reported", msgQtyBelowReported, o.OpNo, standing[o.ID].ReportedMinutes.Hours().String()))
		}
		if err := tx.Update(ctx, &o); err != nil {
			return err
		}
		title, err := titleOfOperation(ctx, tx, &o)
		if err != nil {
			return err
		}
		if err := tx.Log(ctx, "operation", o.ID, title, store.ActionChange, store.FieldChange{Field: "hours", Before: before.Minutes, After: o.Minutes}); err != nil {
			return err
		}
		if p.deps.Changed != nil {
			actor := tx.Actor()
			tx.AfterCommit(func() { p.deps.Changed(context.WithoutCancel(ctx), actor, "operation", o.ID) })
		}
	}
	return nil
}

// qty is the quantity of a part as it was stored, 0 for a new one, and as it will be.
func (in *importer) qty(part workbook.PartKey) (was, now int) {
	was = in.stored.qty[part]
	if r := in.stored.partRow[part]; r != nil {
		return was, max(1, r.Qty.Or(was))
	}
	return was, max(1, was)
}

// following are the stored operations without a row in the file whose hours another quantity of their part changes, as
// they are and as they will be.
func (in *importer) following(each func(key workbook.OperationKey, old, now *Operation)) {
	inFile, gone := map[workbook.OperationKey]bool{}, map[string]bool{}
	for i := range in.book.Operations {
		inFile[in.book.Operations[i].Key()] = true
	}
	for _, w := range in.writes {
		for _, id := range w.removed.operations {
			gone[id] = true
		}
	}
	for _, key := range sortedKeys(in.stored.operations) {
		o := in.stored.operations[key]
		was, qty := in.qty(key.Of())
		if was == qty || inFile[key] || gone[o.ID] || !o.summed(was) {
			continue
		}
		now := *o
		now.Minutes = now.sum(qty)
		each(key, o, &now)
	}
}

// holdQuantities keeps the hours that follow a quantity above the reported ones.
func (in *importer) holdQuantities() {
	told := map[workbook.PartKey]bool{} // of a hidden operation
	in.following(func(key workbook.OperationKey, old, now *Operation) {
		standing := in.stored.standing[key]
		switch r := in.stored.partRow[key.Of()]; {
		case len(changedStarted(old, now, standing)) == 0:
		case in.conceals(key) && told[key.Of()]:
		case in.conceals(key):
			told[key.Of()] = true
			in.bad("parts", r.Line, r.Scope(), "qty", strconv.Itoa(r.Qty.Value), "reported", msgQtyBelowHidden)
		default:
			in.bad("parts", r.Line, r.Scope(), "qty", strconv.Itoa(r.Qty.Value), "reported", msgQtyBelowReported.With(old.OpNo, standing.ReportedMinutes.Hours().String()))
		}
	})
}

// followQuantities gives operations that the file does not hold the hours of the quantities that it does.
func (in *importer) followQuantities() {
	in.following(func(key workbook.OperationKey, old, now *Operation) {
		if in.out(workbook.OfMould(key.Mould)) {
			return
		}
		w := in.writesOf(workbook.OfMould(key.Mould))
		if action := upsert(old, now, &w.newOperations, &w.changed); !in.conceals(key) {
			in.doneIn(workbook.OfMould(key.Mould), "operations", workbook.Line{}, key, action, differences(in, "operations", old, now)...)
		}
		in.stored.operations[key] = now
	})
}
