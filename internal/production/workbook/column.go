package workbook

import (
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// Kind is what a column holds.
type Kind string

// The kinds of columns.
const (
	KindText    Kind = "text"
	KindInt     Kind = "int"
	KindHours   Kind = "hours"
	KindDecimal Kind = "decimal"
	KindDate    Kind = "date"    // a date alone means its start
	KindDateEnd Kind = "dateEnd" // a date alone means its end
	KindInstant Kind = "instant" // a date alone means its start; a time is usual
	KindEnum    Kind = "enum"
	KindRef     Kind = "ref" // code or name of another record
	KindList    Kind = "list"
	KindFlag    Kind = "flag"
)

// Option is one choice of an enum column.
type Option = cell.Option

// Column describes one column.
type Column struct {
	Code     string
	Label    problem.Text
	Kind     Kind
	Key      bool      // part of the row's key
	Required bool      // a new row needs it
	Entity   string    // of a ref: what it refers to
	named    [2]string // of a key that names records of another sheet: their entities
	Options  []Option
	Max      int // of a text: characters; of an int: the greatest value; 0 = no limit but the kind's own
	Min      int
	unit     problem.Text // of a number
	Note     problem.Text // a rule or unit, for the guide
	Example  any
	former   []string // other headings of files, such as those of earlier templates and of lists
}

// isName tells of a column that it holds names and numbers of things, as people read them: not figures.
func (c *Column) isName() bool { return c.Kind == KindText || c.Kind == KindRef }

// Entities are what the column refers to, more than one where it may name any of them.
func (c *Column) Entities() (all []string) {
	for _, entity := range c.entities() {
		if entity != "" {
			all = append(all, entity)
		}
	}
	return all
}

// entities are what the column refers to; two where it may name either.
func (c *Column) entities() [2]string {
	if c.Kind == KindRef {
		return [2]string{c.Entity}
	}
	return c.named
}

// otherUnit tells of a number whose cell shows it in another unit than the column has.
func (c *Column) otherUnit(number, shown string) *cell.Fault {
	if shown == "" {
		return nil
	}
	switch c.Kind {
	case KindHours:
		return cell.Unit(number, shown, unitHours)
	case KindDecimal, KindInt:
		return cell.Unit(number, shown, c.unit)
	}
	return nil
}

var unitHours = problem.L("小时", "h")

// column binds a description to the field of a row.
type column[R any] struct {
	Column
	set func(row *R, text string, in *reader) *broken
	get func(row *R) any // nil for an empty cell
}

// broken is a rule that a text breaks.
type broken struct {
	rule string
	text problem.Text
}

func (c column[R]) key() column[R] {
	c.Key, c.Required = true, true
	return c
}

// optional makes a key column one that may be empty, or missing altogether.
func (c column[R]) optional() column[R] {
	c.Required = false
	return c
}

// of makes a key one that names records of another sheet.
func (c column[R]) of(entities ...string) column[R] {
	copy(c.named[:], entities)
	return c
}

func (c column[R]) required() column[R] {
	c.Required = true
	return c
}

func (c column[R]) note(zh, en string) column[R] {
	c.Note = problem.L(zh, en)
	return c
}

// formerly are headings that files may have for the column besides its own, such as those of earlier templates and of its list.
func (c column[R]) formerly(headings ...string) column[R] {
	c.former = headings
	return c
}

// in names the unit of a number, which is its note as well.
func (c column[R]) in(zh, en string) column[R] {
	c.unit = problem.L(zh, en)
	return c.note(zh, en)
}

func (c column[R]) example(v any) column[R] {
	c.Example = v
	return c
}

// cellColumn handles what all optional cells share: empty keeps, a dash clears.
func cellColumn[R, T any](c Column, at func(*R) *Cell[T], parse func(string, *reader) (T, *broken), show func(T) any) column[R] {
	return column[R]{
		Column: c,
		set: func(row *R, text string, in *reader) *broken {
			cell := at(row)
			switch text {
			case "":
				return nil
			case "-":
				cell.State = Cleared
				return nil
			}
			v, bad := parse(text, in)
			if bad != nil {
				return bad
			}
			*cell = Of(v)
			return nil
		},
		get: func(row *R) any {
			switch cell := at(row); cell.State {
			case Given:
				return show(cell.Value)
			case Cleared:
				return "-"
			}
			return nil
		},
	}
}

func keyText[R any](code, zh, en string, size int, at func(*R) *string) column[R] {
	return column[R]{
		Column: Column{Code: code, Label: problem.L(zh, en), Kind: KindText, Max: size},
		set: func(row *R, text string, _ *reader) *broken {
			*at(row) = cell.Line(text)
			return tooLong(*at(row), size)
		},
		get: func(row *R) any { return *at(row) },
	}.key()
}

// keyRef is a key that refers to another record, and that a row may leave empty.
func keyRef[R any](code, zh, en, entity string, at func(*R) *string) column[R] {
	c := keyText(code, zh, en, 50, at).optional()
	c.Kind, c.Entity = KindRef, entity
	return c
}

func keyInt[R any](code, zh, en string, least, most int, at func(*R) *int) column[R] {
	return column[R]{
		Column: Column{Code: code, Label: problem.L(zh, en), Kind: KindInt, Min: least, Max: most},
		set: func(row *R, text string, _ *reader) *broken {
			if text == "" {
				return nil
			}
			n, bad := parseInt(text, least, most)
			*at(row) = n
			return bad
		},
		get: func(row *R) any {
			if *at(row) == 0 {
				return nil
			}
			return *at(row)
		},
	}.key()
}

func text[R any](code, zh, en string, size int, at func(*R) *Text) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindText, Max: size}, at,
		func(s string, _ *reader) (string, *broken) { s = cell.Line(s); return s, tooLong(s, size) },
		func(s string) any { return s })
}

