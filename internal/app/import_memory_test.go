package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet/sheettest"
)

// mostMemory is what any upload may cost beyond its own size.
const mostMemory = 200 << 20

// flood is a file that is made to cost what it can, and what the answer must say.
type flood struct {
	path, name string
	make       func() []byte
	fields     map[string]string
	status     int
	says       string // in the answer
}

// table is a csv of one row, repeated; %d in the row becomes its number.
func table(heading, row string, rows int) []byte {
	var b bytes.Buffer
	b.WriteString(heading + "\n")
	for n := range rows {
		b.WriteString(strings.ReplaceAll(row, "%d", strconv.Itoa(n)) + "\n")
	}
	return b.Bytes()
}

// xlsxOf is the same table as a workbook with a sheet of that name.
func xlsxOf(sheetName string, csv []byte) []byte {
	var rows strings.Builder
	for line := range strings.Lines(string(csv)) {
		rows.WriteString("<row>")
		for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
			fmt.Fprintf(&rows, `<c t="str"><v>%s</v></c>`, cell)
		}
		rows.WriteString("</row>")
	}
	return sheettest.XLSX(sheetName, map[string]sheettest.Piece{sheettest.Sheet: {Head: "<worksheet><sheetData>", Text: rows.String(), Times: 1, Tail: "</sheetData></worksheet>"}})
}

// xlsOf is the same table as an old workbook, in as many sheets of 65 536 rows as names.
func xlsOf(names []string, csv []byte) []byte {
	var rows [][]string
	for line := range strings.Lines(string(csv)) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
	}
	return sheettest.XLS(sheettest.Rows(names, rows))
}

// jsonOf is the same table as JSON.
func jsonOf(sheetName string, csv []byte) []byte {
	heading, rest, _ := strings.Cut(string(csv), "\n")
	keys := strings.Split(heading, ",")
	rows := []map[string]string{}
	for line := range strings.Lines(rest) {
		row := map[string]string{}
		for i, cell := range strings.Split(strings.TrimSpace(line), ",") {
			row[keys[i]] = cell
		}
		rows = append(rows, row)
	}
	b, _ := json.Marshal(map[string]any{sheetName: rows}) // texts only
	return b
}

// masked is a workbook whose numbers all have a format that shows letters before them, as wide as a row may be.
func masked(sheetName string, rows int) []byte {
	row := `<row>` + strings.Repeat(`<c s="1"><v>7</v></c>`, 256) + `</row>`
	return sheettest.XLSX(sheetName, map[string]sheettest.Piece{
		"xl/_rels/workbook.xml.rels": {Head: `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/styles" Target="styles.xml"/></Relationships>`},
		"xl/styles.xml":              {Head: `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="&quot;HT-&quot;0000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`},
		sheettest.Sheet:              {Head: `<worksheet><sheetData><row><c t="str"><v>name</v></c><c t="str"><v>chineseName</v></c></row>`, Text: row, Times: rows, Tail: "</sheetData></worksheet>"},
	})
}

// The rows of the floods: as many as a file may have, and each with as many faults as it has cells; and one row too many,
// in a file of nearly a million.
const (
	faultyHeading = "mouldNo,partNo,opNo,hours,setupHours,crew,outsource,lock,leadDays,earliest"
	faultyRow     = "M%d,P,10,x,x,x,x,x,x,x"
	faultyRows    = 29_999 // and a heading
	tinyRows      = 990_000
	listHeading   = "name,chineseName,valid"
	listRow       = "S%d,x,maybe"
	listRows      = 30_000
)

var (
	dryRun    = map[string]string{"dryRun": "true"}
	oldSheets = []string{"moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds", "moulds"}
	faulty    = func() []byte { return table(faultyHeading, faultyRow, faultyRows) }
	tiny      = func(rows int) []byte { return table("mouldNo", "M%d", rows) }
	listed    = func() []byte { return table(listHeading, listRow, listRows-1) }
)

