package production

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strconv"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// pieceCost bounds what one transaction writes, in rows: others wait for it. A changed row is a statement of its own and
// counts like several that go in together. A mould is never parted.
const (
	pieceCost   = 200
	changedCost = 3
	mouldCost   = 5 // reading it again, and the steps that its order implies
)

// The questions of an import: it repeats with the key of the one that was asked.
const (
	replaceKey   = "replaceMoulds"
	overwriteKey = "overwriteCalendars"
	bothKey      = "replaceAndOverwrite"
	namesAsked   = 20 // in a question
)

var (
	msgReplace      = L("文件替换 %s模具，将删除文件中不再包含的 %s。是否继续？", "The file replaces %s: %s that it does not hold any more will be deleted. Go on?")
	msgReplaceRow   = L("%s：%s", "%s: %s")
	msgOverwrite    = L("文件将改变已有的工作日历或班次，所有使用它们的资源都会受影响。是否继续？", "The file changes work calendars or shifts that are there, and with them every resource that works by them. Go on?")
	msgBoth         = L("文件将改变已有的工作日历或班次，并替换 %s模具、删除 %s。是否继续？", "The file changes work calendars or shifts that are there, replaces %s and deletes %s. Go on?")
	msgOverwriteRow = L("%s“%s”：%s", "%s “%s”: %s")
	msgReferred     = L("所引用的数据已不存在，请重新检查此文件", "Something that it refers to is no more there: check the file again")
	msgRowBrokeOff  = L("写入中断，此行未导入，请重新导入此文件", "The writing broke off and this row is not in: import the file again")
	msgBrokeOff     = L("写入中断，此模具未导入，请重新导入此文件", "The writing broke off and this mould is not in: import the file again")
)

func rowCount(n int) problem.Text { return problem.Count(n, "%d 行", "%d row", "%d rows") }

func mouldCount(n int) problem.Text { return problem.Count(n, "%d 副", "%d mould", "%d moulds") }

// writesAnything tells whether there is something to write.
func (in *importer) writesAnything() bool {
	for _, w := range in.writes {
		if w.size() > 0 {
			return true
		}
	}
	return len(in.saves) > 0
}

// ask asks before rows are removed and before calendars and shifts are changed, naming each: people and programs alike.
func (in *importer) ask(actor store.Actor) error {
	if in.upload.Trusted {
		return nil
	}
	var items, things []string
	overwritten, moulds, rows := 0, 0, 0
	for i := range in.saves {
		if s := &in.saves[i]; s.Asks && s.Action == ActionChanged {
			overwritten++
			var changes []string
			for _, c := range s.Changes {
				changes = append(changes, c.Label.In(in.lang)+" "+cmp.Or(c.Before.In(in.lang), "—")+" → "+cmp.Or(c.After.In(in.lang), "—"))
			}
			items = append(items, msgOverwriteRow.In(in.lang, in.shape(s.Sheet).Label, s.Key.String(), problem.Listed(changes)))
		}
	}
	prints := in.fingerprints()
	for _, scope := range in.scopes() {
		if n := in.writes[scope].removed.count(); n > 0 {
			moulds, rows = moulds+1, rows+n
			items, things = append(items, msgReplaceRow.In(in.lang, scope.Mould, rowCount(n))), append(things, prints[scope])
		}
	}
	things = append(things, items...)
	if len(items) > namesAsked {
		items = append(items[:namesAsked], "… +"+strconv.Itoa(len(items)-namesAsked))
	}
	key, text := "", problem.Text{}
	switch {
	case overwritten > 0 && moulds > 0:
		key, text = bothKey, msgBoth.With(mouldCount(moulds), rowCount(rows))
	case overwritten > 0:
		key, text = overwriteKey, msgOverwrite
	case moulds > 0:
		key, text = replaceKey, msgReplace.With(mouldCount(moulds), rowCount(rows))
	}
	if key == "" || resource.Agreed(actor, bothKey) { // who agrees to both agrees to each
		return nil
	}
	return resource.Confirm(actor, resource.About(key, things...), text, items...)
}

// scopes are what is written, in the order of the moulds.
func (in *importer) scopes() []workbook.Scope {
	return slices.SortedFunc(maps.Keys(in.writes), func(a, b workbook.Scope) int {
		return cmp.Or(cmp.Compare(a.Mould, b.Mould), cmp.Compare(a.Process, b.Process), cmp.Compare(a.PartType, b.PartType))
	})
}

