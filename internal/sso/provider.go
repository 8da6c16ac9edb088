package sso

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

type (
	browserKey struct{}
	originKey  struct{}
)

// browserFrom are the marks of the browser that asks.
func browserFrom(ctx context.Context) []string {
	marks, _ := ctx.Value(browserKey{}).([]string)
	return marks
}

// beganIn is the mark under which the browser that asks begins something; "" for a request that no browser makes.
func beganIn(ctx context.Context) string {
	if marks := browserFrom(ctx); len(marks) > 0 {
		return marks[0]
	}
	return ""
}

// originFrom is https://host under which the provider was asked.
func originFrom(ctx context.Context) string {
	origin, _ := ctx.Value(originKey{}).(string)
	return origin
}

// newProvider makes the library's provider. Its ways differ from ours in two places: it answers every origin with
// credentials unless told otherwise, and it announces flows that no client of ours may use (see discover).
func (s *SSO) newProvider(ctx context.Context) (http.Handler, error) {
	key, err := s.sealKey(ctx)
	if err != nil {
		return nil, err
	}
	config := &op.Config{CryptoKey: key, CodeMethodS256: true, GrantTypeRefreshToken: true, SupportedScopes: []string{"openid", "profile", "phone", "offline_access"}}
	issuer := func(bool) (op.IssuerFromRequest, error) {
		return func(r *http.Request) string { return originFrom(r.Context()) + Root }, nil
	}
	p, err := op.NewProvider(config, &storage{s}, issuer, op.WithAllowInsecure(), op.WithCORSOptions(nil))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	served := http.StripPrefix(Root, p)
	for _, path := range []string{"/oauth/token", "/oauth/introspect", "/userinfo", "/revoke", "/keys", "/end_session"} {
		mux.Handle(Root+path, served)
	}
	mux.HandleFunc("GET "+Root+oidc.DiscoveryEndpoint, func(w http.ResponseWriter, r *http.Request) { s.discover(w, r, p) })
	mux.HandleFunc("GET "+Root+"/authorize", func(w http.ResponseWriter, r *http.Request) { s.authorize(w, r, served) })
	mux.HandleFunc("GET "+Root+"/begin", func(w http.ResponseWriter, r *http.Request) { s.begin(w, r, p) })
	mux.HandleFunc("GET "+Root+"/authorize/callback", func(w http.ResponseWriter, r *http.Request) { s.callback(w, r, served) })
	return mux, nil
}

// serveProvider is the provider's side as browsers and programs see it.
func (s *SSO) serveProvider(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	s.provider.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), originKey{}, api.CallerFrom(r.Context()).Origin)))
}

// discover tells programs what there is: the code flow, with PKCE, and its refresh.
func (s *SSO) discover(w http.ResponseWriter, r *http.Request, p *op.Provider) {
	ctx := op.ContextWithIssuer(r.Context(), originFrom(r.Context())+Root)
	d := op.CreateDiscoveryConfig(ctx, p, p.Storage())
	d.ResponseTypesSupported = []string{string(oidc.ResponseTypeCode)}
	d.GrantTypesSupported = []oidc.GrantType{oidc.GrantTypeCode, oidc.GrantTypeRefreshToken}
	d.TokenEndpointAuthMethodsSupported = []oidc.AuthMethod{oidc.AuthMethodBasic, oidc.AuthMethodNone}
	d.ClaimsSupported = []string{"sub", "aud", "exp", "iat", "iss", "auth_time", "nonce", "name", "preferred_username", "locale", "phone_number", "phone_number_verified"}
	d.DeviceAuthorizationEndpoint, d.RequestObjectSigningAlgValuesSupported = "", nil
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(d) // a client that has gone needs no answer
}

// authorize begins an authorization and binds it to the browser.
func (s *SSO) authorize(w http.ResponseWriter, r *http.Request, served http.Handler) {
	if tenant := r.URL.Query().Get("tenantId"); tenant != "" && tenant != TenantID {
		http.Error(w, "unknown tenantId", http.StatusBadRequest)
		return
	}
	served.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), browserKey{}, []string{browserOf(api.CallerFrom(r.Context()))})))
}

// begin answers an authorization at once where its cookie lives, else sends the person to sign in.
func (s *SSO) begin(w http.ResponseWriter, r *http.Request, p *op.Provider) {
	ctx, c, id := r.Context(), api.CallerFrom(r.Context()), r.URL.Query().Get("id")
	var waiting request
	settled, silent := false, false
	err := s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if err := s.open(tx, &waiting, id, browserMarks(c)).Scan(ctx); err != nil {
			return err
		}
		asks := strings.Fields(waiting.Prompt)
		for _, prompt := range asks {
			silent = silent || prompt == oidc.PromptNone
		}
		who, err := s.current(ctx, tx, c)
		if err != nil || who == nil || waiting.MaxAge >= 0 && s.deps.Now().Sub(who.CreatedAt).Seconds() >= float64(waiting.MaxAge) {
			return err
		}
		settled, err = s.settle(ctx, tx, id, []string{waiting.BrowserHash}, who.AccountID, who.CreatedAt)
		return err
	})
	switch {
	case errors.Is(err, store.ErrNotFound):
		http.Redirect(w, r, "/login", http.StatusFound) // too old, or another browser's
	case err != nil:
		api.WriteProblem(w, r, err)
	case settled:
		http.Redirect(w, r, Root+"/authorize/callback?id="+url.QueryEscape(id), http.StatusFound)
	case silent:
		op.AuthRequestError(w, r, &waiting, oidc.ErrLoginRequired(), p)
	default:
		http.Redirect(w, r, "/login?authRequestId="+url.QueryEscape(id), http.StatusFound)
	}
}

// callback gives the code to the program, in the browser that began, once.
func (s *SSO) callback(w http.ResponseWriter, r *http.Request, served http.Handler) {
	c := api.CallerFrom(r.Context())
	ctx := context.WithValue(r.Context(), browserKey{}, browserMarks(c))
	found, err := (&storage{s}).AuthRequestByID(ctx, r.URL.Query().Get("id"))
	if errors.Is(err, errNoRequest) || err == nil && !found.Done() {
		http.Redirect(w, r, "/login", http.StatusFound)
		return
	}
	if err != nil {
		api.WriteProblem(w, r, err)
		return
	}
	served.ServeHTTP(w, r.WithContext(ctx))
}
