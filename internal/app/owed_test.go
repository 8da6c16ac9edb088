package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/registration"
)

// ERR-06, code 307: whoever works with a password that somebody else has made sets one of their own first; every session of the
// account is held until then, and a new one too. What settles it stays open; programs are not asked.
func TestAGivenPasswordComesFirst(t *testing.T) {
	eachTown(t, func(n *town) {
		_, r := n.ask(n.operator, http.MethodPost, "platform/tenant/open", map[string]any{
			"code": "north", "name": "北方模具", "factoryName": "一厂", "zone": "Asia/Shanghai", "realName": "张三", "phoneNum": "13655550001",
		})
		var opened struct{ Password string }
		if err := json.Unmarshal(r.Data, &opened); err != nil {
			t.Fatal(err)
		}
		boss := signedInWith(t, n.server, "13655550001", opened.Password)
		second := signedInWith(t, n.server, "13655550001", opened.Password)
		for _, path := range []string{"bms/section", "pm/mould"} {
			if status, r := n.ask(boss, http.MethodGet, path, nil); status != http.StatusConflict || r.Code != 307 || string(r.Data) != `"/newpassword"` {
				t.Errorf("%s: %d %+v", path, status, r)
			}
		}
		if status, r := n.ask(boss, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{}); r.Code != 307 {
			t.Errorf("the menus: %d %+v", status, r)
		}
		for _, path := range []string{"checklogin", "upms/user/profile"} {
			if status, r := n.ask(boss, http.MethodGet, path, nil); status != http.StatusOK {
				t.Errorf("%s: %d %+v", path, status, r)
			}
		}
		ownPassword(t, n.server, boss, opened.Password)
		if status, r := n.ask(boss, http.MethodGet, "bms/section", nil); status != http.StatusOK {
			t.Errorf("afterwards: %d %+v", status, r)
		}
		if _, r := n.ask(second, http.MethodGet, "bms/section", nil); r.Code != 11009 {
			t.Errorf("the other session: %+v", r)
		}
		if status, r := n.ask(signedInWith(t, n.server, "13655550001", chosen), http.MethodGet, "bms/section", nil); status != http.StatusOK {
			t.Errorf("signing in again: %d %+v", status, r)
		}
	})
}

