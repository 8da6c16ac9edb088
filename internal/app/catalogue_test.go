package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// ERR-01, ERR-03, ERR-05, ERR-07, ERR-14, ERR-15: each code of the catalogue, raised by what really causes it: its HTTP status, its words
// in both languages, and its data. What needs a world of its own is proved there: 307, 11020 and 429 in owed_test.go, 11050 in
// sso, 141011 and 800024 in identity.
func TestEachCodeHasItsCause(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		a.API.Handle("GET /front/api/v1/test/panic", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret inside") }))
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		admin := signedIn(t, server, "13800000001")
		planner := signedIn(t, server, "13800000002")
		kicked := signedIn(t, server, "13800000003")
		a.kick(t, "13800000003")
		removed := signedIn(t, server, "13800000004")
		a.remove(t, "13800000004")
		used := sections(ctx, t, a)

		type cause struct {
			name         string
			method, path string
			header       map[string]string
			body         any
			status, code int
			data         string // part of it
			zh, en       string // parts of the message
		}
		for _, c := range []cause{
			{"no session", "GET", "bms/section", nil, nil, 401, 401, "null", "请先登录", "Please sign in"},
			{"a kick", "GET", "bms/section", kicked, nil, 401, 11009, `"reason":"kick"`, "管理员已将您下线", "An administrator signed you out"},
			{"a membership that is over", "GET", "bms/section", removed, nil, 403, 11015, "null", "您已不是该企业的成员", "no longer a member of this company"},
			{"a wrong password", "POST", "upms/user/login", nil, map[string]any{"phoneNum": "13800000002", "password": encrypted(t, server, "wrong1")}, 403, 11015, "null", "手机号或密码错误", "The phone number or the password is wrong"},
			{"a missing permission", "POST", "bms/section", planner, map[string]any{"name": "S1"}, 403, 403, "system.section.add", "暂无权限", "do not have permission"},
			{"a row of nobody", "GET", "bms/section/01900000-0000-7000-8000-ffffffffffff", admin, nil, 404, 404, "null", "不存在", "not found"},
			{"wrong fields, all at once", "POST", "bms/section", admin, map[string]any{"name": strings.Repeat("长", 300)}, 422, 422, `"field":"name"`, "请修正", "Please correct"},
			{"a row in use", "DELETE", "bms/section/" + used[0], admin, nil, 409, 20000, `{"title":"`, "正在被使用", "in use"},
			{"a refusal without more to say", "POST", "aps/exe/job/startScheduling", admin, map[string]any{"id": ""}, 409, 20000, "null", "请至少选择一条记录", "Please select at least one record"},
			{"rows in use", "POST", "bms/section/delete", admin, map[string]any{"ids": used[:2]}, 409, 20001, `[`, "没有删除任何", "No section was deleted"},
			{"an old version", "PATCH", "bms/section/" + used[0], admin, map[string]any{"version": 0, "chineseName": "x"}, 409, 20009, `"current"`, "打开之后已被修改", "changed after you opened it"},
			{"no version", "PATCH", "bms/section/" + used[0], admin, map[string]any{"version": nil, "chineseName": "x"}, 422, 422, `"field":"version","rule":"required"`, "请修正", "Please correct"},
			{"a question", "POST", "bms/calendar", admin, map[string]any{"name": "Second", "default": true, "valid": true}, 409, 20010, `"key":"replaceDefault:`, "代替", "Replace"},
			{"a fault of ours", "GET", "test/panic", admin, nil, 500, 500, "null", "服务器异常", "Server exception"},
		} {
			for lang, words := range map[string]string{"zh": c.zh, "en": c.en} {
				header := map[string]string{"Accept-Language": lang}
				for k, v := range c.header {
					header[k] = v
				}
				body, err := json.Marshal(c.body)
				if err != nil {
					t.Fatal(err)
				}
				status, r, raw := send(t, c.method, server.URL+api.Prefix+c.path, header, "application/json", bytes.NewReader(body))
				if status != c.status || r.Code != c.code || !strings.Contains(string(r.Data), c.data) || c.data == "null" && string(r.Data) != "null" || !strings.Contains(r.Message, words) || r.Message == "" {
					t.Errorf("%s in %s: %d %.300s", c.name, lang, status, raw)
				}
				if strings.Contains(string(raw), "secret inside") {
					t.Errorf("%s gives its inside away: %s", c.name, raw)
				}
			}
		}
	})
}

