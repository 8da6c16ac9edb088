package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

type inner struct {
	Name string `json:"name,omitempty"`
}

type noteInput struct {
	ID   string `path:"id"`
	Q    string `query:"q"`
	Body struct {
		Title string                     `json:"title,omitempty"`
		Lines []inner                    `json:"lines,omitempty"`
		One   inner                      `json:"one,omitzero"`
		Maybe *inner                     `json:"maybe,omitempty"`
		Free  json.RawMessage            `json:"free,omitempty"`
		Map   map[string]json.RawMessage `json:"map,omitempty"`
		Words []string                   `json:"words,omitempty"`
		At    *time.Time                 `json:"at,omitempty"`
		Hours quantity.Minutes           `json:"hours,omitempty"`
		Day   quantity.Date              `json:"day,omitempty"`
	}
}

// notes is a server with one operation that takes every kind of input, and tells how often it was reached.
func notes(reached *int) *api.Server {
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "note/{id}", ID: "note", Access: api.SignedIn}, func(_ context.Context, in *noteInput) (string, error) {
		*reached++
		return in.Body.Title + "|" + in.Q, nil
	})
	return s
}

// What no store can hold and what nobody declares is refused by name, before any domain sees it; lines and tabs of a remark pass.
func TestInputIsInspectedBeforeItIsRead(t *testing.T) {
	for _, row := range []struct {
		name, address, body string
		faults              string // field:rule, in order; empty = accepted
	}{
		{"a text", "1?q=M", `{"title":"模具 ☂ \ud83d\ude00 \"\\u0000"}`, ""},
		{"lines and tabs of a remark", "1?q=a%09b", `{"title":"one\r\n\ttwo"}`, ""},
		{"nothing for what may be missing", "1", `{"maybe":null,"lines":null,"title":null,"free":null}`, ""},
		{"U+0000", "1", `{"title":"a\u0000b"}`, "title:character"},
		{"U+001F", "1", `{"title":"\u001f"}`, "title:character"},
		{"a backspace", "1", `{"title":"\b"}`, "title:character"},
		{"a form feed", "1", `{"title":"\f"}`, "title:character"},
		{"U+007F", "1", `{"title":"\u007F"}`, "title:character"},
		{"U+007F as it is", "1", "{\"title\":\"\x7f\"}", "title:character"},
		{"broken UTF-8", "1", "{\"title\":\"\xc3\x28\"}", "title:character"},
		{"the first half of a pair", "1", `{"title":"\ud83d"}`, "title:character"},
		{"the first half before a text", "1", `{"title":"\ud83dx"}`, "title:character"},
		{"the first half before another escape", "1", `{"title":"\ud83d\n"}`, "title:character"},
		{"the second half", "1", `{"title":"\ude00"}`, "title:character"},
		{"two first halves", "1", `{"title":"\ud83d\ud83d"}`, "title:character"},
		{"in the second line", "1", `{"lines":[{"name":"a"},{"name":"\u0001"}]}`, "lines.1.name:character"},
		{"where anything goes", "1", `{"free":{"a":["\u0000"]},"map":{"k":{"x":"\u0000"}}}`, "free.a.0:character map.k.x:character"},
		{"in a name", "1", `{"map":{"a\u0000":1}}`, "map.a\x00:character"},
		{"an unknown property", "1", `{"title":"a","colour":1}`, "colour:unknown"},
		{"another case", "1", `{"Title":"a"}`, "Title:unknown"},
		{"unknown properties further in", "1", `{"one":{"name":"a","x":1},"lines":[{"y":2}],"maybe":{"z":3}}`, "one.x:unknown lines.0.y:unknown maybe.z:unknown"},
		{"hours that would be none", "1", `{"hours":0.004}`, "hours:min"},
		{"hours far below none", "1", `{"hours":1e-9}`, "hours:min"},
		{"a minute", "1", `{"hours":0.016667}`, ""},
		{"no hours", "1", `{"hours":0.0}`, ""},
		{"a property twice", "1", `{"title":"a","title":"b","one":{"name":"x","n\u0061me":"y"}}`, "title:duplicate one.name:duplicate"},
		{"a key of a map twice", "1", `{"map":{"k":1,"k":2}}`, "map.k:duplicate"},
		{"U+0080", "1", `{"title":"a\u0080"}`, "title:character"},
		{"U+009F as it is", "1", "{\"title\":\"\u009f\"}", "title:character"},
		{"U+00A0", "1", "{\"title\":\"\u00a0x\"}", ""},
		{"U+FFFE", "1", `{"title":"\ufffe"}`, "title:character"},
		{"U+FFFF as it is", "1", "{\"title\":\"\uffff\"}", "title:character"},
		{"a mark of direction", "1", `{"title":"a\u202eb"}`, "title:character"},
		{"a mark of one letter's direction", "1", `{"title":"a\u200eb"}`, "title:character"},
		{"an Arabic mark of direction", "1", `{"title":"a\u061cb"}`, "title:character"},
		{"a mark of isolation as it is", "1", "{\"title\":\"\u2066\"}", "title:character"},
		{"C1 in a query", "1?q=%C2%85", `{}`, "q:character"},
		{"direction in a query", "1?q=%E2%80%AE", `{}`, "q:character"},
		{"null for an object", "1", `{"one":null,"map":null}`, "one:type map:type"},
		{"null for the body", "1", `null`, "body:type"},
		{"null for an element", "1", `{"lines":[null]}`, "lines.0:type"},
		{"null for an element that is a text", "1", `{"words":["a",null]}`, "words.1:type"},
		{"other types by their places", "1", `{"title":1,"lines":[{"name":"a"},{"name":{}}],"one":[],"words":"a"}`, "title:type lines.1.name:type one:type words:type"},
		{"another type for what reads itself", "1", `{"at":"2026-13-45T00:00:00Z","hours":"abc","day":5}`, "at:type hours:type day:type"},
		{"numbers beyond everything", "1", `{"hours":1e300,"at":{}}`, "hours:type at:type"},
		{"moments of a shop", "1", `{"at":"1990-01-01T00:00:00+08:00"}`, ""},
		{"moments of no shop", "1", `{"at":"1989-12-31T00:00:00Z"}`, "at:range"},
		{"days of no calendar", "1", `{"day":"1899-12-31"}`, "day:range"},
		{"a day in the year 3000", "1", `{"day":"3000/1/1"}`, "day:range"},
		{"no day at all", "1", `{"day":"2026-02-30"}`, "day:type"},
		{"the year 1", "1", `{"at":"0001-01-01T00:00:00Z"}`, "at:range"},
		{"the year 9999", "1", `{"at":"9999-12-31T00:00:00Z"}`, "at:range"},
		{"a list for the body", "1", `[]`, "body:type"},
		{"a text for the body", "1", `"x"`, "body:type"},
		{"no JSON", "1", `{`, "body:format"},
		{"two values", "1", `{}{}`, "body:format"},
		{"a mark of the byte order", "1", "\ufeff{}", "body:format"},
		{"no number", "1", `{"hours":NaN}`, "body:format"},
		{"too deep", "1", strings.Repeat(`[`, 20000), "body:format"},
		{"no body", "1", ``, "body:required"},
		{"a broken escape in the query", "1?_t=%zz", `{}`, "query:format"},
		{"a semicolon in the query", "1?q=id;drop", `{}`, "query:format"},
		{"all at once", "1", `{"title":"\u0000","colour":"\u0000"}`, "title:character colour:unknown colour:character"},
		{"a path", "a%00b", `{}`, "id:character"},
		{"a path with a line", "a%0Ab", `{}`, "id:character"},
		{"a path that is no UTF-8", "%ff", `{}`, "id:character"},
		{"a query", "1?q=%00", `{}`, "q:character"},
		{"the second of two", "1?q=a&q=%7f", `{}`, "q:character"},
		{"a query nobody reads", "1?other=%1b", `{}`, "other:character"},
		{"a name in a query", "1?%ff=1", `{}`, "\uFFFD:character"},
	} {
		for _, lang := range []string{problem.Chinese, problem.English} {
			reached := 0
			h := notes(&reached).Handler()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, api.Prefix+"note/"+row.address, strings.NewReader(row.body))
			r.Header.Set("Accept-Language", lang)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var reply struct {
				Code int
				Data any
			}
			if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
				t.Fatal(err)
			}
			var got []string
			list, _ := reply.Data.([]any)
			for _, f := range list {
				x := f.(map[string]any)
				got = append(got, fmt.Sprintf("%s:%s", x["field"], x["rule"]))
				if text := x["message"].(string); text == "" || (lang == problem.English) != (text[0] < 0x80) {
					t.Errorf("%s in %s: %q", row.name, lang, text)
				}
			}
			status, code, times := http.StatusOK, 1, 1
			if row.faults != "" {
				status, code, times = http.StatusUnprocessableEntity, 422, 0
			}
			if strings.Join(got, " ") != row.faults || w.Code != status || reply.Code != code || reached != times {
				t.Errorf("%s: %d %s, reached %d times, want %q", row.name, w.Code, w.Body, reached, row.faults)
			}
		}
	}
}

