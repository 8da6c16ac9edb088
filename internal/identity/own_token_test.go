package identity_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// A token is shown once, works within its scopes, its days and its life, and ends at once.
func TestOnesTokens(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		made := must[identity.NewToken](r, r.post("upms/user/token", mine, map[string]any{"password": r.secret(password), "name": " Power BI ", "scopes": []string{"system.security.check", "system.security.check"}, "days": 30}))
		if made.Name != "Power BI" || !strings.HasPrefix(made.Token, "mwk_") || len(made.Token) != 47 || strings.Join(made.Scopes, " ") != "system.security.check" || made.FactoryName != "First 1" {
			r.t.Errorf("made is %+v", made.TokenView)
		}
		listed := r.get("upms/user/token", mine)
		if list := must[identity.TokenList](r, listed); len(list.Tokens) != 1 || list.Tokens[0].ID != made.ID || list.Tokens[0].RevokedAt != nil || strings.Contains(listed.Raw, made.Token) {
			r.t.Errorf("listed is %s", listed.Raw)
		}
		if a := r.get("upms/security/policy", made.Token); a.Status != http.StatusOK {
			r.t.Errorf("within its scope: %s", a.Raw)
		}
		if a := r.post("upms/security/policy", made.Token, map[string]any{"minLength": 8, "maxFailures": 5, "lockMinutes": 15}); a.Status != http.StatusForbidden {
			r.t.Errorf("beyond its scope: %s", a.Raw)
		}
		must[any](r, r.call(http.MethodDelete, "upms/user/token/"+made.ID, mine, nil))
		if a := r.get("upms/security/policy", made.Token); a.Status != http.StatusUnauthorized {
			r.t.Errorf("after its end: %s", a.Raw)
		}
		must[any](r, r.call(http.MethodDelete, "upms/user/token/"+made.ID, mine, nil))
		if list := must[identity.TokenList](r, r.get("upms/user/token", mine)); list.Tokens[0].RevokedAt == nil {
			r.t.Error("an ended token is listed as alive")
		}
		short := must[identity.NewToken](r, r.post("upms/user/token", mine, map[string]any{"password": r.secret(password), "name": "short", "scopes": []string{"*"}, "days": 1}))
		if a := r.get("upms/security/policy", short.Token); a.Status != http.StatusOK || strings.Join(short.Scopes, " ") != "*" {
			r.t.Errorf("everything: %s", a.Raw)
		}
		r.later(24*time.Hour + time.Second)
		if a := r.get("upms/security/policy", short.Token); a.Status != http.StatusUnauthorized {
			r.t.Errorf("after its day: %s", a.Raw)
		}
	})
}

// Nobody gives what they do not have, also not by a star; names, days and number have limits; a company whose licence
// has ended gets none.
func TestWhatATokenMayBe(t *testing.T) {
	eachRig(t, func(r *rig) {
		admin, viewer := r.signIn(anna, password), r.signIn(ben, password)
		for _, row := range []struct {
			who, name string
			scopes    []string
			days      int
			rules     string
		}{
			{viewer, "mine", []string{"system.security.check"}, 1, ""},
			{viewer, "others'", []string{"system.security.modify"}, 1, "scopes:subset "},
			{viewer, "others' by a star", []string{"system.security.*"}, 1, "scopes:subset "},
			{viewer, "others' beside mine", []string{"system.security.check", "system.*"}, 1, "scopes:subset "},
			{viewer, "everything beside mine", []string{"*", "system.security.check"}, 1, "scopes:subset "},
			{admin, "all below a star", []string{"system.*"}, 1, ""},
			{admin, "what does not exist", []string{"nothing.at.all"}, 1, "scopes:subset "},
			{admin, "a taking away", []string{"!system.security.check"}, 1, "scopes:subset "},
			{admin, "nothing", []string{}, 1, "scopes:required "},
			{admin, "", []string{"*"}, 1, "name:length "},
			{admin, strings.Repeat("令", 50), []string{"*"}, 365, ""},
			{admin, strings.Repeat("令", 51), []string{"*"}, 366, "name:length days:range "},
			{admin, "no days", []string{"*"}, 0, "days:range "},
		} {
			if a := r.post("upms/user/token", row.who, map[string]any{"password": r.secret(password), "name": row.name, "scopes": row.scopes, "days": row.days}); a.rules() != row.rules || row.rules == "" && a.Status != http.StatusOK {
				r.t.Errorf("%s: %s", row.name, a.Raw)
			}
		}
		for i := range 19 {
			must[any](r, r.post("upms/user/token", viewer, map[string]any{"password": r.secret(password), "name": fmt.Sprint(i), "scopes": []string{"*"}, "days": 1}))
		}
		if a := r.post("upms/user/token", viewer, map[string]any{"password": r.secret(password), "name": "one more", "scopes": []string{"*"}, "days": 1}); a.Code != 20000 || !strings.Contains(a.Message, "20") {
			r.t.Errorf("token 21: %s", a.Raw)
		}
		if err := r.db.System(r.t.Context(), "the test ends the licence", func(tx store.Tx) error {
			_, err := tx.Change((*tenancy.Tenant)(nil)).Set("expire_date = ?", "2020-01-01").Set("hasp_expire_switch = ?", tenancy.Watched).Where("id = ?", r.first.ID).Exec(r.t.Context())
			return err
		}); err != nil {
			r.t.Fatal(err)
		}
		if a := r.post("upms/user/token", admin, map[string]any{"password": r.secret(password), "name": "late", "scopes": []string{"*"}, "days": 1}); a.Code != 20000 {
			r.t.Errorf("without a licence: %s", a.Raw)
		}
	})
}

