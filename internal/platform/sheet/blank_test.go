package sheet_test

import (
	"errors"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/sheet/sheettest"
)

// A small file of millions of elements that hold nothing is refused by their count, before a row of it is read; formats that reach
// further than the values are not.
func TestElementsWithoutValuesAreCountedBefore(t *testing.T) {
	const rels = "xl/_rels/workbook.xml.rels"
	links := `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="r3" Type="http://x/styles" Target="styles.xml"/></Relationships>`
	of := func(part, head, text string, times int, tail string) []byte {
		return sheettest.XLSX("A", map[string]sheettest.Piece{rels: {Head: links}, "xl/styles.xml": {Head: "<styleSheet/>"}, part: {Head: head, Text: text, Times: times, Tail: tail}})
	}
	const rows, endOfRows = "<worksheet><sheetData>", "</sheetData></worksheet>"
	one := `<row><c><v>1</v></c></row>`
	for name, c := range map[string]struct {
		data []byte
		kind sheet.Kind
		part string // that is refused before it is read; "" is refused while it is read
	}{
		"cells in the columns in use": {of(sheettest.Sheet, rows+one, "<row>"+strings.Repeat("<c/>", 250)+"</row>", 11_600, endOfRows), sheet.TooManyBlanks, sheettest.Sheet},
		"cells with a name space":     {of(sheettest.Sheet, rows+one, "<x:row>"+strings.Repeat("<x:c />", 250)+"</x:row>", 8_000, endOfRows), sheet.TooManyBlanks, sheettest.Sheet},
		"one row of cells":            {of(sheettest.Sheet, rows+"<row>", "<c/>", 2_900_000, "</row>"+endOfRows), sheet.TooManyBlanks, sheettest.Sheet},
		"rows":                        {of(sheettest.Sheet, rows+one, "<row/>", 1_000_000, endOfRows), sheet.TooManyBlanks, sheettest.Sheet},
		"shared texts":                {of("xl/sharedStrings.xml", "<sst>", "<si/>", 1_900_000, "</sst>"), sheet.TooManyBlanks, "xl/sharedStrings.xml"},
		"shared texts of no letter":   {of("xl/sharedStrings.xml", "<sst>", "<si><t/></si>", 1_400_000, "</sst>"), sheet.TooManyBlanks, ""},
		"values outside of the cells": {of(sheettest.Sheet, "<worksheet><x>"+strings.Repeat("<v/>", 400_000)+"</x><sheetData>"+one, "<row>"+strings.Repeat("<c/>", 250)+"</row>", 9_000, endOfRows), sheet.TooManyBlanks, ""},
		"formats":                     {of("xl/styles.xml", "<styleSheet><cellXfs>", "<xf/>", 2_900_000, "</cellXfs></styleSheet>"), sheet.TooManyElements, "xl/styles.xml"},
		"links":                       {of(rels, "<Relationships>", `<Relationship/>`, 600_000, "</Relationships>"), sheet.TooManyParts, rels},
		"names behind the sheets":     {of("xl/workbook.xml", `<workbook xmlns:r="http://x/r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets><definedNames>`, "<definedName/>", 600_000, "</definedNames></workbook>"), 0, ""},
		"colour to the right":         {of(sheettest.Sheet, rows, `<row><c><v>1</v></c>`+strings.Repeat("<c/>", 39)+`</row>`, 10_000, endOfRows), 0, ""},
	} {
		read := 0
		err := sheet.Read(t.Context(), c.data, sheet.Limits{}, func(sheet.Row) error { read++; return nil })
		var e *sheet.Error
		if sheet.KindOf(err) != c.kind || (c.part != "") != (errors.As(err, &e) && e.Part == c.part && e.Row == 0 && read == 0) {
			t.Errorf("%s: %v after %d rows", name, err, read)
		}
	}
}
