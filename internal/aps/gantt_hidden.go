package aps

import (
	"context"
	"encoding/json"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// barHidden flags a bar in a section that the reader may not see: a grey block with its mould and its times.
const barHidden = 4096

// hide takes the detail off the bars whose rows lie in hidden sections, and off the names of these rows. Bars, moulds and times
// stay, so that a plan can still be understood.
func (g *Gantt) hide(h store.Hidden) {
	hidden := make([]bool, len(g.Resources))
	for i := range g.Resources {
		r := &g.Resources[i]
		hidden[i] = slices.Contains(h.SectionNames, r.Section) || slices.Contains(h.Machines, r.ID) || slices.Contains(h.Groups, r.ID)
		if hidden[i] {
			r.Name, r.Group = "", ""
		}
	}
	nameless := len(g.Processes)
	g.Processes = append(g.Processes, GanttProcess{})
	parts := map[int]int{} // the nameless part of a mould
	b := &g.Bars
	isHidden := func(bar int) bool { return bar >= 0 && hidden[b.Resource[bar]] }
	for i := range b.ID {
		if !isHidden(i) {
			continue
		}
		part, known := parts[b.Mould[i]]
		if !known {
			part = len(g.Parts)
			parts[b.Mould[i]] = part
			g.Parts = append(g.Parts, GanttPart{Kind: g.Parts[b.Part[i]].Kind, Mould: b.Mould[i]})
		}
		b.Process[i], b.Part[i], b.Batch[i], b.Op[i], b.Segment[i] = nameless, part, -1, 0, 0
		b.Lock[i], b.Minutes[i], b.Qty[i] = 0, 0, 0
		b.LatestStart[i], b.LatestEnd[i], b.RealStart[i], b.RealEnd[i] = nil, nil, nil, nil
		b.Flags[i] = b.Flags[i]&(barLate|barCarried) | barHidden
	}
	g.Conflicts = slices.DeleteFunc(g.Conflicts, func(c GanttConflict) bool { return isHidden(c.Bar) || isHidden(c.Other) })
	g.Buffers = slices.DeleteFunc(g.Buffers, func(x GanttBuffer) bool { return isHidden(x.Bar) })
	g.Releases = slices.DeleteFunc(g.Releases, func(x GanttRelease) bool { return isHidden(x.Bar) })
	g.Electrodes = slices.DeleteFunc(g.Electrodes, func(x GanttReady) bool { return isHidden(x.Bar) })
}

// seenGantt is a packed Gantt as far as somebody may see it.
func seenGantt(packed string, h store.Hidden) (string, error) {
	if h.Nothing() {
		return packed, nil
	}
	var g Gantt
	if err := unpack(packed, &g); err != nil {
		return "", err
	}
	g.hide(h)
	bare, err := json.Marshal(&g)
	if err != nil {
		return "", err
	}
	return pack(bare)
}

var msgWholeShop = L("排程问题文件含有全部工段，您的角色看不到其中一部分", "The problem file holds every section, and your roles hide some of them")

// wholeShop refuses what cannot be told in part to whoever sees a part of the sections.
func wholeShop(ctx context.Context) error {
	if actor, err := store.ActorFrom(ctx); err == nil && !actor.Hidden.Nothing() {
		return problem.Refuse(msgWholeShop)
	}
	return nil
}
