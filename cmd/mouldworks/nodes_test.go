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
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store/storetest"
)

// twoNodes are two processes on one PostgreSQL and one folder of files.
func twoNodes(t *testing.T) (one, two *process) {
	t.Helper()
	url, files := storetest.Postgres(t), t.TempDir()
	node := func() *process {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		p := &process{t: t, args: []string{"--data", t.TempDir(), "--database", url}, serve: []string{"--files-folder", files}, listen: free.Addr().String()}
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
	one.as(mine, "upms/user/password", map[string]any{"oldPassword": one.secret(password), "password": one.secret(own), "confirmPassword": one.secret(own), "endTokens": false}, nil)
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
	for want := publish(); ; { // one of before may still be under way between the nodes
		if data := page.until("push"); data["title"] == want {
			break
		}
	}

	// A session open at one node ends by a new password at the other.
	two.start()
	second := two.signIn("13700000001", own)
	far := two.open(second)
	far.untilListening(publish)
	fresh := "Nodes-8642"
	one.as(mine, "upms/user/password", map[string]any{"oldPassword": one.secret(own), "password": one.secret(fresh), "confirmPassword": one.secret(fresh), "endTokens": false}, nil)
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

// EXPIRY-02, PERM-05: the operator changes the licence and the modules of a company at one node, or a package that the company
// follows; a page of the company that is open at the other node hears of it, and reads there what holds from now on. What all
// factories of a company share reaches the pages of each.
func TestTheOperatorsChangesReachPagesOfTheOtherNode(t *testing.T) {
	one, two := twoNodes(t)
	_, password, _ := strings.Cut(one.admin("create-tenant", "--key", "nodes", "--name", "Nodes", "--phone", "13700000001"), "first password ")
	one.admin("create-operator", "--phone", "13700000009")
	own := one.admin("token", "--tenant", "nodes", "--user", "admin")
	operator := one.admin("token", "--tenant", "000000", "--user", "13700000009")
	one.start()
	two.start()
	one.token = own
	mine := two.signIn("13700000001", password)
	chosen := "Nodes-7519"
	two.as(mine, "upms/user/password", map[string]any{"oldPassword": two.secret(password), "password": two.secret(chosen), "confirmPassword": two.secret(chosen), "endTokens": false}, nil)
	page := two.open(mine)
	page.untilListening(func() string {
		one.call(http.MethodPost, "bms/sys/news/publish", map[string]any{"title": "News", "content": "for all"}, nil)
		return ""
	})

	one.token = operator
	var tenants struct {
		Rows []struct {
			ID, Code string
			Version  int
		}
	}
	one.call(http.MethodGet, "platform/tenant", nil, &tenants)
	var id string
	change := func(body map[string]any) {
		t.Helper()
		one.call(http.MethodGet, "platform/tenant", nil, &tenants)
		for _, row := range tenants.Rows {
			if row.Code == "nodes" {
				id, body["version"] = row.ID, row.Version
			}
		}
		one.call(http.MethodPatch, "platform/tenant/"+id, body, nil)
	}
	change(map[string]any{"haspExpireSwitch": 0, "expireDate": "2020-01-31", "maxOverdueDays": 7})
	if got := page.untilSignal("licence"); got != id {
		t.Errorf("the licence of %s has changed, not of %s", got, id)
	}
	var licence struct{ MaxOverdueDays, AllowLoginFlag int }
	two.as(mine, "fds/hasp/expireTime", map[string]any{}, &licence)
	if licence.MaxOverdueDays != 7 || licence.AllowLoginFlag != 0 {
		t.Errorf("at the other node the licence is %+v", licence)
	}
	change(map[string]any{"haspExpireSwitch": 1, "expireDate": ""})
	page.untilSignal("licence")
	var pack struct {
		Row struct {
			ID      string
			Version int
		}
	}
	one.call(http.MethodPost, "platform/package", map[string]any{"name": "Plan", "modules": []string{"aps", "common", "system"}}, &pack)
	change(map[string]any{"packageId": pack.Row.ID})
	page.untilSignal("licence")
	one.call(http.MethodPatch, "platform/package/"+pack.Row.ID, map[string]any{"version": pack.Row.Version, "modules": []string{"aps", "bom", "common", "system"}}, nil)
	page.untilSignal("licence")
	var bom int
	two.token = own
	if bom, _ = two.try(http.MethodGet, "bom/part", nil, nil); bom != http.StatusOK {
		t.Errorf("at the other node the module of the package answers %d", bom)
	}

	// The page stands in one factory, the words of the company change in another.
	one.token = own
	var hall struct{ Row struct{ ID string } }
	one.call(http.MethodPost, "bms/factory", map[string]any{"code": "F2", "name": "Hall 2", "zone": "Asia/Shanghai"}, &hall)
	far := one.signIn("13700000001", chosen)
	one.as(far, "upms/user/changeGateway.do", map[string]any{"serverAppUuid": hall.Row.ID}, nil)
	there := one.open(far)
	one.call(http.MethodPost, "bms/wording", map[string]any{"module": 4, "word": "aps.schedule", "zh": "排产", "en": "Runs"}, nil)
	page.untilSignal("wording")
	there.untilSignal("wording")

	// Both nodes know the words by the same mark, also one that was started later.
	mark := func(p *process) string {
		t.Helper()
		var language struct{ CacheTime string }
		p.as(far, "upms/user/getLanguageMapCache", map[string]any{"modules": "table,menu", "cacheTime": ""}, &language)
		return language.CacheTime
	}
	first := mark(one)
	two.kill()
	two.start()
	if second := mark(two); first == "" || second != first {
		t.Errorf("the words are %q at one node and %q at the other", first, second)
	}
}

// A server that keeps its files elsewhere than the others of its database could not show theirs: it does not start, and says
// what to do. One that is told that the other folder is lost takes its own.
func TestANodeWithAnotherFolderOfFilesDoesNotStart(t *testing.T) {
	one, two := twoNodes(t)
	two.serve = nil
	one.start()
	begin := func(args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		out, err := exec.CommandContext(ctx, binary, slices.Concat([]string{"serve", "--listen", two.listen}, two.args, args)...).CombinedOutput()
		if err == nil || ctx.Err() != nil {
			t.Fatalf("it started: %s", out)
		}
		return string(out)
	}
	said := begin()
	for _, want := range []string{"the files of this database lie in another folder", one.serve[1], filepath.Join(two.args[1], "files"), "--files-folder", "--files-endpoint", "--files-adopt"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %s", want, said)
		}
	}
	two.start(one.serve...)
	two.kill()
	one.kill()
	two.start("--files-adopt")
	two.kill()
	two.start()
	if said := begin("--listen", "127.0.0.1:0", "--files-folder", one.serve[1]); !strings.Contains(said, "another folder") {
		t.Errorf("the folder that was given up is taken: %s", said)
	}
}
