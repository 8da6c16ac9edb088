package aps

import (
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
	"mouldworks/solver/retime"
)

// OperationRecord is what scheduling has to know of the record of an operation to change it.
type OperationRecord struct {
	Version    int64
	Minutes    quantity.Minutes // with set-up
	Setup      quantity.Minutes
	Lines      map[string]OperationLine // by machine: those with hours of their own
	Lock       int
	Outsource  int
	SupplierID string
	LeadDays   quantity.Decimal
	Batched    bool // its part goes in batches
	Ordered    bool // it has an order at a supplier
}

// OperationLine is the hours of an operation on one machine, which beat the work rate.
type OperationLine struct{ Minutes, Setup quantity.Minutes }

// OperationChange is what changes of a plan mean for the record of an operation; nil leaves what is there.
type OperationChange struct {
	ID      string
	Version int64 // that the change is based on
	Lock    *OperationLock
	Minutes *quantity.Minutes
	Machine string // whose line Minutes belongs to; "" = the operation's own
	Outside *OperationOutside
}

// OperationLock is a lock of machine and start; without a machine the lock goes.
type OperationLock struct {
	Machine string
	Start   time.Time
}

// OperationOutside sends an operation to a supplier. No days: the supplier's own.
type OperationOutside struct {
	Supplier string
	LeadDays quantity.Decimal
}

// ExtraTime is a stretch in which a machine or a group of people works beyond its calendar.
type ExtraTime struct {
	Machine, Group string // one of them
	From, To       time.Time
}

var (
	msgNoRecord      = L("该步骤由模具订单带出，没有自己的工序；请移动它，或在模具订单中修改", "The step follows from the mould order and has no operation of its own: move it, or change the order")
	msgDeleted       = L("该工序在运行后已被删除；请重新运行排程", "The operation was deleted after the run: run the schedule again")
	msgBatched       = L("该零件分批加工，锁定、工时和外协属于整道工序；请在“工艺路线”页修改后重新排程", "The part goes in batches, and lock, hours and outsourcing belong to the whole operation: change that on the page Routes and run again")
	msgCut           = L("任务已分割，锁定、工时和外协属于整道工序；请移动各段，或在“工艺路线”页修改工序后重新排程", "The task is segmented, and lock, hours and outsourcing belong to the whole operation: move its segments, or change the operation and run again")
	msgLockMachine   = L("锁定需要设备；人工和外协任务请移动，或在工序中设置最早开始", "A lock needs a machine: move what people or suppliers do, or set the earliest start of its operation")
	msgNotLocked     = L("没有人锁定该任务：它由冻结期或锁定规则固定，请修改排程参数", "Nobody has locked the task: the frozen window holds it, which the settings of the schedule say")
	msgMisplaced     = L("任务锁定在不能加工它的资源上；请在工序中解锁后重新排程", "The task is locked to a resource that may not make it: unlock it in its operation and run again")
	msgOutsideHours  = L("外协任务没有工时；请用“外协”修改周期", "Work outside has no hours: change its lead time with outsource")
	msgHasOrder      = L("工序已有外协单；请修改外协单", "The operation has an outsourcing order: change that order")
	msgWhole         = L("只有设备加工、可暂停、无逐个放电电极的零件工序可以分割，且只能分割一次；请移动任务", "Only an operation of a workpiece on a machine that may pause and burns no electrodes can be segmented, and only once: move the task instead")
	msgSimulation    = L("模拟排程不修改业务数据；请在正式排程中进行", "A simulation changes no records: do this in a schedule that is none")
	msgNoLead        = L("请填写外协周期，该供应商没有默认周期", "Give the lead time: the supplier has none of its own")
	msgLeadRange     = L("外协周期最多 365 天", "The lead time is at most 365 days")
	msgRecordVersion = L("请先读取工序，并给出其版本", "Read the operation first and give its version")
	msgOvertimeOf    = L("请选择设备或人工组", "Choose a machine or a group of people")
)

// mostLead bounds a lead time in minutes, as that of an operation.
const mostLead = 365 * 24 * 60

// recorded are the kinds of changes that belong into a record.
func recorded(kind retime.Kind) bool {
	return kind != retime.Move && kind != retime.Split
}

