package basedata_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// BASE-ALL-02: an invalid row is in no list of choices and cannot be newly chosen, in a form or by a file; whoever has
// chosen it before keeps it, and is told.
func TestAnInvalidRowIsNotChosenAnew(t *testing.T) {
	each(t, func(s *shop) {
		section := must(s, s.master.Sections, map[string]any{"name": "EDM", "chineseName": "放电"})
		must(s, s.master.Sections, map[string]any{"name": "CNC", "chineseName": "数控"})
		machine := map[string]any{"name": "M1", "groupId": s.groupID, "status": 1, "sectionId": section.ID}
		held := must(s, s.master.Machines, machine)
		if err := change(s, s.master.Sections, section.ID, 1, map[string]any{"valid": false}); err != nil {
			s.Fatal(err)
		}
		_, err := add(s, s.master.Machines, machine, map[string]any{"name": "M2"})
		if !slices.Equal(broken(err), []string{"sectionId invalid"}) || !strings.Contains(said(err, "zh"), "工段“EDM”的状态为“无效”，不能选用") || !strings.Contains(said(err, "en"), "Section “EDM” has the state “Invalid” and cannot be chosen") {
			s.Errorf("chosen anew: %v", err)
		}
		if err := change(s, s.master.Machines, held.ID, 1, map[string]any{"alias": "old"}); err != nil {
			s.Errorf("held before: %v", err)
		}
		list := func(q resource.Query) (names []string) {
			if err := s.db.Read(s.ctx, func(tx store.Tx) error {
				page, err := s.master.Sections.List(s.ctx, tx, q)
				for _, r := range page.Rows {
					names = append(names, r.Name)
				}
				return err
			}); err != nil {
				s.Fatal(err)
			}
			slices.Sort(names)
			return names
		}
		if got := list(resource.Query{Size: 50, Valid: true}); !slices.Equal(got, []string{"CNC"}) {
			s.Errorf("the choices: %v", got)
		}
		if got := list(resource.Query{Size: 50}); len(got) != 2 {
			s.Errorf("the list: %v", got)
		}
		result := take(s.ctx, s.T, s.db, s.master.Machines, "name,groupId,status,sectionId,alias\nM1,CNC,1,EDM,older\nM3,CNC,1,EDM,\n", false)
		if len(result.Faults) != 1 || result.Faults[0].Row != 3 || result.Faults[0].Column != "sectionId" || result.Faults[0].Rule != "invalid" || result.Faults[0].Value != "EDM" {
			s.Errorf("a file: %+v", result.Faults)
		}
	})
}

// BASE-ALL-03: what already exists is refused, whatever its letters' case; a file finds its row the same way.
func TestExistingIsExistingInEitherCase(t *testing.T) {
	each(t, func(s *shop) {
		machine := map[string]any{"name": "EDM_1", "groupId": s.groupID, "status": 1}
		first := must(s, s.master.Machines, machine)
		if _, err := add(s, s.master.Machines, machine, map[string]any{"name": "edm_1"}); !slices.Equal(broken(err), []string{"name unique"}) {
			s.Errorf("the same in small letters: %v", err)
		}
		if err := change(s, s.master.Machines, first.ID, 1, map[string]any{"name": "Edm_1"}); err != nil {
			s.Errorf("its own name in other letters: %v", err)
		}
		if r := take(s.ctx, s.T, s.db, s.master.Machines, "name,alias\nEDM_1,a\n", false); r.Changed != 1 || read(s, s.master.Machines, first.ID).Name != "Edm_1" {
			s.Errorf("a file: %+v", r)
		}
		if r := take(s.ctx, s.T, s.db, s.master.Machines, "name,groupId,status\nNEW,CNC,1\nnew,CNC,1\n", true); len(r.Faults) != 1 || r.Faults[0].Rule != "duplicateKey" {
			s.Errorf("twice in a file: %+v", r)
		}
	})
}

// BASE-PROCESS-01: the default group of a process is written as the group is; it counts as used, and keeps its process
// when it is renamed.
func TestTheDefaultGroupOfAProcess(t *testing.T) {
	each(t, func(s *shop) {
		base := map[string]any{"code": "P", "name": "工艺", "class": basedata.ClassMachining}
		base["defaultGroup"] = "cnc"
		p := must(s, s.master.Processes, base)
		if p.DefaultGroup != "CNC" {
			s.Errorf("kept as %q", p.DefaultGroup)
		}
		fields := team(s)
		fields["code"], fields["name"], fields["valid"], fields["scheduled"] = "OUT", "停用组", false, false
		must(s, s.master.Groups, fields)
		base["code"], base["name"], base["defaultGroup"] = "Q", "另一工艺", "out"
		if _, err := add(s, s.master.Processes, base, nil); !slices.Equal(resourcetest.Broken(err), []string{"defaultGroup invalid"}) || !strings.Contains(said(err, "zh"), "资源组“停用组”的状态为“无效”，不能选用") {
			s.Errorf("an invalid group: %v", err)
		}
		// What stands there stays, in whichever spelling: the group came later, written otherwise.
		base["defaultGroup"] = "late-grp"
		q := must(s, s.master.Processes, base)
		fields["code"], fields["name"] = "LATE-Grp", "晚组"
		must(s, s.master.Groups, fields)
		for _, spelling := range []string{"late-grp", "LATE-grp", "ｌａｔｅ-ＧＲＰ", "LATE-Grp"} {
			if err := change(s, s.master.Processes, q.ID, read(s, s.master.Processes, q.ID).Version, map[string]any{"defaultGroup": spelling}); err != nil {
				s.Errorf("unchanged as %s: %v", spelling, err)
			}
		}
		err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Groups.Delete(s.ctx, tx, s.groupID) })
		var used *problem.Problem
		if !errors.As(err, &used) || used.Code != problem.Refused || !strings.Contains(fmt.Sprintf("%+v", used.Data), "工艺") {
			s.Errorf("deleting the group: %v", err)
		}
		if err := change(s, s.master.Groups, s.groupID, 1, map[string]any{"code": "MILL"}); err != nil {
			s.Fatal(err)
		}
		if got := read(s, s.master.Processes, p.ID).DefaultGroup; got != "MILL" {
			s.Errorf("after the group was renamed: %q", got)
		}
	})
}

