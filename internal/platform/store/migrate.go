package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// tenantRole is the PostgreSQL role of every tenant transaction: it cannot log in and owns nothing.
const tenantRole = "mouldworks_tenant"

// Migrate brings the schema up to date, forward only, one set of files for both engines. On PostgreSQL it then puts
// row-level security on every table with tenant_id. Unique names are folded on both, see foldedName, and sessions end with their
// members, see leaving.
func (d *DB) Migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption(nil)
	if d.postgres {
		locker, err := lock.NewPostgresSessionLocker() // several nodes may start at once
		if err != nil {
			return err
		}
		dialect, options = goose.DialectPostgres, append(options, goose.WithSessionLocker(locker))
	}
	if err := d.ours(ctx, d.Pool()); err != nil {
		return err
	}
	p, err := goose.NewProvider(dialect, d.Pool(), files, options...)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if err := d.knows(ctx, p); err != nil {
		return err
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate the database %s: %w", d.place, d.faultOfStatement(err))
	}
	if err := d.foldNames(ctx); err != nil {
		return err
	}
	if err := d.endWithMembers(ctx); err != nil {
		return err
	}
	if err := d.readIndexes(ctx); err != nil {
		return err
	}
	if d.postgres {
		return d.secure(ctx)
	}
	return nil
}

var errForeign = errors.New("nothing was changed in it; give Mouldworks a database of its own, with --data or --database")

// ours refuses a database that has tables but none of our migrations: it belongs to another program. Tables that an extension of
// PostgreSQL has brought do not count.
func (d *DB) ours(ctx context.Context, pool *sql.DB) error {
	question := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
	if d.postgres {
		question = `SELECT c.relname FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
			AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e') ORDER BY c.relname`
	}
	rows, err := pool.QueryContext(ctx, question)
	if err != nil {
		return fmt.Errorf("look at the tables of the database %s: %w", d.place, d.faultOfStatement(err))
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("look at the tables of the database %s: %w", d.place, d.faultOfStatement(err))
	}
	if len(tables) == 0 || slices.Contains(tables, "goose_db_version") {
		return nil
	}
	return fmt.Errorf("the database %s has tables of another program (%s) and none of ours: %w", d.place, strings.Join(tables[:min(3, len(tables))], ", "), errForeign)
}

// knows refuses a database that a newer program has migrated: this one would write rows that the newer one does not understand.
func (d *DB) knows(ctx context.Context, p *goose.Provider) error {
	has, err := p.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version of the database %s: %w", d.place, d.faultOfStatement(err))
	}
	sources := p.ListSources()
	if knows := sources[len(sources)-1].Version; has > knows {
		return fmt.Errorf("the database %s has schema version %d, written by a newer Mouldworks; this program knows versions up to %d: start the newer program, or restore the backup made before the upgrade", d.place, has, knows)
	}
	return nil
}

// Schema names the state that Migrate leads to, for whoever keeps a copy of an empty database.
func Schema() string {
	sum := sha256.New()
	_ = fs.WalkDir(migrations, ".", func(path string, entry fs.DirEntry, err error) error { // embedded: it can be read
		if err == nil && !entry.IsDir() {
			text, _ := migrations.ReadFile(path)
			_, _ = fmt.Fprintf(sum, "%s\n%s\n", path, text)
		}
		return err
	})
	for i := range foldedNames {
		_, _ = fmt.Fprintln(sum, foldedNames[i].statement())
	}
	for _, statement := range leavingFunction() {
		_, _ = fmt.Fprintln(sum, statement)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Secure gives the tenant role its grants on tables that a library has made (the job queue).
func (d *DB) Secure(ctx context.Context, statements ...string) error {
	if !d.postgres {
		return nil
	}
	for _, s := range statements {
		if _, err := d.Pool().ExecContext(ctx, s); err != nil {
			return fmt.Errorf("grant to the tenant role: %w", err)
		}
	}
	return nil
}

// MakeTenantRole makes the role of tenant transactions where the cluster has none, and lets this user act as it.
func (d *DB) MakeTenantRole(ctx context.Context) error {
	create := "DO $$ BEGIN CREATE ROLE " + tenantRole + " NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
	member := "GRANT " + tenantRole + " TO CURRENT_USER"
	var role bool
	if err := d.Pool().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1)", tenantRole).Scan(&role); err != nil {
		return err
	}
	if !role {
		if _, err := d.Pool().ExecContext(ctx, create); err != nil {
			return fmt.Errorf("the role %s is missing and cannot be created here; let the owner of the database run:\n  CREATE ROLE %s NOLOGIN;\n  GRANT %s TO CURRENT_USER;\n(%w)", tenantRole, tenantRole, tenantRole, err)
		}
	}
	var usable bool
	if err := d.Pool().QueryRowContext(ctx, "SELECT pg_has_role(current_user, $1, 'MEMBER')", tenantRole).Scan(&usable); err != nil {
		return err
	}
	if !usable {
		if _, err := d.Pool().ExecContext(ctx, member); err != nil {
			return fmt.Errorf("this user may not act as %s; let the owner of the database run:\n  %s;\n(%w)", tenantRole, member, err)
		}
	}
	return nil
}

