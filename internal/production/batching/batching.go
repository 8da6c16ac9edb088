// Package batching is what planners do with the batches of parts: dispatch, pause, close and finish them, and send them outside.
//
// What lives here: these verbs over several lots at once, the list that shows what may be done with each, and the applications for
// outsourcing. What never does: what a batch, an operation or an outsourcing order is and the rules of saving one (production), and
// what a plan makes of them (aps).
package batching

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// L is a short name for the texts.
var L = problem.L

// Deps are what this room needs of others; main fills them in.
type Deps struct {
	Production *production.Production
	// Names are what screens of the caller's language call basic data.
	Names func(ctx context.Context, tx store.Tx) (*production.Names, error)
	// Leads are how long suppliers that may be chosen take, by supplier.
	Leads func(ctx context.Context, tx store.Tx) (map[string]production.SupplierLead, error)
	Now   func() time.Time
}

// Batching is the room.
type Batching struct{ deps Deps }

// New makes the room.
func New(d Deps) *Batching {
	if d.Now == nil {
		d.Now = store.Now
	}
	return &Batching{d}
}

// LotRef names a batch of a part, or without one the pieces of the part that are in no batch.
type LotRef struct {
	PartID  string `json:"partId"`
	BatchID string `json:"batchId,omitempty" doc:"empty: the pieces that are in no batch"`
}

// lot is a batch of a part, or its pieces that are in none, with the operations that they go through.
type lot struct {
	ref   LotRef
	mould *production.Mould
	part  *production.Part
	batch *production.Batch // nil for the pieces that are in none
	qty   int
	steps []step
	task  string // what a name says of the one operation that is meant, empty for all
}

// step is an operation of a lot and how it stands.
type step struct {
	operation *production.Operation
	status    int                          // of its newest report, finished where the work is back from a supplier
	orders    []*production.OutsourceOrder // the oldest first; work may be split over suppliers
}

// name is how people call a lot.
func (l *lot) name() string {
	name := l.mould.MouldNo + " / " + l.part.PartNo
	if l.batch != nil {
		name += " / " + l.batch.BatchNo
	}
	return name + l.task
}

// over tells that nothing more is made of a lot.
func (l *lot) over() bool {
	return l.batch != nil && (l.batch.State == production.BatchClosed || l.batch.State == production.BatchFinished)
}

// outside tells whether an operation can go to a supplier at all.
func (s *step) outside() bool { return s.operation.Outsource != 0 }

// mayApply tells whether outsourcing can be applied for: the route allows it, nothing has begun, and nobody has ordered or applied.
func (s *step) mayApply() bool {
	return s.outside() && s.status == production.NotStarted && len(s.orders) == 0
}

// toCancel are the applications that can be taken back: nothing is ordered, confirmed or received for them, and no work has begun.
func (s *step) toCancel() (all []*production.OutsourceOrder) {
	for _, o := range s.orders {
		if s.status == production.NotStarted && o.AppliedAt != nil && !o.Placed() && !o.Confirmed() {
			all = append(all, o)
		}
	}
	return all
}

// begun tells whether work has begun, or a supplier has it.
func (s *step) begun() bool {
	return s.status != production.NotStarted || slices.ContainsFunc(s.orders, (*production.OutsourceOrder).Placed)
}

func (s *step) applied() bool {
	return slices.ContainsFunc(s.orders, func(o *production.OutsourceOrder) bool { return o.AppliedAt != nil })
}
