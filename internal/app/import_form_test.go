package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What the preview says about a file is held against the same rules as a body: elements that are none, fields that nobody
// declares, fields that stand twice, characters that cannot be stored and rows that no file has are refused by name.
func TestAnswersOfThePreviewAreInspected(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		for _, row := range []struct{ path, field, text, at, rule string }{
			{"production/import", "edits", `[null]`, "edits.0", "type"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name","value":"x"},{"sheet":"moulds","row":-1,"column":"name","value":"x"}]`, "edits.1.row", "min"},
			{"production/import", "edits", `[{"sheet":"moulds","part":-1,"row":2,"column":"name","value":"x"}]`, "edits.0.row", "min"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name","value":"a\u0000b"}]`, "edits.0.value", "character"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"row":3,"column":"name","value":"x"}]`, "edits.0.row", "duplicate"},
			{"production/import", "replaced", `[{"sheet":"moulds","column":"name","from":"x","to":"y","colour":1}]`, "replaced.0.colour", "unknown"},
			{"production/import", "headings", `{"sheets":{"a\u202eb":"moulds"}}`, "headings.sheets.a\u202eb", "character"},
			{"production/import", "create", `x`, "create", "format"},
			{"production/import", "create", `[{"entity":"customer","names":[null]}]`, "create.0.names.0", "type"},
			{"production/import", "headings", `{"sheets":{"a":null}}`, "headings.sheets.a", "type"},
			{"production/import", "importId", "01900000-0000-7000-8000-000000000001", "file", "single"},
			{"production/import", "only", "zzz", "only", "choice"},
			{"production/import", "dryRun", "perhaps", "dryRun", "type"},
			{"bms/section/import", "dryRun", "", "dryRun", "type"},
			{"bms/section/import", "headings", `{"a":null}`, "headings.a", "type"},
			{"bms/section/import", "create", `[{"entity":"customer","names":[null]}]`, "create.0.names.0", "type"},
			{"bms/section/import", "edits", `[null]`, "edits.0", "type"},
			{"bms/section/import", "edits", `[{"row":0,"column":"name","value":"x"}]`, "edits.0.row", "min"},
			{"bms/section/import", "edits", `[{"row":2,"column":"name"}]`, "edits.0.value", "required"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name"}]`, "edits.0.value", "required"},
			{"production/import", "replaced", `[{"sheet":"moulds","column":"name","from":"x"}]`, "replaced.0.to", "required"},
			{"production/import", "replaced", `[{"sheet":"moulds","column":"name","from":" ","to":"x"}]`, "replaced.0.from", "required"},
			{"production/import", "create", `[{"entity":"customer","names":[]}]`, "create.0.names", "required"},
			{"production/import", "create", `[{"entity":"customer","names":["A","\u200b "]}]`, "create.0.names.1", "required"},
			{"production/import", "create", `[{"entity":"customer"}]`, "create.0.names", "required"},
			{"production/import", "edits", `[{"sheet":"nope","row":2,"column":"name","value":"x"}]`, "edits.0.sheet", "exists"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name","value":"x"},{"sheet":"moulds","row":99,"column":"name","value":"x"}]`, "edits.1.row", "exists"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"nope","value":"x"}]`, "edits.0.column", "exists"},
			{"bms/section/import", "edits", `[{"row":2,"column":"name","value":"x"},{"row":99,"column":"name","value":"x"}]`, "edits.1.row", "exists"},
			{"bms/section/import", "edits", `[{"row":2,"column":"nope","value":"x"}]`, "edits.0.column", "exists"},
			{"bms/section/import", "headings", `{"own":"name","own":""}`, "headings.own", "duplicate"},
			{"bms/section/import", "headings", `[]`, "headings", "type"},
			{"production/import", "edits", ` null`, "edits", "type"},
			{"production/import", "create", `null`, "create", "type"},
			{"production/import", "replaced", "null\n", "replaced", "type"},
			{"production/import", "headings", `null`, "headings", "type"},
			{"production/import", "headings", `{"sheets":null}`, "headings.sheets", "type"},
			{"production/import", "create", `[{"entity":"customer","names":null}]`, "create.0.names", "type"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name","value":null}]`, "edits.0.value", "type"},
			{"production/import", "replaced", `[{"sheet":"moulds","column":"name","from":"x","to":null}]`, "replaced.0.to", "type"},
			{"production/import", "replaced", `[{"sheet":"nowhere","column":"name","from":"x","to":"y"}]`, "replaced.0.sheet", "exists"},
			{"production/import", "replaced", `[{"sheet":"moulds","column":"name","from":"x","to":"y"},{"sheet":"moulds","column":"nothing","from":"x","to":"y"}]`, "replaced.1.column", "exists"},
			{"production/import", "replaced", `[{"sheet":"","column":"","from":"","to":""}]`, "replaced.0.sheet", "exists"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name","value":"y"},{"sheet":"moulds","row":2,"column":"name","value":"z"}]`, "edits.1.column", "unique"},
			{"production/import", "replaced", `[{"sheet":"moulds","column":"name","from":"x","to":"y"},{"sheet":"moulds","column":"name","from":"X","to":"z"}]`, "replaced.1.from", "unique"},
			{"production/import", "replaced", `[{"sheet":"moulds","column":"name","from":"x","to":"y"},{"sheet":"moulds","column":"name","from":"absent","to":"z"}]`, "replaced.1.from", "exists"},
			{"production/import", "headings", `{"sheets":{"absent":"moulds"}}`, "headings.sheets.absent", "exists"},
			{"production/import", "headings", `{"columns":{"moulds":{"absent":"name"}}}`, "headings.columns.moulds.absent", "exists"},
			{"production/import", "headings", `{"columns":{"moulds":{"":""}}}`, "headings.columns.moulds.", "exists"},
			{"bms/section/import", "edits", `[{"row":2,"column":"name","value":"y"},{"row":2,"column":"name","value":"z"}]`, "edits.1.column", "unique"},
			{"bms/section/import", "headings", `{"absent":"name"}`, "headings.absent", "exists"},
			{"bms/section/import", "headings", `{"name":"absent"}`, "headings.name", "column"},
			{"production/import", "headings", `{"sheets":{"a":"absent"}}`, "headings.sheets.a", "sheet"},
			{"production/import", "headings", `{"columns":{"absent":{"a":"name"}}}`, "headings.columns.absent", "sheet"},
			{"production/import", "headings", `{"columns":{"moulds":{"a":"absent"}}}`, "headings.columns.moulds.a", "column"},
			{"bms/section/import", "headings", `{"":""}`, "headings.", "exists"},
			{"production/import", "headings", `{"columns":{"moulds":{"Name":"name","name":""}}}`, "headings.columns.moulds.name", "unique"},
			{"production/import", "headings", `{"sheets":{"a":"moulds"," A":"parts"}}`, "headings.sheets.a", "unique"},
			{"bms/section/import", "headings", `{"Name":"name","name":""}`, "headings.name", "unique"},
			{"bms/section/import", "edits", `null`, "edits", "type"},
			{"bms/section/import", "create", ` null`, "create", "type"},
			{"bms/section/import", "headings", `null`, "headings", "type"},
			{"bms/section/import", "create", `[{"entity":"customer","names":null}]`, "create.0.names", "type"},
			{"bms/section/import", "edits", `[{"row":2,"column":"name","value":null}]`, "edits.0.value", "type"},
		} {
			status, r, raw := i.form(row.path, []byte("mouldNo,name\nM1,x\n"), map[string]string{"dryRun": "true", row.field: row.text})
			var fields []struct{ Field, Rule string }
			if err := json.Unmarshal(r.Data, &fields); err != nil || status != http.StatusUnprocessableEntity || len(fields) != 1 || fields[0].Field != row.at || fields[0].Rule != row.rule {
				t.Errorf("%s %s=%s: %d %.300s", row.path, row.field, row.text, status, raw)
			}
		}
	})
}

// What is refused is told in words that say what is wrong: a row in halves is a number, but no whole one; a part without a name is
// no file, but the form has the field; a text that is sent as a file is no field too many.
func TestRefusedFieldsOfAnImportSayWhatIsWrong(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		csv := []byte("mouldNo,name\nM1,x\n")
		for _, path := range []string{"production/import", "bms/section/import"} {
			sheet := map[string]string{"production/import": `"sheet":"moulds",`}[path]
			for _, c := range []struct {
				file, text    map[string]string
				field, en, zh string
			}{
				{text: map[string]string{"edits": `[{` + sheet + `"row":2.5,"column":"name","value":"x"}]`}, field: "edits.0.row", en: "Must be a whole number", zh: "必须是整数"},
				{text: map[string]string{"file": string(csv)}, field: "file", en: "The file has no name: send it with one", zh: "此文件没有文件名，请带文件名上传"},
				{file: map[string]string{"edits": "[]"}, field: "edits", en: "This is a text and no file: send it without a file name", zh: "此项是文本而不是文件，请不带文件名提交"},
			} {
				var form bytes.Buffer
				w := multipart.NewWriter(&form)
				for name, text := range c.text {
					_ = w.WriteField(name, text)
				}
				if c.text["file"] == "" {
					to, _ := w.CreateFormFile("file", "f.csv")
					_, _ = to.Write(csv)
				}
				for name, text := range c.file {
					to, _ := w.CreateFormFile(name, "f.json")
					_, _ = to.Write([]byte(text))
				}
				_ = w.WriteField("dryRun", "true")
				_ = w.Close()
				status, r, raw := send(t, http.MethodPost, i.server.URL+api.Prefix+path, i.header, w.FormDataContentType(), &form)
				var told []struct {
					Field string
					Texts map[string]string
				}
				if err := json.Unmarshal(r.Data, &told); err != nil || status != http.StatusUnprocessableEntity || len(told) != 1 || told[0].Field != c.field || told[0].Texts["en"] != c.en || told[0].Texts["zh"] != c.zh {
					t.Errorf("%s %s: %d %s", path, c.field, status, raw)
				}
			}
		}
	})
}

// A file whose name cannot be stored is refused by its name: who reads of characters looks for them in the cells.
func TestAFileNameThatCannotBeStored(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		for _, path := range []string{"production/import", "bms/section/import"} {
			kind, body := formBody(t, map[string][]byte{"a\u202eb.csv": []byte("mouldNo,name\nM1,x\n")}, map[string]string{"dryRun": "true"})
			status, _, raw := send(t, http.MethodPost, i.server.URL+api.Prefix+path, i.header, kind, bytes.NewReader(body))
			if status != http.StatusUnprocessableEntity || !strings.Contains(string(raw), "The name of the file holds") || !strings.Contains(string(raw), "文件名含有") {
				t.Errorf("%s: %d %.300s", path, status, raw)
			}
		}
	})
}

