package sheet

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

// maxMerges bounds the merged areas of a sheet.
const maxMerges = 100_000

// merge is one area of merged cells; only its first column matters here, over several rows. Rows from 1, columns from 0.
type merge struct{ column, first, last int }

// merges are the areas of a sheet, by their first row, with those that reach into the row being read.
type merges struct {
	areas []merge
	open  map[int]openMerge // by column
}

type openMerge struct {
	last  int
	value string
	kind  ValueKind
	shown string
}

func (m *merges) sort() {
	slices.SortFunc(m.areas, func(a, b merge) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.column, b.column))
	})
}

// cover gives a row the values of the merged cells above its empty ones, with their kinds and what formats show of them. Rows come in
// their order; a file that tells no kinds has none.
func (m *merges) cover(r *Row) {
	if len(m.areas) == 0 && len(m.open) == 0 {
		return
	}
	r.Merged = map[int]string{}
	for column, o := range m.open {
		switch {
		case r.Number > o.last:
			delete(m.open, column)
		case column >= len(r.Cells) || r.Cells[column] == "":
			r.Merged[column] = o.value
			r.Kinds = with(r.Kinds, column, o.kind)
			r.Shown = with(r.Shown, column, o.shown)
		}
	}
	for len(m.areas) > 0 && m.areas[0].first <= r.Number {
		a := m.areas[0]
		m.areas = m.areas[1:]
		if a.first == r.Number && a.column < len(r.Cells) && r.Cells[a.column] != "" {
			if m.open == nil {
				m.open = map[int]openMerge{}
			}
			m.open[a.column] = openMerge{a.last, r.Cells[a.column], at(r.Kinds, a.column), at(r.Shown, a.column)}
		}
	}
}

// with sets what a row has at a column; its zero value needs no place.
func with[T comparable](list []T, column int, value T) []T {
	var none T
	if value == none {
		return list
	}
	for len(list) <= column {
		list = append(list, none)
	}
	list[column] = value
	return list
}

// at is what a row has at a column, the zero value where it has none.
func at[T any](list []T, column int) (value T) {
	if column < len(list) {
		return list[column]
	}
	return value
}

// findMerges reads the merged areas, which an xlsx tells below the rows. The part is walked twice only where it has some.
func (w *workbook) findMerges(s worksheetPart) (merges, error) {
	var m merges
	body, err := s.file.Open()
	if err != nil {
		return m, &Error{Kind: Damaged, Part: s.file.Name, Cause: err}
	}
	found, err := contains(body, []byte("mergeCell"))
	_ = body.Close() // reading only
	if err != nil {
		return m, &Error{Kind: Damaged, Part: s.file.Name, Cause: err}
	}
	if !found {
		return m, nil
	}
	err = w.read(s.file, maxElements, func(p *part, e xml.StartElement) error {
		if e.Name.Local != "mergeCell" {
			return nil
		}
		from, to, _ := strings.Cut(attribute(e, "ref"), ":")
		column, first, ok := cellName(from)
		_, last, okTo := cellName(to)
		if !ok || to != "" && !okTo {
			return p.fault(Damaged, 0, errors.New("a merged area without its corners"))
		}
		if last <= first || column >= w.limits.Columns {
			return nil
		}
		if len(m.areas) >= maxMerges {
			return p.fault(TooManyElements, maxMerges, errors.New("merged areas"))
		}
		m.areas = append(m.areas, merge{column, first, last})
		return nil
	})
	m.sort()
	return m, err
}

// contains searches a stream.
func contains(r io.Reader, text []byte) (bool, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	for {
		piece, err := in.Peek(in.Size())
		if bytes.Contains(piece, text) {
			return true, nil
		}
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if _, err := in.Discard(len(piece) - len(text) + 1); err != nil {
			return false, err
		}
	}
}
