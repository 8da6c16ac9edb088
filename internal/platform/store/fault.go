package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Errors that callers tell apart. Everything else from the database is a fault.
var (
	ErrNotFound  = errors.New("store: no such row")
	ErrStale     = errors.New("store: the row has another version")
	ErrDuplicate = errors.New("store: a unique index refuses the row")
	ErrReferred  = errors.New("store: a foreign key refuses the change")
	ErrSuspended = errors.New("store: the tenant's licence has run out")
	// ErrViewing is returned where somebody who views the company as another member would write.
	ErrViewing   = errors.New("store: who views the company as somebody else only reads")
	ErrNoFactory = errors.New("store: a row of a factory needs an actor inside a factory")
	ErrCharacter = errors.New("store: a text holds a character that cannot be stored")
)

// Errors of a database that cannot work at the moment, or that cannot write. What was acknowledged before stays; the same call
// may succeed later.
var (
	ErrUnavailable = errors.New("store: the database does not answer")
	ErrFull        = errors.New("store: the disk of the database is full")
	ErrReadOnly    = errors.New("store: the database cannot be written")
	ErrDamaged     = errors.New("store: the database is damaged")
	ErrLost        = errors.New("store: the file of the database is not in its place")
	ErrBusy        = errors.New("store: others wrote the same rows at that moment, nothing was done")
)

// Duplicate is an ErrDuplicate that knows the unique index. errors.Is finds ErrDuplicate in it.
type Duplicate struct {
	// Index is the name of the index; "" where SQLite names columns only.
	Index string
	// Columns of the index, in its order, with those of the scope (tenant_id, factory_id). Empty when they are not known.
	Columns []string

	cause error
}

// Error says which index refused.
func (d *Duplicate) Error() string {
	return fmt.Sprintf("%s: index %q columns %s: %s", ErrDuplicate, d.Index, strings.Join(d.Columns, ", "), d.cause)
}

// Unwrap gives ErrDuplicate and the driver's error.
func (d *Duplicate) Unwrap() []error { return []error{ErrDuplicate, d.cause} }

// DuplicateOf gives the index behind an ErrDuplicate, nil for other errors.
func DuplicateOf(err error) *Duplicate {
	var d *Duplicate
	if errors.As(err, &d) {
		return d
	}
	return nil
}

// fault gives the drivers' errors the names that callers know; other errors pass unchanged.
func (d *DB) fault(err error) error {
	if err == nil || known(err) {
		return err
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return d.faultOfPostgres(pg, err)
	}
	var coded interface{ Code() int }
	if errors.As(err, &coded) && !d.postgres {
		return d.faultOfSQLite(coded.Code(), err)
	}
	return err
}

func known(err error) bool {
	for _, k := range []error{ErrDuplicate, ErrReferred, ErrCharacter, ErrUnavailable, ErrFull, ErrReadOnly, ErrDamaged, ErrLost, ErrBusy} {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}

// faultOfStatement is fault for what a statement, a begin or a commit returns: there a broken line is the database's.
func (d *DB) faultOfStatement(err error) error {
	err = d.fault(err)
	if err == nil || !d.postgres || known(err) || errors.Is(err, context.Canceled) {
		return err
	}
	var refused *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &refused), errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone), errors.Is(err, pgconn.ErrConnClosed),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return errors.Join(ErrUnavailable, err)
	case errors.As(err, &network) && !errors.Is(err, context.DeadlineExceeded):
		return errors.Join(ErrUnavailable, err)
	}
	return err
}

