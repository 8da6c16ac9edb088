package instance

import (
	"cmp"
	"fmt"
	"slices"

	"mouldworks/solver"
)

func (b *builder) link(from, to int32, kind solver.EdgeKind) {
	b.p.Edges = append(b.p.Edges, solver.Edge{
		From: from, To: to, FromAt: solver.Million, ToAt: solver.SetupPoint,
		WithFlow: true, HandOver: true, Kind: kind,
	})
}

// routes adds the edges implied by part and operation number, and pred.
func (b *builder) routes() error {
	src, ops := b.file.Ops, b.p.Ops
	order := make([]int32, 0, len(ops))
	for i := range src {
		if src[i].Part != "" {
			order = append(order, int32(i))
		}
		if src[i].Pred == nil {
			continue
		}
		for k, name := range *src[i].Pred {
			from, ok := b.op[name]
			if !ok {
				return wrong(fmt.Sprintf("ops[%d].pred[%d]", i, k), "unknown operation %q", name)
			}
			b.link(from, int32(i), solver.EdgePred)
		}
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(ops[x].Job, ops[y].Job), cmp.Compare(ops[x].Part, ops[y].Part), cmp.Compare(ops[x].Seq, ops[y].Seq))
	})
	var before, level []int32 // operations of the last number and of this one
	for k, o := range order {
		if k > 0 {
			last := &ops[order[k-1]]
			switch {
			case last.Job != ops[o].Job || last.Part != ops[o].Part:
				before, level = before[:0], level[:0]
			case last.Seq != ops[o].Seq:
				before, level = level, before[:0]
			}
		}
		level = append(level, o)
		if src[o].Pred == nil {
			for _, from := range before {
				b.link(from, o, solver.EdgeRoute)
			}
		}
	}
	return nil
}

func (b *builder) edges() error {
	for i := range b.file.Edges {
		e := &b.file.Edges[i]
		from, ok := b.op[e.From]
		if !ok {
			return wrong(at("edges", i, "from"), "unknown operation %q", e.From)
		}
		to, ok := b.op[e.To]
		if !ok {
			return wrong(at("edges", i, "to"), "unknown operation %q", e.To)
		}
		b.link(from, to, solver.EdgeJoin)
		edge := &b.p.Edges[len(b.p.Edges)-1]
		edge.Lag = e.Lag
		if e.FromAt != nil {
			edge.FromAt = *e.FromAt
		}
		if e.ToAt != nil {
			edge.ToAt = *e.ToAt
		}
		if e.Flow != nil {
			edge.WithFlow = *e.Flow
		}
		if e.HandOver != nil {
			edge.HandOver = *e.HandOver
		}
		if edge.Lag < 0 || edge.FromAt < -1 || edge.FromAt > solver.Million || edge.ToAt < -1 || edge.ToAt > solver.Million {
			return wrong(at("edges", i, "fromAt"), "points %d and %d, lag %d", edge.FromAt, edge.ToAt, edge.Lag)
		}
	}
	return nil
}

// electrodes turns burn orders into two-point edges: the first Transfer
// electrodes before the start, each later one before its own burn.
func (b *builder) electrodes() error {
	for i := range b.file.Electrodes {
		el := &b.file.Electrodes[i]
		to, ok := b.op[el.Op]
		if !ok {
			return wrong(at("electrodes", i, "op"), "unknown operation %q", el.Op)
		}
		if el.Transfer < 0 {
			return wrong(at("electrodes", i, "transfer"), "%d", el.Transfer)
		}
		for k := range el.Burns {
			if el.Burns[k].Run < 0 {
				return wrong(fmt.Sprintf("electrodes[%d].burns[%d].run", i, k), "%d", el.Burns[k].Run)
			}
		}
		for k := range el.Burns {
			burn := &el.Burns[k]
			point := el.Point(k)
			switch {
			case burn.From != "":
				from, ok := b.op[burn.From]
				if !ok {
					return wrong(fmt.Sprintf("electrodes[%d].burns[%d].from", i, k), "unknown operation %q", burn.From)
				}
				b.link(from, to, solver.EdgeElectrode)
				b.p.Edges[len(b.p.Edges)-1].ToAt = point
			case burn.At != nil:
				when := b.moment(burn.At, fmt.Sprintf("electrodes[%d].burns[%d].at", i, k))
				b.p.Edges = append(b.p.Edges, solver.Edge{
					From: solver.None, To: to, FromAt: solver.Million, ToAt: point,
					Lag: max(0, when), Kind: solver.EdgeElectrode,
				})
			}
		}
	}
	return b.err
}

// Point is where in the run its burn of an index begins: the first Transfer ones hold the whole operation back.
func (e *Electrode) Point(burn int) int32 {
	var total, done int64
	for k := range e.Burns {
		if k < burn {
			done += int64(e.Burns[k].Run)
		}
		total += int64(e.Burns[k].Run)
	}
	if burn < int(max(1, e.Transfer)) || total == 0 {
		return solver.SetupPoint
	}
	return int32(done * int64(solver.Million) / total) // rounded down: the engine rounds the minutes up
}

var fixes = map[string]solver.FixKind{
	"resource": solver.FixResource, "times": solver.FixTimes, "running": solver.FixRunning, "done": solver.FixDone,
}

func (b *builder) fixed() error {
	for i := range b.file.Fixed {
		f := &b.file.Fixed[i]
		o, ok := b.op[f.Op]
		if !ok {
			return wrong(at("fixed", i, "op"), "unknown operation %q", f.Op)
		}
		kind, ok := fixes[f.Kind]
		if !ok {
			return wrong(at("fixed", i, "kind"), "unknown kind %q", f.Kind)
		}
		r, ok := b.resource[f.On]
		if !ok {
			return wrong(at("fixed", i, "on"), "unknown resource %q", f.On)
		}
		fix := solver.Fix{Kind: kind, Resource: r}
		if fix.Timed() {
			fix.Start = b.needed(f.Start, at("fixed", i, "start"))
			fix.End = b.needed(f.End, at("fixed", i, "end"))
			if b.err == nil && fix.End < fix.Start {
				return wrong(at("fixed", i, "end"), "before its start")
			}
		}
		b.p.Ops[o].Fix = fix
	}
	return b.err
}

func (b *builder) rest() error {
	for i := range b.file.Blocks {
		src := &b.file.Blocks[i]
		r, ok := b.resource[src.On]
		if !ok {
			return wrong(at("blocks", i, "on"), "unknown resource %q", src.On)
		}
		block := solver.Block{
			Resource: r, Units: max(1, src.Units), Name: src.Name,
			Start: b.needed(src.Start, at("blocks", i, "start")), End: b.needed(src.End, at("blocks", i, "end")),
		}
		if b.err == nil && block.End < block.Start {
			return wrong(at("blocks", i, "end"), "before its start")
		}
		b.p.Blocks = append(b.p.Blocks, block)
	}
	for i := range b.file.Targets {
		t := &b.file.Targets[i]
		o, ok := b.op[t.Op]
		if !ok {
			return wrong(at("targets", i, "op"), "unknown operation %q", t.Op)
		}
		b.p.Targets = append(b.p.Targets, solver.Target{Op: o, Due: b.needed(t.Due, at("targets", i, "due")), Weight: t.Weight})
	}
	return b.err
}
