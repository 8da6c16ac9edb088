package sheet

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"
)

// cell keeps the value of a record that carries one.
func (b *book) cell(r biffRecord) error {
	d := r.parts[0]
	if r.id == recString { // the text result of the formula before it
		text, ok := longText(r.parts)
		if !ok {
			return b.torn("the text of a formula")
		}
		if b.awaits {
			b.awaits = false
			return b.keep(b.pending[0], b.pending[1], text)
		}
		return nil
	}
	if r.id == recMergeCells {
		return b.merge(d)
	}
	if r.id == recRow && len(d) >= 14 && d[12]&0x20 != 0 { // of no height
		b.hiddenRows[len(b.hiddenRows)-1][int(binary.LittleEndian.Uint16(d))] = true
		return nil
	}
	if least, carries := cellSizes[r.id]; !carries {
		return nil
	} else if len(d) < least {
		return b.torn("a cell")
	}
	row, column := int(binary.LittleEndian.Uint16(d)), int(binary.LittleEndian.Uint16(d[2:]))
	b.row = row
	switch r.id {
	case recLabelSST:
		i := binary.LittleEndian.Uint32(d[6:])
		if uint64(i) >= uint64(len(b.texts)) {
			return b.torn("the table of texts")
		}
		return b.keepText(row, column, b.texts[i], d[4:])
	case recLabel:
		text, ok := longText([][]byte{d[6:]})
		if !ok {
			return b.torn("a text")
		}
		return b.keepText(row, column, text, d[4:])
	case recNumber:
		return b.keepNumber(row, column, float64At(d[6:]), d[4:])
	case recRK:
		return b.keepNumber(row, column, rk(binary.LittleEndian.Uint32(d[6:])), d[4:])
	case recMulRK: // row, first column, {format, value}..., last column
		for at := 4; at+6 <= len(d)-2; at += 6 {
			if err := b.keepNumber(row, column+(at-4)/6, rk(binary.LittleEndian.Uint32(d[at+2:])), d[at:]); err != nil {
				return err
			}
		}
	case recBoolErr:
		if d[7] == 0 {
			return b.keep(row, column, strings.ToUpper(strconv.FormatBool(d[6] != 0)))
		}
		return b.keep(row, column, errorValue(d[6]))
	case recFormula: // the value that the spreadsheet program last computed
		if d[12] != 0xFF || d[13] != 0xFF {
			return b.keepNumber(row, column, float64At(d[6:]), d[4:])
		}
		switch d[6] {
		case 0:
			b.pending, b.awaits = [2]int{row, column}, true
		case 1:
			return b.keep(row, column, strings.ToUpper(strconv.FormatBool(d[8] != 0)))
		case 2:
			return b.keep(row, column, errorValue(d[8]))
		case 3: // an empty text; a program that does not compute stores it for all
			if !b.computed {
				return b.keep(row, column, NoResult)
			}
		default:
			return b.keep(row, column, NoResult)
		}
	}
	return nil
}

// cellSizes are the least lengths of the records that carry cells.
var cellSizes = map[uint16]int{recLabelSST: 10, recLabel: 9, recNumber: 14, recRK: 10, recMulRK: 12, recBoolErr: 8, recFormula: 14}

// errorValue is how a spreadsheet program shows the error of a formula.
func errorValue(code byte) string {
	switch code {
	case 0x00:
		return "#NULL!"
	case 0x07:
		return "#DIV/0!"
	case 0x0F:
		return "#VALUE!"
	case 0x17:
		return "#REF!"
	case 0x1D:
		return "#NAME?"
	case 0x24:
		return "#NUM!"
	}
	return "#N/A"
}

// merge takes merged areas: a count, then first row, last row, first column, last column of each.
func (b *book) merge(d []byte) error {
	if len(d) < 2 || len(d) < 2+8*int(binary.LittleEndian.Uint16(d)) {
		return b.torn("the list of merged cells")
	}
	areas := &b.merges[len(b.merges)-1].areas
	for n := int(binary.LittleEndian.Uint16(d)); n > 0; n-- {
		a := d[2+8*(n-1):]
		first, last, column := int(binary.LittleEndian.Uint16(a)), int(binary.LittleEndian.Uint16(a[2:])), int(binary.LittleEndian.Uint16(a[4:]))
		if last > first && column < b.limits.Columns {
			*areas = append(*areas, merge{column, first + 1, last + 1})
		}
	}
	if len(*areas) > maxMerges {
		return &Error{Kind: TooManyElements, Limit: maxMerges, Cause: errors.New("merged areas")}
	}
	return nil
}

func (b *book) keep(row, column int, text string) error {
	sheet := b.sheets[len(b.sheets)-1]
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if column >= b.limits.Columns {
		return &Error{Kind: TooManyColumns, Row: row + 1, Limit: int64(b.limits.Columns)}
	}
	cells, begun := sheet[row]
	if !begun {
		most := b.limits.Rows
		if b.limits.Headed {
			most += len(b.sheets)
		}
		if b.rows++; b.rows > most {
			return &Error{Kind: TooManyRows, Row: row + 1, Limit: int64(b.limits.Rows)}
		}
	}
	if grow := column + 1 - len(cells); grow > 0 {
		if b.kept += grow; b.kept > b.limits.Cells {
			return &Error{Kind: TooManyCells, Row: row + 1, Limit: int64(b.limits.Cells)}
		}
		cells = append(cells, make([]string, grow)...)
	}
	cells[column] = plain(strings.TrimSpace(text))
	sheet[row] = cells
	return nil
}

func float64At(d []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(d)) }

// rk unpacks a number of 30 bits: an integer or the upper part of a float, perhaps in hundredths.
func rk(v uint32) float64 {
	f := math.Float64frombits(uint64(v&^3) << 32)
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

// keepNumber keeps the value of a cell as its format shows it.
func (b *book) keepNumber(row, column int, f float64, style []byte) error {
	text, format := number(f), b.formatOf(int(binary.LittleEndian.Uint16(style)))
	seen, isMoment := shown(text, format.shows, b.date1904)
	if isMoment {
		text = seen
	}
	if err := b.keep(row, column, text); err != nil {
		return err
	}
	if isMoment {
		rows := b.kinds[len(b.kinds)-1]
		rows[row] = with(rows[row], column, ValueMoment)
		return nil
	}
	note(b.shown, row, column, format.masks.shown(text))
	note(b.units, row, column, format.masks.unit(text))
	return nil
}

// keepText keeps the text of a cell, and what its format adds to it.
func (b *book) keepText(row, column int, text string, style []byte) error {
	if err := b.keep(row, column, text); err != nil {
		return err
	}
	note(b.shown, row, column, b.formatOf(int(binary.LittleEndian.Uint16(style))).masks.shownText(strings.TrimSpace(text)))
	return nil
}

// note keeps what the format of a cell shows, by sheet and row; "" for nothing.
func note(sheets []map[int][]string, row, column int, seen string) {
	if seen != "" {
		rows := sheets[len(sheets)-1]
		rows[row] = with(rows[row], column, seen)
	}
}

// formatOf is the format of a cell, by its number.
func (b *book) formatOf(style int) (format ownFormat) {
	if style >= len(b.formats) {
		return format
	}
	format, named := b.own[b.formats[style]]
	if !named {
		format.shows = builtIn(int(b.formats[style]))
	}
	return format
}
