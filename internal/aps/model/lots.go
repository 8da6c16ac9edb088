package model

import (
	"slices"
	"strings"

	"mouldworks/internal/platform/quantity"
)

// A part is planned lot by lot: each of its batches, and the pieces that are in none. A lot is a part of its own here, with
// the route, links and dates of the whole.

// The states of a batch as production has them.
const (
	BatchDispatched = 1
	BatchPaused     = 2
	BatchClosed     = 3
	BatchFinished   = 4
)

// taskID names an operation of a batch, or of what is in none. It depends on nothing else, so that locks, history and the
// plan in force find it again in every run.
func taskID(operation string, batch *Batch) string {
	if batch == nil {
		return operation
	}
	return operation + "/" + batch.ID
}

// Lots gives the mould with its lots for parts. Without batches it is the mould itself.
func (m Mould) Lots() Mould {
	if !slices.ContainsFunc(m.Parts, func(p Part) bool { return len(p.Batches) > 0 }) {
		return m
	}
	parts := m.Parts
	m.Parts = nil
	for i := range parts {
		m.Parts = append(m.Parts, parts[i].lots()...)
	}
	return m
}

// Lots are what is in no batch, if anything is, and the batches by their numbers. A lock of times holds for the first lot
// that waits: the others cannot stand in the same place and keep only the resource.
func (p *Part) lots() []Part {
	if len(p.Batches) == 0 || p.Electrode {
		return []Part{*p}
	}
	whole := max(1, p.Qty)
	rest := whole
	batches := slices.Clone(p.Batches)
	slices.SortFunc(batches, func(x, y Batch) int { return strings.Compare(x.No, y.No) })
	for i := range batches {
		rest -= batches[i].Qty
	}
	var lots []Part
	if rest > 0 {
		lots = append(lots, p.lot(nil, rest, whole))
	}
	for i := range batches {
		lots = append(lots, p.lot(&batches[i], batches[i].Qty, whole))
	}
	for k := range p.Ops {
		held := false
		for i := range lots {
			if o := &lots[i].Ops[k]; o.Lock == LockTimes && o.Status == 0 && lots[i].Planned() {
				if held {
					o.Lock = LockResource
				}
				held = true
			}
		}
	}
	return lots
}

func (p *Part) lot(batch *Batch, qty, whole int) Part {
	lot := *p
	lot.Batch, lot.Batches, lot.Qty, lot.Of = batch, nil, qty, whole
	if batch != nil {
		lot.ID += "/" + batch.ID
	}
	lot.Ops = slices.Clone(p.Ops)
	for i := range lot.Ops {
		o := &lot.Ops[i]
		o.ID = taskID(o.ID, batch)
		if batch != nil {
			o.Progress = o.ByBatch[batch.ID]
		}
		o.ByBatch = nil
		o.Minutes = o.Setup + lot.share(o.Minutes-o.Setup)
		o.Machines = slices.Clone(o.Machines)
		for k := range o.Machines {
			if e := &o.Machines[k]; e.Minutes > 0 {
				e.Minutes = e.Setup + lot.share(e.Minutes-e.Setup)
			}
		}
	}
	return lot
}

// share is what a lot has of minutes that are for the whole part, rounded up: a plan never promises too little.
func (p *Part) share(minutes quantity.Minutes) quantity.Minutes {
	if p.Of == 0 || minutes <= 0 {
		return minutes
	}
	of := quantity.Minutes(p.Of)
	return (minutes*quantity.Minutes(p.Qty) + of - 1) / of
}

// over tells that a lot needs nothing more: what of it is finished stays for the record, the rest is given up.
func (p *Part) over() bool {
	return p.Batch != nil && (p.Batch.State == BatchClosed || p.Batch.State == BatchFinished)
}

// Rests tells that nothing of a lot may begin until it is dispatched again; what runs goes on.
func (p *Part) Rests() bool { return p.Batch != nil && p.Batch.State == BatchPaused }

// Planned tells whether a plan holds the part or batch: it is neither over nor at rest.
func (p *Part) Planned() bool { return !p.over() && !p.Rests() }

// batchNo is the number of the batch, empty for what is in none.
func (p *Part) batchNo() string {
	if p.Batch == nil {
		return ""
	}
	return p.Batch.No
}

// lotNo tells the lots of a part apart, in the order in which ties fall.
func (p *Part) lotNo() string {
	if p.Batch == nil {
		return p.No
	}
	return p.No + "/" + p.Batch.No
}

// Lot names a part or a batch of it in a plan.
type Lot struct{ Mould, Part, Batch string }

// Lot is the part or batch of a task.
func (t *Task) Lot() Lot { return Lot{t.Mould.No, t.Part.No, t.Part.batchNo()} }
