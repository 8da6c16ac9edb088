package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"mouldworks/internal/platform/cell"
)

// foldedName is a text that forms compare by what its spellings have in common, see cell.Key: upper and lower case, full width,
// spaces and characters that nobody sees are alike. A form asks the database before it saves; on PostgreSQL two that save at the
// same moment do not see each other, and an index over the text as it is written lets "m1" stand beside "M1". These indexes
// have the last word.
//
// They are no migration: a database of an earlier version may hold such pairs, and must start all the same.
type foldedName struct {
	table  string
	column string
	within []string // columns beside tenant_id that it is unique within
	where  string   // of the rows that it holds for, "" for all
	global bool     // the table is of no tenant
}

// inFactory are the columns of a name that is unique in a factory and not in the whole tenant.
var inFactory = []string{"factory_id"}

var foldedNames = []foldedName{
	{table: "accuracy_grade", column: "grade"},
	{table: "agreement", column: "edition"},
	{table: "auto_schedule", column: "name", within: inFactory},
	{table: "calendar", column: "name", within: inFactory},
	{table: "customer", column: "name"},
	{table: "customer", column: "number"},
	{table: "department", column: "code"},
	{table: "electrode_gap", column: "code"},
	{table: "factory", column: "code"},
	{table: "gateway_server", column: "name"},
	{table: "machine", column: "name", within: inFactory},
	{table: "machine_attribute", column: "code"},
	{table: "machine_attribute", column: "name"},
	{table: "material", column: "code"},
	{table: "material", column: "name"},
	{table: "member", column: "user_name"},
	{table: "member", column: "work_number", where: "work_number <> ''"},
	{table: "mould_order", column: "mould_no", within: inFactory},
	{table: "operation", column: "branch", within: []string{"part_id", "op_no"}},
	{table: "order_type", column: "name"},
	{table: "outsource_order", column: "order_no", within: []string{"operation_id", "COALESCE(batch_id, '')"}},
	{table: "part", column: "part_no", within: []string{"mould_id"}},
	{table: "part_batch", column: "batch_no", within: []string{"part_id"}},
	{table: "part_type", column: "code", where: "code <> ''"},
	{table: "part_type", column: "name"},
	{table: "process", column: "code"},
	{table: "process", column: "name"},
	{table: "processing_material", column: "code"},
	{table: "processing_material", column: "name"},
	{table: "resource_group", column: "code", within: inFactory},
	{table: "resource_group", column: "name", within: inFactory},
	{table: "role", column: "code"},
	{table: "role_group", column: "name"},
	{table: "schedule", column: "name", within: inFactory},
	{table: "section", column: "name", within: inFactory},
	{table: "shift", column: "name", within: inFactory},
	{table: "supplier", column: "code"},
	{table: "supplier", column: "name"},
	{table: "tenant", column: "code", global: true},
	{table: "tenant_package", column: "name"},
	{table: "title", column: "code"},
	{table: "wording", column: "word", within: []string{"module"}},
}

func (n *foldedName) index() string { return n.table + "_" + n.column + "_spelling" }

// lowerIndex is the index of an earlier version, which knew of upper and lower case alone. It stays until there is a better one.
func (n *foldedName) lowerIndex() string { return n.table + "_" + n.column + "_folded" }

func (n *foldedName) statement() string {
	keys := append(slices.Clone(n.within), nameKey+"("+n.column+")")
	if !n.global {
		keys = append([]string{"tenant_id"}, keys...)
	}
	text := fmt.Sprintf("CREATE UNIQUE INDEX IF NOT EXISTS %s ON %s (%s)", n.index(), n.table, strings.Join(keys, ", "))
	if n.where != "" {
		text += " WHERE " + n.where
	}
	return text
}

// nameKey is cell.Key as a function of the database. Indexes keep what it gave: one that gives anything else needs another name,
// and indexes of other names.
const nameKey = "name_key"

func init() { // before any connection is opened; a database whose indexes call it cannot be written without it
	sqlite.MustRegisterDeterministicScalarFunction(nameKey, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		switch text := args[0].(type) {
		case string:
			return cell.Key(text), nil
		case []byte:
			return cell.Key(string(text)), nil
		}
		return args[0], nil
	})
}

// makeNameKey gives PostgreSQL the function. Without ICU, the locale of the database says which letters have a small form.
func (d *DB) makeNameKey(ctx context.Context) error {
	var there, icu bool
	if err := d.Pool().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_proc WHERE proname = $1 AND pronamespace = current_schema()::regnamespace), EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu')", nameKey).Scan(&there, &icu); err != nil {
		return fmt.Errorf("read the functions: %w", err)
	}
	if there {
		return nil
	}
	lower := `"default"`
	if icu {
		lower = `"und-x-icu"`
	}
	err := d.runAlone(ctx, "CREATE OR REPLACE FUNCTION "+nameKey+"(name TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$ SELECT "+cell.KeySQL("$1", lower)+" $body$")
	if err != nil {
		return fmt.Errorf("make the function %s: %w", nameKey, err)
	}
	return nil
}

// foldNames makes the indexes that are missing. Where rows of an earlier version stand in the way it says so and goes on; the
// next start tries again.
func (d *DB) foldNames(ctx context.Context) error {
	if d.postgres {
		if err := d.makeNameKey(ctx); err != nil {
			return err
		}
	}
	question := "SELECT name FROM sqlite_master WHERE type = 'index'"
	if d.postgres {
		question = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
	}
	list, err := d.names(ctx, question)
	if err != nil {
		return fmt.Errorf("read the indexes: %w", err)
	}
	there := map[string]bool{}
	for _, name := range list {
		there[name] = true
	}
	for i := range foldedNames {
		n := &foldedNames[i]
		if there[n.index()] {
			continue
		}
		err := d.runAlone(ctx, n.statement())
		if errors.Is(d.faultOfStatement(err), ErrDuplicate) {
			slog.WarnContext(ctx, "names differ only in case, width, spaces or characters that nobody sees: rename all but one of each pair and start again", "table", n.table, "column", n.column, "database", d.place)
			continue
		}
		if err != nil {
			return fmt.Errorf("make the index %s: %w", n.index(), err)
		}
		if there[n.lowerIndex()] {
			if err := d.runAlone(ctx, "DROP INDEX IF EXISTS "+n.lowerIndex()); err != nil {
				return fmt.Errorf("remove the index %s: %w", n.lowerIndex(), err)
			}
		}
	}
	return nil
}
