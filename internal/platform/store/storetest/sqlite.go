package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"mouldworks/internal/platform/store"
)

const sqliteFile = "mouldworks.db"

// SQLite gives the folder of a migrated database. It is a copy of a model: migrating anew costs a tenth of the time of all
// tests. Migrations themselves are tested on databases that begin empty.
func SQLite(t testing.TB) string {
	t.Helper()
	model, err := sqliteModel()
	if err != nil {
		t.Fatal(err)
	}
	return folder(t, model)
}

// folder holds a copy of a database file, and goes with the test.
func folder(t testing.TB, file []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, sqliteFile), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

var sqliteModel = sync.OnceValues(func() (model []byte, err error) {
	dir, err := os.MkdirTemp("", "mouldworks-model-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := store.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(context.Background()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	// The last connection writes all that stands in the write-ahead log into the file.
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, sqliteFile))
})
