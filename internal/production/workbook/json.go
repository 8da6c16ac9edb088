package workbook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// jsonDepth is how deep the values of a JSON workbook may lie: a list in a cell in a row in a sheet is four deep.
const jsonDepth = 8

// checkEvery is after how many values it is asked whether anybody still waits for the answer.
const checkEvery = 1024

// jsonObject is what a value that is no cell looks like to the person who reads the fault.
const jsonObject = "{…}"

var (
	msgObject = problem.L("单元格不能是 JSON 对象，请填写文字、数字或列表", "A cell cannot be a JSON object; give a text, a number or a list")
	msgOne    = problem.L("此列只能有一个值，不能是列表", "This column holds one value, not a list")
	msgNoFlag = problem.L("此列不是“是/否”，不能填写 true 或 false", "This column is no yes or no: true and false say nothing here")
)

// jsonFile reads the tokens of a JSON workbook one by one and counts what they would cost, so that a file is refused
// before anything is built of it.
type jsonFile struct {
	in     *reader
	tokens *json.Decoder
	limits sheet.Limits
	rows   int
	cells  int
	text   int64
}

// json reads {"moulds": [{"mouldNo": "M1", ...}, ...], ...}. null keeps like an empty cell; arrays are lists. "replaces"
// names the sheets that are marked.
func (in *reader) json(data []byte, res *Result) error {
	f := &jsonFile{in: in, limits: in.options.Limits.Filled()}
	if int64(len(data)) > f.limits.Bytes {
		return &sheet.Error{Kind: sheet.TooLarge, Limit: f.limits.Bytes}
	}
	if !utf8.Valid(data) { // a decoder would make other letters of what it cannot read
		return &sheet.Error{Kind: sheet.WrongEncoding, Content: sheet.ContentJSON, Cause: errors.New("broken UTF-8")}
	}
	f.tokens = json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	f.tokens.UseNumber()
	if _, err := f.next(); err != nil { // the brace, by Sniff
		return err
	}
	isEmpty := true
	replaces := map[string]bool{} // by the codes of sheets
	for sheets := 1; f.tokens.More(); sheets++ {
		isEmpty = false
		if sheets > sheet.MaxSheets {
			return &sheet.Error{Kind: sheet.TooManyParts, Limit: sheet.MaxSheets}
		}
		name, err := f.name()
		if err != nil {
			return err
		}
		in.row = 0
		switch t := tableNamed(name); {
		case slices.Contains(replacesMarks, strings.ToLower(name)): // an array of the sheets that are marked
			in.sheet = name
			marked, err := f.value(0)
			if err != nil {
				return err
			}
			for _, item := range marked.items {
				if t := tableNamed(item); t != nil {
					replaces[t.describe().Code] = true
				}
			}
		case t == nil:
			in.sheet = name
			skipped, err := f.passOver()
			if err != nil {
				return err
			}
			in.pages = append(in.pages, Page{Name: name, Why: WhyUnknown, Skipped: skipped})
		default:
			if err := f.table(t, name, res); err != nil {
				return err
			}
		}
	}
	if _, err := f.next(); err != nil {
		return err
	}
	if _, err := f.tokens.Token(); !errors.Is(err, io.EOF) { // a second object, or what is left of one
		return f.broken(sheet.ContentTornJSON, err)
	}
	if isEmpty {
		return &sheet.Error{Kind: sheet.Empty}
	}
	in.row = 0
	for i := range in.pages {
		in.pages[i].Replaces = in.pages[i].Replaces || replaces[in.pages[i].Sheet]
	}
	return nil
}

// table reads the rows of one sheet.
func (f *jsonFile) table(t declared, name string, res *Result) error {
	in := f.in
	in.begin(t)
	res.Rows[in.sheet] += 0
	in.pages = append(in.pages, Page{Name: name, Sheet: in.sheet, Part: in.part})
	in.order = in.layout()
	if open, err := f.next(); err != nil {
		return err
	} else if open != json.Delim('[') {
		return f.broken(sheet.ContentRowsJSON, errors.New("rows come in an array"))
	}
	unknown := map[string]bool{}
	for in.row = 1; f.tokens.More(); in.row++ {
		if err := f.countRow(); err != nil {
			return err
		}
		object, err := f.row()
		if err != nil {
			return err
		}
		if len(unknown) > f.limits.Columns { // of the rows before: the names of a sheet are its columns
			return f.fault(sheet.TooManyColumns, int64(f.limits.Columns), nil)
		}
		res.Rows[in.sheet]++
		in.pages[len(in.pages)-1].Rows++
		in.read = append(in.read, Place{in.sheet, in.part, in.row})
		in.object(object, unknown, res)
	}
	_, err := f.next()
	return err
}

