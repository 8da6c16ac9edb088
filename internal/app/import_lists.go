package app

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// listOfSheet is the list that keeps the rows of a sheet; behind a point its lines that do.
var listOfSheet = map[string]string{
	"moulds": "mould", "parts": "part", "electrodes": "part", "operations": "operation", "batches": "batch", "outsourcing": "outsource-order",
	"edmLinks": "operation.edmLinks", "operationResources": "eligible-machine",
	"materials": "material", "groups": "group", "machines": "machine", "shifts": "shift", "calendars": "calendar", "exceptions": "resource-exception",
	"flowTimes": "flow-time", "sections": "section", "processes": "process", "customers": "customer", "suppliers": "supplier", "partTypes": "part-type",
	"accuracyGrades": "accuracy-grade",
}

// ofAnotherSheet is the sheet that takes a field which the sheet of its list has not; "" where none does.
func ofAnotherSheet(sheet string, heading problem.Text) string {
	switch {
	case sheet == "operations" && heading.Zh == "可用设备":
		return "operationResources"
	case sheet == "operations" && heading.Zh == "放电电极":
		return "edmLinks"
	case sheet == "parts": // its list holds electrodes, too
		for _, s := range workbook.Sheets() {
			if s.Code == "electrodes" && slices.ContainsFunc(s.Columns, func(c workbook.Column) bool { return cell.Title(c.Label.Zh) == cell.Title(heading.Zh) }) {
				return s.Code
			}
		}
	}
	return ""
}

// marked are the names of stored records that begin like a remark of a file, of all lists that a workbook writes to.
func (a *App) marked(ctx context.Context, tx store.Tx) (names []string, err error) {
	asked := map[string]bool{}
	for _, list := range listOfSheet {
		list, _, _ = strings.Cut(list, ".")
		entity, ok := a.Entities.Find(list).(interface {
			Marked(ctx context.Context, tx store.Tx) ([]string, error)
		})
		if !ok || asked[list] {
			continue
		}
		asked[list] = true
		more, err := entity.Marked(ctx, tx)
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	return names, nil
}

// exportedBy are the headings that the list of a sheet's rows exports, and where else their cells can be imported.
func (a *App) exportedBy(sheet string) (headings []workbook.Heading) {
	list, lines, _ := strings.Cut(listOfSheet[sheet], ".")
	if list == "" || lines != "" {
		return nil
	}
	meta := a.Entities.Find(list).Meta(func(string) bool { return true })
	for _, f := range meta.Fields {
		if f.Kind != resource.KindSecret {
			headings = append(headings, workbook.Heading{Text: f.SheetHeading(), List: meta.Imports, Sheet: ofAnotherSheet(sheet, f.SheetHeading())})
		}
	}
	return headings
}
