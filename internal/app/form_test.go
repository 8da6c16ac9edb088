package app

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/platform/api"
)

// formBody is a form of files, by name, and fields, as a browser sends it.
func formBody(t *testing.T, files map[string][]byte, fields map[string]string) (contentType string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, data := range files {
		part, err := w.CreateFormFile("file", name)
		if err == nil {
			_, err = part.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var failed error
	for name, value := range fields {
		failed = errors.Join(failed, w.WriteField(name, value))
	}
	if err := errors.Join(failed, w.Close()); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

// answerForm answers a form without a connection between, so that a test decides when the answer is taken.
func (a *App) answerForm(ctx context.Context, to http.ResponseWriter, path string, header map[string]string, contentType string, body []byte) {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, api.Prefix+path, bytes.NewReader(body))
	for k, v := range header {
		r.Header.Set(k, v)
	}
	r.Header.Set("Content-Type", contentType)
	a.Handler().ServeHTTP(to, r)
}
