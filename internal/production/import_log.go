package production

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// An import is one line of the operation log, which sums up all lines with its row id. Each transaction adds what it has
// written, so that the log is true wherever the writing breaks off; the last line adds what became of the other rows.

// countIn counts the rows of a scope.
func (in *importer) countIn(counts map[string]*Count, scope workbook.Scope) {
	for _, row := range in.found.rows {
		if row.scope == scope && !in.shape(row.Sheet).Master {
			if counts[row.Sheet] == nil {
				counts[row.Sheet] = &Count{}
			}
			counts[row.Sheet].add(row.rowView)
		}
	}
}

// log adds the counts of one transaction.
func (in *importer) log(ctx context.Context, tx store.Tx, counts map[string]*Count, more ...store.FieldChange) error {
	changes := more
	for _, sheet := range slices.Sorted(maps.Keys(counts)) {
		if *counts[sheet] != (Count{}) {
			changes = append(changes, store.FieldChange{Field: sheet, After: *counts[sheet]})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	action := store.ActionImport
	if in.logged != nil {
		action = store.ActionImportPart
	}
	tx.AfterCommit(func() {
		if in.logged == nil {
			in.logged = map[string]Count{}
		}
		for sheet, c := range counts {
			in.logged[sheet] = in.logged[sheet].plus(*c, 1)
		}
	})
	return tx.Log(ctx, "production", in.logID, cmp.Or(in.upload.Name, "import"), action, changes...)
}

// logOutcome makes the line of the import say what the caller is told: of each sheet every row that was read. The rows are
// in by now, so that a failure here is no failure of the import.
func (in *importer) logOutcome(db *store.DB) {
	rest := map[string]*Count{}
	for sheet, c := range in.result.Counts {
		left := c.plus(in.logged[sheet], -1)
		rest[sheet] = &left
	}
	unread := in.result.Total
	for _, c := range in.result.Counts {
		unread = unread.plus(*c, -1)
	}
	rest["notRead"] = &unread // sheets that mean nothing, and the like
	var more []store.FieldChange
	switch {
	case in.result.Stopped && !in.result.Committed && len(in.result.NotWritten) == 0:
		more = append(more, beforeWriting())
	case in.result.BrokeOff:
		more = append(more, notWritten(len(in.result.NotWritten)))
	}
	ctx := context.WithoutCancel(store.WithThrough(in.ctx, store.ThroughImport))
	if err := db.Write(ctx, func(tx store.Tx) error {
		if err := in.end(ctx, tx, in.result.BrokeOff); err != nil {
			return err
		}
		return in.log(ctx, tx, rest, more...)
	}); err != nil {
		slog.ErrorContext(ctx, "import is not fully logged", "file", in.upload.Name, "error", err)
	}
}
