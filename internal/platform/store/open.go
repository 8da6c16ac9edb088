package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
)

// connectWithin is how long one try to reach PostgreSQL takes, unless its URL says otherwise.
const connectWithin = 5 * time.Second

// Open connects to a postgres:// URL, or to an SQLite file inside the folder that url names.
func Open(url string) (*DB, error) {
	if isPostgres(url) {
		return openPostgres(url)
	}
	return openSQLite(url)
}

// postgresURL is an address of PostgreSQL in which nothing of a password can be taken for something else: a sign that ends it where
// it is not written in percent would put the rest into the host, the port or the name, which stand in messages.
var postgresURL = regexp.MustCompile(`^postgres(ql)?://([^@/?#]*@)?` + hostAndPort + `(,` + hostAndPort + `)*(/[^@?#]*)?(\?[^@#]*)?$`)

// withoutHost is an address with a port and without a user: USER:PASSWORD reads so, where a password of digits has lost its host.
var withoutHost = regexp.MustCompile(`^postgres(ql)?://[^@/?#]*:[0-9]+(,[^@/?#]*)?(/[^@?#]*)?(\?[^@#]*)?$`)

const hostAndPort = `([A-Za-z0-9._%-]*|\[[0-9A-Fa-f:.%]+\])(:[0-9]+)?`

// CheckAddress refuses what is given as the address of a database and is none of PostgreSQL: taken for a folder it would stand in
// messages, with its password.
func CheckAddress(address string) error {
	if withoutHost.MatchString(address) && !strings.Contains(address, "user=") {
		return errors.New("--database is a postgres:// URL that names its user where it names a port, such as postgres://USER:PASSWORD@HOST:PORT/NAME: without @ the digits of a password would read as the port")
	}
	if address == "" || postgresURL.MatchString(address) {
		return nil
	}
	return errors.New("--database is a postgres:// URL, such as postgres://USER:PASSWORD@HOST/NAME, in whose password %40 stands for @, %2F for /, %3F for ? and %23 for #; leave it out for SQLite in the data folder")
}

// ParsePostgres reads an address of PostgreSQL; no part of it stands in the error.
func ParsePostgres(address string) (*pgx.ConnConfig, error) {
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(address)
	if err == nil {
		return config, nil
	}
	if option := unusableOption(address); option != "" { // its value is not repeated, and neither is what the driver says of it
		return nil, fmt.Errorf("read the address of the database: %s has a value that PostgreSQL's driver refuses", option)
	}
	return nil, errors.New("read the address of the database: PostgreSQL's driver refuses it")
}

// options are those of an address that have values of their own kind; others are settings of the database.
var options = []string{
	"connect_timeout", "sslmode", "sslcert", "sslkey", "sslrootcert", "sslnegotiation", "sslsni", "target_session_attrs", "port", "min_protocol_version",
	"max_protocol_version", "channel_binding", "default_query_exec_mode", "statement_cache_capacity", "description_cache_capacity", "passfile", "servicefile", "service",
}

