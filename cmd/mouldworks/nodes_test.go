package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store/storetest"
)

// twoNodes are two processes on one PostgreSQL.
func twoNodes(t *testing.T) (one, two *process) {
	t.Helper()
	url := storetest.Postgres(t)
	node := func() *process {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		p := &process{t: t, args: []string{"--data", t.TempDir(), "--database", url}, listen: free.Addr().String()}
		if err := free.Close(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.kill)
		return p
	}
	return node(), node()
}

// as calls a node by a session.
func (p *process) as(session, path string, body, into any) {
	p.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, "http://"+p.listen+api.Prefix+path, strings.NewReader(string(b)))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("mdbtk", session)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	envelope := struct {
		Code    int
		Message string
		Data    any
	}{Data: into}
	err = json.NewDecoder(res.Body).Decode(&envelope)
	if err := res.Body.Close(); err != nil {
		p.t.Fatal(err)
	}
	if err != nil || envelope.Code != 1 {
		p.t.Fatalf("%s: %d %+v %v", path, res.StatusCode, envelope, err)
	}
}

// secret encrypts a password as a browser does.
func (p *process) secret(password string) string {
	p.t.Helper()
	var key struct{ PublicKey string }
	p.call(http.MethodGet, "getKeyAndIv", nil, &key)
	der, err := base64.StdEncoding.DecodeString(key.PublicKey)
	if err != nil {
		p.t.Fatal(err)
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		p.t.Fatal(err)
	}
	sealed, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, public.(*rsa.PublicKey), []byte(password), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(sealed)
}

func (p *process) signIn(phone, password string) string {
	p.t.Helper()
	var reply struct{ Token string }
	p.as("", "upms/user/login", map[string]any{"phoneNum": phone, "password": p.secret(password)}, &reply)
	return reply.Token
}

// openPage is a page's socket.
type openPage struct {
	t *testing.T
	c *websocket.Conn
}

// open binds a session's page at a node.
func (p *process) open(session string) openPage {
	p.t.Helper()
	c, _, err := websocket.Dial(p.t.Context(), "ws://"+p.listen+api.Prefix+"push", nil) //nolint:bodyclose // the socket owns it
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = c.CloseNow() })
	l := openPage{p.t, c}
	for _, say := range []struct {
		kind, answer string
		data         any
	}{{"handshake", "handshake", map[string]string{"deviceId": "d"}}, {"bind", "bound", map[string]any{"auth": map[string]string{"token": session}}}} {
		b, err := json.Marshal(map[string]any{"type": say.kind, "data": say.data})
		if err == nil {
			err = c.Write(p.t.Context(), websocket.MessageText, b)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		if kind, _, err := l.hear(10 * time.Second); kind != say.answer {
			p.t.Fatalf("heard %q, %v instead of %q", kind, err, say.answer)
		}
	}
	return l
}

// hear gives the next frame.
func (l openPage) hear(within time.Duration) (kind string, data map[string]any, err error) {
	ctx, cancel := context.WithTimeout(l.t.Context(), within)
	defer cancel()
	_, b, err := l.c.Read(ctx)
	if err != nil {
		return "", nil, err
	}
	var f struct {
		Type string
		Data map[string]any
	}
	err = json.Unmarshal(b, &f)
	return f.Type, f.Data, err
}

// untilListening publishes until the page has heard of it: a node listens to the others a moment after it answers.
func (l openPage) untilListening(publish func() string) {
	l.t.Helper()
	heard := make(chan error, 1)
	go func() {
		for {
			if kind, _, err := l.hear(time.Minute); err != nil || kind == "push" {
				heard <- err
				return
			}
		}
	}()
	for {
		publish()
		select {
		case err := <-heard:
			if err != nil {
				l.t.Fatal(err)
			}
			return
		case <-time.After(time.Second):
		}
	}
}

// until hears frames until one of a kind comes; signals come in between.
func (l openPage) until(kind string) map[string]any {
	l.t.Helper()
	for {
		got, data, err := l.hear(30 * time.Second)
		if err != nil {
			l.t.Fatalf("instead of %q: %v", kind, err)
		}
		if got == kind {
			return data
		}
	}
}

// PUSH-01, PUSH-04, PUSH-05, PUSH-09: pages are open at one node while things happen at another. A message reaches them there;
// a node that is killed loses none, for its pages read again where they come back; a session that ends at one node is shown out
// of the other.
func TestPushReachesPagesOfTheOtherNode(t *testing.T) {
	one, two := twoNodes(t)
	_, password, found := strings.Cut(one.admin("create-tenant", "--key", "nodes", "--name", "Nodes", "--phone", "13700000001"), "first password ")
	if !found {
		t.Fatal("no first password")
	}
	one.token = one.admin("token", "--tenant", "nodes", "--user", "admin")
	one.start()
	two.start()
	mine := one.signIn("13700000001", password)
	own := "Nodes-7519"
	one.as(mine, "upms/user/password", map[string]any{"oldPassword": one.secret(password), "password": one.secret(own), "confirmPassword": one.secret(own)}, nil)
	published := 0
	publish := func() string {
		t.Helper()
		published++
		title := fmt.Sprintf("News %d", published)
		one.call(http.MethodPost, "bms/sys/news/publish", map[string]any{"title": title, "content": "for all"}, nil)
		return title
	}

	page := two.open(mine)
	page.untilListening(publish)
	for want := publish(); ; {
		if data := page.until("push"); data["title"] == want {
			break
		}
	}

	// The node of the page is killed, messages go on; the page comes back at the other node and reads again.
	two.kill()
	if _, _, err := page.hear(10 * time.Second); err == nil {
		t.Error("the page hears a node that was killed")
	}
	for range 5 {
		publish()
	}
	page = one.open(mine)
	var list struct{ Rows []struct{ Title string } }
	one.as(mine, "bms/msg/getUserMsgList.do", map[string]any{"size": 500}, &list)
	titles := map[string]bool{}
	for _, row := range list.Rows {
		titles[row.Title] = true
	}
	for n := range published {
		if want := fmt.Sprintf("News %d", n+1); !titles[want] {
			t.Errorf("%s is lost", want)
		}
	}
	if want, data := publish(), page.until("push"); data["title"] != want {
		t.Errorf("after it came back the page hears %v", data)
	}

	// A session open at one node ends by a new password at the other.
	two.start()
	second := two.signIn("13700000001", own)
	far := two.open(second)
	far.untilListening(publish)
	fresh := "Nodes-8642"
	one.as(mine, "upms/user/password", map[string]any{"oldPassword": one.secret(own), "password": one.secret(fresh), "confirmPassword": one.secret(fresh)}, nil)
	if data := far.until("kick"); data["reason"] != "password" {
		t.Errorf("the page is shown out with %v", data)
	}
	if _, _, err := far.hear(10 * time.Second); websocket.CloseStatus(err) != 4403 {
		t.Errorf("afterwards the line is %v", err)
	}
	for want := publish(); ; {
		if data := page.until("push"); data["title"] == want {
			break
		}
	}
}
