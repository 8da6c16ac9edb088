package production

import (
	"cmp"
	"iter"
	"slices"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// findings are what a pass over the file has found out.
type findings struct {
	faults workbook.FaultList
	rows   []foundRow
}

// foundRow is what becomes of a row, and whose it is.
type foundRow struct {
	rowView
	scope workbook.Scope
	key   workbook.Key // nil for a row without a usable one
	along bool         // it comes or goes with another row, whose permission is asked for
}

// newRow is what becomes of the row at a place, which has no number where the file does not hold it.
func (in *importer) newRow(at workbook.Place, scope workbook.Scope, key workbook.Key, action string, changes ...CellChange) foundRow {
	row := Row{Sheet: at.Sheet, Part: at.Part, Row: at.Row, Action: action, Changes: changes, MouldNo: cell.Brief(scope.Mould), Typed: cell.Brief(in.parsed.Typed[at])}
	if key != nil {
		_, part := workbook.Owner(key)
		row.Key, row.PartNo = cell.Brief(in.keyText(key)), cell.Brief(part)
	}
	return foundRow{rowView: row, scope: scope, key: key}
}

// rowView is what the caller reads of a row; under this name its number stays in reach.
type rowView = Row

// keyText is what people call a row; moments in the factory's time.
func (in *importer) keyText(key workbook.Key) string {
	if k, ok := key.(workbook.ExceptionKey); ok {
		k.Start = k.Start.In(in.zone)
		return k.String()
	}
	return key.String()
}

// sift takes the rows with errors out of the book and tells whether there were any; then the rest is to be judged anew,
// because rows may have referred to them. A fault of a header is a fault of every row: then nothing is sifted.
func (in *importer) sift() bool {
	bad := map[workbook.Place]bool{}
	for f := range in.pass.faults.All() {
		if f.Level == workbook.Warning || in.masterFault(f) {
			continue
		}
		switch {
		case aboutHeader[f.Rule], f.Row == 0 && f.Scope.Mould == "":
			return false
		case f.Row == 0: // its mould stays out; the rows of the others are judged without the faulty ones
			continue
		}
		bad[f.Place()] = true
	}
	for at := range in.sifted {
		delete(bad, at)
	}
	if len(bad) == 0 {
		return false
	}
	for at := range bad {
		in.refusedRow(at)
	}
	in.refuseFollowers(bad)
	for f := range in.pass.faults.All() {
		if bad[f.Place()] {
			in.found.faults.Add(f)
		}
	}
	in.book.Drop(bad)
	for at := range bad {
		in.sifted[at] = true
		in.found.rows = append(in.found.rows, in.newRow(at, in.index[at].scope, in.index[at].key, ActionRefused))
	}
	return true
}

// fault reports a broken rule and keeps out what it is about: everything for a header, a mould, or the row alone where
// that belongs to no mould. Of basic data only the row stays out: what refers to it then fails by itself.
func (in *importer) fault(f workbook.Fault) {
	if x, there := in.index[f.Place()]; there && f.Row > 0 {
		if f.Key == nil {
			f.Key = x.key
		}
		if f.Scope == (workbook.Scope{}) {
			f.Scope = x.scope
		}
	}
	if f.Value == "" && f.Row > 0 {
		f.Value = in.textAt(f.Place(), f.Column)
	}
	if typed, respelt := in.parsed.TypedCell(f.Place(), f.Column); respelt && f.Value == in.textAt(f.Place(), f.Column) {
		f.Value = typed // what whoever mends the cell finds in it
	}
	f.Value = cell.Brief(f.Value)
	in.pass.faults.Add(f)
	switch {
	case f.Level == workbook.Warning:
	case aboutHeader[f.Rule]:
		in.all = true
	case in.shape(f.Sheet).Master || f.Scope == (workbook.Scope{}):
	default:
		in.failed[f.Scope] = true
	}
}

// aboutHeader are the rules about a header, whose cell is no cell of a row.
var aboutHeader = map[string]bool{workbook.RuleMissingColumn: true, workbook.RuleUnknownColumn: true, workbook.RuleDuplicateColumn: true}

// bad reports an error of a cell; without a value it shows what stands there.
func (in *importer) bad(sheet string, line workbook.Line, scope workbook.Scope, column, value, rule string, text problem.Text) {
	in.fault(workbook.Fault{Sheet: sheet, Part: line.Part, Row: line.Row, Column: column, Value: value, Rule: rule, Level: workbook.Error, Text: text, Scope: scope})
}

// textAt is a cell of the book as people write it.
func (in *importer) textAt(at workbook.Place, column string) string {
	if in.texts == nil {
		in.texts = map[string]func(workbook.Place, string) string{}
	}
	if in.texts[at.Sheet] == nil {
		in.texts[at.Sheet] = in.book.Cells(at.Sheet, in.zone)
	}
	return in.texts[at.Sheet](at, column)
}

// out tells whether the rows of a scope stay out.
func (in *importer) out(scope workbook.Scope) bool { return in.all || in.failed[scope] }

// writesOf collects what is written of a scope.
func (in *importer) writesOf(scope workbook.Scope) *writing {
	if in.writes[scope] == nil {
		in.writes[scope] = &writing{}
	}
	return in.writes[scope]
}

// done notes what happens to a row of the file.
func (in *importer) done(sheet string, line workbook.Line, key workbook.Key, action string, changes ...CellChange) {
	in.doneIn(in.index[line.Place(sheet)].scope, sheet, line, key, action, changes...)
}

// doneIn is done for a stored row, whose scope the file cannot tell.
func (in *importer) doneIn(scope workbook.Scope, sheet string, line workbook.Line, key workbook.Key, action string, changes ...CellChange) {
	in.pass.rows = append(in.pass.rows, in.newRow(line.Place(sheet), scope, key, action, changes...))
}

// report sums up what was found. Every row that was read is counted once: one that nothing was said of could not be used.
func (in *importer) report() {
	r := in.result
	in.reasons, in.headingFaults = map[workbook.Place][]string{}, nil
	causes := newCauses(in)
	for f := range in.sortedFaults() {
		if f.Level != workbook.Warning {
			r.Errors += f.Count()
			in.giveReason(f)
		}
		r.FaultCount += f.Count()
		shown := in.shown(f)
		causes.add(f, shown)
		if len(r.Faults) < faultsShown {
			r.Faults = append(r.Faults, shown)
		}
	}
	r.Causes = causes.sorted()
	told := map[workbook.Place]bool{}
	in.found.rows = append(in.found.rows, in.pass.rows...)
	in.pass.rows = nil
	for _, row := range in.found.rows {
		told[row.place()] = true
	}
	for _, at := range in.parsed.Read {
		if !told[at] {
			in.found.rows = append(in.found.rows, in.newRow(at, in.index[at].scope, in.index[at].key, ActionRefused))
		}
	}
	in.sortRows()
	in.count()
}

// sortedFaults are all faults, those of the rows that were sifted out too, in the order of the workbook's sheets, rows and
// columns.
func (in *importer) sortedFaults() iter.Seq[workbook.Fault] {
	order := sheetOrder()
	columns := map[string]map[string]int{}
	for code := range order {
		columns[code] = in.columnOrder(code)
	}
	return workbook.Sorted(func(a, b *workbook.Fault) int {
		return cmp.Or(cmp.Compare(order[a.Sheet], order[b.Sheet]), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Row, b.Row), cmp.Compare(columns[a.Sheet][a.Column], columns[b.Sheet][b.Column]),
			cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Text.En, b.Text.En))
	}, &in.found.faults, &in.pass.faults)
}

