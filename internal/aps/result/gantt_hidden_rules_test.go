package result

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/store"
)

// seen is a chart of three rows, the second of which is hidden, with a bar of mould 0 in each and a bar of mould 1 in the second.
func seen() *Gantt {
	n := func(x int) *int { return &x }
	g := &Gantt{
		Resources: []GanttResource{{ID: "m1", Name: "M1", Group: "Milling", Section: "North"}, {ID: "m2", Name: "M2", Group: "EDM", Section: "South"}, {ID: "s1", Name: "Hardening", Kind: "outside"}},
		Processes: []GanttProcess{{"Mill", "Mill"}, {"Burn", "Burn"}, {"Polish", "Polish"}},
		Parts:     []GanttPart{{No: "P1", Name: "Core", Kind: 1}, {No: "E1", Name: "Rib", Kind: 2, Mould: 0}, {No: "P9", Name: "Top", Kind: 3, Mould: 1}},
		Batches:   []string{"B0", "B1"},
		Conflicts: []GanttConflict{{0, "capacity", -1, 0, 5}, {0, "capacity", 1, 0, 5}, {2, "release", -1, 0, 5}, {4, "calendar", 0, 0, 5}},
		Buffers:   []GanttBuffer{{0, 1}, {1, 2}},
		Releases:  []GanttRelease{{1, 3, "mould"}, {4, 3, "mould"}},
		Electrodes: []GanttReady{
			{2, 1, 1}, {0, 2, 1},
		},
	}
	b := &g.Bars
	for i, x := range []struct{ resource, mould, part int }{{0, 0, 0}, {1, 0, 1}, {1, 0, 0}, {1, 1, 2}, {2, 0, 0}} {
		b.ID, b.Resource, b.Mould, b.Part = append(b.ID, fmt.Sprint("t", i)), append(b.Resource, x.resource), append(b.Mould, x.mould), append(b.Part, x.part)
		b.Process, b.Batch, b.Op, b.Segment = append(b.Process, x.resource%2), append(b.Batch, 1-x.resource%2), append(b.Op, 10), append(b.Segment, 2)
		b.Start, b.End, b.Status, b.Lock, b.Minutes, b.Qty = append(b.Start, 100), append(b.End, 200), append(b.Status, 3), append(b.Lock, 2), append(b.Minutes, 90), append(b.Qty, 4)
		b.Flags = append(b.Flags, 4095)
		b.LatestStart, b.LatestEnd, b.RealStart, b.RealEnd = append(b.LatestStart, n(1)), append(b.LatestEnd, n(2)), append(b.RealStart, n(3)), append(b.RealEnd, n(4))
	}
	return g
}

// line is what the chart tells of a bar.
func (g *Gantt) line(i int) string {
	b := &g.Bars
	part := g.Parts[b.Part[i]]
	text := fmt.Sprint(b.ID[i], " mould ", b.Mould[i], " ", g.Processes[b.Process[i]].Name, " part ", part.No, part.Name, part.Kind, " of ", part.Mould, " ", b.Batch[i], b.Op[i], b.Segment[i], " ", b.Start[i], "-", b.End[i], " ", b.Status[i], b.Lock[i], b.Minutes[i], b.Qty[i], " ", b.Flags[i])
	if b.LatestStart[i] != nil && b.LatestEnd[i] != nil && b.RealStart[i] != nil && b.RealEnd[i] != nil {
		return text + " dated"
	}
	if b.LatestStart[i] != nil || b.LatestEnd[i] != nil || b.RealStart[i] != nil || b.RealEnd[i] != nil {
		return text + " half"
	}
	return text
}

