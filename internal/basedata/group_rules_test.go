package basedata_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A group of people has as many members as are named; without names it has the number that is typed, but not one that was
// counted.
func TestTheNumberOfAGroupIsThatOfItsMembers(t *testing.T) {
	each(t, func(s *shop) {
		s.master = basedata.New(basedata.Deps{People: &resource.Directory{
			Path: basedata.PeoplePath, Of: problem.L("成员", "Members"), Permission: "system.group",
			Find: func(_ context.Context, _ store.Tx, ids []string) (all []resource.Entry, err error) {
				for _, id := range ids {
					all = append(all, resource.Entry{ID: id})
				}
				return all, nil
			},
			Search: func(context.Context, store.Tx, string, int) ([]resource.Entry, error) { return nil, nil },
		}})
		one, two := store.NewID(), store.NewID()
		base := team(s)
		base["members"] = 7
		g := must(s, s.master.Groups, base)
		for i, step := range []struct {
			fields map[string]any
			want   int
		}{
			{map[string]any{"weight": 2}, 7},
			{map[string]any{"userIds": []string{one, two}}, 2},
			{map[string]any{"members": 9}, 2},
			{map[string]any{"userIds": []string{one}}, 1},
			{map[string]any{"userIds": []string{}}, 0},
			{map[string]any{"members": 5}, 5},
			{map[string]any{"userIds": []string{two}}, 1},
			{map[string]any{"userIds": []string{}, "members": 4}, 4},
		} {
			if err := change(s, s.master.Groups, g.ID, int64(i+1), step.fields); err != nil {
				s.Fatal(err)
			}
			if got := read(s, s.master.Groups, g.ID).Members; got != step.want {
				s.Errorf("%v: %d members, want %d", step.fields, got, step.want)
			}
		}
		// One of the two dates alone is no order.
		try(s, s.master.Groups, team(s),
			attempt{"the first day alone", map[string]any{"code": "T5", "name": "五组", "fromDate": "2026-03-02"}, nil},
			attempt{"the last day alone", map[string]any{"code": "T6", "name": "六组", "endDate": "2026-03-02"}, nil},
		)
	})
}

// The processes of a renamed group follow it, and no others; while another factory has a group of the old code, none does.
func TestDefaultGroupsFollowARenamedGroup(t *testing.T) {
	each(t, func(s *shop) {
		process := func(code, group string) *basedata.Process {
			return must(s, s.master.Processes, map[string]any{"code": code, "name": "工艺" + code, "class": 3, "defaultGroup": group})
		}
		own, also, other, spelt := process("A", "CNC"), process("B", "CNC"), process("C", "EDM"), process("D", "cnc")
		if spelt.DefaultGroup != "CNC" || other.DefaultGroup != "EDM" {
			s.Errorf("written as %q and %q", spelt.DefaultGroup, other.DefaultGroup)
		}
		if err := change(s, s.master.Groups, s.groupID, 1, map[string]any{"code": "MILL"}); err != nil {
			s.Fatal(err)
		}
		for id, want := range map[string]string{own.ID: "MILL", also.ID: "MILL", spelt.ID: "MILL", other.ID: "EDM"} {
			if got := read(s, s.master.Processes, id).DefaultGroup; got != want {
				s.Errorf("%q, want %q", got, want)
			}
		}
		// A second factory of the tenant has a group of that code too.
		second := s.actor
		second.FactoryID = storetest.Factory(s.T, s.db, s.actor.TenantID, "b")
		ctx := store.WithActor(s.ctx, second)
		if err := s.db.Write(ctx, func(tx store.Tx) error {
			shift := &basedata.Shift{Name: "D", ShiftType: 1, Effective: true, Periods: []basedata.Period{{Start: "08:00", End: "17:00"}}}
			calendar := &basedata.Calendar{Name: "六天", Valid: true}
			if err := errors.Join(s.master.Shifts.Save(ctx, tx, shift), s.master.Calendars.Save(ctx, tx, calendar)); err != nil {
				return err
			}
			return s.master.Groups.Save(ctx, tx, &basedata.Group{Code: "MILL", Name: "铣组", Kind: 1, CalendarID: calendar.ID, ShiftID: shift.ID, Valid: true, Scheduled: true})
		}); err != nil {
			s.Fatal(err)
		}
		if err := change(s, s.master.Groups, s.groupID, 2, map[string]any{"code": "CUT"}); err != nil {
			s.Fatal(err)
		}
		if got := read(s, s.master.Processes, own.ID).DefaultGroup; got != "MILL" {
			s.Errorf("%q although another factory has the old one", got)
		}
	})
}

// A process whose operations burn electrodes stays an EDM one; every other may change, and so may one that nobody burns by.
func TestAProcessThatBurnsStaysEDM(t *testing.T) {
	each(t, func(s *shop) {
		burning := map[string]int{}
		failed := errors.New("no answer")
		var fails error
		s.master = basedata.New(basedata.Deps{Burning: func(_ context.Context, _ store.Tx, id string) (int, error) { return burning[id], fails }})
		edm := must(s, s.master.Processes, map[string]any{"code": "E", "name": "放电", "class": basedata.ClassEDM})
		mill := must(s, s.master.Processes, map[string]any{"code": "M", "name": "铣", "class": basedata.ClassMachining})
		burning[edm.ID], burning[mill.ID] = 1, 1
		err := change(s, s.master.Processes, edm.ID, 1, map[string]any{"class": basedata.ClassMachining})
		if !slices.Equal(resourcetest.Broken(err), []string{"class burned"}) || !strings.Contains(said(err, "en"), "1 operations of this process burn electrodes") {
			s.Errorf("%v", err)
		}
		if err := change(s, s.master.Processes, edm.ID, 1, map[string]any{"name": "火花"}); err != nil {
			s.Errorf("its name: %v", err)
		}
		if err := change(s, s.master.Processes, mill.ID, 1, map[string]any{"class": basedata.ClassCAM}); err != nil {
			s.Errorf("another class: %v", err)
		}
		burning[edm.ID] = 0
		fails = failed
		if err := change(s, s.master.Processes, edm.ID, 2, map[string]any{"class": basedata.ClassMachining}); !errors.Is(err, failed) {
			s.Errorf("without an answer: %v", err)
		}
		fails = nil
		if err := change(s, s.master.Processes, edm.ID, 2, map[string]any{"class": basedata.ClassMachining}); err != nil {
			s.Errorf("without burning: %v", err)
		}
	})
}

