package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// invite adds a user by a request that names a Host, and gives what came of it.
func (o *office) invite(host, user, phone string) (u struct {
	Invitation string   `json:"invitation"`
	Warnings   []string `json:"warnings"`
	Row        struct {
		ID string `json:"id"`
	} `json:"row"`
},
) {
	o.Helper()
	raw, err := json.Marshal(map[string]any{"userName": user, "realName": user, "phone": phone, "roles": []string{"planner"}, "joinWay": 1})
	if err != nil {
		o.Fatal(err)
	}
	q, err := http.NewRequestWithContext(o.Context(), http.MethodPost, o.server.URL+api.Prefix+"upms/user", bytes.NewReader(raw))
	if err != nil {
		o.Fatal(err)
	}
	q.Host = host
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept-Language", "en")
	for k, v := range o.admin {
		q.Header.Set(k, v)
	}
	res, err := http.DefaultClient.Do(q)
	if err != nil {
		o.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end
	var r reply
	if err := json.NewDecoder(res.Body).Decode(&r); err != nil || r.Code != 1 {
		o.Fatalf("%+v, %v", r, err)
	}
	if err := json.Unmarshal(r.Data, &u); err != nil {
		o.Fatal(err)
	}
	return u
}

// USER-07: whoever has an invitation sent does not choose where its link leads. Without an address of the command line it is that of
// this machine or the one that the server listens at; of any other nothing goes out, and the answer names the setting.
func TestTheLinkOfAnInvitationLeadsToTheServer(t *testing.T) {
	for _, c := range []struct{ name, public, listen, own, host, want string }{
		{name: "the public address", public: "https://moulds.example.com", host: "evil.example", want: "https://moulds.example.com"},
		{name: "the company's own", public: "https://moulds.example.com", own: "https://north.example", host: "evil.example", want: "https://north.example"},
		{name: "none is known", listen: ":8080", host: "evil.example"},
		{name: "one that looks like ours", listen: "moulds.lan:8080", host: "moulds.lan.evil.example:8080"},
		{name: "another port", listen: "moulds.lan:8080", host: "moulds.lan:9090"},
		{name: "that which the server listens at", listen: "moulds.lan:8080", host: "moulds.lan:8080", want: "http://moulds.lan:8080"},
		{name: "everywhere", listen: "0.0.0.0:8080", host: "0.0.0.0:8080"},
		{name: "this machine", listen: ":8080", host: "localhost:3000", want: "http://localhost:3000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			factory.Each(t, func(t *testing.T, address string, _ store.Actor) {
				sms := &phones{codes: map[string]string{}}
				a := guarded(t, Options{SMS: sms, Origin: c.public, Listen: c.listen}, address)
				server := httptest.NewServer(a.Handler())
				defer server.Close()
				o := &office{t, a, server, signedIn(t, server, "13800000001"), sms}
				if c.own != "" {
					if err := a.SetLoginDomain(t.Context(), "demo", c.own); err != nil {
						t.Fatal(err)
					}
				}
				u := o.invite(c.host, "fang", "13700000102")
				last := sms.last("13700000102")
				if c.want != "" {
					if u.Invitation != "sent" || last.Origin != c.want {
						t.Errorf("%+v, %+v", u, last)
					}
					return
				}
				if u.Invitation != "failed" || len(u.Warnings) != 1 || !strings.Contains(u.Warnings[0], "--public-url") || last.Phone != "" {
					t.Errorf("%+v, %+v", u, last)
				}
			})
		})
	}
}

func TestAnOwnHost(t *testing.T) {
	for _, c := range []struct {
		origin, listen string
		want           bool
	}{
		{"http://localhost:8080", "", true},
		{"http://127.0.0.1", ":80", true},
		{"http://[::1]:1", ":80", true},
		{"http://localhost.evil.example", ":80", false},
		{"http://moulds.lan", "moulds.lan:80", true},
		{"https://Moulds.lan", "moulds.lan:443", true},
		{"http://moulds.lan", "moulds.lan:443", false},
		{"http://192.168.1.5:8080", "192.168.1.5:8080", true},
		{"http://192.168.1.6:8080", "192.168.1.5:8080", false},
		{"http://[::]:8080", "[::]:8080", false},
		{"http://moulds.lan", "", false},
	} {
		u, err := url.Parse(c.origin)
		if err != nil {
			t.Fatal(err)
		}
		if got := isOwnHost(u, c.listen); got != c.want {
			t.Errorf("%s at %s: %t", c.origin, c.listen, got)
		}
	}
}
