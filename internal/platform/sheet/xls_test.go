package sheet_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
)

// moulds is a workbook of Excel 97 to 2003 with three sheets: 600 rows in Chinese and English, whose texts cross the
// borders of records, some cells far from the corner, and nothing.
func moulds(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/moulds.xls")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestXLS(t *testing.T) {
	lines, err := read(t, moulds(t), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 603 {
		t.Fatalf("%d rows", len(lines))
	}
	for i, l := range lines[1:601] {
		n := i + 1
		text := fmt.Sprintf("模具 %d 号 模具 %d 号 模具 %d 号", n, n, n)
		if n%2 == 0 {
			text = fmt.Sprintf("mould number %d mould number %d mould number %d", n, n, n)
		}
		// Tenths of a gram are floats, counts are integers, a date reads as it is shown.
		want := []string{fmt.Sprintf("M%04d", n), text, l.Cells[2], fmt.Sprint(n), strings.ToUpper(fmt.Sprint(n%2 == 0)), "2026-03-01"}
		if l.Sheet != "模具" || l.Row != n+1 || !slices.Equal(l.Cells, want) {
			t.Fatalf("row %d of %q is %q, want %q", l.Row, l.Sheet, l.Cells, want)
		}
	}
	if got := lines[1].Cells[2]; got != "7.851" {
		t.Errorf("a weight came out as %s", got)
	}
	deep, far := lines[601], lines[602]
	if deep.Sheet != "Second" || deep.Row != 5 || !slices.Equal(deep.Cells, []string{"", "", "deep"}) {
		t.Errorf("%+v", deep)
	}
	if far.Row != 6 || far.Cells[1] != "-0.01" || far.Cells[0] != "1E+300" {
		t.Errorf("%+v", far)
	}
}

func TestXLSLimits(t *testing.T) {
	for want, limits := range map[sheet.Kind]sheet.Limits{
		sheet.TooManyRows:    {Rows: 100},
		sheet.TooManyColumns: {Columns: 3},
		sheet.TooLarge:       {Unpacked: 20_000},
	} {
		if _, err := read(t, moulds(t), limits); sheet.KindOf(err) != want {
			t.Errorf("%+v: %v, want %v", limits, err, want)
		}
	}
}

// A torn or spoilt file gives its rows or a kind of error, never a panic.
func TestSpoiltXLS(t *testing.T) {
	good := moulds(t)
	random := rand.New(rand.NewPCG(1, 1))
	refused := 0
	for i := range 1000 {
		spoilt := slices.Clone(good)
		for range 1 + random.IntN(8) {
			spoilt[random.IntN(len(spoilt))] = byte(random.IntN(256))
		}
		if i%5 == 0 {
			spoilt = spoilt[:random.IntN(len(spoilt))]
		}
		err := sheet.Read(t.Context(), spoilt, sheet.Limits{}, func(r sheet.Row) error {
			if r.Number < 1 || len(r.Cells) == 0 {
				t.Fatalf("row %d with %d cells", r.Number, len(r.Cells))
			}
			return nil
		})
		if err != nil {
			if refused++; sheet.KindOf(err) == 0 {
				t.Fatal(err)
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused: the files were not spoilt")
	}
}

func FuzzXLS(f *testing.F) {
	f.Add(moulds(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		limits := sheet.Limits{Bytes: 1 << 18, Unpacked: 1 << 20, Rows: 1000, Columns: 50}
		if sheet.Sniff(data) != sheet.XLS {
			return
		}
		if err := sheet.Read(t.Context(), data, limits, func(sheet.Row) error { return nil }); err != nil && sheet.KindOf(err) == 0 {
			t.Fatal(err)
		}
	})
}

// Hidden sheets and rows of an old workbook are read like others, and each row says so.
func TestXLSTellsWhatIsHidden(t *testing.T) {
	data := moulds(t)
	second := bytes.Index(data, []byte("Second"))
	if second < 8 || data[second-12] != 0x85 {
		t.Fatal("the directory of the file does not name the sheet")
	}
	data[second-4] = 1 // its state
	row := bytes.Index(data, []byte{0x08, 0x02, 0x10, 0x00, 0x04, 0x00})
	if row < 0 {
		t.Fatal("the file has no record of its fifth row")
	}
	data[row+4+12] |= 0x20 // of no height
	sheets, rows := map[string]int{}, map[int]int{}
	if err := sheet.Read(t.Context(), data, sheet.Limits{}, func(r sheet.Row) error {
		if r.HiddenSheet {
			sheets[r.Sheet]++
		}
		if r.Hidden {
			rows[r.Number]++
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(sheets) != 1 || sheets["Second"] != 2 || len(rows) != 1 || rows[5] != 1 {
		t.Errorf("hidden sheets %v, hidden rows %v", sheets, rows)
	}
}
