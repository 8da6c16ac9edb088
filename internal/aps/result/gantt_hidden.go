package result

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// barHidden flags a bar in a section that the reader may not see: a grey block with its mould and its times.
const barHidden = 4096

// hide takes the detail off the bars whose rows lie in hidden sections, and off the names of these rows; what only such bars
// name is gone from the lists too. Bars, moulds and times stay, so that a plan can still be understood.
func (g *Gantt) hide(h store.Hidden, lang string) {
	word := WordHidden.In(lang)
	hidden := make([]bool, len(g.Resources))
	for i := range g.Resources {
		r := &g.Resources[i]
		hidden[i] = slices.Contains(h.SectionNames, r.Section) || slices.Contains(h.Machines, r.ID) || slices.Contains(h.Groups, r.ID)
		if hidden[i] {
			r.Name, r.Group, r.Section = word, word, word
		}
	}
	nameless := len(g.Processes)
	g.Processes = append(g.Processes, GanttProcess{Name: word})
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
		b.Status[i], b.Lock[i], b.Minutes[i], b.Qty[i] = 0, 0, 0, 0
		b.LatestStart[i], b.LatestEnd[i], b.RealStart[i], b.RealEnd[i] = nil, nil, nil, nil
		b.Flags[i] = b.Flags[i]&(barLate|barCarried) | barHidden
	}
	g.Processes, g.Parts, g.Batches = named(g.Processes, b.Process), named(g.Parts, b.Part), named(g.Batches, b.Batch)
	g.Conflicts = slices.DeleteFunc(g.Conflicts, func(c GanttConflict) bool { return isHidden(c.Bar) || isHidden(c.Other) })
	g.Buffers = slices.DeleteFunc(g.Buffers, func(x GanttBuffer) bool { return isHidden(x.Bar) })
	g.Releases = slices.DeleteFunc(g.Releases, func(x GanttRelease) bool { return isHidden(x.Bar) })
	g.Electrodes = slices.DeleteFunc(g.Electrodes, func(x GanttReady) bool { return isHidden(x.Bar) })
}

// named leaves of a list what bars refer to, and numbers their references anew: legends and rows would tell the rest.
func named[T any](list []T, refs []int) []T {
	used, at, kept := make([]bool, len(list)), make([]int, len(list)), []T{}
	for _, i := range refs {
		if i >= 0 {
			used[i] = true
		}
	}
	for i := range list {
		if used[i] {
			at[i], kept = len(kept), append(kept, list[i])
		}
	}
	for k, i := range refs {
		if i >= 0 {
			refs[k] = at[i]
		}
	}
	return kept
}

// SeenGantt is a packed Gantt as far as somebody may see it, with the names that they read.
func SeenGantt(packed string, h store.Hidden, words model.Words) (string, error) {
	if h.Nothing() && words.English == nil {
		return packed, nil
	}
	var stored struct { // the envelope that the page gets
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    Gantt  `json:"data"`
	}
	if err := Unpack(packed, &stored); err != nil {
		return "", err
	}
	if !h.Nothing() {
		stored.Data.hide(h, words.Lang)
	}
	if words.English != nil {
		stored.Data.call(words.English)
	}
	bare, err := json.Marshal(&stored)
	if err != nil {
		return "", err
	}
	return Pack(bare)
}

// call puts what English screens call them in the place of the names that were typed. Words of the product stay codes: the page has
// its own for them.
func (g *Gantt) call(english *model.EnglishNames) {
	for i := range g.Resources {
		r := &g.Resources[i]
		r.Name, r.Group, r.Section = cmp.Or(english.Resources[r.Name], r.Name), cmp.Or(english.Groups[r.Group], r.Group), cmp.Or(english.Sections[r.Section], r.Section)
	}
	for i := range g.Processes {
		p := &g.Processes[i]
		p.Name = cmp.Or(english.Processes[p.Name], p.Name)
	}
}

// WordHidden stands for a section that the reader may not see, and for all in it.
var WordHidden = L("其他工段", "Other section")

var msgWholeShop = L("这里涉及全部工段，您的角色看不到其中一部分", "This tells of every section, and your roles hide some of them")

// WholeShop refuses what cannot be told in part to whoever sees a part of the sections.
func WholeShop(ctx context.Context) error {
	if actor, err := store.ActorFrom(ctx); err == nil && !actor.Hidden.Nothing() {
		return problem.Refuse(msgWholeShop)
	}
	return nil
}