// ERR-07: of several records those that can go are deleted; the reply, 207, is a success that names what stays.
func TestBulkWorkDoneInPartNamesWhatIsLeftOut(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		admin := signedIn(t, server, "13800000001")
		free := func(name string) string {
			var row *basedata.Section
			if err := a.DB.Write(ctx, func(tx store.Tx) (err error) {
				row, err = a.Master.Sections.Create(ctx, tx, map[string]json.RawMessage{"name": json.RawMessage(`"` + name + `"`), "chineseName": json.RawMessage(`"空"`)})
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return row.ID
		}
		used := sections(ctx, t, a)
		var names []string
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			return tx.Select((*basedata.Section)(nil)).Columns("name").WhereIn("id", used[:2]).Order("id").ScanColumn(ctx, &names)
		}); err != nil {
			t.Fatal(err)
		}
		for lang, words := range map[string]string{"zh": "已删除 2 条，下列工段不能删除", "en": "2 deleted. These cannot be (section)"} {
			ids := []string{used[0], free("F1"), used[1], free("F2")}
			body, err := json.Marshal(map[string]any{"ids": append(ids, ids[1])}) // named twice is deleted once
			if err != nil {
				t.Fatal(err)
			}
			admin["Accept-Language"] = lang
			status, r, raw := send(t, http.MethodPost, server.URL+api.Prefix+"bms/section/delete", admin, "application/json", bytes.NewReader(body))
			var left []string
			if err := json.Unmarshal(r.Data, &left); err != nil || status != http.StatusOK || r.Code != problem.PartlyDone || !strings.Contains(r.Message, words) {
				t.Fatalf("in %s: %d %s", lang, status, raw)
			}
			if slices.Sort(left); !slices.Equal(left, slices.Sorted(slices.Values(names))) {
				t.Errorf("left out are %v, not %v", left, names)
			}
			for i, id := range ids {
				status, _, _ := send(t, http.MethodGet, server.URL+api.Prefix+"bms/section/"+id, admin, "", nil)
				if there := status == http.StatusOK; there != (i%2 == 0) {
					t.Errorf("number %d is there: %v", i, there)
				}
			}
		}
	})
}

// kick ends the sessions of an account, as an administrator does.
func (a *App) kick(t *testing.T, phone string) {
	t.Helper()
	var account identity.Account
	err := a.DB.SystemRead(t.Context(), "a test", func(tx store.Tx) error {
		return tx.Select(&account).Where("phone = ?", phone).Scan(t.Context())
	})
	if err == nil {
		err = a.Identity.EndSessions(problem.WithLanguage(t.Context(), "en"), account.ID, identity.EndedKick)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// remove takes somebody out of the company, as an operator's statement does.
func (a *App) remove(t *testing.T, phone string) {
	t.Helper()
	if err := a.DB.System(t.Context(), "a test", func(tx store.Tx) error {
		_, err := tx.Remove((*identity.Member)(nil)).Where("account_id IN (SELECT id FROM account WHERE phone = ?)", phone).Exec(t.Context())
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// sections are the ids of the factory's sections; every one is used by a group.
func sections(ctx context.Context, t *testing.T, a *App) []string {
	t.Helper()
	var ids []string
	if err := a.DB.Read(ctx, func(tx store.Tx) error {
		return tx.Select((*basedata.Section)(nil)).Columns("id").Where("id IN (SELECT section_id FROM resource_group)").Order("id").ScanColumn(ctx, &ids)
	}); err != nil {
		t.Fatal(err)
	}
	return ids
}
