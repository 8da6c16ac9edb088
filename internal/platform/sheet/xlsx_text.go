package sheet

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// texts is the table of texts that cells refer to, one after the other in one piece of memory: a million short ones cost
// little more than their letters.
type texts struct {
	bytes []byte
	ends  []uint32
}

func (t *texts) add(s string) {
	t.bytes = append(t.bytes, s...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
}

func (t *texts) at(i int) (string, bool) {
	if i < 0 || i >= len(t.ends) {
		return "", false
	}
	from := uint32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	return string(t.bytes[from:t.ends[i]]), true
}

func (w *workbook) readTexts(f *zip.File) error {
	blank := 0
	return w.read(f, maxElements, func(p *part, e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		s, err := p.richText()
		if err != nil {
			return err
		}
		if s == "" {
			blank++
		}
		if limit := blankLimit(len(w.texts.ends) - blank); blank > limit {
			return p.fault(TooManyBlanks, int64(limit), errors.New("shared texts"))
		}
		if w.texts.add(s); len(w.texts.ends) > w.limits.Cells {
			return p.fault(TooManyCells, int64(w.limits.Cells), errors.New("shared texts"))
		}
		if int64(len(w.texts.bytes)) > w.limits.Text {
			return p.fault(TooMuchText, w.limits.Text, errors.New("shared texts"))
		}
		return nil
	})
}

// richText joins the pieces of a text in several fonts; phonetic help is no part of it.
func (p *part) richText() (string, error) {
	outside, joined := p.depth-1, ""
	for p.depth > outside {
		t, err := p.inside()
		if err != nil {
			return "", err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "t":
			s, err := p.text()
			if err != nil {
				return "", err
			}
			if joined += unescape(s); len(joined) > CellText && utf8.RuneCountInString(joined) > CellText {
				return "", p.fault(TooLong, CellText, nil)
			}
		case "rPh", "rPr", "phoneticPr":
			if err := p.skip(); err != nil {
				return "", err
			}
		}
	}
	return joined, nil
}

// unescape turns _x000D_ into the character of that number, as the format writes what XML cannot hold.
func unescape(s string) string {
	from := strings.Index(s, "_x")
	if from < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:from])
	for s = s[from:]; s != ""; {
		if len(s) >= 7 && s[0] == '_' && s[1] == 'x' && s[6] == '_' {
			if n, err := strconv.ParseUint(s[2:6], 16, 16); err == nil {
				b.WriteRune(rune(n))
				s = s[7:]
				continue
			}
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}
