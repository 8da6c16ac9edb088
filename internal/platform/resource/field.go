package resource

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"mouldworks/internal/platform/problem"
)

// Kind says what a field holds; screens, templates and checks follow from it.
type Kind string

// The kinds of fields.
const (
	KindText       Kind = "text"
	KindLongText   Kind = "longText"
	KindSecret     Kind = "secret"  // written, never read back
	KindInteger    Kind = "integer" // int
	KindDecimal    Kind = "decimal" // quantity.Decimal
	KindHours      Kind = "hours"   // quantity.Minutes
	KindFlag       Kind = "flag"
	KindChoice     Kind = "choice"     // int out of Options
	KindReference  Kind = "reference"  // id of a row of another entity
	KindReferences Kind = "references" // ids of rows of another entity
	KindDate       Kind = "date"       // quantity.Date
	KindInstant    Kind = "instant"    // *time.Time
	KindTime       Kind = "time"       // 08:00, 24:00 for the end of the day
	KindLines      Kind = "lines"      // rows that live inside their record
)

// Secret is a text that goes in and never comes out.
type Secret string

// MarshalJSON hides the secret.
func (Secret) MarshalJSON() ([]byte, error) { return []byte(`""`), nil }

// Option is one value of a choice.
type Option struct {
	Value int          `json:"value"`
	Label problem.Text `json:"label"`
	also  []string     // other words of files, such as those of earlier exports
}

// Opt declares a value of a choice. Also are words that files may have for it, such as those of earlier exports.
func Opt(value int, zh, en string, also ...string) Option {
	return Option{value, problem.L(zh, en), also}
}

// Field is one declared field of an entity: all of it is metadata, values are read through the row.
type Field struct {
	Key       string        `json:"key"`
	Kind      Kind          `json:"kind"`
	Label     problem.Text  `json:"label"`
	HelpText  *problem.Text `json:"help,omitempty"`
	UnitText  *problem.Text `json:"unit,omitempty"`
	Needed    bool          `json:"required"`
	IsUnique  bool          `json:"unique"`
	ReadOnly  bool          `json:"readOnly"`
	Hidden    bool          `json:"hideInList"`
	EndsDay   bool          `json:"endsDay,omitempty"`
	MaxLength int           `json:"maxLength,omitempty"`
	Low       *float64      `json:"min,omitempty"`
	High      *float64      `json:"max,omitempty"`
	Earliest  string        `json:"earliest,omitempty" doc:"of a date: the first day that it may be, where it is not that of a shop's calendars"`
	Latest    string        `json:"latest,omitempty" doc:"of a date: the last day that it may be, or today"`
	Regex     string        `json:"pattern,omitempty"`
	HintText  *problem.Text `json:"hint,omitempty"`
	Options   []Option      `json:"options,omitempty"`
	Target    string        `json:"reference,omitempty"`
	Most      int           `json:"atMost,omitempty"`
	Fields    []*Field      `json:"fields,omitempty"`
	Default   any           `json:"initial,omitempty"`
	Narrows   []Narrow      `json:"narrows,omitempty"`
	Condition *Condition    `json:"when,omitempty"`
	IsColour  bool          `json:"colour,omitempty" doc:"of a text: it is a colour, which screens show beside it"`
	Ends      string        `json:"ends,omitempty" doc:"of a flag: the date after whose day a row that has the flag counts as expired"`
	IsCode    bool          `json:"code,omitempty" doc:"of an integer: it names something, such as a port, and is shown without separators of thousands"`
	IsDerived bool          `json:"derived,omitempty" doc:"read from other records with each answer: it orders and narrows no list"`
	English   string        `json:"english,omitempty" doc:"key of the field that English screens show in its place, where the row has a value for it"`

	Bilingual bool `json:"bilingual,omitempty" doc:"of a reference: its rows have English names, so that one with Chinese in it lacks its own on an English screen"`

	column   string
	index    []int
	re       *regexp.Regexp
	target   Any
	names    Any
	namesKey string
	with     []string // further columns of a compound uniqueness
	titles   bool
	judges   bool
	alias    bool // sheets may refer to the row by it
	english  bool // see Form.EnglishName
	former   []string
	heading  *problem.Text // of its column in sheets, nil for the label
	zeroless bool          // 0 is none
	lineType reflect.Type
	sole     *sole  // of a flag that at most one row holds
	acyclic  bool   // rows that name each other by it must not form a circle
	behind   bool   // of acyclic: it names the row behind, not the one before
	decides  *Field // of Condition
	table    any    // of lines that stand in a table of their own: its model
	parent   string // column of table with the identity of the row that has the line
	group    int
	private  bool   // see Private
	first    int    // see From
	last     *Field // see EndsBy
}

