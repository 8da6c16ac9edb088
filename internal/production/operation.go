package production

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// Belonging says that an operation is hidden with its group and with its mould.
func (*Operation) Belonging() store.Belonging {
	return store.Belonging{Groups: []string{"group_id"}, Moulds: []string{"mould_id"}}
}

// Operation is one step of a part's route.
type Operation struct {
	bun.BaseModel `bun:"table:operation" json:"-"`
	store.FactoryRow
	MouldID            string           `bun:"mould_id" json:"mouldId"`
	PartID             string           `bun:"part_id" json:"partId"`
	OpNo               int              `bun:"op_no" json:"opNo"`
	Branch             string           `bun:"branch" json:"branch"`
	ProcessID          string           `bun:"process_id,nullzero" json:"processId"`
	GroupID            string           `bun:"group_id,nullzero" json:"groupId"`
	Minutes            quantity.Minutes `bun:"minutes" json:"hours"` // for the quantity of the part, set-up included
	SetupMinutes       quantity.Minutes `bun:"setup_minutes" json:"setupHours"`
	PieceMinutes       quantity.Minutes `bun:"piece_minutes" json:"hoursPerPiece"`
	Pred               string           `bun:"pred" json:"pred"` // 10;P3/20, empty = the number before
	LagMinutes         quantity.Minutes `bun:"lag_minutes" json:"lagAfter"`
	Crew               int              `bun:"crew" json:"crew"`
	Unattended         bool             `bun:"unattended" json:"unattended"`
	Pausable           bool             `bun:"pausable" json:"pausable"`
	Earliest           *time.Time       `bun:"earliest" json:"earliest"`
	ProgramReady       *time.Time       `bun:"program_ready" json:"programReady"`
	CAMStatus          int              `bun:"cam_status" json:"camStatus"`
	ElectrodesExpected int              `bun:"electrodes_expected" json:"electrodesExpected"`
	ElectrodeDesignDue *time.Time       `bun:"electrode_design_due" json:"electrodeDesignDue"`
	Outsource          int              `bun:"outsource" json:"outsource"`
	SupplierID         string           `bun:"supplier_id,nullzero" json:"supplierId"`
	LeadDays           quantity.Decimal `bun:"lead_days" json:"leadDays"`
	Lock               int              `bun:"lock_scope" json:"lock"`
	LockMachineID      string           `bun:"lock_machine_id,nullzero" json:"lockResource"`
	LockStart          *time.Time       `bun:"lock_start" json:"lockStart"`
	OrderStep          int              `bun:"order_step" json:"-"` // the step of its order that it stands for, 0 for none
	Implied            bool             `bun:"implied" json:"-"`    // made for that step, and follows the order
	Resources          []Eligible       `bun:"-" json:"operationResources"`
	Burns              []Burn           `bun:"-" json:"edmLinks"`
}

