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
	var seen production.Operation
	if err := tx.Seen(&seen).Columns("id").Where("id = ?", id).Scan(ctx); err != nil {
		return program.Operation{}, err
	}
	rows, err := readProgramRows(ctx, tx, "o.id = ?", id)
	if err != nil {
		return program.Operation{}, err
	}
	if len(rows) == 0 {
		return program.Operation{}, store.ErrNotFound
	}
	names, err := readProgramNames(ctx, tx)
	return names.operation(rows[0]), err
}

// operationsWithPrograms are the unfinished operations of open moulds in sections that need a CAM program, by mould, part and
// number; with below, only those of a lower CAM status. Their newest report as a whole says whether they are finished.
func operationsWithPrograms(ctx context.Context, tx store.Tx, below int) ([]program.Operation, error) {
	names, err := readProgramNames(ctx, tx)
	if err != nil {
		return nil, err
	}
	where, args := `m.status = ? AND COALESCE((SELECT r.status FROM progress AS r
		WHERE {r} AND r.operation_id = o.id AND r.batch_id IS NULL ORDER BY r.reported_at DESC, r.id DESC LIMIT 1), 0) <> ?`, []any{production.MouldOpen, production.Finished}
	if below > 0 {
		where, args = where+" AND o.cam_status < ?", append(args, below)
	}
	rows, err := readProgramRows(ctx, tx, where, args...)
	if err != nil {
		return nil, err
	}
	list := make([]program.Operation, 0, len(rows))
	hidden := tx.Actor().Hidden
	for _, row := range rows {
		if hidden.Mould(row.MouldID) {
			continue
		}
		if g, seen := names.groups[row.GroupID]; seen && names.sections[g.SectionID].NeedCAM {
			list = append(list, names.operation(row))
		}
	}
	slices.SortFunc(list, func(x, y program.Operation) int {
		return cmp.Or(strings.Compare(x.MouldNo, y.MouldNo), strings.Compare(x.PartNo, y.PartNo), cmp.Compare(x.OpNo, y.OpNo), strings.Compare(x.ID, y.ID))
	})
	return list, nil
}

// programRow is what the list of programs tells of an operation.
type programRow struct {
	ID, MouldID, MouldNo, PartNo, ProcessID, GroupID string
	OpNo                                             int
	CAMStatus                                        int `bun:"cam_status"`
}

func readProgramRows(ctx context.Context, tx store.Tx, where string, args ...any) (rows []programRow, err error) {
	err = tx.Query(ctx, &rows, `SELECT o.id, o.mould_id, m.mould_no, p.part_no, COALESCE(o.process_id, '') AS process_id, COALESCE(o.group_id, '') AS group_id, o.op_no, o.cam_status
		FROM operation AS o JOIN mould_order AS m ON m.id = o.mould_id JOIN part AS p ON p.id = o.part_id WHERE {o} AND {m} AND {p} AND `+where, args...)
	return rows, err
}

// programNames are what operations refer to: processes, the groups that are to be seen and all sections, by identity.
type programNames struct {
	processes map[string]string
	otherwise map[string]string // processes in the other language
	groups    map[string]basedata.Group
	sections  map[string]basedata.Section
	shown     func(name, english string) string
}

func readProgramNames(ctx context.Context, tx store.Tx) (programNames, error) {
	n := programNames{map[string]string{}, map[string]string{}, map[string]basedata.Group{}, map[string]basedata.Section{}, func(name, english string) string { return resource.ShownName(ctx, name, english) }}
	var processes []basedata.Process
	var groups []basedata.Group
	var sections []basedata.Section
	for _, q := range []*store.Select{
		tx.Select(&processes).Columns("id", "name", "english_name"), tx.Seen(&groups).Columns("id", "name", "english_name", "section_id"), tx.Select(&sections).Columns("id", "need_cam", "cam_upload_type"),
	} {
		if err := q.Scan(ctx); err != nil {
			return n, err
		}
	}
	for i := range processes {
		p := &processes[i]
		n.processes[p.ID], n.otherwise[p.ID] = n.shown(p.Name, p.EnglishName), resource.OtherName(ctx, p.Name, p.EnglishName)
	}
	for i := range groups {
		n.groups[groups[i].ID] = groups[i]
	}
	for i := range sections {
		n.sections[sections[i].ID] = sections[i]
	}
	return n, nil
}

// operation names what a row refers to; where no section says what it takes in, an operation takes both.
func (n programNames) operation(row programRow) program.Operation {
	g := n.groups[row.GroupID]
	return program.Operation{
		ID: row.ID, MouldNo: row.MouldNo, PartNo: row.PartNo, OpNo: row.OpNo, Process: n.processes[row.ProcessID], Otherwise: n.otherwise[row.ProcessID], Group: n.shown(g.Name, g.EnglishName),
		CAMStatus: row.CAMStatus, Takes: cmp.Or(program.Takes(n.sections[g.SectionID].CAMUploadType), program.TakesBoth),
	}
}
