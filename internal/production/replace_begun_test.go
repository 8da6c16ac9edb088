package production_test

import (
	"context"
	"slices"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// without is a context of somebody from whom a group is hidden.
func (s *shop) without(ctx context.Context, t *testing.T, code string) context.Context {
	t.Helper()
	var group basedata.Group
	read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&group).Where("code = ?", code).Scan(ctx) })
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}}
	return store.WithActor(ctx, actor)
}

// A part on which work has begun stays whole for everybody: one of its steps may be hidden, or the very work. Of that nothing is told.
func TestABegunPartStaysWholeBesideAHiddenStep(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		begins := func(mould, opNo, machine, batch string) map[string][]string {
			return map[string][]string{
				"moulds": {"mouldNo|delivery", mould + "|2030-03-20"}, "parts": {"mouldNo|partNo|qty|parentPart", mould + "|P1|1|", mould + "|TOP|1|", mould + "|P2|2|TOP"}, "batches": {"mouldNo|partNo|batchNo|qty", mould + "|P2|B1|1"},
				"operations": {"mouldNo|partNo|opNo|process|hours", mould + "|P1|10|CNC|4", mould + "|P2|10|CNC|4", mould + "|P2|20|EDM|4", mould + "|P2|30|CNC|4"},
				"progress":   {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", mould + "|P2|" + opNo + "|" + batch + "|1|" + machine + "|2026-01-05 08:00|1"},
			}
		}
		s.take(ctx, t, begins("M1", "10", "CN01", ""))
		s.take(ctx, t, begins("M2", "20", "ED01", ""))
		s.take(ctx, t, begins("M3", "20", "ED01", "B1"))
		for mould, want := range map[string][]string{"M1": {"operations begun M1 · P2 · 10", "parts begun M1 · TOP"}, "M2": nil, "M3": nil} {
			file := map[string][]string{
				"moulds": {"mouldNo|delivery", mould + "|2030-03-20"}, "parts": {"mouldNo|partNo|qty", mould + "|P1|1"}, "batches": {"# replaces"},
				"operations": {"mouldNo|partNo|opNo|process|hours", mould + "|P1|10|CNC|4"},
			}
			if removed, faults := s.replaced(s.without(ctx, t, "EDM"), t, file); len(removed) > 0 || !slices.Equal(faults, want) {
				t.Errorf("%s: removed are %q, told is %q", mould, removed, faults)
			}
		}
	})
}

// The steps that the row of an electrode gives are in the file, beside those of its route: the file changes them and takes none away.
func TestAFileHoldsTheStepsOfItsElectrodeRows(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		file := func(hours string) map[string][]string {
			return map[string][]string{
				"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|" + hours},
				"operations": {"mouldNo|partNo|opNo|process|hours", "M1|E1|30|CNC|1"},
			}
		}
		s.take(ctx, t, file("4"))
		for _, hours := range []string{"4", "5"} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, file(hours))})
			if err != nil || result.FaultCount > 0 || result.Total.Removed > 0 || (result.Total.Followed > 0) != (hours == "5") {
				t.Errorf("%s hours: %v %+v %+v", hours, err, result.Total, result.Faults)
			}
		}
		var steps []production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&steps).Order("op_no").Scan(ctx) })
		if len(steps) != 2 || steps[0].OpNo != 10 || steps[0].Minutes != 300 || steps[1].OpNo != 30 {
			t.Errorf("the route is %+v", steps)
		}
	})
}

// The stored steps that an electrode's row gives are in the routes that are checked for cycles.
func TestAStepOfAnElectrodeRowCountsInCycles(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		electrode, head := []string{"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|4"}, "mouldNo|partNo|opNo|process|hours|pred"
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "electrodes": electrode,
			"operations": {head, "M1|P1|10|CNC|4|", "M1|E1|10|CNC|4|P1/10"},
		})
		file := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "electrodes": electrode, "operations": {head, "M1|P1|10|CNC|4|E1/10"}}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, file)})
		if err != nil || len(result.Faults) == 0 || result.Faults[0].Rule != "cycle" {
			t.Errorf("%v %+v", err, result.Faults)
		}
	})
}
