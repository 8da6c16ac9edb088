package workbook

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/sheet"
)

// reasonTitle heads the column that says why a row failed. Headers that begin with # are not read, so that the mended
// file can be imported as it is.
var reasonTitle = problem.L("# 原因", "# Reason")

// WriteRows writes rows as they were read, below the headings of their file, with a last column that says in lang what is wrong with
// each. reason gives "" for rows that are left out; it is asked again as each row is written, since the sentences of all rows
// would be the largest part of a file that is full of faults.
func WriteRows(w io.Writer, rows []Raw, lang string, reason func(Raw) string) error {
	bySheet := map[string][]Raw{}
	for _, r := range rows {
		if reason(r) != "" {
			bySheet[r.Sheet] = append(bySheet[r.Sheet], r)
		}
	}
	var pages []sheet.Page
	for _, s := range Sheets() {
		if own := bySheet[s.Code]; len(own) > 0 {
			page := failedPage(s, own, reason, lang)
			if slices.ContainsFunc(pages, func(other sheet.Page) bool { return strings.EqualFold(other.Name, page.Name) }) {
				page.Name = sheetName(s, lang)
			}
			pages = append(pages, page)
		}
	}
	if len(pages) == 0 {
		return Template(w, lang, false)
	}
	return sheet.WriteXLSX(w, pages...)
}

// failedPage holds the columns of the file, see columnsOf. The reason stands last: a row whose first cell began with # would be
// taken for a comment.
func failedPage(s Sheet, rows []Raw, reason func(Raw) string, lang string) sheet.Page {
	p := sheet.Page{Name: rows[0].sheetName()}
	if p.Name == "" || rows[len(rows)-1].Part != rows[0].Part {
		p.Name = sheetName(s, lang)
	}
	columns := columnsOf(s, rows)
	for _, c := range columns {
		if c.column >= 0 {
			header := headerOf(s.Columns[c.column], lang)
			header.Title = cmp.Or(titleIn(rows, c.column), header.Title)
			p.Columns = append(p.Columns, header)
		} else {
			p.Columns = append(p.Columns, sheet.Column{Title: c.other.title})
		}
	}
	p.Columns = append(p.Columns, sheet.Column{Title: reasonTitle.In(lang), Mark: sheet.Required, Width: 60})
	p.Rows = func(yield func([]any) bool) {
		for _, r := range rows {
			cells := make([]any, 0, len(p.Columns))
			for _, c := range columns {
				if c.column >= 0 {
					cells = append(cells, asTyped(s.Columns[c.column].Kind, r.cells[c.column], r.kinds[c.column], r.Date1904))
				} else {
					cells = append(cells, r.other(c.other))
				}
			}
			if !yield(append(cells, reason(r))) {
				return
			}
		}
	}
	return p
}

// titleIn is how the file heads a column of the sheet, "" where it does not. A heading that was given another meaning than its own
// is none: the mended file would be read by its own.
func titleIn(rows []Raw, column int) string {
	table := tableNamed(rows[0].Sheet)
	// Headings are taught for a layout: one of several sheets that are joined is none of them.
	isJoined := slices.ContainsFunc(rows, func(r Raw) bool { return r.Part != rows[0].Part })
	for i, r := range rows {
		if i > 0 && r.Part == rows[i-1].Part || r.layout == nil {
			continue
		}
		title := r.layout.titles[column]
		if own, known := table.header(strings.TrimSpace(strings.TrimRight(cell.Clean(title), "*"))); title != "" && (!known && !isJoined || known && own == column) {
			return title
		}
	}
	return ""
}

// lastSerial is beyond every serial number of a spreadsheet program that is read as a date.
const lastSerial = 1_000_000

// asTyped is a cell as people see it in the file that it came from, see sheet.AsTyped; a serial number in a column of dates is the
// date that it shows.
func asTyped(kind Kind, text string, typed sheet.ValueKind, date1904 bool) any {
	switch kind {
	case KindDate, KindDateEnd, KindInstant:
		d, err := quantity.ParseDecimal(text)
		if err != nil || d > quantity.Whole(lastSerial) || typed != sheet.ValueNumber && !date1904 { // 20270430 is a date as people type it
			break
		}
		in := &reader{zone: time.UTC, date1904: date1904}
		if w, bad := in.when(text, KindDate); bad == nil {
			return w.Show(time.UTC)
		}
	}
	return sheet.AsTyped(cell.Show(text), typed, kind == KindInt || kind == KindHours || kind == KindDecimal)
}
