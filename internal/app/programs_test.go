package app

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/demo"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/program"
)

// milled is an operation of an open mould whose section needs a program and its sheet.
func (a *App) milled(ctx context.Context, t *testing.T) (o production.Operation) {
	t.Helper()
	f := demo.Factory()
	needs := map[string]bool{} // groups of sections with CAM
	for _, g := range f.Groups {
		needs[g.Code] = slices.ContainsFunc(f.Sections, func(s demo.Section) bool { return s.Name == g.Section && s.NeedCAM })
	}
	process := f.Processes[slices.IndexFunc(f.Processes, func(p demo.Process) bool { return needs[p.Group] })].Code
	a.importBook(ctx, t, book(t, map[string][]string{
		"moulds":     {"mouldNo|delivery", "M1|2030-03-20"},
		"parts":      {"mouldNo|partNo", "M1|P1"},
		"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + process + "|4"},
	}))
	if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&o).Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	return o
}

// programs sends files by name and content.
func (i importer) programs(operation, language string, files map[string]string) (int, reply) {
	i.t.Helper()
	contents := map[string][]byte{}
	for name, content := range files {
		contents[name] = []byte(content)
	}
	kind, body := formBody(i.t, contents, nil)
	header := maps.Clone(i.header)
	header["Accept-Language"] = language
	status, r, _ := send(i.t, http.MethodPost, i.server.URL+api.Prefix+"mf/program/"+operation+"/upload", header, kind, bytes.NewReader(body))
	return status, r
}

func (i importer) post(path string, body any) (int, reply) {
	i.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		i.t.Fatal(err)
	}
	status, r, _ := send(i.t, http.MethodPost, i.server.URL+api.Prefix+path, i.header, "application/json", bytes.NewReader(raw))
	return status, r
}

const goodProgram = "O1001\nG0 X0\nM30\n"

// ERR-16: what is uploaded is there to be read, by operation; once the section has all that it asks for, the operation
// waits for its program no more, and it waits again when a file goes.
func TestProgramsAreUploadedForAnOperation(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := a.milled(ctx, t)
		in := a.importer(t)
		view := func() (v program.View) { in.get("mf/program/"+o.ID, &v); return v }
		if status, r := in.programs(o.ID, "en", map[string]string{`C:\cam\O1001.nc`: goodProgram}); status != http.StatusOK || r.Code != 1 {
			t.Fatalf("a program: %d %+v", status, r)
		}
		if v := view(); len(v.Files) != 1 || v.Files[0].Name != "O1001.nc" || v.Files[0].Kind != program.Program || v.CAMStatus != production.CAMNone || v.MouldNo != "M1" || v.PartNo != "P1" {
			t.Errorf("with the program alone: %+v", v)
		}
		if status, r := in.programs(o.ID, "en", map[string]string{"sheet.pdf": "%PDF-1.7", "o1001.NC": goodProgram + "%"}); status != http.StatusOK {
			t.Fatalf("the sheet and a newer program: %d %+v", status, r)
		}
		v := view()
		if len(v.Files) != 2 || v.Files[0].Name != "o1001.NC" || v.Files[1].Kind != program.Sheet || v.CAMStatus != production.CAMDone {
			t.Fatalf("with both: %+v", v)
		}
		if _, _, content := send(t, http.MethodGet, in.server.URL+api.Prefix+"bms/file/"+v.Files[0].FileID, in.header, "", nil); string(content) != goodProgram+"%" {
			t.Errorf("the file holds %q", content)
		}
		var list program.List
		in.get("mf/program?q=m1", &list)
		if list.Total != 1 || len(list.Rows[0].Files) != 2 {
			t.Errorf("the list is %+v", list)
		}
		in.get("mf/program?missing=true", &list)
		if list.Total != 0 {
			t.Errorf("still missing: %+v", list)
		}
		if status, r := in.post("mf/program/"+o.ID+"/remove", map[string]any{"fileId": v.Files[1].FileID}); status != http.StatusOK {
			t.Fatalf("removing the sheet: %d %+v", status, r)
		}
		if v := view(); len(v.Files) != 1 || v.CAMStatus != production.CAMInWork {
			t.Errorf("without the sheet: %+v", v)
		}
		// The files go with their operation.
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.Production.Operations.Delete(ctx, tx, o.ID) }); err != nil {
			t.Fatal(err)
		}
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			left, err := a.Files.Of(ctx, tx, "program", o.ID)
			if len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// Names in a row stand with the comma of the reader's language, and so does every other list of names in the log.
func TestTheLogNamesUploadedProgramsInTheReadersLanguage(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := a.milled(ctx, t)
		in := a.importer(t)
		if status, r := in.programs(o.ID, "en", map[string]string{"a.nc": goodProgram, "b.nc": goodProgram}); status != http.StatusOK {
			t.Fatalf("two programs: %d %+v", status, r)
		}
		for language, comma := range map[string]string{"zh": "、", "en": ", "} {
			_, _, raw := send(t, http.MethodGet, in.server.URL+api.Prefix+"upms/operation-log/export?format=csv&entity=operation&lang="+language, in.header, "", nil)
			if log := string(raw); !strings.Contains(log, "a.nc"+comma+"b.nc") && !strings.Contains(log, "b.nc"+comma+"a.nc") {
				t.Errorf("in %s the log says %s", language, log)
			}
		}
	})
}

