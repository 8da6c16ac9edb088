package sso

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"mouldworks/internal/platform/problem"
)

// WeComOptions are those of an app that a company has made for itself in WeCom. The names are WeCom's.
type WeComOptions struct {
	CorpID, AgentID, Secret string
	// Login, Inside and API are other addresses of the service, for tests; "" = the public ones.
	Login, Inside, API string
	Transport          http.RoundTripper
}

// WeCom signs people in through WeCom (企业微信). The company's app says who is a member of it; a phone number it does not
// tell, so that people link themselves in the personal centre first.
//
// Sources, developer.work.weixin.qq.com/document: path/98152 and 98171 (the sign-in page, 企业微信登录链接), 91022 (inside of
// WeCom, 构造网页授权链接), 91039 (gettoken), 98176 and 91023 (auth/getuserinfo), 90313 (codes of errors).
type WeCom struct {
	options WeComOptions
	client  *http.Client

	mu      sync.Mutex
	token   string // of the app, not of a person
	expires time.Time
}

// NewWeCom makes the connector.
func NewWeCom(o WeComOptions) *WeCom {
	for _, a := range []struct {
		to     *string
		public string
	}{
		{&o.Login, "https://login.work.weixin.qq.com"}, {&o.Inside, "https://open.weixin.qq.com"}, {&o.API, "https://qyapi.weixin.qq.com"},
	} {
		if *a.to == "" {
			*a.to = a.public
		}
	}
	return &WeCom{options: o, client: noDetours(o.Transport)}
}

// Key names the app in addresses.
func (w *WeCom) Key() string { return "wecom" }

// Name is what people call it.
func (w *WeCom) Name() problem.Text { return problem.L("企业微信", "WeCom") }

// Address is the sign-in page with a QR code, or, inside of WeCom's own browser, the address that knows the person already.
func (w *WeCom) Address(state, callback, agent string) string {
	q := url.Values{"appid": {w.options.CorpID}, "agentid": {w.options.AgentID}, "redirect_uri": {callback}, "state": {state}}
	if strings.Contains(agent, "wxwork") {
		q.Set("response_type", "code")
		q.Set("scope", "snsapi_base")
		return w.options.Inside + "/connect/oauth2/authorize?" + q.Encode() + "#wechat_redirect"
	}
	q.Set("login_type", "CorpApp")
	return w.options.Login + "/wwlogin/sso/login?" + q.Encode()
}

// Codes of WeCom's errors that ask for a new token of the app.
const (
	wecomTokenWrong = 40014
	wecomTokenOver  = 42001
)

// wecomMargin is how much earlier than WeCom says a token is taken for expired.
const wecomMargin = 5 * time.Minute

var errNoMember = errors.New("wecom: the person is no member of the company")

// Person says who brought the code: the member's id, behind that of the company.
func (w *WeCom) Person(ctx context.Context, code, _ string) (Stranger, error) {
	var who struct {
		ErrCode int    `json:"errcode"`
		UserID  string `json:"userid"`
	}
	stale := ""
	for {
		token, err := w.appToken(ctx, stale)
		if err != nil {
			return Stranger{}, err
		}
		q := url.Values{"access_token": {token}, "code": {code}}
		if err := inquire(ctx, w.client, http.MethodGet, w.options.API+"/cgi-bin/auth/getuserinfo?"+q.Encode(), nil, nil, &who); err != nil {
			return Stranger{}, fmt.Errorf("wecom: %w", err)
		}
		// Another node may have fetched a token meanwhile, which ends ours.
		if stale == "" && (who.ErrCode == wecomTokenWrong || who.ErrCode == wecomTokenOver) {
			stale = token
			continue
		}
		break
	}
	if who.ErrCode != 0 {
		return Stranger{}, fmt.Errorf("wecom: getuserinfo answered errcode %d", who.ErrCode)
	}
	if who.UserID == "" {
		return Stranger{}, errNoMember
	}
	return Stranger{Subject: w.options.CorpID + "/" + who.UserID}, nil
}

// appToken is the token of the app, kept as long as it serves; one that WeCom no longer takes is given as stale.
func (w *WeCom) appToken(ctx context.Context, stale string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.token != "" && w.token != stale && time.Now().Before(w.expires) {
		return w.token, nil
	}
	var got struct {
		ErrCode   int    `json:"errcode"`
		Token     string `json:"access_token"`
		ExpiresIn int    `json:"expires_in"`
	}
	q := url.Values{"corpid": {w.options.CorpID}, "corpsecret": {w.options.Secret}}
	if err := inquire(ctx, w.client, http.MethodGet, w.options.API+"/cgi-bin/gettoken?"+q.Encode(), nil, nil, &got); err != nil {
		return "", fmt.Errorf("wecom: %w", err)
	}
	if got.ErrCode != 0 || got.Token == "" {
		return "", fmt.Errorf("wecom: gettoken answered errcode %d", got.ErrCode)
	}
	w.token, w.expires = got.Token, time.Now().Add(time.Duration(got.ExpiresIn)*time.Second-wecomMargin)
	return w.token, nil
}
