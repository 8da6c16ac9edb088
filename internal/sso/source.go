package sso

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	oidcclient "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// Sources of a sign-in, as a login row and a link name them. A work app's is connectorPrefix and its key.
const (
	sourceEmbedded  = "embedded"
	sourceExternal  = "external"
	connectorPrefix = "app:"
)

// source is a provider that we are a client of.
type source struct {
	name     string
	origin   string // of our own provider; empty for another
	config   oauth2.Config
	provider *oidcclient.Provider
	verifier *oidcclient.IDTokenVerifier
	client   *http.Client
	endAt    string // end_session_endpoint
}

// sources are kept once their provider has been asked who it is.
type sources struct {
	mu   sync.Mutex
	kept map[string]*inquiry
}

// inquiry asks a provider who it is, once for all who want to know.
type inquiry struct {
	done   chan struct{} // closed when the rest stands
	source *source
	err    error
	until  time.Time // a failure is remembered until then, so that a provider that is away keeps nobody waiting in turn
}

// failed tells whether it is time to ask again.
func (q *inquiry) failed(now time.Time) bool {
	select {
	case <-q.done:
		return q.err != nil && !now.Before(q.until)
	default:
		return false
	}
}

// failureKept is how long a provider is not asked again after it did not answer.
const failureKept = 5 * time.Second

// askWithin is how long another provider may take for one answer.
const askWithin = 10 * time.Second

var msgProviderDown = problem.L("单点登录服务暂时无法访问，请稍后再试", "The single sign-on server cannot be reached, please try again later")

// inProcess carries calls to our own provider, without a detour over the network and its certificates.
type inProcess struct{ s *SSO }

// RoundTrip serves the request here.
func (t inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := &recorded{header: http.Header{}, status: http.StatusOK}
	ctx := context.WithValue(r.Context(), originKey{}, r.URL.Scheme+"://"+r.URL.Host)
	t.s.provider.ServeHTTP(answer, r.Clone(ctx))
	return &http.Response{
		Status: http.StatusText(answer.status), StatusCode: answer.status, Header: answer.header, Body: io.NopCloser(&answer.body), ContentLength: int64(answer.body.Len()),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
	}, nil
}

type recorded struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header of the answer.
func (w *recorded) Header() http.Header { return w.header }

// Write keeps the answer.
func (w *recorded) Write(b []byte) (int, error) { return w.body.Write(b) }

// WriteHeader keeps the status.
func (w *recorded) WriteHeader(status int) { w.status = status }

// chosen is the name of the provider that signs people in.
func (s *SSO) chosen() string {
	if s.deps.Options.Issuer != "" {
		return sourceExternal
	}
	return sourceEmbedded
}