// refuses says why a task does not take a kind of change, whatever the engine would make of it; nil when it does. The
// task has a place.
func (t *trial) refuses(kind retime.Kind, o int32) *problem.FieldError {
	bad := func(field, rule string, text problem.Text) *problem.FieldError {
		f := problem.Field(field, rule, text)
		return &f
	}
	n, op := &t.h.Names[o], &t.file().Ops[o]
	on := t.on(o)
	cut := n.Segment > 0 || t.split(o)
	away := op.Class == "outsourced"
	record, known := t.records[n.Operation]
	if !known && !model.Implied(n.Operation) {
		return bad("taskId", "deleted", msgDeleted)
	}
	if kind == retime.Split {
		burns := false
		for i := range t.file().Electrodes {
			burns = burns || t.file().Electrodes[i].Op == op.ID
		}
		if cut || away || burns || op.Unpausable || n.Kind != 1 || !t.machine(on) {
			return bad("taskId", "whole", msgWhole)
		}
		return nil
	}
	if !recorded(kind) {
		return nil
	}
	switch {
	case t.schedule.Simulation:
		return bad("kind", "simulation", msgSimulation)
	case !known:
		return bad("taskId", "record", msgNoRecord)
	case record.Batched || n.Batch != "":
		return bad("taskId", "batched", msgBatched)
	case cut:
		return bad("taskId", "cut", msgCut)
	case kind == retime.Lock && (away || !t.machine(on)):
		return bad("taskId", "machine", msgLockMachine)
	case kind == retime.Unlock && record.Lock == 0 && !t.locked(n.Operation):
		return bad("taskId", "unlocked", msgNotLocked)
	case kind == retime.Unlock && n.Misplaced:
		return bad("taskId", "misplaced", msgMisplaced)
	case kind == retime.Hours && away:
		return bad("taskId", "outside", msgOutsideHours)
	case kind == retime.Outsource && record.Ordered:
		return bad("taskId", "ordered", msgHasOrder)
	}
	return nil
}

// on is the resource on which a task stands.
func (t *trial) on(o int32) int32 {
	p := t.session.Loaded().Problem
	if m := t.session.Board().Mode(o); m >= 0 {
		return p.Modes[m].Resource
	}
	return p.Ops[o].Fix.Resource
}

// machine tells a machine from people and suppliers.
func (t *trial) machine(r int32) bool {
	return r >= 0 && t.file().Resources[r].Cap == nil
}

// hours are the modes of an operation with other standard minutes; where the machine on which it stands has hours of its
// own, with those.
func (t *trial) hours(o int32, minutes int) (modes []instance.Mode, change func(*OperationChange), bad *problem.FieldError) {
	fail := problem.Field("minutes", "range", msgChangeMinutes, solver.MaxMinutes)
	live, known := t.floor[t.h.Names[o].Operation]
	if !known {
		gone := problem.Field("taskId", "record", msgNoRecord)
		return nil, nil, &gone
	}
	here := t.session.Loaded().Problem.Resources[t.on(o)].Name
	op, to := *live.op, quantity.Minutes(minutes)
	op.Machines = append([]model.Eligible{}, op.Machines...)
	own, setup := "", op.Setup
	for i := range op.Machines {
		if e := &op.Machines[i]; e.MachineID == here && e.Minutes > 0 {
			own, setup, e.Minutes = here, e.Setup, to
		}
	}
	if own == "" {
		op.Minutes = to
	}
	if to <= setup || minutes > int(solver.MaxMinutes) {
		return nil, nil, &fail
	}
	made := map[string]instance.Mode{}
	for _, m := range t.adapter.Modes(&op) {
		made[m.On] = m
	}
	modes = append(modes, t.file().Ops[o].Modes...)
	for i := range modes {
		m := &modes[i]
		now, may := made[m.On]
		if machine := t.adapter.Machine[m.On]; !may && machine != nil { // opened to it by a lock
			now.Setup, now.Run = model.Rated(op.Setup, machine.WorkRate), model.Rated(op.Minutes-op.Setup, machine.WorkRate)
		} else if !may {
			continue
		}
		if was := int64(m.Setup + m.Run); was > 0 {
			m.Cost = (m.Cost*int64(now.Setup+now.Run) + was/2) / was
		}
		m.Setup, m.Run = now.Setup, max(1, now.Run)
	}
	return modes, func(c *OperationChange) { c.Minutes, c.Machine = &to, own }, nil
}

// outside is the lead time of an operation at a supplier as a run would take it.
func (t *trial) outside(o int32, supplier string, minutes int) (lead solver.Min, change func(*OperationChange), bad *problem.FieldError) {
	if minutes < 0 || minutes > mostLead {
		fail := problem.Field("minutes", "range", msgLeadRange)
		return 0, nil, &fail
	}
	live, known := t.floor[t.h.Names[o].Operation]
	if !known {
		gone := problem.Field("taskId", "record", msgNoRecord)
		return 0, nil, &gone
	}
	op := *live.op
	// Rounded down to the sixth decimal: a run rounds up to the minute.
	days := quantity.Decimal(int64(minutes) * int64(quantity.Whole(1)) / (24 * 60))
	op.Outsource, op.SupplierID, op.LeadDays = model.Outside, supplier, days
	if lead = t.adapter.Lead(&op).Run; lead < 1 {
		fail := problem.Field("minutes", "lead", msgNoLead)
		return 0, nil, &fail
	}
	return lead, func(c *OperationChange) {
		c.Outside, c.Lock = &OperationOutside{supplier, days}, &OperationLock{}
	}, nil
}
