package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/operationlog"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// asked reads an answer of the operation log.
func asked[T any](t *testing.T, server *httptest.Server, header map[string]string, query string) (out T, status int) {
	t.Helper()
	status, r, _ := send(t, http.MethodGet, server.URL+api.Prefix+"upms/operation-log"+query, header, "", nil)
	if status == http.StatusOK {
		if err := json.Unmarshal(r.Data, &out); err != nil {
			t.Fatal(err)
		}
	}
	return out, status
}

// A deleted record is found by its title, and its whole history is read from that line: what it was, in words. Other
// companies and other factories find neither.
func TestTheOperationLogKeepsTheHistoryOfADeletedRecord(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			raw := func(s string) json.RawMessage { return json.RawMessage(s) }
			mould, err := a.Production.Moulds.Create(ctx, tx, resource.Body{"mouldNo": raw(`"GONE-7"`), "name": raw(`"lost cover"`), "delivery": raw(`"2026-05-01T00:00:00Z"`)})
			if err != nil {
				return err
			}
			return a.Production.Moulds.Delete(ctx, tx, mould.ID)
		}); err != nil {
			t.Fatal(err)
		}
		anna := signedIn(t, server, "13800000001")
		page, _ := asked[operationlog.Page](t, server, anna, "?q=gone-7&action=delete")
		if page.Total != 1 || page.Rows[0].Title != "GONE-7" || page.Rows[0].ActionName != "Deleted" && page.Rows[0].ActionName != "删除" {
			t.Fatalf("the deleted mould: %+v", page)
		}
		detail, _ := asked[operationlog.Detail](t, server, anna, "/"+page.Rows[0].ID)
		if len(detail.History) != 2 || detail.History[0].Action != "delete" || detail.History[1].Action != "create" {
			t.Errorf("its history: %+v", detail.History)
		}
		found := false
		for _, c := range detail.Row.Changes {
			found = found || c.Field == "name" && c.Name != "name" && c.Before == "lost cover" && c.After == ""
		}
		if !found {
			t.Errorf("what it was: %+v", detail.Row.Changes)
		}
		strangers := a.strangers(ctx, t)
		for _, who := range []string{"another tenant", "another factory"} {
			if other, status := asked[operationlog.Page](t, server, strangers[who], "?q=gone-7"); status != 200 || other.Total != 0 {
				t.Errorf("%s finds %d %+v", who, status, other.Rows)
			}
			if _, status := asked[operationlog.Detail](t, server, strangers[who], "/"+page.Rows[0].ID); status != 404 {
				t.Errorf("%s opens the line: %d", who, status)
			}
		}
		if _, status := asked[operationlog.Page](t, server, strangers["no role"], ""); status != 403 {
			t.Errorf("without the permission: %d", status)
		}
		for _, q := range []string{"?size=501", "?size=0", "?page=0", "?from=2026-02-30", "?to=x", "?from=2026-03-21&to=2026-03-20", "?action=importPart", "?rowId=x", "?sort=title"} {
			if _, status := asked[operationlog.Page](t, server, anna, q); status != 422 {
				t.Errorf("%s: %d", q, status)
			}
		}
		if none, _ := asked[operationlog.Page](t, server, anna, "?q=gone-7&to=2001-01-01"); none.Total != 0 {
			t.Errorf("before the day: %+v", none.Rows)
		}
		if _, _, raw := send(t, http.MethodGet, server.URL+api.Prefix+"upms/operation-log/export?format=csv&q=gone-7", anna, "", nil); strings.Count(string(raw), "GONE-7") < 2 || !strings.Contains(string(raw), "lost cover") {
			t.Errorf("the export: %s", raw)
		}
	})
}

// An import stands in the log as one line with the name of its file and its counts, in however many transactions it was written.
func TestTheOperationLogShowsAnImportAsOneLine(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		if _, err := a.Production.Moulds.Import(mayImport(ctx, t, "pm.mould"), a.DB, resource.ImportFile{Name: "week 12.csv", Data: []byte("mouldNo,name,delivery\nm1,one,2026-05-01\nm2,two,2026-05-02\n")}); err != nil {
			t.Fatal(err)
		}
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			count := func(n int) store.FieldChange {
				return store.FieldChange{Field: "moulds", After: map[string]int{"read": n, "new": n}}
			}
			if err := tx.Log(ctx, "production", "import-1", "big.xlsx", store.ActionImport, count(3)); err != nil {
				return err
			}
			return tx.Log(ctx, "production", "import-1", "big.xlsx", store.ActionImportPart, count(4))
		}); err != nil {
			t.Fatal(err)
		}
		anna := signedIn(t, server, "13800000001")
		for file, figure := range map[string]string{"week 12.csv": "2", "big.xlsx": "7"} {
			page, _ := asked[operationlog.Page](t, server, anna, "?action=import&q="+strings.ReplaceAll(file, " ", "%20"))
			if page.Total != 1 || page.Rows[0].Title != file || !strings.Contains(page.Rows[0].Summary, figure) {
				t.Errorf("%s: %+v", file, page.Rows)
			}
		}
	})
}