// sortRows brings the rows into the order of the workbook: sheet by sheet as they stand in the file, and after them those
// that the file does not hold, by what they are called.
func (in *importer) sortRows() {
	order := sheetOrder()
	slices.SortStableFunc(in.found.rows, func(a, b foundRow) int {
		outside := 0
		if (a.Row == 0) != (b.Row == 0) {
			if outside = 1; b.Row == 0 {
				outside = -1
			}
		}
		return cmp.Or(cmp.Compare(order[a.Sheet], order[b.Sheet]), outside, cmp.Compare(a.Part, b.Part), cmp.Compare(a.Row, b.Row),
			cmp.Compare(a.MouldNo, b.MouldNo), cmp.Compare(a.PartNo, b.PartNo), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Action, b.Action))
	})
}

// sheetOrder are the places of the sheets in the workbook, by their codes.
func sheetOrder() map[string]int {
	order := map[string]int{}
	for i, s := range workbook.Sheets() {
		order[s.Code] = i
	}
	return order
}

func (r *Row) place() workbook.Place { return workbook.Place{Sheet: r.Sheet, Part: r.Part, Row: r.Row} }

// count fills in the rows and how many there are of each kind.
func (in *importer) count() {
	r := in.result
	r.Counts, r.Rows, r.RowCount, r.Total = map[string]*Count{}, []Row{}, 0, Count{}
	of := func(sheet string) *Count {
		if r.Counts[sheet] == nil {
			r.Counts[sheet] = &Count{}
		}
		return r.Counts[sheet]
	}
	for _, p := range in.parsed.Pages {
		if p.Why != workbook.WhyGuide { // the template's own words are no rows of anybody
			r.Total.Read, r.Total.Skipped = r.Total.Read+p.Skipped, r.Total.Skipped+p.Skipped
		}
		if p.Sheet != "" {
			c := of(p.Sheet)
			c.Read, c.Skipped = c.Read+p.Skipped, c.Skipped+p.Skipped
		}
	}
	for _, row := range in.found.rows {
		of(row.Sheet).add(row.rowView)
		r.Total.add(row.rowView)
		if in.upload.keep && row.Action == ActionRefused {
			in.addOtherReasons(row.place())
		}
		r.RowCount++
		if len(r.Rows) < rowsShown {
			r.Rows = append(r.Rows, row.rowView)
		}
	}
}

// shown is a fault as the caller reads it.
func (in *importer) shown(f workbook.Fault) Fault {
	x := Fault{
		Sheet: f.Sheet, Part: f.Part, Row: f.Row, Column: f.Column, Value: f.Value, Rule: f.Rule, Level: string(f.Level), Texts: f.Text.Quoting(cell.Brief).Worded(), MouldNo: cell.Brief(f.Scope.Mould),
		Typed:    cell.Brief(in.parsed.Typed[f.Place()]),
		Editable: f.Row > 0 && in.column(f.Sheet, f.Column).Code != "" && !aboutHeader[f.Rule],
	}
	_, part := workbook.Owner(f.Key)
	x.PartNo = cell.Brief(part)
	return x
}
