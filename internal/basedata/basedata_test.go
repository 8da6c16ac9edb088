package basedata_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

type shop struct {
	*testing.T
	db      *store.DB
	ctx     context.Context
	actor   store.Actor
	master  *basedata.Master
	groupID string
}

// each opens a shop with one resource group on both engines.
func each(t *testing.T, fn func(s *shop)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		actor := storetest.Tenant(t, db, "a")
		s := &shop{t, db, store.WithActor(t.Context(), actor), actor, basedata.New(basedata.Deps{}), ""}
		s.write(func(tx store.Tx) error {
			shift := &basedata.Shift{Name: "D", ShiftType: 1, Periods: []basedata.Period{{Start: "08:00", End: "17:00"}}}
			calendar := &basedata.Calendar{Name: "六天", Valid: true}
			if err := errors.Join(s.master.Shifts.Save(s.ctx, tx, shift), s.master.Calendars.Save(s.ctx, tx, calendar)); err != nil {
				return err
			}
			group := &basedata.Group{Code: "CNC", Name: "数控组", Kind: basedata.GroupMachines, CalendarID: calendar.ID, ShiftID: shift.ID, Valid: true, Scheduled: true}
			defer func() { s.groupID = group.ID }()
			return s.master.Groups.Save(s.ctx, tx, group)
		})
		fn(s)
	})
}

func (s *shop) write(fn func(tx store.Tx) error) {
	s.Helper()
	if err := s.db.Write(s.ctx, fn); err != nil {
		s.Fatal(err)
	}
}

func body(t testing.TB, v any) resource.Body {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var b resource.Body
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Fatal(err)
	}
	return b
}

func (s *shop) create(fields map[string]any) (m *basedata.Machine, err error) {
	all := map[string]any{"name": "M1", "groupId": s.groupID, "status": 1}
	for k, v := range fields {
		all[k] = v
	}
	err = s.db.Write(s.ctx, func(tx store.Tx) error { m, err = s.master.Machines.Create(s.ctx, tx, body(s, all)); return err })
	return m, err
}

// rules lists "field rule" for every broken rule of an error.
func rules(err error) []string {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return []string{fmt.Sprint(err)}
	}
	out := []string{}
	for _, f := range p.Fields {
		out = append(out, f.Field+" "+f.Rule)
	}
	if len(p.Fields) == 0 {
		out = append(out, fmt.Sprint(p.Code))
	}
	slices.Sort(out)
	return out
}

// BASE-MACHINE-02, BASE-MACHINE-03, BASE-MACHINE-04, BASE-MACHINE-05: every field goes in and comes out, secrets do not.
func TestMachineKeepsItsFields(t *testing.T) {
	each(t, func(s *shop) {
		m, err := s.create(map[string]any{
			"alias": "老大", "machineType": "Mikron HSM 400", "serialNumber": "SN1", "assetName": "加工中心", "assetNumber": "A-1",
			"ips": []any{map[string]any{"address": "192.168.1.5"}}, "port": 8193, "loginUser": "op", "loginPassword": "geheim", "programFormat": "iso",
			"automation": true, "cAxis": true, "chuckCount": 8, "startKnife": 20, "safeModes": "Z+100", "videoUrl": "https://cam.example/1",
			"attributes": []any{map[string]any{"name": "X", "value": "800"}}, "targetRate": 85.5, "workRate": 1.25, "labourRate": 120, "worklog": true, "report": true,
		})
		if err != nil {
			s.Fatal(err)
		}
		var got *basedata.Machine
		if err := s.db.Read(s.ctx, func(tx store.Tx) (err error) { got, err = s.master.Machines.Get(s.ctx, tx, m.ID); return err }); err != nil {
			s.Fatal(err)
		}
		if got.WorkRate != quantity.Decimal(1_250_000) || got.TargetRate.String() != "85.5" || len(got.IPs) != 1 || got.Attributes[0].Value != "800" || got.Port != 8193 || !got.CAxis || got.LoginPassword != "geheim" {
			s.Errorf("came back as %+v", got)
		}
		if b, _ := json.Marshal(got); bytes.Contains(b, []byte("geheim")) || !bytes.Contains(b, []byte(`"workRate":1.25`)) {
			s.Errorf("travels as %s", b)
		}
		var logged []store.Operation
		if err := s.db.Read(s.ctx, func(tx store.Tx) (err error) {
			logged, err = tx.History(s.ctx, "machine", m.ID, 10)
			return err
		}); err != nil {
			s.Fatal(err)
		}
		if len(logged) != 1 || logged[0].Action != store.ActionCreate || bytes.Contains(logged[0].Changes, []byte("geheim")) {
			s.Errorf("the log says %+v", logged)
		}
	})
}

