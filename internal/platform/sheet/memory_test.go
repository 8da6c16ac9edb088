package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
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
	"empty texts without end": {func() []byte { return packed("xl/sharedStrings.xml", "<sst>", "<si/>", 12_000_000, "</sst>") }, sheet.TooManyCells},
	"deep nesting": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", "<worksheet>", "<a>", 20_000_000, "</worksheet>")
	}, sheet.TooManyElements},
	"elements without end": {func() []byte {
		return packed("xl/worksheets/sheet1.xml", "<worksheet>", "<a/>", 16_000_000, "</worksheet>")
	}, sheet.TooManyElements},
	"one long text in every cell": {func() []byte {
		return packedParts(map[string]stream{
			"xl/sharedStrings.xml":     {"<sst><si><t>", "x", 32_000, "</t></si></sst>"},
			"xl/worksheets/sheet1.xml": {"<worksheet><sheetData>", `<row><c t="s"><v>0</v></c></row>`, 190_000, "</sheetData></worksheet>"},
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
	"sheets without end": {func() []byte {
		return packed("xl/_rels/workbook.xml.rels", "<Relationships>", `<Relationship Id="r" Type="worksheet" Target="a"/>`, 100_000, "</Relationships>")
	}, sheet.Damaged}, // one and the same link, which leads nowhere
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
	"an xls of endless texts":   {func() []byte { return xls(sstOf(0xFFFFFFFF, bytes.Repeat([]byte{0, 0, 0}, 6<<20))) }, sheet.TooManyCells},
	"an xls of a lying text": {func() []byte {
		return xls(sstOf(1, slices.Concat([]byte{0xFF, 0xFF, 4, 0xFF, 0xFF, 0xFF, 0xFF}, make([]byte, 100))))
	}, sheet.Damaged},
	"an xls of cells far apart":    {func() []byte { return xls(farCells()) }, sheet.TooManyCells},
	"a container of lying lengths": {lyingContainer, sheet.Damaged},
}

type stream struct {
	head, piece string
	times       int
	tail        string
}

func packed(name, head, piece string, times int, tail string) []byte {
	return packedParts(map[string]stream{name: {head, piece, times, tail}})
}

func packedParts(swollen map[string]stream) []byte {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for name, text := range parts(nil) {
		part, err := w.Create(name)
		must(err)
		s, ok := swollen[name]
		if !ok {
			s = stream{text, "", 0, ""}
		}
		delete(swollen, name)
		s.write(part)
	}
	for name, s := range swollen {
		part, err := w.Create(name)
		must(err)
		s.write(part)
	}
	must(w.Close())
	return buf.Bytes()
}

func (s stream) write(w io.Writer) {
	const atOnce = 1000
	many := []byte(strings.Repeat(s.piece, min(s.times, atOnce)))
	_, err := io.WriteString(w, s.head)
	must(err)
	for left := s.times; left > 0; left -= atOnce {
		_, err := w.Write(many[:min(left, atOnce)*len(s.piece)])
		must(err)
	}
	_, err = io.WriteString(w, s.tail)
	must(err)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// xls puts a stream of records into a container: header, one sector of the allocation table for each 64 KiB, a directory.
func xls(cells []byte) []byte {
	const sector = 512
	stream := slices.Concat(record(0x0809, 0, 6, 5, 0), cells)
	stream = append(stream, make([]byte, max(4096, (len(stream)+sector-1)/sector*sector)-len(stream))...)
	n := len(stream) / sector
	fats := 1
	for fats*128 < n+1+fats+fats/127+1 {
		fats++
	}
	difats := max(0, (fats-109+126)/127)
	next := make([]uint32, fats*128)
	for i := range next {
		next[i] = 0xFFFFFFFF
	}
	for i := range n {
		next[i] = uint32(i + 1)
	}
	next[n-1], next[n] = 0xFFFFFFFE, 0xFFFFFFFE // the stream, then the directory
	firstFat, firstDifat := n+1, n+1+fats
	head := make([]byte, sector)
	copy(head, []byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1})
	put16, put32 := binary.LittleEndian.PutUint16, binary.LittleEndian.PutUint32
	put16(head[24:], 0x3E)
	put16(head[26:], 3)
	put16(head[28:], 0xFFFE)
	put16(head[30:], 9)
	put16(head[32:], 6)
	put32(head[44:], uint32(fats))
	put32(head[48:], uint32(n))
	put32(head[56:], 4096)
	put32(head[60:], 0xFFFFFFFE)
	put32(head[68:], 0xFFFFFFFE)
	put32(head[72:], uint32(difats))
	if difats > 0 {
		put32(head[68:], uint32(firstDifat))
	}
	more := make([]byte, difats*sector)
	for i := range max(fats, 109) {
		at := uint32(0xFFFFFFFF)
		if i < fats {
			at = uint32(firstFat + i)
		}
		if i < 109 {
			put32(head[76+4*i:], at)
		} else {
			put32(more[(i-109)/127*sector+(i-109)%127*4:], at)
		}
	}
	for i := range difats {
		last := uint32(0xFFFFFFFE)
		if i < difats-1 {
			last = uint32(firstDifat + i + 1)
		}
		for j := fats - 109 - i*127; j >= 0 && j < 127; j++ {
			put32(more[i*sector+4*j:], 0xFFFFFFFF)
		}
		put32(more[(i+1)*sector-4:], last)
	}
	var table []byte
	for _, v := range next {
		table = binary.LittleEndian.AppendUint32(table, v)
	}
	return slices.Concat(head, stream, directory(len(stream)), table, more)
}

func directory(size int) []byte {
	entry := func(name string, kind byte, child, start uint32, size int) []byte {
		e := make([]byte, 128)
		for i, c := range name {
			e[2*i] = byte(c)
		}
		binary.LittleEndian.PutUint16(e[64:], uint16(2*len(name)+2))
		e[66], e[67] = kind, 1
		binary.LittleEndian.PutUint32(e[68:], 0xFFFFFFFF)
		binary.LittleEndian.PutUint32(e[72:], 0xFFFFFFFF)
		binary.LittleEndian.PutUint32(e[76:], child)
		binary.LittleEndian.PutUint32(e[116:], start)
		binary.LittleEndian.PutUint32(e[120:], uint32(size))
		return e
	}
	return slices.Concat(entry("Root Entry", 5, 1, 0xFFFFFFFE, 0), entry("Workbook", 2, 0xFFFFFFFF, 0, size), make([]byte, 256))
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
	data := xls(farCells())
	for _, at := range []int{44, 64, 72} { // numbers of sectors of the three tables
		binary.LittleEndian.PutUint32(data[at:], 0x0007FFFF)
	}
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
	err := sheet.Read(data, sheet.Limits{}, func(r sheet.Row) error {
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