func (d *DB) faultOfPostgres(pg *pgconn.PgError, err error) error {
	switch pg.Code {
	case "23505":
		return &Duplicate{pg.ConstraintName, d.indexes[pg.ConstraintName], err}
	case "23503":
		return errors.Join(ErrReferred, err)
	case "22021", "22P05": // U+0000 or another character that its encoding lacks
		return errors.Join(ErrCharacter, err)
	case "40P01", "40001": // a deadlock of transactions above tenants, which have no lock of their own
		return errors.Join(ErrBusy, err)
	case "53100":
		return errors.Join(ErrFull, err)
	case "25006": // a replica, or default_transaction_read_only
		return errors.Join(ErrReadOnly, err)
	case "XX001", "XX002":
		return errors.Join(ErrDamaged, err)
	case "57P01", "57P02", "57P03", "53300", "58030": // shut down, crashed, starting; too many connections; input or output
		return errors.Join(ErrUnavailable, err)
	}
	if strings.HasPrefix(pg.Code, "08") {
		return errors.Join(ErrUnavailable, err)
	}
	return err
}

// Primary result codes of SQLite: the lowest byte of an error's code.
const (
	sqliteBusy       = 5
	sqliteReadOnly   = 8
	sqliteIO         = 10
	sqliteCorrupt    = 11
	sqliteFull       = 13
	sqliteCannotOpen = 14
	sqliteConstraint = 19
	sqliteNotADB     = 26

	sqliteCorruptDisk = sqliteIO | 33<<8 // SQLITE_IOERR_CORRUPTFS
)

func (d *DB) faultOfSQLite(code int, err error) error {
	switch code & 0xff {
	case sqliteConstraint:
		text := err.Error()
		if strings.Contains(text, "FOREIGN KEY constraint failed") {
			return errors.Join(ErrReferred, err)
		}
		if name, columns, ok := refusedBy(text); ok {
			if name != "" {
				columns = d.indexes[name]
			}
			return &Duplicate{name, columns, err}
		}
	case sqliteBusy:
		return errors.Join(ErrUnavailable, err)
	case sqliteFull:
		return errors.Join(ErrFull, err)
	case sqliteReadOnly, sqliteIO, sqliteCannotOpen:
		if code == sqliteCorruptDisk {
			return errors.Join(ErrDamaged, err)
		}
		return errors.Join(ErrReadOnly, err)
	case sqliteCorrupt, sqliteNotADB:
		return errors.Join(ErrDamaged, err)
	}
	return err
}

var (
	refusedColumns = regexp.MustCompile(`UNIQUE constraint failed: ((?:\w+\.\w+(?:, )?)+)`)
	refusedIndex   = regexp.MustCompile(`UNIQUE constraint failed: index '(\w+)'`)
)

// refusedBy reads SQLite's own words: the columns of an index, or the name of one over expressions.
func refusedBy(text string) (index string, columns []string, ok bool) {
	if m := refusedIndex.FindStringSubmatch(text); m != nil {
		return m[1], nil, true
	}
	m := refusedColumns.FindStringSubmatch(text)
	if m == nil {
		return "", nil, false
	}
	for c := range strings.SplitSeq(m[1], ", ") {
		_, column, _ := strings.Cut(c, ".")
		columns = append(columns, column)
	}
	return "", columns, true
}

// readIndexes remembers the columns of every unique index: PostgreSQL tells a tenant's transaction the name alone, and the
// transaction cannot ask once it has failed.
func (d *DB) readIndexes(ctx context.Context) error {
	question := "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
	if d.postgres {
		question = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"
	}
	rows, err := d.Pool().QueryContext(ctx, question)
	if err != nil {
		return fmt.Errorf("read the indexes: %w", err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	indexes := map[string][]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return err
		}
		indexes[name] = indexColumns(text)
	}
	d.indexes = indexes
	return rows.Err()
}

var indexWords = regexp.MustCompile(`'[^']*'|::\w+|\b[a-z_][a-z0-9_]*\b\(?`)

// indexColumns are the columns in the text of a CREATE INDEX, in their order: CREATE UNIQUE INDEX n ON t (a, lower(b)) WHERE c.
func indexColumns(text string) (columns []string) {
	_, list, _ := strings.Cut(text, "(")
	if before, _, conditional := strings.Cut(list, " WHERE "); conditional {
		list = before
	}
	for _, w := range indexWords.FindAllString(strings.ToLower(list), -1) {
		if !strings.ContainsAny(w, "'(:") {
			columns = append(columns, w)
		}
	}
	return columns
}
