package sso_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/sso"
)

// secrets that no error may name.
const (
	corpSecret   = "corp-secret-7f3a"
	clientSecret = "client-secret-9c1d"
)

// workApps speaks what WeCom and DingTalk document of their APIs: one company in each, codes that serve once, tokens that
// may be called back.
type workApps struct {
	mu     sync.Mutex
	tokens int               // that WeCom has given
	alive  string            // the one of them that serves
	codes  map[string]string // of people, by code: JSON of who brought it
	spoilt http.HandlerFunc  // answers in place of everything
	*httptest.Server
}

func openWorkApps(t *testing.T) *workApps {
	t.Helper()
	w := &workApps{codes: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /cgi-bin/gettoken", w.gettoken)
	mux.HandleFunc("GET /cgi-bin/auth/getuserinfo", w.getuserinfo)
	mux.HandleFunc("POST /v1.0/oauth2/userAccessToken", w.userAccessToken)
	mux.HandleFunc("GET /v1.0/contact/users/me", w.me)
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		spoilt := w.spoilt
		w.mu.Unlock()
		if spoilt != nil {
			spoilt(rw, r)
			return
		}
		mux.ServeHTTP(rw, r)
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *workApps) say(rw http.ResponseWriter, text string) { _, _ = rw.Write([]byte(text)) }

func (w *workApps) gettoken(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if q := r.URL.Query(); q.Get("corpid") != "ww1" || q.Get("corpsecret") != corpSecret {
		w.say(rw, `{"errcode":40001,"errmsg":"invalid credential"}`)
		return
	}
	w.tokens++
	w.alive = "app-token-" + strings.Repeat("x", w.tokens)
	w.say(rw, `{"errcode":0,"errmsg":"ok","access_token":"`+w.alive+`","expires_in":7200}`)
}

func (w *workApps) getuserinfo(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	q := r.URL.Query()
	if q.Get("access_token") != w.alive {
		w.say(rw, `{"errcode":42001,"errmsg":"access_token expired"}`)
		return
	}
	who, ok := w.codes[q.Get("code")]
	delete(w.codes, q.Get("code"))
	if !ok {
		w.say(rw, `{"errcode":40029,"errmsg":"invalid code"}`)
		return
	}
	w.say(rw, who)
}

func (w *workApps) userAccessToken(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var in struct{ ClientID, ClientSecret, Code, GrantType string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.ClientID != "ding1" || in.ClientSecret != clientSecret || in.GrantType != "authorization_code" || w.codes[in.Code] == "" {
		rw.WriteHeader(http.StatusBadRequest)
		w.say(rw, `{"code":"invalidParameter.authCode.notFound","message":"the code is none"}`)
		return
	}
	w.codes["user-token-"+in.Code] = w.codes[in.Code]
	delete(w.codes, in.Code)
	w.say(rw, `{"expireIn":7200,"accessToken":"user-token-`+in.Code+`","refreshToken":"r","corpId":"dingcorp1"}`)
}

func (w *workApps) me(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	who, ok := w.codes[r.Header.Get("x-acs-dingtalk-access-token")]
	if !ok {
		rw.WriteHeader(http.StatusForbidden)
		return
	}
	w.say(rw, who)
}

// brings lets somebody bring a code.
func (w *workApps) brings(code, who string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.codes[code] = who
	return code
}

func (w *workApps) wecom() *sso.WeCom {
	return sso.NewWeCom(sso.WeComOptions{CorpID: "ww1", AgentID: "1000002", Secret: corpSecret, API: w.URL})
}

func (w *workApps) dingtalk(corp string) *sso.DingTalk {
	return sso.NewDingTalk(sso.DingTalkOptions{ClientID: "ding1", ClientSecret: clientSecret, CorpID: corp, API: w.URL})
}

// The addresses are those of the documentation, inside of WeCom another one, and hold no secret.
func TestWorkAppsAreAskedAtTheirAddresses(t *testing.T) {
	apps := openWorkApps(t)
	callback := "https://mw.example/third/open"
	for _, c := range []struct {
		got, begin, end string
		want            url.Values
	}{
		{apps.wecom().Address("s&1", callback, "Mozilla/5.0 Chrome/130"), "https://login.work.weixin.qq.com/wwlogin/sso/login?", "", url.Values{"login_type": {"CorpApp"}, "appid": {"ww1"}, "agentid": {"1000002"}, "redirect_uri": {callback}, "state": {"s&1"}}},
		{apps.wecom().Address("s&1", callback, "Mozilla/5.0 wxwork/4.1.20"), "https://open.weixin.qq.com/connect/oauth2/authorize?", "#wechat_redirect", url.Values{"appid": {"ww1"}, "agentid": {"1000002"}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"snsapi_base"}, "state": {"s&1"}}},
		{apps.dingtalk("").Address("s&1", callback, ""), "https://login.dingtalk.com/oauth2/auth?", "", url.Values{"client_id": {"ding1"}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"openid"}, "prompt": {"consent"}, "state": {"s&1"}}},
		{apps.dingtalk("dingcorp1").Address("s&1", callback, ""), "https://login.dingtalk.com/oauth2/auth?", "", url.Values{"client_id": {"ding1"}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"openid corpid"}, "prompt": {"consent"}, "state": {"s&1"}}},
	} {
		u, err := url.Parse(c.got)
		if err != nil || !strings.HasPrefix(c.got, c.begin) || !strings.HasSuffix(c.got, c.end) || u.Query().Encode() != c.want.Encode() || strings.Contains(c.got, "secret") {
			t.Errorf("%s, %v", c.got, err)
		}
	}
}

