package app

import (
	"archive/zip"
	"bytes"
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode"

	"mouldworks/internal/platform/api"
)

// upload sends one file in a form, as a browser does.
func upload(t *testing.T, address string, header map[string]string, name string, data []byte) (int, reply) {
	t.Helper()
	kind, body := formBody(t, map[string][]byte{name: data}, map[string]string{"dryRun": "true"})
	status, r, _ := send(t, http.MethodPost, address, header, kind, bytes.NewReader(body))
	return status, r
}

// zipBomb is a small workbook that would unpack to a gigabyte.
func zipBomb(t *testing.T) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, name := range []string{"[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
		part, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		zeros := make([]byte, 1<<20)
		for range 1024 / 3 {
			if _, err := part.Write(zeros); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// A wrong, empty, too large or poisoned file gets a clear word in the user's language, on every import, and the server
// stays well. UPLOAD-02: the format that is not supported is named.
func TestBadUploadsGetAClearWord(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		bomb := zipBomb(t)
		for name, c := range map[string]struct {
			data   []byte
			status int
			zh, en string
		}{
			"empty":    {nil, 422, "文件是空的", "The file is empty"},
			"picture":  {[]byte("\x89PNG\r\n\x1a\n0000000000000"), 422, "文件格式不支持", "File format not supported"},
			"torn":     {[]byte("PK\x03\x04 not really"), 422, "文件已损坏", "The file is damaged"},
			"50 MB":    {make([]byte, 50<<20), 422, "20 MB", "20 MB"},
			"21 MB":    {make([]byte, 21<<20), 422, "20 MB", "20 MB"},
			"zip bomb": {bomb, 422, "64 MB", "64 MB"},
		} {
			for _, path := range []string{"production/import", "bms/section/import"} {
				for language, want := range map[string]string{"zh-CN": c.zh, "en": c.en} {
					h := maps.Clone(header)
					h["Accept-Language"] = language
					status, r := upload(t, server.URL+api.Prefix+path, h, "file.xlsx", c.data)
					if status != c.status || !strings.Contains(r.Message+string(r.Data), want) {
						t.Errorf("%s to %s in %s: %d %s %.200s", name, path, language, status, r.Message, r.Data)
					}
					if chinese := strings.ContainsFunc(r.Message, func(c rune) bool { return unicode.Is(unicode.Han, c) }); chinese != (language == "zh-CN") {
						t.Errorf("%s to %s: the message in %s is %q", name, path, language, r.Message)
					}
				}
			}
		}
		if status, r, _ := send(t, http.MethodGet, server.URL+api.Prefix+"checklogin", header, "", nil); status != http.StatusOK {
			t.Errorf("afterwards: %d %+v", status, r)
		}
	})
}
