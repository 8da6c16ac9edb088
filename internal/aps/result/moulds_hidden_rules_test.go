package result

import (
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/store"
)

// Bars of a mould that the reader does not see stay on their rows with their times, of one nameless mould; the others are as they were.
func TestWhatABarOfAHiddenMouldStillTells(t *testing.T) {
	g := seen()
	g.Moulds = []GanttMould{{ID: "a", No: "M-1", Name: "Cover"}, {ID: "b", No: "M-2", Name: "Base"}}
	g.Bars.Start[2] = 50
	g.Links = GanttLinks{From: []int{0, 3, 2}, To: []int{1, 0, 4}, Kind: []int{0, 1, 2}}
	g.hide(store.Hidden{Moulds: []string{"a", "elsewhere"}}, "en")
	if got, want := fmt.Sprint(g.Moulds[0].No, "/", g.Moulds[1].ID, g.Moulds[1].No, g.Moulds[1].Name, len(g.Moulds)), "M-2/Other mould2"; got != want {
		t.Errorf("moulds %s, want %s", got, want)
	}
	for i, want := range []string{
		"t3 mould 0 Burn part P9Top3 of 0 0 10 2 100-200 3 2 90 4 4095 dated",
		"other/1 mould 1 Other mould part 1 of 1 -1 0 0 100-200 0 0 0 0 4160",
		"other/2 mould 1 Other mould part 1 of 1 -1 0 0 50-200 0 0 0 0 4160", // by row and time, in no order of the plan
		"other/3 mould 1 Other mould part 1 of 1 -1 0 0 100-200 0 0 0 0 4160",
		"other/4 mould 1 Other mould part 1 of 1 -1 0 0 100-200 0 0 0 0 4160",
	} {
		if got := g.line(i); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if len(g.Links.From)+len(g.Links.To)+len(g.Links.Kind) > 0 {
		t.Errorf("links of hidden bars: %+v", g.Links)
	}
	if got, want := fmt.Sprint(g.Resources[0].Name, g.Processes, g.Batches, g.Conflicts, g.Buffers, g.Releases, g.Electrodes), "M1[{Burn Burn} { Other mould}] [B0] [] [] [] []"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// Nothing of a mould without a bar stays, and nobody else's are touched.
	g = seen()
	g.Moulds = []GanttMould{{ID: "a", No: "M-1"}, {ID: "b", No: "M-2"}, {ID: "c", No: "M-3"}}
	g.hide(store.Hidden{Moulds: []string{"c"}}, "en")
	if len(g.Moulds) != 2 || g.line(3) != "t3 mould 1 Burn part P9Top3 of 1 0 10 2 100-200 3 2 90 4 4095 dated" {
		t.Errorf("%v %s", g.Moulds, g.line(3))
	}
	// What is not hidden keeps its links and marks, wherever it stands now.
	g = seen()
	g.Moulds = []GanttMould{{ID: "a", No: "M-1"}, {ID: "b", No: "M-2"}}
	g.Links = GanttLinks{From: []int{0, 3, 2}, To: []int{1, 0, 4}, Kind: []int{0, 1, 2}}
	g.hide(store.Hidden{Moulds: []string{"b"}}, "en")
	if got, want := fmt.Sprint(g.Links, g.Conflicts[3].Bar, g.Releases[1].Bar, g.Bars.ID), "{[0 2] [1 3] [0 2]} 3 3 [t0 t1 t2 t4 other/4]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// A bar in a hidden section of a hidden mould tells neither.
	g = seen()
	g.Moulds = []GanttMould{{ID: "a", No: "M-1"}, {ID: "b", No: "M-2"}}
	g.hide(store.Hidden{Sections: []string{"s"}, SectionNames: []string{"South"}, Moulds: []string{"b"}}, "en")
	if got, want := g.line(4)+" "+g.Resources[1].Name, "other/4 mould 1 Other mould part 1 of 1 -1 0 0 100-200 0 0 0 0 4160 Other section"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Lists leave hidden moulds out or count them; titles of their tasks become a word. Nothing hidden changes nothing.
func TestNamesOfHiddenMoulds(t *testing.T) {
	h := &HiddenMoulds{ids: []string{"a"}, numbers: []string{"M-1"}, word: "Other mould"}
	var none *HiddenMoulds
	numbers := []string{"M-1", "M-10", "M-2"}
	if got := fmt.Sprint(h.Told(numbers), none.Told(numbers), h.Told(nil) != nil, h.ID("a"), none.ID("a"), none.Number("M-1")); got != "[M-10 M-2 Other mould] [M-1 M-10 M-2] true true false false" {
		t.Error(got)
	}
	for title, want := range map[string]string{"M-1/P1/10": "Other mould", "M-10/P1/10": "M-10/P1/10", "": ""} {
		if got := h.Title(title); got != want || none.Title(title) != title {
			t.Errorf("%q is told as %q", title, got)
		}
	}
	e := &Evaluation{
		Unplanned: []UnplannedMould{{MouldID: "a", MouldNo: "old"}, {MouldNo: "M-1"}, {MouldID: "b", MouldNo: "M-10"}}, Forced: []ForcedDelivery{{MouldNo: "M-1"}, {MouldNo: "M-2"}},
		Hints: []model.DataHint{{MouldNo: "M-1"}, {Machine: "X"}}, Figures: EvaluationFigures{NotPlanned: 3, ForcedLate: 2},
	}
	e.Veil(none)
	if e.Veil(h); len(e.Unplanned) != 1 || len(e.Forced) != 1 || len(e.Hints) != 1 || e.Figures.NotPlanned != 3 || e.Figures.ForcedLate != 2 {
		t.Errorf("%+v", e)
	}
	stored := []PlanConflict{
		{TaskID: "t", MouldNo: "M-1", PartNo: "P", OpNo: 10, Rules: []BrokenRule{{Code: 1, With: "M-2/P/1"}}}, {TaskID: "u", MouldNo: "M-2", Rules: []BrokenRule{{Code: 1, With: "M-1/P/1"}}},
	}
	told := h.VeilConflicts(stored)
	if told[0].TaskID+told[0].PartNo != "" || told[0].MouldNo != "Other mould" || told[1].TaskID != "u" || told[1].Rules[0].With != "Other mould" || stored[1].Rules[0].With != "M-1/P/1" {
		t.Errorf("%+v, stored %+v", told, stored)
	}
	tasks := []Task{{ConflictWith: "M-1/P/1", Broken: []KeptRule{{With: "M-1/P/1"}, {With: "M-2/P/1"}}}}
	h.Veil(tasks)
	if got := []string{tasks[0].ConflictWith, tasks[0].Broken[0].With, tasks[0].Broken[1].With}; !slices.Equal(got, []string{"Other mould", "Other mould", "M-2/P/1"}) {
		t.Error(got)
	}
}
