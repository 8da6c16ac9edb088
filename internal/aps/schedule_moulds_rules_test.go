package aps

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
)

// What a mould is planned for is the earliest of its own date, that of its row, and the schedule's where that holds for it:
// for one mould alone, or one that is ticked.
func TestForWhatAMouldIsPlanned(t *testing.T) {
	for _, c := range []struct {
		what           string
		own, row, week *time.Time
		ticked, alone  bool
		want, held     *time.Time
	}{
		{"its own date", hour(20), nil, nil, false, false, hour(20), nil},
		{"an earlier one of its row", hour(20), hour(19), nil, false, false, hour(19), hour(19)},
		{"the same one of its row", hour(20), hour(20), nil, false, false, hour(20), nil},
		{"a later one of its row", hour(20), hour(21), nil, false, false, hour(20), nil},
		{"its row alone has one", nil, hour(19), nil, false, false, hour(19), hour(19)},
		{"the schedule's holds for others", hour(20), nil, hour(10), false, false, hour(20), nil},
		{"it is ticked", hour(20), nil, hour(10), true, false, hour(10), hour(10)},
		{"it is alone", hour(20), nil, hour(10), false, true, hour(10), hour(10)},
		{"it is ticked, and the schedule's is later", hour(20), nil, hour(30), true, false, hour(20), nil},
		{"its row is earlier than the schedule's", hour(20), hour(9), hour(10), true, false, hour(9), hour(9)},
		{"the schedule's is earlier than its row", hour(20), hour(15), hour(10), true, false, hour(10), hour(10)},
		{"no date at all", nil, nil, nil, true, true, nil, nil},
	} {
		s := &Schedule{DeliveryTime: c.week, Moulds: []MouldRow{{MouldID: "other", Delivery: hour(1), PullIn: true}, {MouldID: "m", Delivery: c.row, PullIn: c.ticked}}}
		shop := &model.Shop{Moulds: []model.Mould{{ID: "m", Delivery: c.own}, {ID: "x", Shut: model.MouldFinished}}}
		if !c.alone {
			shop.Moulds = append(shop.Moulds, model.Mould{ID: "y"})
		}
		got := s.due(shop).Moulds[0]
		if !result.SameMoment(got.Delivery, c.want) || !result.SameMoment(got.HeldDue, c.held) || !result.SameMoment(shop.Moulds[0].Delivery, c.own) {
			t.Errorf("%s: %v, held to %v", c.what, got.Delivery, got.HeldDue)
		}
	}
}

// What a form says of single moulds is refused row by row: one that is not there, one that stands twice, one that is later.
func TestRowsOfSingleMoulds(t *testing.T) {
	shop := &model.Shop{Moulds: []model.Mould{{ID: "a", No: "A", Delivery: hour(20)}, {ID: "b", No: "B"}}}
	for _, c := range []struct {
		what string
		rows []MouldRow
		want string
	}{
		{"nothing", nil, ""},
		{"both", []MouldRow{{MouldID: "b", Delivery: hour(99)}, {MouldID: "a", Delivery: hour(20)}}, ""},
		{"without a date", []MouldRow{{MouldID: "a", PullIn: true}}, ""},
		{"later than its own", []MouldRow{{MouldID: "b"}, {MouldID: "a", Delivery: hour(20 + 1.0/60)}}, "moulds.1.delivery mouldDelivery"},
		{"not there", []MouldRow{{MouldID: "x"}, {MouldID: "a"}}, "moulds.0.mouldId reference"},
		{"twice", []MouldRow{{MouldID: "a"}, {MouldID: "b"}, {MouldID: "a", Delivery: hour(30)}}, "moulds.2.mouldId unique"},
		{"two that are not there", []MouldRow{{MouldID: "x"}, {MouldID: "x"}}, "moulds.0.mouldId reference, moulds.1.mouldId reference"},
	} {
		var all []string
		for _, f := range checkMoulds(c.rows, shop) {
			all = append(all, f.Field+" "+f.Rule)
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// A planner is warned of open moulds that are due by the start, ten of them by number, and of a delivery that holds for none;
// of one mould alone of nothing.
func TestWhatAPlannerIsWarnedOf(t *testing.T) {
	due := func(n int, at *time.Time) (moulds []model.Mould) {
		for k := range n {
			moulds = append(moulds, model.Mould{ID: fmt.Sprint("m", k), No: fmt.Sprint("A", k), Delivery: at})
		}
		return moulds
	}
	ten := "A0, A1, A2, A3, A4, A5, A6, A7, A8, A9"
	for _, c := range []struct {
		what   string
		s      Schedule
		moulds []model.Mould
		want   string
	}{
		{"nothing", Schedule{}, due(2, hour(9)), ""},
		{"due at the start", Schedule{}, due(2, hour(8)), "overdue 2 moulds A0, A1"},
		{"one of two", Schedule{}, append(due(1, hour(8)), model.Mould{No: "X", Delivery: hour(9)}), "overdue 1 mould A0"},
		{"a minute later", Schedule{}, due(2, hour(8+1.0/60)), ""},
		{"one alone", Schedule{DeliveryTime: hour(9)}, due(1, hour(8)), ""},
		{"beside one that is closed", Schedule{DeliveryTime: hour(9)}, append(due(1, hour(8)), model.Mould{Shut: model.MouldFinished}), ""},
		{"one of them is closed", Schedule{}, append(due(2, hour(9)), model.Mould{No: "X", Shut: model.MouldOnHold, Delivery: hour(8)}), ""},
		{"without a date", Schedule{}, due(2, nil), ""},
		{"ten", Schedule{}, due(10, hour(8)), "overdue 10 moulds " + ten},
		{"eleven", Schedule{}, due(11, hour(8)), "overdue 11 moulds " + ten + " …"},
		{"a delivery for none", Schedule{DeliveryTime: hour(9)}, due(2, hour(20)), "noPullIn"},
		{"a delivery for one", Schedule{DeliveryTime: hour(9), Moulds: []MouldRow{{MouldID: "m0"}, {MouldID: "m1", PullIn: true}}}, due(2, hour(20)), ""},
		{"a row that ticks none", Schedule{DeliveryTime: hour(9), Moulds: []MouldRow{{MouldID: "m0"}}}, due(2, hour(20)), "noPullIn"},
	} {
		c.s.StartTime = *hour(8)
		var all []string
		for _, w := range c.s.warnings(&model.Shop{Moulds: c.moulds}, "en") {
			text := w.Rule
			if count, names, overdue := strings.Cut(strings.TrimPrefix(w.Message, "The delivery of "), " is not later than the start; planned as late: "); overdue {
				text += " " + count + " " + names
			}
			all = append(all, text)
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
