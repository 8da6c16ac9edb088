package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Another server is told that the folder of files is lost and takes its own; later the folder is deleted. Each time uploads are
// refused as what cannot be saved, the node is not ready, and a start with the former folder, or with a new one under the old path,
// is refused with the remedy.
func TestFilesAreNotKeptWhereNobodyFindsThem(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}))
		var m production.Mould
		if err := errors.Join(a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Scan(ctx) }), a.claimFolder(ctx)); err != nil {
			t.Fatal(err)
		}
		last := resource.None // picture of the mould
		expect := func(when string, upload, ready int, words string) {
			t.Helper()
			status, r, _ := in.form("bms/file/mould/"+m.ID, pixel(t), map[string]string{"basedOn": last})
			if status != upload || upload == http.StatusInsufficientStorage && !strings.Contains(r.Message, "folder of files") {
				t.Errorf("%s: the upload is %d %s", when, status, r.Message)
			}
			var given struct{ ID string }
			if err := json.Unmarshal(r.Data, &given); status == http.StatusOK && err != nil {
				t.Fatal(err)
			} else if status == http.StatusOK {
				last = given.ID
			}
			if status, _, raw := send(t, http.MethodGet, in.server.URL+"/readyz", nil, "", nil); status != ready || !strings.Contains(string(raw), words) {
				t.Errorf("%s: readyz %d %s", when, status, raw)
			}
		}
		claim := func(path string, adopt bool) error {
			t.Helper()
			other, err := blob.OpenFolder(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = other.Close() })
			id, err := other.ID()
			if err != nil {
				t.Fatal(err)
			}
			return file.New(a.DB, other).Claim(ctx, id, path, adopt)
		}
		expect("at first", http.StatusOK, http.StatusOK, "ok")

		if err := claim(t.TempDir(), true); err != nil {
			t.Fatal(err)
		}
		expect("given up", http.StatusInsufficientStorage, http.StatusServiceUnavailable, "another folder")
		if err := a.claimFolder(ctx); !errors.Is(err, file.ErrOtherFolder) {
			t.Errorf("a start with the folder that was given up: %v", err)
		}
		if err := claim(a.options.filesFolder(), true); err != nil {
			t.Fatal(err)
		}
		expect("taken again", http.StatusOK, http.StatusOK, "ok")

		if err := os.RemoveAll(a.options.filesFolder()); err != nil {
			t.Fatal(err)
		}
		expect("deleted", http.StatusInsufficientStorage, http.StatusServiceUnavailable, "not in its place")
		if err := claim(a.options.filesFolder(), false); !errors.Is(err, file.ErrOtherFolder) || !strings.Contains(err.Error(), "was deleted or replaced") || !strings.Contains(err.Error(), "--files-adopt") {
			t.Errorf("a start without the folder: %v", err)
		}

		// A database of an earlier version does not know its folder: records without any bytes say that it is lost.
		if err := a.DB.System(ctx, "the test forgets the folder", func(tx store.Tx) error {
			_, err := tx.Remove((*recordedFolder)(nil)).Where("holds = ?", "files").Exec(ctx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := claim(t.TempDir(), false); !errors.Is(err, file.ErrOtherFolder) || !strings.Contains(err.Error(), "is empty") {
			t.Errorf("a first start without the folder: %v", err)
		}
	})
}

type recordedFolder struct {
	bun.BaseModel `bun:"table:file_folder"`
	Holds         string `bun:"holds,pk"`
}
