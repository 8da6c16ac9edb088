package production

import (
	"cmp"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// A workbook does what the lists do, so that each of its sheets asks for the permissions of its list: to add for new rows,
// to modify for changed ones, to delete for those that a file removes. Whoever may not view a list is told nothing of what it
// holds: not whether a row says what is stored, and no names to choose from.

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

// entityPermissions are the pages of what rows refer to and no sheet makes from a name alone.
var entityPermissions = map[string]string{"machine": "ems.machine", "orderType": "system.orderType", "shift": "system.shift", "calendar": "system.calendar"}

// seesEntity tells whether whoever brings the file may know the records that rows refer to.
func (in *importer) seesEntity(entity string) bool {
	page := entityPermissions[entity]
	if sheet := creatable[entity]; sheet != "" {
		page = MasterPermissions[sheet]
	}
	return page != "" && in.may(page+".check")
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
	case !in.shape(row.Sheet).Master && row.Row > 0 && (row.Action == ActionSame || row.Action == ActionChanged) && !in.may(page+".check"):
		return page + ".check"
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

// conceals tells whether a row of the file is about an operation that the person's roles hide.
func (in *importer) conceals(row foundRow) bool {
	if in.upload.Trusted || row.Row == 0 || in.shape(row.Sheet).Master {
		return false
	}
	var of workbook.OperationKey
	switch k := in.index[row.place()].key.(type) {
	case workbook.OperationKey:
		of = k
	case workbook.LinkKey:
		of = k.Operation
	case workbook.ResourceKey:
		of = k.Operation
	case workbook.ReportKey:
		of = k.Operation
	}
	o := in.loaded.operations[of]
	return o != nil && in.tx.Hides(o)
}

// concealed are the ids of the stored operations that the person's roles hide. Whatever a file says, they stay as they are.
func (in *importer) concealed() map[string]bool {
	ids := map[string]bool{}
	for _, o := range in.loaded.operations {
		if !in.upload.Trusted && in.tx.Hides(o) {
			ids[o.ID] = true
		}
	}
	return ids
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

var msgConcealed = L("此行属于您无权查看的工段，文件不能更改", "This belongs to a section that you may not see: a file cannot change it")

var msgUnseen = L("您没有查看%s的权限（%s），不能比较或更改其中的记录", "You may not view %s: the permission “%s” is missing, so its records are neither compared nor changed")

// Denied says that a permission to view, add, change or remove rows of a sheet is missing, by its key and its name for people.
func Denied(sheet problem.Text, action, permission string, name problem.Text) problem.Text {
	if strings.HasSuffix(permission, ".check") {
		return msgUnseen.With(sheet, name)
	}
	return deniedTexts[action].With(sheet, name)
}

// deny finds the rows that may not be written and tells whether there are any that were not known of.
func (in *importer) deny() bool {
	found := false
	tell := func(row foundRow, need string, text problem.Text) {
		who := deniedRow{row.place(), row.key, need}
		if in.told[who] {
			return
		}
		in.told[who], found = true, true
		in.denied = append(in.denied, workbook.Fault{
			Sheet: row.Sheet, Part: row.Part, Row: row.Row, Value: cmp.Or(row.Typed, row.Key), Rule: "permission", Level: workbook.Error,
			Text: text, Scope: row.scope, Key: row.key,
		})
	}
	lacks := func(row foundRow, need string) {
		tell(row, need, Denied(in.shape(row.Sheet).Label, row.Action, need, in.p.deps.PermissionName(need)))
	}
	for _, row := range in.pass.rows {
		if in.conceals(row) {
			tell(row, "", msgConcealed)
			continue
		}
		if need := in.needed(row); need != "" && !in.may(need) {
			lacks(row, need)
		}
		for _, need := range in.steps[row.place()] {
			if row.Row > 0 && !in.may(need) {
				lacks(row, need)
			}
		}
	}
	return found
}