// Whatever its kind, a file in which nothing stands below its headings is called empty, by both imports: checked, taken in, or asked
// for its refused rows. So is a picture of nothing.
func TestEmptyFilesAreCalledEmpty(t *testing.T) {
	var blank, headed bytes.Buffer
	if err := errors.Join(sheet.WriteXLSX(&blank, sheet.Page{Name: "x"}), sheet.WriteXLSX(&headed, sheet.Page{Name: "moulds", Columns: []sheet.Column{{Title: "mouldNo"}, {Title: "name"}}})); err != nil {
		t.Fatal(err)
	}
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		said := func(path, name string, data []byte, fields map[string]string) {
			t.Helper()
			kind, body := formBody(t, map[string][]byte{name: data}, fields)
			status, r, raw := send(t, http.MethodPost, i.server.URL+api.Prefix+path, i.header, kind, bytes.NewReader(body))
			var told []struct {
				Field, Rule string
				Texts       map[string]string
			}
			if err := json.Unmarshal(r.Data, &told); err != nil || status != http.StatusUnprocessableEntity || len(told) != 1 || told[0].Field != "file" || told[0].Rule != "empty" ||
				!strings.HasPrefix(told[0].Texts["zh"], "文件是空的") || !strings.HasPrefix(told[0].Texts["en"], "The file is empty") {
				t.Errorf("%s to %s, %v: %d %.300s", name, path, fields, status, raw)
			}
		}
		for _, row := range []struct {
			path, name string
			data       []byte
		}{
			{"production/import", "a.xlsx", nil},
			{"production/import", "a.xls", nil},
			{"production/import", "a.csv", nil},
			{"production/import", "a.json", nil},
			{"production/import", "b.xlsx", blank.Bytes()},
			{"production/import", "b.csv", []byte(" ,,\n,\n")},
			{"production/import", "b.json", []byte("{ }")},
			{"production/import", "c.xlsx", headed.Bytes()},
			{"production/import", "c.csv", []byte("mouldNo,name\n,\n")},
			{"production/import", "c.json", []byte(`{"moulds":[]}`)},
			{"bms/section/import", "a.xlsx", nil},
			{"bms/section/import", "a.xls", nil},
			{"bms/section/import", "a.csv", nil},
			{"bms/section/import", "b.xlsx", blank.Bytes()},
			{"bms/section/import", "b.csv", []byte(" ,,\n,\n")},
			{"bms/section/import", "c.csv", []byte("name\n \n")},
		} {
			for _, fields := range []map[string]string{{"dryRun": "true"}, {"mode": "row"}} {
				said(row.path, row.name, row.data, fields)
			}
			said(row.path+"/failed", row.name, row.data, nil)
		}
		said("upms/logo", "logo.png", nil, map[string]string{"logoType": "1", "basedOn": resource.None})
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
		var m production.Mould
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&m).Scan(ctx) })
		said("bms/file/mould/"+m.ID, "picture.png", nil, map[string]string{"basedOn": resource.None})
	})
}

