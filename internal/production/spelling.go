package production

import (
	"context"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// respell writes the numbers of the file as they are stored where only upper and lower case differ: a form would refuse
// the second of them, and so a file means the one that is there.
func (in *importer) respell() error {
	spelling := workbook.Spelling{}
	var moulds []Mould
	if err := in.tx.Select(&moulds).Columns("id", "mould_no").Order("mould_no").Scan(in.ctx); err != nil {
		return err
	}
	for i := range moulds {
		spelling.KnowMould(moulds[i].MouldNo)
	}
	named, no := map[string]bool{}, map[string]string{}
	for _, number := range mouldNumbers(in.book) {
		named[spelling.Mould(number)] = true
	}
	var ids []string
	for i := range moulds {
		if m := &moulds[i]; named[m.MouldNo] {
			ids, no[m.ID] = append(ids, m.ID), m.MouldNo
		}
	}
	if err := knowRows(in.ctx, in.tx, spelling, ids, no); err != nil {
		return err
	}
	in.parsed.Respell(spelling)
	return nil
}

// knowRows reads how the parts, branches and batches of some moulds are written.
func knowRows(ctx context.Context, tx store.Tx, spelling workbook.Spelling, mouldIDs []string, no map[string]string) error {
	var parts []Part
	if err := tx.Select(&parts).Columns("id", "mould_id", "part_no").WhereIn("mould_id", mouldIDs).Order("part_no").Scan(ctx); err != nil {
		return err
	}
	partNo := map[string]string{}
	for i := range parts {
		p := &parts[i]
		partNo[p.ID] = p.PartNo
		spelling.KnowPart(no[p.MouldID], p.PartNo)
	}
	var branches []Operation
	if err := tx.Select(&branches).Columns("id", "mould_id", "part_id", "op_no", "branch").WhereIn("mould_id", mouldIDs).Where("branch <> ''").Order("branch").Scan(ctx); err != nil {
		return err
	}
	for i := range branches {
		o := &branches[i]
		spelling.KnowBranch(no[o.MouldID], partNo[o.PartID], o.OpNo, o.Branch)
	}
	var batches []Batch
	if err := tx.Select(&batches).Columns("id", "mould_id", "part_id", "batch_no").WhereIn("mould_id", mouldIDs).Order("batch_no").Scan(ctx); err != nil {
		return err
	}
	for i := range batches {
		b := &batches[i]
		spelling.KnowBatch(no[b.MouldID], partNo[b.PartID], b.BatchNo)
	}
	return nil
}
