package result

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// barHidden flags a bar in a section that the reader may not see: a grey block with its mould and its times. Of a mould that the
// reader may not see there stay the times alone.
const barHidden = 4096

// hide takes the detail off the bars whose rows lie in hidden sections, and off the names of these rows; what only such bars
// name is gone from the lists too. Bars, moulds and times stay, so that a plan can still be understood.
func (g *Gantt) hide(h store.Hidden, lang string) {
	g.hideSections(h, lang)
	if len(h.Moulds) > 0 {
		g.hideMoulds(h.Moulds, lang)
	}
}

func (g *Gantt) hideSections(h store.Hidden, lang string) {
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
		b.bare(i, nameless, part, barLate|barCarried)
	}
	g.prune(isHidden)
}

// hideMoulds makes one nameless mould of those that the reader may not see, and takes the detail off their bars. Where they stand and
// when stays, on rows that the reader sees: what is free can still be told.
func (g *Gantt) hideMoulds(ids []string, lang string) {
	word := WordOtherMould.In(lang)
	at, kept := make([]int, len(g.Moulds)), []GanttMould{}
	for i := range g.Moulds {
		at[i] = -1
		if m := &g.Moulds[i]; !slices.Contains(ids, m.ID) {
			at[i], kept = len(kept), append(kept, *m)
		}
	}
	if len(kept) == len(g.Moulds) {
		return
	}
	b, other := &g.Bars, len(kept)
	nameless, part := len(g.Processes), len(g.Parts)
	g.Processes, g.Parts = append(g.Processes, GanttProcess{Name: word}), append(g.Parts, GanttPart{Kind: 1})
	hidden := make([]bool, len(b.ID))
	for i := range b.ID {
		if hidden[i] = at[b.Mould[i]] < 0; hidden[i] {
			b.Mould[i] = other
			b.bare(i, nameless, part, barCarried)
		} else {
			b.Mould[i] = at[b.Mould[i]]
		}
	}
	for i := range g.Parts {
		if p := &g.Parts[i]; i == part {
			p.Mould = other
		} else if p.Mould = at[p.Mould]; p.Mould < 0 {
			p.Mould = other // no bar refers to it any more
		}
	}
	if g.Moulds = kept; slices.Contains(hidden, true) {
		g.Moulds = append(g.Moulds, GanttMould{No: word, State: "carried"})
	}
	g.prune(func(bar int) bool { return bar >= 0 && hidden[bar] })
	g.shuffle(hidden)
}

// shuffle puts hidden bars behind the others, by row and time, and takes their links away: the order of a plan and its routes would tell
// their moulds apart.
func (g *Gantt) shuffle(hidden []bool) {
	b := &g.Bars
	order := make([]int, len(hidden))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		switch {
		case !hidden[x] && !hidden[y]:
			return cmp.Compare(x, y)
		case !hidden[x]:
			return -1
		case !hidden[y]:
			return 1
		}
		return cmp.Or(cmp.Compare(b.Resource[x], b.Resource[y]), cmp.Compare(b.Start[x], b.Start[y]), cmp.Compare(b.End[x], b.End[y]))
	})
	at := make([]int, len(order))
	for now, was := range order {
		at[was] = now
	}
	b.ID = inOrder(b.ID, order)
	for _, column := range []*[]int{&b.Resource, &b.Mould, &b.Process, &b.Part, &b.Batch, &b.Op, &b.Segment, &b.Start, &b.End, &b.Status, &b.Flags, &b.Lock, &b.Minutes, &b.Qty} {
		*column = inOrder(*column, order)
	}
	for _, column := range []*[]*int{&b.LatestStart, &b.LatestEnd, &b.RealStart, &b.RealEnd} {
		*column = inOrder(*column, order)
	}
	for now, was := range order {
		if hidden[was] {
			b.ID[now] = "other/" + strconv.Itoa(now)
		}
	}
	kept := GanttLinks{From: []int{}, To: []int{}, Kind: []int{}}
	for i, from := range g.Links.From {
		if to := g.Links.To[i]; !hidden[from] && !hidden[to] {
			kept.From, kept.To, kept.Kind = append(kept.From, at[from]), append(kept.To, at[to]), append(kept.Kind, g.Links.Kind[i])
		}
	}
	g.Links = kept
	moved := func(bar *int) {
		if *bar >= 0 {
			*bar = at[*bar]
		}
	}
	for i := range g.Conflicts {
		moved(&g.Conflicts[i].Bar)
		moved(&g.Conflicts[i].Other)
	}
	for i := range g.Buffers {
		moved(&g.Buffers[i].Bar)
	}
	for i := range g.Releases {
		moved(&g.Releases[i].Bar)
	}
	for i := range g.Electrodes {
		moved(&g.Electrodes[i].Bar)
	}
}