// Whoever may not see a section sees when a mould stands there and that it is late or carried over; nothing else of it. All
// nameless bars of a mould are of one part, of the kind of its first.
func TestWhatAHiddenBarStillTells(t *testing.T) {
	g := seen()
	g.hide(store.Hidden{SectionNames: []string{"South"}}, "en")
	for i, want := range []string{
		"t0 mould 0 Mill part P1Core1 of 0 0 10 2 100-200 3 2 90 4 4095 dated",
		"t1 mould 0 Other section part 2 of 0 -1 0 0 100-200 0 0 0 0 4161",
		"t2 mould 0 Other section part 2 of 0 -1 0 0 100-200 0 0 0 0 4161",
		"t3 mould 1 Other section part 3 of 1 -1 0 0 100-200 0 0 0 0 4161",
		"t4 mould 0 Mill part P1Core1 of 0 0 10 2 100-200 3 2 90 4 4095 dated",
	} {
		if got := g.line(i); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	// Nor do the lists name what only hidden bars have.
	if got, want := fmt.Sprint(g.Processes, g.Parts, g.Batches), "[{Mill Mill} { Other section}] [{P1 Core 1 0} {  2 0} {  3 1}] [B1]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := fmt.Sprint(g.Conflicts, g.Buffers, g.Releases, g.Electrodes), "[{0 capacity -1 0 5} {4 calendar 0 0 5}] [{0 1}] [{4 3 mould}] [{0 2 1}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A row is hidden by the name of its section, as a machine or as a group of people, each alone; its words are in the reader's language.
func TestWhichRowsAreHidden(t *testing.T) {
	for _, c := range []struct {
		what string
		h    store.Hidden
		want string
	}{
		{"by its section", store.Hidden{SectionNames: []string{"South"}}, "M1/Milling/North 其他工段/其他工段/其他工段 Hardening//"},
		{"as a machine", store.Hidden{Machines: []string{"m2"}}, "M1/Milling/North 其他工段/其他工段/其他工段 Hardening//"},
		{"as a group", store.Hidden{Groups: []string{"m2"}}, "M1/Milling/North 其他工段/其他工段/其他工段 Hardening//"},
		{"two of them", store.Hidden{SectionNames: []string{"East"}, Machines: []string{"m1"}, Groups: []string{"m2"}}, "其他工段/其他工段/其他工段 其他工段/其他工段/其他工段 Hardening//"},
		{"others", store.Hidden{SectionNames: []string{"East", "m1"}, Machines: []string{"South"}, Groups: []string{"South"}}, "M1/Milling/North M2/EDM/South Hardening//"},
	} {
		g := seen()
		g.hide(c.h, "zh")
		var all []string
		for _, r := range g.Resources {
			all = append(all, r.Name+"/"+r.Group+"/"+r.Section)
		}
		if got := strings.Join(all, " "); got != c.want || (g.Bars.Flags[0] == 4161) != strings.HasPrefix(c.want, "其他") {
			t.Errorf("%s: %s, flags %v, want %s", c.what, got, g.Bars.Flags, c.want)
		}
	}
}

// Whoever may see all gets the chart as it is stored; the other one gets the same envelope without what is hidden.
func TestTheChartThatSomebodyMaySee(t *testing.T) {
	bare, err := json.Marshal(map[string]any{"code": 1, "message": "ok", "data": seen()})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := Pack(bare)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := SeenGantt(packed, store.Hidden{SectionNames: []string{"South"}}, model.Words{Lang: "en"}); err != nil || got != packed {
		t.Errorf("no section is hidden: %v", err)
	}
	got, err := SeenGantt(packed, store.Hidden{Sections: []string{"id"}, SectionNames: []string{"South"}}, model.Words{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	var sent struct {
		Code    int
		Message string
		Data    *Gantt
	}
	if err := Unpack(got, &sent); err != nil || sent.Code != 1 || sent.Message != "ok" || sent.Data.Resources[1].Name != "Other section" || sent.Data.Resources[0].Name != "M1" || sent.Data.Bars.Flags[1] != 4161 {
		t.Errorf("%v %+v", err, sent)
	}
	if got, err := SeenGantt("no chart", store.Hidden{Sections: []string{"id"}}, model.Words{Lang: "en"}); err == nil {
		t.Errorf("what is no chart: %s", got)
	}
}

// What tells of the whole factory is refused to whoever sees a part of it.
func TestWhoSeesTheWholeShop(t *testing.T) {
	ctx := func(a store.Actor) error { return WholeShop(store.WithActor(t.Context(), a)) }
	for name, got := range map[string]error{
		"all of it": ctx(store.Actor{TenantID: "t"}), "names alone hide nothing": ctx(store.Actor{TenantID: "t", Hidden: store.Hidden{SectionNames: []string{"South"}}}), "nobody": WholeShop(t.Context()),
	} {
		if got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	err := ctx(store.Actor{TenantID: "t", Hidden: store.Hidden{Sections: []string{"id"}}})
	if err == nil || !strings.Contains(err.Error(), "This tells of every section, and your roles hide some of them") {
		t.Errorf("a part of it: %v", err)
	}
}

// A plan keeps the names that people typed. English screens show what these are called in English today, and the others as they are.
func TestTheChartOnAnEnglishScreen(t *testing.T) {
	g := seen()
	g.Resources[0].Name, g.Resources[0].Group, g.Resources[0].Section = model.WordOutside, "粗铣组", "数控铣"
	g.Resources[1].Name, g.Resources[1].Group = "钳工", "钳工组"
	g.Processes[0].Name = "CNC粗铣"
	bare, err := json.Marshal(map[string]any{"code": 1, "message": "ok", "data": g})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := Pack(bare)
	if err != nil {
		t.Fatal(err)
	}
	got, err := SeenGantt(packed, store.Hidden{}, model.Words{Lang: "en", English: &model.EnglishNames{
		Processes: map[string]string{"CNC粗铣": "CNC roughing"}, Resources: map[string]string{"钳工": "Bench"}, Groups: map[string]string{"粗铣组": "Roughing"}, Sections: map[string]string{"数控铣": "CNC"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var sent struct{ Data *Gantt }
	if err := Unpack(got, &sent); err != nil {
		t.Fatal(err)
	}
	r := sent.Data.Resources
	if r[1].Name != "Bench" || r[1].OtherName != "钳工" || r[0].OtherName != "" {
		t.Errorf("found by %+v", r)
	}
	if r[0].Name != model.WordOutside || r[0].Group != "Roughing" || r[0].Section != "CNC" || r[1].Group != "钳工组" || sent.Data.Processes[0].Name != "CNC roughing" {
		t.Errorf("%+v %+v", r, sent.Data.Processes)
	}
}
