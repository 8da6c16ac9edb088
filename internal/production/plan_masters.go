package production

import (
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// The sheets of basic data in the plan of an import: they come first, for the rest of the file may refer to them.

// masterFault tells whether a fault is about basic data, which is judged before everything else.
func (in *importer) masterFault(f workbook.Fault) bool {
	return in.shape(f.Sheet).Master && f.Row > 0 && !aboutHeader[f.Rule]
}

// planMasters plans the sheets of basic data, so that the rest of the file can refer to them.
func (in *importer) planMasters(faults *workbook.FaultList) error {
	if in.p.deps.PlanMasters == nil {
		return nil
	}
	wrong := map[workbook.Place]map[string]bool{}
	known, err := in.p.deps.PlanMasters(in.ctx, in.tx, MasterInput{
		Book: in.book, Create: in.upload.Create, May: in.may, Words: in.rowWords, Refused: in.refusedRow, Because: in.becauseOf, Instead: in.refusedInstead, Outdated: in.outdatedRecord,
		Wrong: func(at workbook.Place) map[string]bool { return wrong[at] },
	})
	if err != nil {
		return err
	}
	checked := in.book.Check(in.p.deps.Now(), in.parsed.Pages)
	for _, list := range []*workbook.FaultList{faults, &checked} { // a row that cannot be read is not written
		for f := range list.All() {
			if !in.masterFault(f) || f.OnlyNew && known.Stored(f) {
				continue
			}
			in.fault(f)
			if f.Level != workbook.Warning {
				if wrong[f.Place()] == nil {
					wrong[f.Place()] = map[string]bool{}
				}
				wrong[f.Place()][f.Column] = true
			}
		}
	}
	// A heading that means nothing yet keeps every row out, also of basic data: its column may be what the row is about.
	unclear := false
	for f := range faults.All() {
		unclear = unclear || aboutHeader[f.Rule] && f.Level != workbook.Warning
	}
	stays := map[workbook.Place]bool{}
	for at := range wrong {
		stays[at] = true
	}
	unread := map[workbook.Place]bool{}
	for at := range in.index {
		if unclear && in.shape(at.Sheet).Master {
			stays[at], unread[at] = true, true
		}
	}
	for at := range stays {
		in.refusedRow(at)
	}
	in.book.Drop(unread)
	for _, at := range slices.SortedFunc(maps.Keys(stays), workbook.Place.Compare) {
		in.done(at.Sheet, workbook.Line{Row: at.Row, Part: at.Part}, in.index[at].key, ActionRefused)
	}
	in.texts = nil // of rows that have moved up
	rows, err := known.Plan()
	if err != nil {
		return err
	}
	defer func() { in.book.Drop(stays); in.texts = nil }()
	for i := range rows {
		row := rows[i]
		if row.Err != nil {
			in.refused(row)
			in.refusedRow(row.Line.Place(row.Sheet))
		}
		for _, left := range row.Left {
			in.fault(workbook.Fault{
				Sheet: row.Sheet, Part: row.Line.Part, Row: row.Line.Row, Column: left.Column, Value: in.textAt(row.Line.Place(row.Sheet), left.Column), Rule: workbook.RuleNotKept,
				Level: workbook.Warning, Text: left.Why, Key: row.Key,
			})
		}
		if row.Said {
			continue
		}
		in.doneMaster(&row)
		if row.Action == ActionNew || row.Action == ActionChanged {
			in.saves = append(in.saves, row)
		}
	}
	known.Add(in.masters, in.names)
	return nil
}

// refused words what a rule of basic data says about a row.
func (in *importer) refused(row MasterRow) {
	p := problem.Of(row.Err)
	if len(p.Fields) == 0 && !row.Said {
		in.bad(row.Sheet, row.Line, workbook.Scope{}, "", "", "refused", p.Text)
	}
	for _, f := range p.Fields {
		in.bad(row.Sheet, row.Line, workbook.Scope{}, f.Field, in.textAt(row.Line.Place(row.Sheet), f.Field), f.Rule, f.Text())
	}
}

// doneMaster is done for a row of basic data, which goes by the key of its stored record.
func (in *importer) doneMaster(row *MasterRow) {
	in.done(row.Sheet, row.Line, row.Key, row.Action, row.Changes...)
	if row.Stored != "" && row.Stored != row.Key.String() {
		told := &in.pass.rows[len(in.pass.rows)-1]
		told.Key, told.Typed = row.Stored, row.Key.String()
	}
}