// BASE-MACHINE-06 to 09, BASE-ALL-03: limits, all wrong fields at once, each by its rule.
func TestMachineRules(t *testing.T) {
	each(t, func(s *shop) {
		if _, err := s.create(map[string]any{"ips": []any{map[string]any{"address": "10.0.0.1"}}}); err != nil {
			s.Fatal(err)
		}
		// BASE-MACHINE-07: a letter first, up to 8, underscore allowed. BASE-MACHINE-10: a second one is refused.
		for name, want := range map[string]string{"1M": "name pattern", "M23456789": "name maxLength", "A-1": "name pattern", "M1": "name unique", "": "name required"} {
			if _, err := s.create(map[string]any{"name": name}); !slices.Equal(rules(err), []string{want}) {
				s.Errorf("name %q: %v, want %s", name, rules(err), want)
			}
		}
		if _, err := s.create(map[string]any{"name": "A_234567"}); err != nil {
			s.Errorf("an underscore: %v", err)
		}
		for what, c := range map[string]struct {
			fields map[string]any
			want   []string
		}{
			"BASE-MACHINE-06: an unknown status":         {map[string]any{"name": "X1", "status": 7}, []string{"status choice"}},
			"BASE-MACHINE-08: an address that is none":   {map[string]any{"name": "X2", "ips": []any{map[string]any{"address": "300.1.1.1"}}}, []string{"ips.0.address ip"}},
			"BASE-MACHINE-08: first part 0":              {map[string]any{"name": "X2", "ips": []any{map[string]any{"address": "0.1.1.1"}}}, []string{"ips.0.address ip"}},
			"BASE-MACHINE-08: twice in one machine":      {map[string]any{"name": "X3", "ips": []any{map[string]any{"address": "10.0.0.7"}, map[string]any{"address": "10.0.0.7"}}}, []string{"ips.1.address unique"}},
			"BASE-MACHINE-08: another machine's":         {map[string]any{"name": "X4", "ips": []any{map[string]any{"address": "10.0.0.1"}}}, []string{"ips.0.address unique"}},
			"BASE-MACHINE-03: a fourth address":          {map[string]any{"name": "X5", "ips": []any{map[string]any{"address": "10.0.1.1"}, map[string]any{"address": "10.0.1.2"}, map[string]any{"address": "10.0.1.3"}, map[string]any{"address": "10.0.1.4"}}}, []string{"ips atMost"}},
			"BASE-MACHINE-09: a port":                    {map[string]any{"name": "X6", "port": 70000}, []string{"port max"}},
			"a group that does not exist":                {map[string]any{"name": "X7", "groupId": store.NewID()}, []string{"groupId reference"}},
			"everything wrong at once":                   {map[string]any{"name": "9", "groupId": "", "status": nil, "workRate": "fast", "bogus": 1}, []string{"bogus unknown", "groupId required", "name pattern", "status required", "workRate type"}},
			"BASE-TEAM-07 likewise: invalid in the plan": {map[string]any{"name": "X8", "status": 0, "scheduled": true}, []string{"20000"}},
		} {
			if _, err := s.create(c.fields); !slices.Equal(rules(err), c.want) {
				s.Errorf("%s: %v, want %v", what, rules(err), c.want)
			}
		}
	})
}

