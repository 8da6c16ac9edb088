package sheet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"mouldworks/internal/platform/sheet"
)

// container is a compound file with a stream Workbook, and with further streams that hold nothing.
func container(stream []byte, others ...string) []byte {
	const sector, endOfChain, fatSector, noStream = 512, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
	for len(stream) < 4096 || len(stream)%sector > 0 { // shorter ones lie elsewhere
		stream = append(stream, 0)
	}
	sectors := uint32(len(stream) / sector)
	head := make([]byte, sector)
	copy(head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	put := binary.LittleEndian
	for at, v := range map[int]uint16{24: 0x3E, 26: 3, 28: 0xFFFE, 30: 9, 32: 6} {
		put.PutUint16(head[at:], v)
	}
	for at, v := range map[int]uint32{44: 1, 48: 1, 56: 4096, 60: endOfChain, 68: endOfChain, 76: 0} {
		put.PutUint32(head[at:], v)
	}
	fat, directory := make([]byte, sector), make([]byte, sector)
	for i := range sector / 4 {
		if i > 0 {
			put.PutUint32(head[min(76+4*i, sector-4):], noStream)
		}
		next := uint32(noStream)
		switch {
		case i == 0:
			next = fatSector
		case i == 1 || i == int(sectors)+1:
			next = endOfChain
		case i <= int(sectors):
			next = uint32(i) + 1
		}
		put.PutUint32(fat[4*i:], next)
	}
	for i, name := range append([]string{"Root Entry", "Workbook"}, others...) {
		d := directory[128*i:]
		for j, unit := range utf16.Encode([]rune(name)) {
			put.PutUint16(d[2*j:], unit)
		}
		put.PutUint16(d[64:], uint16(2*len(utf16.Encode([]rune(name)))+2))
		d[66], d[67] = 2, 1
		left, right, child, start := uint32(noStream), uint32(noStream), uint32(noStream), uint32(endOfChain)
		switch i {
		case 0:
			d[66], child = 5, 1
		case 1:
			start = 2
			put.PutUint32(d[120:], uint32(len(stream)))
			if len(others) > 0 {
				right = 2
			}
		}
		for at, v := range map[int]uint32{68: left, 72: right, 76: child, 116: start} {
			put.PutUint32(d[at:], v)
		}
	}
	return slices.Concat(head, fat, directory, stream)
}

// biff is one record of a stream of cells.
func biff(id uint16, parts ...any) []byte {
	var body bytes.Buffer
	for _, p := range parts {
		_ = binary.Write(&body, binary.LittleEndian, p)
	}
	head := binary.LittleEndian.AppendUint16(nil, id)
	return append(binary.LittleEndian.AppendUint16(head, uint16(body.Len())), body.Bytes()...)
}

// formula is the record of a formula in a column of the second row, with the result that is stored.
func formula(column uint16, result [8]byte) []byte {
	return biff(0x0006, uint16(1), column, uint16(0), result, uint16(0), uint32(0), uint16(0))
}

// A formula says what the spreadsheet program has computed: errors as errors, an empty text as none. A program that does not compute
// stores an empty text for all, which is no result.
func TestResultsOfFormulasInXLS(t *testing.T) {
	begin := func(kind uint16) []byte {
		return biff(0x0809, uint16(0x0600), kind, uint16(0), uint16(0), uint32(0), uint32(0))
	}
	end := biff(0x000A)
	stream := slices.Concat(
		begin(0x0005), biff(0x0085, uint32(0), uint16(0), uint8(1), uint8(0), []byte("A")), end,
		begin(0x0010),
		biff(0x0203, uint16(0), uint16(0), uint16(0), float64(1)),
		formula(0, [8]byte{3, 0, 0, 0, 0, 0, 0xFF, 0xFF}),
		formula(1, [8]byte{2, 0, 0x2A, 0, 0, 0, 0xFF, 0xFF}),
		formula(2, [8]byte{2, 0, 0x17, 0, 0, 0, 0xFF, 0xFF}),
		formula(3, [8]byte{1, 0, 1, 0, 0, 0, 0xFF, 0xFF}),
		formula(4, [8]byte{0, 0, 0, 0, 0, 0, 0xF8, 0x3F}),
		formula(5, [8]byte{0, 0, 0, 0, 0, 0, 0xFF, 0xFF}), biff(0x0207, uint16(4), uint8(0), []byte("text")),
		formula(6, [8]byte{0, 0, 0, 0, 0, 0, 0xFF, 0xFF}), biff(0x0207, uint16(0), uint8(0)),
		formula(7, [8]byte{0, 0, 0, 0, 0, 0, 0xF0, 0x7F}), // infinite
		formula(8, [8]byte{9, 0, 0, 0, 0, 0, 0xFF, 0xFF}), // no kind of result
		end,
	)
	for program, c := range map[string]struct {
		data  []byte
		empty string
	}{
		"computes":         {container(stream, "\x05SummaryInformation"), ""},
		"does not compute": {container(stream), sheet.NoResult},
	} {
		got, err := read(t, c.data, sheet.Limits{})
		want := []string{c.empty, "#N/A", "#REF!", "TRUE", "1.5", "text", "", "#NUM!", sheet.NoResult}
		if err != nil || len(got) != 2 || !slices.Equal(got[1].Cells, want) {
			t.Errorf("%s: %+v (%v), want %q", program, got, err, want)
		}
	}
}

// The same of an xlsx, whatever else stands in the cell.
func TestResultsOfFormulasInXLSX(t *testing.T) {
	var row strings.Builder
	want := []string{"#N/A", "#REF!", "#BLOCKED!", "#N/A", sheet.NoResult, sheet.NoResult, "", "x"}
	for i, c := range []string{
		`t="e"><f>NA()</f><v>#N/A</v>`, `t="e"><v>#REF!</v>`, `t="e"><f>A1</f><v>#BLOCKED!</v>`, `t="e"><v></v>`, `t="n"><f>A1</f>`, `><f>A1</f><v></v>`,
		`t="str"><f>""</f><v></v>`, `t="str"><f>"x"</f><v>x</v>`,
	} {
		fmt.Fprintf(&row, `<c r="%c1" %s</c>`, 'A'+i, c)
	}
	got, err := read(t, sheetOf(t, `<row r="1">`+row.String()+`</row>`), sheet.Limits{})
	if err != nil || len(got) != 1 || !slices.Equal(got[0].Cells, want) {
		t.Errorf("%+v (%v), want %q", got, err, want)
	}
}
