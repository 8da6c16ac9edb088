package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
)

// maxParts bounds the files inside an xlsx; a large workbook of people has some dozens.
const maxParts = 2000

// inMemory is the size up to which a part is unpacked to memory; larger ones go to a temporary file.
const inMemory = 8 << 20

// unpackable checks the directory of the archive before anything is unpacked. The archive reader refuses a part that
// turns out larger than its entry says, so the sum here is binding.
func unpackable(data []byte, limits Limits) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return &Error{Kind: NotWorkbook, Cause: err}
	}
	if len(archive.File) > maxParts {
		return &Error{Kind: TooLarge, Cause: fmt.Errorf("%d parts", len(archive.File))}
	}
	var sum uint64
	workbook := false
	for _, f := range archive.File {
		if f.UncompressedSize64 > uint64(limits.Unpacked) {
			return &Error{Kind: TooLarge, Cause: fmt.Errorf("part %s", f.Name)}
		}
		sum += f.UncompressedSize64
		if strings.EqualFold(f.Name, "[Content_Types].xml") {
			workbook = true
		}
	}
	if sum > uint64(limits.Unpacked) {
		return &Error{Kind: TooLarge, Cause: fmt.Errorf("%d bytes unpacked", sum)}
	}
	if !workbook {
		return &Error{Kind: NotWorkbook, Cause: errors.New("a zip archive, but no workbook")}
	}
	return nil
}

func readXLSX(data []byte, limits Limits, visit func(Row) error) (err error) {
	if err := unpackable(data, limits); err != nil {
		return err
	}
	visiting := false // a panic of the caller's own code is no fault of the file
	defer func() {
		if visiting {
			return
		}
		if p := recover(); p != nil { // third-party code on hostile input
			err = &Error{Kind: NotWorkbook, Cause: fmt.Errorf("reader: %v", p)}
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: limits.Unpacked, UnzipXMLSizeLimit: min(inMemory, limits.Unpacked),
	})
	if err != nil {
		return &Error{Kind: NotWorkbook, Cause: err}
	}
	defer func() { _ = book.Close() }() // removes temporary files only
	var old bool
	if props, err := book.GetWorkbookProps(); err == nil && props.Date1904 != nil {
		old = *props.Date1904
	}
	count := counter{limits: limits}
	for _, name := range book.GetSheetList() {
		rows, err := book.Rows(name)
		if err != nil {
			continue // a chart sheet
		}
		number := 0
		for rows.Next() {
			number++
			cells, err := rows.Columns()
			if err != nil {
				_ = rows.Close()
				return &Error{Kind: NotWorkbook, Sheet: name, Row: number, Cause: err}
			}
			for i := range cells {
				cells[i] = plain(strings.TrimSpace(cells[i]))
			}
			holds, err := count.admit(name, number, cells)
			if err == nil && holds {
				visiting = true
				err = visit(Row{Sheet: name, Number: number, Cells: cells, Date1904: old})
				visiting = false
			}
			if err != nil {
				_ = rows.Close()
				return err
			}
		}
		if err := errors.Join(rows.Error(), rows.Close()); err != nil {
			return &Error{Kind: NotWorkbook, Sheet: name, Row: number, Cause: err}
		}
	}
	if count.rows == 0 {
		return &Error{Kind: Empty}
	}
	return nil
}