// commit writes the plan in pieces: basic data first, then moulds. What a piece cannot write is told and stays out; when
// the writing breaks off, what is in stays in, and the result names the rest.
func (in *importer) commit(db *store.DB) error {
	in.ctx = store.WithImport(in.ctx, in.logID)
	broken := in.begin(db)
	if broken != nil && !errors.Is(broken, errStopped) && !in.upload.run.isStopped() {
		return broken
	}
	in.result.RunID, in.history = in.logID, in.newHistory()
	lost := map[workbook.Scope]problem.Text{}
	if broken == nil {
		broken = in.commitMasters(db)
	} else {
		in.leaveMasters(in.saves, broken)
	}
	for _, piece := range in.pieces() {
		if broken != nil {
			in.lose(lost, piece, msgBrokeOff)
			continue
		}
		err := in.writePiece(db, piece, lost)
		if err == nil {
			continue
		}
		if broken = in.fatal(err); broken != nil {
			in.lose(lost, piece, msgBrokeOff)
			continue
		}
		for _, scope := range piece { // one of them is at fault: the others need not stay out with it
			if broken != nil {
				in.lose(lost, []workbook.Scope{scope}, msgBrokeOff)
			} else if err := in.writePiece(db, []workbook.Scope{scope}, lost); err != nil {
				in.lose(lost, []workbook.Scope{scope}, in.why(err, meanwhile(scope)))
				broken = in.fatal(err)
			}
		}
	}
	in.retell(lost)
	in.result.BrokeOff, in.result.Stopped = broken != nil, errors.Is(broken, errStopped) || broken != nil && in.upload.run.isStopped()
	in.logOutcome(db)
	if in.result.Committed {
		in.tellChanged()
		switch {
		case in.result.Stopped:
			slog.InfoContext(in.ctx, "import stopped by its owner", "file", in.upload.Name, "moulds_not_written", len(in.result.NotWritten))
		case broken != nil:
			slog.ErrorContext(in.ctx, "import broke off", "file", in.upload.Name, "moulds_not_written", len(in.result.NotWritten), "error", broken)
		}
		return nil
	}
	if in.result.Stopped {
		return nil
	}
	return broken
}

// fatal is an error after which nothing more can be written: not one that a row has caused.
func (in *importer) fatal(err error) error {
	var p *problem.Problem
	switch {
	case err == nil, errors.As(err, &p), errors.Is(err, store.ErrStale), errors.Is(err, store.ErrDuplicate), errors.Is(err, store.ErrReferred), errors.Is(err, store.ErrNotFound):
		return nil
	}
	return err
}

// why words what kept a mould out.
func (in *importer) why(err error, meanwhile problem.Text) problem.Text {
	var p *problem.Problem
	switch {
	case in.fatal(err) != nil:
		return msgBrokeOff
	case errors.As(err, &p) && len(p.Fields) > 0:
		return p.Fields[0].Text()
	case errors.As(err, &p):
		return p.Text
	case errors.Is(err, store.ErrReferred):
		return msgReferred
	}
	return meanwhile
}

func (in *importer) lose(lost map[workbook.Scope]problem.Text, scopes []workbook.Scope, why problem.Text) {
	for _, scope := range scopes {
		if _, told := lost[scope]; !told {
			lost[scope] = why
		}
	}
}

// pieces groups what is written into transactions.
func (in *importer) pieces() (pieces [][]workbook.Scope) {
	size := 0
	for _, scope := range in.scopes() {
		w := in.writes[scope]
		n := w.size() + len(w.touched)
		if n == 0 {
			continue
		}
		n += mouldCost + (changedCost-1)*(len(w.changed)+len(w.touched))
		if len(pieces) == 0 || size+n > pieceCost {
			pieces, size = append(pieces, nil), 0
		}
		pieces[len(pieces)-1] = append(pieces[len(pieces)-1], scope)
		size += n
	}
	return pieces
}