// product.md 14: a row that a file brings has a beginning in its history.
func TestImportedRowsHaveAHistory(t *testing.T) {
	each(t, func(s *shop) {
		take(s.ctx, s.T, s.db, s.master.Sections, "name,chineseName\nEDM,放电\n", false)
		take(s.ctx, s.T, s.db, s.master.Machines, "name,groupId,status\nM1,CNC,1\n", false)
		for _, entity := range []string{"section", "machine"} { // with rules of its own, and without
			if err := s.db.Read(s.ctx, func(tx store.Tx) error {
				var line store.Operation
				err := tx.Select(&line).Where("entity = ?", entity).Where("action = ?", store.ActionCreate).Scan(s.ctx)
				if err == nil && (line.RowID == "" || !bytes.Contains(line.Changes, []byte(`"name"`))) {
					s.Errorf("%s: %+v", entity, line)
				}
				return err
			}); err != nil {
				s.Errorf("%s: %v", entity, err)
			}
		}
	})
}

// A row that takes a flag over from another asks, as a form does, when the file is taken in: the check says what it
// would do, and an answer lets it.
func TestAFileCanAnswerAQuestion(t *testing.T) {
	each(t, func(s *shop) {
		file := "name,valid,default\n五天,1,1\n"
		if r := take(s.ctx, s.T, s.db, s.master.Calendars, file, true); r.Created != 1 || len(r.Faults) != 0 {
			s.Fatalf("the check: %+v", r)
		}
		_, err := s.master.Calendars.Import(permitted(s.ctx, s.master.Calendars), s.db, resource.ImportFile{Data: []byte(file)})
		if !slices.Equal(broken(err), []string{"20010"}) {
			s.Fatalf("without an answer: %v", err)
		}
		sure := s.actor
		sure.Confirmed = "replaceDefault"
		ctx := store.WithActor(s.ctx, sure)
		take(ctx, s.T, s.db, s.master.Calendars, file, false)
		if names, byDefault := calendars(s.ctx, s.T, s.db); len(names) != 2 || byDefault != "五天" {
			s.Errorf("%v, default %q", names, byDefault)
		}
	})
}

// The rows that a file's check refuses come back alone, with the reasons as the language joins them, and are read again as they are.
func TestFailedRowsComeBackWithTheirReason(t *testing.T) {
	each(t, func(s *shop) {
		for lang, joint := range map[string]string{problem.Chinese: "；", problem.English: "; "} {
			var file bytes.Buffer
			ctx := problem.WithLanguage(s.ctx, lang)
			write, release, err := s.master.Machines.Refused(permitted(ctx, s.master.Machines), s.db, resource.ImportFile{Data: []byte("name,groupId,status\nM1,CNC,1\n2M,NO,1\n")})
			if err == nil {
				err = write(&file)
				release()
			}
			if err != nil {
				s.Fatal(err)
			}
			var rows [][]string
			if err := sheet.Read(t.Context(), file.Bytes(), sheet.Limits{}, func(r sheet.Row) error {
				rows = append(rows, slices.Clone(r.Cells))
				return nil
			}); err != nil {
				s.Fatal(err)
			}
			if len(rows) != 2 || rows[1][0] != "2M" || len(rows[1]) != 4 || strings.Count(rows[1][3], joint) != 1 {
				s.Fatalf("the file in %s: %q", lang, rows)
			}
			result := take(s.ctx, s.T, s.db, s.master.Machines, file.String(), true)
			for _, f := range result.Faults {
				if f.Row != 2 {
					s.Errorf("read again: %+v", f)
				}
			}
		}
	})
}

// product.md, rules of the interface: numbers and dates are filtered from one value to another, either end open.
func TestAFilterTakesARange(t *testing.T) {
	each(t, func(s *shop) {
		base := team(s)
		for code, more := range map[string]map[string]any{"A1": {"capacity": 8, "fromDate": "2026-03-01"}, "B2": {"capacity": 16, "fromDate": "2026-04-01"}, "C3": {"capacity": 24}} {
			more["code"], more["name"] = code, "组"+code
			if _, err := add(s, s.master.Groups, base, more); err != nil {
				s.Fatal(err)
			}
		}
		for filter, want := range map[string]string{
			"capacity 8..16": "A1 B2", "capacity 9..": "B2 C3", "capacity ..8": "A1 CNC", "fromDate 2026-03-02..2026-04-01": "B2", "fromDate ..2026-03-31": "A1", "weight x..": "weight type",
		} {
			key, value, _ := strings.Cut(filter, " ")
			var got []string
			err := s.db.Read(s.ctx, func(tx store.Tx) error {
				page, err := s.master.Groups.List(s.ctx, tx, resource.Query{Size: 50, Filters: map[string]string{key: value}})
				for _, g := range page.Rows {
					got = append(got, g.Code)
				}
				return err
			})
			if err != nil {
				got = []string{strings.TrimPrefix(resourcetest.Broken(err)[0], "f.")}
			}
			if strings.Join(got, " ") != want {
				s.Errorf("%s: %v, want %s", filter, got, want)
			}
		}
	})
}
