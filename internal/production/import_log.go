package production

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// An import is one line of the operation log, which sums up all lines with its row id. Each transaction adds what it has
// written, so that the log is true wherever the writing breaks off; the last line adds what became of the other rows.

// countIn counts the rows of scopes.
func (in *importer) countIn(counts map[string]*Count, of map[workbook.Scope]bool) {
	for _, row := range in.found.rows {
		if of[row.scope] && !in.shape(row.Sheet).Master {
			if counts[row.Sheet] == nil {
				counts[row.Sheet] = &Count{}
			}
			counts[row.Sheet].add(row.rowView)
		}
	}
}

// log adds the counts of one transaction.
func (in *importer) log(ctx context.Context, tx store.Tx, counts map[string]*Count, more ...store.FieldChange) error {
	told := map[string]Count{}
	for sheet, c := range counts {
		told[sheet] = *c
	}
	changes := slices.Concat(more, countsTold(told))
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

// countsTold are counts as a line of the log holds them.
func countsTold(counts map[string]Count) (changes []store.FieldChange) {
	for _, sheet := range slices.Sorted(maps.Keys(counts)) {
		if counts[sheet] != (Count{}) {
			changes = append(changes, store.FieldChange{Field: sheet, After: counts[sheet]})
		}
	}
	return changes
}

// countUnwritten counts the rows as they would be told if nothing were written: what is to be written is not reached.
func (in *importer) countUnwritten() map[string]Count {
	all := map[string]Count{}
	skipped := in.result.Total.Skipped
	for sheet, c := range in.result.Counts {
		all[sheet] = Count{Read: c.Skipped, Skipped: c.Skipped}
		skipped -= c.Skipped
	}
	all[sheetNotRead] = Count{Read: skipped, Skipped: skipped}
	for _, row := range in.found.rows {
		if row.Row == 0 { // of what is stored: it stays as it is
			continue
		}
		reached := row.rowView
		if written := in.writes[row.scope] != nil && !in.shape(row.Sheet).Master; row.Action != ActionRefused && (row.Action != ActionSame || written) {
			reached.Action = ActionNotReached
		}
		c := all[row.Sheet]
		c.add(reached)
		all[row.Sheet] = c
	}
	return all
}

// rest is what the log does not say yet, once it says some counts more.
func (in *importer) rest(more map[string]*Count) map[string]Count {
	rest := maps.Clone(in.unwritten)
	say := func(sheet string, c Count) {
		c.NotReached, c.New, c.Changed, c.Same = c.New+c.Changed+c.Same, 0, 0, 0
		c.Removed, c.Followed, c.Made = 0, 0, 0
		rest[sheet] = rest[sheet].plus(c, -1)
	}
	for sheet, c := range in.logged {
		say(sheet, c)
	}
	for sheet, c := range more {
		say(sheet, *c)
	}
	return rest
}

// sheetNotRead stands in the log for the sheets that mean nothing, and the like.
const sheetNotRead = "notRead"

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
	rest[sheetNotRead] = &unread
	var more []store.FieldChange
	switch r := in.result; {
	case r.Stopped && !r.Committed:
		more = append(more, store.FieldChange{Field: "stoppedBefore", After: true})
	case r.Stopped:
		more = append(more, store.FieldChange{Field: "stopped", After: len(r.NotWritten)})
	case r.BrokeOff:
		more = append(more, notWritten(len(r.NotWritten)))
	case !r.Committed:
		more = append(more, resource.NothingWritten())
	}
	ctx := context.WithoutCancel(store.WithImport(in.ctx, in.logID))
	short := &importer{p: in.p, logID: in.logID, upload: Upload{Name: in.upload.Name}, logged: in.logged, result: in.result.kept()} // without the file
	insist(ctx, "import is not fully logged", func() error {
		return db.Write(ctx, func(tx store.Tx) error {
			if told, err := short.end(ctx, tx, short.result.BrokeOff); err != nil || told {
				return err
			}
			return short.log(ctx, tx, rest, more...)
		})
	})
}

// How often and how long a closing write is tried while the database is away. A variable for tests alone.
var insistEvery = 2 * time.Second

const insistFor = 30 * time.Minute

// insist does a closing write, in the background again and again while the database is away: what has ended is not left to the
// silence of its row. Another error is logged with words.
func insist(ctx context.Context, words string, write func() error) {
	err := write()
	if !store.IsOutage(err) {
		if err != nil {
			slog.ErrorContext(ctx, words, "error", err)
		}
		return
	}
	go func() {
		for end := time.Now().Add(insistFor); time.Now().Before(end) && store.IsOutage(err); {
			time.Sleep(insistEvery)
			err = write()
		}
		if err != nil {
			slog.ErrorContext(ctx, words, "error", err)
		}
	}()
}
