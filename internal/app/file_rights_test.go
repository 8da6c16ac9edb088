package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/operationlog"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/program"
)

// binder is an administrator who binds rights in files to a role while a person who has it works on.
type binder struct {
	importer
	admin map[string]string
	role  string
}

// worker signs somebody of the demo in who has one standard role.
func (a *App) worker(t *testing.T, server *httptest.Server, phone, code string) binder {
	t.Helper()
	admin := importer{t, server, signedIn(t, server, "13800000001")}
	var roles struct{ Rows []access.Role }
	admin.get("upms/role?size=50", &roles)
	for _, r := range roles.Rows {
		if r.Code == code {
			return binder{importer{t, server, signedIn(t, server, phone)}, admin.header, r.ID}
		}
	}
	t.Fatalf("there is no role %s", code)
	return binder{}
}

// bind lets exactly these rights in files be bound to the role.
func (b binder) bind(held ...string) {
	b.t.Helper()
	admin := importer{b.t, b.server, b.admin}
	var now access.Binding
	admin.get("upms/role/"+b.role+"/file", &now)
	if status, r := admin.post("upms/role/"+b.role+"/file", map[string]any{"held": append([]string{}, held...), "version": now.Version}); status != http.StatusOK {
		b.t.Fatalf("binding %v: %d %+v", held, status, r)
	}
}

// lacks is the permission for want of which an answer refuses, empty where it does not.
func lacks(t *testing.T, status int, r reply) string {
	t.Helper()
	var missing problem.MissingPermission
	if status != http.StatusForbidden {
		return ""
	}
	if err := json.Unmarshal(r.Data, &missing); err != nil {
		t.Fatal(err)
	}
	return missing.Permission
}

func (b binder) reads(path string) string {
	b.t.Helper()
	status, r, _ := send(b.t, http.MethodGet, b.server.URL+api.Prefix+path, b.header, "", nil)
	if status != http.StatusOK && status != http.StatusForbidden {
		b.t.Errorf("%s answers %d %+v", path, status, r)
	}
	return lacks(b.t, status, r)
}

// ROLE-05: rights in program files that are bound to a role act on the next call: what is not to be seen is not named, what is not
// to be downloaded is not sent, and what is not to be replaced stays.
func TestRightsInProgramFilesAct(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := a.milled(ctx, t)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		planner := a.worker(t, server, "13800000002", access.Planner)
		view := func() (v program.View) { planner.get("mf/program/"+o.ID, &v); return v }
		if status, r := planner.programs(o.ID, "en", map[string]string{"O1001.nc": goodProgram}); status != http.StatusOK {
			t.Fatalf("with what a planner begins with: %d %+v", status, r)
		}
		content := "bms/file/" + view().Files[0].FileID
		if got := planner.reads(content); got != "" {
			t.Errorf("with what a planner begins with %s is missing", got)
		}
		for _, c := range []struct {
			bound         []string
			names         int
			read, replace string // what is missing to do so
		}{
			{nil, 0, "file.program.see", "file.program.see"},
			{[]string{"picture.see", "picture.replace"}, 0, "file.program.see", "file.program.see"},
			{[]string{"program.see"}, 1, "file.program.download", "file.program.replace"},
			{[]string{"program.see", "program.download"}, 1, "", "file.program.replace"},
			{[]string{"program.see", "program.replace"}, 1, "file.program.download", ""},
		} {
			planner.bind(c.bound...)
			if got := len(view().Files); got != c.names {
				t.Errorf("%v: %d files are named, want %d", c.bound, got, c.names)
			}
			var list program.List
			planner.get("mf/program?q=M1", &list)
			if got := len(list.Rows[0].Files); got != c.names {
				t.Errorf("%v: the list names %d files, want %d", c.bound, got, c.names)
			}
			if got := planner.reads(content); got != c.read {
				t.Errorf("%v: to read it %q is missing, want %q", c.bound, got, c.read)
			}
			status, r := planner.programs(o.ID, "en", map[string]string{"o1001.NC": goodProgram})
			if got := lacks(t, status, r); got != c.replace {
				t.Errorf("%v: to replace it %q is missing, want %q", c.bound, got, c.replace)
			}
			if c.replace == "" {
				content = "bms/file/" + view().Files[0].FileID
			}
		}
		planner.bind("program.see")
		id := view().Files[0].FileID
		status, r := planner.post("mf/program/"+o.ID+"/remove", map[string]any{"fileId": id})
		if got := lacks(t, status, r); got != "file.program.replace" || len(view().Files) != 1 {
			t.Errorf("to remove it %q is missing", got)
		}
		if status, r = planner.programs(o.ID, "en", map[string]string{"O1002.nc": goodProgram}); status != http.StatusOK || len(view().Files) != 2 {
			t.Errorf("a file beside it: %d %+v", status, r)
		}
		planner.bind("program.see", "program.replace")
		if status, r = planner.post("mf/program/"+o.ID+"/remove", map[string]any{"fileId": id}); status != http.StatusOK || len(view().Files) != 1 {
			t.Errorf("removing: %d %+v", status, r)
		}
		// Whoever has taken a program out stands in the log; who was refused, and who looked at its name, does not.
		var exports operationlog.Page
		importer{t, server, planner.admin}.get("upms/operation-log?action=export&entity=program", &exports)
		if len(exports.Rows) != 2 || exports.Rows[0].Title != "O1001.nc" || exports.Rows[0].RowID != o.ID || exports.Rows[0].By != "李伟" || exports.Rows[0].EntityName == "program" {
			t.Errorf("the log tells of %+v", exports.Rows)
		}
		var why access.Reason
		planner.get("upms/permission/why?permission=file.program.download", &why)
		if why.Reason != access.ReasonGrant || why.Page.En != "Program files" || why.Operation.Zh != "下载" || len(why.People) != 1 {
			t.Errorf("why: %+v", why)
		}
		for _, role := range why.Roles {
			if role.Code == access.Planner {
				t.Error("the role that was deprived of it gives it")
			}
		}
	})
}

