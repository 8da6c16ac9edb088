package logo_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/png"
	"testing"

	"mouldworks/internal/logo"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
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

// brokenOff is a GIF of two frames of a pixel, the second without the end of its pixels.
var brokenOff = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x00;")

// hugeHead is the header of a PNG of 8000 x 8000 pixels with four channels of 16 bit.
var hugeHead = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x1f@\x00\x00\x1f@\x10\x06\x00\x00\x00\x56\x61\x71\xb7")

// UPLOAD-03, HEADER-03, R37: a logo has up to 500 x 1024 bytes; its height of 72 pixels is a suggestion.
func TestLogoLimits(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		save := func(logoType int, data []byte) (v logo.View, err error) {
			return logo.Save(ctx, db, logoType, seen(ctx, t, db, logoType), data)
		}
		for _, row := range []struct {
			name     string
			logoType int
			data     []byte
			rule     string
		}{
			{"exactly 500 KB", logo.Header, drawn(t, 200, 72, 500<<10), ""},
			{"a byte larger", logo.Header, drawn(t, 200, 72, 500<<10+1), "maxSize"},
			{"twice as high as suggested", logo.Index, drawn(t, 400, 144, 0), ""},
			{"a type that is none", 2, drawn(t, 10, 10, 0), "choice"},
			{"a text", logo.Header, []byte("no picture"), "format"},
			{"a drawing that can hold scripts", logo.Header, []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "format"},
			{"nothing", logo.Header, nil, "empty"},
			{"the first half of a picture", logo.Header, drawn(t, 200, 72, 0)[:60], "format"},
			{"an animation whose second frame breaks off", logo.Header, brokenOff, "format"},
			{"8000 x 8000 pixels in a small file", logo.Header, drawn(t, 8000, 8000, 0), "pixels"},
			{"as large as may be", logo.Index, drawn(t, 2000, 2000, 0), ""},
			{"a pixel wider", logo.Index, drawn(t, 2001, 1, 0), "pixels"},
			{"8000 x 8000 pixels of 16 bit", logo.Header, hugeHead, "pixels"},
		} {
			v, err := save(row.logoType, row.data)
			var p *problem.Problem
			switch {
			case row.rule == "" && err != nil:
				t.Errorf("%s: %v", row.name, err)
			case row.rule != "" && (!errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != row.rule):
				t.Errorf("%s: %v, want %s", row.name, err, row.rule)
			case row.rule == "" && (v.LogoType != row.logoType || !v.ValidFlag || v.Base64 != "data:image/png;base64,"+base64.StdEncoding.EncodeToString(row.data)):
				t.Errorf("%s comes back otherwise", row.name)
			}
		}
		// A new logo takes the place of the old one.
		if _, err := save(logo.Header, drawn(t, 10, 10, 0)); err != nil {
			t.Fatal(err)
		}
		if err := db.Read(ctx, func(tx store.Tx) error {
			n, err := tx.Select((*logo.Logo)(nil)).Count(ctx)
			if n != 2 {
				t.Errorf("%d logos", n)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// A logo that is taken away is gone, and only for its own company.
func TestRemovingALogo(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		ours, theirs := store.WithActor(t.Context(), storetest.Tenant(t, db, "a")), store.WithActor(t.Context(), storetest.Tenant(t, db, "b"))
		for _, ctx := range []context.Context{ours, theirs} {
			if _, err := logo.Save(ctx, db, logo.Header, resource.None, drawn(t, 10, 10, 0)); err != nil {
				t.Fatal(err)
			}
		}
		remove := func() error {
			basedOn := seen(ours, t, db, logo.Header)
			return db.Write(ours, func(tx store.Tx) error { return logo.Remove(ours, tx, logo.Header, basedOn) })
		}
		if err := errors.Join(remove(), remove()); err != nil {
			t.Fatal(err)
		}
		for ctx, want := range map[context.Context]int{ours: 0, theirs: 1} {
			if err := db.Read(ctx, func(tx store.Tx) error {
				n, err := tx.Select((*logo.Logo)(nil)).Count(ctx)
				if n != want {
					t.Errorf("%d logos, want %d", n, want)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		err := db.Write(ours, func(tx store.Tx) error { return logo.Remove(ours, tx, 2, resource.None) })
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != "choice" {
			t.Errorf("a type that is none: %v", err)
		}
	})
}

// seen is what who looks at a logo now has seen.
func seen(ctx context.Context, t *testing.T, db *store.DB, logoType int) string {
	t.Helper()
	var rows []logo.Logo
	if err := db.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Where("logo_type = ?", logoType).Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		return resource.None
	}
	return rows[0].ID
}

// A logo that somebody else has changed or taken away meanwhile is never replaced unseen.
func TestALogoOfSomebodyElseIsNotReplacedUnseen(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		actor := storetest.Tenant(t, db, "a")
		ctx := store.WithActor(t.Context(), actor)
		save := func(basedOn string) (logo.View, error) {
			return logo.Save(ctx, db, logo.Header, basedOn, drawn(t, 10, 10, 0))
		}
		remove := func(basedOn string) error {
			return db.Write(ctx, func(tx store.Tx) error { return logo.Remove(ctx, tx, logo.Header, basedOn) })
		}
		refused := func(what string, err error, code int) {
			t.Helper()
			var p *problem.Problem
			if !errors.As(err, &p) || p.Code != code {
				t.Fatalf("%s: %v, want %d", what, err, code)
			}
			if d, stale := p.Data.(problem.StaleData); stale && (d.ChangedBy != actor.Name || d.Name == "" || d.Current == nil) {
				t.Errorf("%s tells %+v", what, d)
			}
		}
		_, err := save("")
		refused("a logo based on nothing", err, problem.InvalidInput)
		refused("a removal based on nothing", remove(""), problem.InvalidInput)
		first, err := save(resource.None)
		if err != nil {
			t.Fatal(err)
		}
		_, err = save(resource.None)
		refused("who saw none", err, problem.StaleVersion)
		_, err = logo.Save(ctx, db, logo.Header, resource.None, brokenOff) // its pixels are looked at last
		refused("who saw none, with a picture that breaks off", err, problem.StaleVersion)
		second, err := save(first.ID)
		if err != nil {
			t.Fatal(err)
		}
		refused("a removal of the one before", remove(first.ID), problem.StaleVersion)
		if err := remove(second.ID); err != nil {
			t.Fatal(err)
		}
		_, err = save(second.ID)
		refused("a logo over a removed one", err, problem.StaleVersion)
	})
}
