package entity

import (
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
		got := s.Due(shop).Moulds[0]
		if !result.SameMoment(got.Delivery, c.want) || !result.SameMoment(got.HeldDue, c.held) || !result.SameMoment(shop.Moulds[0].Delivery, c.own) {
			t.Errorf("%s: %v, held to %v", c.what, got.Delivery, got.HeldDue)
		}
	}
}