type orderInput struct {
	Body struct {
		Status int               `json:"status"`
		Open   bool              `json:"open"`
		Name   string            `json:"name"`
		Due    time.Time         `json:"due"`
		Day    quantity.Date     `json:"day"`
		Basis  *string           `json:"basis"`
		Values map[string]string `json:"values"`
		Lines  []struct {
			Qty int `json:"qty"`
		} `json:"lines"`
		Free json.RawMessage `json:"free"`
		Note string          `json:"note,omitempty"`
		More string          `json:"more" required:"false"`
	}
}

// What the contract requires must be there: a decoder would make a zero of it, and a zero is an order. Null stands for it only where
// the contract admits null.
func TestWhatTheContractRequiresMustBeThere(t *testing.T) {
	reached := 0
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "order", ID: "order", Access: api.SignedIn}, func(context.Context, *orderInput) (string, error) {
		reached++
		return "", nil
	})
	whole := map[string]string{"status": `0`, "open": `false`, "name": `""`, "due": `"2026-03-20T00:00:00Z"`, "day": `null`, "basis": `null`, "values": `{}`, "lines": `[{"qty":0}]`, "free": `null`}
	send := func(name, value, fault string) {
		t.Helper()
		var parts []string
		for key, v := range whole {
			if key == name {
				v = value
			}
			if v != "" {
				parts = append(parts, fmt.Sprintf("%q:%s", key, v))
			}
		}
		reached = 0
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, api.Prefix+"order", strings.NewReader("{"+strings.Join(parts, ",")+"}"))
		r.Header.Set("Accept-Language", problem.English)
		s.Handler().ServeHTTP(w, r)
		if got := w.Code == http.StatusOK && reached == 1; got != (fault == "") || fault != "" && !strings.Contains(w.Body.String(), fault) {
			t.Errorf("%s = %s: %d %s, want %s", name, value, w.Code, w.Body, fault)
		}
	}
	send("", "", "")
	for name := range whole {
		send(name, "", `{"field":"`+name+`","rule":"required","message":"This is required","texts":{"zh":"此项必填","en":"This is required"}}`)
	}
	for _, name := range []string{"status", "open", "name", "due"} {
		send(name, "null", `{"field":"`+name+`","rule":"required"`)
	}
	send("values", "null", `{"field":"values","rule":"type"`)
	send("lines", `[{"qty":1},{}]`, `{"field":"lines.1.qty","rule":"required"`)
}

