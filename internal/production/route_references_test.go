package production_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What an operation waits for, and where a part is built in, must exist, and stays while something waits for it: the
// engine would pass over what it does not find.
func TestWhatARouteRefersToExists(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2", "M1|P3"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|" + mill + "|4|", "M1|P1|20|" + mill + "|4|10", "M1|P2|10|" + mill + "|4|P1/20", "M1|P3|10|" + mill + "|4|"},
		}))
		// try saves in a transaction of its own, which the caller's error rolls back.
		try := func(change func(tx store.Tx) error) *problem.Problem {
			var p *problem.Problem
			_ = errors.As(s.db.Write(ctx, change), &p)
			return p
		}
		operation := func(tx store.Tx, part string, no int) (*production.Operation, error) {
			var p production.Part
			var o production.Operation
			err := tx.Select(&p).Where("part_no = ?", part).Scan(ctx)
			return &o, errors.Join(err, tx.Select(&o).Where("part_id = ?", p.ID).Where("op_no = ?", no).Scan(ctx))
		}
		for pred, rule := range map[string]string{"30": "reference", "P9/10": "reference", "20": "cycle", "P1/20": "cycle", "ten": "format", "10; P2/10": "cycle", "10; P3/10": ""} {
			p := try(func(tx store.Tx) error {
				o, err := operation(tx, "P1", 20)
				if err != nil {
					return err
				}
				o.Pred = pred
				return errors.Join(s.production.Operations.Save(ctx, tx, o), store.ErrNotFound)
			})
			if p != nil && len(p.Fields) == 1 && p.Fields[0].Field == "pred" && p.Fields[0].Rule == rule || rule == "" && p == nil {
				continue
			}
			t.Errorf("pred %q: %+v", pred, p)
		}
		for want, change := range map[string]func(p *production.Part){
			"parentPart reference": func(p *production.Part) { p.ParentPartNo = "P9" },
			"parentPart cycle":     func(p *production.Part) { p.ParentPartNo = "P2" },
			"neededAtOp reference": func(p *production.Part) { p.ParentPartNo, p.NeededAtOp = "P1", 30 },
			"parentPart required":  func(p *production.Part) { p.NeededAtOp = 20 },
		} {
			p := try(func(tx store.Tx) error {
				var part production.Part
				if err := tx.Select(&part).Where("part_no = ?", "P2").Scan(ctx); err != nil {
					return err
				}
				change(&part)
				return s.production.Parts.Save(ctx, tx, &part)
			})
			if p == nil || len(p.Fields) != 1 || p.Fields[0].Field+" "+p.Fields[0].Rule != want {
				t.Errorf("%s: %+v", want, p)
			}
		}
		p := try(func(tx store.Tx) error {
			o, err := operation(tx, "P1", 20)
			return errors.Join(err, s.production.Operations.Delete(ctx, tx, o.ID))
		})
		if p == nil || p.Code != problem.Refused || !strings.Contains(p.Error(), "P2/10") {
			t.Errorf("an operation that another waits for: %+v", p)
		}
	})
}
