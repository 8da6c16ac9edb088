package app

import (
	"context"
	"slices"

	"mouldworks/internal/access"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// hiddenOf is what roles hide of a factory: the sections that are granted by themselves and that none of the roles holds, with
// their groups and machines, and the moulds that are out of reach. A role that may do everything holds every section. tx is a system
// transaction.
func hiddenOf(ctx context.Context, tx store.Tx, factoryID string, work store.Reach, roles []access.Role) (store.Hidden, error) {
	var h store.Hidden
	if err := hideMoulds(ctx, tx, &h, factoryID, work); err != nil {
		return h, err
	}
	if slices.ContainsFunc(roles, func(r access.Role) bool { return slices.Contains(r.Grants, "*") }) {
		return h, nil
	}
	var sections []basedata.Section
	q := tx.Select(&sections).Columns("id", "chinese_name").Where("factory_id = ?", factoryID).Where("permission = ?", true)
	if err := q.Scan(ctx); err != nil {
		return h, err
	}
	for i := range sections {
		s := &sections[i]
		if slices.ContainsFunc(roles, func(r access.Role) bool { return slices.Contains(r.Sections, s.ID) }) {
			continue
		}
		h.Sections, h.SectionNames = append(h.Sections, s.ID), append(h.SectionNames, s.ChineseName)
	}
	if h.AllSections() {
		return h, nil
	}
	groups := tx.Select((*basedata.Group)(nil)).Columns("id").Where("factory_id = ?", factoryID).WhereIn("section_id", h.Sections)
	if err := groups.ScanColumn(ctx, &h.Groups); err != nil {
		return h, err
	}
	var machines []basedata.Machine
	if err := tx.Select(&machines).Columns("id", "section_id", "group_id").Where("factory_id = ?", factoryID).Scan(ctx); err != nil {
		return h, err
	}
	for i := range machines {
		if m := &machines[i]; slices.Contains(h.Sections, m.SectionID) || slices.Contains(h.Groups, m.GroupID) {
			h.Machines = append(h.Machines, m.ID)
		}
	}
	return h, nil
}

// hideMoulds adds the moulds of a factory that are out of reach.
func hideMoulds(ctx context.Context, tx store.Tx, h *store.Hidden, factoryID string, work store.Reach) error {
	if !work.Narrow {
		return nil
	}
	var moulds []production.Mould
	q := tx.Select(&moulds).Columns("id", "mould_no", "responsible_id", "department_id").Where("factory_id = ?", factoryID)
	if err := q.Where("responsible_id <> '' OR department_id <> ''").Scan(ctx); err != nil {
		return err
	}
	for i := range moulds {
		if m := &moulds[i]; !m.Within(work) {
			h.Moulds, h.MouldNumbers = append(h.Moulds, m.ID), append(h.MouldNumbers, m.MouldNo)
		}
	}
	if len(h.Moulds) > 0 {
		h.OfMoulds = production.OfMoulds()
	}
	return nil
}