func ref[R any](code, zh, en, entity string, at func(*R) *Text) column[R] {
	c := text(code, zh, en, 50, at)
	c.Kind, c.Entity = KindRef, entity
	return c
}

func integer[R any](code, zh, en string, least, most int, at func(*R) *Int) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindInt, Min: least, Max: most}, at,
		func(s string, _ *reader) (int, *broken) { return parseInt(s, least, most) },
		func(n int) any { return n })
}

// maxHours is the longest time that an operation may take.
const maxHours = 5000

func hours[R any](code, zh, en string, at func(*R) *Hours) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindHours, Max: maxHours}, at,
		func(s string, _ *reader) (quantity.Minutes, *broken) { return parseHours(s) },
		func(m quantity.Minutes) any { return m.Hours() })
}

func decimal[R any](code, zh, en string, most int, at func(*R) *Decimal) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindDecimal, Max: most}, at,
		func(s string, _ *reader) (quantity.Decimal, *broken) { return parseDecimal(s, most) },
		func(d quantity.Decimal) any { return d })
}

// rate is a decimal that may be written as a percentage: 90% is 0.9.
func rate[R any](code, zh, en string, most int, at func(*R) *Decimal) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindDecimal, Max: most}, at,
		func(s string, _ *reader) (quantity.Decimal, *broken) { return within(most)(cell.Rate(s, false)) },
		func(d quantity.Decimal) any { return d })
}

func date[R any](code, zh, en string, kind Kind, at func(*R) *Date) column[R] {
	c := cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: kind}, at,
		func(s string, in *reader) (When, *broken) { return in.when(s, kind) }, nil)
	c.get = func(row *R) any {
		switch cell := at(row); cell.State {
		case Given:
			return cell.Value // the writer knows the zone
		case Cleared:
			return "-"
		}
		return nil
	}
	return c
}

func choice[R any](code, zh, en string, at func(*R) *Int, options ...Option) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindEnum, Options: options}, at,
		func(s string, _ *reader) (int, *broken) { return parseChoice(s, options) },
		func(n int) any { return n })
}

func flag[R any](code, zh, en string, at func(*R) *Flag) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindFlag}, at,
		func(s string, _ *reader) (bool, *broken) { return parseFlag(s) },
		func(b bool) any { return b })
}

var msgSeparators = problem.L("只有分隔符：清空请填 -", "Separators alone: write - to clear the cell")

// list is separated by semicolons, commas or line breaks.
func list[R, T any](code, zh, en string, at func(*R) *Cell[[]T], parse func(string, *reader) (T, *broken), show func(T) string) column[R] {
	return cellColumn(Column{Code: code, Label: problem.L(zh, en), Kind: KindList}, at,
		func(s string, in *reader) ([]T, *broken) {
			var items []T
			for item := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(";；,，、\n", r) }) {
				if item = strings.TrimSpace(item); item == "" {
					continue
				}
				v, bad := parse(item, in)
				if bad != nil {
					return nil, bad
				}
				items = append(items, v)
			}
			if len(items) == 0 { // whoever clears the cell writes a dash
				return nil, &broken{RuleFormat, msgSeparators}
			}
			return items, nil
		},
		func(items []T) any {
			texts := make([]string, len(items))
			for i, v := range items {
				texts[i] = show(v)
			}
			return strings.Join(texts, ";")
		})
}

// lined says that the lists of basic data export such cells as lines of several fields, which a workbook does not hold.
func (c column[R]) lined() column[R] {
	set := c.set
	c.set = func(row *R, text string, in *reader) *broken {
		bad := set(row, text, in)
		if bad != nil && fieldsOfLine(text) >= linedFields {
			return &broken{RuleFormat, msgExportedLines.With(in.table.describe().Label)}
		}
		return bad
	}
	return c
}

// linedFields is how many fields a line has at least: those of holidays six, those of periods seven.
const linedFields = 6

// fieldsOfLine counts the fields of the first line of a cell.
func fieldsOfLine(text string) int {
	line, _, _ := strings.Cut(text, ";")
	return strings.Count(line, ",") + 1
}

// Choices are the values of a column that is a choice; it panics where the workbook has no such column.
func Choices(sheet, column string) []Option {
	for _, t := range tables {
		s := t.describe()
		for _, c := range s.Columns {
			if s.Code == sheet && c.Code == column && len(c.Options) > 0 {
				return c.Options
			}
		}
	}
	panic("workbook: no choice " + sheet + "." + column)
}

// englishName is what English screens call a record.
func englishName[R any](at func(*R) *Text) column[R] {
	return text("englishName", "英文名称", "English name", 50, at).formerly("英文名")
}
