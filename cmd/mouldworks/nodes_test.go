package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Two server processes on one PostgreSQL hear each other: a page that hangs on the first is told of what is saved at
// the second.
func TestTwoProcessesHearEachOther(t *testing.T) {
	eachProcess(t, func(t *testing.T, first *process) {
		if !slices.Contains(first.args, "--database") {
			t.Skip("one file has one server")
		}
		first.start("--demo")
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		second := &process{t: t, args: append([]string{"--data", t.TempDir()}, first.args[2:]...), listen: free.Addr().String()}
		if err := free.Close(); err != nil {
			t.Fatal(err)
		}
		second.start()
		defer second.kill()
		second.token = first.admin("token", "--tenant", "demo", "--user", "admin")

		line := first.page(t)
		second.call(http.MethodPost, "bms/section", map[string]any{"name": "NODE2", "chineseName": "第二台"}, nil)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		for {
			_, text, err := line.Read(ctx)
			if err != nil {
				t.Fatalf("the page on the first server heard nothing: %v", err)
			}
			if strings.Contains(string(text), `"changed"`) && strings.Contains(string(text), `"section"`) {
				return
			}
		}
	})
}

// page signs the demo's administrator in and binds a push line, as an open page does.
func (p *process) page(t *testing.T) *websocket.Conn {
	t.Helper()
	note, err := os.ReadFile(filepath.Join(p.args[1], "demo-sign-in.txt"))
	if err != nil {
		t.Fatal(err)
	}
	password := regexp.MustCompile(`password:?\s+(\S+)`).FindStringSubmatch(string(note))
	if password == nil {
		t.Fatalf("the note of the demo has no password in %d bytes", len(note))
	}
	var key struct{ PublicKey string }
	p.call(http.MethodGet, "getKeyAndIv", nil, &key)
	der, err := base64.StdEncoding.DecodeString(key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, public.(*rsa.PublicKey), []byte(password[1]), nil)
	if err != nil {
		t.Fatal(err)
	}
	var in struct{ Token string }
	p.call(http.MethodPost, "upms/user/login", map[string]any{"phoneNum": "13800000001", "password": base64.StdEncoding.EncodeToString(secret)}, &in)
	line, _, err := websocket.Dial(t.Context(), "ws://"+p.listen+"/front/api/v1/push", nil) //nolint:bodyclose // the socket owns it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.CloseNow() })
	for _, frame := range []any{
		map[string]any{"type": "handshake", "data": map[string]string{"deviceId": "test"}},
		map[string]any{"type": "bind", "data": map[string]any{"userId": "x", "tags": []string{"changed"}, "auth": map[string]string{"token": in.Token}}},
	} {
		text, err := json.Marshal(frame)
		if err == nil {
			err = line.Write(t.Context(), websocket.MessageText, text)
		}
		if err == nil {
			_, _, err = line.Read(t.Context()) // handshake, bound
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return line
}
