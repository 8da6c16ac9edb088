package org_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"mouldworks/internal/org"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// pixels is a png of one colour; nil is one that shows what lies behind it.
func pixels(t *testing.T, width, height int, of color.Color) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := 0; of != nil && i < width*height; i++ {
		m.Set(i%width, i/width, of)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// opened is the picture of a data URL.
func opened(t *testing.T, v org.PhotoView) image.Image {
	t.Helper()
	text, is := strings.CutPrefix(v.Base64, "data:image/jpeg;base64,")
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || !is {
		t.Fatalf("%.40q %v", v.Base64, err)
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// USER-02: the photo of a person is kept in the size that screens show, takes the place of the one that was seen, is removed, and
// goes with the person; the log says that there was one.
func TestPhotoOfAUser(t *testing.T) {
	each(t, func(c *company) {
		user, err := c.add(nil)
		if err != nil {
			c.Fatal(err)
		}
		for _, x := range []struct {
			what          string
			width, height int
			want          image.Point
		}{
			{"upright and large", 1000, 2000, image.Pt(250, 500)},
			{"wide", 2000, 1000, image.Pt(400, 200)},
			{"as it is kept", 400, 500, image.Pt(400, 500)},
			{"too wide alone", 450, 300, image.Pt(400, 266)},
			{"too high alone", 300, 600, image.Pt(250, 500)},
			{"small", 30, 40, image.Pt(30, 40)},
			{"a line", 3000, 1, image.Pt(400, 1)},
			{"the longest line", 8192, 1, image.Pt(400, 1)},
		} {
			other, err := c.org.SavePhoto(c.ctx, user.ID, photoID(c, user.ID), pixels(c.T, x.width, x.height, color.White))
			if err != nil {
				c.Fatalf("%s: %v", x.what, err)
			}
			if got := opened(c.T, other).Bounds().Size(); got != x.want {
				c.Errorf("%s: %v, want %v", x.what, got, x.want)
			}
		}
		seen := photoID(c, user.ID)
		last, err := c.org.SavePhoto(c.ctx, user.ID, seen, pixels(c.T, 10, 10, nil))
		if err != nil {
			c.Fatal(err)
		}
		if r, g, b, _ := opened(c.T, last).At(5, 5).RGBA(); min(r, g, b) < 0xF000 {
			c.Errorf("what stands behind a transparent photo: %x %x %x", r, g, b)
		}
		for what, x := range map[string]struct {
			basedOn string
			data    []byte
			want    string
		}{
			"the one before was seen": {seen, pixels(c.T, 10, 10, color.Black), "20009"},
			"none was seen":           {resource.None, pixels(c.T, 10, 10, color.Black), "20009"},
			"without saying":          {"", pixels(c.T, 10, 10, color.Black), "basedOn required"},
			"no picture":              {last.ID, []byte("name,phone\n"), "file format"},
			"nothing":                 {last.ID, nil, "file empty"},
			"too long a line":         {last.ID, pixels(c.T, 8193, 1, color.Black), "file side"},
			"too many bytes":          {last.ID, make([]byte, 2<<20+1), "file maxSize"},
		} {
			_, err := c.org.SavePhoto(c.ctx, user.ID, x.basedOn, x.data)
			c.is(what, err, x.want)
		}
		if photoID(c, user.ID) != last.ID {
			c.Error("a refused photo took the place")
		}
		c.write(func(tx store.Tx) error { return c.org.RemovePhoto(c.ctx, tx, user.ID, last.ID) })
		if got := photoID(c, user.ID); got != resource.None {
			c.Errorf("a removed photo: %s", got)
		}
		if _, err := c.org.SavePhoto(c.ctx, user.ID, resource.None, pixels(c.T, 10, 10, color.Black)); err != nil {
			c.Fatal(err)
		}
		lines := 0
		c.write(func(tx store.Tx) error {
			history, err := tx.History(c.ctx, c.org.Users.Name(), user.ID, 50)
			for _, line := range history {
				lines += strings.Count(string(line.Changes), `"photo"`)
			}
			return err
		})
		if lines != 11 { // nine given, one removed, one given
			c.Errorf("%d lines of the log tell of a photo", lines)
		}
		c.write(func(tx store.Tx) error { return c.org.Users.Delete(c.ctx, tx, user.ID) })
		c.write(func(tx store.Tx) error {
			n, err := tx.Select((*org.Photo)(nil)).Count(c.ctx)
			if n > 0 {
				c.Errorf("%d photos of nobody", n)
			}
			return err
		})
	})
}

// photoID names the photo that a user has now.
func photoID(c *company, userID string) string {
	c.Helper()
	var rows []org.Photo
	c.write(func(tx store.Tx) error { return tx.Select(&rows).Where("user_id = ?", userID).Scan(c.ctx) })
	if len(rows) == 0 {
		return resource.None
	}
	return rows[0].ID
}
