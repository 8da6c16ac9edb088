package result

import (
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/solver"
)

// A part with a due date of its own is a forced delivery: it may be late while its mould is not.

// ForcedDelivery is a part with a due date of its own, or a batch of it.
type ForcedDelivery struct {
	MouldNo string     `json:"mouldNo"`
	PartNo  string     `json:"partNo"`
	BatchNo string     `json:"batchNo" doc:"empty for what is in no batch"`
	TaskID  string     `json:"taskId" doc:"its last task: ask why it ends when it does"`
	Due     time.Time  `json:"due"`
	End     *time.Time `json:"end" doc:"null while a task has no place"`
	Late    int        `json:"late" doc:"minutes, 0 on time"`
}

// IsLate tells that it ends after its due date, or has no end.
func (d *ForcedDelivery) IsLate() bool { return d.End == nil || d.Late > 0 }

// Deliveries are the forced deliveries of a plan, in the order of their operations.
func Deliveries(shop *solver.Shop, plan *solver.Plan, lotOf func(op int32) (l model.Lot, task string), at func(solver.Min) time.Time) []ForcedDelivery {
	found, known := []ForcedDelivery{}, map[model.Lot]int{}
	for _, x := range shop.Problem.Targets {
		l, task := lotOf(x.Op)
		k, has := known[l]
		if !has {
			k = len(found)
			known[l] = k
			found = append(found, ForcedDelivery{MouldNo: l.Mould, PartNo: l.Part, BatchNo: l.Batch, TaskID: task, Due: at(x.Due), End: new(at(solver.Min(0)))})
		}
		d := &found[k]
		if plan.Resource[x.Op] < 0 {
			d.End, d.Late, d.TaskID = nil, 0, task
			continue
		}
		if d.End == nil {
			continue
		}
		if handed := shop.Handed(plan, x.Op); !has || at(handed).After(*d.End) {
			d.End, d.TaskID, d.Late = new(at(handed)), task, int(max(0, handed-x.Due))
		}
	}
	return found
}

// Deliveries are the forced deliveries of an outcome.
func (out *Outcome) forced() []ForcedDelivery {
	return Deliveries(out.Shop, out.Plan, func(op int32) (model.Lot, string) {
		t := &out.Translation.Tasks[op]
		return t.Lot(), t.ID
	}, func(m solver.Min) time.Time { return *instant(out, m) })
}

// countForced counts the forced deliveries and keeps those that are late.
func (e *Evaluation) countForced(all []ForcedDelivery) {
	e.Forced = []ForcedDelivery{}
	for i := range all {
		e.Figures.Forced++
		if all[i].IsLate() {
			e.Figures.ForcedLate++
			e.Forced = append(e.Forced, all[i])
		}
	}
}