// An operation that stood further by another way, such as an import, is not thrown back by half of its files.
func TestHalfOfTheFilesThrowNothingBack(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := a.milled(ctx, t)
		in := a.importer(t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.Production.ProgramReady(ctx, tx, o.ID, true) }); err != nil {
			t.Fatal(err)
		}
		in.programs(o.ID, "en", map[string]string{"a.nc": goodProgram})
		var v program.View
		in.get("mf/program/"+o.ID, &v)
		in.post("mf/program/"+o.ID+"/remove", map[string]any{"fileId": v.Files[0].FileID})
		if in.get("mf/program/"+o.ID, &v); v.CAMStatus != production.CAMDone || len(v.Files) != 0 {
			t.Errorf("it stands at %+v", v)
		}
	})
}

// ERR-17: a faulty program is refused with what was found in it, in the person's language; nothing of the upload stays.
// UPLOAD-02 names the format that is not supported.
func TestAFaultyProgramIsRefusedWithWhatWasFound(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := a.milled(ctx, t)
		in := a.importer(t)
		files := map[string]string{"good.nc": goodProgram, "short.nc": "O1\nG0 X1", "tool.exe": "MZ"}
		for language, want := range map[string][]string{
			"en": {"A program is faulty", "What was found", "short.nc: there is no end of the program", "tool.exe: file format not supported"},
			"zh": {"程序有问题", "发现的问题", "short.nc：没有程序结束指令", "tool.exe：文件格式不支持"},
		} {
			status, r := in.programs(o.ID, language, files)
			if status != http.StatusConflict || r.Code != 20000 {
				t.Errorf("%d %+v", status, r)
			}
			for _, text := range want {
				if !strings.Contains(r.Message+string(r.Data), text) {
					t.Errorf("%s: %s %s lacks %q", language, r.Message, r.Data, text)
				}
			}
		}
		if status, r := in.programs(o.ID, "en", nil); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"file"`) {
			t.Errorf("without a file: %d %+v", status, r)
		}
		if status, _ := in.programs(store.NewID(), "en", files); status != http.StatusNotFound {
			t.Errorf("an unknown operation: %d", status)
		}
		var v program.View
		if in.get("mf/program/"+o.ID, &v); len(v.Files) != 0 || v.CAMStatus != production.CAMNone {
			t.Errorf("something stayed: %+v", v)
		}
	})
}

// ERR-18: while the factory's machine-transfer service is closed, an upload is refused and says so.
func TestAClosedMachineTransferRefusesUploads(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := a.milled(ctx, t)
		in := a.importer(t)
		var now program.TransferView
		if in.get("mf/machine-transfer", &now); !now.Open || now.Since != nil {
			t.Errorf("at first: %+v", now)
		}
		set := func(body map[string]any) (int, reply) { return in.post("mf/machine-transfer", body) }
		if status, r := set(map[string]any{"open": false}); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"field":"version","rule":"required"`) {
			t.Errorf("without a version: %d %+v", status, r)
		}
		for version := range 2 { // closing it twice is closing it once
			if status, r := set(map[string]any{"open": false, "version": version}); status != http.StatusOK {
				t.Fatalf("closing: %d %+v", status, r)
			}
		}
		// Who has seen it open does not open it over the head of whoever has closed it since.
		if status, r := set(map[string]any{"open": true, "version": 0}); status != http.StatusConflict || r.Code != 20009 || !strings.Contains(string(r.Data), `"open":false`) || !strings.Contains(string(r.Data), `"changedBy":"陈静"`) {
			t.Errorf("an old version: %d %d %s", status, r.Code, r.Data)
		}
		if in.get("mf/machine-transfer", &now); now.Open || now.Since == nil {
			t.Errorf("closed: %+v", now)
		}
		for language, want := range map[string]string{"en": "The machine-transfer service is closed", "zh": "设备传输服务已关闭"} {
			status, r := in.programs(o.ID, language, map[string]string{"a.nc": goodProgram})
			if status != http.StatusConflict || r.Code != 20000 || string(r.Data) != "null" || !strings.Contains(r.Message, want) {
				t.Errorf("an upload meanwhile: %d %+v", status, r)
			}
		}
		var list program.List
		if in.get("mf/program", &list); list.Total != 1 || len(list.Rows[0].Files) != 0 {
			t.Errorf("something stayed: %+v", list)
		}
		in.post("mf/machine-transfer", map[string]any{"open": true, "version": now.Version})
		if status, r := in.programs(o.ID, "en", map[string]string{"a.nc": goodProgram}); status != http.StatusOK {
			t.Errorf("after opening: %d %+v", status, r)
		}
	})
}