// Narrow is a condition on the rows that a reference offers: a field of theirs has a value, or that of a field of the
// form. It spares people a search; what may be chosen is a rule of the entity.
type Narrow struct {
	Key   string `json:"key" doc:"field of the offered rows"`
	Like  string `json:"like,omitempty" doc:"field of the form that it equals, once that has a value"`
	Value string `json:"value,omitempty" doc:"what it equals"`
}

// Condition is the value of a choice of the same row that a field belongs to.
type Condition struct {
	Key   string `json:"key" doc:"the choice"`
	Value int    `json:"value"`
}

// Required refuses an empty value.
func (f *Field) Required() *Field { f.Needed = true; return f }

// Unique refuses a second row with the same value in the scope of the entity; an index stands behind it. In lines it
// refuses a second line of the record with the same value.
func (f *Field) Unique() *Field { f.IsUnique = true; return f }

// UniqueWithin refuses a second row with the same value and the same values of fields declared above.
func (f *Field) UniqueWithin(others ...*Field) *Field {
	f.IsUnique = true
	for _, o := range others {
		f.with = append(f.with, o.column)
	}
	return f
}

// EndOfDay says that a date alone means the end of that day: people read a midnight as the day before it.
func (f *Field) EndOfDay() *Field { f.EndsDay = true; return f }

// Max limits a text's length, in characters.
func (f *Field) Max(characters int) *Field { f.MaxLength = characters; return f }

// AtLeast limits a number from below.
func (f *Field) AtLeast(low float64) *Field { f.Low = &low; return f }

// Between limits a number on both sides.
func (f *Field) Between(low, high float64) *Field { f.Low, f.High = &low, &high; return f }

// AtMost limits the number of lines.
func (f *Field) AtMost(lines int) *Field { f.Most = lines; return f }

// Today is the latest day of a date that has been.
const Today = "today"

// From is the first year that a date may lie in, where no calendar follows from it: people were born before the years of a shop.
func (f *Field) From(year int) *Field {
	f.first, f.Earliest = year, fmt.Sprintf("%04d-01-01", year)
	return f
}

// Past says that a date is not after today, by the clock of the factory.
func (f *Field) Past() *Field { f.Latest = Today; return f }

// Pattern demands that a text match, and says in words what matches.
func (f *Field) Pattern(re, zh, en string) *Field {
	hint := problem.L(zh, en)
	f.Regex, f.re, f.HintText = re, regexp.MustCompile(re), &hint
	return f
}

// Colour demands a colour as screens write it, and has them show it.
func (f *Field) Colour() *Field {
	f.IsColour = true
	return f.Max(7).Pattern(`^#[0-9A-Fa-f]{6}$`, "例如 #1D4F91", "such as #1D4F91")
}

// Code says that an integer names something, such as a port, and counts nothing.
func (f *Field) Code() *Field { f.IsCode = true; return f }

// URL demands the address of a page or a picture: http or https with a host. Screens make links of such fields, and no
// other scheme may run in a page of ours.
func (f *Field) URL() *Field {
	return f.Pattern(`^[hH][tT][tT][pP][sS]?://(\[[0-9a-fA-F:.]+\](:\d+)?|[^\s/?#\\"'<>\[\]]+)([/?#][^\s\\"'<>]*)?$`, "请填写以 http:// 或 https:// 开头的完整网址", "enter a whole address that begins with http:// or https://")
}

// NoCycle refuses rows that name each other in a circle by fields of Form.Self. The field names the row before this one: a
// parent, a step before.
func (f *Field) NoCycle() *Field { f.acyclic = true; return f }

// NoCycleBehind is NoCycle for a field that names the row behind this one. Both directions of an entity are looked at
// together.
func (f *Field) NoCycleBehind() *Field { f.acyclic, f.behind = true, true; return f }

// Words names yes and no of a flag, such as effective and expired.
func (f *Field) Words(yesZh, yesEn, noZh, noEn string) *Field {
	f.Options = []Option{Opt(1, yesZh, yesEn), Opt(0, noZh, noEn)}
	return f
}

// word is how people read a flag.
func (f *Field) word(yes bool) problem.Text {
	switch {
	case len(f.Options) == 2 && yes:
		return f.Options[0].Label
	case len(f.Options) == 2:
		return f.Options[1].Label
	case yes:
		return problem.L("是", "Yes")
	default:
		return problem.L("否", "No")
	}
}

// Help explains the field on the form.
func (f *Field) Help(zh, en string) *Field { t := problem.L(zh, en); f.HelpText = &t; return f }

// Informs says on the form that nothing of the product reads the field: it is kept for people and for programs.
func (f *Field) Informs() *Field {
	return f.Help("仅作记录，不影响排程和报工", "For information: neither plans nor reports depend on it")
}