// source gives a provider, ready to be used from an origin of ours. It may ask over the network: never call it inside a
// transaction.
func (s *SSO) source(ctx context.Context, name, origin string) (*source, error) {
	key := name + " " + origin
	s.sources.mu.Lock()
	q, asking := s.sources.kept[key], false
	if q == nil || q.failed(s.deps.Now()) {
		if s.sources.kept == nil || len(s.sources.kept) > 50 { // origins come from requests: they must not pile up
			s.sources.kept = map[string]*inquiry{}
		}
		q, asking = &inquiry{done: make(chan struct{}), err: problem.Refuse(msgProviderDown)}, true
		s.sources.kept[key] = q
	}
	s.sources.mu.Unlock()
	if asking {
		func() {
			defer close(q.done)
			q.source, q.err = s.introduce(context.WithoutCancel(ctx), name, origin) // for the others, too
			q.until = s.deps.Now().Add(failureKept)
		}()
	}
	select {
	case <-q.done:
		return q.source, q.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// introduce asks a provider who it is.
func (s *SSO) introduce(ctx context.Context, name, origin string) (*source, error) {
	o := s.deps.Options
	src := &source{name: name, config: oauth2.Config{ClientID: o.ClientID, ClientSecret: o.ClientSecret, RedirectURL: origin + "/loginMedium", Scopes: []string{"openid", "profile", "phone"}}}
	issuer, transport := o.Issuer, o.Transport
	if name == sourceEmbedded {
		src.origin, src.config.ClientID, src.config.ClientSecret = origin, WebClient, ""
		issuer, transport = origin+Root, inProcess{s}
	} else if err := checkIssuer(issuer); err != nil {
		return nil, err
	}
	src.client = &http.Client{Transport: transport, Timeout: askWithin}
	// The provider keeps the context for as long as it lives, for the client inside; it is not that of a request.
	provider, err := oidcclient.NewProvider(oidcclient.ClientContext(ctx, src.client), issuer)
	if err != nil {
		slog.WarnContext(ctx, "the single sign-on provider did not say who it is", "issuer", issuer, "error", err)
		return nil, problem.Refuse(msgProviderDown)
	}
	src.provider, src.config.Endpoint = provider, provider.Endpoint()
	src.verifier = provider.Verifier(&oidcclient.Config{ClientID: src.config.ClientID, SupportedSigningAlgs: signatures})
	var more struct {
		End string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&more); err != nil {
		return nil, err
	}
	src.endAt = more.End
	return src, nil
}

// signatures that we accept on identity tokens; "none" and those by a shared secret are not among them.
var signatures = []string{oidcclient.RS256, oidcclient.RS384, oidcclient.RS512, oidcclient.PS256, oidcclient.ES256, oidcclient.ES384, oidcclient.EdDSA}

func checkIssuer(issuer string) error {
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" || u.Scheme == "http" && checkRedirect(issuer) != nil {
		return errors.New("sso: the issuer must be https, or http on this machine, and name no user") // not repeated: a password may stand in it
	}
	return nil
}

// address is where the browser goes to sign in.
func (src *source) address(state string, row *loginRow) string {
	options := []oauth2.AuthCodeOption{oidcclient.Nonce(row.Nonce), oauth2.S256ChallengeOption(row.Verifier)}
	if src.origin != "" {
		options = append(options, oauth2.SetAuthURLParam("tenantId", TenantID))
	}
	return strings.TrimPrefix(src.config.AuthCodeURL(state, options...), src.origin)
}

// vouched is what a provider says about the person who came back.
type vouched struct {
	subject, phone string
	phoneVerified  bool
	hint           string // the identity token of another provider
}

// exchange hands in a code and checks everything about the answer: signature and algorithm, issuer, audience, time,
// nonce. A code that the provider does not take is the person's 11050; a provider that does not answer is not.
func (src *source) exchange(ctx context.Context, code string, row *loginRow) (v vouched, err error) {
	ctx = oidcclient.ClientContext(ctx, src.client)
	tokens, err := src.config.Exchange(ctx, code, oauth2.VerifierOption(row.Verifier))
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.Response.StatusCode < http.StatusInternalServerError {
		return v, problem.Spent()
	}
	if err != nil {
		slog.WarnContext(ctx, "a code was not exchanged", "source", src.name, "error", err)
		return v, problem.Refuse(msgProviderDown)
	}
	raw, _ := tokens.Extra("id_token").(string)
	id, err := src.verifier.Verify(ctx, raw)
	if err != nil || subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(row.Nonce)) != 1 {
		slog.WarnContext(ctx, "an identity token was refused", "source", src.name, "error", err)
		return v, problem.Spent()
	}
	v.subject = id.Subject
	if src.origin != "" {
		return v, nil
	}
	v.hint = raw
	info, err := src.provider.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
	if err != nil || info.Subject != id.Subject {
		slog.WarnContext(ctx, "userinfo was refused", "source", src.name, "error", err)
		return v, problem.Refuse(msgProviderDown)
	}
	var claims struct {
		Phone    string `json:"phone_number"`
		Verified bool   `json:"phone_number_verified"`
	}
	if err := info.Claims(&claims); err != nil {
		return v, problem.Refuse(msgProviderDown)
	}
	v.phone, v.phoneVerified = claims.Phone, claims.Verified
	return v, nil
}

// endElsewhere is the address where the other provider ends its session; "" when it offers none.
func (s *SSO) endElsewhere(ctx context.Context, origin, hint string) string {
	if s.deps.Options.Issuer == "" {
		return ""
	}
	src, err := s.source(ctx, sourceExternal, origin)
	if err != nil || src.endAt == "" {
		return "" // our own session has ended in any case
	}
	to, err := url.Parse(src.endAt)
	if err != nil {
		return ""
	}
	q := to.Query()
	q.Set("id_token_hint", hint)
	q.Set("client_id", src.config.ClientID)
	q.Set("post_logout_redirect_uri", origin+"/login")
	to.RawQuery = q.Encode()
	return to.String()
}

// link finds the account of a person of another system: the linked one, else that of the verified phone, which is
// linked from then on. "" means that there is none.
func (s *SSO) link(ctx context.Context, tx store.Tx, from string, v vouched) (string, error) {
	if from == sourceExternal {
		from = s.deps.Options.Issuer // a subject names a person within its issuer only: the next one may know another by it
	}
	var known linkRow
	err := tx.Select(&known).Where("source = ? AND subject = ?", from, v.subject).Scan(ctx)
	if err == nil || !errors.Is(err, store.ErrNotFound) {
		return known.AccountID, err
	}
	if v.subject == "" || v.phone == "" || !v.phoneVerified {
		return "", nil
	}
	number := plainPhone(v.phone)
	if !verify.IsPhone(number) {
		return "", nil // as with an extension: the digits of both together may be somebody else's number
	}
	account, err := s.deps.ByPhone(ctx, tx, number)
	if err != nil || account == "" {
		return "", err
	}
	return account, tx.Insert(ctx, &linkRow{Source: from, Subject: v.subject, AccountID: account, CreatedAt: s.deps.Now()})
}

// adoptLinks gives links of the time when they did not name their issuer to the one that is configured.
func (s *SSO) adoptLinks(ctx context.Context) error {
	issuer := s.deps.Options.Issuer
	if issuer == "" {
		return nil
	}
	return s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		_, err := tx.Change((*linkRow)(nil)).Set("source = ?", issuer).
			Where("source = ? AND subject NOT IN (SELECT subject FROM sso_link WHERE source = ?)", sourceExternal, issuer).Exec(ctx)
		return err
	})
}

// plainPhone reads a number as every other call does, and drops the + that stands before a country's prefix: accounts hold
// digits alone.
func plainPhone(phone string) string { return strings.TrimPrefix(verify.ReadPhone(phone), "+") }
