package production

import (
	"slices"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// masterRows is how many rows of basic data one transaction writes.
const masterRows = 150

// commitMasters writes the basic data in its order. A piece is written whole; one that is refused now, because somebody
// was faster, is written row by row: the row at fault stays out alone, and what refers to it fails then by itself.
func (in *importer) commitMasters(db *store.DB) error {
	for from := 0; from < len(in.saves); from += masterRows {
		piece := in.saves[from:min(from+masterRows, len(in.saves))]
		var refused []MasterRow
		err := db.Write(in.ctx, func(tx store.Tx) error { return in.writeMasters(tx, piece) })
		if err != nil && in.fatal(err) == nil {
			err = db.Write(in.ctx, func(tx store.Tx) (err error) { refused, err = in.writeMastersOneByOne(tx, piece); return err })
		}
		if err != nil {
			in.leaveMasters(in.saves[from:], err)
			return err
		}
		in.result.Committed = in.result.Committed || len(refused) < len(piece)
		in.refuse(refused)
		if in.p.deps.PieceWritten != nil {
			in.p.deps.PieceWritten(in.ctx)
		}
	}
	return nil
}

// leaveMasters tells of the rows of basic data that an import which breaks off does not come to.
func (in *importer) leaveMasters(rows []MasterRow, why error) {
	rest := slices.Clone(rows)
	for i := range rest {
		rest[i].Err = why
	}
	in.refuse(rest)
}

// writeMasters writes a piece with few statements.
func (in *importer) writeMasters(tx store.Tx, piece []MasterRow) error {
	counts := map[string]*Count{}
	for from := 0; from < len(piece); {
		first, until := &piece[from], from
		var drafts []any
		for ; until < len(piece) && piece[until].Sheet == first.Sheet; until++ {
			drafts = append(drafts, piece[until].Draft)
			in.countMaster(counts, &piece[until])
		}
		if err := first.SaveAll(in.ctx, tx, drafts); err != nil {
			return err
		}
		from = until
	}
	if err := in.beat(tx, 0, counts); err != nil {
		return err
	}
	return in.log(in.ctx, tx, counts)
}

func (in *importer) writeMastersOneByOne(tx store.Tx, piece []MasterRow) (refused []MasterRow, err error) {
	counts := map[string]*Count{}
	for _, row := range piece {
		err := tx.Try(in.ctx, func(tx store.Tx) error { return row.Save(in.ctx, tx) })
		if in.fatal(err) != nil {
			return nil, err
		}
		if err != nil {
			row.Err = err
			refused = append(refused, row)
			continue
		}
		in.countMaster(counts, &row)
	}
	if err := in.beat(tx, 0, counts); err != nil {
		return nil, err
	}
	return refused, in.log(in.ctx, tx, counts)
}

func (in *importer) countMaster(counts map[string]*Count, row *MasterRow) {
	if counts[row.Sheet] == nil {
		counts[row.Sheet] = &Count{}
	}
	counts[row.Sheet].add(Row{Row: row.Line.Row, Action: row.Action})
}

// refuse turns rows of basic data that were to be written into refused ones, or into such as were not reached.
func (in *importer) refuse(rows []MasterRow) {
	type rowKey struct {
		place workbook.Place
		key   workbook.Key // of one that the file only refers to
	}
	left := map[rowKey]string{} // what became of it
	for i := range rows {
		row := &rows[i]
		at, why, became := row.Line.Place(row.Sheet), in.why(row.Err, msgRecordMeanwhile), ActionRefused
		if in.fatal(row.Err) != nil {
			why, became = msgRowBrokeOff, ActionNotReached
		}
		left[rowKey{at, row.Key}] = became
		in.found.faults.Add(workbook.Fault{Sheet: at.Sheet, Part: at.Part, Row: at.Row, Value: row.Key.String(), Rule: "notWritten", Level: workbook.Error, Text: why, Key: row.Key})
	}
	for i := range in.found.rows {
		r := &in.found.rows[i]
		if became := left[rowKey{r.place(), r.key}]; became != "" {
			r.Action, r.Changes = became, nil
		}
	}
}