// What is no table is refused with the formats that are read and with what the file is; only a file of nothing is called empty.
// Headings alone, of which one means nothing yet, wait for an answer.
func TestFilesThatAreNoTableSayWhatTheyAre(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		formats := map[string]string{"production/import": "xlsx, xls, csv or json", "bms/section/import": "xlsx, xls or csv"}
		for path, formats := range formats {
			for file, want := range map[string]string{
				"":                               "The file is empty",
				"\ufeff \r\n\n":                  "The file is empty",
				"hello":                          formats + ". This file is a text without a table, beginning with “hello”",
				"Dear all,\n\nthe list is ready": formats + ". This file is a text without a table, beginning with “Dear all",
				`[{"name": "x", "number": 1}]`:   formats + ". This file is JSON",
				"%PDF-1.7\n\xff\x00":             formats + ". This file is a PDF",
				"\x89PNG\r\n\x1a\n\x00\x00":      formats + ". This file is a picture",
				"<html><table></table></html>":   formats + ". This file is a web page or XML",
			} {
				if path == "production/import" && strings.HasPrefix(file, "[{") { // which reads JSON, of another structure
					want = "The outer value of the JSON must be an object"
				}
				for _, only := range []string{"", "xls"} {
					fields := map[string]string{"dryRun": "true"}
					if only != "" && path == "production/import" {
						if want != "The file is empty" {
							continue
						}
						fields["only"] = only
					}
					status, _, raw := i.form(path, []byte(file), fields)
					if status != http.StatusUnprocessableEntity || !strings.Contains(string(raw), want) {
						t.Errorf("%q to %s: %d %.300s, want %s", file, path, status, raw, want)
					}
				}
			}
		}
		if status, _, raw := i.form("bms/section/import", []byte("name,zzz\n"), map[string]string{"dryRun": "true"}); status != http.StatusOK || !strings.Contains(string(raw), `"unknown":true`) {
			t.Errorf("headings alone, of which one is to be told: %d %.300s", status, raw)
		}
	})
}

