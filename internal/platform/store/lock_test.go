package store_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// One server has a data folder to itself; the next is told who has it, and takes it once it is free.
func TestADataFolderIsLocked(t *testing.T) {
	dir := t.TempDir()
	first, err := store.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.LockFolder(dir); err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("the second: %v", err)
	}
	file := filepath.Join(dir, "mouldworks.lock")
	if err := os.Rename(file, file+".old"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.LockFolder(dir); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Errorf("the second, while the lock's file is away: %v", err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the refusal has made a lock of its own")
	}
	if err := os.Rename(file+".old", file); err != nil {
		t.Fatal(err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := store.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Fatal(err)
	}
}

// A database with tables of another program is not migrated, and stays as it is.
func TestTheDatabaseOfAnotherProgramIsRefused(t *testing.T) {
	address, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close() }()
	// The schema of the other program stands before ours in the path.
	for _, statement := range []string{"CREATE SCHEMA other", "CREATE TABLE other.invoices (id TEXT)"} {
		if _, err := admin.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	address.RawQuery += "&search_path=other"
	db, err := store.Open(address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "another program (invoices)") {
		t.Errorf("it is taken: %v", err)
	}
	var tables int
	if err := admin.QueryRow("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'other'").Scan(&tables); err != nil || tables != 1 {
		t.Errorf("%d tables, %v", tables, err)
	}
}
