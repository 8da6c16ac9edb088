package api_test

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

type fileForm struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" required:"true"`
	}]
}

// A file that is larger than what is held in memory lies on the disk while it is read, and no longer.
func TestAnUploadLeavesNothingOnTheDisk(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	during := 0
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "upload", ID: "upload", Access: api.SignedIn}, func(_ context.Context, in *fileForm) (int64, error) {
		files, err := os.ReadDir(folder)
		during = len(files)
		return in.RawBody.Data().File.Size, err
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
	server := httptest.NewServer(s.Handler()) // the whole way, for net/http sweeps too
	defer server.Close()
	reply, err := http.Post(server.URL+api.Prefix+"upload", w.FormDataContentType(), &form)
	if err != nil {
		t.Fatal(err)
	}
	_ = reply.Body.Close()
	after, err := os.ReadDir(folder)
	if err != nil || reply.StatusCode != http.StatusOK || during != 1 || len(after) != 0 {
		t.Errorf("status %d, files on the disk while it is read: %d, afterwards: %d, %v", reply.StatusCode, during, len(after), err)
	}
}
