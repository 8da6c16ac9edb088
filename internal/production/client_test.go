package production_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// client calls production as the pages do, without a server, a session or a network between.
type client struct {
	t       *testing.T
	actor   store.Actor
	handler http.Handler
	header  map[string]string
}

// callerKey finds who calls.
type callerKey struct{}

// reply is the envelope of an answer.
type reply struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// planner calls as the person that the imports of each are made by.
func (s *shop) planner(ctx context.Context, t *testing.T) *client {
	t.Helper()
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.Through = store.ThroughUI
	c := &client{t: t, actor: actor, header: map[string]string{"Accept-Language": "en"}}
	server := api.New(s.db, "test")
	server.Authenticate = func(ctx context.Context, _ api.Caller) (store.Actor, error) {
		actor, _ := ctx.Value(callerKey{}).(store.Actor)
		return actor, nil
	}
	append(resource.Catalogue{s.master.Processes}, s.production.All()...).Mount(server)
	s.production.Mount(server)
	s.files.Mount(server)
	c.handler = server.Handler()
	return c
}

// importer calls as somebody else, who may do everything as well.
func (s *shop) importer(ctx context.Context, t *testing.T) *client {
	t.Helper()
	c := s.planner(ctx, t)
	c.actor.AccountID, c.actor.Name = "test-b", "Test B"
	return c
}

// program calls as the API token of the same person.
func (c *client) program() *client {
	token := *c
	token.actor.Through = store.ThroughAPI
	return &token
}

// other calls as another person, who may do as much.
func (c *client) other() *client {
	other := *c
	other.actor.AccountID = "test-c"
	return &other
}

func (c *client) call(ctx context.Context, method, path, kind string, body []byte) (int, reply, []byte) {
	c.t.Helper()
	r := httptest.NewRequestWithContext(context.WithValue(ctx, callerKey{}, c.actor), method, api.Prefix+path, bytes.NewReader(body))
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	var out reply
	_ = json.Unmarshal(w.Body.Bytes(), &out) // downloads are no JSON
	return w.Code, out, w.Body.Bytes()
}

// send calls with a body, or without one.
func (c *client) send(method, path string, body any) (int, reply) {
	c.t.Helper()
	var raw []byte
	kind := ""
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			c.t.Fatal(err)
		}
		kind = "application/json"
	}
	status, r, _ := c.call(c.t.Context(), method, path, kind, raw)
	return status, r
}

func (c *client) form(path string, file []byte, fields map[string]string) (int, reply, []byte) {
	c.t.Helper()
	kind, body := formBody(c.t, file, fields)
	return c.call(c.t.Context(), http.MethodPost, path, kind, body)
}

// formBody is a form as a page sends it, with a workbook or without.
func formBody(t *testing.T, file []byte, fields map[string]string) (kind string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	var failed error
	if file != nil {
		part, err := w.CreateFormFile("file", "book.xlsx")
		if err == nil {
			_, err = part.Write(file)
		}
		failed = err
	}
	for name, value := range fields {
		failed = errors.Join(failed, w.WriteField(name, value))
	}
	if err := errors.Join(failed, w.Close()); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

// run imports a file, or checks it, and reads the outcome.
func (c *client) run(file []byte, fields map[string]string) (result production.ImportResult) {
	c.t.Helper()
	status, r, raw := c.form("production/import", file, fields)
	if status != http.StatusOK {
		c.t.Fatalf("%v: %d %.300s", fields, status, raw)
	}
	if err := json.Unmarshal(r.Data, &result); err != nil {
		c.t.Fatal(err)
	}
	return result
}

func (c *client) get(path string, into any) {
	c.t.Helper()
	status, r, raw := c.call(c.t.Context(), http.MethodGet, path, "", nil)
	if status != http.StatusOK {
		c.t.Fatalf("%s: %d %.300s", path, status, raw)
	}
	if err := json.Unmarshal(r.Data, into); err != nil {
		c.t.Fatal(err)
	}
}