// row reads the cells of one row by their names; null is a row without cells.
func (f *jsonFile) row() (map[string]jsonCell, error) {
	open, err := f.next()
	if err != nil || open == nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, f.broken(sheet.ContentRowsJSON, errors.New("a row is an object"))
	}
	cells := map[string]jsonCell{}
	for f.tokens.More() {
		name, err := f.name()
		if err != nil {
			return nil, err
		}
		_, twice := cells[name]
		c, err := f.value(0)
		if err != nil {
			return nil, err
		}
		c.twice, c.at = twice, len(cells)
		cells[name] = c
		if len(cells) > f.limits.Columns {
			return nil, f.fault(sheet.TooManyColumns, int64(f.limits.Columns), nil)
		}
	}
	_, err = f.next()
	return cells, err
}

// jsonCell is the value of one cell.
type jsonCell struct {
	items  []string // of a list; a single value is a list of one
	object bool     // it holds an object, which no cell can be
	flag   bool     // it is true or false
	twice  bool     // the row has another value of that name before it
	at     int      // its place in the row
}

func (c jsonCell) text() string { return strings.Join(c.items, ";") }

// misfit tells what a column of a kind cannot hold; nil when it can.
func (c jsonCell) misfit(kind Kind) *broken {
	switch {
	case c.object:
		return &broken{RuleFormat, msgObject}
	case len(c.items) > 1 && kind != KindList:
		return &broken{RuleFormat, msgOne}
	case c.flag && kind != KindFlag:
		return &broken{RuleFormat, msgNoFlag}
	}
	return nil
}

// value reads one value, depth lists deep in a cell.
func (f *jsonFile) value(depth int) (c jsonCell, err error) {
	t, err := f.next()
	if err != nil {
		return c, err
	}
	if depth > jsonDepth {
		return c, f.fault(sheet.TooManyElements, jsonDepth, errors.New("nested too deep"))
	}
	switch t := t.(type) {
	case nil:
		c.items = []string{""}
	case string:
		c.items = []string{strings.TrimSpace(t)}
	case json.Number:
		c.items = []string{t.String()}
	case bool:
		c.items, c.flag = []string{strconv.FormatBool(t)}, true
	case json.Delim:
		if t == '{' {
			return jsonCell{items: []string{jsonObject}, object: true}, f.rest(1)
		}
		length := 0
		for f.tokens.More() {
			item, err := f.value(depth + 1)
			if err != nil {
				return c, err
			}
			if length += utf8.RuneCountInString(item.text()) + 1; length > sheet.CellText {
				return c, f.fault(sheet.TooLong, sheet.CellText, nil)
			}
			c.items, c.object, c.flag = append(c.items, item.text()), c.object || item.object, c.flag || item.flag
		}
		_, err = f.next()
	}
	return c, err
}

// passOver reads a sheet that is not known, and counts its rows; what is no list of rows counts as one, so that it is named.
func (f *jsonFile) passOver() (rows int, err error) {
	open, err := f.next()
	if err != nil {
		return 0, err
	}
	switch open {
	case nil:
	case json.Delim('{'):
		return 1, f.rest(1)
	case json.Delim('['):
		for f.tokens.More() {
			rows++
			if err := f.countRow(); err != nil {
				return rows, err
			}
			t, err := f.next()
			if err == nil && (t == json.Delim('{') || t == json.Delim('[')) {
				err = f.rest(1)
			}
			if err != nil {
				return rows, err
			}
		}
		_, err = f.next()
	default:
		return 1, nil
	}
	return rows, err
}

