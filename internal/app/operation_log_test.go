package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
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
		// Its records stand behind it, and in the list where somebody looks for records.
		titles := func(query string) (titles []string) {
			page, _ := asked[operationlog.Page](t, server, anna, query)
			if page.Total != len(page.Rows) {
				t.Errorf("%s: %d lines of %d", query, len(page.Rows), page.Total)
			}
			for _, l := range page.Rows {
				titles = append(titles, l.Title+" "+l.Action)
			}
			slices.Sort(titles)
			return titles
		}
		if all := titles("?size=500"); !slices.Contains(all, "week 12.csv import") || slices.Contains(all, "m1 create") {
			t.Errorf("the log holds %q", all)
		}
		page, _ := asked[operationlog.Page](t, server, anna, "?q=week%2012")
		if got, want := titles("?import="+page.Rows[0].RowID), []string{"m1 create", "m2 create"}; !slices.Equal(got, want) {
			t.Errorf("the rows of the import are %q, want %q", got, want)
		}
		if _, _, raw := send(t, http.MethodGet, server.URL+api.Prefix+"upms/operation-log/export?format=csv", anna, "", nil); !strings.Contains(string(raw), ",m1,") {
			t.Error("the export leaves the records of imports out")
		}
		for _, query := range []string{"?q=m1", "?entity=mould", "?action=create&size=500"} {
			if got := titles(query); !slices.Contains(got, "m1 create") {
				t.Errorf("%s finds %q", query, got)
			}
		}
	})
}

// The log tells who signed in and how; not who was refused, for anybody could fill the log with that, nor from where, for which the sign-in
// log asks a permission of its own.
func TestTheOperationLogTellsSignIns(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		admin := signedIn(t, server, "13800000001")
		login(t, server, "13800000002", "wrong1")
		signedIn(t, server, "13800000002")
		admin["Accept-Language"] = "en"
		page, _ := asked[operationlog.Page](t, server, admin, "?action=signIn&sort=at")
		var told []string
		for _, l := range page.Rows {
			told = append(told, l.By+" | "+l.EntityName+" | "+l.Title+" | "+l.ActionName)
		}
		if want := []string{"陈静 | Sign-in log | 陈静 | Signed in", "李伟 | Sign-in log | 李伟 | Signed in"}; !slices.Equal(told, want) {
			t.Errorf("the sign-ins are %q, want %q", told, want)
		}
		if len(page.Rows) > 0 {
			line, _ := asked[operationlog.Detail](t, server, admin, "/"+page.Rows[0].ID)
			if got := fmt.Sprintf("%+v", line.Row.Changes); !strings.Contains(got, "Way to sign in") || !strings.Contains(got, "Password") || strings.Contains(got, "127.0.0.1") {
				t.Errorf("a line tells %s", got)
			}
		}
	})
}

// The log tells who took records out as a file and who was refused for want of a permission, once within an hour.
func TestTheOperationLogTellsExportsAndRefusals(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		admin, floor := signedIn(t, server, "13800000001"), signedIn(t, server, "13800000004")
		admin["Accept-Language"], floor["Accept-Language"] = "en", "zh"
		get := func(header map[string]string, path string, want int) {
			t.Helper()
			if status, _, text := send(t, http.MethodGet, server.URL+api.Prefix+path, header, "", nil); status != want {
				t.Errorf("%s: %d %.200s", path, status, text)
			}
		}
		lines := func(query string) (told []string) {
			page, _ := asked[operationlog.Page](t, server, admin, query)
			for _, l := range page.Rows {
				told = append(told, l.By+" | "+l.EntityName+" | "+l.Title+" | "+l.ActionName)
			}
			return told
		}
		get(admin, "pm/mould/export?format=csv", http.StatusOK)
		get(admin, "pm/mould/template", http.StatusOK) // empty, and no record of the company
		get(admin, "pm/mould/export?format=csv&q=nobody-has-this", http.StatusOK)
		get(admin, "upms/operation-log/export?format=csv", http.StatusOK)
		for range 2 {
			get(floor, "pm/mould/export?format=csv", http.StatusForbidden)
		}
		get(floor, "pm/mould", http.StatusForbidden)
		get(floor, "meta/customer", http.StatusForbidden) // by the call's own work, not at its door
		exports := lines("?action=export&sort=at")
		if len(exports) != 2 || !strings.HasPrefix(exports[0], "陈静 | Mould | ") || !strings.HasSuffix(exports[0], ".csv | Exported") || !strings.HasPrefix(exports[1], "陈静 | Operation log | ") {
			t.Errorf("exports: %q", exports)
		}
		want := []string{"赵强 | Permission | Moulds: export | Refused for want of permission", "赵强 | Permission | Moulds: view | Refused for want of permission", "赵强 | Permission | Customers: view | Refused for want of permission"}
		if refused := lines("?action=refuse&sort=at"); !slices.Equal(refused, want) {
			t.Errorf("refusals: %q, want %q", refused, want)
		}
		if refused := lines("?action=refuse&entity=permission&rowId=pm.mould.export"); len(refused) != 1 {
			t.Errorf("refusals of exports: %q", refused)
		}
	})
}

// A line about people who are out of reach is not told by the log's own words either: not in the users of a role, not by the person
// whose session was ended, not by the title of a person that another record names.
func TestTheOperationLogNamesNobodyOutOfReach(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		o := newStaffed(ctx, t, a)
		o.scope(access.ScopeOwn)
		lin, err := a.Identity.Authenticate(ctx, api.Caller{Token: signedIn(t, o.server, "13811110002")["mdbtk"]})
		if err != nil {
			t.Fatal(err)
		}
		wide := o.roleID("wide")
		if err := a.DB.Write(store.WithActor(ctx, lin), func(tx store.Tx) error {
			return errors.Join(
				tx.Log(ctx, "role", wide, "wide", store.ActionChange, store.FieldChange{Field: "users", Before: []string{}, After: []string{"Sun", "Mei", "Lin"}}),
				tx.Log(ctx, "session", o.people["Sun"].ID, "Sun", store.ActionEnd),
				tx.Log(ctx, "group", "01900000-0000-7000-8000-000000000204", "group", store.ActionChange, store.FieldChange{Field: "userIds", Before: []string{}, After: []string{o.people["Sun"].ID, o.people["Lin"].ID}}),
				tx.Log(ctx, "user", o.people["Sun"].ID, "Sun", store.ActionChange))
		}); err != nil {
			t.Fatal(err)
		}
		_, _, text := send(t, http.MethodGet, o.server.URL+api.Prefix+"upms/operation-log/export?format=csv", o.hua, "", nil)
		if told := string(text); strings.Contains(told, "Sun") || strings.Contains(told, "Mei") || !strings.Contains(told, "no longer there, or hidden from you, Lin") || !strings.Contains(told, "user of another department") || !strings.Contains(told, "Lin") {
			t.Errorf("the log tells Hua %s", told)
		}
		// The company's own reader is told all of it, in words.
		admin := signedIn(t, o.server, "13800000001")
		admin["Accept-Language"] = "en"
		_, _, text = send(t, http.MethodGet, o.server.URL+api.Prefix+"upms/operation-log/export?format=csv&entity=role", admin, "", nil)
		if told := string(text); !strings.Contains(told, "Sun, Mei, Lin") {
			t.Errorf("the log tells the administrator %s", told)
		}
	})
}
