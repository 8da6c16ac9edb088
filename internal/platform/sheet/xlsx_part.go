package sheet

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
)

// What the parts of an xlsx may hold that are read: cells, shared texts, the directory of the sheets. A million cells with
// values have two or three elements each; more than that keeps a processor busy for seconds.
const (
	maxElements = 3_000_000 // of all parts together
	maxDepth    = 64
	// maxToken is the length in bytes of a text, a tag or a comment: a full cell in which each character is written as a
	// number, with room to spare. The XML reader holds one of them in memory at a time.
	maxToken = 512 << 10
)

var errToken = errors.New("a piece of text or a tag is too long")

// part reads one part of an xlsx as a stream of XML tokens, within bounds. Every fault of the archive (a torn part, a wrong
// checksum) and of the XML becomes an *Error.
type part struct {
	w        *workbook
	name     string
	body     io.ReadCloser
	src      *bounded
	xml      *xml.Decoder
	elements int
	depth    int
	// place refuses an element where it stands; nil in parts of which any may stand anywhere.
	place func(xml.StartElement) error
}

// bounded hands bytes to the XML reader and counts them from token to token.
type bounded struct {
	in   *bufio.Reader
	left int
}

// ReadByte is how the XML reader takes its input.
func (b *bounded) ReadByte() (byte, error) {
	if b.left--; b.left < 0 {
		return 0, errToken
	}
	return b.in.ReadByte()
}

// Read is there for the interface that the XML reader asks for.
func (b *bounded) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := b.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}

// open begins to read a part of at most most elements. They are counted first: a file that has too many is refused before.
func (w *workbook) open(f *zip.File, most int) (*part, error) {
	if err := w.count(f, most); err != nil {
		return nil, err
	}
	body, err := f.Open()
	if err != nil {
		return nil, &Error{Kind: Damaged, Part: f.Name, Cause: err}
	}
	src := &bounded{in: bufio.NewReader(body)}
	return &part{w: w, name: f.Name, body: body, src: src, xml: xml.NewDecoder(src)}, nil
}

// eachPiece visits a stream in pieces. A piece ends where a text of that length cannot be cut in two: the last bytes come
// again with the next piece, but only as the beginning of what is not whole yet.
func eachPiece(r io.Reader, length int, visit func([]byte)) error {
	buffer := make([]byte, 64<<10)
	held := 0
	for {
		n, err := io.ReadFull(r, buffer[held:])
		whole := held + n
		if err != nil {
			visit(buffer[:whole])
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return nil
			}
			return err
		}
		cut := whole
		if at := bytes.LastIndexAny(buffer[whole-length+1:whole], "<:"); at >= 0 {
			cut = whole - length + 1 + at
		}
		visit(buffer[:cut])
		held = copy(buffer, buffer[cut:whole])
	}
}

func (p *part) close() { _ = p.body.Close() } // reading only

// next is the next token, valid until the one after it; nil at the end of the part.
func (p *part) next() (xml.Token, error) {
	p.src.left = maxToken
	t, err := p.xml.Token()
	switch {
	case errors.Is(err, io.EOF):
		if p.elements == 0 {
			return nil, p.fault(Damaged, 0, errors.New("no XML"))
		}
		return nil, nil
	case errors.Is(err, errToken):
		return nil, p.fault(TooLong, CellText, err)
	case err != nil:
		return nil, p.fault(Damaged, 0, err)
	}
	switch e := t.(type) {
	case xml.StartElement:
		if p.elements++; p.elements%checkEvery == 0 && p.w.ctx.Err() != nil {
			return nil, p.w.ctx.Err()
		}
		if p.depth++; p.depth > maxDepth {
			return nil, p.fault(TooManyElements, maxDepth, errors.New("nested too deep"))
		}
		if p.place != nil {
			if err := p.place(e); err != nil {
				return nil, err
			}
		}
	case xml.EndElement:
		p.depth--
	case xml.Directive: // a document type; no spreadsheet program writes one
		return nil, p.fault(Damaged, 0, errors.New("a document type declaration"))
	}
	return t, nil
}

func (p *part) fault(kind Kind, limit int64, cause error) error {
	return &Error{Kind: kind, Part: p.name, Limit: limit, Cause: cause}
}

// skip passes over the rest of the element that was begun last.
func (p *part) skip() error {
	for outside := p.depth - 1; p.depth > outside; {
		if _, err := p.inside(); err != nil {
			return err
		}
	}
	return nil
}

// inside is the next token where the end of the part cannot come yet.
func (p *part) inside() (xml.Token, error) {
	t, err := p.next()
	if err == nil && t == nil {
		err = p.fault(Damaged, 0, io.ErrUnexpectedEOF)
	}
	return t, err
}

// text gathers the characters of the element that was begun last, without those of elements inside it.
func (p *part) text() (string, error) {
	outside, first, joined := p.depth-1, "", []byte(nil)
	for {
		t, err := p.inside()
		if err != nil {
			return "", err
		}
		if c, ok := t.(xml.CharData); ok && p.depth == outside+1 {
			if first == "" && joined == nil {
				first = string(c)
			} else {
				joined = append(append(joined, first...), c...)
				first = ""
			}
			if len(joined) > 4*CellText || len(first) > 4*CellText { // in bytes: more than the characters of any cell
				return "", p.fault(TooLong, CellText, nil)
			}
		}
		if p.depth == outside {
			return string(append(joined, first...)), nil
		}
	}
}

// attribute is the value of an attribute, whatever its name space; "" when it is missing.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space != "xmlns" {
			return a.Value
		}
	}
	return ""
}

// errorAt says where in the sheet err was found.
func errorAt(err error, sheet string, row int) error {
	var e *Error
	if errors.As(err, &e) {
		e.Sheet, e.Row = sheet, row
		return e
	}
	return fmt.Errorf("sheet %q row %d: %w", sheet, row, err)
}
