package sheet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/sheet/sheettest"
)

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
	end := biff(0x000A)
	stream := slices.Concat(
		biff(0x0085, uint32(0), uint16(0), uint8(1), uint8(0), []byte("A")), end,
		biff(0x0809, uint16(0x0600), uint16(0x0010)),
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
		"computes":         {sheettest.XLS(stream, "\x05SummaryInformation"), ""},
		"does not compute": {sheettest.XLS(stream), sheet.NoResult},
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
