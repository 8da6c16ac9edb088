package workbook

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/sheet"
)

// table binds a sheet to the rows of a book.
type table[R any] struct {
	Sheet
	shape   sync.Once // of Columns, which columns are without their row type
	columns []column[R]
	rows    func(*Book) *[]R
	line    func(*R) *Line
	key     func(*R) Key
	scope   func(*R) Scope // nil for sheets without moulds
	// complete finds the column that a row lacks beside the required ones; nil where these are all.
	complete func(*R) (column string, bad *broken)
}

// declared is a table whose row type is forgotten.
type declared interface {
	describe() Sheet
	header(code string) (int, bool) // by code or label, lower case
	add(in *reader, book *Book, cells func(column int) string)
	count(book *Book) int
	drop(book *Book, places map[Place]bool)
	each(book *Book, visit func(line *Line, scope Scope, key Key))
	cells(book *Book, zone *time.Location) func(at Place, column string) string
	lastKey() string
	page(book *Book, lang string, zone *time.Location, whole bool) sheet.Page
}

func (t *table[R]) describe() Sheet {
	t.shape.Do(func() { // rows ask for it by the thousand
		t.Columns = make([]Column, len(t.columns))
		for i, c := range t.columns {
			t.Columns[i] = c.Column
		}
	})
	return t.Sheet
}

func (t *table[R]) header(name string) (int, bool) {
	name = strings.TrimSuffix(name, ".") // of an abbreviation: Mould no.
	name = cell.Close(name)
	same := func(heading string) bool { return strings.EqualFold(name, cell.Close(heading)) }
	for i, c := range t.columns {
		if same(c.Code) || same(c.Label.Zh) || same(c.Label.En) {
			return i, true
		}
	}
	for i, c := range t.columns {
		if slices.ContainsFunc(c.former, same) || c.Code == "name" && slices.ContainsFunc(append([]string{t.Label.Zh, t.Label.En}, t.also...), func(sheet string) bool {
			return same(sheet+c.Label.Zh) || same(sheet+" "+c.Label.En) // 模具名称, Mould name
		}) {
			return i, true
		}
	}
	return 0, false
}

// add reads one row. A row whose key cannot be used is reported, counted and left out.
func (t *table[R]) add(in *reader, book *Book, cells func(int) string) {
	var row R
	line := t.line(&row)
	line.Row, line.Part = in.row, in.part
	usable := true
	for i, c := range t.columns {
		typed := cells(i)
		value, bad := tidy(typed)
		if c.Key && value == "-" { // a key has nothing to clear
			value = ""
		}
		if bad == nil {
			bad = in.values[i].misfit(c.Kind)
		}
		if bad == nil && c.Key && c.Kind == KindText && in.moment != nil && in.moment(i) {
			if bad = c.set(&row, value, in); bad == nil { // a stored row may be called so
				bad = brokenBy(cell.Moment())
			}
		}
		if bad == nil && value != "" && in.unit != nil {
			if other := c.otherUnit(value, in.unit(i)); other != nil {
				bad = brokenBy(other)
			}
		}
		switch {
		case bad != nil:
		case c.Required && (value == "" || value == "-"):
			bad = &broken{RuleRequired, msgRequired.With(c.Label)}
		default:
			bad = c.set(&row, value, in)
		}
		if bad == nil {
			continue
		}
		onlyNew := bad.rule == RuleRequired && !c.Key && value == "" || bad.rule == cell.RuleMoment
		in.fault(c.Code, typed, bad).OnlyNew = onlyNew
		line.Faulty = line.Faulty || !onlyNew
		usable = usable && (!c.Key || bad.rule == cell.RuleMoment)
	}
	if t.complete != nil && usable {
		if code, bad := t.complete(&row); bad != nil {
			in.fault(code, "", bad)
			line.Faulty, usable = true, false
		}
	}
	scope, key := Scope{}, Key(nil)
	if t.scope != nil {
		scope = t.scope(&row)
	}
	if usable {
		key = t.key(&row)
		if earlier, twice := in.seen[in.sheet][key]; twice {
			f := in.fault(t.lastKey(), cells(slices.IndexFunc(t.columns, func(c column[R]) bool { return c.Code == t.lastKey() })), &broken{RuleDuplicateKey, msgDuplicateKey.With(RowWords(in.pages, Place{in.sheet, in.part, in.row}, Place{in.sheet, earlier.part, earlier.row}))})
			f.OnlyNew, line.Faulty = false, true
		} else {
			in.seen[in.sheet][key] = seenRow{in.part, in.row}
		}
	}
	in.settle(scope, key)
	if usable {
		rows := t.rows(book)
		*rows = append(*rows, row)
	}
}

// lastKey is the column that tells a row from its siblings.
func (t *table[R]) lastKey() string {
	code := ""
	for _, c := range t.columns {
		if c.Key && c.Required {
			code = c.Code
		}
	}
	return code
}

func (t *table[R]) drop(book *Book, places map[Place]bool) {
	rows := t.rows(book)
	*rows = slices.DeleteFunc(*rows, func(r R) bool { return places[t.line(&r).Place(t.Code)] })
}

func (t *table[R]) each(book *Book, visit func(line *Line, scope Scope, key Key)) {
	rows := *t.rows(book)
	for i := range rows {
		scope := Scope{}
		if t.scope != nil {
			scope = t.scope(&rows[i])
		}
		visit(t.line(&rows[i]), scope, t.key(&rows[i]))
	}
}

func (t *table[R]) count(book *Book) int { return len(*t.rows(book)) }

// page is the sheet as it is written: only columns that some row fills, so that an import of the file keeps the rest. The whole of it has
// every column, and choices by their words.
func (t *table[R]) page(book *Book, lang string, zone *time.Location, whole bool) sheet.Page {
	rows := *t.rows(book)
	var used []column[R]
	for _, c := range t.columns {
		keep := c.Required || whole
		for i := 0; i < len(rows) && !keep; i++ {
			v := c.get(&rows[i])
			keep = v != nil && v != ""
		}
		if keep {
			used = append(used, c)
		}
	}
	p := sheet.Page{Name: sheetName(t.Sheet, lang)}
	for _, c := range used {
		p.Columns = append(p.Columns, headerOf(c.Column, lang))
	}
	p.Rows = func(yield func([]any) bool) {
		cells := make([]any, len(used))
		for i := range rows {
			for k, c := range used {
				v := c.get(&rows[i])
				if w, ok := v.(When); ok {
					v = w.Show(zone)
				}
				if whole {
					v = c.words(v, lang)
				}
				cells[k] = v
			}
			if !yield(cells) {
				return
			}
		}
	}
	return p
}

func (t *table[R]) cells(book *Book, zone *time.Location) func(at Place, column string) string {
	rows := *t.rows(book)
	index := make(map[Place]int, len(rows))
	for i := range rows {
		index[t.line(&rows[i]).Place(t.Code)] = i
	}
	return func(at Place, code string) string {
		i, there := index[at]
		k := slices.IndexFunc(t.columns, func(c column[R]) bool { return c.Code == code })
		if !there || k < 0 {
			return ""
		}
		switch v := t.columns[k].get(&rows[i]).(type) {
		case nil:
			return ""
		case When:
			return v.Show(zone)
		default:
			return fmt.Sprint(v)
		}
	}
}
