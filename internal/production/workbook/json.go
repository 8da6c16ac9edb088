package workbook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/platform/sheet"
)

// json reads {"moulds": [{"mouldNo": "M1", ...}, ...], ...}. null keeps like an empty cell; arrays are lists. "replaces"
// names the sheets that are marked.
func (in *reader) json(data []byte, res *Result) error {
	limits := in.options.Limits
	if limits.Bytes == 0 {
		limits.Bytes = sheet.Standard.Bytes
	}
	if limits.Rows == 0 {
		limits.Rows = sheet.Standard.Rows
	}
	if int64(len(data)) > limits.Bytes {
		return &sheet.Error{Kind: sheet.TooLarge}
	}
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	d.UseNumber()
	broken := func(err error) error {
		return &sheet.Error{Kind: sheet.NotWorkbook, Sheet: in.sheet, Row: in.row, Cause: err}
	}
	if _, err := d.Token(); err != nil { // the brace, by Sniff
		return broken(err)
	}
	total := 0
	var replaces []string
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return broken(err)
		}
		if slices.Contains(replacesMarks, strings.ToLower(fmt.Sprint(name))) { // an array of the sheets that are marked
			if err := d.Decode(&replaces); err != nil {
				return broken(err)
			}
			continue
		}
		t := tableNamed(fmt.Sprint(name))
		if t == nil {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return broken(err)
			}
			in.pages = append(in.pages, Page{Name: fmt.Sprint(name), Why: whyUnknown, Skipped: elements(skipped)})
			continue
		}
		in.begin(t)
		res.Rows[in.sheet] += 0
		in.pages = append(in.pages, Page{Name: fmt.Sprint(name), Sheet: in.sheet, Part: in.part})
		if open, err := d.Token(); err != nil || open != json.Delim('[') {
			return broken(errors.Join(err, errors.New("rows come in an array")))
		}
		unknown := map[string]bool{}
		for in.row = 1; d.More(); in.row++ {
			if total++; total > limits.Rows {
				return &sheet.Error{Kind: sheet.TooManyRows, Sheet: in.sheet, Row: in.row}
			}
			var object map[string]any
			if err := d.Decode(&object); err != nil {
				return broken(err)
			}
			res.Rows[in.sheet]++
			in.pages[len(in.pages)-1].Rows++
			in.read = append(in.read, Place{in.sheet, in.part, in.row})
			in.object(object, unknown, res)
		}
		if _, err := d.Token(); err != nil {
			return broken(err)
		}
	}
	if _, err := d.Token(); err != nil {
		return broken(err)
	}
	in.row = 0
	for _, name := range replaces {
		if t := tableNamed(name); t != nil {
			for i := range in.pages {
				in.pages[i].Replaces = in.pages[i].Replaces || in.pages[i].Sheet == t.describe().Code
			}
		}
	}
	return nil
}

// elements counts the rows of an array that is passed over.
func elements(raw json.RawMessage) int {
	var rows []json.RawMessage
	if json.Unmarshal(raw, &rows) != nil {
		return 0
	}
	return len(rows)
}

// object reads one row of JSON; each unknown name is reported once per sheet, where it comes first.
func (in *reader) object(object map[string]any, unknown map[string]bool, res *Result) {
	cells := map[int]string{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		c, ok := in.column(name)
		switch {
		case c < 0:
		case ok:
			cells[c] = jsonText(object[name])
		case !unknown[name]:
			unknown[name] = true
			in.strange[in.sheet] = append(in.strange[in.sheet], name)
			in.fault(name, name, &broken{RuleUnknownColumn, msgUnknownColumn.With(name)})
		}
	}
	in.add(&res.Book, func(column int) string { return cells[column] })
}

func jsonText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	case bool:
		return strconv.Itoa(map[bool]int{false: 0, true: 1}[v])
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = jsonText(item)
		}
		return strings.Join(items, ";")
	}
	return fmt.Sprint(v)
}