// A text that is no JSON, or more than one, is refused; neither does deep nesting exhaust anything.
func TestUnreadableBodies(t *testing.T) {
	for _, body := range []string{`{`, `{"title":`, `{"title":"a"}{"title":"b"}`, `{"title":"a}`, strings.Repeat(`[`, 1<<20-1), `{"free":` + strings.Repeat(`[`, 500000), "\ufeff{}"} {
		reached := 0
		w := httptest.NewRecorder()
		notes(&reached).Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, api.Prefix+"note/1", strings.NewReader(body)))
		if w.Code != http.StatusUnprocessableEntity || reached != 0 {
			t.Errorf("%.20s: %d %s", body, w.Code, w.Body)
		}
	}
}

// A body over the limit is refused with its limit, whether its length is announced or not, and a client that announces much and
// sends nothing more is not waited for.
func TestAnOversizedBodyIsNotReadForEver(t *testing.T) {
	t.Parallel()
	reached := 0
	server := httptest.NewServer(notes(&reached).Handler())
	defer server.Close()
	for name, body := range map[string]io.Reader{
		"announced":   bytes.NewReader(make([]byte, 1<<20+1)),
		"unannounced": struct{ io.Reader }{bytes.NewReader(make([]byte, 1<<20+1))},
	} {
		res, err := http.Post(server.URL+api.Prefix+"note/1", "application/json", body)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body) // judged by its content
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnprocessableEntity || !bytes.Contains(text, []byte("1 MB")) {
			t.Errorf("%s: %d %s", name, res.StatusCode, text)
		}
	}
	for _, head := range []string{
		"Content-Type: application/json\r\nContent-Length: 1000000000000\r\n\r\n{",
		"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000000\r\n\r\n--x",
	} {
		line, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(line, "POST "+api.Prefix+"note/1 HTTP/1.1\r\nHost: x\r\n"+head); err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(line) // ends when the server closes the line
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 422 ")) {
			t.Errorf("%.40s: %.100s, %v", head, answer, err)
		}
		_ = line.Close()
	}
	if reached != 0 {
		t.Errorf("%d of them were served", reached)
	}
}

