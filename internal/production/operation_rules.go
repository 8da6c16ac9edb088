package production

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What holds for an operation wherever it is changed: in its form, in a file, and by the quantity of its part.

var (
	msgStartedProcess = L("工序已开工，工艺不能更改", "The operation has begun, so its process cannot change")
	msgBelowReported  = L("工时不能少于已报的 %s 小时", "The hours must not drop below the reported ones, %s h")
	msgBatchesOfPart  = L("工序的报工或外协单属于此零件的批次，不能换到其他零件", "Reports or outsourcing orders of the operation name batches of its part: it stays with that part")
	msgUnsigned       = L("您的角色没有“CAM 校对”的质检权限，不能设为已校对", "None of your roles has the QA permission for the CAM check, so it cannot be set to Checked")
	msgStartedDelete  = L("工序 %d 已有报工，不能删除", "Operation %d has reports of progress and cannot be deleted")
)

// changedStarted holds a change against what the shop floor has reported: the process stays, and the hours do not drop
// below the reported ones.
func changedStarted(old, now *Operation, last *Progress) (bad []problem.FieldError) {
	if last == nil || last.Status == NotStarted {
		return nil
	}
	if now.ProcessID != old.ProcessID {
		bad = append(bad, problem.Field("processId", "started", msgStartedProcess))
	}
	if now.Minutes < old.Minutes && now.Minutes < last.ReportedMinutes {
		bad = append(bad, problem.Field("hours", "reported", msgBelowReported, last.ReportedMinutes.Hours().String()))
	}
	return bad
}

// signCAM is the permission to sign the CAM check. It is bound to roles by itself.
const signCAM = "qa.cam.sign"

// unsigned refuses to set the CAM status to checked by who may not sign the check.
func unsigned(isSigner bool, old, now *Operation) []problem.FieldError {
	if now.CAMStatus != CAMChecked || old != nil && old.CAMStatus == CAMChecked || isSigner {
		return nil
	}
	return []problem.FieldError{problem.Field("camStatus", "sign", msgUnsigned)}
}