// ROLE-05: rights in pictures of moulds act as well; the first picture of a mould takes nobody's place.
func TestRightsInPicturesAct(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
		var m production.Mould
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		planner := a.worker(t, server, "13800000002", access.Planner)
		picture := func() string {
			var tree production.MouldTree
			planner.get("pm/mould/"+m.ID+"/tree", &tree)
			return tree.Picture
		}
		give := func(basedOn string) (string, file.Given) {
			t.Helper()
			status, r, _ := planner.form("bms/file/mould/"+m.ID, pixel(t), map[string]string{"basedOn": basedOn})
			var given file.Given
			if status == http.StatusOK {
				if err := json.Unmarshal(r.Data, &given); err != nil {
					t.Fatal(err)
				}
			}
			return lacks(t, status, r), given
		}
		remove := func(basedOn string) string {
			t.Helper()
			status, r := planner.post("pm/mould/"+m.ID+"/picture/remove", map[string]any{"basedOn": basedOn})
			return lacks(t, status, r)
		}
		planner.bind("picture.see")
		refused, first := give(resource.None)
		if refused != "" || picture() != first.ID {
			t.Fatalf("the first picture: %q is missing, %q is shown", refused, picture())
		}
		if refused, _ = give(first.ID); refused != "file.picture.replace" {
			t.Errorf("to replace it %q is missing", refused)
		}
		if refused = remove(first.ID); refused != "file.picture.replace" || picture() != first.ID {
			t.Errorf("to remove it %q is missing", refused)
		}
		planner.bind()
		if got := picture(); got != "" {
			t.Errorf("%q is shown", got)
		}
		if got := planner.reads("bms/file/" + first.ID); got != "file.picture.see" {
			t.Errorf("to read it %q is missing", got)
		}
		if refused, _ = give(first.ID); refused != "file.picture.see" {
			t.Errorf("unseen, to replace it %q is missing", refused)
		}
		planner.bind("picture.see", "picture.replace")
		refused, second := give(first.ID)
		if refused != "" || picture() != second.ID {
			t.Errorf("replacing: %q is missing, %q is shown", refused, picture())
		}
		if refused = remove(second.ID); refused != "" || picture() != "" {
			t.Errorf("removing: %q is missing, %q is shown", refused, picture())
		}
	})
}