// writePiece writes some moulds in one transaction, with one line of the operation log. Those that have changed since they
// were planned are left out.
func (in *importer) writePiece(db *store.DB, piece []workbook.Scope, lost map[workbook.Scope]problem.Text) error {
	late := map[workbook.Scope]bool{}
	err := db.Write(in.ctx, func(tx store.Tx) error {
		clear(late)
		numbers := []string{}
		for _, scope := range piece {
			if scope.Mould != "" {
				numbers = append(numbers, scope.Mould)
			}
		}
		now, err := in.p.versions(in.ctx, tx, numbers)
		if err != nil {
			return err
		}
		var moulds []Mould
		counts, lines, written := map[string]*Count{}, logLines{}, map[workbook.Scope]bool{}
		for _, scope := range piece {
			if scope.Mould != "" && now[scope.Mould] != in.loaded.versions[scope.Mould] {
				late[scope] = true
				continue
			}
			w := in.writes[scope].copied()
			in.history.log(lines, w)
			if err := w.run(in.ctx, tx); err != nil {
				return err
			}
			for ids := range slices.Chunk(w.removed.operations, 500) {
				if err := in.p.deps.OperationsGone(in.ctx, tx, ids); err != nil {
					return err
				}
			}
			if m := in.stored.moulds[scope.Mould]; m != nil {
				moulds = append(moulds, *m)
			}
			written[scope] = true
		}
		in.countIn(counts, written)
		if err := lines.write(in.ctx, tx); err != nil {
			return err
		}
		if err := in.p.implySteps(in.ctx, tx, moulds, said{in.upload.Mode == ModeReplace, in.impliedRows()}); err != nil {
			return err
		}
		if err := in.beat(tx, len(numbers)-countMoulds(late), counts); err != nil {
			return err
		}
		return in.log(in.ctx, tx, counts)
	})
	if err != nil {
		return err
	}
	if len(late) < len(piece) {
		in.result.Committed = true
	}
	for scope := range late {
		in.lose(lost, []workbook.Scope{scope}, meanwhile(scope))
	}
	if in.p.deps.PieceWritten != nil {
		in.p.deps.PieceWritten(in.ctx)
	}
	return nil
}

func countMoulds(scopes map[workbook.Scope]bool) (n int) {
	for scope := range scopes {
		if scope.Mould != "" {
			n++
		}
	}
	return n
}

// retell tells what became of the rows of moulds that could not be written.
func (in *importer) retell(lost map[workbook.Scope]problem.Text) {
	told := map[workbook.Scope]bool{}
	rows := in.found.rows[:0]
	for _, row := range in.found.rows {
		why, out := lost[row.scope]
		if !out || row.Action == ActionRefused {
			rows = append(rows, row)
			continue
		}
		if row.Row == 0 { // a stored row stays as it is
			continue
		}
		row.Action, row.Changes = ActionRefused, nil
		if why.Zh == msgBrokeOff.Zh { // nobody has refused it
			row.Action = ActionNotReached
		}
		rows = append(rows, row)
		if !told[row.scope] {
			told[row.scope] = true
			value, respelt := in.parsed.TypedCell(row.place(), "mouldNo")
			if !respelt {
				value = row.scope.Mould
			}
			in.found.faults.Add(workbook.Fault{
				Sheet: row.Sheet, Part: row.Part, Row: row.Row, Value: value, Rule: "notWritten", Level: workbook.Error, Text: why, Scope: row.scope, Key: in.index[row.place()].key,
			})
		}
	}
	in.found.rows = rows
	for _, scope := range slices.SortedFunc(maps.Keys(lost), func(a, b workbook.Scope) int { return cmp.Compare(a.Mould, b.Mould) }) {
		if scope.Mould != "" {
			in.result.NotWritten = append(in.result.NotWritten, scope.Mould)
		}
	}
	r := in.result
	r.Faults, r.FaultCount, r.Errors = []Fault{}, 0, 0
	in.report()
}

// tellChanged makes pages read again what an import has changed.
func (in *importer) tellChanged() {
	if in.p.deps.Changed == nil {
		return
	}
	actor, err := store.ActorFrom(in.ctx)
	if err != nil {
		return
	}
	ctx := context.WithoutCancel(in.ctx)
	in.p.deps.Changed(ctx, actor, in.p.Moulds.Name(), "")
	if in.parsed.Rows["operationResources"] > 0 {
		in.p.deps.Changed(ctx, actor, in.p.Eligible.Name(), "")
	}
}

// versions are the fingerprints of stored moulds, by their numbers.
func (p *Production) versions(ctx context.Context, tx store.Tx, numbers []string) (map[string]string, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	var moulds []Mould
	if err := tx.Select(&moulds).WhereIn("mould_no", numbers).Scan(ctx); err != nil {
		return nil, err
	}
	ids := make([]string, len(moulds))
	for i := range moulds {
		ids[i] = moulds[i].ID
	}
	rows, err := readMoulds(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	return fingerprints(moulds, rows), nil
}

// impliedRows are the ids of the steps and parts of orders that have a row in the file.
func (in *importer) impliedRows() map[string]bool {
	ids := map[string]bool{}
	for key, o := range in.loaded.operations {
		if o.Implied && in.operationRows[key] {
			ids[o.ID] = true
		}
	}
	for key, o := range in.stored.operations { // those that come with the file
		if o.OrderStep != 0 && in.operationRows[key] {
			ids[o.ID] = true
		}
	}
	for i := range in.book.Parts {
		if p := in.loaded.parts[in.book.Parts[i].Key()]; p != nil && p.Implied {
			ids[p.ID] = true
		}
	}
	return ids
}
