package sso_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/sso"
)

const theirs = "https://program.example/back"

// program registers another company's program and gives its side of the protocol.
func (w *world) program(t *testing.T, n sso.NewClient) *oauth2.Config {
	t.Helper()
	n.Name, n.Redirects = "Program", []string{theirs}
	id, secret, err := w.sso.AddClient(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return &oauth2.Config{
		ClientID: id, ClientSecret: secret, RedirectURL: theirs, Scopes: []string{"openid", "profile", "phone", "offline_access"},
		Endpoint: oauth2.Endpoint{AuthURL: w.HTTP.URL + "/sso/authorize", TokenURL: w.HTTP.URL + "/sso/oauth/token"},
	}
}

// code signs Anna in for a program and gives the code.
func (w *world) code(t *testing.T, c *oauth2.Config, verifier string) string {
	t.Helper()
	if w.anna == nil {
		w.anna = w.Browser(t)
		w.through(t, w.anna, annas, "/home")
	}
	begin, _ := page(t, w.anna, c.AuthCodeURL("their-state", oauth2.S256ChallengeOption(verifier)))
	callback, _ := page(t, w.anna, begin.String())
	back, _ := page(t, w.anna, callback.String())
	if back.Query().Get("state") != "their-state" || !strings.HasPrefix(back.String(), theirs) {
		t.Fatalf("the code goes to %s", back)
	}
	return back.Query().Get("code")
}

func get(t *testing.T, address, token, origin string) (int, http.Header, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(res.Body)
	if closed := res.Body.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	out := map[string]any{}
	_ = json.Unmarshal(raw, &out) // errors are plain text
	return res.StatusCode, res.Header, out
}

// Another company's program signs people in here: discovery, code, tokens, userinfo, refresh, revocation.
func TestAnotherProgramSignsPeopleIn(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		status, header, config := get(t, w.HTTP.URL+"/sso/.well-known/openid-configuration", "", "https://evil.example")
		if status != http.StatusOK || config["issuer"] != w.HTTP.URL+"/sso" || header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("discovery: %d %v, open to %q", status, config, header.Get("Access-Control-Allow-Origin"))
		}
		for field, want := range map[string]string{"response_types_supported": `["code"]`, "grant_types_supported": `["authorization_code","refresh_token"]`, "id_token_signing_alg_values_supported": `["RS256"]`, "code_challenge_methods_supported": `["S256"]`} {
			if got, err := json.Marshal(config[field]); err != nil || string(got) != want {
				t.Errorf("%s is %s", field, got)
			}
		}
		if _, _, keys := get(t, w.HTTP.URL+"/sso/keys", "", ""); len(keys["keys"].([]any)) != 1 || strings.Contains(strings.Join(strings.Fields(toText(t, keys)), ""), `"d":`) {
			t.Errorf("the keys are %v", keys)
		}
		c := w.program(t, sso.NewClient{})
		verifier := oauth2.GenerateVerifier()
		tokens, err := c.Exchange(t.Context(), w.code(t, c, verifier), oauth2.VerifierOption(verifier))
		if err != nil || tokens.AccessToken == "" || tokens.RefreshToken == "" || tokens.Extra("id_token") == nil {
			t.Fatalf("the code gives %v, %v", tokens, err)
		}
		_, _, who := get(t, w.HTTP.URL+"/sso/userinfo", tokens.AccessToken, "")
		if who["name"] != "anna" || who["phone_number"] != annas || who["phone_number_verified"] == true {
			t.Errorf("userinfo: %v", who)
		}
		w.System(t, func(tx store.Tx) error { return identitytest.Proved(t.Context(), tx, annas) })
		if _, _, who := get(t, w.HTTP.URL+"/sso/userinfo", tokens.AccessToken, ""); who["phone_number_verified"] != true {
			t.Errorf("after the proof: %v", who)
		}
		w.Wait(11 * time.Minute)
		if status, _, _ := get(t, w.HTTP.URL+"/sso/userinfo", tokens.AccessToken, ""); status == http.StatusOK {
			t.Error("an access token opens userinfo after eleven minutes")
		}
		refreshed := refresh(t, w, c, tokens.RefreshToken)
		access, _ := refreshed["access_token"].(string)
		if status, _, _ := get(t, w.HTTP.URL+"/sso/userinfo", access, ""); status != http.StatusOK {
			t.Errorf("the refreshed token: %d %v", status, refreshed)
		}
		if err := w.Identity.EndSessions(t.Context(), who["sub"].(string), identity.EndedKick); err != nil {
			t.Fatal(err)
		}
		if status, _, _ := get(t, w.HTTP.URL+"/sso/userinfo", access, ""); status == http.StatusOK {
			t.Error("after a kick the program still reads")
		}
	})
}

