package production

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/production/workbook"
)

// CellChange is what an import does to one column of a stored row, as people read it.
type CellChange struct {
	Column string       `json:"column" doc:"code; of a field that no column shows its key"`
	Label  problem.Text `json:"label"`
	Before problem.Text `json:"before"`
	After  problem.Text `json:"after"`
}

// columnOf names the column of a field whose JSON name says that it holds an id.
var columnOf = map[string]string{
	"customerId": "customer", "orderTypeId": "orderType", "partTypeId": "partType", "materialId": "material", "accuracyGradeId": "accuracyGrade", "assemblyGroupId": "assemblyGroup", "tryoutGroupId": "tryoutGroup",
	"responsibleId": "responsible", "departmentId": "department",
	"processId": "process", "groupId": "group", "supplierId": "supplier",
}

// hidden are fields that no column of the workbook shows.
var hidden = map[string]bool{
	"id": true, "version": true, "createdAt": true, "updatedAt": true, "createdBy": true, "updatedBy": true,
	"mouldId": true, "partId": true, "operationId": true, "electrodeId": true, "batchId": true, "hasRemaining": true, "reportedAt": true, "orderNo": true,
}

// differences lists what changes in a stored row, in the order of the columns; nothing for a new row. It compares the
// rows as JSON, so that a field added to a row is never forgotten here.
func differences[T any](in *importer, sheet string, old, now *T) []CellChange {
	if old == nil || len(in.found.rows)+len(in.pass.rows) >= rowsShown {
		return nil
	}
	before, after := asFields(old), asFields(now)
	var changes []CellChange
	for _, field := range slices.Sorted(maps.Keys(after)) {
		if hidden[field] || bytes.Equal(before[field], after[field]) {
			continue
		}
		code := columnOf[field]
		if code == "" {
			code = field
		}
		label := problem.L(code, code)
		if column := in.column(sheet, code); column.Code != "" {
			label = column.Label
		}
		changes = append(changes, CellChange{code, label, in.worded(sheet, code, before[field]), in.worded(sheet, code, after[field])})
	}
	order := in.columnOrder(sheet)
	slices.SortStableFunc(changes, func(a, b CellChange) int { return order[a.Column] - order[b.Column] })
	return changes
}

func asFields(row any) map[string]json.RawMessage {
	raw, err := json.Marshal(row)
	fields := map[string]json.RawMessage{}
	if err == nil {
		err = json.Unmarshal(raw, &fields)
	}
	if err != nil {
		return nil // a row of ours is always JSON
	}
	return fields
}

// worded is a stored value as the workbook writes it: names for ids, words for choices, the factory's time.
func (in *importer) worded(sheet, code string, raw json.RawMessage) problem.Text {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		text = strings.Trim(string(raw), `"`)
		if text == "null" {
			return problem.Text{}
		}
		if n, err := strconv.Atoi(text); err == nil {
			options := in.column(sheet, code).Options
			for _, o := range options {
				if o.Value == n {
					return o.Label
				}
			}
			if n == 0 && len(options) > 0 { // a choice that was not made
				return problem.Text{}
			}
		}
	} else if slices.Contains(in.unseen.Groups, text) || slices.Contains(in.unseen.Machines, text) {
		return wordHidden
	} else if code == "responsible" || code == "department" {
		if text != "" && in.owners.Names[text] == "" {
			return resource.WordUnseen
		}
		text = in.owners.Names[text]
	} else if name, ok := in.called(text); ok {
		text = name
	} else if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		text = in.when(sheet, code, at.In(in.zone))
	}
	return problem.L(text, text)
}

// when writes a moment as its column means it: midnight is a date alone, and where a date means its end the day before.
func (in *importer) when(sheet, code string, at time.Time) string {
	if at.Hour() == 0 && at.Minute() == 0 {
		switch in.column(sheet, code).Kind {
		case workbook.KindDateEnd:
			return at.AddDate(0, 0, -1).Format(time.DateOnly)
		case workbook.KindDate:
			return at.Format(time.DateOnly)
		}
	}
	return at.Format("2006-01-02 15:04")
}

// called is what people call a row of master data.
func (in *importer) called(id string) (string, bool) {
	for _, names := range []map[string]string{in.names.Customers, in.names.Suppliers, in.names.Groups, in.names.Processes, in.names.OrderTypes, in.names.PartTypes, in.names.Materials, in.names.Grades} {
		if name, ok := names[id]; ok {
			return name, true
		}
	}
	m, ok := in.names.Machines[id]
	return m.Name, ok
}

func (in *importer) columnOrder(sheet string) map[string]int {
	if in.columnOrders == nil {
		in.columnOrders = map[string]map[string]int{}
	}
	if in.columnOrders[sheet] == nil {
		in.columnOrders[sheet] = map[string]int{}
		for i, c := range in.shape(sheet).Columns {
			in.columnOrders[sheet][c.Code] = i
		}
	}
	return in.columnOrders[sheet]
}

// column describes a column; one without a code for a field that no column shows.
func (in *importer) column(sheet, code string) workbook.Column {
	for _, c := range in.shape(sheet).Columns {
		if c.Code == code {
			return c
		}
	}
	return workbook.Column{}
}

func (in *importer) shape(sheet string) workbook.Sheet {
	if in.shapes == nil {
		in.shapes = map[string]workbook.Sheet{}
		for _, s := range workbook.Sheets() {
			in.shapes[s.Code] = s
		}
	}
	return in.shapes[sheet]
}

// HasColumn tells whether a sheet of the workbook has a column.
func HasColumn(sheet, code string) bool {
	for _, s := range workbook.Sheets() {
		if s.Code == sheet {
			return slices.ContainsFunc(s.Columns, func(c workbook.Column) bool { return c.Code == code })
		}
	}
	return false
}