// Behind https every answer binds browsers to https; over http none does.
func TestHTTPSIsRemembered(t *testing.T) {
	for origin, want := range map[string]string{"https://mould.example": "max-age=31536000", "http://localhost:8080": "", "": ""} {
		s := api.New(nil, "test")
		s.Origin = origin
		for _, path := range []string{"/", "/docs", api.Prefix + "nothing"} {
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
			if got := w.Header().Get("Strict-Transport-Security"); got != want {
				t.Errorf("%s at %q: %q, want %q", path, origin, got, want)
			}
		}
	}
}

// A body that does not arrive holds no line, whether or not somebody is signed in and whatever would read it.
func TestABodyThatDoesNotArriveEndsItsLine(t *testing.T) {
	api.BodiesArriveWithin(t, 50*time.Millisecond)
	s := api.New(nil, "test")
	s.Authenticate = func(_ context.Context, c api.Caller) (store.Actor, error) {
		if c.Token == "" {
			return store.Actor{}, problem.SignIn()
		}
		return store.Actor{AccountID: "a"}, nil
	}
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "note", ID: "note", Access: api.SignedIn}, func(context.Context, *struct {
		Body struct {
			Title string `json:"title"`
		}
	},
	) (string, error) {
		return "read", nil
	})
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	for what, want := range map[string]string{"note HTTP/1.1\r\nmdbtk: t": " 422 ", "note HTTP/1.1": " 401 ", "nothing HTTP/1.1": " 404 "} {
		line, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(line, "POST "+api.Prefix+what+"\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"); err != nil {
			t.Fatal(err)
		}
		_ = line.SetReadDeadline(time.Now().Add(5 * time.Second))
		answer, err := io.ReadAll(line) // ends when the server closes the line
		if err != nil || !bytes.Contains(answer[:min(len(answer), 20)], []byte(want)) {
			t.Errorf("%q: %.60s, %v", what, answer, err)
		}
		if told := bytes.Contains(answer, []byte(`"rule":"time"`)); told != (want == " 422 ") {
			t.Errorf("%q: %s", what, answer)
		}
		_ = line.Close()
	}
}

