package app

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/blob/blobtest"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// pictured is a mould with a picture, and the address of that picture.
func (a *App) pictured(ctx context.Context, t *testing.T, in importer) (mould production.Mould, address string) {
	t.Helper()
	a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
	if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&mould).Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	status, r, raw := in.form("bms/file/mould/"+mould.ID, pixel(t), map[string]string{"basedOn": resource.None})
	var saved file.Given
	if err := json.Unmarshal(r.Data, &saved); err != nil || status != http.StatusOK {
		t.Fatalf("%d %.200s", status, raw)
	}
	return mould, in.server.URL + api.Prefix + "bms/file/" + saved.ID
}

// A file is there for whoever may see its owner. For all others it does not exist.
func TestStrangersFindNoFile(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		_, address := a.pictured(ctx, t, in)
		if status, _, _ := send(t, http.MethodGet, address, in.header, "", nil); status != http.StatusOK {
			t.Fatalf("its owner: %d", status)
		}
		for who, header := range a.strangers(ctx, t) {
			want := http.StatusNotFound
			if who == "nobody" || who == "spent" {
				want = http.StatusUnauthorized
			}
			if status, _, raw := send(t, http.MethodGet, address, header, "", nil); status != want {
				t.Errorf("%s: %d %.200s", who, status, raw)
			}
		}
	})
}

// A browser that has a file asks whether it still may show it, and is not sent it again.
func TestAKnownFileIsNotSentAgain(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		_, address := a.pictured(ctx, t, in)
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range in.header {
			r.Header.Set(k, v)
		}
		for _, want := range []int{http.StatusOK, http.StatusNotModified} {
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			if err := res.Body.Close(); err != nil || res.StatusCode != want {
				t.Errorf("%d %v, not %d", res.StatusCode, err, want)
			}
			r.Header.Set("If-None-Match", res.Header.Get("ETag"))
		}
	})
}

// A file whose bytes are gone from the storage does not exist any more, and is said to in words.
func TestAFileWhoseBytesAreGoneIsNotFound(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		_, address := a.pictured(ctx, t, in)
		var row file.File
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&row).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(a.options.Data, "files", row.TenantID, row.FactoryID, row.ID)); err != nil {
			t.Fatal(err)
		}
		for language, want := range map[string]string{"en": "missing from the server's storage; please upload it again", "zh": "文件内容不在服务器的存储中，请重新上传"} {
			header := maps.Clone(in.header)
			header["Accept-Language"] = language
			if status, r, _ := send(t, http.MethodGet, address, header, "", nil); status != http.StatusNotFound || r.Code != 404 || !strings.Contains(r.Message, want) {
				t.Errorf("%s: %d %+v", language, status, r)
			}
		}
	})
}

// Bytes without a row go after a day; bytes with one stay, however old they are.
func TestBytesWithoutARowAreSwept(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		_, address := a.pictured(ctx, t, in)
		keep := func() *file.File {
			row, err := a.Files.Keep(ctx, "", "image/png", pixel(t))
			if err != nil {
				t.Fatal(err)
			}
			return row
		}
		folder := filepath.Join(a.options.Data, "files")
		old := keep()
		foreign := filepath.Join(folder, store.NewID(), "f", "x") // of another installation in the same place
		if err := os.MkdirAll(filepath.Dir(foreign), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(foreign, []byte("theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
		long := time.Now().Add(-25 * time.Hour)
		if err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(path, long, long)
		}); err != nil {
			t.Fatal(err)
		}
		young := keep()
		if err := a.Files.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		at := func(row *file.File) error {
			_, err := os.Stat(filepath.Join(folder, row.TenantID, row.FactoryID, row.ID))
			return err
		}
		if err := at(old); !os.IsNotExist(err) {
			t.Errorf("old bytes without a row stayed: %v", err)
		}
		if _, err := os.Stat(foreign); err != nil {
			t.Errorf("another installation's file: %v", err)
		}
		if err := at(young); err != nil {
			t.Errorf("a request had no time to write its row: %v", err)
		}
		if status, _, _ := send(t, http.MethodGet, address, in.header, "", nil); status != http.StatusOK {
			t.Errorf("a file with a row: %d", status)
		}
	})
}

// Versions before kept pictures of moulds in rows. A start moves them; nobody loses one.
func TestPicturesMoveOutOfTheirRows(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		mould, _ := a.pictured(ctx, t, in)
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := a.Files.Drop(ctx, tx, a.Production.Moulds.Name(), mould.ID); err != nil {
				return err
			}
			return tx.Insert(ctx, &rowPicture{MouldID: mould.ID, Kind: "image/png", Content: base64.StdEncoding.EncodeToString(pixel(t)), Width: 1, Height: 1})
		}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := a.movePictures(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		var tree production.MouldTree
		in.get("pm/mould/"+mould.ID+"/tree", &tree)
		status, _, served := send(t, http.MethodGet, in.server.URL+api.Prefix+"bms/file/"+tree.Picture, in.header, "", nil)
		if status != http.StatusOK || string(served) != string(pixel(t)) {
			t.Errorf("after the move: %d, %d bytes", status, len(served))
		}
	})
}

// Where a bucket is named, files go there, and a bucket that is missing stops the start.
func TestAMissingBucketStopsTheStart(t *testing.T) {
	_, err := Open(t.Context(), Options{Data: t.TempDir(), Files: blob.S3Options{Endpoint: "127.0.0.1:1", Bucket: "files", AccessKey: "a", SecretKey: "b", Plain: true}})
	if err == nil {
		t.Error("it started")
	}
}

// A bucket that does not answer is no fault of the server: whoever sends or reads a file learns that the file store is away and
// when to try again, nothing of the file is kept, and all goes on when it is back.
func TestABucketThatDoesNotAnswer(t *testing.T) {
	factory.Each(t, func(t *testing.T, url string, planner store.Actor) {
		bucket := blobtest.New(t)
		a := guarded(t, Options{Files: bucket.Options}, url)
		ctx := store.WithActor(t.Context(), planner)
		in := a.importer(t)
		mould, address := a.pictured(ctx, t, in)
		given := strings.TrimPrefix(address, in.server.URL+api.Prefix+"bms/file/")

		bucket.Goes(blobtest.Cut)
		status, r, raw := in.form("bms/file/mould/"+mould.ID, pixel(t), map[string]string{"basedOn": given})
		if status != http.StatusServiceUnavailable || !strings.Contains(r.Message, "file store") {
			t.Errorf("sending: %d %s", status, raw)
		}
		if status, r, raw := send(t, http.MethodGet, address, in.header, "", nil); status != http.StatusServiceUnavailable || !strings.Contains(r.Message, "file store") {
			t.Errorf("reading: %d %s", status, raw)
		}

		bucket.Goes(nil)
		if status, _, raw := send(t, http.MethodGet, address, in.header, "", nil); status != http.StatusOK {
			t.Errorf("reading when it is back: %d %.200s", status, raw)
		}
		if status, _, raw := in.form("bms/file/mould/"+mould.ID, pixel(t), map[string]string{"basedOn": given}); status != http.StatusOK {
			t.Errorf("sending when it is back: %d %s", status, raw)
		}
	})
}