// SSO-01: a program is listed without its secret; once it is removed, none of its tokens and codes serves any more, and others go on.
func TestAProgramIsListedAndRemoved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		gone, stays := w.program(t, sso.NewClient{}), w.program(t, sso.NewClient{})
		w.program(t, sso.NewClient{Public: true})
		verifier := oauth2.GenerateVerifier()
		tokensOf := func(c *oauth2.Config) *oauth2.Token {
			t.Helper()
			tokens, err := c.Exchange(t.Context(), w.code(t, c, verifier), oauth2.VerifierOption(verifier))
			if err != nil {
				t.Fatal(err)
			}
			return tokens
		}
		lost, kept := tokensOf(gone), tokensOf(stays)
		code := w.code(t, gone, verifier)
		list, err := w.sso.Clients(t.Context())
		if err != nil || len(list) != 3 || list[0].ID != gone.ClientID || list[0].Name != "Program" || list[0].Public || !list[2].Public || len(list[0].Redirects) != 1 {
			t.Fatalf("the list is %+v, %v", list, err)
		}
		if err := w.sso.RemoveClient(t.Context(), gone.ClientID); err != nil {
			t.Fatal(err)
		}
		if err := w.sso.RemoveClient(t.Context(), gone.ClientID); err == nil {
			t.Error("it is removed twice")
		}
		for name, tokens := range map[string]*oauth2.Token{"the removed program": lost, "the other": kept} {
			if status, _, _ := get(t, w.HTTP.URL+"/sso/userinfo", tokens.AccessToken, ""); (status == http.StatusOK) != (tokens == kept) {
				t.Errorf("%s reads: %d", name, status)
			}
		}
		if fresh := refresh(t, w, gone, lost.RefreshToken); fresh["access_token"] != nil {
			t.Errorf("the removed program refreshes: %v", fresh)
		}
		if tokens, err := gone.Exchange(t.Context(), code, oauth2.VerifierOption(verifier)); err == nil {
			t.Errorf("the removed program exchanges a code: %v", tokens)
		}
		if fresh := refresh(t, w, stays, kept.RefreshToken); fresh["access_token"] == nil {
			t.Errorf("the other does not refresh: %v", fresh)
		}
	})
}

func toText(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func refresh(t *testing.T, w *world, c *oauth2.Config, token string) map[string]any {
	t.Helper()
	return post(t, w.HTTP.URL+"/sso/oauth/token", c.ClientID, c.ClientSecret, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}})
}

