package sheet_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/sheet/sheettest"
)

// mostMemory is what any upload may cost beyond its own size.
const mostMemory = 200 << 20

// hostile are small files that swell.
var hostile = map[string]struct {
	make func() []byte
	kind sheet.Kind // 0: read as it is, because what swells is never looked at
}{
	"12 million styles": {func() []byte {
		return packed("xl/styles.xml", "<styleSheet><cellXfs>", "<xf/>", 12_000_000, "</cellXfs></styleSheet>")
	}, 0},
	"one cell of 58 MB": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>`, "x", 58_000_000, "</v></c></row></sheetData></worksheet>")
	}, sheet.TooLong},
	"one text of many pieces": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is>`, "<t>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</t>", 500_000, "</is></c></row></sheetData></worksheet>")
	}, sheet.TooLong},
	"a shared text of 58 MB": {func() []byte {
		return packed("xl/sharedStrings.xml", "<sst><si><t>", "x", 58_000_000, "</t></si></sst>")
	}, sheet.TooLong},
	"a comment of 58 MB": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", "<worksheet><!--", "x", 58_000_000, "--></worksheet>")
	}, sheet.TooLong},
	"an attribute of 58 MB": {func() []byte {
		return packed("xl/workbook.xml", `<workbook a="`, "x", 58_000_000, `"/>`)
	}, sheet.TooLong},
	"a million tiny texts": {func() []byte {
		return packed("xl/sharedStrings.xml", "<sst>", "<si><t>x</t></si>", 1_000_000, "</sst>")
	}, 0},
	"empty texts without end": {func() []byte { return packed("xl/sharedStrings.xml", "<sst>", "<si/>", 12_000_000, "</sst>") }, sheet.TooManyElements},
	"columns without end": {func() []byte { // each takes a microsecond
		return packed("xl/worksheets/sheet1.xml", "<worksheet><cols>", "<col/>", 9_000_000, "</cols></worksheet>")
	}, sheet.TooManyElements},
	"empty cells without end": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1">`, "<c/>", 9_000_000, "</row></sheetData></worksheet>")
	}, sheet.TooManyElements},
	"an xls of a million rows": {func() []byte {
		rows := slices.Repeat([][]string{{"x"}}, 65_000)
		return sheettest.XLS(sheettest.Rows(slices.Repeat([]string{"A"}, 15), rows))
	}, sheet.TooManyRows},
	"deep nesting": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", "<worksheet>", "<a>", 20_000_000, "</worksheet>")
	}, sheet.TooManyElements},
	"elements without end": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", "<worksheet>", "<a/>", 16_000_000, "</worksheet>")
	}, sheet.TooManyElements},
	"one long text in every cell": {func() []byte {
		return packedParts(map[string]stream{
			"xl/sharedStrings.xml":     {Head: "<sst><si><t>", Text: "x", Times: 32_000, Tail: "</t></si></sst>"},
			"xl/worksheets/sheet1.xml": {Head: "<worksheet><sheetData>", Text: `<row><c t="s"><v>0</v></c></row>`, Times: 190_000, Tail: "</sheetData></worksheet>"},
		})
	}, sheet.TooMuchText},
	"a cell far to the right in every row": {func() []byte {
		var rows strings.Builder
		for n := 1; n < 190_000; n++ {
			fmt.Fprintf(&rows, `<row r="%d"><c r="IV%d"><v>1</v></c></row>`, n, n)
		}
		return packed("xl/worksheets/sheet1.xml", "<worksheet><sheetData>", rows.String(), 1, "</sheetData></worksheet>")
	}, sheet.TooManyCells},
	"merged areas without end": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", "<worksheet><mergeCells>", `<mergeCell ref="A1:A9"/>`, 2_000_000, "</mergeCells></worksheet>")
	}, sheet.TooManyElements},
	"descriptions of columns": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", "<worksheet><cols>", `<col min="1" max="1"/>`, 2_000_000, "</cols></worksheet>")
	}, sheet.TooManyElements},
	"sheets without end": {func() []byte {
		return packed("xl/_rels/workbook.xml.rels", "<Relationships>", `<Relationship Id="r" Type="worksheet" Target="a"/>`, 100_000, "</Relationships>")
	}, sheet.TooManyParts}, // one and the same link
	"an archive of nothing but entries": {func() []byte {
		entry := slices.Concat([]byte("PK\x01\x02"), make([]byte, 42))
		return slices.Concat([]byte("PK\x03\x04"), bytes.Repeat(entry, 400_000))
	}, sheet.TooManyParts},
	"a csv of one line":         {func() []byte { return bytes.Repeat([]byte("x"), 20<<20) }, sheet.TooLong},
	"a csv of separators":       {func() []byte { return bytes.Repeat([]byte(","), 20<<20) }, sheet.TooManyColumns},
	"a csv of one quoted cell":  {func() []byte { return []byte(`"` + strings.Repeat("x\n", 10<<20-2) + `"`) }, sheet.TooLong},
	"a csv of quotation marks":  {func() []byte { return []byte(`"` + strings.Repeat(`""`, 10<<20-2) + `"`) }, sheet.TooLong},
	"a csv of short rows":       {func() []byte { return bytes.Repeat([]byte("x\n"), 10<<20) }, sheet.TooManyRows},
	"a csv of another encoding": {func() []byte { return bytes.Repeat([]byte("\xc4\xa3"), 10<<20) }, sheet.TooLong},
	"an xls of endless texts":   {func() []byte { return sheettest.XLS(sstOf(0xFFFFFFFF, bytes.Repeat([]byte{0, 0, 0}, 6<<20))) }, sheet.TooManyCells},
	"an xls of a lying text": {func() []byte {
		return sheettest.XLS(sstOf(1, slices.Concat([]byte{0xFF, 0xFF, 4, 0xFF, 0xFF, 0xFF, 0xFF}, make([]byte, 100))))
	}, sheet.Damaged},
	"an xls of cells far apart":    {func() []byte { return sheettest.XLS(farCells()) }, sheet.TooManyCells},
	"a container of lying lengths": {lyingContainer, sheet.Damaged},
	"a container in a circle":      {circularContainer, sheet.Damaged},
}