// The value of a machine's attribute lies between its limits, the limits included; 0 and 0 are none; yes and no are written in
// many ways and stored in one.
func TestValuesOfAttributes(t *testing.T) {
	each(t, func(s *shop) {
		attribute := func(code string, more map[string]any) string {
			fields := map[string]any{"code": code, "name": "属性" + code, "valueType": 1}
			for k, v := range more {
				fields[k] = v
			}
			return must(s, s.master.MachineAttributes, fields).ID
		}
		between, below, free := attribute("B", map[string]any{"low": 1, "high": 5}), attribute("N", map[string]any{"low": -3, "high": 0}), attribute("F", nil)
		above, yes, text := attribute("A", map[string]any{"low": 0, "high": 2}), attribute("Y", map[string]any{"valueType": 3}), attribute("T", map[string]any{"valueType": 2})
		for i, c := range []struct {
			id, value string
			want      []string
		}{
			{between, "1", nil},
			{between, "5", nil},
			{between, "0.999999", []string{"attributes.0.value range"}},
			{between, "5.000001", []string{"attributes.0.value range"}},
			{between, "five", []string{"attributes.0.value type"}},
			{below, "-3", nil},
			{below, "0", nil},
			{below, "0.1", []string{"attributes.0.value range"}},
			{below, "-3.1", []string{"attributes.0.value range"}},
			{above, "2", nil},
			{above, "2.1", []string{"attributes.0.value range"}},
			{above, "-0.1", []string{"attributes.0.value range"}},
			{free, "-99999", nil},
			{free, "99999", nil},
			{yes, "maybe", []string{"attributes.0.value type"}},
			{text, "five", nil},
		} {
			_, err := s.create(map[string]any{"name": fmt.Sprint("V", i), "attributes": []any{map[string]any{"attributeId": c.id, "value": c.value}}})
			if !slices.Equal(broken(err), c.want) {
				s.Errorf("%s: %v, want %v", c.value, broken(err), c.want)
			}
		}
		for i, words := range [][2]string{{"1", "1"}, {"是", "1"}, {"YES", "1"}, {"y", "1"}, {"True", "1"}, {"0", "0"}, {"否", "0"}, {"No", "0"}, {"n", "0"}, {"false", "0"}} {
			m, err := s.create(map[string]any{"name": fmt.Sprint("Y", i), "attributes": []any{map[string]any{"attributeId": text, "value": "x"}, map[string]any{"attributeId": yes, "value": words[0]}}})
			if err != nil || m.Attributes[1].Value != words[1] || m.Attributes[0].Value != "x" {
				s.Errorf("%s: %+v %v", words[0], m, err)
			}
		}
		_, err := s.create(map[string]any{"name": "TW", "attributes": []any{map[string]any{"attributeId": free, "value": "1"}, map[string]any{"attributeId": text, "value": "x"}, map[string]any{"attributeId": free, "value": "2"}}})
		if !slices.Equal(broken(err), []string{"attributes.2.attributeId unique"}) {
			s.Errorf("twice: %v", broken(err))
		}
		// The limits of an attribute may be equal, not crossed; the type of one that machines have stays, that of another may change.
		try(s, s.master.MachineAttributes, map[string]any{"code": "L", "name": "极限", "valueType": 1},
			attempt{"crossed", map[string]any{"low": 2, "high": 1.999999}, []string{"high order"}},
			attempt{"equal", map[string]any{"low": 2, "high": 2}, nil},
		)
		if err := change(s, s.master.MachineAttributes, yes, 1, map[string]any{"valueType": 2}); !slices.Equal(broken(err), []string{"valueType used"}) {
			s.Errorf("the type of what machines have: %v", broken(err))
		}
		unused := attribute("U", nil)
		if err := change(s, s.master.MachineAttributes, unused, 1, map[string]any{"valueType": 2}); err != nil {
			s.Errorf("the type of what no machine has: %v", err)
		}
	})
}

// A group whose end date has passed is expired, a state beside valid and invalid.
func TestGroupsExpire(t *testing.T) {
	each(t, func(s *shop) {
		if err := edit(s, s.master.Groups, s.groupID, map[string]any{"endDate": "2020-01-01"}); err != nil {
			s.Fatal(err)
		}
		for state, want := range map[string]int{"expired": 1, "true": 0, "false": 0} {
			if err := s.db.Read(s.ctx, func(tx store.Tx) error {
				page, err := s.master.Groups.List(s.ctx, tx, resource.Query{Size: 50, Filters: map[string]string{"valid": state}})
				if page.Total != want {
					s.Errorf("%s: %d", state, page.Total)
				}
				return err
			}); err != nil {
				s.Fatal(err)
			}
		}
	})
}
