package picture_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"testing"

	"mouldworks/internal/picture"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// drawn is a picture of so many bytes: what stands behind its end is ignored by who reads it.
func drawn(t *testing.T, width, height, size int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), make([]byte, max(0, size-b.Len()))...)
}

// UPLOAD-03: a logo has up to 500 x 1024 bytes, whatever its height. UPLOAD-04: another picture up to 2 MB; 400 x 500 is
// a suggestion.
func TestPictureLimits(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		save := func(kind int, data []byte) (kept picture.Kept, err error) {
			err = db.Write(ctx, func(tx store.Tx) (err error) { kept, err = picture.Save(ctx, tx, kind, data); return err })
			return kept, err
		}
		for _, row := range []struct {
			name string
			kind int
			data []byte
			rule string
		}{
			{"logo of exactly 500 KB", picture.KindLogo, drawn(t, 200, 72, 500<<10), ""},
			{"logo one byte larger", picture.KindLogo, drawn(t, 200, 72, 500<<10+1), "maxSize"},
			{"logo twice as high as suggested", picture.KindIndexLogo, drawn(t, 400, 144, 0), ""},
			{"picture of exactly 2 MB", picture.KindOther, drawn(t, 400, 500, 2<<20), ""},
			{"picture one byte larger", picture.KindOther, drawn(t, 400, 500, 2<<20+1), "maxSize"},
			{"picture larger than suggested", picture.KindOther, drawn(t, 800, 1000, 0), ""},
			{"a text", picture.KindOther, []byte("no picture"), "format"},
			{"a drawing that can hold scripts", picture.KindLogo, []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "format"},
			{"nothing", picture.KindOther, nil, "format"},
		} {
			kept, err := save(row.kind, row.data)
			var p *problem.Problem
			switch {
			case row.rule == "" && err != nil:
				t.Errorf("%s: %v", row.name, err)
			case row.rule != "" && (!errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != row.rule):
				t.Errorf("%s: %v, want %s", row.name, err, row.rule)
			case row.rule == "" && kept.URL != "data:image/png;base64,"+base64.StdEncoding.EncodeToString(row.data):
				t.Errorf("%s comes back otherwise", row.name)
			}
		}
		// A new logo takes the place of the old one.
		if _, err := save(picture.KindLogo, drawn(t, 10, 10, 0)); err != nil {
			t.Fatal(err)
		}
		if err := db.Read(ctx, func(tx store.Tx) error {
			n, err := tx.Select((*picture.Picture)(nil)).Where("kind = ?", picture.KindLogo).Count(ctx)
			if n != 1 {
				t.Errorf("%d logos", n)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}
