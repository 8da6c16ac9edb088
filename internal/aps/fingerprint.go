package aps

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"strings"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
)

// fingerprint is what a run has seen of its shop, as a number for each thing: comparing it with that of a later moment
// tells what would be planned otherwise, also what is gone. Names count for nothing; progress is compared with the plan
// itself: see offPlan.
type fingerprint struct {
	Moulds  map[string]uint64 `json:"moulds"`
	Tasks   map[string]uint64 `json:"tasks"` // parts, batches and operations
	Masters map[string]uint64 `json:"masters"`
}

// promisedMark marks the promise of a supplier beside its operation; it goes when the work has come back.
const promisedMark = "@"

func number64(thing any) uint64 {
	h := fnv.New64a()
	if err := json.NewEncoder(h).Encode(thing); err != nil {
		panic(err) // plain values, a slip in our own code
	}
	return h.Sum64()
}

// fingerprintOf takes the fingerprint of what a run under settings plans.
func fingerprintOf(shop *model.Shop, set map[string]any) *fingerprint {
	f := &fingerprint{Moulds: map[string]uint64{}, Tasks: map[string]uint64{}, Masters: map[string]uint64{"zone": number64(shop.Zone)}}
	for _, g := range shop.Groups {
		g.Name, g.Section = "", ""
		f.Masters[g.ID] = number64(g)
	}
	for _, m := range shop.Machines {
		m.Name = ""
		f.Masters[m.ID] = number64(m)
	}
	for _, s := range shop.Suppliers {
		s.Name = ""
		f.Masters[s.ID] = number64(s)
	}
	for _, x := range shop.Flows {
		f.Masters[x.From+">"+x.To] = number64(x)
	}
	method := int(setting.Number(set, "assemblyHourMethod"))
	for _, m := range shop.Moulds {
		for i := range m.Parts {
			f.part(&m.Parts[i])
		}
		m.Name, m.Parts = "", nil
		if method != model.AssemblyMean { // it moves with every mould that is finished
			m.AssemblyBy.Mean = 0
		}
		f.Moulds[m.ID] = number64(m)
	}
	return f
}

func (f *fingerprint) part(of *model.Part) {
	p := *of
	for i := range p.Ops {
		o := p.Ops[i]
		if o.Promised != nil && o.Status != model.OpFinished {
			f.Tasks[o.ID+promisedMark] = number64([]any{o.Supplier, o.Promised})
		}
		for batch, at := range o.ByBatch {
			if at.Promised != nil && at.Status != model.OpFinished {
				f.Tasks[o.ID+"/"+batch+promisedMark] = number64([]any{at.Supplier, at.Promised})
			}
		}
		o.Process, o.Progress, o.ByBatch = "", model.Progress{}, nil
		f.Tasks[o.ID] = number64(o)
	}
	for _, b := range p.Batches {
		if b.State == model.BatchFinished { // that it is done as planned changes nothing
			b.State = model.BatchDispatched
		}
		f.Tasks[b.ID] = number64(b)
	}
	p.Name, p.Ops, p.Batches = "", nil, nil
	f.Tasks[p.ID] = number64(p)
}

// differing is what differs: in both and not the same, or in one alone.
func differing(was, now map[string]uint64) map[string]bool {
	ids := map[string]bool{}
	for id, x := range now {
		if y, there := was[id]; !there || x != y {
			ids[id] = true
		}
	}
	for id := range was {
		if _, there := now[id]; !there && !strings.HasSuffix(id, promisedMark) {
			ids[id] = true
		}
	}
	return ids
}

// unplanned are the settings that a plan does not depend on, beside the weights of its evaluation.
func unplanned(key string) bool {
	return key == "timeLimitSeconds" || key == "seed" || strings.HasPrefix(key, "weight")
}

// changesSince counts moulds, tasks, and master records or settings that the run of a plan has seen otherwise.
func (a *APS) changesSince(ctx context.Context, tx store.Tx, s *Schedule, planID string) (moulds, tasks, masters int, err error) {
	var p Plan
	if err := tx.Select(&p).Columns("id", "run_id", "fingerprint").Where("id = ?", planID).Scan(ctx); err != nil {
		return 0, 0, 0, err
	}
	if p.Fingerprint == "" { // an example's plan
		return 0, 0, 0, nil
	}
	var was fingerprint
	if err := unpack(p.Fingerprint, &was); err != nil {
		return 0, 0, 0, err
	}
	set, err := s.effective(ctx, tx)
	if err != nil {
		return 0, 0, 0, err
	}
	shop, err := a.deps.Shop(ctx, tx, s.MouldIDs)
	if err != nil {
		return 0, 0, 0, err
	}
	now := fingerprintOf(shop, set)
	changed := differing(was.Tasks, now.Tasks)
	off, err := a.offPlan(ctx, tx, planID)
	if err != nil {
		return 0, 0, 0, err
	}
	for _, id := range off {
		changed[id] = true
	}
	moulds, tasks, masters = len(differing(was.Moulds, now.Moulds)), len(changed), len(differing(was.Masters, now.Masters))
	var run Run
	if err := tx.Select(&run).Columns("id", "settings").Where("id = ?", p.RunID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return moulds, tasks, masters, nil
	} else if err != nil {
		return 0, 0, 0, err
	}
	for _, x := range setting.Table() {
		if !unplanned(x.Key) && setting.Number(run.Settings, x.Key) != setting.Number(set, x.Key) {
			masters++
		}
	}
	return moulds, tasks, masters, nil
}
