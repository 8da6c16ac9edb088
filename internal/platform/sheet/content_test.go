package sheet_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"testing"

	"mouldworks/internal/platform/sheet"
)

// What is no table is told by its first bytes or its parts, also where it holds nothing but characters of a text.
func TestWhatIsNoTableIsTold(t *testing.T) {
	archive := func(parts ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, part := range parts {
			w, err := z.Create(part)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte("<x/>")); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for data, want := range map[string]sheet.Content{
		"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n": sheet.ContentPDF,
		"%PDF-1.7\n\xff\x00":                                         sheet.ContentPDF,
		"GIF89a, as text":                                            sheet.ContentPicture,
		`{\rtf1\ansi Dear all,\par}`:                                 sheet.ContentRTF,
		archive("[Content_Types].xml", "word/document.xml"):          sheet.ContentWord,
		archive("[Content_Types].xml", "ppt/presentation.xml"):       sheet.ContentSlides,
		archive("[Content_Types].xml", "visio/document.xml"):         sheet.ContentDocument,
		archive("a.txt"):                                             sheet.ContentArchive,
		archive("mimetype", "content.xml", "META-INF/manifest.xml"):  sheet.ContentOpen,
		"\x00\x00\x00\x18ftypheic\x00\x00":                           sheet.ContentPicture,
		"AC1027\x00\x00":                                             sheet.ContentDrawing,
		"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00": sheet.ContentProgram,
	} {
		if err := sheet.Read(t.Context(), []byte(data), sheet.Limits{}, func(sheet.Row) error { return nil }); sheet.KindOf(err) != sheet.NotWorkbook || contentOf(err) != want {
			t.Errorf("%.20q: %v %v, want %v", data, err, contentOf(err), want)
		}
	}
	if err := sheet.Read(t.Context(), []byte("BM,name\n1,2\n"), sheet.Limits{}, func(sheet.Row) error { return nil }); err != nil {
		t.Errorf("a table whose first heading begins as a bitmap does: %v", err)
	}
}

func contentOf(err error) sheet.Content {
	var e *sheet.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Content
}