// rest passes over what is left of depth values that were begun.
func (f *jsonFile) rest(depth int) error {
	for depth > 0 {
		t, err := f.next()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > jsonDepth {
				return f.fault(sheet.TooManyElements, jsonDepth, errors.New("nested too deep"))
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	return nil
}

func (f *jsonFile) countRow() error {
	if f.rows++; f.rows > f.limits.Rows {
		return f.fault(sheet.TooManyRows, int64(f.limits.Rows), nil)
	}
	return nil
}

// name reads the name of a sheet or of a column.
func (f *jsonFile) name() (string, error) {
	t, err := f.next()
	if err != nil {
		return "", err
	}
	return fmt.Sprint(t), nil
}

// next reads one token. Names count as cells too: they take as much memory.
func (f *jsonFile) next() (json.Token, error) {
	t, err := f.tokens.Token()
	if err != nil {
		return nil, f.broken(sheet.ContentTornJSON, err)
	}
	if t == json.Delim('}') || t == json.Delim(']') {
		return t, nil
	}
	if f.cells%checkEvery == 0 && f.in.ctx.Err() != nil {
		return nil, f.in.ctx.Err()
	}
	if f.cells++; f.cells > 2*f.limits.Cells {
		return nil, f.fault(sheet.TooManyCells, int64(f.limits.Cells), nil)
	}
	text := ""
	switch t := t.(type) {
	case string:
		text = t
	case json.Number:
		text = t.String()
	}
	if len(text) > sheet.CellText && utf8.RuneCountInString(text) > sheet.CellText {
		return nil, f.fault(sheet.TooLong, sheet.CellText, nil)
	}
	if f.text += int64(len(text)); f.text > f.limits.Text {
		return nil, f.fault(sheet.TooMuchText, f.limits.Text, nil)
	}
	return t, nil
}

func (f *jsonFile) broken(as sheet.Content, err error) error {
	e := f.fault(sheet.NotWorkbook, 0, err)
	e.Content = as
	return e
}

// outerValue is the error of a JSON that begins with anything but a brace, and so was taken for a text: any text of that name is
// one.
func outerValue(name string, data []byte, err error) error {
	var e *sheet.Error
	if !errors.As(err, &e) || e.Kind != sheet.NotWorkbook || e.Content != sheet.ContentJSON && e.Content != sheet.ContentText {
		return err
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	switch named := strings.HasSuffix(strings.ToLower(name), ".json"); {
	case e.Content == sheet.ContentJSON, named && json.Valid(text):
		e.Content = sheet.ContentOuterJSON
	case named:
		e.Content = sheet.ContentTornJSON
	}
	return e
}

// wideJSON tells a JSON in UTF-16 or UTF-32 apart from a table in them: it may be in UTF-8 only.
func wideJSON(name string, data []byte, err error) error {
	var e *sheet.Error
	if !errors.As(err, &e) || e.Kind != sheet.WrongEncoding {
		return err
	}
	text := bytes.TrimLeft(data, "\xFE\xFF\x00 \t\r\n")
	if strings.HasSuffix(strings.ToLower(name), ".json") || len(text) > 0 && text[0] == '{' {
		e.Content = sheet.ContentJSON
	}
	return e
}

func (f *jsonFile) fault(kind sheet.Kind, limit int64, cause error) *sheet.Error {
	return &sheet.Error{Kind: kind, Sheet: cell.Show(f.in.sheet), Row: f.in.row, Limit: limit, Cause: cause}
}

// object reads one row of JSON; each unknown name is reported once per sheet, where it comes first.
func (in *reader) object(object map[string]jsonCell, unknown map[string]bool, res *Result) {
	cells := map[int]string{}
	in.values = map[int]jsonCell{}
	defer func() { in.values = nil }()
	for _, name := range slices.Sorted(maps.Keys(object)) {
		c, ok := in.column(name)
		switch {
		case c < 0:
		case ok:
			_, other := cells[c] // under another name of the column
			if other || object[name].twice {
				in.fault(name, object[name].text(), &broken{RuleDuplicateColumn, cell.HeadingTwice(name)})
			}
			cells[c] = object[name].text()
			in.values[c] = object[name]
		case !unknown[name]:
			unknown[name] = true
			in.strange[in.sheet] = append(in.strange[in.sheet], name)
			in.fault(name, name, &broken{RuleUnknownColumn, cell.UnknownHeading(name)})
		}
	}
	in.settle(Scope{}, nil)
	in.others = nil
	if in.options.Keep {
		at := 0 // a name that only a later row has stands behind its neighbour
		for _, name := range slices.SortedFunc(maps.Keys(object), func(a, b string) int { return cmp.Compare(object[a].at, object[b].at) }) {
			i, known := in.column(name)
			if cell.Comment(name) {
				continue
			}
			if !known || i < 0 {
				i = -1
				in.others = append(in.others, otherCell{otherColumn{name, 0}, object[name].text(), sheet.ValueUnknown})
			}
			at = in.order.place(at, i, otherColumn{name, 0}, name)
		}
	}
	in.add(&res.Book, func(column int) string { return cells[column] })
}
