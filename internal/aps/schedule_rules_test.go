package aps

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
)

// stored is a schedule with something of everything, and the form that says the same.
func stored() (*entity.Schedule, entity.Config) {
	yes, start, due := true, *hour(8), hour(48)
	s := &entity.Schedule{Name: "Week 10", StartTime: start, DeliveryTime: due, MouldIDs: []string{"a", "b"}, Settings: map[string]any{"minSegment": 3.0}}
	same := start.In(time.FixedZone("", 3600))
	return s, entity.Config{Name: " Week 10 ", StartTime: &same, DeliveryTime: hour(48), MouldIDs: []string{"a", "b"}, Settings: map[string]any{"minSegment": 3.0}, DefaultFlag: &yes}
}

// A form holds nothing new when it says in every field what is stored, however it spells that.
func TestWhatAScheduleHoldsAlready(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		what   string
		change func(s *entity.Schedule, c *entity.Config)
		want   bool
	}{
		{"the same", func(*entity.Schedule, *entity.Config) {}, true},
		{"that it is none of the mock", func(_ *entity.Schedule, c *entity.Config) { c.Simulation = &no }, true},
		{"that it is a simulation", func(_ *entity.Schedule, c *entity.Config) { c.Simulation = &yes }, false},
		{"that it is one, as it is", func(s *entity.Schedule, c *entity.Config) { s.Simulation, c.Simulation = true, &yes }, true},
		{"another name", func(_ *entity.Schedule, c *entity.Config) { c.Name = "Week 11" }, false},
		{"another start", func(_ *entity.Schedule, c *entity.Config) { c.StartTime = hour(9) }, false},
		{"no start", func(_ *entity.Schedule, c *entity.Config) { c.StartTime = nil }, false},
		{"another delivery", func(_ *entity.Schedule, c *entity.Config) { c.DeliveryTime = hour(49) }, false},
		{"no delivery", func(_ *entity.Schedule, c *entity.Config) { c.DeliveryTime = nil }, false},
		{"a delivery where it has none", func(s *entity.Schedule, _ *entity.Config) { s.DeliveryTime = nil }, false},
		{"neither has one", func(s *entity.Schedule, c *entity.Config) { s.DeliveryTime, c.DeliveryTime = nil, nil }, true},
		{"moulds in another order", func(_ *entity.Schedule, c *entity.Config) { c.MouldIDs = []string{"b", "a"} }, false},
		{"a mould less", func(_ *entity.Schedule, c *entity.Config) { c.MouldIDs = []string{"a"} }, false},
		{"a row of a mould", func(_ *entity.Schedule, c *entity.Config) { c.Moulds = []entity.MouldRow{{}} }, false},
		{"another value", func(_ *entity.Schedule, c *entity.Config) { c.Settings = map[string]any{"minSegment": 4.0} }, false},
		{"no settings", func(_ *entity.Schedule, c *entity.Config) { c.Settings = nil }, false},
		{"neither has settings", func(s *entity.Schedule, c *entity.Config) { s.Settings, c.Settings = map[string]any{}, nil }, true},
	} {
		s, form := stored()
		c.change(s, &form)
		if got := holds(s, form); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// To set the flag alone is allowed in every state: with nothing else said, or with what a barred schedule holds already.
func TestWhatOnlySetsTheDefault(t *testing.T) {
	yes := true
	for _, c := range []struct {
		what   string
		c      func(same entity.Config) entity.Config
		barred bool
		want   bool
	}{
		{"the flag", func(entity.Config) entity.Config { return entity.Config{DefaultFlag: &yes} }, false, true},
		{"nothing", func(entity.Config) entity.Config { return entity.Config{} }, false, false},
		{"nothing of a barred one", func(entity.Config) entity.Config { return entity.Config{} }, true, false},
		{"what it holds", func(same entity.Config) entity.Config { return same }, false, false},
		{"what a barred one holds", func(same entity.Config) entity.Config { return same }, true, true},
		{"that without the flag", func(same entity.Config) entity.Config { same.DefaultFlag = nil; return same }, true, false},
		{"a name too", func(entity.Config) entity.Config { return entity.Config{DefaultFlag: &yes, Name: "x"} }, true, false},
		{"a start too", func(entity.Config) entity.Config { return entity.Config{DefaultFlag: &yes, StartTime: hour(8)} }, true, false},
		{"a delivery too", func(entity.Config) entity.Config { return entity.Config{DefaultFlag: &yes, DeliveryTime: hour(8)} }, true, false},
		{"moulds too", func(entity.Config) entity.Config { return entity.Config{DefaultFlag: &yes, MouldIDs: []string{}} }, true, false},
		{"rows of moulds too", func(entity.Config) entity.Config {
			return entity.Config{DefaultFlag: &yes, Moulds: []entity.MouldRow{}}
		}, true, false},
		{"settings too", func(entity.Config) entity.Config { return entity.Config{DefaultFlag: &yes, Settings: map[string]any{}} }, true, false},
	} {
		s, same := stored()
		if got := onlyDefault(c.c(same), s, c.barred); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// The latest delivery is that of the open moulds that have one.
func TestTheLatestDelivery(t *testing.T) {
	for _, c := range []struct {
		what   string
		moulds []model.Mould
		want   *time.Time
	}{
		{"none", nil, nil},
		{"without a date", []model.Mould{{}}, nil},
		{"the second", []model.Mould{{Delivery: hour(8)}, {Delivery: hour(9)}, {}}, hour(9)},
		{"the first", []model.Mould{{Delivery: hour(9)}, {}, {Delivery: hour(8)}}, hour(9)},
		{"of those that are open", []model.Mould{{Delivery: hour(9), Shut: model.MouldOnHold}, {Delivery: hour(8)}}, hour(8)},
		{"of none that is open", []model.Mould{{Delivery: hour(9), Shut: model.MouldFinished}}, nil},
	} {
		got := latestDelivery(&model.Shop{Moulds: c.moulds})
		if (got == nil) != (c.want == nil) || got != nil && !got.Equal(*c.want) {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// The log has what a save has changed, and nothing else.
func TestWhatASaveHasChanged(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(s *entity.Schedule)
		want   string
	}{
		{"nothing", func(*entity.Schedule) {}, ""},
		{"its name", func(s *entity.Schedule) { s.Name = "Week 11" }, "name Week 10>Week 11"},
		{"its start", func(s *entity.Schedule) { s.StartTime = *hour(9) }, "startTime 2026-03-02T08:00:00Z>2026-03-02T09:00:00Z"},
		{"the zone of its start", func(s *entity.Schedule) { s.StartTime = s.StartTime.In(time.FixedZone("", 3600)) }, ""},
		{"its delivery", func(s *entity.Schedule) { s.DeliveryTime = nil }, "deliveryTime 2026-03-04T00:00:00Z><nil>"},
		{"its moulds", func(s *entity.Schedule) { s.MouldIDs = []string{"a"} }, "mouldIds [a b]>[a]"},
		{"a mould that is pulled in", func(s *entity.Schedule) { s.Moulds = []entity.MouldRow{{MouldID: "a", PullIn: true}} }, "moulds []>[{a <nil> true}]"},
	} {
		was, _ := stored()
		now, _ := stored()
		c.change(now)
		var all []string
		for _, x := range changedConfig(was, now) {
			all = append(all, fmt.Sprintf("%s %v>%v", x.Field, x.Before, x.After))
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// Two moments are the same when they are, be there none on both sides.
func TestSameMoments(t *testing.T) {
	for _, c := range []struct {
		a, b *time.Time
		want bool
	}{{nil, nil, true}, {hour(8), nil, false}, {nil, hour(8), false}, {hour(8), hour(8), true}, {hour(8), hour(9), false}} {
		if got := result.SameMoment(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
	}
}
