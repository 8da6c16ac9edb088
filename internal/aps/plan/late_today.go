package plan

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// The figures of a plan rest on the dates that held at its run. Dates move, and an old plan comes back: where those of today
// make other moulds late, it is said beside them, never in their place.

// LateToday is what a plan in force would count by the dates of today.
type LateToday struct {
	Late        int      `json:"late" doc:"moulds of its schedule that are late by the dates of today"`
	CarriedLate int      `json:"carriedLate" doc:"moulds that it carries over that are late by the dates of today"`
	Moulds      []string `json:"moulds" nullable:"false" doc:"numbers of those that the plan counts otherwise"`
	// Parts with a due date of their own may be late while their mould is not.
	ForcedLate  int       `json:"forcedLate" doc:"parts with a due date of their own, carried over or not, that are late by the dates of today"`
	LateParts   []PartLot `json:"lateParts" nullable:"false" doc:"of these, those that are on time by the plan"`
	OnTimeParts []PartLot `json:"onTimeParts" nullable:"false" doc:"those that are late by the plan and not by the dates of today"`
}

// PartLot names a part, or a batch of it.
type PartLot struct {
	MouldNo string `json:"mouldNo"`
	PartNo  string `json:"partNo"`
	BatchNo string `json:"batchNo" doc:"empty for what is in no batch"`
}

// LateToday holds the moulds and the forced deliveries of a plan of a schedule against the dates of today; nil where it
// counts the same ones late.
func (g *Registry) LateToday(ctx context.Context, tx store.Tx, s *entity.Schedule, p *entity.Plan) (*LateToday, error) {
	var rows []result.Task
	columns := []string{"id", "mould_id", "mould_no", "planned_end", "handed_at", "mould_late", "carried", "held_due", "task_id", "part_no", "batch_no", "status", "part_late", "part_due"}
	if err := tx.Select(&rows).Columns(columns...).Where("plan_id = ?", p.ID).Scan(ctx); err != nil || len(rows) == 0 {
		return nil, err
	}
	b := &compare.Beside{Due: map[string]*time.Time{}}
	if err := g.readDue(ctx, tx, s, b, nil, rows); err != nil {
		return nil, err
	}
	moulds, carried := result.Ends(rows, result.OfMould), map[string]bool{}
	for i := range rows {
		carried[rows[i].MouldNo] = rows[i].Carried
	}
	today := &LateToday{Late: p.Late, CarriedLate: p.CarriedLate, Moulds: []string{}, LateParts: []PartLot{}, OnTimeParts: []PartLot{}}
	for no, then := range moulds {
		late := b.LateNow(no, then)
		if late == then.Late {
			continue
		}
		today.Moulds = append(today.Moulds, no)
		count := &today.Late
		if carried[no] {
			count = &today.CarriedLate
		}
		if late {
			*count++
		} else {
			*count--
		}
	}
	var err error
	if b.PartDue, err = g.readPartDue(ctx, tx, nil, rows); err != nil {
		return nil, err
	}
	today.parts(rows, b)
	if len(today.Moulds)+len(today.LateParts)+len(today.OnTimeParts) == 0 {
		return nil, nil
	}
	slices.Sort(today.Moulds)
	hidden, err := result.HiddenMouldsOf(ctx, tx, p.ID)
	if err != nil {
		return nil, err
	}
	today.veil(hidden)
	return today, nil
}

// veil leaves moulds out of reach, and their parts, out of the lists: they are counted, not named.
func (d *LateToday) veil(hidden *result.HiddenMoulds) {
	if hidden == nil {
		return
	}
	isHidden := func(l PartLot) bool { return hidden.Number(l.MouldNo) }
	d.Moulds = slices.DeleteFunc(d.Moulds, hidden.Number)
	d.LateParts, d.OnTimeParts = slices.DeleteFunc(d.LateParts, isHidden), slices.DeleteFunc(d.OnTimeParts, isHidden)
}

// parts holds the forced deliveries of a plan against the dates of today.
func (d *LateToday) parts(rows []result.Task, b *compare.Beside) {
	held := map[model.Lot]*time.Time{} // of those of which something was left to make
	for i := range rows {
		if t := &rows[i]; t.Status != model.OpFinished {
			held[t.Lot()] = t.PartDue
		}
	}
	for l, then := range result.Ends(rows, result.OfPart) {
		planned, left := held[l]
		if !left {
			continue
		}
		late := then.Late
		if due, known := b.PartDue[l]; known && !result.SameMoment(due, planned) {
			late = due != nil && (then.At == nil || then.At.After(*due))
		}
		if late {
			d.ForcedLate++
		}
		switch {
		case late && !then.Late:
			d.LateParts = append(d.LateParts, PartLot{l.Mould, l.Part, l.Batch})
		case then.Late && !late:
			d.OnTimeParts = append(d.OnTimeParts, PartLot{l.Mould, l.Part, l.Batch})
		}
	}
	for _, list := range [][]PartLot{d.LateParts, d.OnTimeParts} {
		slices.SortFunc(list, func(x, y PartLot) int {
			return cmp.Or(cmp.Compare(x.MouldNo, y.MouldNo), cmp.Compare(x.PartNo, y.PartNo), cmp.Compare(x.BatchNo, y.BatchNo))
		})
	}
}

// CarriedByRun counts the moulds that the plan of a run carries over, and those of them that are late.
func CarriedByRun(ctx context.Context, tx store.Tx, runID string) (moulds, late int, err error) {
	var plans []entity.Plan
	err = tx.Select(&plans).Columns("id", "carried_moulds", "carried_late").Where("run_id = ?", runID).Where("origin = ?", entity.OriginRun).Where("complete = ?", true).Scan(ctx)
	for i := range plans {
		moulds, late = plans[i].CarriedMoulds, plans[i].CarriedLate
	}
	return moulds, late, err
}
