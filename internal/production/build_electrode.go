package production

import (
	"slices"

	"mouldworks/internal/production/workbook"
)

// electrodeRoute are the operation numbers of the shorthand: milling, then inspection.
const (
	electrodeMillOp    = 10
	electrodeInspectOp = 20
)

func (in *importer) buildElectrode(r *workbook.Electrode) {
	if in.out(r.Scope()) {
		in.done("electrodes", r.Line, r.Key(), ActionRefused)
		return
	}
	old := in.stored.parts[r.Key()]
	now := &Part{MouldID: in.stored.moulds[r.MouldNo].ID, PartNo: r.ElectrodeNo, Kind: Electrode, Qty: 1}
	now.beginAnew()
	if old != nil {
		*now = *old
	}
	if old != nil && old.Kind != Electrode {
		now.beginAnew()
	}
	now.MaterialID = id(r.Material, now.MaterialID, in.material)
	now.Kind, now.Finish, now.Gap = Electrode, r.Finish.Or(now.Finish), r.Gap.Or(now.Gap)
	now.Pieces, now.State = r.Pieces.Or(now.Pieces), r.State.Or(now.State)
	now.DesignReady, now.StockPosition = at(r.DesignReady, now.DesignReady), r.StockPosition.Or(now.StockPosition)
	w := in.writesOf(r.Scope())
	in.done("electrodes", r.Line, r.Key(), upsert(old, now, &w.newParts, &w.changed), differences(in, "electrodes", old, now)...)
	in.stored.parts[r.Key()] = now
	for _, step := range shorthandOf(r) {
		in.electrodeStep(r, now, step)
	}
}

// shorthand is a step of an electrode that its own row gives.
type shorthand struct {
	key   workbook.OperationKey
	group workbook.Text
	hours workbook.Hours
}

func shorthandOf(r *workbook.Electrode) [2]shorthand {
	step := func(opNo int) workbook.OperationKey {
		return workbook.OperationKey{Mould: r.MouldNo, Part: r.ElectrodeNo, Op: opNo}
	}
	return [2]shorthand{{step(electrodeMillOp), r.MillGroup, r.MillHours}, {step(electrodeInspectOp), r.InspectGroup, r.InspectHours}}
}

func (s *shorthand) isGiven() bool { return s.group.IsGiven() || s.hours.IsGiven() }

// electrodeStep makes an operation of the shorthand, and tells it like a row that the file does not hold. Where the operations of the file
// hold it, too, their row is laid over it.
func (in *importer) electrodeStep(r *workbook.Electrode, part *Part, step shorthand) {
	if !step.isGiven() {
		return
	}
	key := step.key
	if in.operationRows[key] { // that row is laid over it
		return
	}
	old := in.stored.operations[key]
	now := in.electrodeOperation(old, step)
	now.MouldID, now.PartID = part.MouldID, part.ID
	w := in.writesOf(r.Scope())
	action := upsert(old, now, &w.newOperations, &w.changed)
	switch at := r.Place("electrodes"); action {
	case ActionNew:
		in.steps[at] = append(in.steps[at], in.permissionOf("operations")+".add")
	case ActionChanged:
		in.steps[at] = append(in.steps[at], in.permissionOf("operations")+".modify")
	}
	if action != ActionSame {
		row := in.newRow(workbook.Place{Sheet: "operations"}, r.Scope(), key, action, differences(in, "operations", old, now)...)
		row.along = true
		in.pass.rows = append(in.pass.rows, row)
	}
	in.stored.operations[key] = now
}

// electrodeOperation is a step of the shorthand as it will be.
func (in *importer) electrodeOperation(old *Operation, step shorthand) *Operation {
	now := &Operation{OpNo: step.key.Op, Crew: 1, Pausable: true}
	if old != nil {
		*now = *old
	}
	in.layShorthand(step, now)
	return now
}

// layShorthand lays what an electrode's row says over a step; a cell that says nothing keeps what is there.
func (in *importer) layShorthand(step shorthand, now *Operation) {
	if step.group.IsGiven() {
		now.GroupID = in.group(step.group.Value)
	}
	now.Minutes = step.hours.Or(now.Minutes)
}

var (
	msgIsPart    = L("“%s”已是工件的编号，不能再用作电极编号", "“%s” is the number of a workpiece already, so it cannot be an electrode's")
	msgStepHours = L("写了资源组，请填写工时", "The group is there: enter the hours too")
	msgStepGroup = L("写了工时，请填写资源组", "The hours are there: enter the group too")
)

// resolveElectrode checks a row of the electrodes: its number is no workpiece's, and the steps of the shorthand keep the
// rules of every operation.
func (in *importer) resolveElectrode(r *workbook.Electrode, k *known) {
	in.mustKnow("electrodes", r.Line, r.Scope(), "mouldNo", r.MouldNo, workbook.Name(r.MouldNo), k.moulds[r.MouldNo], msgNoMould)
	in.refer("electrodes", r.Line, r.Scope(), "material", r.Material, in.material, nameMaterial, stored(in.stored.parts, r.Key()).MaterialID)
	if old := in.stored.parts[r.Key()]; old != nil && old.Kind != Electrode {
		in.bad("electrodes", r.Line, r.Scope(), "electrodeNo", r.ElectrodeNo, workbook.RuleDuplicateKey, msgIsPart.With(r.ElectrodeNo))
	}
	in.resolveStep(r, electrodeMillOp, "millGroup", "millHours", r.MillGroup, r.MillHours)
	in.resolveStep(r, electrodeInspectOp, "inspectGroup", "inspectHours", r.InspectGroup, r.InspectHours)
}

func (in *importer) resolveStep(r *workbook.Electrode, opNo int, groupColumn, hoursColumn string, group workbook.Text, hours workbook.Hours) {
	key := workbook.OperationKey{Mould: r.MouldNo, Part: r.ElectrodeNo, Op: opNo}
	old := in.stored.operations[key]
	if !in.refer("electrodes", r.Line, r.Scope(), groupColumn, group, in.group, nameGroup, stored(in.stored.operations, key).GroupID) || !group.IsGiven() && !hours.IsGiven() {
		return
	}
	if in.conceals(key) {
		column := groupColumn
		if hours.IsGiven() {
			column = hoursColumn
		}
		in.bad("electrodes", r.Line, r.Scope(), column, "", "permission", msgConcealed)
		return
	}
	now := in.electrodeOperation(old, shorthand{key, group, hours})
	if old == nil && !hours.IsGiven() {
		in.bad("electrodes", r.Line, r.Scope(), hoursColumn, "", "required", msgStepHours)
	}
	columns := map[string]string{"groupId": groupColumn, "hours": hoursColumn}
	for _, f := range slices.Concat(now.lacks(in.masters, old), changedStarted(stored(in.stored.operations, key), now, in.stored.standing[key])) {
		text := f.Text()
		if f.Field == "groupId" && f.Rule == "required" {
			text = msgStepGroup
		}
		if column := columns[f.Field]; column != "" {
			in.bad("electrodes", r.Line, r.Scope(), column, "", f.Rule, text)
		}
	}
}
