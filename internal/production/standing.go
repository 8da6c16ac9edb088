package production

import (
	"time"

	"mouldworks/internal/platform/quantity"
)

// standings says how each operation stands: its newest report, or what the newest reports of its batches say together.
// Reports come oldest first.
func standings(reports []Progress, batches []Batch, operations []Operation, parts []Part) map[string]*Progress {
	whole, byBatch := map[string]*Progress{}, map[string]map[string]*Progress{}
	for i := range reports {
		r := &reports[i]
		if r.BatchID == "" {
			whole[r.OperationID] = r
			continue
		}
		if byBatch[r.OperationID] == nil {
			byBatch[r.OperationID] = map[string]*Progress{}
		}
		byBatch[r.OperationID][r.BatchID] = r
	}
	if len(byBatch) == 0 {
		return whole
	}
	batched, qty, partOf, minutes := map[string]int{}, map[string]int{}, map[string]string{}, map[string]quantity.Minutes{}
	for _, b := range batches {
		batched[b.ID] = b.Qty
	}
	for i := range parts {
		qty[parts[i].ID] = parts[i].Qty
	}
	for i := range operations {
		partOf[operations[i].ID], minutes[operations[i].ID] = operations[i].PartID, operations[i].Minutes
	}
	for operation, own := range byBatch {
		whole[operation] = combined(whole[operation], own, batched, qty[partOf[operation]], minutes[operation])
	}
	return whole
}

// combined adds up the reports of an operation's batches and of the quantity that is in none. It is finished when the
// finished shares make up the quantity; between two batches it is paused. What nobody has reported on needs its share of
// the minutes yet.
func combined(rest *Progress, own map[string]*Progress, batched map[string]int, qty int, minutes quantity.Minutes) *Progress {
	sum := &Progress{HasRemaining: true}
	done, reported, running, begun := 0, 0, false, false
	add := func(r *Progress, share int) {
		sum.MouldID, sum.OperationID = r.MouldID, r.OperationID
		sum.ReportedMinutes += r.ReportedMinutes
		sum.RemainingMinutes += r.RemainingMinutes
		sum.QtyDone += r.QtyDone
		sum.HasRemaining = sum.HasRemaining && r.HasRemaining
		if r.RealStart != nil && (sum.RealStart == nil || r.RealStart.Before(*sum.RealStart)) {
			sum.RealStart = r.RealStart
		}
		if r.RealEnd != nil && (sum.RealEnd == nil || r.RealEnd.After(*sum.RealEnd)) {
			sum.RealEnd = r.RealEnd
		}
		if !r.ReportedAt.Before(sum.ReportedAt) {
			sum.ReportedAt, sum.FactoryRow, sum.PauseReason = r.ReportedAt, r.FactoryRow, r.PauseReason
		}
		if r.Status == Running || sum.MachineID == "" {
			sum.MachineID = r.MachineID
		}
		begun = begun || r.Status != NotStarted
		running = running || r.Status == Running
		reported += share
		if r.Status == Finished {
			done += share
		}
	}
	left := qty
	for id, r := range own {
		left -= batched[id]
		add(r, batched[id])
	}
	if rest != nil {
		add(rest, left)
	}
	if silent := quantity.Minutes(qty - reported); silent > 0 {
		sum.RemainingMinutes += (minutes*silent + quantity.Minutes(qty) - 1) / quantity.Minutes(qty)
	}
	switch {
	case running:
		sum.Status = Running
	case done >= qty && qty > 0:
		sum.Status = Finished
	case begun:
		sum.Status = Paused
	}
	if sum.Status != Finished {
		sum.RealEnd = nil
	}
	return sum
}

// share is how much of an operation is done, in minutes of its hours: all when finished, else what the reports say, and
// never quite all.
func share(o *Operation, r *Progress) quantity.Minutes {
	if r == nil || r.Status == NotStarted {
		return 0
	}
	if r.Status == Finished {
		return o.Minutes
	}
	total := o.Minutes
	if r.HasRemaining {
		total = r.ReportedMinutes + r.RemainingMinutes
	}
	if total <= 0 {
		return 0
	}
	done := quantity.Minutes(int64(o.Minutes) * int64(r.ReportedMinutes) / int64(total))
	return min(done, o.Minutes*99/100)
}

// later is the later of two moments, either of which may be missing.
func later(a *time.Time, b time.Time) *time.Time {
	if a == nil || b.After(*a) {
		return &b
	}
	return a
}