func (p *Production) operation() resource.Spec[*Operation] {
	return resource.Spec[*Operation]{
		Path: "capp/operation", Label: L("工序", "Operation"), Permission: "capp.operation", Sort: "opNo", Changed: p.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000303",
		Example: &api.Example{Body: map[string]any{
			"mouldId": "01900000-0000-7000-8000-000000000401", "partId": "01900000-0000-7000-8000-000000000402", "opNo": 90,
			"processId": "01900000-0000-7000-8000-000000000208", "groupId": "01900000-0000-7000-8000-000000000204", "hours": 4,
			"outsource": 1, "supplierId": "01900000-0000-7000-8000-000000000207", "leadDays": 3,
		}},
		Form: func(o *Operation, f *resource.Form) {
			mould := f.Ref(&o.MouldID, p.Moulds, "模具", "Mould").Required().InSheet("模具编号", "Mould no")
			part := f.Ref(&o.PartID, p.Parts, "零件", "Part").Required().InSheet("零件编号", "Part no").Alike("mouldId", mould)
			branch := f.Text(&o.Branch, "支路", "Branch").Max(20).HideInList()
			f.Integer(&o.OpNo, "工序号", "Operation no").Required().UniqueWithin(part, branch).Title().Between(1, 9999)
			f.Ref(&o.ProcessID, p.deps.Processes, "工艺", "Process").Help("新建时必填；电极简写和订单带出的工序没有工艺", "Needed in a new operation; steps that an electrode's row or an order stands for have none")
			f.Ref(&o.GroupID, p.deps.Groups, "资源组", "Resource group").Help("新建时留空则取工艺的默认资源组", "Left empty in a new operation: the default group of the process")
			f.Hours(&o.Minutes, "工时", "Hours").Between(0, 5000).Help("与单件工时填一项；新建时都留空则取工艺的默认工时；0 为里程碑", "This, or the hours per piece; both left empty in a new operation: the default time of the process; 0 is a milestone")
			f.Hours(&o.SetupMinutes, "准备工时", "Set-up hours").Between(0, 5000).HideInList()
			f.Hours(&o.PieceMinutes, "单件工时", "Hours per piece").Between(0, 5000).HideInList()
			f.Group("顺序", "Sequence")
			f.Text(&o.Pred, "前工序", "Predecessors").Max(workbook.MaxPreds).Help("例如 10;P3/20；留空表示上一工序号；零件编号含分号、#或引号时加双引号，如 \"P#1\"/10", "such as 10;P3/20; empty is the number before. A part number with ; # or quotes goes in double quotes: \"P#1\"/10").HideInList()
			f.Hours(&o.LagMinutes, "完工后等待", "Wait after").Formerly("后等待").Between(0, 5000).HideInList()
			f.Instant(&o.Earliest, "最早开始", "Earliest start").HideInList()
			f.Instant(&o.ProgramReady, "程序日期", "Program ready").HideInList()
			f.Choice(&o.CAMStatus, "CAM 状态", "CAM status", choices("operations", "camStatus")...).Initial(CAMNone)
			f.Group("执行", "Execution")
			f.Integer(&o.Crew, "人数", "Crew").Initial(1).Between(1, 1000).HideInList()
			f.Flag(&o.Unattended, "无人", "Unattended").Help("新建时不设置则取工艺的默认值", "Not set in a new operation: as the process says")
			f.Flag(&o.Pausable, "可暂停", "Pausable").Initial(true).HideInList()
			f.Integer(&o.ElectrodesExpected, "预计电极数", "Electrodes expected").Between(0, 9999).HideInList()
			f.Instant(&o.ElectrodeDesignDue, "电极设计期限", "Electrode design due").Formerly("拆电极计划").EndOfDay().HideInList()
			f.Choice(&o.Outsource, "外协", "Outsource", choices("operations", "outsource")...).Initial(0)
			f.Ref(&o.SupplierID, p.deps.Suppliers, "供应商", "Supplier")
			f.Decimal(&o.LeadDays, "外协周期", "Lead time").Formerly("Lead days").Unit("天", "days").Between(0, 1000).HideInList()
			f.Choice(&o.Lock, "锁定", "Lock", choices("operations", "lock")...).Initial(0)
			f.Ref(&o.LockMachineID, p.deps.Machines, "锁定资源", "Locked resource")
			f.Instant(&o.LockStart, "锁定开始", "Locked start").HideInList()
			p.operationLines(o, mould, f)
		},
		Load: loadLines, LogTitle: titleOfOperation,
		Logs: []resource.LogField{{Key: "programs", Label: L("程序文件", "Program files"), Words: programNames}},
		Fill: p.fillOperation,
		Warn: p.warnOfOperation,
		BeforeSave: func(ctx context.Context, tx store.Tx, old, now *Operation) error {
			part, err := p.Parts.Get(ctx, tx, now.PartID)
			if err != nil {
				return err
			}
			if part.MouldID != now.MouldID {
				return problem.Invalid(problem.Field("partId", "reference", L("零件不属于此模具", "The part belongs to another mould")))
			}
			now.total(old, part.Qty)
			now.Implied = false // who saves it plans it from now on, and the order no more
			if now.takesPlaceOfOther() || old != nil && now.MouldID != old.MouldID {
				now.OrderStep = 0
			}
			if err := checkStepOrder(ctx, tx, old, now); err != nil {
				return err
			}
			if err := p.checkOperation(ctx, tx, old, now); err != nil {
				return err
			}
			if err := checkPreds(ctx, tx, now); err != nil {
				return err
			}
			if err := p.checkCycle(ctx, tx, now); err != nil {
				return err
			}
			if err := p.checkRenamed(ctx, tx, old, now); err != nil {
				return err
			}
			now.sortLines()
			return nil
		},
		AfterSave: saveLines,
		BeforeDelete: func(ctx context.Context, tx store.Tx, o *Operation) error {
			if err := checkNotTakenUp(ctx, tx, o); err != nil {
				return err
			}
			if err := p.checkCycleWithout(ctx, tx, o); err != nil {
				return err
			}
			return p.removeBelow(ctx, tx, o)
		},
	}
}

