package production

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
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
var entityPermissions = map[string]string{"machine": "ems.machine", "orderType": "system.orderType", "shift": "system.shift", "calendar": "system.calendar", "member": "system.group", "department": "system.department"}

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

// conceal notes what the person's roles hide of what is stored, and takes the rows of the file that are about such operations out of
// the book before any rule looks at them: what a rule would say tells what they hold.
func (in *importer) conceal() {
	in.hidden = map[string]bool{}
	if in.upload.Trusted {
		return
	}
	in.unseen, in.signsCAM = in.tx.Actor().Hidden, in.tx.Actor().Allowed(signCAM)
	for _, o := range in.loaded.operations {
		in.hidden[o.ID] = in.tx.Hides(o)
	}
	places, moulds := map[workbook.Place]bool{}, map[string]bool{}
	for at, x := range in.index {
		if in.concealsMould(x.scope) {
			places[at], moulds[x.scope.Mould] = true, true
		}
		if in.concealsRow(x.key) {
			places[at] = true
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(places), workbook.Place.Compare) {
		x, text := in.index[at], msgConcealed
		if moulds[x.scope.Mould] {
			text = msgConcealedMould
		}
		in.denied = append(in.denied, workbook.Fault{
			Sheet: at.Sheet, Part: at.Part, Row: at.Row, Value: cell.Brief(in.keyText(x.key)), Rule: "permission", Level: workbook.Error, Text: text, Scope: x.scope, Key: x.key,
		})
		in.refusedRow(at)
	}
	in.book.Drop(places)
	in.loaded.forget(moulds)
	in.texts = nil // of rows that have moved up
}

// conceals tells whether the person's roles hide a stored operation. Whatever a file says, it stays as it is.
func (in *importer) conceals(key workbook.OperationKey) bool {
	o := in.loaded.operations[key]
	return o != nil && in.hidden[o.ID]
}

// concealsRow tells whether a row is a hidden operation, or one of its lines.
func (in *importer) concealsRow(key workbook.Key) bool {
	switch k := key.(type) {
	case workbook.OperationKey:
		return in.conceals(k)
	case workbook.LinkKey:
		return in.conceals(k.Operation)
	case workbook.ResourceKey:
		return in.conceals(k.Operation)
	case workbook.ReportKey:
		return in.conceals(k.Operation)
	}
	return false
}

// concealedParts are the parts of hidden operations, and the electrodes that they burn.
func (in *importer) concealedParts() map[workbook.PartKey]bool {
	parts := map[workbook.PartKey]bool{}
	for key, o := range in.stored.operations {
		if in.hidden[o.ID] {
			parts[key.Of()] = true
		}
	}
	for key, l := range in.stored.links {
		if in.hidden[l.OperationID] {
			parts[workbook.PartKey{Mould: key.Operation.Mould, Part: key.Electrode}] = true
		}
	}
	return parts
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
	tell := func(row foundRow, need string) {
		who := deniedRow{row.place(), row.key, need}
		if in.told[who] {
			return
		}
		in.told[who], found = true, true
		in.denied = append(in.denied, workbook.Fault{
			Sheet: row.Sheet, Part: row.Part, Row: row.Row, Value: cmp.Or(row.Typed, row.Key), Rule: "permission", Level: workbook.Error,
			Text: Denied(in.shape(row.Sheet).Label, row.Action, need, in.p.deps.PermissionName(need)), Scope: row.scope, Key: row.key,
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
