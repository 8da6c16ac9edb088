package workbook

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// What a sheet of a file is, and where its headings stand.

// plainHeading tells whether a row of a sheet that is known by its name holds all that its heading must.
func (in *reader) plainHeading(file string, r sheet.Row) bool {
	t := tableNamed(nameOf(file, r.Sheet))
	if t == nil || isComment(r.Cells) && !in.marked(nameOf(file, r.Sheet), r) {
		return false
	}
	found, missing := in.match(t, r.Cells, in.taughtFor(nameOf(file, r.Sheet), r.Cells))
	return found > 1 && missing == 0
}

// nameOf is the name of a sheet; the only one of a csv file is called like the file.
func nameOf(file, name string) string {
	if name == "" {
		return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	return name
}

func isComment(cells []string) bool { return cell.Comment(cells[0]) }

// known tells whether a stored record is called so, although a remark would begin like that.
func (in *reader) known(name string) bool {
	return in.options.Known != nil && in.options.Known(cell.Clean(name))
}

// marked tells whether a row that looks like a comment is one of headings: behind the mark of a sheet that replaces, or behind a
// column of remarks, which reads "# note" itself. Of a remark nobody expects that it names each key of a table.
func (in *reader) marked(name string, r sheet.Row) bool {
	if len(r.Cells) < 2 {
		return false
	}
	likely := in.tableWith(r.Cells[1:])
	if isReplacesMark(r.Cells[0]) {
		return likely != nil
	}
	for _, t := range []declared{tableNamed(name), likely} {
		if t == nil {
			continue
		}
		if found, missing := in.match(t, r.Cells[1:], in.taughtFor(name, r.Cells)); found > 1 && missing == 0 {
			return true
		}
	}
	return false
}

// headed is a row as a heading: one that is merged downwards stands in each of its rows.
func headed(r sheet.Row) sheet.Row {
	cells := slices.Clone(r.Cells)
	for i, text := range r.Merged {
		for len(cells) <= i {
			cells = append(cells, "")
		}
		if strings.TrimSpace(cells[i]) == "" {
			cells[i] = text
		}
	}
	for i, text := range cells {
		cells[i] = cell.Shorten(text, cell.Heading)
	}
	r.Cells = cells
	return r
}

// headingAgain tells whether a row below the headings is one of headings itself: in the other language, or once more on each
// page of a printed list. Each key column then names itself, or all that is filled names columns in another order. A stored record that
// is called so is none.
func (in *reader) headingAgain(cells []string) bool {
	return (in.keysNameThemselves(cells) || in.allNameColumns(cells)) && !in.keyIsStored(cells)
}

// keyIsStored tells whether a row begins with what a stored record is called.
func (in *reader) keyIsStored(cells []string) bool {
	for i, c := range in.columns {
		if at := in.at[i]; c.Key && at >= 0 && at < len(cells) && in.options.Named != nil {
			return in.options.Named(cells[at])
		}
	}
	return false
}

// allNameColumns tells whether the cells that are read name columns, two at least, each once.
func (in *reader) allNameColumns(cells []string) bool {
	named := map[int]bool{}
	for _, at := range in.at {
		if at < 0 || at >= len(cells) || strings.TrimSpace(cells[at]) == "" {
			continue
		}
		own, known := in.column(cells[at])
		if !known || named[own] || in.at[own] < 0 {
			return false
		}
		named[own] = true
	}
	return len(named) > 1
}

func (in *reader) keysNameThemselves(cells []string) bool {
	keys := 0
	for i, c := range in.columns {
		if !c.Key || !c.Required {
			continue
		}
		at := in.at[i]
		if at < 0 || at >= len(cells) || strings.TrimSpace(cells[at]) == "" {
			return false
		}
		if own, known := in.column(cells[at]); !known || own != i {
			return false
		}
		keys++
	}
	return keys > 0
}

// likeliest is the row of an unknown sheet that holds its headings: the one with the most headings of any sheet of ours, else
// the first of those with the most cells.
func (in *reader) likeliest(rows []sheet.Row) sheet.Row {
	best := sheet.Row{Cells: []string{""}}
	most := 1 // a single one may be a word of a title
	for _, r := range rows {
		for _, t := range tables {
			if found, _ := in.match(t, r.Cells, Taught{}); found > most {
				best, most = r, found
			}
		}
	}
	if most > 1 {
		return best
	}
	for _, r := range rows {
		if len(headings(r.Cells)) > len(headings(best.Cells)) {
			best = r
		}
	}
	return best
}

// headingOf is the row that has the most headings of a table, by its columns and what is taught; else the fullest one.
func (in *reader) headingOf(t declared, name string, rows []sheet.Row) sheet.Row {
	best, most := rows[0], 0
	for _, r := range rows {
		if found, _ := in.match(t, r.Cells, in.taughtFor(name, r.Cells)); found > most {
			best, most = r, found
		}
	}
	if most == 0 {
		return in.likeliest(rows)
	}
	return best
}

// match counts the columns of a table that a row of headings has, and the keys that it lacks.
func (in *reader) match(t declared, cells []string, taught Taught) (found, missing int) {
	table, code, before := in.table, in.sheet, in.taught
	in.table, in.sheet, in.taught = t, t.describe().Code, taught
	columns := map[int]bool{}
	for _, title := range cells {
		if c, ok := in.column(title); ok && c >= 0 {
			columns[c] = true
		}
	}
	in.table, in.sheet, in.taught = table, code, before
	for i, c := range t.describe().Columns {
		if c.Key && c.Required && !columns[i] {
			missing++
		}
	}
	return len(columns), missing
}

func headings(cells []string) []string {
	return slices.DeleteFunc(slices.Clone(cells), func(h string) bool { return strings.TrimSpace(h) == "" })
}

// layoutOf is the fingerprint of a sheet by its name and its headings: what is taught about it holds for equal ones.
func layoutOf(name string, cells []string) string {
	h := sha256.New()
	for _, text := range append([]string{name}, headings(cells)...) {
		if cell.Comment(text) { // the reasons in a file of refused rows
			continue
		}
		fmt.Fprintf(h, "%q\n", strings.ToLower(strings.TrimSpace(text)))
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func (in *reader) taughtFor(name string, cells []string) Taught {
	if in.options.Taught == nil {
		return Taught{}
	}
	t, _ := in.options.Taught(layoutOf(name, cells))
	return t
}

// Why a sheet is not read, see Page.Why.
const (
	WhyUnknown = "unknown" // nobody has said what it means
	whyLeftOut = "leftOut"
	WhyGuide   = "guide" // it is the template's own
)

// find says which table a sheet of the file is, by what is said of the file, what is taught about its layout, its name,
// and for csv by its headers.
func (in *reader) find(name string, isCSV bool, candidates []sheet.Row) (t declared, why string) {
	for own, code := range in.options.Sheets {
		if strings.EqualFold(strings.TrimSpace(own), strings.TrimSpace(name)) {
			in.met.Sheets[own] = true
			if code == "" {
				return nil, whyLeftOut
			}
			return tableNamed(code), ""
		}
	}
	for _, r := range candidates {
		switch taught := in.taughtFor(name, r.Cells); {
		case taught.LeftOut:
			return nil, whyLeftOut
		case taught.Sheet != "":
			return tableNamed(taught.Sheet), ""
		}
	}
	if t := tableNamed(name); t != nil {
		return t, ""
	}
	if isGuide(name) {
		return nil, WhyGuide
	}
	if isCSV {
		for _, r := range candidates {
			if guess := in.tableWith(r.Cells); guess != nil {
				return guess, ""
			}
		}
	}
	return nil, WhyUnknown
}

// header finds the columns. An unknown header is a fault, for it may be a misspelt column whose values would be lost.
func (in *reader) header(cells []string) {
	columns := in.columns
	in.titles = slices.Clone(cells)
	in.unheaded = cell.UnheadedBelow(cells)
	var unknown []string
	for i, title := range cells {
		c, ok := in.column(title)
		switch {
		case c < 0:
		case !ok || in.isAnother(cells, title, c):
			unknown = append(unknown, title)
		case in.at[c] >= 0:
			in.fault(columns[c].Code, title, &broken{RuleDuplicateColumn, cell.HeadingTwice(title)})
		default:
			in.at[c] = i
		}
	}
	if in.options.Keep {
		in.order = in.layout()
	}
	missing := slices.DeleteFunc(slices.Clone(columns), func(c Column) bool {
		return !c.Key || !c.Required || in.at[slices.IndexFunc(columns, func(other Column) bool { return other.Code == c.Code })] >= 0
	})
	in.usable = len(missing) == 0
	in.tellUnknown(unknown)
	for _, c := range missing {
		in.fault(c.Code, "", &broken{RuleMissingColumn, msgMissingColumn.With(c.Label)})
	}
	in.settle(Scope{}, nil)
}

// tellUnknown asks what unknown headings mean, but for those of an exported list that the sheet lacks: it says that they are passed
// over. Where a key is missing one of these may be it.
func (in *reader) tellUnknown(unknown []string) {
	var homes []problem.Text // where the columns can be imported instead
	passed := map[string][]string{}
	for _, title := range unknown {
		if h, exported := in.exported(title); in.usable && exported {
			home := problem.Text{}
			switch s, known := sheetOf(h.Sheet); {
			case h.List:
				home = msgToList
			case known:
				home = worded(msgToSheet.With(s.Label))
			}
			if len(passed[home.En]) == 0 {
				homes = append(homes, home)
			}
			passed[home.En] = append(passed[home.En], "“"+cell.Show(title)+"”")
			continue
		}
		in.strange[in.sheet] = append(in.strange[in.sheet], title)
		in.fault(title, title, &broken{RuleUnknownColumn, cell.UnknownHeading(title)})
	}
	for _, home := range homes {
		titles := passed[home.En]
		told := worded(msgPassedOver.With(problem.L(strings.Join(titles, "、"), strings.Join(titles, "; "))))
		in.fault("", "", &broken{RuleNotKept, problem.L(told.Zh+home.Zh, told.En+home.En)}).Level = Warning
	}
}

func sheetOf(code string) (Sheet, bool) {
	for _, t := range tables {
		if s := t.describe(); s.Code == code {
			return s, true
		}
	}
	return Sheet{}, false
}

// isAnother tells whether a heading that is the code of a column is that of another column of an exported list, which has the
// label of the column beside it: the members of a group beside its headcount.
func (in *reader) isAnother(cells []string, title string, column int) bool {
	label := in.columns[column].Label
	names := func(heading string) bool {
		own := cell.Title(heading)
		return own == cell.Title(label.Zh) || own == cell.Title(label.En)
	}
	return !names(title) && slices.ContainsFunc(cells, names) && in.isExported(title)
}

// isExported tells whether the list of the sheet's rows exports a column of that heading.
func (in *reader) isExported(title string) bool {
	_, is := in.exported(title)
	return is
}

// exported is the column of that heading which the list of the sheet's rows exports.
func (in *reader) exported(title string) (Heading, bool) {
	if in.options.Exported == nil {
		return Heading{}, false
	}
	own := cell.Title(title)
	for _, h := range in.options.Exported(in.sheet) {
		if own == cell.Title(h.Zh) || own == cell.Title(h.En) {
			return h, true
		}
	}
	return Heading{}, false
}

// column finds the column of a header; -1 means that it is to be ignored.
func (in *reader) column(title string) (int, bool) {
	title = strings.TrimSpace(strings.TrimRight(cell.Clean(title), "*"))
	if title == "" || cell.Comment(title) {
		return -1, false
	}
	for i, own := range []map[string]string{in.options.Headers[in.sheet], in.taught.Columns} {
		for heading, code := range own {
			if strings.EqualFold(strings.TrimSpace(heading), title) {
				if i == 0 {
					in.met.Headers[[2]string{in.sheet, heading}] = true
				}
				if code == "" {
					return -1, false
				}
				return in.table.header(code)
			}
		}
	}
	return in.table.header(title)
}

// tableWith is the table whose headers a csv file has: all required keys, and the most columns.
func (in *reader) tableWith(cells []string) declared {
	var best declared
	most := 0
	for _, t := range tables {
		found, missing := in.match(t, cells, Taught{})
		score := found*2 - missing*3
		if score > most {
			best, most = t, score
		}
	}
	return best
}

// tableNamed finds a sheet by its code, its label or another of its names, with or without its letter.
func tableNamed(name string) declared {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, t := range tables {
		s := t.describe()
		for _, own := range append([]string{s.Code, s.Label.Zh, s.Label.En}, s.also...) {
			own = strings.ToLower(own)
			if name == own || name == strings.ToLower(s.Letter)+" "+own {
				return t
			}
		}
		if name == strings.ToLower(s.Letter+" "+s.Code+" "+s.Label.Zh) {
			return t
		}
	}
	return nil
}

func isGuide(name string) bool { return name == guide.Zh || name == guide.En }

var guide = problem.L("说明", "Guide")
