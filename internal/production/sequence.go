package production

import (
	"cmp"
	"context"
	"errors"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// What an operation waits for and where a part is built in must exist: the engine passes over what it does not find,
// and the plan would be wrong without a word.

var (
	msgNoPred       = L("前工序“%s”不存在", "The predecessor “%s” does not exist")
	msgPredFormat   = L("无法识别“%s”：前工序应写作 10 或 P3/10，多个用分号隔开；零件编号含分号、#或引号时加双引号，如 \"P#1\"/10", "“%s” cannot be understood: predecessors are written 10 or P3/10, separated by semicolons; a part number with ; # or quotes goes in double quotes: \"P#1\"/10")
	msgOwnPred      = L("工序不能以自身为前工序", "An operation cannot wait for itself")
	msgNoParent     = L("上级零件“%s”不存在", "The parent part “%s” does not exist")
	msgOwnParent    = L("零件不能是自己的上级", "A part cannot be its own parent")
	msgBuiltInto    = L("零件%s装入此零件，不能删除，也不能改号：请先修改其上级零件", "Part %s is built into this one, which can neither be deleted nor get another number: change its parent part first")
	msgHiddenNames  = L("其他工段的工序以此零件的工序为前工序，零件不能改号", "An operation of another section waits for a step of this part, which cannot get another number")
	msgNamedBy      = L("工序%s以此零件的工序为前工序，零件不能改号", "Operation %s waits for a step of this part, which cannot get another number")
	msgTakesUp      = L("零件%s在此工序装入，不能删除：请先修改该零件的装配工序号", "Part %s is taken up at this operation, which cannot be deleted: change where it is needed first")
	msgHiddenWaiter = L("其他工段的工序以此工序为前工序，不能删除", "An operation of another section waits for this one, which cannot be deleted")
	msgWaitedFor    = L("工序%s以此工序为前工序，不能删除", "Operation %s waits for this one, which cannot be deleted")
	msgNamedAsPred  = L("工序%s以此工序为前工序：请先修改该工序的前工序", "Operation %s waits for this one: change the predecessors of that one first")
	msgHiddenPred   = L("其他工段的工序以此工序为前工序，不能改号，也不能移到别处", "An operation of another section waits for this one, which keeps its number and its place")
	msgTakenUpHere  = L("零件%s在此工序装入：请先修改该零件的装配工序号", "Part %s is taken up at this operation: change where it is needed first")
	msgNoNeededAt   = L("上级零件没有工序 %d", "The parent part has no operation %d")
	msgNeedsParent  = L("装配工序号需要先填写上级零件", "An operation to be needed at requires a parent part")
)

// resolvePreds checks the predecessors of one operation of a file.
func (in *importer) resolvePreds(r *workbook.Operation, known route.Numbers) {
	if !r.Pred.IsGiven() {
		return
	}
	for _, p := range r.Pred.Value {
		if !known.Has(r.PartNo, p) {
			key := workbook.OperationKey{Mould: r.MouldNo, Part: cmp.Or(p.PartNo, r.PartNo), Op: p.OpNo, Branch: p.Branch}
			in.bad("operations", r.Line, r.Scope(), "pred", "", "reference", in.because(r.Place("operations"), key, p.String(), msgNoPred.With(p.String())))
		}
	}
}

// resolveParent checks where one part of a file is built in.
func (in *importer) resolveParent(r *workbook.Part, k *known) {
	if r.ParentPart.State == workbook.Kept && r.NeededAtOp.State == workbook.Kept {
		return
	}
	old := stored(in.stored.parts, r.Key())
	parent, at, column := r.ParentPart.Or(old.ParentPartNo), r.NeededAtOp.Or(old.NeededAtOp), "parentPart"
	if r.NeededAtOp.IsGiven() {
		column = "neededAtOp"
	}
	switch key := (workbook.PartKey{Mould: r.MouldNo, Part: parent}); {
	case parent == "" && at > 0:
		in.bad("parts", r.Line, r.Scope(), column, "", "required", msgNeedsParent)
	case parent == "":
	case parent == r.PartNo:
		in.bad("parts", r.Line, r.Scope(), "parentPart", parent, "reference", msgOwnParent)
	case in.mustKnow("parts", r.Line, r.Scope(), "parentPart", parent, key, k.parts[key], msgNoParent) && at > 0:
		step := workbook.Pred{PartNo: parent, OpNo: at}
		in.mustKnow("parts", r.Line, r.Scope(), column, step.String(), workbook.OperationKey{Mould: r.MouldNo, Part: parent, Op: at}, k.routes[r.MouldNo].Has(parent, step), msgNoPred)
	}
}

// routeOf reads the operations of a mould that are stored, and its parts' numbers by their ids.
func routeOf(ctx context.Context, tx store.Tx, mouldID string) (known route.Numbers, numbers map[string]string, operations []Operation, err error) {
	var parts []Part
	if err := tx.Select(&parts).Columns("id", "part_no").Where("mould_id = ?", mouldID).Scan(ctx); err != nil {
		return nil, nil, nil, err
	}
	if err := tx.Select(&operations).Columns("id", "part_id", "op_no", "branch", "pred", "group_id").Where("mould_id = ?", mouldID).Scan(ctx); err != nil {
		return nil, nil, nil, err
	}
	known, numbers = route.Numbers{}, map[string]string{}
	for i := range parts {
		numbers[parts[i].ID] = parts[i].PartNo
	}
	for i := range operations {
		o := &operations[i]
		known.Add(numbers[o.PartID], o.OpNo, o.Branch)
	}
	return known, numbers, operations, nil
}

// checkPreds holds the predecessors of an operation that is saved against its mould.
func checkPreds(ctx context.Context, tx store.Tx, o *Operation) error {
	if o.Pred == "" {
		return nil
	}
	known, numbers, _, err := routeOf(ctx, tx, o.MouldID)
	if err != nil {
		return err
	}
	part := numbers[o.PartID]
	preds, bad := route.Read(cell.Clean(o.Pred))
	if bad != "" {
		return problem.Invalid(problem.Field("pred", "format", msgPredFormat, bad))
	}
	o.Pred = route.Format(preds)
	for _, p := range preds {
		switch {
		case p.Means(part, part, o.OpNo, o.Branch):
			return problem.Invalid(problem.Field("pred", "cycle", msgOwnPred))
		case !known.Has(part, p):
			return problem.Invalid(problem.Field("pred", "reference", msgNoPred, p.String()))
		}
	}
	return nil
}

// checkNotWaitedFor refuses to remove an operation that others name as the last of its number: they would start too early.
func checkNotWaitedFor(ctx context.Context, tx store.Tx, gone *Operation) error {
	waiter, isHidden, err := waiterFor(ctx, tx, gone, nil)
	switch {
	case err != nil || waiter == "":
		return err
	case isHidden:
		return problem.Refuse(msgHiddenWaiter)
	}
	return problem.Refuse(msgWaitedFor, waiter)
}

// waiterFor names an operation that waits for one which goes, as the last of its number; now is what that becomes in its mould, nil for
// nothing.
func waiterFor(ctx context.Context, tx store.Tx, gone, now *Operation) (name string, isHidden bool, err error) {
	_, numbers, operations, err := routeOf(ctx, tx, gone.MouldID)
	if err != nil {
		return "", false, err
	}
	rest := route.Numbers{}
	if now != nil {
		rest.Add(numbers[now.PartID], now.OpNo, now.Branch)
	}
	for i := range operations {
		if o := &operations[i]; o.ID != gone.ID {
			rest.Add(numbers[o.PartID], o.OpNo, o.Branch)
		}
	}
	for i := range operations {
		o := &operations[i]
		if o.ID == gone.ID || o.Pred == "" {
			continue
		}
		preds, _ := route.Parse(o.Pred)
		for _, p := range preds {
			if p.Means(numbers[o.PartID], numbers[gone.PartID], gone.OpNo, gone.Branch) && !rest.Has(numbers[o.PartID], p) {
				return workbook.Pred{PartNo: numbers[o.PartID], OpNo: o.OpNo, Branch: o.Branch}.String(), tx.Hides(o), nil
			}
		}
	}
	return "", false, nil
}

// checkRenamed refuses another number, branch, part or mould for an operation by whose name others wait for it or are taken up at it, and
// another mould where those that stay would wait for one another.
func (p *Production) checkRenamed(ctx context.Context, tx store.Tx, old, now *Operation) error {
	if old == nil {
		return nil
	}
	column, stays := "", now
	switch {
	case old.MouldID != now.MouldID:
		column, stays = "mouldId", nil
	case old.PartID != now.PartID:
		column = "partId"
	case old.OpNo != now.OpNo:
		column = "opNo"
	case old.Branch != now.Branch:
		column = "branch"
	default:
		return nil
	}
	waiter, isHidden, err := waiterFor(ctx, tx, old, stays)
	switch {
	case err != nil:
		return err
	case isHidden:
		return problem.Invalid(problem.Field(column, "reference", msgHiddenPred))
	case waiter != "":
		return problem.Invalid(problem.Field(column, "reference", msgNamedAsPred, waiter))
	}
	if column != "branch" { // parts are taken up by the number
		part, err := takenUpAt(ctx, tx, old)
		if err != nil {
			return err
		}
		if part != "" {
			return problem.Invalid(problem.Field(column, "reference", msgTakenUpHere, part))
		}
	}
	if stays != nil { // checkCycle has seen them all
		return nil
	}
	path, err := p.cycleWithout(ctx, tx, old)
	if err != nil || path == "" {
		return err
	}
	return problem.Invalid(problem.Field(column, "cycle", msgCycleWithout, old.OpNo, path))
}

// checkNotTakenUp refuses to remove an operation at which other parts are taken up, if it is the last of its number.
func checkNotTakenUp(ctx context.Context, tx store.Tx, gone *Operation) error {
	part, err := takenUpAt(ctx, tx, gone)
	if err != nil || part == "" {
		return err
	}
	return problem.Refuse(msgTakesUp, part)
}

// takenUpAt is the number of a part that is taken up at an operation, the last of its number; empty without any.
func takenUpAt(ctx context.Context, tx store.Tx, gone *Operation) (string, error) {
	var of Part
	if err := tx.Select(&of).Columns("part_no").Where("id = ?", gone.PartID).Scan(ctx); err != nil {
		return "", err
	}
	others, err := tx.Select((*Operation)(nil)).Where("part_id = ?", gone.PartID).Where("op_no = ?", gone.OpNo).Where("id <> ?", gone.ID).Exists(ctx)
	if err != nil || others {
		return "", err
	}
	var built []Part
	err = tx.Select(&built).Columns("part_no").Where("mould_id = ?", gone.MouldID).Where("parent_part_no = ?", of.PartNo).Where("kind <> ?", Electrode).Where("needed_at_op = ?", gone.OpNo).Order("part_no").Limit(1, 0).Scan(ctx)
	if err != nil || len(built) == 0 {
		return "", err
	}
	return built[0].PartNo, nil
}

// checkNotBuiltInto refuses to take a part away, or to give it another number, while others are built into it.
func checkNotBuiltInto(ctx context.Context, tx store.Tx, gone *Part) error {
	var built []Part
	err := tx.Select(&built).Columns("part_no").Where("mould_id = ?", gone.MouldID).Where("parent_part_no = ?", gone.PartNo).Where("kind <> ?", Electrode).Where("id <> ?", gone.ID).Order("part_no").Limit(1, 0).Scan(ctx)
	if err != nil || len(built) == 0 {
		return err
	}
	return problem.Refuse(msgBuiltInto, built[0].PartNo)
}

// checkRenumbered refuses another number, or another mould, for a part that others of its mould name.
func checkRenumbered(ctx context.Context, tx store.Tx, old, now *Part) error {
	if old == nil || old.PartNo == now.PartNo && old.MouldID == now.MouldID {
		return nil
	}
	var refused *problem.Problem
	err := checkNotBuiltInto(ctx, tx, old)
	if errors.As(err, &refused) {
		return problem.Invalid(problem.Field("partNo", "reference", refused.Text))
	}
	if err != nil {
		return err
	}
	_, numbers, operations, err := routeOf(ctx, tx, old.MouldID)
	if err != nil {
		return err
	}
	for i := range operations {
		o := &operations[i]
		preds, _ := route.Parse(o.Pred)
		for _, p := range preds {
			if p.PartNo == old.PartNo {
				if tx.Hides(o) {
					return problem.Invalid(problem.Field("partNo", "reference", msgHiddenNames))
				}
				return problem.Invalid(problem.Field("partNo", "reference", msgNamedBy, workbook.Pred{PartNo: numbers[o.PartID], OpNo: o.OpNo, Branch: o.Branch}.String()))
			}
		}
	}
	return nil
}

// checkParent holds the place where a part is built in against its mould.
func checkParent(ctx context.Context, tx store.Tx, x *Part) error {
	switch {
	case x.ParentPartNo == "" && x.NeededAtOp > 0:
		return problem.Invalid(problem.Field("parentPart", "required", msgNeedsParent))
	case x.ParentPartNo == "":
		return nil
	case x.ParentPartNo == x.PartNo:
		return problem.Invalid(problem.Field("parentPart", "cycle", msgOwnParent))
	}
	known, numbers, _, err := routeOf(ctx, tx, x.MouldID)
	if err != nil {
		return err
	}
	there := false
	for _, no := range numbers {
		there = there || no == x.ParentPartNo
	}
	if !there {
		return problem.Invalid(problem.Field("parentPart", "reference", msgNoParent, x.ParentPartNo))
	}
	if x.NeededAtOp > 0 && !known.Has(x.ParentPartNo, workbook.Pred{OpNo: x.NeededAtOp}) {
		return problem.Invalid(problem.Field("neededAtOp", "reference", msgNoNeededAt, x.NeededAtOp))
	}
	return nil
}
