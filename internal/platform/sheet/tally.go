package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
)

// Most elements of parts that no program makes large. Cells and texts have the budget of the file, maxElements.
const (
	maxStyles = 200_000
	// mostBlank is how many rows, cells and shared texts may hold nothing, beyond blankShare for each that holds something: formats
	// reach further than values, but a file of a few kilobytes holds millions of cells without any.
	mostBlank  = 400_000
	blankShare = 5
)

// tally counts the elements of a part by their names, without reading them as XML: that takes a tenth of the time.
type tally struct {
	elements int
	places   int // rows, cells and shared texts
	values   int // what fills them
	name     []byte
	inName   bool
}

// add counts a piece; a name may go on in the next one. A comment may hold what looks like an element: no spreadsheet program
// writes any by the million.
func (t *tally) add(piece []byte) {
	for len(piece) > 0 {
		if !t.inName {
			at := bytes.IndexByte(piece, '<')
			if at < 0 {
				return
			}
			piece, t.inName, t.name = piece[at+1:], true, t.name[:0]
			continue
		}
		c := piece[0]
		piece = piece[1:]
		switch {
		case c == ':': // a name space
			t.name = t.name[:0]
		case c == '/' && len(t.name) == 0: // the end of one
			t.inName = false
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '/' || c == '>':
			t.end()
		case len(t.name) < len("mergeCell"):
			t.name = append(t.name, c)
		}
	}
}

func (t *tally) end() {
	t.inName = false
	t.elements++
	switch string(t.name) {
	case "row", "c", "si":
		t.places++
	case "v", "is", "t":
		t.values++
	}
}

// blankLimit is how many places without a value go with a number of values.
func blankLimit(values int) int { return mostBlank + blankShare*values }

// count adds the elements of a part to those of the file and refuses what has more than most, before any is read.
func (w *workbook) count(f *zip.File, most int) error {
	t, known := w.tallies[f]
	if !known {
		body, err := f.Open()
		if err != nil {
			return &Error{Kind: Damaged, Part: f.Name, Cause: err}
		}
		defer func() { _ = body.Close() }() // reading only
		buffer := make([]byte, 64<<10)
		for err == nil && w.ctx.Err() == nil && t.elements <= most {
			var n int
			n, err = body.Read(buffer)
			t.add(buffer[:n])
		}
		switch {
		case w.ctx.Err() != nil:
			return w.ctx.Err()
		case !errors.Is(err, io.EOF) && t.elements <= most:
			return &Error{Kind: Damaged, Part: f.Name, Cause: err}
		}
		w.tallies[f] = t
	}
	w.elements += t.elements
	switch limit := blankLimit(t.values); {
	case t.elements > most:
		return &Error{Kind: TooManyElements, Part: f.Name, Limit: int64(most)}
	case w.elements > maxElements:
		return &Error{Kind: TooManyElements, Part: f.Name, Limit: maxElements}
	case t.places-t.values > limit:
		return &Error{Kind: TooManyBlanks, Part: f.Name, Limit: int64(limit)}
	}
	return nil
}