func (d *DB) secure(ctx context.Context) error {
	if err := d.MakeTenantRole(ctx); err != nil {
		return err
	}
	tables, err := d.scopedTables(ctx)
	if err != nil {
		return err
	}
	ofFactory, err := d.names(ctx, `SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'factory_id' AND a.attnotnull`)
	if err != nil {
		return err
	}
	done, err := d.securedTables(ctx)
	if err != nil {
		return err
	}
	lists := [][]string{}
	for _, t := range tables {
		condition := "tenant_id = current_setting('app.tenant', true)"
		reads := condition
		if slices.Contains(ofFactory, t) {
			condition += " AND factory_id = current_setting('app.factory', true)"
			reads += " AND current_setting('app.factory', true) IN (factory_id, '" + everyFactory + "')"
		}
		statements := []string{
			fmt.Sprintf("GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %s", t, tenantRole),
			// ENABLE, not FORCE: the owner migrates data; the role switch binds everybody else, a superuser too.
			fmt.Sprintf("ALTER TABLE %s ENABLE ROW LEVEL SECURITY", t),
			fmt.Sprintf("DROP POLICY IF EXISTS tenant ON %s", t),
			fmt.Sprintf("CREATE POLICY tenant ON %s TO %s USING (%s) WITH CHECK (%s)", t, tenantRole, reads, condition),
		}
		switch t { // what is append-only for the product is so for the database, too
		case "operation_log":
			statements = append(statements, "REVOKE UPDATE, DELETE ON operation_log FROM "+tenantRole)
		case "operation_seal":
			statements = append(statements, "REVOKE INSERT, UPDATE, DELETE ON operation_seal FROM "+tenantRole)
		}
		mark := sha256.Sum256([]byte(strings.Join(statements, "\n")))
		if text := hex.EncodeToString(mark[:]); done[t] != text {
			lists = append(lists, append(statements, fmt.Sprintf("COMMENT ON POLICY tenant ON %s IS '%s'", t, text)))
		}
	}
	if len(lists) > 0 {
		lists = append([][]string{{"GRANT USAGE ON SCHEMA public TO " + tenantRole}}, lists...)
	}
	for _, statements := range lists {
		if err := d.runAlone(ctx, statements...); err != nil {
			return fmt.Errorf("put row-level security in place: %w", err)
		}
	}
	return nil
}

// securedTables are the tables whose policy stands, with the mark of the statements that made it. A node that starts beside
// others leaves them alone: the statements need each table to themselves, and the others are at work on it.
func (d *DB) securedTables(ctx context.Context) (map[string]string, error) {
	rows, err := d.Pool().QueryContext(ctx, `SELECT c.relname, COALESCE(obj_description(p.oid, 'pg_policy'), '') FROM pg_policy p
		JOIN pg_class c ON c.oid = p.polrelid WHERE p.polname = 'tenant' AND c.relrowsecurity AND c.relnamespace = current_schema()::regnamespace`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // read to its end below
	done := map[string]string{}
	for rows.Next() {
		var table, mark string
		if err := rows.Scan(&table, &mark); err != nil {
			return nil, err
		}
		done[table] = mark
	}
	return done, rows.Err()
}

// runAlone runs statements on one table in a transaction of their own: a node at work holds locks on several tables, and
// whoever waits for one while holding another can deadlock with it.
func (d *DB) runAlone(ctx context.Context, statements ...string) error {
	tx, err := d.Pool().BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if d.postgres { // two nodes must not replace a policy, or make an index, at once
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(7305170)"); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	if _, err := tx.ExecContext(ctx, strings.Join(statements, ";\n")); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// scopedTables are the tables that belong to tenants.
func (d *DB) scopedTables(ctx context.Context) ([]string, error) {
	text := "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'tenant_id' ORDER BY m.name"
	if d.postgres {
		text = "SELECT table_name FROM information_schema.columns WHERE column_name = 'tenant_id' AND table_schema = current_schema() ORDER BY table_name"
	}
	return d.names(ctx, text)
}

// names reads one column.
func (d *DB) names(ctx context.Context, question string) (names []string, err error) {
	rows, err := d.Pool().QueryContext(ctx, question)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}
