package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/store"
)

type paged struct {
	Page    int    `query:"page" default:"1" minimum:"1" maximum:"1000000"`
	Size    int    `query:"size" default:"50" minimum:"1" maximum:"500"`
	Level   int    `query:"level"`
	Valid   bool   `query:"valid"`
	Format  string `query:"format" enum:"xlsx,csv"`
	filters any    `prefix:"f."` //nolint:unused // its tag alone counts
}

type listInput struct {
	paged
	Body struct {
		Page int `json:"page,omitempty" minimum:"1" maximum:"1000000"`
		Size int `json:"size,omitempty" minimum:"1" maximum:"500"`
	}
}

// lists is a server whose operations take a query and a body with a page.
func lists() *api.Server {
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	op := func(path string, access api.Access) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: path, Access: access}
	}
	api.Call(s, op("list", api.SignedIn), func(context.Context, *listInput) (int, error) { return 1, nil })
	api.Call(s, op("open", api.Public), func(context.Context, *paged) (int, error) { return 1, nil })
	landing := op("landing", api.Public)
	landing.AnyQuery = true
	api.Call(s, landing, func(context.Context, *paged) (int, error) { return 1, nil })
	return s
}

// faultsOf sends a body and gives the faults of the answer, field:rule.
func faultsOf(t *testing.T, s *api.Server, address, contentType, body string) string {
	t.Helper()
	path, query, _ := strings.Cut(address, "?")
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(body))
	r.URL = &url.URL{Path: api.Prefix + path, RawQuery: query}
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Accept-Language", "en")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	var reply struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
		t.Fatal(err, w.Body)
	}
	if w.Code == http.StatusOK {
		return ""
	}
	var fields []struct{ Field, Rule, Message string }
	_ = json.Unmarshal(reply.Data, &fields) // none where the whole request is refused
	all := []string{fmt.Sprint(w.Code)}
	for _, f := range fields {
		if strings.Contains(f.Message, "%!") || f.Message == "" {
			t.Errorf("%s says %q", f.Field, f.Message)
		}
		all = append(all, f.Field+":"+f.Rule)
	}
	return strings.Join(all, " ")
}

// What a list cannot answer is refused by field and rule, not answered with another page, order or filter.
func TestParametersAreHeldAgainstTheirDeclaration(t *testing.T) {
	const text = "application/json"
	for _, row := range []struct{ address, contentType, body, want string }{
		{"list", text, `{}`, ""},
		{"list?page=1&size=500&level=-3&valid=true&format=csv&f.name=x", text, `{"page":1000000,"size":1}`, ""},
		{"list?page=&size=&valid=&format=", text, `{}`, "422 page:type size:type valid:type"},
		{"list?_t=1&_t=2&confirm=a&confirm=b&lang=zh&lang=en&sessionId=s&sessionId=t", text, `{}`, "422 _t:duplicate confirm:duplicate lang:duplicate sessionId:duplicate"},
		{"list?lang=zh_CN", text, `{}`, ""},
		{"list?lang=cn", text, `{}`, ""},
		{"list?lang=en-GB", text, `{}`, ""},
		{"list?lang=xx", text, `{}`, "422 lang:choice"},
		{"list?lang=english", text, `{}`, "422 lang:choice"},
		{"list?_t=17&lang=en&confirm=delete&sessionId=s", text, `{}`, ""},
		{"list?size=-1", text, `{}`, "422 size:range"},
		{"list?size=0&page=0", text, `{}`, "422 page:range size:range"},
		{"list?size=501&page=1000001", text, `{}`, "422 page:range size:range"},
		{"list?page=abc&size=1.5", text, `{}`, "422 page:type size:type"},
		{"list?page=99999999999999999999", text, `{}`, "422 page:type"},
		{"list?level=high&valid=maybe&format=pdf", text, `{}`, "422 format:choice level:type valid:type"},
		{"list?page=1&page=2&f.name=a&f.name=b", text, `{}`, "422 f.name:duplicate page:duplicate"},
		{"list?q=%zz", text, `{}`, "422 query:format"},
		{"list", text, `{"page":0,"size":-1}`, "422 page:range size:range"},
		{"list", text, `{"page":1000001,"size":501}`, "422 page:range size:range"},
		{"list?current=0&pageSize=5&Page=1&f=x", text, `{}`, "422 Page:unknown current:unknown f:unknown pageSize:unknown"},
		{"list?" + strings.Repeat("n", 100) + "=", text, `{}`, "422 " + strings.Repeat("n", 80) + "…:unknown"},
		{"open?anything=2", text, ``, "422 anything:unknown"},
		{"landing?code=1&anything=2&page=1", text, ``, ""},
		{"open?page=0", text, ``, "422 page:range"},
	} {
		if got := faultsOf(t, lists(), row.address, row.contentType, row.body); got != row.want {
			t.Errorf("%s %s: %q, want %q", row.address, row.body, got, row.want)
		}
	}
}

// A file lies on the disk until its request has a share of the memory for files, and the share is given back with the answer.
func TestFilesWaitOnTheDisk(t *testing.T) {
	s, reached := api.New(nil, "test"), make(chan struct{}, 1)
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "upload", ID: "upload", Access: api.SignedIn}, func(_ context.Context, in *fileForm) (int64, error) {
		reached <- struct{}{}
		return in.RawBody.Data().File.Size, nil
	})
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "moulds.xlsx")
	if err == nil {
		_, err = part.Write(make([]byte, 1<<20))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	others, err := budget.TakeAllFiles(t.Context(), 1<<20-1)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan int)
	go func() {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, api.Prefix+"upload", &form)
		r.Header.Set("Content-Type", w.FormDataContentType())
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, r)
		ended <- answer.Code
	}()
	for budget.WaitingFiles() != 1 { // the queue is all that can be seen of who waits
		select {
		case code := <-ended:
			t.Fatalf("answered %d without waiting", code)
		default:
			runtime.Gosched()
		}
	}
	select {
	case <-reached:
		t.Error("the operation began before its file had a share")
	default:
	}
	others()
	if code := <-ended; code != http.StatusOK {
		t.Error(code)
	}
	if n := budget.UsedFiles(); n != 0 {
		t.Errorf("%d bytes were not given back", n)
	}
}
