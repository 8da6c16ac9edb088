package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/sso"
)

// PUSH-11: with a host of its own for the push channel, the policy of the pages names it, and a page of the public host,
// and of no other, opens a real line to it.
func TestThePushChannelUnderAHostOfItsOwn(t *testing.T) {
	a, err := Open(t.Context(), Options{Data: t.TempDir(), Origin: "https://cloud.example", SignOn: sso.Options{PushAddress: "push.example:8443"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	if policy := pagePolicyOf(t, server, ""); !strings.Contains(policy, "connect-src 'self' wss://push.example:8443;") {
		t.Errorf("the policy is %s", policy)
	}
	for origin, opens := range map[string]bool{"https://cloud.example": true, "https://push.example:8443": true, "https://evil.example": false, "http://cloud.example": false} {
		line, res, err := websocket.Dial(t.Context(), strings.Replace(server.URL, "http", "ws", 1)+api.Prefix+"push", &websocket.DialOptions{ //nolint:bodyclose // the socket owns it
			Host: "push.example:8443", HTTPHeader: http.Header{"Origin": {origin}},
		})
		switch {
		case opens != (err == nil):
			t.Errorf("from %s: %v, %+v", origin, err, res)
		case !opens && res.StatusCode != http.StatusForbidden:
			t.Errorf("from %s: %d", origin, res.StatusCode)
		}
		if err != nil {
			continue
		}
		if err := line.Write(t.Context(), websocket.MessageText, []byte(`{"type":"handshake","data":{}}`)); err != nil {
			t.Error(err)
		}
		if _, said, err := line.Read(t.Context()); err != nil || !strings.Contains(string(said), `"handshake"`) {
			t.Errorf("from %s: %s, %v", origin, said, err)
		}
		_ = line.CloseNow()
	}
	for _, o := range []Options{
		{SignOn: sso.Options{PushAddress: "push.example"}},
		{Origin: "https://cloud.example", SignOn: sso.Options{PushAddress: "push.example; script-src *"}},
		{Origin: "https://cloud.example", SignOn: sso.Options{PushAddress: "https://push.example"}},
	} {
		if o.Data = t.TempDir(); startsWith(t, o) {
			t.Errorf("a server starts with %+v", o.SignOn.PushAddress)
		}
	}
}

func startsWith(t *testing.T, o Options) bool {
	t.Helper()
	a, err := Open(t.Context(), o)
	if err == nil {
		err = a.Close(t.Context())
		return err == nil
	}
	return false
}
