package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// importer sends imports to a server, as the page does.
type importer struct {
	t      *testing.T
	server *httptest.Server
	header map[string]string
}

func (a *App) importer(t *testing.T) importer {
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	return importer{t, server, signedIn(t, server, "13800000001")}
}

// planner is the importer of the person that the imports of eachFactory are made by.
func (a *App) planner(t *testing.T) importer {
	in := a.importer(t)
	in.header = signedIn(t, in.server, "13800000002")
	return in
}

func (i importer) form(path string, file []byte, fields map[string]string) (int, reply, []byte) {
	i.t.Helper()
	files := map[string][]byte{}
	if file != nil {
		files["book.xlsx"] = file
	}
	kind, body := formBody(i.t, files, fields)
	return send(i.t, http.MethodPost, i.server.URL+api.Prefix+path, i.header, kind, bytes.NewReader(body))
}

func (i importer) run(file []byte, fields map[string]string) production.ImportResult {
	i.t.Helper()
	status, r, raw := i.form("production/import", file, fields)
	if status != http.StatusOK {
		i.t.Fatalf("%v: %d %.300s", fields, status, raw)
	}
	var result production.ImportResult
	if err := json.Unmarshal(r.Data, &result); err != nil {
		i.t.Fatal(err)
	}
	return result
}

func (i importer) get(path string, into any) {
	i.t.Helper()
	status, r, raw := send(i.t, http.MethodGet, i.server.URL+api.Prefix+path, i.header, "", nil)
	if status != http.StatusOK {
		i.t.Fatalf("%s: %d %.300s", path, status, raw)
	}
	if err := json.Unmarshal(r.Data, into); err != nil {
		i.t.Fatal(err)
	}
}

// machineFor is a machine that may do a process.
func machineFor(ctx context.Context, t *testing.T, a *App, process string) string {
	t.Helper()
	var name string
	if err := a.DB.Read(ctx, func(tx store.Tx) error {
		m, err := importMasters(ctx, tx)
		if err != nil {
			return err
		}
		group := m.Groups[m.Processes[process].DefaultGroup].ID
		for n, machine := range m.Machines {
			if machine.GroupID == group && (name == "" || n < name) {
				name = n
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return name
}