func TestPatchMergesByFieldAndRefusesStaleVersions(t *testing.T) {
	each(t, func(s *shop) {
		m, err := s.create(nil)
		if err != nil {
			s.Fatal(err)
		}
		patch := func(fields map[string]any) error {
			return s.db.Write(s.ctx, func(tx store.Tx) error {
				_, err := s.master.Machines.Patch(s.ctx, tx, m.ID, body(s, fields))
				return err
			})
		}
		if err := patch(map[string]any{"version": 1, "alias": "first"}); err != nil {
			s.Fatal(err)
		}
		err = patch(map[string]any{"version": 1, "port": 21})
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != problem.StaleVersion {
			s.Fatalf("a stale version got %v", err)
		}
		stale := p.Data.(problem.StaleData)
		if stale.Current.(*basedata.Machine).Alias != "first" || stale.ChangedBy != "Test A" {
			s.Errorf("the reply says %+v", stale)
		}
		if err := patch(map[string]any{"version": 2, "port": 21}); err != nil {
			s.Fatal(err)
		}
		if err := s.db.Read(s.ctx, func(tx store.Tx) (err error) { m, err = s.master.Machines.Get(s.ctx, tx, m.ID); return err }); err != nil || m.Alias != "first" || m.Port != 21 {
			s.Errorf("merged into %+v, %v", m, err)
		}
	})
}

// BASE-ALL-01 in part: the server refuses to delete what is referred to, and says by whom.
func TestDeleteNamesTheReferrer(t *testing.T) {
	each(t, func(s *shop) {
		m, err := s.create(nil)
		if err != nil {
			s.Fatal(err)
		}
		remove := func() error {
			return s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Groups.Delete(s.ctx, tx, s.groupID) })
		}
		var p *problem.Problem
		if err := remove(); !errors.As(err, &p) || p.Code != problem.Refused {
			s.Fatalf("got %v", err)
		}
		if b, _ := json.Marshal(p.Data); !bytes.Contains(b, []byte("机床")) {
			s.Errorf("the reply does not name the machine: %s", b)
		}
		s.write(func(tx store.Tx) error { return s.master.Machines.Delete(s.ctx, tx, m.ID) })
		if err := remove(); err != nil {
			s.Errorf("a free group: %v", err)
		}
	})
}

func TestImportIsAllOrNothingAndIdempotent(t *testing.T) {
	each(t, func(s *shop) {
		run := func(text string, dry bool) (r resource.ImportResult) {
			s.write(func(tx store.Tx) (err error) {
				r, err = s.master.Machines.Import(s.ctx, tx, []byte(text), dry)
				return err
			})
			return r
		}
		good := "机床名称,资源组,状态,工作效率,电脑IP\nM1,CNC,正常,1.2,10.0.0.1;10.0.0.2\nM2,数控组,维修,,\n"
		if r := run(good, true); r.Created != 2 || len(r.Faults) != 0 {
			s.Fatalf("a dry run gave %+v", r)
		}
		if r := run(good, false); r.Created != 2 || len(r.Faults) != 0 {
			s.Fatalf("the import gave %+v", r)
		}
		if r := run(good, false); r.Same != 2 || r.Created+r.Changed != 0 {
			s.Errorf("a second import gave %+v", r)
		}
		if r := run("name,alias\nM1,neu\n", false); r.Changed != 1 {
			s.Errorf("a change gave %+v", r)
		}
		bad := run("name,groupId,status,workRate,colour\n1x,CNC,正常,1,\nM3,NO,正常,1,\nM4,CNC,broken,abc,\nM5,CNC,正常,1,\nM5,CNC,正常,1,\n", false)
		var got []string
		for _, f := range bad.Faults {
			got = append(got, fmt.Sprintf("%d %s %s", f.Row, f.Column, f.Rule))
		}
		want := []string{"1 colour unknownColumn", "2 name pattern", "3 groupId reference", "3 groupId required", "4 status type", "4 workRate type", "6 name duplicateKey"}
		if !slices.Equal(got, want) {
			s.Errorf("faults %q, want %q", got, want)
		}
		var exported bytes.Buffer
		write, err := s.master.Machines.Export(s.ctx, s.db, resource.Query{Sort: "name"}, "csv")
		if err != nil {
			s.Fatal(err)
		}
		if err := write(&exported); err != nil {
			s.Fatal(err)
		}
		if n := strings.Count(exported.String(), "\n"); n != 3 {
			s.Errorf("the export has %d lines: %s", n, exported.String())
		}
		if r := run(exported.String(), false); r.Same != 2 {
			s.Errorf("the export imported again gave %+v", r)
		}
	})
}

