package sheet

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// Content is what a file holds that is no table, as far as its bytes tell.
type Content int

// The contents that are told apart; 0 is none of them.
const (
	ContentText      Content = iota + 1 // a text without a table
	ContentPage                         // HTML or XML
	ContentJSON                         // where JSON is not read
	ContentTornJSON                     // where JSON is read, as are the next two: it ends too early, or breaks the grammar
	ContentOuterJSON                    // whose outer value is no object
	ContentRowsJSON                     // in which what a sheet holds is no array of objects
	ContentPDF                          //
	ContentPicture                      //
	ContentArchive                      // a zip without a workbook
	ContentOldBook                      // a workbook of before Excel 97
	ContentDocument                     // of an office program, without a workbook
	ContentRTF                          // a text of a word processor
	ContentWord                         // of Word
	ContentSlides                       // of PowerPoint
	ContentOpen                         // of an office program that writes OpenDocument, a workbook too
	ContentDrawing                      // of a CAD program
	ContentProgram                      // of Windows
)

// excerptLength is how many characters of a text are shown to tell which text it is.
const excerptLength = 40

// Outline is what tells a table from a text without one.
type Outline struct {
	rows, longest int
	first         string
}

// Add takes a row into account.
func (o *Outline) Add(cells []string) {
	if o.rows++; o.rows == 1 {
		o.first = strings.TrimSpace(strings.Join(cells, " "))
	}
	length := len(cells)
	for length > 0 && strings.TrimSpace(cells[length-1]) == "" {
		length--
	}
	o.longest = max(o.longest, length)
}

// NoTable is the error of a text that has no heading that is known and is no table either: its longest row has one cell, and
// it is a single row, or nobody has called the file a csv. It is nil for a table.
func (o *Outline) NoTable(name string, data []byte) error {
	if Sniff(data) != Text || o.longest > 1 || o.rows > 1 && strings.HasSuffix(strings.ToLower(name), ".csv") {
		return nil
	}
	excerpt := []rune(o.first)
	if len(excerpt) > excerptLength {
		excerpt = append(excerpt[:excerptLength], '…')
	}
	return &Error{Kind: NotWorkbook, Content: ContentText, Excerpt: string(excerpt), Cause: errors.New("one cell a row, and no heading that is known")}
}

// Blank tells whether a file holds nothing at all.
func Blank(data []byte) bool { return len(bytes.TrimSpace(bytes.TrimPrefix(data, bom))) == 0 }

// wholeJSON tells a JSON object or array; a csv may begin with a brace or a bracket, but is never both.
func wholeJSON(data []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(data, bom))
	return len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid(text)
}

// isDocument tells a PDF, a picture or an RTF, which may hold nothing but characters of a text.
func isDocument(text []byte) bool {
	switch contentOf(text) {
	case ContentPDF, ContentRTF:
		return true
	case ContentPicture:
		return bytes.HasPrefix(text, []byte("GIF8")) // BM may head a column
	}
	return false
}

// contentOf tells what a file is whose bytes are neither a workbook nor a text.
func contentOf(data []byte) Content {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, bom), " \t\r\n")
	begins := func(marks ...string) bool {
		for _, mark := range marks {
			if bytes.HasPrefix(data, []byte(mark)) {
				return true
			}
		}
		return false
	}
	switch {
	case begins("%PDF-"):
		return ContentPDF
	case begins(`{\rtf`):
		return ContentRTF
	case begins("\x89PNG", "\xFF\xD8\xFF", "GIF8", "BM", "II*\x00", "MM\x00*"), begins("RIFF") && len(data) >= 12 && string(data[8:12]) == "WEBP", isPhoto(data):
		return ContentPicture
	case begins("AC10"):
		return ContentDrawing
	case begins("MZ"):
		return ContentProgram
	case begins("Rar!", "7z\xBC\xAF", "\x1F\x8B"):
		return ContentArchive
	case begins("\x09\x00\x04\x00", "\x09\x02\x06\x00", "\x09\x04\x06\x00"): // BIFF 2, 3 and 4 stand in no container
		return ContentOldBook
	case isMarkup(text):
		return ContentPage
	}
	return 0
}

// isPhoto tells a picture as phones take it: HEIC, HEIF or AVIF.
func isPhoto(data []byte) bool {
	return len(data) >= 12 && string(data[4:8]) == "ftyp" && slices.Contains([]string{"heic", "heix", "heif", "mif1", "msf1", "avif"}, string(data[8:12]))
}