// HEADER-24 (server): WeCom tells no phone. Who has linked it in the personal centre, by the password, signs in through it;
// a code, a state and a link serve once, in the browser and for the purpose that they were made for.
func TestWeComSignsInWhoHasLinkedIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		apps := openWorkApps(t)
		w := open(t, db, sso.Options{Connectors: []sso.Connector{apps.wecom()}})
		ben := `{"errcode":0,"errmsg":"ok","userid":"ben.li","user_ticket":"t"}`
		stateOf := func(a identitytest.Answer) string {
			t.Helper()
			var reply sso.LoginURLReply
			a.Into(t, &reply)
			to, err := url.Parse(reply.URL)
			if err != nil || to.Query().Get("redirect_uri") != w.HTTP.URL+"/third/open" {
				t.Fatalf("the app is asked at %s", reply.URL)
			}
			return to.Query().Get("state")
		}
		enter := func(code string) (identitytest.Answer, identity.LoginReply) {
			t.Helper()
			b := w.Browser(t)
			state := stateOf(b.Call(t, http.MethodPost, "sso/connector/wecom", map[string]any{"redirect": "/pm/mould"}))
			return byCode(t, b, &url.URL{RawQuery: url.Values{"code": {code}, "state": {state}}.Encode()})
		}
		if a, _ := enter(apps.brings("c1", ben)); a.Code != 11015 {
			t.Errorf("before it is linked: %+v", a)
		}

		b := w.Browser(t)
		b.SignIn(t, bens)
		if a := b.Call(t, http.MethodPost, "sso/connector/wecom/link", map[string]any{"password": b.Secret(t, "Wrong-1234")}); a.Code != 422 {
			t.Errorf("linked with a wrong password: %+v", a)
		}
		if a := b.Call(t, http.MethodPost, "sso/connector/wecom/link", map[string]any{}); a.Code != 422 {
			t.Errorf("linked without a password: %+v", a)
		}
		begin := func() string {
			t.Helper()
			return stateOf(b.Call(t, http.MethodPost, "sso/connector/wecom/link", map[string]any{"password": b.Secret(t, identitytest.Password), "redirect": "/account?tab=apps"}))
		}
		state := begin()
		if !strings.HasPrefix(state, "link.") {
			t.Errorf("the page cannot tell the state %q from that of a sign-in", state)
		}
		finish := func(by *identitytest.Browser, code, state string) identitytest.Answer {
			t.Helper()
			return by.Call(t, http.MethodPost, "sso/link", map[string]any{"code": code, "state": state})
		}
		anna := w.Browser(t)
		anna.SignIn(t, annas)
		if a := finish(anna, apps.brings("c2", ben), state); a.Code != 11050 {
			t.Errorf("in somebody else's browser: %+v", a)
		}
		if a, _ := byCode(t, b, &url.URL{RawQuery: url.Values{"code": {"c2"}, "state": {state}}.Encode()}); a.Code != 11050 {
			t.Errorf("the state of a link signs in: %+v", a)
		}
		var linked sso.LinkedReply
		finish(b, "c2", state).Into(t, &linked)
		if linked.Path != "/account?tab=apps" {
			t.Errorf("linked: %+v", linked)
		}
		if a := finish(b, apps.brings("c3", ben), state); a.Code != 11050 {
			t.Errorf("the state a second time: %+v", a)
		}
		a, reply := enter(apps.brings("c4", ben))
		if reply.Token == "" || reply.Path != "/pm/mould" {
			t.Fatalf("once it is linked: %+v", a)
		}
		if a, _ := enter("c4"); a.Code != 11050 {
			t.Errorf("the code a second time: %+v", a)
		}
		if a, _ := enter(apps.brings("c5", `{"errcode":0,"errmsg":"ok","openid":"o1","external_userid":"e1"}`)); a.Code != 11050 {
			t.Errorf("somebody who is no member: %+v", a)
		}
		// Ben's person there is Ben's here, and nobody else's.
		theirs := stateOf(anna.Call(t, http.MethodPost, "sso/connector/wecom/link", map[string]any{"password": anna.Secret(t, identitytest.Password)}))
		if a := finish(anna, apps.brings("c6", ben), theirs); a.Code != 20000 {
			t.Errorf("linked to a second account: %+v", a)
		}
		var links []sso.LinkView
		if b.Call(t, http.MethodGet, "sso/links", nil).Into(t, &links); len(links) != 1 || links[0].Key != "wecom" || links[0].Since == nil {
			t.Errorf("Ben's links are %+v", links)
		}
		if anna.Call(t, http.MethodGet, "sso/links", nil).Into(t, &links); len(links) != 1 || links[0].Since != nil {
			t.Errorf("Anna's links are %+v", links)
		}
		// A token that WeCom has called back is fetched anew, once.
		apps.mu.Lock()
		apps.alive = "another node's"
		before := apps.tokens
		apps.mu.Unlock()
		if a, reply := enter(apps.brings("c7", ben)); reply.Token == "" {
			t.Errorf("after the token was called back: %+v", a)
		}
		apps.mu.Lock()
		if apps.tokens != before+1 {
			t.Errorf("%d tokens were fetched", apps.tokens-before)
		}
		apps.mu.Unlock()
		if a := b.Call(t, http.MethodDelete, "sso/link/wecom", nil); a.Code != 1 {
			t.Errorf("unlinked: %+v", a)
		}
		if a, _ := enter(apps.brings("c8", ben)); a.Code != 11015 {
			t.Errorf("after it was unlinked: %+v", a)
		}
	})
}