// programNames are the names of program files as whoever asks may read them: not at all without the right to see such files.
func programNames(_ context.Context, tx store.Tx, names []string) (map[string]string, error) {
	words := map[string]string{}
	for _, name := range names {
		if words[name] = name; file.Require(tx.Actor(), "program", file.See) != nil {
			words[name] = "***"
		}
	}
	return words, nil
}

// removeBelow takes what only describes an operation away with it, and refuses where work has begun.
func (p *Production) removeBelow(ctx context.Context, tx store.Tx, o *Operation) error {
	begun, err := tx.Select((*Progress)(nil)).Where("operation_id = ?", o.ID).Where("status <> ?", NotStarted).Exists(ctx)
	if err != nil {
		return err
	}
	if begun {
		return problem.Refuse(msgStartedDelete, o.OpNo)
	}
	if err := checkNotWaitedFor(ctx, tx, o); err != nil {
		return err
	}
	for _, model := range []any{(*OperationResource)(nil), (*EDMLink)(nil), (*Progress)(nil), (*BlockedStart)(nil)} {
		if _, err := tx.Remove(model).Where("operation_id = ?", o.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return p.deps.OperationsGone(ctx, tx, []string{o.ID})
}

// Progress is one report about an operation, or about one batch of it; reports are only ever added.
type Progress struct {
	bun.BaseModel `bun:"table:progress" json:"-"`
	store.FactoryRow
	MouldID          string           `bun:"mould_id" json:"mouldId"`
	OperationID      string           `bun:"operation_id" json:"operationId"`
	BatchID          string           `bun:"batch_id,nullzero" json:"batchId"`
	Status           int              `bun:"status" json:"status"` // 0 none, 1 running, 2 paused, 3 finished
	MachineID        string           `bun:"machine_id,nullzero" json:"resource"`
	RealStart        *time.Time       `bun:"real_start" json:"realStart"`
	RealEnd          *time.Time       `bun:"real_end" json:"realEnd"`
	ReportedMinutes  quantity.Minutes `bun:"reported_minutes" json:"reportedHours"` // in all, not since the last report
	RemainingMinutes quantity.Minutes `bun:"remaining_minutes" json:"remainingHours"`
	HasRemaining     bool             `bun:"has_remaining" json:"hasRemaining"`
	QtyDone          int              `bun:"qty_done" json:"qtyDone"`
	ReportedAt       time.Time        `bun:"reported_at" json:"reportedAt"`
	PauseReason      int              `bun:"pause_reason" json:"pauseReason"` // one of PauseReasons, 0 where nobody said
	ReportKey        string           `bun:"report_key" json:"-"`             // name that its sender gave it, unique in a factory
	ReporterName     string           `bun:"reporter_name" json:"-"`
	Withdraws        string           `bun:"withdraws" json:"-"` // id of the report that this one takes back
}

// The states of an operation as reports tell them.
const (
	NotStarted = 0
	Running    = 1
	Paused     = 2
	Finished   = 3
)
