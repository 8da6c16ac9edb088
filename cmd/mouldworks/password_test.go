package main

import (
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
)

// status is how a session or a token is answered that reads the sections.
func (p *process) status(header, value string) int {
	p.t.Helper()
	r, err := http.NewRequest(http.MethodGet, "http://"+p.listen+api.Prefix+"bms/section?size=1", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set(header, value)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		p.t.Fatal(err)
	}
	return res.StatusCode
}

// The operator gives a new first password beside a running server: the old one, the sessions and the tokens of the person end at
// once, and nothing but a password of the person's own opens the company again.
func TestTheOperatorResetsAPassword(t *testing.T) {
	eachProcess(t, func(t *testing.T, p *process) {
		_, password, _ := strings.Cut(p.admin("create-tenant", "--key", "lost", "--name", "Lost", "--phone", "13700000001"), "first password ")
		p.token = p.admin("token", "--tenant", "lost", "--user", "admin")
		p.start()
		session := p.signIn("13700000001", password)
		own := "Lost-7519"
		p.as(session, "upms/user/password", map[string]any{"oldPassword": p.secret(password), "password": p.secret(own), "confirmPassword": p.secret(own), "endTokens": false}, nil)
		session = p.signIn("13700000001", own)
		if p.status("mdbtk", session) != http.StatusOK || p.status("Blade-Auth", "bearer "+p.token) != http.StatusOK {
			t.Fatal("the session or the token opens nothing before")
		}
		said := p.admin("reset-password", "--phone", "137 0000 0001")
		fresh, found := strings.CutSuffix(strings.TrimPrefix(said, "137 0000 0001, first password "), "; it has to be changed at the first sign-in")
		if !found || len(fresh) < 8 {
			t.Fatalf("it says %q", said)
		}
		if code := p.status("mdbtk", session); code != http.StatusUnauthorized {
			t.Errorf("the session is answered %d", code)
		}
		if code := p.status("Blade-Auth", "bearer "+p.token); code != http.StatusUnauthorized {
			t.Errorf("the token is answered %d", code)
		}
		if code, err := p.try(http.MethodPost, "upms/user/login", map[string]any{"phoneNum": "13700000001", "password": p.secret(own)}, nil); err != nil || code == http.StatusOK {
			t.Errorf("the old password is answered %d, %v", code, err)
		}
		session = p.signIn("13700000001", fresh)
		if code := p.status("mdbtk", session); code == http.StatusOK {
			t.Error("the first password opens the company")
		}
		p.as(session, "upms/user/password", map[string]any{"oldPassword": p.secret(fresh), "password": p.secret("Lost-9246"), "confirmPassword": p.secret("Lost-9246"), "endTokens": false}, nil)
		if code := p.status("mdbtk", p.signIn("13700000001", "Lost-9246")); code != http.StatusOK {
			t.Errorf("the new password of the person is answered %d", code)
		}
	})
}
