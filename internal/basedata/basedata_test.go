package basedata_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
			shift := &basedata.Shift{Name: "D", ShiftType: 1, Effective: true, Periods: []basedata.Period{{Start: "08:00", End: "17:00"}}}
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

func TestPatchMergesByFieldAndRefusesStaleVersions(t *testing.T) {
	each(t, func(s *shop) {
		m, err := s.create(nil)
		if err != nil {
			s.Fatal(err)
		}
		patch := func(fields map[string]any) error {
			return s.db.Write(s.ctx, func(tx store.Tx) error {
				_, err := s.master.Machines.Patch(s.ctx, tx, m.ID, resourcetest.Body(s, fields))
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
		if stale.Current.(*basedata.Machine).Alias != "first" || stale.ChangedBy != "Test A" || stale.Name != m.Name {
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
		if b, _ := json.Marshal(p.Data); !bytes.Contains(b, []byte("设备")) {
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
		run := func(text string, dry bool) resource.ImportResult {
			return take(s.ctx, s.T, s.db, s.master.Machines, text, dry)
		}
		good := "设备名称,资源组,状态,工作效率,电脑 IP\nM1,CNC,正常,1.2,10.0.0.1;10.0.0.2\nM2,数控组,维修,,\n"
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
		want := []string{"1 colour unknownColumn", "2 name pattern", "3 groupId reference", "4 status choice", "4 workRate number", "6 name duplicateKey"}
		if !slices.Equal(got, want) {
			s.Errorf("faults %q, want %q", got, want)
		}
		var exported bytes.Buffer
		file, err := s.master.Machines.Export(s.ctx, s.db, resource.Query{Sort: "name"}, "csv")
		if err != nil {
			s.Fatal(err)
		}
		if err := file.Write(&exported); err != nil {
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

// attempt is one save of a form: the fields that differ from a base that is accepted, and the broken rules.
type attempt struct {
	what   string
	fields map[string]any
	want   []string // none: it is accepted
}

// try creates a row for every attempt and compares the rules that it breaks.
func try[P resource.Entity](s *shop, r *resource.Resource[P], base map[string]any, attempts ...attempt) {
	s.Helper()
	for _, a := range attempts {
		if _, err := add(s, r, base, a.fields); !slices.Equal(broken(err), a.want) {
			s.Errorf("%s: %v, want %v", a.what, resourcetest.Broken(err), a.want)
		}
	}
}

func broken(err error) []string {
	if err == nil {
		return nil
	}
	return resourcetest.Broken(err)
}

// add creates a row from a base and what differs from it.
func add[P resource.Entity](s *shop, r *resource.Resource[P], base, fields map[string]any) (row P, err error) {
	s.Helper()
	all := maps.Clone(base)
	maps.Copy(all, fields)
	err = s.db.Write(s.ctx, func(tx store.Tx) error { row, err = r.Create(s.ctx, tx, resourcetest.Body(s, all)); return err })
	return row, err
}

// must is add for a row that has to be accepted.
func must[P resource.Entity](s *shop, r *resource.Resource[P], fields map[string]any) P {
	s.Helper()
	row, err := add(s, r, fields, nil)
	if err != nil {
		s.Fatal(err)
	}
	return row
}

// change patches a row, with the answer to a question in confirm.
func change[P resource.Entity](s *shop, r *resource.Resource[P], id string, version int64, fields map[string]any, confirm ...string) error {
	s.Helper()
	ctx := s.ctx
	if len(confirm) > 0 {
		actor := s.actor
		actor.Confirmed = confirm[0]
		ctx = store.WithActor(s.ctx, actor)
	}
	all := maps.Clone(fields)
	all["version"] = version
	return s.db.Write(ctx, func(tx store.Tx) error { _, err := r.Patch(ctx, tx, id, resourcetest.Body(s, all)); return err })
}

// read gives a row as it is stored.
func read[P resource.Entity](s *shop, r *resource.Resource[P], id string) (row P) {
	s.Helper()
	if err := s.db.Read(s.ctx, func(tx store.Tx) (err error) { row, err = r.Get(s.ctx, tx, id); return err }); err != nil {
		s.Fatal(err)
	}
	return row
}

// said is what a refusal says in a language.
func said(err error, language string) string {
	message, data := problem.Of(err).Wire(language)
	raw, _ := json.Marshal(data) // only to look into
	return message + " " + string(raw)
}

func long(n int) string { return strings.Repeat("字", n) }

// declares holds the fields that the server shows of an entity against those that a requirement names.
func declares(t *testing.T, r resource.Any, keys ...string) {
	t.Helper()
	var have []string
	for _, f := range r.Meta(func(string) bool { return true }).Fields {
		have = append(have, f.Key)
	}
	for _, key := range keys {
		if !slices.Contains(have, key) {
			t.Errorf("%s has no field %s", r.Name(), key)
		}
	}
}