var floods = map[string]flood{
	"a csv of faulty rows":                 {"production/import", "operations.csv", faulty, dryRun, 200, `"refused":29999`},
	"an xlsx of faulty rows":               {"production/import", "x.xlsx", func() []byte { return xlsxOf("operations", faulty()) }, dryRun, 200, `"refused":29999`},
	"an xls of faulty rows":                {"production/import", "x.xls", func() []byte { return xlsOf([]string{"operations"}, faulty()) }, dryRun, 200, `"refused":29999`},
	"JSON of faulty rows":                  {"production/import", "x.json", func() []byte { return jsonOf("operations", faulty()) }, dryRun, 200, `"refused":29999`},
	"the faulty rows of a csv come back":   {"production/import/failed", "operations.csv", faulty, map[string]string{}, 200, "PK"},
	"faulty rows row by row":               {"production/import", "operations.csv", faulty, map[string]string{"dryRun": "true", "mode": "row"}, 200, `"refused":29999`},
	"a csv of healthy operations":          {"production/import", "operations.csv", func() []byte { return table("mouldNo,partNo,opNo,process,hours", "M%d,P,10,CNC,1", faultyRows) }, dryRun, 200, `"read":29999`},
	"a csv of nearly a million rows":       {"production/import", "moulds.csv", func() []byte { return tiny(tinyRows) }, dryRun, 422, "30000"},
	"an xlsx of nearly a million rows":     {"production/import", "x.xlsx", func() []byte { return xlsxOf("moulds", tiny(tinyRows)) }, dryRun, 422, "30000"},
	"an xls of nearly a million rows":      {"production/import", "x.xls", func() []byte { return xlsOf(oldSheets, tiny(65_535)) }, dryRun, 422, "30000"},
	"JSON of nearly a million rows":        {"production/import", "x.json", func() []byte { return jsonOf("moulds", tiny(900_000)) }, dryRun, 422, "30000"},
	"a list of faulty rows":                {"bms/section/import", "x.csv", listed, dryRun, 200, `"refused":29999`},
	"a list of faulty rows as an xlsx":     {"bms/section/import", "x.xlsx", func() []byte { return xlsxOf("A", listed()) }, dryRun, 200, `"refused":29999`},
	"a list of faulty rows as an xls":      {"bms/section/import", "x.xls", func() []byte { return xlsOf([]string{"A"}, listed()) }, dryRun, 200, `"refused":29999`},
	"a list of numbers with letters":       {"bms/section/import", "x.xlsx", func() []byte { return masked("A", 5_800) }, dryRun, 200, `"key":"HT-0007"`},
	"the faulty rows of a list come back":  {"bms/section/import/failed", "x.csv", listed, map[string]string{}, 200, "PK"},
	"a list of nearly a million rows":      {"bms/section/import", "x.csv", func() []byte { return table("name", "S%d", tinyRows) }, dryRun, 422, "30000"},
	"a list of nearly a million xlsx rows": {"bms/section/import", "x.xlsx", func() []byte { return xlsxOf("A", table("name", "S%d", tinyRows)) }, dryRun, 422, "30000"},
	"a list of nearly a million xls rows":  {"bms/section/import", "x.xls", func() []byte { return xlsOf(oldSheets, table("name", "S%d", 65_535)) }, dryRun, 422, "30000"},
}

// TestUploadsStayInTheirBudget measures each file in a process of its own, from the request to its answer.
func TestUploadsStayInTheirBudget(t *testing.T) {
	if name := os.Getenv("FLOOD"); name != "" {
		data, err := os.ReadFile(os.Getenv("FLOOD_FILE"))
		if err != nil {
			t.Fatal(err)
		}
		eachFactoryInTurn(t, func(_ context.Context, t *testing.T, a *App) { a.endure(t, floods[name], data) })
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range floods {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, f.make(), 0o600); err != nil {
				t.Fatal(err)
			}
			run := exec.Command(self, "-test.run=^TestUploadsStayInTheirBudget$/^sqlite$", "-test.v")
			run.Env = append(os.Environ(), "FLOOD="+name, "FLOOD_FILE="+file, "TMPDIR="+t.TempDir())
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

// The answer about a file is no larger than what people can read: a text that many headings or cells share comes back shortened.
func TestLongHeadingsAreNotEchoed(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		header := signedIn(t, server, "13800000001")
		server.Close()
		long := strings.Repeat("模", 32_700)
		csv := strings.Repeat(","+long, 100)[1:] + "\n" + strings.Repeat(","+long, 100)[1:] + "\n"
		for _, path := range []string{"bms/currency/import", "production/import"} {
			kind, body := formBody(t, map[string][]byte{"x.csv": []byte(csv)}, map[string]string{"dryRun": "true"})
			answer := &beginning{header: http.Header{}}
			a.answerForm(t.Context(), answer, path, header, kind, body)
			if answer.code == 0 || answer.size > 512<<10 {
				t.Errorf("%s: %d, %d bytes: %.200s", path, answer.code, answer.size, answer.text.String())
			}
		}
	})
}

// endure sends a file and tells by how much the process grew: what the operating system gave is never given back in this
// figure.
func (a *App) endure(t *testing.T, f flood, data []byte) {
	server := httptest.NewServer(a.Handler())
	header := signedIn(t, server, "13800000001")
	server.Close()
	kind, body := formBody(t, map[string][]byte{filepath.Base(f.name): data}, f.fields)
	answer := &beginning{header: http.Header{}}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before := m.Sys
	a.answerForm(t.Context(), answer, f.path, header, kind, body)
	runtime.ReadMemStats(&m)
	grown := int64(m.Sys-before) - int64(len(body))
	runtime.KeepAlive(body)
	if answer.code != f.status || !strings.Contains(answer.text.String(), f.says) {
		t.Errorf("%d %.500s", answer.code, answer.text.String())
	}
	t.Logf("grew by %d bytes", max(0, grown))
}

// beginning keeps the beginning of an answer.
type beginning struct {
	header http.Header
	code   int
	size   int
	text   bytes.Buffer
}

func (b *beginning) Header() http.Header { return b.header }

func (b *beginning) WriteHeader(code int) { b.code = code }

func (b *beginning) Write(p []byte) (int, error) {
	if b.code == 0 {
		b.code = http.StatusOK
	}
	const most = 64 << 10
	b.size += len(p)
	b.text.Write(p[:min(len(p), max(0, most-b.text.Len()))])
	return len(p), nil
}
