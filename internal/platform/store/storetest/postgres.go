package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"mouldworks/internal/platform/store"
)

// Variable holds the URL of a PostgreSQL cluster whose user may create databases; `make test` sets it.
const Variable = "MOULDWORKS_TEST_POSTGRES"

var (
	count    atomic.Int64
	migrated sync.Once
)

// Postgres makes a database without rows and gives its URL; it goes with the test. It is copied from one that was
// migrated once: migrating anew would take most of a test's time.
func Postgres(t testing.TB) string {
	t.Helper()
	c := connect(t)
	return c.throwAway(t, c.empty(t))
}

// Bare makes a PostgreSQL database without tables and gives its URL; it goes with the test.
func Bare(t testing.TB) string {
	t.Helper()
	return connect(t).throwAway(t, "template0")
}

// cluster is PostgreSQL, with a connection that may create databases.
type cluster struct {
	url   string
	admin *sql.DB
}

// connect skips the test where there is no cluster.
func connect(t testing.TB) cluster {
	t.Helper()
	c := cluster{url: os.Getenv(Variable)}
	if c.url == "" {
		t.Skipf("%s is not set: `make test` starts a cluster and sets it", Variable)
	}
	var err error
	if c.admin, err = sql.Open("pgx", c.url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.admin.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// empty names the database with tables and no rows that others are copied from.
func (c cluster) empty(t testing.TB) string {
	t.Helper()
	model := "mw_model_" + store.Schema()
	migrated.Do(func() {
		if err := migrateModel(context.Background(), c.url, model); err != nil {
			t.Fatal(err)
		}
	})
	return model
}

// copyOf makes a database like another one, to which nobody may be connected, and gives its name.
func (c cluster) copyOf(t testing.TB, model string) string {
	t.Helper()
	name := fmt.Sprintf("mw_%d_%d", os.Getpid(), count.Add(1))
	if _, err := c.admin.Exec("CREATE DATABASE " + name + " TEMPLATE " + model); err != nil {
		t.Fatal(err)
	}
	return name
}

// throwAway makes a database like another one that goes with the test, and gives its address.
func (c cluster) throwAway(t testing.TB, model string) string {
	t.Helper()
	name := c.copyOf(t, model)
	t.Cleanup(func() {
		if _, err := c.admin.Exec("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return c.address(t, name)
}

func (c cluster) address(t testing.TB, name string) string {
	t.Helper()
	u, err := url.Parse(c.url)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// migrateModel makes the database that all others are copied from, unless another test binary has done so.
func migrateModel(ctx context.Context, cluster, model string) (err error) {
	pool, err := sql.Open("pgx", cluster)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	admin, err := pool.Conn(ctx) // the lock belongs to a connection, and goes with it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, admin.Close()) }()
	if _, err := admin.ExecContext(ctx, "SELECT pg_advisory_lock(7305171)"); err != nil {
		return err
	}
	defer func() {
		_, unlocked := admin.ExecContext(ctx, "SELECT pg_advisory_unlock(7305171)")
		err = errors.Join(err, unlocked)
	}()
	var there bool
	if err := admin.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", model).Scan(&there); err != nil || there {
		return err
	}
	// Under another name until it is whole: a test that is killed half way leaves no broken model.
	half := model + "_half"
	if _, err := admin.ExecContext(ctx, "DROP DATABASE IF EXISTS "+half+" WITH (FORCE)"); err != nil {
		return err
	}
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+half); err != nil {
		return err
	}
	u, err := url.Parse(cluster)
	if err != nil {
		return err
	}
	u.Path = "/" + half
	db, err := store.Open(u.String())
	if err != nil {
		return err
	}
	if err := errors.Join(db.Migrate(ctx), db.Close()); err != nil {
		return err
	}
	_, err = admin.ExecContext(ctx, "ALTER DATABASE "+half+" RENAME TO "+model)
	return err
}