// A file or a field of the form that cannot be read is refused by name, and says what can: never a fault of the server.
func TestFilesThatCannotBeReadSayWhy(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		const utf16 = "\xff\xfem\x00o\x00u\x00l\x00d\x00N\x00o\x00\n\x00M\x001\x00\n\x00"
		for _, row := range []struct{ name, path, file, want string }{
			{"UTF-16", "production/import", utf16, "GB18030"},
			{"UTF-16", "bms/section/import", utf16, "GB18030"},
			{"a surrogate", "production/import", "mouldNo,name\nM1,\xed\xa0\x80\n", "GB18030"},
			{"a surrogate", "bms/section/import", "name\n\xed\xa0\x80\n", "GB18030"},
			{"U+0000 in GB18030", "production/import", "mouldNo,name\nM1,\xc3\xfb\x00\n", "xlsx"},
			{"U+0000 in GB18030", "bms/section/import", "name\n\xc3\xfb\x00\n", "xlsx"},
			{"a number beyond all", "production/import", `{"moulds":[{"mouldNo":"M1","delivery":"2030-03-20","priority":1e400}]}`, ""},
			{"a number beyond all", "production/import", `{"moulds":[{"mouldNo":1e400}]}`, ""},
			{"a number beyond all", "production/import", `{"operations":[{"mouldNo":"M1","partNo":"P1","seq":1e400,"hours":-1e400}]}`, ""},
			{"a number beyond all", "bms/section/import", "name,sortOrder\nS1,1e400\n", ""},
		} {
			status, _, raw := i.form(row.path, []byte(row.file), map[string]string{"dryRun": "true"})
			if status >= 500 || row.want != "" && (status != http.StatusUnprocessableEntity || !strings.Contains(string(raw), `"field":"file"`) || !strings.Contains(string(raw), row.want)) {
				t.Errorf("%s, %s: %d %.300s", row.path, row.name, status, raw)
			}
		}
		for _, field := range []string{"edits", "replaced", "headings", "create", "importId"} {
			status, _, raw := i.form("production/import", []byte("mouldNo\nM1\n"), map[string]string{"dryRun": "true", field: strings.Repeat("x", 13<<20)})
			if status != http.StatusUnprocessableEntity || !strings.Contains(string(raw), `"field":"`+field+`"`) || !strings.Contains(string(raw), "10 MB") {
				t.Errorf("%s of 13 MB: %d %.300s", field, status, raw)
			}
		}
		if status, _, raw := i.form("production/import", []byte("mouldNo\nM1\n"), map[string]string{"dryrun": "true"}); status != http.StatusUnprocessableEntity || !strings.Contains(string(raw), `"field":"dryrun"`) {
			t.Errorf("a misspelt field: %d %.300s", status, raw)
		}
	})
}