// Somebody else's token cannot be seen or ended, and a program can do nothing about its owner: no token, no password,
// no phone, no email outlives its own end; and it neither sees nor ends the owner's sessions, nor sees the owner's other companies.
func TestWhatOthersAndProgramsCannot(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine, other := r.signIn(anna, password), r.signIn(ben, password)
		made := must[identity.NewToken](r, r.post("upms/user/token", mine, map[string]any{"password": r.secret(password), "name": "mine", "scopes": []string{"*"}, "days": 1}))
		unknown := r.call(http.MethodDelete, "upms/user/token/01900000-0000-7000-8000-0000000000ff", other, nil)
		if a := r.call(http.MethodDelete, "upms/user/token/"+made.ID, other, nil); a.Status != http.StatusNotFound || a.Raw != unknown.Raw {
			r.t.Errorf("ending another's: %s", a.Raw)
		}
		if list := must[identity.TokenList](r, r.get("upms/user/token", other)); len(list.Tokens) != 0 {
			r.t.Errorf("another sees %+v", list)
		}
		secret := r.secret(password)
		for _, try := range []struct {
			method, path string
			body         any
		}{
			{http.MethodPost, "upms/user/token", map[string]any{"name": "child", "scopes": []string{"*"}, "days": 365}},
			{http.MethodGet, "upms/user/token", nil},
			{http.MethodDelete, "upms/user/token/" + made.ID, nil},
			{http.MethodPost, "upms/user/password", map[string]any{"oldPassword": secret, "password": r.secret("Fresh-8642"), "confirmPassword": r.secret("Fresh-8642")}},
			{http.MethodPost, "upms/user/phone", map[string]any{"phoneNum": "13900000009", "phoneCode": "123456", "password": secret}},
			{http.MethodPost, "upms/user/profile", map[string]any{"email": "thief@example.com"}},
			{http.MethodGet, "upms/user/session", nil},
			{http.MethodPost, "upms/user/session/end", map[string]any{"others": true}},
			{http.MethodPost, "upms/user/getGlobalUserOfTenantInfo.do", map[string]any{}},
			{http.MethodPost, "upms/user/getGatewayServerList.do", map[string]any{}},
			{http.MethodPost, "upms/user/changeGateway.do", map[string]any{"serverAppUuid": r.factory.ID}},
			{http.MethodPost, "switchTenant", map[string]any{"tenantId": r.first.ID, "factoryId": r.factory.ID}},
			{http.MethodPost, "upms/user/rememberLastTenant.do", map[string]any{"tenantId": r.first.ID}},
		} {
			if a := r.call(try.method, try.path, made.Token, try.body); a.Code != 20000 {
				r.t.Errorf("a program may %s %s: %s", try.method, try.path, a.Raw)
			}
			if a := r.call(try.method, try.path, "", try.body); a.Status != http.StatusUnauthorized {
				r.t.Errorf("nobody may %s %s: %s", try.method, try.path, a.Raw)
			}
		}
		// Nor does a program send codes in the name of its owner.
		if a := r.post("upms/puzzle/captcha/refresh", made.Token, map[string]any{"phoneNum": anna}); a.Status != http.StatusUnauthorized {
			r.t.Errorf("a program asks for a puzzle: %s", a.Raw)
		}
		if a := r.get("checklogin", mine); a.Status != http.StatusOK {
			r.t.Errorf("a program ended its owner's session: %s", a.Raw)
		}
		r.signIn(anna, password)
	})
}

// A token says when a program last came with it, to the minute.
func TestATokenSaysWhenItWasLastUsed(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		made := must[identity.NewToken](r, r.post("upms/user/token", mine, map[string]any{"password": r.secret(password), "name": " ro\nbot ", "scopes": []string{"*"}, "days": 30}))
		if made.Name != "ro bot" {
			r.t.Errorf("the name of the token stands on one line: %q", made.Name)
		}
		used := func() *time.Time {
			return must[identity.TokenList](r, r.get("upms/user/token", mine)).Tokens[0].UsedAt
		}
		if used() != nil {
			r.t.Error("a new token was used already")
		}
		must[identity.CheckReply](r, r.get("checklogin", made.Token))
		first := used()
		if first == nil || !first.Equal(r.clock()) {
			r.t.Fatalf("after a call: %v", first)
		}
		r.later(30 * time.Second)
		must[identity.CheckReply](r, r.get("checklogin", made.Token))
		if again := used(); !again.Equal(*first) {
			r.t.Errorf("within the minute: %v", again)
		}
		r.later(time.Minute)
		must[identity.CheckReply](r, r.get("checklogin", made.Token))
		if later := used(); !later.Equal(r.clock()) {
			r.t.Errorf("later: %v", later)
		}
	})
}
