package production

import "mouldworks/internal/platform/quantity"

// standingAt words a report, or what several say together; nil stands for none.
func standingAt(r *Progress) Standing {
	if r == nil {
		return Standing{}
	}
	at := r.ReportedAt
	s := Standing{
		Status: r.Status, MachineID: r.MachineID, RealStart: r.RealStart, RealEnd: r.RealEnd,
		ReportedHours: r.ReportedMinutes, QtyDone: r.QtyDone, ReportID: r.ID, ReportedAt: &at,
		PauseReason: r.PauseReason,
	}
	if r.HasRemaining {
		remaining := r.RemainingMinutes
		s.RemainingHours = &remaining
	}
	return s
}

// batchTurns are the batches that an operation is reported on by: each goes its way by itself. The pieces in no batch
// come last while there are any, or while a report on them can still be undone.
func batchTurns(order *Order, part *Part, o *Operation) []BatchTurn {
	turns := []BatchTurn{}
	left := part.Qty
	for _, b := range order.Batches[part.ID] {
		left -= b.Qty
		turns = append(turns, BatchTurn{TreeBatch{b.ID, b.BatchNo, b.Qty, b.State}, o.minutesFor(b.Qty, part.Qty), standingAt(order.Reports[LotKey(o.ID, b.ID)])})
	}
	rest := standingAt(order.Reports[LotKey(o.ID, "")])
	if len(turns) > 0 && (left > 0 || rest.Status != NotStarted) {
		turns = append(turns, BatchTurn{TreeBatch{Qty: max(left, 0)}, o.minutesFor(max(left, 0), part.Qty), rest})
	}
	return turns
}

// minutesFor are the minutes of an operation for some of its pieces: the set-up is needed again, whatever their number.
func (o *Operation) minutesFor(pieces, of int) quantity.Minutes {
	run, all := o.Minutes-o.SetupMinutes, quantity.Minutes(max(of, 1))
	return o.SetupMinutes + (run*quantity.Minutes(pieces)+all-1)/all
}
