package production

import (
	"strconv"
	"time"

	"mouldworks/internal/production/workbook"
)

// resolveBatches checks batches and outsourcing orders against the rows that they refer to.
func (in *importer) resolveBatches(k *known) {
	for i := range in.book.Batches {
		r := &in.book.Batches[i]
		if in.mustKnow("batches", r.Line, r.Scope(), "partNo", r.PartNo, r.Part(), k.parts[r.Part()], msgNoPart) && k.electrodes[r.Part()] {
			in.bad("batches", r.Line, r.Scope(), "partNo", r.PartNo, "kind", msgElectrodeBatch)
		}
	}
	in.batchSums()
	for i := range in.book.Outsourcing {
		r := &in.book.Outsourcing[i]
		in.mustKnow("outsourcing", r.Line, r.Scope(), "opNo", r.Operation().String(), r.Operation(), k.operations[r.Operation()], msgNoOperation)
		in.mustKnow("outsourcing", r.Line, r.Scope(), "batchNo", r.BatchNo, r.Batch(), r.BatchNo == "" || k.batches[r.Batch()], msgNoBatch)
		in.refer("outsourcing", r.Line, r.Scope(), "supplier", r.Supplier, in.supplier, nameSupplier, stored(in.stored.orders, r.Key()).SupplierID)
	}
}

// batchSums holds the batches of each part against its quantity. The fault stands at the first batch of the part, or at
// the part, where the file leaves its batches as they are.
func (in *importer) batchSums() {
	qty, sum := map[workbook.PartKey]int{}, map[workbook.PartKey]int{}
	for key, p := range in.stored.parts {
		qty[key] = p.Qty
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		qty[r.Key()] = r.Qty.Or(max(1, qty[r.Key()]))
	}
	inFile := map[workbook.BatchKey]bool{}
	for i := range in.book.Batches {
		r := &in.book.Batches[i]
		old := 0
		if b := in.stored.batches[r.Key()]; b != nil {
			old = b.Qty
		}
		inFile[r.Key()] = true
		sum[r.Part()] += r.Qty.Or(old)
	}
	begun, concealed := in.begun(), in.concealedBatches()
	held := in.staying(in.heldKeys(), begun, func(string, workbook.Key) {})
	for key, b := range in.stored.batches {
		if !inFile[key] && (!in.removes("batches") || begun[b.ID] || concealed[b.ID] || held[key]) {
			sum[workbook.PartKey{Mould: key.Mould, Part: key.Part}] += b.Qty
		}
	}
	told := map[workbook.PartKey]bool{}
	for i := range in.book.Batches {
		r := &in.book.Batches[i]
		if part := r.Part(); qty[part] > 0 && sum[part] > qty[part] && !told[part] {
			told[part] = true
			in.bad("batches", r.Line, r.Scope(), "qty", strconv.Itoa(r.Qty.Value), "batchSum", msgBatchSum.With(sum[part], qty[part]))
		}
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		if part := r.Key(); sum[part] > qty[part] && !told[part] {
			told[part] = true
			in.bad("parts", r.Line, r.Scope(), "qty", strconv.Itoa(qty[part]), "batchSum", msgQtyBelowBatches.With(sum[part]))
		}
	}
}

func (in *importer) buildBatches() {
	for i := range in.book.Batches {
		r := &in.book.Batches[i]
		if in.out(r.Scope()) {
			in.done("batches", r.Line, r.Key(), ActionRefused)
			continue
		}
		part, old := in.stored.parts[r.Part()], in.stored.batches[r.Key()]
		now := &Batch{MouldID: part.MouldID, PartID: part.ID, BatchNo: r.BatchNo, Qty: 1, State: BatchDispatched}
		if old != nil {
			*now = *old
		}
		now.Qty, now.State = r.Qty.Or(now.Qty), r.State.Or(now.State)
		w := in.writesOf(r.Scope())
		in.done("batches", r.Line, r.Key(), upsert(old, now, &w.newBatches, &w.changed), differences(in, "batches", old, now)...)
		in.stored.batches[r.Key()] = now
	}
}

func (in *importer) batchID(key workbook.BatchKey) string {
	if b := in.stored.batches[key]; b != nil {
		return b.ID
	}
	return ""
}

// buildProgress adds a report where it says something else than the newest one.
func (in *importer) buildProgress() {
	for i := range in.book.Progress {
		r := &in.book.Progress[i]
		if in.out(r.Scope()) {
			in.done("progress", r.Line, r.Key(), ActionRefused)
			continue
		}
		o := in.stored.operations[r.Operation()]
		last := in.stored.progress[r.Key()]
		now := &Progress{MouldID: o.MouldID, OperationID: o.ID, BatchID: in.batchID(r.Batch())}
		if last != nil {
			*now = *last
		}
		now.Status, now.MachineID = r.Status.Or(now.Status), id(r.Resource, now.MachineID, in.machine)
		now.RealStart, now.RealEnd = at(r.RealStart, now.RealStart), at(r.RealEnd, now.RealEnd)
		now.ReportedMinutes, now.QtyDone = r.ReportedHours.Or(now.ReportedMinutes), r.QtyDone.Or(now.QtyDone)
		if last != nil && now.ReportedMinutes != last.ReportedMinutes {
			now.RemainingMinutes, now.HasRemaining = 0, false
		}
		if r.RemainingHours.IsGiven() {
			now.RemainingMinutes, now.HasRemaining = r.RemainingHours.Value, true
		}
		if last != nil && alike(last, now) {
			in.done("progress", r.Line, r.Key(), ActionSame)
			continue
		}
		changes := differences(in, "progress", last, now)
		now.FactoryRow.Row.ID, now.FactoryRow.Row.Version, now.ReportKey, now.Withdraws, now.ReporterName = "", 0, "", "", in.tx.Actor().Name
		if now.Status != Paused {
			now.PauseReason = 0
		}
		now.ReportedAt = in.p.deps.Now()
		if r.ReportedAt.IsGiven() {
			now.ReportedAt = r.ReportedAt.Value.At.UTC()
		}
		now.CreatedAt = time.Time{}
		w := in.writesOf(r.Scope())
		w.newProgress = append(w.newProgress, now)
		in.done("progress", r.Line, r.Key(), ActionNew, changes...)
		in.stored.progress[r.Key()] = now
	}
}

func (in *importer) buildOrders() {
	for i := range in.book.Outsourcing {
		r := &in.book.Outsourcing[i]
		if in.out(r.Scope()) {
			in.done("outsourcing", r.Line, r.Key(), ActionRefused)
			continue
		}
		o, old := in.stored.operations[r.Operation()], in.stored.orders[r.Key()]
		now := &OutsourceOrder{OrderNo: r.Key().OrderNo(), MouldID: o.MouldID, OperationID: o.ID, BatchID: in.batchID(r.Batch())}
		if old != nil {
			*now = *old
		}
		now.SupplierID = id(r.Supplier, now.SupplierID, in.supplier)
		now.OrderedAt, now.Promised, now.Received = at(r.OrderedAt, now.OrderedAt), at(r.Promised, now.Promised), at(r.Received, now.Received)
		now.takeBack(old)
		w := in.writesOf(r.Scope())
		in.done("outsourcing", r.Line, r.Key(), upsert(old, now, &w.newOrders, &w.changed), differences(in, "outsourcing", old, now)...)
		in.stored.orders[r.Key()] = now
	}
}