// checkOperation holds an operation of the form against the rules; old is nil for a new one.
func (p *Production) checkOperation(ctx context.Context, tx store.Tx, old, now *Operation) error {
	masters, err := p.deps.Masters(ctx, tx)
	if err != nil {
		return err
	}
	var bad []problem.FieldError
	for _, f := range now.lacks(masters, old) {
		bad = append(bad, noGroup(tx.Actor().Hidden, f))
	}
	if now.ProcessID == "" && (old == nil || old.ProcessID != "") { // what a row of a file or an order stands for has none
		bad = append(bad, problem.Field("processId", "required", msgNoProcess))
	}
	bad = append(bad, unsigned(tx.Actor().Allowed(signCAM), old, now)...)
	if old != nil && old.PartID != now.PartID {
		if used, err := used(ctx, tx, "operation_id = ?", now.ID); err != nil {
			return err
		} else if used {
			bad = append(bad, problem.Field("partId", "used", msgBatchesOfPart))
		}
	}
	if old != nil {
		standing, err := standingOf(ctx, tx, old)
		if err != nil {
			return err
		}
		bad = append(bad, changedStarted(old, now, standing)...)
		bad = append(bad, droppedLines(old, now, standing)...)
	}
	wrong, err := checkBurns(ctx, tx, masters, old, now)
	if err != nil {
		return err
	}
	if bad = append(bad, wrong...); len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

// standingOf says how one operation stands, its batches together; nil without a report.
func standingOf(ctx context.Context, tx store.Tx, o *Operation) (*Progress, error) {
	var reports []Progress
	if err := tx.Select(&reports).Where("operation_id = ?", o.ID).Order("reported_at", "id").Scan(ctx); err != nil || len(reports) == 0 {
		return nil, err
	}
	var batches []Batch
	if err := tx.Select(&batches).Where("part_id = ?", o.PartID).Scan(ctx); err != nil {
		return nil, err
	}
	var parts []Part
	if err := tx.Select(&parts).Where("id = ?", o.PartID).Scan(ctx); err != nil {
		return nil, err
	}
	return standings(reports, batches, []Operation{*o}, parts)[o.ID], nil
}

var (
	msgNoProcess    = L("请选择工艺", "Choose the process")
	msgNoGroup      = L("没有资源组，工艺也没有默认资源组", "There is no resource group, and the process has no default one")
	msgNoSeenGroup  = L("请填写资源组：工艺没有您可查看的默认资源组", "Enter the resource group: the process has no default one that you may see")
	msgUnscheduled  = L("资源组“%s”不参与排程", "The resource group “%s” does not take part in scheduling")
	msgNoHours      = L("请填写工时或单件工时；里程碑填 0", "Enter hours or hours per piece; a milestone has 0")
	msgLockResource = L("锁定需要锁定资源", "A lock needs its resource")
	msgLockStart    = L("锁定时间需要锁定开始", "A lock of times needs its start")
	msgNoBurning    = L("只有放电工序才能填写预计电极数", "Only an EDM operation expects electrodes")
	msgNoSupplier   = L("外协工序需要供应商", "An operation that is always outsourced needs its supplier")
	msgNoLead       = L("请填写外协周期：供应商对此工艺也没有周期", "Enter the lead time: the supplier has none for this process either")
)

// lacks is what keeps an operation from its plan: nobody to do it, a lock without place or time, work outside without
// anybody to do it or without days that it takes. A group that the operation has had all along stays; old is nil for a
// new one.
func (o *Operation) lacks(masters *Masters, old *Operation) (bad []problem.FieldError) {
	switch group := masters.group(o.GroupID); {
	case o.GroupID == "" && o.Outsource == OutsourceNever:
		bad = append(bad, problem.Field("groupId", "required", msgNoGroup))
	case group != nil && !group.Scheduled && (old == nil || old.GroupID != o.GroupID):
		bad = append(bad, problem.Field("groupId", "scheduled", msgUnscheduled, group.Name))
	}
	if o.Lock != LockNone && o.LockMachineID == "" {
		bad = append(bad, problem.Field("lockResource", "required", msgLockResource))
	}
	if o.Lock == LockTimes && o.LockStart == nil {
		bad = append(bad, problem.Field("lockStart", "required", msgLockStart))
	}
	if o.ElectrodesExpected > 0 && !masters.burns(o.ProcessID) && (old == nil || old.ElectrodesExpected != o.ElectrodesExpected || old.ProcessID != o.ProcessID) {
		bad = append(bad, problem.Field("electrodesExpected", "edm", msgNoBurning))
	}
	if o.Outsource != OutsourceAlways {
		return bad
	}
	if o.SupplierID == "" {
		return append(bad, problem.Field("supplierId", "required", msgNoSupplier))
	}
	lead := masters.Leads[o.SupplierID]
	if o.LeadDays == 0 && lead.Days == 0 && lead.Processes[o.ProcessID] == 0 {
		bad = append(bad, problem.Field("leadDays", "required", msgNoLead))
	}
	return bad
}

// noGroup words that nobody is to do an operation. Whoever does not see every group hears the same of each process, whether it has a
// default group or not: who heard two texts would know which of the groups are hidden.
func noGroup(unseen store.Hidden, f problem.FieldError) problem.FieldError {
	if f.Field == "groupId" && f.Rule == "required" && len(unseen.Groups) > 0 {
		return problem.Field(f.Field, f.Rule, msgNoSeenGroup)
	}
	return f
}

// The ends of Operation.Outsource: what the factory makes itself, and what no machine of it makes.
const (
	OutsourceNever  = 0
	OutsourceAlways = 2
)

// The scopes of a lock.
const (
	LockNone  = 0
	LockTimes = 2 // and the resource; 1 is the resource alone
)