// BASE-SHIFT-05: periods in order, without overlap; BASE-SHIFT-04, BASE-SHIFT-06: the name.
func TestShiftRules(t *testing.T) {
	each(t, func(s *shop) {
		for want, periods := range map[string][]any{
			"":                         {period("08:00", "12:00"), period("13:00", "17:00"), period("20:00", "04:00")},
			"periods.1.start order":    {period("13:00", "17:00"), period("08:00", "12:00")},
			"periods.1.end day":        {period("08:00", "12:00"), period("20:00", "09:00")},
			"periods required":         {},
			"periods.0.start time":     {period("8 am", "12:00")},
			"periods.0.overtime max":   {map[string]any{"start": "08:00", "end": "12:00", "overtime": 13}},
			"periods.0.restStart rest": {map[string]any{"start": "08:00", "end": "12:00", "restStart": "11:30", "restEnd": "12:30"}},
		} {
			err := s.db.Write(s.ctx, func(tx store.Tx) error {
				_, err := s.master.Shifts.Create(s.ctx, tx, body(s, map[string]any{"name": "S" + want[:min(len(want), 15)], "periods": periods}))
				return err
			})
			if want == "" && err != nil || want != "" && !slices.Equal(rules(err), []string{want}) {
				s.Errorf("want %q, got %v", want, rules(err))
			}
		}
		for name, want := range map[string]string{"D": "name unique", "   ": "name required", strings.Repeat("班", 21): "name maxLength"} {
			err := s.db.Write(s.ctx, func(tx store.Tx) error {
				_, err := s.master.Shifts.Create(s.ctx, tx, body(s, map[string]any{"name": name, "periods": []any{period("08:00", "12:00")}}))
				return err
			})
			if !slices.Equal(rules(err), []string{want}) {
				s.Errorf("name %q: %v, want %s", name, rules(err), want)
			}
		}
	})
}

func period(start, end string) map[string]any { return map[string]any{"start": start, "end": end} }

// BASE-CALENDAR-07, BASE-CALENDAR-08: there is always one default calendar, and replacing it is asked first.
func TestTheDefaultCalendarIsReplacedOnlyAfterAQuestion(t *testing.T) {
	each(t, func(s *shop) {
		save := func(ctx context.Context, c *basedata.Calendar) error {
			return s.db.Write(ctx, func(tx store.Tx) error { return s.master.Calendars.Save(ctx, tx, c) })
		}
		second := &basedata.Calendar{Name: "五天", Valid: true, Default: true}
		if err := save(s.ctx, second); !slices.Equal(rules(err), []string{"20010"}) {
			s.Fatalf("got %v", err)
		}
		sure := s.actor
		sure.Confirmed = "replaceDefault"
		second = &basedata.Calendar{Name: "五天", Valid: true, Default: true}
		if err := save(store.WithActor(s.ctx, sure), second); err != nil {
			s.Fatal(err)
		}
		var all []basedata.Calendar
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&all).Where("is_default = ?", true).Scan(s.ctx) }); err != nil || len(all) != 1 || all[0].Name != "五天" {
			s.Fatalf("the default calendars are %+v, %v", all, err)
		}
		invalid := all[0]
		invalid.Valid = false
		if err := save(s.ctx, &invalid); !slices.Equal(rules(err), []string{"20000"}) {
			s.Errorf("an invalid default calendar got %v", err)
		}
	})
}

// BASE-PROCESS-03, BASE-PROCESS-04.
func TestAProcessIsNeverItsOwnNeighbourAndStaysWhileItIsOne(t *testing.T) {
	each(t, func(s *shop) {
		var rough, fine *basedata.Process
		s.write(func(tx store.Tx) (err error) {
			if rough, err = s.master.Processes.Create(s.ctx, tx, body(s, map[string]any{"code": "R", "name": "粗加工", "class": 3})); err != nil {
				return err
			}
			fine, err = s.master.Processes.Create(s.ctx, tx, body(s, map[string]any{"code": "F", "name": "精加工", "class": 3, "preProcessId": rough.ID}))
			return err
		})
		err := s.db.Write(s.ctx, func(tx store.Tx) error {
			_, err := s.master.Processes.Patch(s.ctx, tx, fine.ID, body(s, map[string]any{"version": 1, "postProcessId": fine.ID}))
			return err
		})
		if !slices.Equal(rules(err), []string{"20000"}) {
			s.Errorf("its own post-process: %v", err)
		}
		err = s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Processes.Delete(s.ctx, tx, rough.ID) })
		if !slices.Equal(rules(err), []string{"20000"}) {
			s.Errorf("deleting a pre-process: %v", err)
		}
	})
}