// Formerly are headings that files may have for the field besides its label, such as those of earlier exports.
func (f *Field) Formerly(headings ...string) *Field { f.former = headings; return f }

// InSheet is the heading of the field's column in sheets, where the planner's workbook has another than the label: a reference
// stands there as the number that it is a key by.
func (f *Field) InSheet(zh, en string) *Field { t := problem.L(zh, en); f.heading = &t; return f }

// ZeroIsNone says that a number of 0 stands for none: a sheet has an empty cell for it.
func (f *Field) ZeroIsNone() *Field { f.zeroless = true; return f }

// SheetHeading is the heading of the field's column in sheets.
func (f *Field) SheetHeading() problem.Text {
	if f.heading != nil {
		return *f.heading
	}
	return f.Label
}

// Unit names the unit of a number.
func (f *Field) Unit(zh, en string) *Field { t := problem.L(zh, en); f.UnitText = &t; return f }

// HideInList keeps the field out of the table's first view.
func (f *Field) HideInList() *Field { f.Hidden = true; return f }

// Fixed shows the field but takes no input for it; rules fill it.
func (f *Field) Fixed() *Field { f.ReadOnly = true; return f }

// Derived says that Spec.Load fills the field from other records. It has no column (bun: scanonly), so it takes no input, orders
// and narrows no list, and its changes are none of the row's own.
func (f *Field) Derived() *Field { f.ReadOnly, f.IsDerived = true, true; return f }

// Names says that a text is what a field of another entity holds, such as the code of a group: the row that it names
// counts as used. That it exists, and stays the same name, is a rule of the entity.
func (f *Field) Names(target Any, key string) *Field { f.names, f.namesKey = target, key; return f }

// Alike offers only rows whose field key equals a field of the form.
func (f *Field) Alike(key string, own *Field) *Field {
	f.Narrows = append(f.Narrows, Narrow{Key: key, Like: own.Key})
	return f
}

// Only offers only rows whose field key has a value, written as a filter of a list writes it.
func (f *Field) Only(key, value string) *Field {
	f.Narrows = append(f.Narrows, Narrow{Key: key, Value: value})
	return f
}

// EndsBy says that a row that has the flag is expired once the day of a date has passed: a state of its own in lists and filters.
// An empty date never passes.
func (f *Field) EndsBy(date *Field) *Field { f.last, f.Ends = date, date.Key; return f }

// When says that the field belongs to rows whose choice, declared above, has a value: the state of an electrode to
// electrodes. Of other rows it is neither shown, found, exported nor changed, and what an earlier choice has left there goes.
func (f *Field) When(choice *Field, value int) *Field {
	f.decides, f.Condition = choice, &Condition{Key: choice.Key, Value: value}
	return f
}

// belongs tells whether a row is one that the field is about.
func (f *Field) belongs(row reflect.Value) bool {
	return f.Condition == nil || f.decides.value(row).Int() == int64(f.Condition.Value)
}

// KeptIn says that lines are rows of a table of their own, whose columns the fields of a line name: Spec.Load reads them
// and AfterSave writes them. parent is the column of that table with the identity of the row that has the line.
func (f *Field) KeptIn(model any, parent string) *Field {
	f.table, f.parent = model, parent
	return f
}

// Title makes the field the row's name for people: in references, logs and messages.
func (f *Field) Title() *Field { f.titles = true; return f }

// Alias lets sheets refer to a row by a text that need not be unique, where one row alone has it.
func (f *Field) Alias() *Field { f.alias = true; return f }

// Initial is the value of a new row that does not say otherwise.
func (f *Field) Initial(v any) *Field { f.Default = v; return f }

// searchable fields are looked through by ?q=.
func (f *Field) searchable() bool { return f.Kind == KindText && !f.private && !f.IsDerived }

// sortable fields may order a list.
func (f *Field) sortable() bool {
	return !f.private && !f.IsDerived && f.Kind != KindLines && f.Kind != KindSecret && f.Kind != KindReference && f.Kind != KindReferences && f.Kind != KindLongText
}

func (f *Field) value(row reflect.Value) reflect.Value { return row.FieldByIndex(f.index) }

// empty tells whether the row has no value, for kinds where that can be told.
func (f *Field) empty(row reflect.Value) bool {
	v := f.value(row)
	switch f.Kind {
	case KindText, KindLongText, KindSecret, KindReference, KindTime, KindDate:
		return strings.TrimSpace(v.String()) == ""
	case KindInstant:
		return v.IsNil()
	case KindLines, KindReferences:
		return v.Len() == 0
	default:
		return false
	}
}
