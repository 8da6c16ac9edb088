package store

import (
	"context"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
)

// U+0000 is in no text of either engine: PostgreSQL has no such character, SQLite ends a statement at it. Statements carry
// their arguments written out, so that no driver would notice in time; a text with it makes the statement unsendable.

type (
	postgresDialect struct{ *pgdialect.Dialect }
	sqliteDialect   struct{ *sqlitedialect.Dialect }
)

// AppendString writes a text as a literal.
func (postgresDialect) AppendString(b []byte, s string) []byte { return appendText(b, s) }

// AppendJSON writes a JSON document as a literal.
func (postgresDialect) AppendJSON(b, json []byte) []byte { return appendJSON(b, json) }

// AppendString writes a text as a literal.
func (sqliteDialect) AppendString(b []byte, s string) []byte { return appendText(b, s) }

// AppendJSON writes a JSON document as a literal.
func (sqliteDialect) AppendJSON(b, json []byte) []byte { return appendJSON(b, json) }

// appendText leaves U+0000 in the literal, for refusal to find.
func appendText(b []byte, s string) []byte {
	b = append(b, '\'')
	b = append(b, strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "'", "''")...)
	return append(b, '\'')
}

// appendJSON is appendText for a document, in which the character may also be written as an escape.
func appendJSON(b, json []byte) []byte {
	text := string(json)
	for rest := text; ; {
		at := strings.IndexByte(rest, '\\')
		if at < 0 || at+1 >= len(rest) {
			return appendText(b, text)
		}
		if strings.HasPrefix(rest[at+1:], "u0000") {
			return appendText(b, "\x00")
		}
		rest = rest[at+2:] // the letter behind a backslash may be one itself
	}
}

// refusal keeps statements with U+0000 from the database: their context has ended, with ErrCharacter.
type refusal struct{}

// BeforeQuery looks at the statement as it would go to the database.
func (refusal) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	if strings.IndexByte(e.Query, 0) >= 0 {
		return refused{ctx}
	}
	return ctx
}

// AfterQuery has nothing to do.
func (refusal) AfterQuery(context.Context, *bun.QueryEvent) {}

type refused struct{ context.Context }

var ended = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// Done is closed: database/sql asks it before it takes a connection, and gives Err to the caller.
func (refused) Done() <-chan struct{} { return ended }

// Err is ErrCharacter.
func (refused) Err() error { return ErrCharacter }
