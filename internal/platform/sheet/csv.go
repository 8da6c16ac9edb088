package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

var bom = []byte{0xEF, 0xBB, 0xBF}

// utf8Text is data as UTF-8: with or without a byte order mark, else as GB18030, the encoding of a Chinese spreadsheet
// program's csv.
func utf8Text(data []byte, limit int64) ([]byte, error) {
	data = bytes.TrimPrefix(data, bom)
	if !utf8.Valid(data) {
		decoded, err := io.ReadAll(io.LimitReader(simplifiedchinese.GB18030.NewDecoder().Reader(bytes.NewReader(data)), limit+1))
		if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) {
			return nil, &Error{Kind: NotWorkbook, Cause: errors.New("neither UTF-8 nor GB18030")}
		}
		if int64(len(decoded)) > limit {
			return nil, &Error{Kind: TooLarge}
		}
		data = decoded
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return nil, &Error{Kind: NotWorkbook, Cause: errors.New("binary content")}
	}
	return data, nil
}

// separator is the most frequent of the three usual ones in the first line.
func separator(text []byte) rune {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	best, most := ',', bytes.Count(line, []byte(","))
	for _, r := range "\t;" {
		if n := bytes.Count(line, []byte(string(r))); n > most {
			best, most = r, n
		}
	}
	return best
}

func readCSV(data []byte, limits Limits, visit func(Row) error) error {
	text, err := utf8Text(data, limits.Unpacked)
	if err != nil {
		return err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.LazyQuotes = separator(text), -1, true, true
	count := counter{limits: limits}
	// The reader skips blank lines; a spreadsheet program counts them as rows. lines = line feeds up to offset.
	number, lines, offset := 0, 0, int64(0)
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return &Error{Kind: NotWorkbook, Row: number + 1, Cause: err}
		}
		if len(cells) > limits.Columns*4 { // trailing separators are harmless, a flood of them is not
			return &Error{Kind: TooManyColumns, Row: number + 1}
		}
		start, _ := r.FieldPos(0)
		number += 1 + max(0, start-1-lines)
		lines += bytes.Count(text[offset:r.InputOffset()], []byte("\n"))
		offset = r.InputOffset()
		for i := range cells {
			cells[i] = plainCSV(strings.TrimSpace(cells[i]))
		}
		holds, err := count.admit("", number, cells)
		if err != nil {
			return err
		}
		if !holds {
			continue
		}
		if err := visit(Row{Number: number, Cells: cells}); err != nil {
			return err
		}
	}
	if count.rows == 0 {
		return &Error{Kind: Empty}
	}
	return nil
}

// WriteCSV writes UTF-8 with a byte order mark, so that every spreadsheet program reads the Chinese rightly. Formulas
// are neutralised.
func WriteCSV(w io.Writer, rows iter.Seq[[]any]) error {
	if _, err := w.Write(bom); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	var record []string
	for row := range rows {
		record = record[:0]
		for _, v := range row {
			switch v := v.(type) {
			case nil:
				record = append(record, "")
			case string:
				record = append(record, neutralCSV(v))
			default:
				record = append(record, fmt.Sprint(v))
			}
		}
		if len(record) == 1 && record[0] == "" { // a blank line would not count as a row
			record[0] = " "
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
