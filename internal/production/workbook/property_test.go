package workbook_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

func cell[T any](t *rapid.T, name string, value *rapid.Generator[T]) workbook.Cell[T] {
	switch rapid.IntRange(0, 3).Draw(t, name+" state") {
	case 0:
		return workbook.Cell[T]{}
	case 1:
		return workbook.Cell[T]{State: workbook.Cleared}
	}
	return workbook.Of(value.Draw(t, name))
}

// What is written is read again: numbers to the minute and the sixth decimal, dates to the minute in any zone.
func TestWrittenBooksAreReadAgain(t *testing.T) {
	zones := []*time.Location{time.UTC, shanghai, mustZone("America/New_York"), mustZone("Asia/Kathmandu"), mustZone("Pacific/Apia")}
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zones).Draw(t, "zone")
		minutes := rapid.Map(rapid.Int64Range(0, 5000*60), func(n int64) quantity.Minutes { return quantity.Minutes(n) })
		decimals := rapid.Map(rapid.Int64Range(0, 20_000_000_000), func(n int64) quantity.Decimal { return quantity.Decimal(n) })
		texts := rapid.StringMatching(`[=+@'A-Za-z零件;," ]{0,20}x`)
		dates := func(kind workbook.Kind) *rapid.Generator[workbook.When] {
			return rapid.Custom(func(t *rapid.T) workbook.When {
				at := time.Unix(rapid.Int64Range(631200000, 7000000000).Draw(t, "at"), 0)
				if rapid.Bool().Draw(t, "whole day") {
					return workbook.Day(quantity.DateOf(at, zone), kind, zone).Value
				}
				local := at.In(zone) // a wall time that a clock change repeats has two meanings: none is used here
				return workbook.Moment(time.Date(local.Year(), local.Month(), local.Day(), 12, local.Minute(), 0, 0, zone)).Value
			})
		}
		var book workbook.Book
		for i := range rapid.IntRange(1, 4).Draw(t, "rows") {
			book.Moulds = append(book.Moulds, workbook.Mould{
				MouldNo: string(rune('A' + i)), Name: cell(t, "name", rapid.Map(texts, strings.TrimSpace)),
				Delivery: workbook.Of(dates(workbook.KindDateEnd).Draw(t, "delivery")),
				Release:  cell(t, "release", dates(workbook.KindDate)),
				Priority: cell(t, "priority", rapid.IntRange(1, 100)),
			})
			book.Parts = append(book.Parts, workbook.Part{MouldNo: "A", PartNo: string(rune('a' + i)), Length: cell(t, "length", decimals), Qty: cell(t, "qty", rapid.IntRange(1, 100_000))})
			book.Operations = append(book.Operations, workbook.Operation{
				MouldNo: "A", PartNo: "a", OpNo: i + 1, Process: workbook.Of("X"), Hours: cell(t, "hours", minutes),
				Unattended: cell(t, "unattended", rapid.Bool()),
				Pred:       cell(t, "pred", rapid.Just([]workbook.Pred{{PartNo: "P/3", OpNo: 10}, {OpNo: 20, Branch: "b"}})),
				LockStart:  cell(t, "lockStart", dates(workbook.KindInstant)),
			})
		}
		var buf bytes.Buffer
		if err := workbook.Write(&buf, &book, rapid.SampledFrom([]string{"zh", "en", ""}).Draw(t, "lang"), zone); err != nil {
			t.Fatal(err)
		}
		res, err := workbook.Parse(t.Context(), "", buf.Bytes(), workbook.Options{Zone: zone})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Faults.List()) > 0 {
			t.Fatal(brief(res.Faults.List()))
		}
		if diff := cmp.Diff(book, res.Book, cmpopts.IgnoreTypes(workbook.Line{})); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("moulds.csv", []byte("mouldNo,delivery,priority\nM1,2026-03-20,5\nM1,46101.5,-\n"))
	f.Add("x.csv", []byte("mouldNo;partNo;opNo;pred\nM;P;1;2\nM;P;2;1\n"))
	f.Add("x.json", []byte(`{"parts":[{"mouldNo":"M","partNo":"P","parentPart":"P","qty":1e3}],"operations":[{"opNo":[1,{}]}]}`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if sheet.Sniff(data) == sheet.XLSX { // the sheet package's own target
			return
		}
		res, err := workbook.Parse(t.Context(), name, data, workbook.Options{Zone: shanghai, Limits: sheet.Limits{Bytes: 1 << 16, Rows: 500}})
		if err != nil {
			return
		}
		checked := res.Book.Check(time.Unix(1773000000, 0), res.Pages)
		brief := brief(append(res.Faults.List(), checked.List()...))
		for _, line := range brief {
			if bytes.HasPrefix([]byte(line), []byte("badly worded")) {
				t.Fatal(line)
			}
		}
		var buf bytes.Buffer
		if err := workbook.Write(&buf, &res.Book, "zh", shanghai); err != nil {
			t.Fatal(err)
		}
	})
}
