package app

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/program"
)

// programDeps tell programs of operations, and operations of their programs.
func (a *App) programDeps() program.Deps {
	return program.Deps{DB: a.DB, Files: a.Files, Operation: programOperation, Waiting: operationsWithPrograms, Ready: a.Production.ProgramReady}
}

func programOperation(ctx context.Context, tx store.Tx, id string) (program.Operation, error) {
	var row production.Operation
	if err := tx.Seen(&row).Where("id = ?", id).Scan(ctx); err != nil {
		return program.Operation{}, err
	}
	list, err := programOperations(ctx, tx, []production.Operation{row})
	if err != nil {
		return program.Operation{}, err
	}
	return list[0], nil
}

// operationsWithPrograms are the unfinished operations of open moulds in sections that need a CAM program, by mould, part and number.
func operationsWithPrograms(ctx context.Context, tx store.Tx) ([]program.Operation, error) {
	var sections []basedata.Section
	if err := tx.Select(&sections).Where("need_cam = ?", true).Scan(ctx); err != nil {
		return nil, err
	}
	var groups []basedata.Group
	if err := tx.Seen(&groups).WhereIn("section_id", idsOf(sections, func(s basedata.Section) string { return s.ID })).Scan(ctx); err != nil {
		return nil, err
	}
	var moulds []production.Mould
	if err := tx.Seen(&moulds).Columns("id").Where("status = ?", production.MouldOpen).Scan(ctx); err != nil {
		return nil, err
	}
	open := map[string]bool{}
	for i := range moulds {
		open[moulds[i].ID] = true
	}
	var rows []production.Operation
	if err := tx.Select(&rows).WhereIn("group_id", idsOf(groups, func(g basedata.Group) string { return g.ID })).Scan(ctx); err != nil {
		return nil, err
	}
	done, err := finishedOperations(ctx, tx)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(o production.Operation) bool { return !open[o.MouldID] || done[o.ID] })
	list, err := programOperations(ctx, tx, rows)
	slices.SortFunc(list, func(x, y program.Operation) int {
		return cmp.Or(strings.Compare(x.MouldNo, y.MouldNo), strings.Compare(x.PartNo, y.PartNo), cmp.Compare(x.OpNo, y.OpNo), strings.Compare(x.ID, y.ID))
	})
	return list, err
}

// finishedOperations need no program any more: their newest report as a whole says so.
func finishedOperations(ctx context.Context, tx store.Tx) (map[string]bool, error) {
	var reports []production.Progress
	if err := tx.Select(&reports).Columns("operation_id", "status").Where("batch_id IS NULL").Order("reported_at", "id").Scan(ctx); err != nil {
		return nil, err
	}
	done := map[string]bool{}
	for i := range reports {
		done[reports[i].OperationID] = reports[i].Status == production.Finished
	}
	return done, nil
}

// programOperations names what operations belong to and what their sections take in.
func programOperations(ctx context.Context, tx store.Tx, rows []production.Operation) ([]program.Operation, error) {
	names := map[string]string{} // of moulds, parts, processes and groups, by identity
	var moulds []production.Mould
	var parts []production.Part
	var processes []basedata.Process
	var groups []basedata.Group
	var sections []basedata.Section
	mouldIDs := idsOf(rows, func(o production.Operation) string { return o.MouldID })
	for _, q := range []*store.Select{
		tx.Select(&moulds).Columns("id", "mould_no").WhereIn("id", mouldIDs), tx.Select(&parts).Columns("id", "part_no").WhereIn("mould_id", mouldIDs),
		tx.Select(&processes).Columns("id", "name", "english_name"), tx.Select(&groups).Columns("id", "name", "english_name", "section_id"), tx.Select(&sections).Columns("id", "cam_upload_type"),
	} {
		if err := q.Scan(ctx); err != nil {
			return nil, err
		}
	}
	for i := range moulds {
		names[moulds[i].ID] = moulds[i].MouldNo
	}
	for i := range parts {
		names[parts[i].ID] = parts[i].PartNo
	}
	for i := range processes {
		names[processes[i].ID] = resource.ShownName(ctx, processes[i].Name, processes[i].EnglishName)
	}
	takes := map[string]program.Takes{}
	for i := range sections {
		takes[sections[i].ID] = program.Takes(sections[i].CAMUploadType)
	}
	sectionOf := map[string]string{}
	for i := range groups {
		names[groups[i].ID], sectionOf[groups[i].ID] = resource.ShownName(ctx, groups[i].Name, groups[i].EnglishName), groups[i].SectionID
	}
	list := make([]program.Operation, len(rows))
	for i, o := range rows {
		list[i] = program.Operation{
			ID: o.ID, MouldNo: names[o.MouldID], PartNo: names[o.PartID], OpNo: o.OpNo, Process: names[o.ProcessID], Group: names[o.GroupID],
			CAMStatus: o.CAMStatus, Takes: cmp.Or(takes[sectionOf[o.GroupID]], program.TakesBoth),
		}
	}
	return list, nil
}

// idsOf are the different identities that rows name.
func idsOf[Row any](rows []Row, id func(Row) string) []string {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = id(row)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
