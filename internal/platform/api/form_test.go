package api_test

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"strings"
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

// A form holds what the operation declares and nothing else: a misspelt field would be passed over, and the file be written
// where it was only to be checked. A text that is too large is told by its field.
func TestFormsAreHeldAgainstTheirDeclaration(t *testing.T) {
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "form", ID: "form", Access: api.SignedIn}, func(context.Context, *struct {
		RawBody huma.MultipartFormFiles[struct {
			File   huma.FormFile   `form:"file" required:"false"`
			Extra  []huma.FormFile `form:"extra" required:"false"`
			DryRun bool            `form:"dryRun" required:"false"`
			Edits  string          `form:"edits" required:"false"`
		}]
	},
	) (int, error) {
		return 1, nil
	})
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "none", ID: "none", Access: api.SignedIn}, func(context.Context, *struct{}) (int, error) { return 1, nil })
	type part struct {
		name, text string
		file       bool
	}
	large := strings.Repeat("x", 13<<20)
	for _, row := range []struct {
		path, name string
		parts      []part
		want       string
	}{
		{"form", "what is declared", []part{{"file", "x", true}, {"extra", "x", true}, {"extra", "y", true}, {"dryRun", "true", false}, {"edits", "[]", false}, {"sessionId", "s", false}}, ""},
		{"form", "misspelt", []part{{"file", "x", true}, {"dryrun", "true", false}, {"data", "x", true}}, "422 dryrun:unknown data:unknown"},
		{"form", "text and file the other way round", []part{{"file", "x", false}, {"edits", "[]", true}, {"sessionId", "s", true}}, "422 file:fileName edits:type sessionId:unknown"},
		{"form", "twice", []part{{"file", "x", true}, {"file", "y", true}, {"edits", "[]", false}, {"edits", "[1]", false}}, "422 edits:duplicate file:duplicate"},
		{"form", "too large", []part{{"file", "--", true}, {"dryRun", "true", false}, {"edits", large, false}}, "422 edits:max"},
		{"form", "too large, first", []part{{"edits", large, false}, {"dryRun", "true", false}}, "422 edits:max"},
		{"form", "too large and undeclared", []part{{"strange", large, false}}, "422 strange:max"},
		{"form", "too large after a file that looks like a form", []part{{"file", "\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n", true}, {"edits", large, false}}, "422 edits:max"},
		{"form", "an empty file of no type", []part{{"file", "", true}}, ""},
		{"form", "a file without a name", []part{{"extra", "x", false}}, "422 extra:fileName"},
		{"none", "a form where none is taken", []part{{"file", "x", true}}, "422 file:unknown"},
	} {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		for _, p := range row.parts {
			var err error
			var to io.Writer
			switch {
			case p.file && p.text == "":
				to, err = w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + p.name + `"; filename="f.csv"`}})
			case p.file:
				to, err = w.CreateFormFile(p.name, "f.csv")
			default:
				to, err = w.CreateFormField(p.name)
			}
			if err == nil {
				_, err = io.WriteString(to, p.text)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := faultsOf(t, s, row.path, w.FormDataContentType(), form.String()); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