// unusableOption is the option without which an address can be read, "" where there is none.
func unusableOption(address string) string {
	before, query, _ := strings.Cut(address, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	for _, option := range options {
		if !values.Has(option) {
			continue
		}
		rest := maps.Clone(values)
		rest.Del(option)
		if _, err := pgx.ParseConfig(before + "?" + rest.Encode()); err == nil {
			return option
		}
	}
	return ""
}

// isPostgres tells an address of PostgreSQL from a folder.
func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

func openPostgres(address string) (*DB, error) {
	config, err := ParsePostgres(address)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	place := url.URL{Scheme: "postgres", Host: fmt.Sprintf("%s:%d", config.Host, config.Port), Path: "/" + config.Database}
	d := &DB{postgres: true, place: place.String(), probes: stdlib.OpenDB(*config)}
	d.probes.SetMaxOpenConns(1)              // ask is one at a time
	d.probes.SetConnMaxLifetime(time.Minute) // a setting of the database that has changed shows in a new connection
	watched := config.Copy()
	watched.DialFunc = (&lines{db: d}).dialer(config.DialFunc)
	pool := sql.OpenDB(gate{stdlib.GetConnector(*watched), d})
	pool.SetMaxOpenConns(20)
	pool.SetMaxIdleConns(10)
	d.write = bun.NewDB(pool, postgresDialect{pgdialect.New()}).WithQueryHook(refusal{})
	d.read = d.write
	return d, nil
}

func openSQLite(folder string) (*DB, error) {
	path := fileOf(folder)
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	file := &dataFile{path: path}
	if err := foreign(path); err != nil {
		return nil, err
	}
	// One write connection: SQLite has one writer, and queueing for it in Go is fair where busy_timeout is not.
	// immediate: a transaction that will write takes the lock at its begin, not half way.
	write, err := file.pool("&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := file.pool("")
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(readers + 1) // and the anchor, see dataFile
	read.SetMaxIdleConns(readers)
	open := func(pool *sql.DB) *bun.DB {
		return bun.NewDB(pool, sqliteDialect{sqlitedialect.New()}).WithQueryHook(refusal{})
	}
	db := &DB{write: open(write), read: open(read), place: path, file: file}
	if err := db.sound(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := file.remember(read); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// foreign refuses the file of another program before our settings change its head. What cannot be read is left to sound.
func foreign(path string) error {
	pool, err := sql.Open("sqlite", "file:"+uriPath.Replace(filepath.ToSlash(path))+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }() // only read
	err = (&DB{place: path}).ours(context.Background(), pool)
	if errors.Is(err, errForeign) {
		return err
	}
	return nil
}

// readers is how many questions SQLite answers at once. Their connections stay open: none can be opened while the file is not in
// its place.
const readers = 4

// uriPath keeps a folder's name from being read as a part of the address.
var uriPath = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// The one place for SQLite's settings, each with its reason.
const pragmas = "mode=rw" + // a connection that is opened later makes no new database where the file has gone
	"&_pragma=journal_mode(WAL)" + // readers never wait for the writer
	"&_pragma=synchronous(FULL)" + // what was acknowledged survives a power cut
	"&_pragma=busy_timeout(10000)" + // a migration, or an administration command, may hold the lock for a moment
	"&_pragma=foreign_keys(ON)" + // off by default, for history's sake
	"&_pragma=temp_store(MEMORY)" + // sorting big lists needs no files
	"&_pragma=cache_size(-32000)" // 32 MB a connection

func damaged(path string, err error) error { return &damage{path, err} }

// damage is an ErrDamaged with its file. Its text says so once.
type damage struct {
	path  string
	cause error
}

// Error names the file, the remedy and what SQLite says.
func (d *damage) Error() string {
	cause := strings.TrimPrefix(d.cause.Error(), ErrDamaged.Error()+"\n")
	return fmt.Sprintf("%s is damaged or not a SQLite file: restore a backup of it (%s)", d.path, cause)
}

// Unwrap gives ErrDamaged and the cause.
func (d *damage) Unwrap() []error { return []error{ErrDamaged, d.cause} }

// checkWithin is how long the start looks for damage. A database of a gigabyte is not read to its end in that time; the
// rest shows itself when it is used.
const checkWithin = 3 * time.Second

// sound refuses a database that is damaged, and one that cannot be written.
func (d *DB) sound() error {
	ctx, cancel := context.WithTimeout(context.Background(), checkWithin)
	defer cancel()
	found, err := d.quickCheck(ctx, d.write.DB)
	switch {
	case errors.Is(err, ErrDamaged):
		return damaged(d.place, err)
	case errors.Is(err, ErrReadOnly):
		return fmt.Errorf("%s cannot be written: check the disk, its mount, and the owner and rights of the folder (%w)", d.place, err)
	case errors.Is(err, ErrFull):
		return fmt.Errorf("%s cannot be written, its disk is full: free space (%w)", d.place, err)
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("open %s: %w", d.place, err)
	case err == nil && found != "ok":
		return damaged(d.place, errors.New(found))
	}
	return d.ours(ctx, d.write.DB) // its log may hold what foreign has not seen
}

// quickCheck asks SQLite for faults in the file, at most three. "ok" says that there is none.
func (d *DB) quickCheck(ctx context.Context, pool *sql.DB) (string, error) {
	rows, err := pool.QueryContext(ctx, "PRAGMA quick_check(3)")
	if err != nil {
		return "", d.faultOfStatement(err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	var found []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return "", d.faultOfStatement(err)
		}
		found = append(found, line)
	}
	return strings.Join(found, "; "), d.faultOfStatement(rows.Err())
}
