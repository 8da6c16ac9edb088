package production

import (
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// findings are what a pass over the file has found out.
type findings struct {
	faults []workbook.Fault
	rows   []Row
}

// sift takes the rows with errors out of the book and tells whether there were any; then the rest is to be judged anew,
// because rows may have referred to them. A fault of a header is a fault of every row: then nothing is sifted.
func (in *importer) sift() bool {
	bad := map[place]bool{}
	for _, f := range in.pass.faults {
		if f.Level == workbook.Warning || in.shape(f.Sheet).Master {
			continue
		}
		if f.Row == 0 {
			return false
		}
		bad[place{f.Sheet, f.Row}] = true
	}
	if len(bad) == 0 {
		return false
	}
	for _, f := range in.pass.faults {
		if bad[place{f.Sheet, f.Row}] {
			in.found.faults = append(in.found.faults, f)
		}
	}
	for _, r := range in.pass.rows {
		if bad[place{r.Sheet, r.Row}] {
			in.found.rows = append(in.found.rows, r)
		}
	}
	for at := range bad {
		in.sifted[at] = true
		in.book.Drop(at.sheet, at.row)
	}
	in.pass, in.writes, in.failed = findings{}, writing{}, map[string]bool{}
	return true
}

// report sums up what was found.
func (in *importer) report() {
	r := in.result
	for _, f := range slices.Concat(in.found.faults, in.pass.faults) {
		if f.Level != workbook.Warning {
			r.Errors++
		}
		r.FaultCount++
		if len(r.Faults) < faultsShown {
			r.Faults = append(r.Faults, Fault{
				Sheet: f.Sheet, Row: f.Row, Column: f.Column, Value: f.Value, Rule: f.Rule, Level: string(f.Level), Message: f.Text.In(in.lang),
				Editable: f.Row > 0 && !f.Continued && in.column(f.Sheet, f.Column).Code != "" && !aboutHeader[f.Rule],
			})
		}
	}
	for _, row := range slices.Concat(in.found.rows, in.pass.rows) {
		c := r.Counts[row.Sheet]
		if c == nil {
			c = &Count{}
			r.Counts[row.Sheet] = c
		}
		switch row.Action {
		case ActionNew:
			c.New++
		case ActionChanged:
			c.Changed++
		case ActionSame:
			c.Same++
		case ActionRemoved:
			c.Removed++
		default:
			c.Failed++
		}
		r.RowCount++
		if len(r.Rows) < rowsShown {
			r.Rows = append(r.Rows, row)
		}
	}
}

// fault reports a broken rule and keeps its mould out. Faults of basic data keep only their own row out: what refers to
// it then fails by itself.
func (in *importer) fault(f workbook.Fault) {
	in.pass.faults = append(in.pass.faults, f)
	if f.Level == workbook.Warning {
		return
	}
	if !in.shape(f.Sheet).Master {
		in.failed[f.Mould] = true
	}
	at := place{f.Sheet, f.Row}
	in.reasons[at] = append(in.reasons[at], f.Text.In(in.lang))
}

// aboutHeader are the rules about a header, whose cell is no cell of a row.
var aboutHeader = map[string]bool{workbook.RuleMissingColumn: true, workbook.RuleUnknownColumn: true, workbook.RuleDuplicateColumn: true}

func (in *importer) bad(sheet string, line workbook.Line, mould, column, value, rule string, text problem.Text) {
	in.fault(workbook.Fault{Sheet: sheet, Row: line.Row, Column: column, Value: value, Rule: rule, Level: workbook.Error, Text: text, Mould: mould, Continued: line.Continued})
}

// out tells whether a mould stays out.
func (in *importer) out(mould string) bool { return in.failed[""] || in.failed[mould] }

// done notes what happens to a row.
func (in *importer) done(sheet string, line workbook.Line, key, action string, changes ...CellChange) {
	if at := (place{sheet, line.Row}); action == ActionFailed && len(in.reasons[at]) == 0 {
		in.reasons[at] = []string{msgOtherRow.In(in.lang)}
	}
	in.pass.rows = append(in.pass.rows, Row{sheet, line.Row, key, action, changes})
}

var msgOtherRow = L("同一模具的其他行有错误", "Another row of this mould has an error")