// inOrder is a column of the bars in another order; a column that a stored plan lacks stays as it is.
func inOrder[T any](column []T, order []int) []T {
	if len(column) != len(order) {
		return column
	}
	out := make([]T, len(order))
	for now, was := range order {
		out[now] = column[was]
	}
	return out
}

// bare takes the detail off a bar, but for some of its flags.
func (b *GanttBars) bare(i, process, part, flags int) {
	b.Process[i], b.Part[i], b.Batch[i], b.Op[i], b.Segment[i] = process, part, -1, 0, 0
	b.Status[i], b.Lock[i], b.Minutes[i], b.Qty[i] = 0, 0, 0, 0
	b.LatestStart[i], b.LatestEnd[i], b.RealStart[i], b.RealEnd[i] = nil, nil, nil, nil
	b.Flags[i] = b.Flags[i]&flags | barHidden
}

// prune takes what only hidden bars name off the lists, and what is marked on them.
func (g *Gantt) prune(isHidden func(bar int) bool) {
	b := &g.Bars
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

// ResourcesIn are the rows of a packed Gantt, as people type their names.
func ResourcesIn(packed string) ([]GanttResource, error) {
	var stored struct { // its tens of thousands of bars are passed over
		Data struct {
			Resources []GanttResource `json:"resources"`
		} `json:"data"`
	}
	if packed == "" {
		return nil, nil
	}
	err := Unpack(packed, &stored)
	return stored.Data.Resources, err
}

// call puts what English screens call them in the place of the names that were typed. Words of the product stay codes: the page has
// its own for them.
func (g *Gantt) call(english *model.EnglishNames) {
	for i := range g.Resources {
		r := &g.Resources[i]
		if english.Resources[r.Name] != "" {
			r.OtherName = r.Name
		}
		r.Name, r.Group, r.Section = cmp.Or(english.Resources[r.Name], r.Name), cmp.Or(english.Groups[r.Group], r.Group), cmp.Or(english.Sections[r.Section], r.Section)
	}
	for i := range g.Processes {
		p := &g.Processes[i]
		p.Name = cmp.Or(english.Processes[p.Name], p.Name)
	}
}

// WordHidden stands for a section that the reader may not see, and for all in it.
var WordHidden = L("其他工段", "Other section")

var (
	msgWholeShop = L("这里涉及全部工段，您的角色看不到其中一部分", "This tells of every section, and your roles hide some of them")
	msgAllMoulds = L("这里涉及全部模具，您的角色看不到其中一部分", "This tells of every mould, and your roles hide some of them")
)

// AllSections refuses what cannot be told in part to whoever sees a part of the sections.
func AllSections(ctx context.Context) error {
	if actor, err := store.ActorFrom(ctx); err == nil && !actor.Hidden.AllSections() {
		return problem.Refuse(msgWholeShop)
	}
	return nil
}

// WholeShop refuses what cannot be told in part to whoever sees a part of the sections or of the moulds.
func WholeShop(ctx context.Context) error {
	if err := AllSections(ctx); err != nil {
		return err
	}
	if actor, err := store.ActorFrom(ctx); err == nil && len(actor.Hidden.Moulds) > 0 {
		return problem.Refuse(msgAllMoulds)
	}
	return nil
}
