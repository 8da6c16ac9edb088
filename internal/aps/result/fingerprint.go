package result

import (
	"encoding/json"
	"hash/fnv"
	"strings"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
)

// Fingerprint is what a run has seen of its shop, as a number for each thing: comparing it with that of a later moment
// tells what would be planned otherwise, also what is gone. Names count for nothing; progress is compared with the plan
// itself: see offPlan.
type Fingerprint struct {
	Moulds  map[string]uint64 `json:"moulds"`
	Tasks   map[string]uint64 `json:"tasks"` // parts, batches and operations
	Masters map[string]uint64 `json:"masters"`
}

// promisedMark marks the promise of a supplier beside its operation; it goes when the work has come back.
const promisedMark = "@"

// appliedMark marks an application for outsourcing beside its operation; it goes when that is cancelled.
const appliedMark = "!"

// EntryOf is the part, the batch or the operation that an entry of Tasks is about.
func EntryOf(id string) string {
	id, _, _ = strings.Cut(strings.TrimRight(id, promisedMark+appliedMark), "/")
	return id
}

func number64(thing any) uint64 {
	h := fnv.New64a()
	if err := json.NewEncoder(h).Encode(thing); err != nil {
		panic(err) // plain values, a slip in our own code
	}
	return h.Sum64()
}

// FingerprintOf takes the fingerprint of what a run under settings plans.
func FingerprintOf(shop *model.Shop, set map[string]any) *Fingerprint {
	f := &Fingerprint{Moulds: map[string]uint64{}, Tasks: map[string]uint64{}, Masters: map[string]uint64{"zone": number64(shop.Zone)}}
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

func (f *Fingerprint) part(of *model.Part) {
	p := *of
	for i := range p.Ops {
		o := p.Ops[i]
		f.outside(o.ID, o.Progress)
		for batch, at := range o.ByBatch {
			f.outside(o.ID+"/"+batch, at)
		}
		o.Process, o.Progress, o.ByBatch = "", model.Progress{}, nil
		f.Tasks[o.ID] = number64(o)
	}
	for _, b := range p.Batches {
		if b.State == model.BatchFinished && finished(of, b.ID) { // that it is done as planned changes nothing
			b.State = model.BatchDispatched
		}
		f.Tasks[b.ID] = number64(b)
	}
	p.Name, p.Ops, p.Batches = "", nil, nil
	f.Tasks[p.ID] = number64(p)
}

// finished tells whether all operations of a batch are.
func finished(p *model.Part, batch string) bool {
	for i := range p.Ops {
		if p.Ops[i].ByBatch[batch].Status != model.OpFinished {
			return false
		}
	}
	return true
}

// outside is what is applied for outside, and what is agreed with a supplier until it is back.
func (f *Fingerprint) outside(task string, at model.Progress) {
	if at.Applied {
		f.Tasks[task+appliedMark] = number64(at.Supplier)
	}
	if at.Promised != nil && at.Status != model.OpFinished {
		f.Tasks[task+promisedMark] = number64([]any{at.Supplier, at.Promised})
	}
}

// Differing is what differs: in both and not the same, or in one alone.
func Differing(was, now map[string]uint64) map[string]bool {
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

// Follow takes over what has changed from before to after, where f had seen it as it was before.
func (f *Fingerprint) Follow(before, after *Fingerprint) {
	for _, x := range [...][3]map[string]uint64{{f.Moulds, before.Moulds, after.Moulds}, {f.Tasks, before.Tasks, after.Tasks}, {f.Masters, before.Masters, after.Masters}} {
		seen, was := x[0], x[1]
		for id, now := range x[2] {
			if was[id] != now && seen[id] == was[id] {
				seen[id] = now
			}
		}
	}
}