// HEADER-24 (server): DingTalk tells the phone, so that its people need not link themselves; those of another company and those
// whose phone it does not tell stay outside.
func TestDingTalkSignsInByPhone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		apps := openWorkApps(t)
		annaThere := `{"nick":"Anna","unionId":"u-anna","openId":"o","mobile":"` + annas + `","stateCode":"86"}`
		enter := func(w *world, code string) (identitytest.Answer, identity.LoginReply) {
			t.Helper()
			b := w.Browser(t)
			var reply sso.LoginURLReply
			b.Call(t, http.MethodPost, "sso/connector/dingtalk", map[string]any{}).Into(t, &reply)
			to, err := url.Parse(reply.URL)
			if err != nil {
				t.Fatal(err)
			}
			return byCode(t, b, &url.URL{RawQuery: url.Values{"code": {code}, "state": {to.Query().Get("state")}}.Encode()})
		}
		w := open(t, db, sso.Options{Connectors: []sso.Connector{apps.dingtalk("dingcorp1")}})
		if a, reply := enter(w, apps.brings("d1", annaThere)); reply.Token == "" {
			t.Errorf("Anna: %+v", a)
		}
		if a, _ := enter(w, apps.brings("d2", `{"nick":"X","unionId":"u-x"}`)); a.Code != 11015 {
			t.Errorf("somebody without a phone: %+v", a)
		}
		if a, reply := enter(w, apps.brings("d3", `{"nick":"Anna","unionId":"u-anna"}`)); reply.Token == "" {
			t.Errorf("Anna, who is linked by now, without her phone: %+v", a)
		}
		if a, _ := enter(w, "unknown"); a.Code != 11050 {
			t.Errorf("an unknown code: %+v", a)
		}
		if who, err := apps.dingtalk("dingcorp2").Person(t.Context(), apps.brings("d4", annaThere), ""); err == nil {
			t.Errorf("a person of another company is %+v", who)
		}
	})
}

// Whatever goes wrong with a work app, its error names neither secret, token nor code, and it is not followed elsewhere.
func TestWorkAppErrorsKeepSecrets(t *testing.T) {
	apps := openWorkApps(t)
	elsewhere := make(chan string, 10)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { elsewhere <- r.URL.String() }))
	defer other.Close()
	hang := make(chan struct{})
	defer close(hang)
	for name, spoilt := range map[string]http.HandlerFunc{
		"a fault": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, corpSecret+clientSecret, http.StatusInternalServerError)
		},
		"no JSON": func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.URL.String() + "<html>")) },
		"an errcode": func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte(`{"errcode":40001,"errmsg":"` + r.URL.RawQuery + `"}`))
		},
		"a detour": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/?"+r.URL.RawQuery, http.StatusTemporaryRedirect)
		},
		"a broken line": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"no answer ever": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		},
	} {
		apps.mu.Lock()
		apps.spoilt = spoilt
		apps.mu.Unlock()
		for _, app := range []sso.Connector{apps.wecom(), apps.dingtalk("")} {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			who, err := app.Person(ctx, "code-5e2b", "https://mw.example/third/open")
			cancel()
			if err == nil {
				t.Errorf("%s, %s: %+v", app.Key(), name, who)
				continue
			}
			for _, secret := range []string{corpSecret, clientSecret, "code-5e2b", "access_token", "corpsecret"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%s, %s: the error says %q", app.Key(), name, err)
				}
			}
		}
	}
	if len(elsewhere) > 0 {
		t.Errorf("the secrets were sent to %s", <-elsewhere)
	}
}