// An upload to a handler that is no declared operation has the time of an upload, counted from where it is read.
func TestAnUploadHasItsOwnTime(t *testing.T) {
	const arrives = 50 * time.Millisecond
	api.JSONArrivesWithin(t, arrives)
	s := api.New(nil, "test")
	for path, read := range map[string]func(w http.ResponseWriter, read func() error) error{
		"upload": api.Uploading, "other": func(_ http.ResponseWriter, read func() error) error { return read() },
	} {
		s.Handle("POST "+api.Prefix+path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var content []byte
			if err := read(w, func() (err error) { content, err = io.ReadAll(r.Body); return err }); err != nil {
				w.WriteHeader(http.StatusRequestTimeout)
			}
			_, _ = w.Write(content)
		}))
	}
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	for path, want := range map[string]int{"upload": http.StatusOK, "other": http.StatusRequestTimeout} {
		slow, sender := io.Pipe()
		go func() {
			_, _ = sender.Write([]byte("a"))
			time.Sleep(4 * arrives) // a slow line
			_, _ = sender.Write([]byte("b"))
			_ = sender.Close()
		}()
		res, err := http.Post(server.URL+api.Prefix+path, "multipart/form-data; boundary=x", slow)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != want || want == http.StatusOK && string(text) != "ab" {
			t.Errorf("%s: %d %q %v", path, res.StatusCode, text, err)
		}
		_ = res.Body.Close()
	}
}

// A call may take longer than its body may: only the body has to arrive in time.
func TestACallOutlivesTheTimeOfItsBody(t *testing.T) {
	const arrives = 50 * time.Millisecond
	api.BodiesArriveWithin(t, arrives)
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	work := func(ctx context.Context) (string, error) {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(6 * arrives):
			return "done", nil
		}
	}
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "long", ID: "long", Access: api.SignedIn}, func(ctx context.Context, _ *struct {
		Body struct {
			Title string `json:"title"`
		}
	},
	) (string, error) {
		return work(ctx)
	})
	api.Call(s, api.Operation{Method: http.MethodGet, Path: "question", ID: "question", Access: api.SignedIn}, func(ctx context.Context, _ *struct{}) (string, error) {
		return work(ctx)
	})
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "upload", ID: "upload", Access: api.SignedIn, Upload: true}, func(ctx context.Context, _ *struct {
		RawBody huma.MultipartFormFiles[struct {
			A string `form:"a"`
		}]
	},
	) (string, error) {
		return work(ctx)
	})
	for path, item := range s.OpenAPI().Paths {
		if item.Post != nil && item.Post.BodyReadTimeout >= 0 { // huma's own would be five seconds
			t.Errorf("%s ends after %s", path, item.Post.BodyReadTimeout)
		}
	}
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := errors.Join(w.WriteField("a", "b"), w.Close()); err != nil {
		t.Fatal(err)
	}
	for path, call := range map[string]struct{ method, kind, text string }{
		"long":     {http.MethodPost, "application/json", `{"title":"a"}`},
		"question": {http.MethodGet, "", ""},
		"upload":   {http.MethodPost, w.FormDataContentType(), form.String()},
	} {
		r, err := http.NewRequest(call.method, server.URL+api.Prefix+path, strings.NewReader(call.text))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", call.kind)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(text), "done") {
			t.Errorf("%s: %d %s %v", path, res.StatusCode, text, err)
		}
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A handler that is no declared operation reads its body under the rules of one.
func TestABodyIsReadUnderTheRulesOfOperations(t *testing.T) {
	for _, row := range []struct {
		name, body string
		code       int // 0 = accepted
	}{
		{"what is declared", `{"name":"模具"}`, 0},
		{"nothing of it", `{}`, 0},
		{"a NUL", `{"name":"a\u0000"}`, problem.InvalidInput},
		{"half a pair", `{"name":"\ud83d"}`, problem.InvalidInput},
		{"an unknown property", `{"name":"a","x":1}`, problem.InvalidInput},
		{"null", ` null `, problem.InvalidInput},
		{"another type", `{"name":1}`, problem.InvalidInput},
		{"half a text", `{"name":`, problem.InvalidInput},
		{"two texts", `{"name":"a"}{"name":"b"}`, problem.InvalidInput},
		{"nothing", ``, problem.InvalidInput},
	} {
		var into inner
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(row.body))
		err := api.DecodeJSON(httptest.NewRecorder(), r, &into)
		code := 0
		if err != nil {
			code = problem.Of(err).Code
		}
		if code != row.code {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}
