package production

import "mouldworks/internal/production/workbook"

// electrodeRoute are the operation numbers of the shorthand: milling, then inspection.
const (
	electrodeMillOp    = 10
	electrodeInspectOp = 20
)

func (in *importer) buildElectrode(r *workbook.Electrode) {
	if in.out(r.MouldNo) {
		in.done("electrodes", r.Line, r.Key(), ActionFailed)
		return
	}
	old := in.stored.parts[r.Key()]
	now := &Part{MouldID: in.stored.moulds[r.MouldNo].ID, PartNo: r.ElectrodeNo, Kind: Electrode, Qty: 1, Pieces: 1, State: 1}
	if old != nil {
		*now = *old
	}
	now.MaterialID = id(r.Material, now.MaterialID, in.material)
	now.Kind, now.Finish, now.Gap = Electrode, r.Finish.Or(now.Finish), r.Gap.Or(now.Gap)
	now.Pieces, now.State = r.Pieces.Or(now.Pieces), r.State.Or(now.State)
	now.DesignReady, now.StockPosition = at(r.DesignReady, now.DesignReady), r.StockPosition.Or(now.StockPosition)
	in.done("electrodes", r.Line, r.Key(), upsert(old, now, &in.writes.newParts, &in.writes.changed), differences(in, "electrodes", old, now)...)
	in.stored.parts[r.Key()] = now
	in.electrodeStep(r, now, electrodeMillOp, r.MillGroup, r.MillHours)
	in.electrodeStep(r, now, electrodeInspectOp, r.InspectGroup, r.InspectHours)
}

// electrodeStep makes an operation of the shorthand; its row of the file is counted with the electrode.
func (in *importer) electrodeStep(r *workbook.Electrode, part *Part, opNo int, group workbook.Text, hours workbook.Hours) {
	if !group.IsGiven() || !hours.IsGiven() {
		return
	}
	key := workbook.OperationKey(r.MouldNo, r.ElectrodeNo, opNo, "")
	old := in.stored.operations[key]
	now := &Operation{MouldID: part.MouldID, PartID: part.ID, OpNo: opNo, Crew: 1, Pausable: true}
	if old != nil {
		*now = *old
	}
	now.GroupID, now.Minutes = in.group(group.Value), hours.Value
	upsert(old, now, &in.writes.newOperations, &in.writes.changed)
	in.stored.operations[key] = now
}
