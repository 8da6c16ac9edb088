package basedata_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// team is a group that is accepted.
func team(s *shop) map[string]any {
	g := read(s, s.master.Groups, s.groupID)
	return map[string]any{
		"code": "T1", "name": "二组", "calendarId": g.CalendarID, "shiftId": g.ShiftID, "capacity": 16, "labourRate": 50, "weight": 1, "valid": true, "master": false,
	}
}

// BASE-TEAM-02 to BASE-TEAM-05.
func TestGroupRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Groups, "name", "calendarId", "shiftId", "capacity", "labourRate", "master", "report", "scheduled", "valid", "fromDate", "endDate", "weight", "userIds")
		base := team(s)
		try(s, s.master.Groups, base,
			attempt{"BASE-TEAM-03: a name of one character", map[string]any{"name": "组"}, []string{"name pattern"}},
			attempt{"BASE-TEAM-03: a name of 19", map[string]any{"name": long(19)}, []string{"name maxLength"}},
			attempt{
				"BASE-TEAM-04: without what is required",
				map[string]any{"capacity": nil, "labourRate": nil, "weight": nil, "calendarId": "", "shiftId": "", "valid": nil, "master": nil},
				[]string{"calendarId required", "capacity required", "labourRate required", "master required", "shiftId required", "valid required", "weight required"},
			},
			attempt{"BASE-TEAM-05: an end before the start", map[string]any{"fromDate": "2026-03-02", "endDate": "2026-03-01"}, []string{"endDate order"}},
			attempt{"a day long", map[string]any{"code": "T2", "name": long(18), "fromDate": "2026-03-02", "endDate": "2026-03-02"}, nil},
			attempt{"two characters", map[string]any{"code": "T3", "name": "二班"}, nil},
			attempt{"somebody unknown", map[string]any{"userIds": []string{store.NewID()}}, []string{"userIds.0 reference"}},
		)
	})
}

// BASE-TEAM-06, BASE-TEAM-07, BASE-ALL-02: the flag of validity switches, but not while a group is planned with.
func TestAScheduledGroupKeepsItsStatus(t *testing.T) {
	each(t, func(s *shop) {
		g := must(s, s.master.Groups, team(s))
		err := change(s, s.master.Groups, g.ID, 1, map[string]any{"valid": false})
		if !slices.Equal(resourcetest.Broken(err), []string{"valid scheduled"}) || !strings.Contains(said(err, "zh"), "正在参与排程，不能改变状态") || !strings.Contains(said(err, "en"), "its status cannot change") {
			s.Errorf("while scheduled: %v", err)
		}
		if err := change(s, s.master.Groups, g.ID, 1, map[string]any{"scheduled": false}); err != nil {
			s.Fatal(err)
		}
		if err := change(s, s.master.Groups, g.ID, 2, map[string]any{"valid": false}); err != nil {
			s.Fatal(err)
		}
		err = change(s, s.master.Groups, g.ID, 3, map[string]any{"scheduled": true})
		if !slices.Equal(resourcetest.Broken(err), []string{"valid scheduled"}) || !strings.Contains(said(err, "en"), "An invalid resource cannot take part in scheduling") {
			s.Errorf("an invalid group in scheduling: %v", err)
		}
		if err := change(s, s.master.Groups, g.ID, 3, map[string]any{"valid": true}); err != nil {
			s.Errorf("valid again: %v", err)
		}
	})
}

// BASE-TEAM-08: there is one master group; another takes its place after a question.
func TestANewMasterGroupAsksBeforeItOverwritesTheOld(t *testing.T) {
	each(t, func(s *shop) {
		base := team(s)
		base["master"] = true
		first := must(s, s.master.Groups, base)
		second := map[string]any{"code": "T2", "name": "三组"}
		_, err := add(s, s.master.Groups, base, second)
		if !slices.Equal(resourcetest.Broken(err), []string{"20010"}) || !strings.Contains(said(err, "zh"), "“二组”现在是主组") {
			s.Fatalf("a second master group: %v", err)
		}
		base["code"], base["name"], base["master"] = "T2", "三组", false
		other := must(s, s.master.Groups, base)
		if err := change(s, s.master.Groups, other.ID, 1, map[string]any{"master": true}, "replaceDefault"); !slices.Equal(resourcetest.Broken(err), []string{"20010"}) {
			s.Fatalf("the answer to another question: %v", err)
		}
		// By a file it is asked too, also where the row that has it is refused for something else.
		for _, file := range []string{"code,master,weight\nT1,0,-1\nT2,1,\n", "code,master,weight\nT2,1,\nT1,0,-1\n"} {
			if _, err := s.master.Groups.Import(permitted(s.ctx, s.master.Groups), s.db, resource.ImportFile{Data: []byte(file), Partly: true}); !slices.Equal(resourcetest.Broken(err), []string{"20010"}) {
				s.Errorf("%q: %v", file, err)
			}
		}
		if err := change(s, s.master.Groups, other.ID, 1, map[string]any{"master": true}, "overwriteMaster"); err != nil {
			s.Fatal(err)
		}
		if read(s, s.master.Groups, first.ID).Master || !read(s, s.master.Groups, other.ID).Master {
			s.Error("the old master group is still it")
		}
		if err := change(s, s.master.Groups, other.ID, 2, map[string]any{"scheduled": false}); err != nil {
			s.Error(err)
		}
		if err := change(s, s.master.Groups, other.ID, 3, map[string]any{"valid": false}); !slices.Equal(resourcetest.Broken(err), []string{"valid master"}) || !strings.Contains(said(err, "en"), "“三组” cannot be invalid while it has “Master group”") {
			s.Errorf("an invalid master group: %v", err)
		}
		// Saving it again asks nothing.
		if err := change(s, s.master.Groups, other.ID, 3, map[string]any{"weight": 2}); err != nil {
			s.Error(err)
		}
	})
}

// BASE-TEAM-01: a group names the machines that belong to it.
func TestAGroupNamesItsMachines(t *testing.T) {
	each(t, func(s *shop) {
		for _, name := range []string{"M1", "M2"} {
			if _, err := s.create(map[string]any{"name": name}); err != nil {
				s.Fatal(err)
			}
		}
		ctx := permitted(s.ctx, s.master.Machines)
		err := s.db.Write(ctx, func(tx store.Tx) error { return s.master.Groups.Delete(ctx, tx, s.groupID) })
		if words := said(err, "zh"); !strings.Contains(words, `"title":"M1"},{"id":"`) || !strings.Contains(words, `"title":"M2"}]`) || !strings.Contains(words, `"entity":"machine"`) {
			s.Errorf("its use is told as %s", words)
		}
		section := must(s, s.master.Sections, map[string]any{"name": "CNC", "chineseName": "数控"})
		if err := change(s, s.master.Groups, s.groupID, 1, map[string]any{"sectionId": section.ID}); err != nil {
			s.Error(err)
		}
	})
}
