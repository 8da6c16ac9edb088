package aps_test

import (
	"testing"

	"mouldworks/internal/aps/model"
)

// burningTwice is a shop of two machines and two parts of one mould that burn with the same electrode for four hours each.
func burningTwice(t *testing.T, pieces, first, second int) *model.Shop {
	s := small("D1", "D2")
	p := smallMould(t, s, "A", 1000, 50, hoursOf(4, "D1"))
	q := model.Part{ID: "B", No: "B", Ops: []model.Operation{hoursOf(4, "D2")}}
	q.Ops[0].ID, q.Ops[0].No, q.Ops[0].GroupID, q.Ops[0].Crew, q.Ops[0].Pausable = "B-1", 10, "M", 1, true
	p.Ops[0].EDM, q.Ops[0].EDM = true, true
	p.Ops[0].Burns = []model.Burn{{PartID: "E", Seq: first, Pieces: 1}}
	q.Ops[0].Burns = []model.Burn{{PartID: "E", Seq: second, Pieces: 1}}
	m := &s.Moulds[0]
	m.Parts = append(m.Parts, q, model.Part{ID: "E", No: "E", Electrode: true, Stocked: true, Pieces: pieces})
	return s
}

// Sheet E of the workbook: one piece linked to two operations burns in one after the other, by burn order; two pieces burn
// in both.
func TestOnePieceBurnsInOneOperationAtATime(t *testing.T) {
	for _, row := range []struct {
		name                  string
		pieces, first, second int
		a, b                  string
	}{
		{"one piece, A first", 1, 1, 2, "02T08:00-02T12:00", "02T12:00-02T16:00"},
		{"one piece, B first", 1, 2, 1, "02T12:00-02T16:00", "02T08:00-02T12:00"},
		{"two pieces", 2, 1, 2, "02T08:00-02T12:00", "02T08:00-02T12:00"},
	} {
		got := planned(t, burningTwice(t, row.pieces, row.first, row.second))
		if got["A/A/10/"] != row.a || got["A/B/10/"] != row.b {
			t.Errorf("%s: A %s, B %s", row.name, got["A/A/10/"], got["A/B/10/"])
		}
	}
	// Where the route has it the other way round, the route decides, and nothing waits for itself.
	s := burningTwice(t, 1, 2, 1)
	s.Moulds[0].Parts[1].Ops[0].Pred = "A/10"
	if got := planned(t, s); got["A/A/10/"] != "02T08:00-02T12:00" || got["A/B/10/"] != "02T12:00-02T16:00" {
		t.Errorf("against the route: %v", got)
	}
	// What burns already has the piece.
	s = burningTwice(t, 1, 1, 2)
	running := &s.Moulds[0].Parts[1].Ops[0]
	running.Status, running.OnMachine = 1, "D2"
	if got := planned(t, s); got["A/B/10/"] != "02T08:00-02T12:00" || got["A/A/10/"] != "02T12:00-02T16:00" {
		t.Errorf("B burns already: %v", got)
	}
}
