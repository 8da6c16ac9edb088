package identity_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
)

// serve starts another server on the same database, and gives its address.
func serve(t *testing.T, w *identitytest.World, now func() time.Time) string {
	t.Helper()
	s := api.New(w.DB, "test")
	d := identity.New(identity.Deps{DB: w.DB, Permissions: s.Permissions, Now: now})
	s.Authenticate = d.Authenticate
	d.Mount(s)
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() { server.Close(); d.Wait() })
	return server.URL
}

// node is another server on the same database; it knows only what stands there.
func node(t *testing.T, w *identitytest.World) (publicKey func() string, login func(key, password string) int) {
	t.Helper()
	url := serve(t, w, w.Now)
	b := w.Browser(t)
	call := func(method, path string, body any) identitytest.Answer { return b.At(url).Call(t, method, path, body) }
	publicKey = func() string {
		var reply identity.KeyReply
		if err := json.Unmarshal(call(http.MethodGet, "getKeyAndIv", nil).Data, &reply); err != nil {
			t.Error(err)
		}
		return reply.PublicKey
	}
	return publicKey, func(key, password string) int {
		return call(http.MethodPost, "upms/user/login", map[string]any{"phoneNum": annas, "password": identitytest.Encrypted(t, key, password)}).Code
	}
}

// Nodes that rotate the key at the same moment agree on one, and a node reads what another one has made since: a password
// that was encrypted for one of them opens at each.
func TestNodesShareTheKeyOfPasswords(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		type server struct {
			key   func() string
			login func(key, password string) int
		}
		var nodes []server
		for range 3 {
			key, login := node(t, w)
			nodes = append(nodes, server{key, login})
		}
		rotate := func() map[string]bool {
			keys := map[string]bool{}
			var mu sync.Mutex
			var wait sync.WaitGroup
			for _, n := range nodes {
				wait.Go(func() {
					key := n.key()
					mu.Lock()
					defer mu.Unlock()
					keys[key] = true
				})
			}
			wait.Wait()
			return keys
		}
		for range 3 {
			if keys := rotate(); len(keys) != 1 {
				t.Errorf("three nodes give %d keys", len(keys))
			}
			w.Wait(24 * time.Hour)
		}
		// The first has the new key already; the others still hold the old pair in mind.
		key := nodes[0].key()
		for i, n := range nodes {
			if code := n.login(key, identitytest.Password); code != 1 {
				t.Errorf("node %d answers %d", i, code)
			}
		}
		// A key that came by another way, such as a clock that is ahead: read on the first text that does not open.
		w.Wait(time.Minute)
		var reply identity.KeyReply
		ahead := serve(t, w, func() time.Time { return w.Now().Add(24 * time.Hour) })
		w.Browser(t).At(ahead).Call(t, http.MethodGet, "getKeyAndIv", nil).Into(t, &reply)
		key = reply.PublicKey
		for i, n := range nodes {
			if code := n.login(key, identitytest.Password); code != 1 {
				t.Errorf("with a key of another node, node %d answers %d", i, code)
			}
			if code := n.login(key, "Wrong-751"); code != problem.AccessRefused {
				t.Errorf("with a wrong password node %d answers %d", i, code)
			}
		}
	})
}
