package app

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// finishesOf reads how the operations of some moulds were finished, and those of all moulds of which anything was within a stretch. Names
// come along for what was finished within it.
func finishesOf(ctx context.Context, tx store.Tx, mouldIDs []string, from, to time.Time) (map[string]*aps.OperationFinish, error) {
	others, err := production.MouldsFinishedIn(ctx, tx, from, to)
	if err != nil {
		return nil, err
	}
	moulds := slices.Concat(mouldIDs, others)
	slices.Sort(moulds)
	moulds = slices.Compact(moulds)
	standings, err := production.Standings(ctx, tx, moulds, nil)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*aps.OperationFinish, len(standings))
	var within []string
	for id, s := range standings {
		f := &aps.OperationFinish{Qty: s.Qty, Whole: aps.LotFinish(s.Finish()), Lots: map[string]aps.LotFinish{}}
		isWithin := false
		for _, batch := range s.Lots() {
			lot := aps.LotFinish(s.FinishOf(batch))
			f.Lots[batch] = lot
			isWithin = isWithin || lot.At != nil && !lot.At.Before(from) && lot.At.Before(to)
		}
		if isWithin {
			within = append(within, id)
		}
		out[id] = f
	}
	return out, nameFinishes(ctx, tx, out, within)
}

// nameFinishes tells what operations are called and where they belong.
func nameFinishes(ctx context.Context, tx store.Tx, finishes map[string]*aps.OperationFinish, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	var operations []production.Operation
	if err := tx.Select(&operations).WhereIn("id", ids).Scan(ctx); err != nil {
		return err
	}
	mouldIDs, partIDs := map[string]bool{}, map[string]bool{}
	for i := range operations {
		mouldIDs[operations[i].MouldID], partIDs[operations[i].PartID] = true, true
	}
	var moulds []production.Mould
	var parts []production.Part
	var batches []production.Batch
	var processes []basedata.Process
	var groups []basedata.Group
	var sections []basedata.Section
	for _, q := range []*store.Select{
		tx.Select(&moulds).WhereIn("id", slices.Collect(maps.Keys(mouldIDs))), tx.Select(&parts).WhereIn("id", slices.Collect(maps.Keys(partIDs))),
		tx.Select(&batches).WhereIn("part_id", slices.Collect(maps.Keys(partIDs))), tx.Select(&processes), tx.Select(&groups), tx.Select(&sections),
	} {
		if err := q.Scan(ctx); err != nil {
			return err
		}
	}
	mouldOf, partOf := byID(moulds, func(m *production.Mould) string { return m.ID }), byID(parts, func(p *production.Part) string { return p.ID })
	processOf, groupOf := byID(processes, func(p *basedata.Process) string { return p.ID }), byID(groups, func(g *basedata.Group) string { return g.ID })
	sectionOf := byID(sections, func(s *basedata.Section) string { return s.ID })
	batchesOf := map[string][]production.Batch{}
	for _, b := range batches {
		batchesOf[b.PartID] = append(batchesOf[b.PartID], b)
	}
	for i := range operations {
		o := &operations[i]
		f, part := finishes[o.ID], partOf[o.PartID]
		f.MouldID, f.MouldNo, f.PartNo, f.PartName, f.OpNo = o.MouldID, mouldOf[o.MouldID].MouldNo, part.PartNo, part.Name, o.OpNo
		f.ProcessName = cmp.Or(processOf[o.ProcessID].Name, stepOf(o))
		f.GroupName, f.SectionName = groupOf[o.GroupID].Name, sectionOf[groupOf[o.GroupID].SectionID].ChineseName
		f.Batches, f.Minutes = map[string]string{}, map[string]quantity.Minutes{}
		rest := part.Qty
		for _, b := range batchesOf[o.PartID] {
			rest -= b.Qty
			f.Batches[b.ID], f.Minutes[b.ID] = b.BatchNo, shareOf(o.Minutes, b.Qty, part.Qty)
		}
		f.Minutes[""] = shareOf(o.Minutes, rest, part.Qty)
	}
	return nil
}

// shareOf are the minutes of some pieces of a part, a broken one as a whole.
func shareOf(minutes quantity.Minutes, pieces, qty int) quantity.Minutes {
	if pieces >= qty || qty <= 0 {
		return minutes
	}
	return (minutes*quantity.Minutes(max(0, pieces)) + quantity.Minutes(qty) - 1) / quantity.Minutes(qty)
}

// byID finds rows by their ids; one that is not there is found empty.
func byID[T any](rows []T, id func(*T) string) map[string]T {
	of := make(map[string]T, len(rows))
	for i := range rows {
		of[id(&rows[i])] = rows[i]
	}
	return of
}

// peopleNamed are the names of members by their accounts; whoever is no member any more is missing.
func peopleNamed(ctx context.Context, tx store.Tx, accounts []string) (map[string]string, error) {
	var members []identity.Member
	if err := tx.Select(&members).WhereIn("account_id", accounts).Scan(ctx); err != nil {
		return nil, err
	}
	names := map[string]string{}
	for i := range members {
		names[members[i].AccountID] = cmp.Or(members[i].RealName, members[i].UserName)
	}
	return names, nil
}

// completionTargets are the target completion rates of the sections that have one, by the names that plans keep.
func completionTargets(ctx context.Context, tx store.Tx) (map[string]quantity.Decimal, error) {
	var sections []basedata.Section
	if err := tx.Select(&sections).Columns("id", "chinese_name", "target_rate").Where("target_rate > 0").Scan(ctx); err != nil {
		return nil, err
	}
	targets := map[string]quantity.Decimal{}
	for i := range sections {
		targets[sections[i].ChineseName] = sections[i].TargetRate
	}
	return targets, nil
}
