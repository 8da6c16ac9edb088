package production

import (
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// A workbook does what the lists do, so that each of its sheets asks for the permissions of its list: to add for new rows,
// to modify for changed ones, to delete for those that a file removes.

// permissionOf is the page whose permissions a sheet needs.
func (in *importer) permissionOf(sheet string) string {
	switch sheet {
	case "moulds":
		return "pm.mould"
	case "parts", "electrodes":
		return "bom.part"
	case "operations", "edmLinks", "operationResources":
		return "capp.operation"
	case "batches":
		return "bom.batch"
	case "progress":
		return "mf.progress"
	case "outsourcing":
		return "capp.outsource"
	}
	return MasterPermissions[sheet]
}

// MasterPermissions are the pages of the sheets of basic data.
var MasterPermissions = map[string]string{
	"sections": "system.section", "processes": "system.process", "customers": "system.customer", "suppliers": "system.supplier", "partTypes": "system.partType",
	"accuracyGrades": "system.accuracyGrade", "materials": "system.material", "groups": "system.group", "machines": "ems.machine", "shifts": "system.shift",
	"calendars": "system.calendar", "exceptions": "system.resourceException", "flowTimes": "aps.flowTime",
}

// may tells whether whoever brings the file has a permission.
func (in *importer) may(permission string) bool {
	if in.upload.Trusted {
		return true
	}
	return in.tx.Actor().Allowed(permission)
}

// needed is the permission that an action on a row takes, "" for none.
func (in *importer) needed(row foundRow) string {
	page := in.permissionOf(row.Sheet)
	switch {
	case in.shape(row.Sheet).Master || row.Action != ActionNew && row.Action != ActionChanged && row.Action != ActionRemoved:
		return "" // basic data asks when it is planned
	case row.along, row.Row == 0 && row.Action == ActionChanged:
		return "" // it follows a row that was asked about
	case row.Sheet == "progress":
		return page + ".modify" // a report is never changed: the next one is added
	case row.Sheet == "operationResources" && row.scope.Mould == "":
		page = "capp.eligibleMachine"
	case row.Sheet == "edmLinks" || row.Sheet == "operationResources": // lines of an operation
		if in.ofNewOperation(row) {
			return page + ".add"
		}
		return page + ".modify"
	}
	return page + map[string]string{ActionNew: ".add", ActionChanged: ".modify", ActionRemoved: ".delete"}[row.Action]
}

// ofNewOperation tells whether a line belongs to an operation that comes with it.
func (in *importer) ofNewOperation(row foundRow) bool {
	switch k := in.index[row.place()].key.(type) {
	case workbook.LinkKey:
		return in.loaded.operations[k.Operation] == nil
	case workbook.ResourceKey:
		return in.loaded.operations[k.Operation] == nil
	}
	return false
}

// deniedRow is a row, of the file or stored, for which a permission is missing.
type deniedRow struct {
	place workbook.Place
	key   workbook.Key
	need  string
}

var deniedTexts = map[string]problem.Text{
	ActionNew:     L("您没有新增%s的权限（%s）", "You may not add %s: the permission “%s” is missing"),
	ActionChanged: L("您没有修改%s的权限（%s）", "You may not change %s: the permission “%s” is missing"),
	ActionRemoved: L("您没有删除%s的权限（%s）", "You may not delete %s: the permission “%s” is missing"),
}

// Denied says that a permission to add, change or remove rows of a sheet is missing, by its name for people.
func Denied(sheet problem.Text, action string, permission problem.Text) problem.Text {
	return deniedTexts[action].With(sheet, permission)
}

// deny finds the rows that may not be written and tells whether there are any that were not known of.
func (in *importer) deny() bool {
	found := false
	tell := func(row foundRow, need string) {
		who := deniedRow{row.place(), row.key, need}
		if in.told[who] {
			return
		}
		in.told[who], found = true, true
		in.denied = append(in.denied, workbook.Fault{
			Sheet: row.Sheet, Part: row.Part, Row: row.Row, Value: row.Key, Rule: "permission", Level: workbook.Error,
			Text: Denied(in.shape(row.Sheet).Label, row.Action, in.p.deps.PermissionName(need)), Scope: row.scope, Key: row.key,
		})
	}
	for _, row := range in.pass.rows {
		if need := in.needed(row); need != "" && !in.may(need) {
			tell(row, need)
		}
		for _, need := range in.steps[row.place()] {
			if row.Row > 0 && !in.may(need) {
				tell(row, need)
			}
		}
	}
	return found
}
