package sheet_test

import (
	"fmt"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/sheet/sheettest"
)

// A number is one text, however the program that wrote the file spells it: a number of a mould that is stored is found again.
func TestNumbersAreTextsInOneWay(t *testing.T) {
	for written, want := range map[string]string{
		"2.0270001E7": "20270001", "1001.0": "1001", "1001": "1001", "1E3": "1000", "007": "7", "-0": "0", "-12.50": "-12.5", "0.1": "0.1",
		"0.30000000000000004": "0.3", "1.0000000000000002": "1", "123456789012345": "123456789012345", "1.23456789012E+11": "123456789012",
		"999999999999999": "999999999999999", "1000000000000000": "1E+15", "1.2345678901234501E+18": "1.23456789012345E+18",
		"1E-9": "0.000000001", "1E-10": "1E-10", "some": "some", "0x10": "0x10", "Infinity": "#NUM!",
	} {
		data := sheettest.XLSX("A", map[string]sheettest.Piece{sheettest.Sheet: {Head: fmt.Sprintf(`<worksheet><sheetData><row r="1"><c r="A1"><v>%s</v></c></row></sheetData></worksheet>`, written)}})
		var got string
		if err := sheet.Read(t.Context(), data, sheet.Limits{}, func(r sheet.Row) error { got = r.Cells[0]; return nil }); err != nil || got != want {
			t.Errorf("%s is read as %q, want %q: %v", written, got, want, err)
		}
	}
}
