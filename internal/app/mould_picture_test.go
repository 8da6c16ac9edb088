package app

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// pixel is the smallest picture.
func pixel(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// UPLOAD-04: a picture has at most 2 MB, is one, and what is served is encoded anew.
func TestThePictureOfAMould(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
		var m production.Mould
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		path, none := "bms/file/mould/"+m.ID, map[string]string{"basedOn": resource.None}
		most := 2 << 20
		full := append(pixel(t), make([]byte, most)...)[:most]
		for name, c := range map[string]struct {
			data []byte
			want string
		}{"too large": {append(full, 0), "at most 2 MB"}, "no picture": {[]byte("<svg/>"), "Picture format not supported"}, "gif": {[]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"), "Picture format not supported"}, "torn": {pixel(t)[:40], "Picture format not supported"}} {
			if status, r, _ := in.form(path, c.data, none); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), c.want) {
				t.Errorf("%s: %d %s", name, status, r.Data)
			}
		}
		status, r, raw := in.form(path, full, none)
		if status != http.StatusOK {
			t.Fatalf("exactly 2 MB: %d %.200s", status, raw)
		}
		var saved file.Given
		if err := json.Unmarshal(r.Data, &saved); err != nil {
			t.Fatal(err)
		}
		address := in.server.URL + api.Prefix + "bms/file/" + saved.ID
		status, _, served := send(t, http.MethodGet, address, in.header, "", nil)
		if status != http.StatusOK || !bytes.HasPrefix(served, []byte("\x89PNG")) || len(served) > 1000 {
			t.Errorf("served: %d, %d bytes", status, len(served))
		}
		var tree production.MouldTree
		if in.get("pm/mould/"+m.ID+"/tree", &tree); tree.Picture != saved.ID {
			t.Errorf("the tree knows the picture %q, not %q", tree.Picture, saved.ID)
		}
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.Production.Moulds.Delete(ctx, tx, m.ID) }); err != nil {
			t.Errorf("a picture keeps its mould from going: %v", err)
		}
		if status, _, _ := send(t, http.MethodGet, address, in.header, "", nil); status != http.StatusNotFound {
			t.Errorf("the picture of a mould that is gone: %d", status)
		}
	})
}

// A picture that somebody else has brought or taken away meanwhile is never replaced unseen.
func TestAPictureOfSomebodyElseIsNotReplacedUnseen(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		m, address := a.pictured(ctx, t, in)
		first := address[strings.LastIndex(address, "/")+1:]
		give := func(fields map[string]string) (int, reply) {
			status, r, _ := in.form("bms/file/mould/"+m.ID, pixel(t), fields)
			return status, r
		}
		remove := func(basedOn string) (int, reply) {
			return in.post("pm/mould/"+m.ID+"/picture/remove", map[string]any{"basedOn": basedOn})
		}
		stale := func(what string, status int, r reply, stored string) {
			t.Helper()
			var told struct {
				Name, ChangedBy string
				Current         file.Given
			}
			if err := json.Unmarshal(r.Data, &told); err != nil || status != http.StatusConflict || r.Code != 20009 || told.Name != "M1" || told.ChangedBy == "" || told.Current.ID != stored {
				t.Errorf("%s: %d %+v %s", what, status, r, r.Data)
			}
		}
		for what, call := range map[string]func() (int, reply){"a picture": func() (int, reply) { return give(nil) }, "a removal": func() (int, reply) { return remove("") }} {
			if status, r := call(); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"field":"basedOn","rule":"required"`) {
				t.Errorf("%s based on nothing: %d %+v", what, status, r)
			}
		}
		status, r := give(map[string]string{"basedOn": resource.None})
		stale("who saw no picture", status, r, first)
		status, r, _ = in.form("bms/file/mould/"+m.ID, pixel(t)[:40], map[string]string{"basedOn": resource.None}) // pixels are looked at last
		stale("who saw no picture, with one that breaks off", status, r, first)
		status, r = give(map[string]string{"basedOn": first})
		var second file.Given
		if err := json.Unmarshal(r.Data, &second); err != nil || status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		status, r = remove(first)
		stale("a removal of the picture before", status, r, second.ID)
		if status, r = remove(second.ID); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		status, r = give(map[string]string{"basedOn": second.ID})
		stale("a picture over a removed one", status, r, "")
	})
}
