package basedata_test

import (
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource/resourcetest"
)

// What one row of a file gives up another row of it may take, below it; what is not given up is refused, and what is one's own
// is not taken by another.
func TestARowTakesWhatAnotherGivesUp(t *testing.T) {
	each(t, func(s *shop) {
		material := must(s, s.master.Materials, map[string]any{"code": "CU", "name": "铜", "minHardness": 1, "maxHardness": 2})
		gap := func(code string, fine float64) *basedata.ElectrodeGap {
			return must(s, s.master.ElectrodeGaps, map[string]any{"code": code, "materialId": material.ID, "fineCount": 1, "fineGap": fine})
		}
		gap("A", 0.1)
		b := gap("B", 0.2)
		faults := func(file string, importing func(file string) (created, changed int, faults []string)) string {
			created, changed, faults := importing(file)
			return fmt.Sprint(created, " ", changed, " ", faults)
		}
		gaps := func(file string) (created, changed int, faults []string) {
			r := take(s.ctx, s.T, s.db, s.master.ElectrodeGaps, "code,materialId,fineCount,fineGap\n"+file, false)
			for _, f := range r.Faults {
				faults = append(faults, fmt.Sprintf("%d %s %s", f.Row, f.Column, f.Rule))
			}
			return r.Created, r.Changed, faults
		}
		for _, step := range [][2]string{
			{"A,CU,1,0.2\n", "0 0 [2 roughGap unique]"},
			{"A,CU,2,0.1\n", "0 1 []"}, // its own gap
			{"A,CU,1,0.3\nC,CU,1,0.1\n", "1 1 []"},
			{"D,CU,1,0.4\nE,CU,1,0.4\n", "1 0 [3 roughGap unique]"},
		} {
			if got := faults(step[0], gaps); got != step[1] {
				s.Errorf("%q: %s, want %s", step[0], got, step[1])
			}
		}
		if err := change(s, s.master.ElectrodeGaps, b.ID, 1, map[string]any{"fineGap": 0.1}); !slices.Equal(resourcetest.Broken(err), []string{"roughGap unique"}) {
			s.Errorf("the gap of another: %v", err)
		}
		if err := change(s, s.master.ElectrodeGaps, b.ID, 1, map[string]any{"fineCount": 3}); err != nil {
			s.Errorf("its own gap: %v", err)
		}
		if err := change(s, s.master.ElectrodeGaps, b.ID, 2, map[string]any{"fineCount": 0}); !slices.Equal(resourcetest.Broken(err), []string{"roughCount required"}) {
			s.Errorf("no electrode: %v", err)
		}

		for i, name := range []string{"M1", "M2"} {
			if _, err := s.create(map[string]any{"name": name, "ips": []any{map[string]any{"address": fmt.Sprint("10.0.0.", i+1)}}}); err != nil {
				s.Fatal(err)
			}
		}
		machines := func(file string) (created, changed int, faults []string) {
			r := take(s.ctx, s.T, s.db, s.master.Machines, "name,ips\n"+file, false)
			for _, f := range r.Faults {
				faults = append(faults, fmt.Sprintf("%d %s %s", f.Row, f.Column, f.Rule))
			}
			return r.Created, r.Changed, faults
		}
		for _, step := range [][2]string{
			{"M2,10.0.0.1\n", "0 0 [2 ips.0.address unique]"},
			{"M1,10.0.0.9\nM2,10.0.0.1\n", "0 2 []"},
			{"M1,10.0.0.2\n", "0 1 []"},
			{"M1,\"10.0.0.2;10.0.0.3\"\n", "0 1 []"},
			{"M2,::1\n", "0 0 [2 ips.0.address ip]"},
			{"M2,255.255.255.255\n", "0 1 []"},
		} {
			if got := faults(step[0], machines); got != step[1] {
				s.Errorf("%q: %s, want %s", step[0], got, step[1])
			}
		}
		_, err := s.create(map[string]any{"name": "M3", "ips": []any{map[string]any{"address": "0.0.0.1"}, map[string]any{"address": "10.0.0.3"}}})
		if !slices.Equal(broken(err), []string{"ips.0.address ip", "ips.1.address unique"}) {
			s.Errorf("both are told: %v", broken(err))
		}
	})
}

// BASE-TEAM-07 likewise: an invalid machine is not planned with; one that becomes invalid leaves the plan by itself.
func TestAnInvalidMachineIsNotPlannedWith(t *testing.T) {
	each(t, func(s *shop) {
		m, err := s.create(map[string]any{"name": "M1", "scheduled": true})
		if err != nil {
			s.Fatal(err)
		}
		if err := change(s, s.master.Machines, m.ID, 1, map[string]any{"status": 0}); err != nil {
			s.Fatal(err)
		}
		if got := read(s, s.master.Machines, m.ID); got.Scheduled || got.Status != 0 {
			s.Errorf("%+v", got)
		}
		if err := change(s, s.master.Machines, m.ID, 2, map[string]any{"scheduled": true}); !slices.Equal(resourcetest.Broken(err), []string{"status scheduled"}) {
			s.Errorf("while invalid: %v", err)
		}
		if err := change(s, s.master.Machines, m.ID, 2, map[string]any{"status": 2, "scheduled": true}); err != nil {
			s.Errorf("in service: %v", err)
		}
		if err := change(s, s.master.Machines, m.ID, 3, map[string]any{"alias": "A"}); err != nil || !read(s, s.master.Machines, m.ID).Scheduled {
			s.Errorf("another field: %v", err)
		}
	})
}

// One attribute stands for each comparison: it may be saved again, and another takes its place once it is given up.
func TestOneAttributeForEachComparison(t *testing.T) {
	each(t, func(s *shop) {
		length := must(s, s.master.MachineAttributes, map[string]any{"code": "X", "name": "长", "valueType": 1, "compares": 1})
		other := must(s, s.master.MachineAttributes, map[string]any{"code": "Y", "name": "宽", "valueType": 1, "compares": 2})
		if err := change(s, s.master.MachineAttributes, length.ID, 1, map[string]any{"unit": "mm"}); err != nil {
			s.Errorf("again: %v", err)
		}
		if err := change(s, s.master.MachineAttributes, other.ID, 1, map[string]any{"compares": 1}); !slices.Equal(resourcetest.Broken(err), []string{"compares unique"}) {
			s.Errorf("that of another: %v", err)
		}
		for _, code := range []string{"N1", "N2"} {
			must(s, s.master.MachineAttributes, map[string]any{"code": code, "name": code, "valueType": 1, "compares": 0})
		}
		r := take(s.ctx, s.T, s.db, s.master.MachineAttributes, "code,compares\nX,0\nY,1\n", false)
		if r.Changed != 2 || len(r.Faults) > 0 {
			s.Errorf("given up and taken in one file: %+v", r)
		}
		r = take(s.ctx, s.T, s.db, s.master.MachineAttributes, "code,compares\nN1,3\nN2,3\n", false)
		if len(r.Faults) != 1 || r.Faults[0].Row != 3 || r.Faults[0].Rule != "unique" {
			s.Errorf("twice in one file: %+v", r)
		}
	})
}
