package aps

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/store"
)

// What a form says of single moulds is refused row by row: one that is not there, one that stands twice, one that is later.
func TestRowsOfSingleMoulds(t *testing.T) {
	shop := &model.Shop{Moulds: []model.Mould{{ID: "a", No: "A", Delivery: hour(20)}, {ID: "b", No: "B"}}}
	for _, c := range []struct {
		what string
		rows []entity.MouldRow
		want string
	}{
		{"nothing", nil, ""},
		{"both", []entity.MouldRow{{MouldID: "b", Delivery: hour(99)}, {MouldID: "a", Delivery: hour(20)}}, ""},
		{"without a date", []entity.MouldRow{{MouldID: "a", PullIn: true}}, ""},
		{"later than its own", []entity.MouldRow{{MouldID: "b"}, {MouldID: "a", Delivery: hour(20 + 1.0/60)}}, "moulds.1.delivery mouldDelivery"},
		{"not there", []entity.MouldRow{{MouldID: "x"}, {MouldID: "a"}}, "moulds.0.mouldId reference"},
		{"twice", []entity.MouldRow{{MouldID: "a"}, {MouldID: "b"}, {MouldID: "a", Delivery: hour(30)}}, "moulds.2.mouldId unique"},
		{"two that are not there", []entity.MouldRow{{MouldID: "x"}, {MouldID: "x"}}, "moulds.0.mouldId reference, moulds.1.mouldId reference"},
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
		s      entity.Schedule
		moulds []model.Mould
		want   string
	}{
		{"nothing", entity.Schedule{}, due(2, hour(9)), ""},
		{"due at the start", entity.Schedule{}, due(2, hour(8)), "overdue 2 moulds A0, A1"},
		{"one of two", entity.Schedule{}, append(due(1, hour(8)), model.Mould{No: "X", Delivery: hour(9)}), "overdue 1 mould A0"},
		{"a minute later", entity.Schedule{}, due(2, hour(8+1.0/60)), ""},
		{"one alone", entity.Schedule{DeliveryTime: hour(9)}, due(1, hour(8)), ""},
		{"beside one that is closed", entity.Schedule{DeliveryTime: hour(9)}, append(due(1, hour(8)), model.Mould{Shut: model.MouldFinished}), ""},
		{"one of them is closed", entity.Schedule{}, append(due(2, hour(9)), model.Mould{No: "X", Shut: model.MouldOnHold, Delivery: hour(8)}), ""},
		{"without a date", entity.Schedule{}, due(2, nil), ""},
		{"ten", entity.Schedule{}, due(10, hour(8)), "overdue 10 moulds " + ten},
		{"eleven", entity.Schedule{}, due(11, hour(8)), "overdue 11 moulds " + ten + " …"},
		{"a delivery for none", entity.Schedule{DeliveryTime: hour(9)}, due(2, hour(20)), "noPullIn"},
		{"a delivery for one", entity.Schedule{DeliveryTime: hour(9), Moulds: []entity.MouldRow{{MouldID: "m0"}, {MouldID: "m1", PullIn: true}}}, due(2, hour(20)), ""},
		{"a row that ticks none", entity.Schedule{DeliveryTime: hour(9), Moulds: []entity.MouldRow{{MouldID: "m0"}}}, due(2, hour(20)), "noPullIn"},
	} {
		c.s.StartTime = *hour(8)
		var all []string
		for _, w := range warnings(&c.s, &model.Shop{Moulds: c.moulds}, "en", store.Hidden{}) {
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
