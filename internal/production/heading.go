package production

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// heading is what a tenant has taught the import: the column of a header of its own, or the sheet of a sheet's name.
type heading struct {
	bun.BaseModel `bun:"table:import_heading"`
	store.Row
	Sheet   string `bun:"sheet"` // code; "" where Heading is the name of a sheet
	Heading string `bun:"heading"`
	Meaning string `bun:"meaning"` // code of a column or a sheet; "" leaves it out
}

// Headings are a tenant's own names of sheets and columns. An empty meaning leaves the sheet or the column out.
type Headings struct {
	Sheets  map[string]string            `json:"sheets,omitempty" doc:"name in the file: code of the sheet"`
	Columns map[string]map[string]string `json:"columns,omitempty" doc:"code of the sheet: header in the file: code of the column"`
}

var (
	msgNoSuchSheet  = L("没有工作表“%s”", "There is no sheet “%s”")
	msgNoSuchColumn = L("工作表“%s”没有列“%s”", "The sheet “%s” has no column “%s”")
)

// check refuses meanings that the workbook does not have.
func (h Headings) check() error {
	columns := map[string]map[string]bool{}
	for _, s := range workbook.Sheets() {
		columns[s.Code] = map[string]bool{"": true}
		for _, c := range s.Columns {
			columns[s.Code][c.Code] = true
		}
	}
	var bad []problem.FieldError
	for _, code := range h.Sheets {
		if code != "" && columns[code] == nil {
			bad = append(bad, problem.Field("headings", "sheet", msgNoSuchSheet, code))
		}
	}
	for sheet, own := range h.Columns {
		if columns[sheet] == nil {
			bad = append(bad, problem.Field("headings", "sheet", msgNoSuchSheet, sheet))
			continue
		}
		for _, code := range own {
			if !columns[sheet][code] {
				bad = append(bad, problem.Field("headings", "column", msgNoSuchColumn, sheet, code))
			}
		}
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

// readHeadings reads what the tenant has taught the import.
func readHeadings(ctx context.Context, tx store.Tx) (Headings, error) {
	h := Headings{Sheets: map[string]string{}, Columns: map[string]map[string]string{}}
	var rows []heading
	if err := tx.Select(&rows).Scan(ctx); err != nil {
		return h, err
	}
	for _, r := range rows {
		if r.Sheet == "" {
			h.Sheets[r.Heading] = r.Meaning
			continue
		}
		if h.Columns[r.Sheet] == nil {
			h.Columns[r.Sheet] = map[string]string{}
		}
		h.Columns[r.Sheet][r.Heading] = r.Meaning
	}
	return h, nil
}

// learn keeps headings for this tenant's next files; a later meaning replaces an earlier one.
func learn(ctx context.Context, tx store.Tx, h Headings) error {
	if err := h.check(); err != nil {
		return err
	}
	for name, code := range h.Sheets {
		if err := learnOne(ctx, tx, "", name, code); err != nil {
			return err
		}
	}
	for sheet, own := range h.Columns {
		for name, code := range own {
			if err := learnOne(ctx, tx, sheet, name, code); err != nil {
				return err
			}
		}
	}
	return nil
}

func learnOne(ctx context.Context, tx store.Tx, sheet, name, meaning string) error {
	name = strings.TrimSpace(name)
	changed, err := tx.Change((*heading)(nil)).Set("meaning = ?", meaning).Where("sheet = ?", sheet).Where("heading = ?", name).Exec(ctx)
	if err != nil || changed > 0 {
		return err
	}
	return tx.Insert(ctx, &heading{Sheet: sheet, Heading: name, Meaning: meaning})
}
