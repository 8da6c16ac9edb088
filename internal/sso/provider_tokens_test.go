package sso_test

import (
	"net/http"
	"net/url"
	"testing"

	"golang.org/x/oauth2"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/sso"
)

// Attacks on the token endpoint: a code of somebody else's program, a wrong secret, a wrong verifier, a wrong address;
// a code that comes back ends what came of it, and so does a refresh token that comes back.
func TestTokensAreGivenOnceToTheirProgram(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c, other := w.program(t, sso.NewClient{}), w.program(t, sso.NewClient{})
		endpoint := w.HTTP.URL + "/sso/oauth/token"
		try := func(id, secret string, changes map[string]string) map[string]any {
			verifier := oauth2.GenerateVerifier()
			form := url.Values{"grant_type": {"authorization_code"}, "code": {w.code(t, c, verifier)}, "code_verifier": {verifier}, "redirect_uri": {theirs}}
			for k, v := range changes {
				if form.Del(k); v != "" {
					form.Set(k, v)
				}
			}
			return post(t, endpoint, id, secret, form)
		}
		for what, got := range map[string]map[string]any{
			"another program":   try(other.ClientID, other.ClientSecret, nil),
			"a wrong secret":    try(c.ClientID, "wrong", nil),
			"no secret":         try(c.ClientID, "", map[string]string{"client_id": c.ClientID}),
			"a wrong verifier":  try(c.ClientID, c.ClientSecret, map[string]string{"code_verifier": oauth2.GenerateVerifier()}),
			"no verifier":       try(c.ClientID, c.ClientSecret, map[string]string{"code_verifier": ""}),
			"another address":   try(c.ClientID, c.ClientSecret, map[string]string{"redirect_uri": theirs + "/"}),
			"our own front end": try("mouldworks-web", "", map[string]string{"client_id": "mouldworks-web"}),
		} {
			if got["access_token"] != nil || got["error"] == nil {
				t.Errorf("%s got %v", what, got)
			}
		}

		verifier := oauth2.GenerateVerifier()
		code := w.code(t, c, verifier)
		tokens, err := c.Exchange(t.Context(), code, oauth2.VerifierOption(verifier))
		if err != nil {
			t.Fatal(err)
		}
		if got := refresh(t, w, other, tokens.RefreshToken); got["access_token"] != nil {
			t.Errorf("another program refreshes: %v", got)
		}
		first := refresh(t, w, c, tokens.RefreshToken)
		access, _ := first["access_token"].(string)
		next, _ := first["refresh_token"].(string)
		if access == "" || next == "" || next == tokens.RefreshToken {
			t.Fatalf("the refresh gives %v", first)
		}
		if got := refresh(t, w, c, tokens.RefreshToken); got["access_token"] != nil {
			t.Errorf("a refresh token served twice: %v", got)
		}
		if got := refresh(t, w, c, next); got["access_token"] != nil {
			t.Error("after a replay the family lives on")
		}
		if status, _, _ := get(t, w.HTTP.URL+"/sso/userinfo", access, ""); status == http.StatusOK {
			t.Error("after a replay the access token lives on")
		}

		verifier = oauth2.GenerateVerifier()
		code = w.code(t, c, verifier)
		if tokens, err = c.Exchange(t.Context(), code, oauth2.VerifierOption(verifier)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Exchange(t.Context(), code, oauth2.VerifierOption(verifier)); err == nil {
			t.Error("a code served twice")
		}
		if status, _, _ := get(t, w.HTTP.URL+"/sso/userinfo", tokens.AccessToken, ""); status == http.StatusOK {
			t.Error("after the code came back the token lives on")
		}
	})
}

// A link somewhere on the web cannot sign people out at the provider; a program with the identity token it got can.
func TestSigningOutAtTheProviderNeedsAReason(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		id, secret, err := w.sso.AddClient(t.Context(), sso.NewClient{Name: "Program", Redirects: []string{theirs}, LogoutRedirects: []string{"https://program.example/bye"}})
		if err != nil {
			t.Fatal(err)
		}
		c := &oauth2.Config{ClientID: id, ClientSecret: secret, RedirectURL: theirs, Scopes: []string{"openid"}, Endpoint: oauth2.Endpoint{AuthURL: w.HTTP.URL + "/sso/authorize", TokenURL: w.HTTP.URL + "/sso/oauth/token"}}
		b := w.Browser(t)
		verifier := oauth2.GenerateVerifier()
		to, err := url.Parse(c.AuthCodeURL("s", oauth2.S256ChallengeOption(verifier)))
		if err != nil {
			t.Fatal(err)
		}
		back := w.signIn(t, b, annas, w.toLogin(t, b, to))
		tokens, err := c.Exchange(t.Context(), back.Query().Get("code"), oauth2.VerifierOption(verifier))
		if err != nil {
			t.Fatal(err)
		}
		b.Header["Sec-Fetch-Site"] = "cross-site"
		still := func() bool {
			begin, _ := page(t, b, w.loginURL(t, b, "/home").String())
			next, _ := page(t, b, begin.String())
			return next.Path == "/sso/authorize/callback"
		}
		end := w.HTTP.URL + "/sso/end_session"
		if to, _ := page(t, b, end+"?client_id="+id+"&post_logout_redirect_uri=https%3A%2F%2Fprogram.example%2Fbye"); to.Path != "/home" || !still() {
			t.Errorf("a link signed Anna out and sent her to %s", to)
		}
		hint := tokens.Extra("id_token").(string)
		if to, _ := page(t, b, end+"?id_token_hint="+hint+"&post_logout_redirect_uri=https%3A%2F%2Fevil.example"); to.Host == "evil.example" || !still() {
			t.Errorf("an address that is not registered: %s", to)
		}
		if to, _ := page(t, b, end+"?id_token_hint="+hint+"&post_logout_redirect_uri=https%3A%2F%2Fprogram.example%2Fbye"); to.String() != "https://program.example/bye" || still() {
			t.Errorf("the program's own sign-out leads to %s", to)
		}
	})
}

// A stolen request or cookie of somebody who may not enter any more opens nothing: the provider asks who may.
func TestTheProviderVouchesForNobodyWhoIsDisabled(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.Browser(t)
		w.through(t, b, bens, "/home")
		w.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("user_name = ?", "ben").Exec(t.Context())
			return err
		})
		w.toLogin(t, b, w.loginURL(t, b, "/home"))
	})
}