func post(t *testing.T, address, id, secret string, form url.Values) map[string]any {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if secret != "" {
		r.SetBasicAuth(url.QueryEscape(id), url.QueryEscape(secret))
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	err = json.NewDecoder(res.Body).Decode(&out)
	if closed := res.Body.Close(); closed != nil {
		t.Fatal(closed)
	}
	if err != nil {
		t.Fatalf("%s: %d %v", address, res.StatusCode, err)
	}
	return out
}

// SSO-04: attacks on authorize: nobody is redirected anywhere that was not registered letter by letter, and there is no code
// without PKCE by S256, no token in an address, and no tenant but the fixed one.
func TestAuthorizeRefusesWhatIsNotExact(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.program(t, sso.NewClient{Public: true})
		good := url.Values{
			"client_id": {c.ClientID}, "redirect_uri": {theirs}, "response_type": {"code"}, "scope": {"openid"}, "state": {"s"},
			"code_challenge": {oauth2.S256ChallengeFromVerifier(oauth2.GenerateVerifier())}, "code_challenge_method": {"S256"},
		}
		ask := func(changes map[string]string) *url.URL {
			q := url.Values{}
			for k, v := range good {
				q[k] = v
			}
			for k, v := range changes {
				if q.Del(k); v != "" {
					q.Set(k, v)
				}
			}
			to, _ := page(t, w.Browser(t), w.HTTP.URL+"/sso/authorize?"+q.Encode())
			return to
		}
		if to := ask(nil); to.Path != "/sso/begin" {
			t.Fatalf("the good request leads to %s", to)
		}
		for _, address := range []string{theirs + "/", theirs + "?a=1", "https://program.example.evil.example/back", "https://evil.example/back", "http://program.example/back", "https:%2F%2Fprogram.example/back", "https://program.example/back%23", "//program.example/back", ""} {
			if to := ask(map[string]string{"redirect_uri": address}); to.String() != "" {
				t.Errorf("redirect_uri %q leads to %s", address, to)
			}
		}
		if to := ask(map[string]string{"client_id": "unknown"}); to.String() != "" {
			t.Errorf("an unknown program is sent to %s", to)
		}
		if to := ask(map[string]string{"tenantId": "000001"}); to.String() != "" {
			t.Errorf("a foreign tenant is sent to %s", to)
		}
		for what, changes := range map[string]map[string]string{
			"no challenge": {"code_challenge": "", "code_challenge_method": ""}, "a plain challenge": {"code_challenge_method": "plain"}, "no method": {"code_challenge_method": ""},
			"a token": {"response_type": "id_token token"}, "a form": {"response_mode": "form_post"}, "a fragment": {"response_mode": "fragment"},
			"a request object": {"request": "eyJhbGciOiJub25lIn0.e30."}, "a long state": {"state": strings.Repeat("s", 1001)},
		} {
			to := ask(changes)
			if to.Host != "program.example" && to.String() != "" || to.Query().Get("code") != "" || to.Query().Get("error") == "" && to.Fragment == "" && to.String() != "" {
				t.Errorf("%s leads to %s", what, to)
			}
		}
		if to := ask(map[string]string{"prompt": "none"}); to.Path != "/sso/begin" {
			t.Errorf("prompt=none leads to %s", to)
		}
		for _, bad := range []string{"http://program.example/back", "https://*.example/back", "/back", "https://program.example/back#x", "javascript:alert(1)", "https://whoever:secret@program.example/back", "https://whoever:secret"} {
			if _, _, err := w.sso.AddClient(t.Context(), sso.NewClient{Name: "Bad", Redirects: []string{bad}}); err == nil || strings.Contains(err.Error(), "whoever") || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s was registered, or is repeated: %v", bad, err)
			}
		}
	})
}

// prompt=none never shows a page, prompt=login always asks again, max_age asks once the sign-in is that old.
func TestPromptsAreHonoured(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.program(t, sso.NewClient{})
		b := w.Browser(t)
		go1 := func(key, value string) *url.URL {
			begin, _ := page(t, b, c.AuthCodeURL("s", oauth2.S256ChallengeOption(oauth2.GenerateVerifier()), oauth2.SetAuthURLParam(key, value)))
			to, _ := page(t, b, begin.String())
			return to
		}
		if to := go1("prompt", "none"); to.Query().Get("error") != "login_required" {
			t.Errorf("prompt=none without a session: %s", to)
		}
		w.through(t, b, annas, "/home")
		if to := go1("prompt", "none"); to.Path != "/sso/authorize/callback" {
			t.Errorf("prompt=none with a session: %s", to)
		}
		if to := go1("prompt", "login"); to.Path != "/login" {
			t.Errorf("prompt=login: %s", to)
		}
		if to := go1("max_age", "60"); to.Path != "/sso/authorize/callback" {
			t.Errorf("max_age in time: %s", to)
		}
		w.Wait(2 * time.Minute)
		if to := go1("max_age", "60"); to.Path != "/login" {
			t.Errorf("max_age too late: %s", to)
		}
	})
}