// ERR-06, code 11020: once the operator publishes an agreement, everybody accepts it before going on, in the session that is
// open and in the next; who registers accepts it there and then. Published words change no more.
func TestANewAgreementComesFirst(t *testing.T) {
	eachTown(t, func(n *town) {
		edition := map[string]any{"edition": "2026-12", "textZh": "第一条", "textEn": "First"}
		_, r := n.ask(n.operator, http.MethodPost, "platform/agreement", edition)
		var made struct {
			Row struct {
				ID      string
				Version int
			}
		}
		if err := json.Unmarshal(r.Data, &made); err != nil || made.Row.ID == "" {
			t.Fatalf("%+v %v", r, err)
		}
		if status, r := n.ask(n.operator, http.MethodGet, "platform/registration", nil); status != http.StatusOK {
			t.Fatalf("a draft holds nobody: %d %+v", status, r)
		}
		path := "platform/agreement/" + made.Row.ID
		if status, r := n.ask(n.operator, http.MethodPatch, path, map[string]any{"version": 1, "published": true}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		held := func(who map[string]string) bool {
			_, r := n.ask(who, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{})
			return r.Code == 11020 && string(r.Data) == `"/agreement"`
		}
		again := signedInWith(t, n.server, "13600000001", chosen)
		if !held(n.operator) || !held(again) {
			t.Error("nobody was asked")
		}
		if _, r := n.ask(nil, http.MethodGet, "upms/agreement", nil); !strings.Contains(string(r.Data), made.Row.ID) || !strings.Contains(string(r.Data), "First") {
			t.Errorf("the agreement: %+v", r)
		}
		if _, r := n.ask(again, http.MethodPost, "upms/agreement/accept", map[string]any{"id": ""}); rulesOf(r) != "id:current" {
			t.Errorf("another agreement: %+v", r)
		}
		if status, r := n.ask(again, http.MethodPost, "upms/agreement/accept", map[string]any{"id": made.Row.ID}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		if held(n.operator) || held(again) || held(signedInWith(t, n.server, "13600000001", chosen)) {
			t.Error("who has accepted is asked again")
		}
		if status, r := n.ask(n.operator, http.MethodPatch, path, map[string]any{"version": 2, "textEn": "Other words"}); status != http.StatusConflict || r.Code != 20000 {
			t.Errorf("other words: %d %+v", status, r)
		}
		// A company that registers accepts the one that it was shown.
		form := n.form("北方模具", "13811110001")
		form["phoneCode"] = "123456"
		if _, r := n.ask(nil, http.MethodPost, "upms/registration", form); rulesOf(r) != "agreed:current" {
			t.Errorf("the agreement of before: %+v", r)
		}
		form["agreement"], form["phoneCode"] = made.Row.ID, n.code("13811110001", 1)
		if status, r := n.ask(nil, http.MethodPost, "upms/registration", form); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		n.approve(n.applications()["北方模具"], nil)
		if held(signedInWith(t, n.server, "13811110001", registered)) {
			t.Error("the applicant is asked again")
		}
	})
}

// ERR-12: every 429 says in Retry-After how long to wait, and is right about it.
func TestEvery429SaysHowLong(t *testing.T) {
	eachTown(t, func(n *town) {
		post := func(who map[string]string, path string, body any) (status int, wait string) {
			t.Helper()
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, n.server.URL+api.Prefix+path, strings.NewReader(string(raw)))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			for k, v := range who {
				r.Header.Set(k, v)
			}
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			if err := res.Body.Close(); err != nil {
				t.Fatal(err)
			}
			return res.StatusCode, res.Header.Get("Retry-After")
		}
		within := func(what string, least, most, status int, wait string) {
			t.Helper()
			seconds, err := strconv.Atoi(wait)
			if status != http.StatusTooManyRequests || err != nil || seconds < least || seconds > most {
				t.Errorf("%s: %d, Retry-After %q", what, status, wait)
			}
		}
		n.code("13811110001", 1)
		n.pass(nil, "13811110001", 1)
		status, wait := post(nil, "upms/tenant/sendSMS", map[string]any{"phoneNum": "13811110001", "sendType": 1})
		within("a second code", 40, 60, status, wait)
		for range 31 {
			status, wait = post(nil, "upms/puzzle/captcha/refresh", map[string]any{"phoneNum": "13811110002", "sendType": 1})
		}
		within("a puzzle", 20, 60, status, wait)
		for i := range 6 {
			status, wait = post(n.operator, "upms/user/password", map[string]any{"oldPassword": encrypted(t, n.server, fmt.Sprintf("wrong-%d", i)), "password": "", "confirmPassword": ""})
		}
		within("the old password", 14*60, 15*60, status, wait)
	})
}

// A text comes in whole by a file as by the form, up to what its field takes, and is refused beyond: nothing is cut in silence.
func TestALongTextComesInWhole(t *testing.T) {
	eachTown(t, func(n *town) {
		t := n.t
		in := importer{t, n.server, n.operator}
		for _, c := range []struct {
			length int
			goes   bool
		}{{6_000, true}, {20_000, true}, {20_001, false}} {
			text := strings.Repeat("甲", c.length)
			file := fmt.Sprintf("版本,中文全文,英文全文,发布\n%d,%s,First,否\n", c.length, text)
			if status, r, raw := in.form("platform/agreement/import", []byte(file), nil); status != http.StatusOK {
				t.Fatalf("%d: %d %+v %.300s", c.length, status, r, raw)
			}
			var list struct{ Rows []registration.Agreement }
			in.get(fmt.Sprintf("platform/agreement?q=%d", c.length), &list)
			if goes := len(list.Rows) == 1 && list.Rows[0].TextZh == text; goes != c.goes {
				t.Errorf("%d characters: there are %d editions, whole: %v", c.length, len(list.Rows), goes)
			}
		}
	})
}
