package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// foldedName is a text that forms compare in upper and lower case alike. A form asks the database before it saves; on
// PostgreSQL two that save at the same moment do not see each other, and an index over the text as it is written lets "m1"
// stand beside "M1". These indexes have the last word.
//
// They are no migration: a database of an earlier version may hold such pairs, and must start all the same.
type foldedName struct {
	table  string
	column string
	within []string // columns beside tenant_id that it is unique within
	where  string   // of the rows that it holds for, "" for all
}

// inFactory are the columns of a name that is unique in a factory and not in the whole tenant.
var inFactory = []string{"factory_id"}

var foldedNames = []foldedName{
	{table: "accuracy_grade", column: "grade"},
	{table: "agreement", column: "edition"},
	{table: "calendar", column: "name", within: inFactory},
	{table: "customer", column: "name"},
	{table: "customer", column: "number"},
	{table: "electrode_gap", column: "code"},
	{table: "factory", column: "code"},
	{table: "gateway_server", column: "name"},
	{table: "machine", column: "name", within: inFactory},
	{table: "machine_attribute", column: "code"},
	{table: "machine_attribute", column: "name"},
	{table: "material", column: "code"},
	{table: "material", column: "name"},
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
	{table: "section", column: "name", within: inFactory},
	{table: "shift", column: "name", within: inFactory},
	{table: "supplier", column: "code"},
	{table: "supplier", column: "name"},
	{table: "tenant_package", column: "name"},
	{table: "wording", column: "word", within: []string{"module"}},
}

func (n *foldedName) index() string { return n.table + "_" + n.column + "_folded" }

// statement makes the index. SQLite folds the letters of ASCII alone, PostgreSQL those that its locale knows: as they do in
// the question that a form asks.
func (n *foldedName) statement() string {
	keys := append(append([]string{"tenant_id"}, n.within...), "LOWER("+n.column+")")
	text := fmt.Sprintf("CREATE UNIQUE INDEX IF NOT EXISTS %s ON %s (%s)", n.index(), n.table, strings.Join(keys, ", "))
	if n.where != "" {
		text += " WHERE " + n.where
	}
	return text
}

// foldNames makes the indexes that are missing. Where rows of an earlier version stand in the way it says so and goes on; the
// next start tries again.
func (d *DB) foldNames(ctx context.Context) error {
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
			slog.WarnContext(ctx, "rows differ only in upper and lower case: rename all but one of each pair and start again", "table", n.table, "column", n.column, "database", d.place)
			continue
		}
		if err != nil {
			return fmt.Errorf("make the index %s: %w", n.index(), err)
		}
	}
	return nil
}