type stream = sheettest.Piece

func packed(name, head, piece string, times int, tail string) []byte {
	return packedParts(map[string]stream{name: {Head: head, Text: piece, Times: times, Tail: tail}})
}

func packedParts(swollen map[string]stream) []byte { return sheettest.XLSX("A", swollen) }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// sstOf is a table of texts with a count of its own, in as many records as it needs.
func sstOf(count uint32, texts []byte) []byte {
	body := binary.LittleEndian.AppendUint32(nil, count)
	body = append(binary.LittleEndian.AppendUint32(body, count), texts...)
	out, id := []byte(nil), uint16(0x00FC)
	for piece := range slices.Chunk(body, 8223) { // a multiple of a text of three bytes
		out = append(out, record(id, piece...)...)
		id = 0x003C
	}
	return out
}

// farCells are rows with one cell each, in the last column.
func farCells() []byte {
	out := slices.Concat(record(0x000A), record(0x0809, 0, 6, 0x10, 0))
	for n := range 60_000 {
		out = append(out, record(0x0203, byte(n), byte(n>>8), 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F)...)
	}
	return append(out, record(0x000A)...)
}

func lyingContainer() []byte {
	data := sheettest.XLS(farCells())
	for _, at := range []int{44, 64, 72} { // numbers of sectors of the three tables
		binary.LittleEndian.PutUint32(data[at:], 0x0007FFFF)
	}
	return data
}

// circularContainer is a small container whose stream says that it is long, and whose last sector is followed by its first.
func circularContainer() []byte {
	const sector, sectors = 512, 8
	data := sheettest.XLS(nil)
	directory := sector + sectors*sector
	binary.LittleEndian.PutUint32(data[directory+128+120:], 60<<20)
	binary.LittleEndian.PutUint32(data[directory+sector+4*(sectors-1):], 0)
	return data
}

// TestHostileFilesStayInTheirBudget measures each file in a process of its own, which keeps every row as an import does.
func TestHostileFilesStayInTheirBudget(t *testing.T) {
	if name := os.Getenv("HOSTILE_FILE"); name != "" {
		data, err := os.ReadFile(os.Getenv("HOSTILE_PATH"))
		must(err)
		measure(data, hostile[name].kind)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range hostile {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, file.make(), 0o600); err != nil {
				t.Fatal(err)
			}
			run := exec.Command(self, "-test.run=^TestHostileFilesStayInTheirBudget$")
			run.Env = append(os.Environ(), "HOSTILE_FILE="+name, "HOSTILE_PATH="+path)
			out, err := run.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			_, figures, ok := strings.Cut(string(out), "grew by ")
			text, _, _ := strings.Cut(figures, " ")
			grown, err := strconv.ParseInt(text, 10, 64)
			if !ok || err != nil {
				t.Fatalf("no figure in %s", out)
			}
			if grown > mostMemory {
				t.Errorf("cost %d MiB", grown>>20)
			}
			t.Logf("%d MiB", grown>>20)
		})
	}
}

// measure prints by how much the process grew; what the operating system gave is never given back in these figures, so
// that the number at the end is the highest.
func measure(data []byte, want sheet.Kind) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before := m.Sys
	var kept [][]string
	err := sheet.Read(context.Background(), data, sheet.Limits{}, func(r sheet.Row) error {
		kept = append(kept, slices.Clone(r.Cells))
		return nil
	})
	runtime.ReadMemStats(&m)
	grown := int64(m.Sys - before)
	runtime.KeepAlive(data)
	runtime.KeepAlive(kept)
	var e *sheet.Error
	if sheet.KindOf(err) != want || errors.As(err, &e) && want != sheet.Damaged && e.Limit == 0 {
		fmt.Printf("got %v, want %v with its limit\n", err, want)
		os.Exit(1)
	}
	fmt.Printf("grew by %d bytes\n", max(0, grown))
}

// leaving is a caller who goes after the question whether they are still there was answered so many times.
type leaving struct {
	context.Context
	left int
}

func (l *leaving) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// Reading ends with the caller who goes in its middle.
func TestReadingEndsWithItsCaller(t *testing.T) {
	rows := slices.Repeat([][]string{{"x", "y"}}, 20_000)
	for name, data := range map[string][]byte{
		"csv":          bytes.Repeat([]byte("x,y\n"), 20_000),
		"xls":          sheettest.XLS(sheettest.Rows([]string{"A"}, rows)),
		"xlsx":         packed(sheettest.Sheet, "<worksheet><sheetData>", `<row><c t="str"><v>x</v></c></row>`, 20_000, "</sheetData></worksheet>"),
		"shared texts": packed("xl/sharedStrings.xml", "<sst>", "<si><t>x</t></si>", 20_000, "</sst>"),
	} {
		if err := sheet.Read(&leaving{t.Context(), 5}, data, sheet.Limits{}, func(sheet.Row) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
