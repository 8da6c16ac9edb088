// Package deps pins the modules that the packages under construction will import.
package deps

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/coder/websocket"
	_ "github.com/danielgtaylor/huma/v2"
	_ "github.com/danielgtaylor/huma/v2/adapters/humago"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/pressly/goose/v3"
	_ "github.com/riverqueue/river"
	_ "github.com/riverqueue/river/riverdriver/riverdatabasesql"
	_ "github.com/riverqueue/river/riverdriver/riverpgxv5"
	_ "github.com/riverqueue/river/riverdriver/riversqlite"
	_ "github.com/riverqueue/river/rivermigrate"
	_ "github.com/uptrace/bun"
	_ "github.com/uptrace/bun/dialect/pgdialect"
	_ "github.com/uptrace/bun/dialect/sqlitedialect"
	_ "github.com/xuri/excelize/v2"
	_ "go.uber.org/goleak"
	_ "golang.org/x/crypto/argon2"
	_ "golang.org/x/text/encoding/simplifiedchinese"
	_ "golang.org/x/time/rate"
	_ "modernc.org/sqlite"
	_ "pgregory.net/rapid"
)
