package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// The log of a real server at its most talkative tells of every request and holds nothing of what the requests carried:
// neither the token that was good nor what strangers tried.
func TestTheLogOfAServerHoldsNoSecret(t *testing.T) {
	const secret = "s3cr3t0fMine"
	eachProcess(t, func(t *testing.T, p *process) {
		p.admin("create-tenant", "--key", "log", "--name", "Log", "--phone", "13700000001")
		p.token = p.admin("token", "--tenant", "log", "--user", "admin")
		log := &serverLog{}
		p.log = log
		p.start("--log-level", "debug", "--log-format", "json")
		p.call(http.MethodGet, "bms/section", nil, nil)
		for _, c := range []struct{ method, path, kind, body string }{
			{http.MethodPost, "/front/api/v1/upms/user/login", "application/json", `{"phone":"13700000001","password":"` + secret + `","code":"` + secret + `"}`},
			{http.MethodPost, "/front/api/v1/upms/user/login", "application/json", `{"` + secret + `":1}`},
			{http.MethodGet, "/front/api/v1/bms/sys/shortLink/" + secret, "", ""},
			{http.MethodGet, "/front/api/v1/bms/section?token=" + secret, "", ""},
			{http.MethodGet, "/front/api/v1/" + secret, "", ""},
			{http.MethodGet, "/front/api/v1/push?token=" + secret, "", ""},
			{http.MethodGet, "/setup?code=" + secret, "", ""},
			{http.MethodGet, "/third/open?code=" + secret + "&state=" + secret, "", ""},
			{http.MethodPost, "/sso/oauth/token", "application/x-www-form-urlencoded", url.Values{
				"grant_type": {"authorization_code"}, "code": {secret}, "client_id": {"x"}, "client_secret": {secret}, "code_verifier": {secret},
			}.Encode()},
			{http.MethodPost, "/sso/oauth/token", "application/x-www-form-urlencoded", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {secret}}.Encode()},
			{http.MethodGet, "/sso/authorize?client_id=x&state=" + secret + "&login_hint=" + secret + "&id_token_hint=" + secret, "", ""},
			{http.MethodGet, "/logout?ticket=" + secret, "", ""},
		} {
			r, err := http.NewRequest(c.method, "http://"+p.listen+c.path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"mdbtk", "Blade-Auth", "Authorization", "Gateway-Key", "User-Agent", "Referer", "Origin"} {
				r.Header.Set(name, "Bearer "+secret)
			}
			r.Header.Set("Cookie", "mdbtk="+secret+"; __Host-mdbtk="+secret)
			if c.kind != "" {
				r.Header.Set("Content-Type", c.kind)
			}
			res, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			if err := res.Body.Close(); err != nil {
				t.Fatal(err)
			}
		}
		p.terminate() // the whole log is written
		routes := map[any]any{}
		for row := range bytes.Lines(log.text.Bytes()) {
			var line map[string]any
			if err := json.Unmarshal(row, &line); err != nil {
				t.Fatalf("%v: %s", err, row)
			}
			if line["msg"] == "request" && (routes[line["route"]] == nil || line["tenant"] != "") { // a stranger's has none
				routes[line["route"]] = line["tenant"]
			}
			if strings.Contains(string(row), secret) || strings.Contains(string(row), p.token) {
				t.Errorf("in the log: %s", row)
			}
		}
		if tenant, _ := routes["/front/api/v1/bms/section"].(string); len(tenant) != 36 {
			t.Errorf("the tenant of a list's request is %q", tenant)
		}
		for _, route := range []string{"/front/api/v1/bms/sys/shortLink/{code}", "/front/api/v1/push", "/"} {
			if _, told := routes[route]; !told {
				t.Errorf("nothing of %s in %v", route, routes)
			}
		}
	})
}
