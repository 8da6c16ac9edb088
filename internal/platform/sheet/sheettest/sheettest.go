// Package sheettest makes files that no spreadsheet program writes, for tests of what reads them.
package sheettest

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
)

// Piece is the content of a part of an xlsx: a text that is repeated between two others.
type Piece struct {
	Head, Text string
	Times      int
	Tail       string
}

// plainParts are those of a small workbook with one sheet, A.
var plainParts = map[string]string{
	"[Content_Types].xml":        `<Types/>`,
	"_rels/.rels":                `<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	"xl/workbook.xml":            `<workbook xmlns:r="http://x/r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
	"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
	"xl/sharedStrings.xml":       `<sst><si><t>one</t></si></sst>`,
	Sheet:                        `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
}

// Sheet is the part with the cells of the sheet A.
const Sheet = "xl/worksheets/sheet1.xml"

// XLSX is a small workbook of which some parts are others; names that it does not have are added. The sheet A is called
// like name.
func XLSX(name string, swollen map[string]Piece) []byte {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for part, text := range plainParts {
		if _, other := swollen[part]; !other {
			Piece{Head: strings.Replace(text, `name="A"`, `name="`+name+`"`, 1)}.write(w, part)
		}
	}
	for part, piece := range swollen {
		piece.write(w, part)
	}
	must(w.Close())
	return buf.Bytes()
}

func (p Piece) write(archive *zip.Writer, name string) {
	w, err := archive.Create(name)
	must(err)
	const atOnce = 1000
	many := []byte(strings.Repeat(p.Text, min(p.Times, atOnce)))
	_, err = io.WriteString(w, p.Head)
	must(err)
	for left := p.Times; left > 0; left -= atOnce {
		_, err := w.Write(many[:min(left, atOnce)*len(p.Text)])
		must(err)
	}
	_, err = io.WriteString(w, p.Tail)
	must(err)
}

func must(err error) {
	if err != nil { // of memory: cannot be
		panic(err)
	}
}

// Record is one record of a BIFF stream.
func Record(id uint16, body ...byte) []byte {
	b := binary.LittleEndian.AppendUint16(nil, id)
	return append(binary.LittleEndian.AppendUint16(b, uint16(len(body))), body...)
}

// Rows are sheets of a BIFF stream with the given names, each with the cells of rows; every cell is a text. The stream is
// whole: give it to XLS.
func Rows(names []string, rows [][]string) []byte {
	var out []byte
	for _, name := range names {
		out = append(out, Record(0x0085, slices.Concat([]byte{0, 0, 0, 0, 0, 0, byte(len(name)), 0}, []byte(name))...)...)
	}
	out = append(out, Record(0x000A)...)
	for range names {
		out = append(out, Record(0x0809, 0, 6, 0x10, 0)...)
		for n, cells := range rows {
			for column, text := range cells {
				head := []byte{byte(n), byte(n >> 8), byte(column), 0, 0, 0, byte(len(text)), byte(len(text) >> 8), 0}
				out = append(out, Record(0x0204, append(head, text...)...)...)
			}
		}
		out = append(out, Record(0x000A)...)
	}
	return out
}

// XLS puts a stream of records into a container: header, one sector of the allocation table for each 64 KiB, a directory.
// The records of the workbook begin after its first one, which is written here. At most two streams of other names hold nothing.
func XLS(cells []byte, others ...string) []byte {
	const sector = 512
	stream := slices.Concat(Record(0x0809, 0, 6, 5, 0), cells)
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
	return slices.Concat(head, stream, directory(len(stream), others), table, more)
}

func directory(size int, others []string) []byte {
	entry := func(name string, kind byte, next, child, start uint32, size int) []byte {
		e := make([]byte, 128)
		for i, c := range name {
			e[2*i] = byte(c)
		}
		binary.LittleEndian.PutUint16(e[64:], uint16(2*len(name)+2))
		e[66], e[67] = kind, 1
		binary.LittleEndian.PutUint32(e[68:], 0xFFFFFFFF)
		binary.LittleEndian.PutUint32(e[72:], next)
		binary.LittleEndian.PutUint32(e[76:], child)
		binary.LittleEndian.PutUint32(e[116:], start)
		binary.LittleEndian.PutUint32(e[120:], uint32(size))
		return e
	}
	const none = 0xFFFFFFFF
	entries := entry("Root Entry", 5, none, 1, 0xFFFFFFFE, 0)
	for i, name := range append([]string{"Workbook"}, others...) {
		next, start, held := uint32(i+2), uint32(0), size
		if i == len(others) {
			next = none
		}
		if i > 0 {
			start, held = 0xFFFFFFFE, 0
		}
		entries = append(entries, entry(name, 2, next, none, start, held)...)
	}
	return append(entries, make([]byte, 512-len(entries))...)
}
