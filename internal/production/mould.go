package production

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The states of a mould order.
const (
	MouldOpen      = 0
	MouldHold      = 1
	MouldFinished  = 2
	MouldCancelled = 3
)

// Mould is a mould order.
type Mould struct {
	bun.BaseModel `bun:"table:mould_order" json:"-"`
	store.FactoryRow
	MouldNo         string           `bun:"mould_no" json:"mouldNo"`
	Name            string           `bun:"name" json:"name"`
	ProjectNo       string           `bun:"project_no" json:"projectNo"`
	CustomerID      string           `bun:"customer_id,nullzero" json:"customerId"`
	OrderTypeID     string           `bun:"order_type_id,nullzero" json:"orderTypeId"`
	Delivery        *time.Time       `bun:"delivery" json:"delivery"`
	Release         *time.Time       `bun:"release_at" json:"release"`
	Priority        int              `bun:"priority" json:"priority"`
	Status          int              `bun:"status" json:"status"`
	AssemblyGroupID string           `bun:"assembly_group_id,nullzero" json:"assemblyGroupId"`
	AssemblyMinutes quantity.Minutes `bun:"assembly_minutes" json:"assemblyHours"`
	TryoutGroupID   string           `bun:"tryout_group_id,nullzero" json:"tryoutGroupId"`
	TryoutMinutes   quantity.Minutes `bun:"tryout_minutes" json:"tryoutHours"`
	ResponsibleID   string           `bun:"responsible_id,nullzero" json:"responsibleId"`
	DepartmentID    string           `bun:"department_id,nullzero" json:"departmentId"`
}

// names tells whether the order names who does a step of its own.
func (m *Mould) names(step int) bool {
	if step == ImpliedTryout {
		return m.TryoutGroupID != "" && m.TryoutMinutes > 0
	}
	return m.AssemblyGroupID != "" // its hours may come from the settings
}

func (p *Production) mould() resource.Spec[*Mould] {
	return resource.Spec[*Mould]{
		Path: "pm/mould", Label: L("模具", "Mould"), Permission: "pm.mould", Sort: "mouldNo", Changed: p.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000301",
		Example:   &api.Example{Body: map[string]any{"mouldNo": "M9999", "name": "示例模具", "delivery": "2030-03-20T09:00:00Z"}},
		Form: func(m *Mould, f *resource.Form) {
			f.Text(&m.MouldNo, "模具编号", "Mould no").Required().Unique().Title().Max(40)
			f.Text(&m.Name, "名称", "Name").Max(100)
			f.Text(&m.ProjectNo, "项目号", "Project no").Max(40)
			f.Ref(&m.CustomerID, p.deps.Customers, "客户", "Customer")
			f.Ref(&m.OrderTypeID, p.deps.OrderTypes, "订单类型", "Order type")
			f.Instant(&m.Delivery, "交期", "Delivery").EndOfDay().Required()
			f.Instant(&m.Release, "下达日期", "Release")
			f.Integer(&m.Priority, "优先级", "Priority").Initial(50).Between(1, 100).Help("100 最紧急", "100 is most urgent")
			f.Choice(&m.Status, "状态", "Status", choices("moulds", "status")...).Initial(MouldOpen)
			f.Ref(&m.ResponsibleID, p.deps.People, "负责人", "Responsible")
			f.Ref(&m.DepartmentID, p.deps.Departments, "部门", "Department")
			f.Group("装配与试模", "Assembly and try-out")
			f.Ref(&m.AssemblyGroupID, p.deps.Groups, "装配组", "Assembly group")
			f.Hours(&m.AssemblyMinutes, "装配工时", "Assembly hours").Between(0, 5000).HideInList()
			f.Ref(&m.TryoutGroupID, p.deps.Groups, "试模组", "Try-out group")
			f.Hours(&m.TryoutMinutes, "试模工时", "Try-out hours").Between(0, 5000).HideInList()
		},
		Warn: p.warnOfMould, Rules: ownerRules,
		AfterSave: func(ctx context.Context, tx store.Tx, old, now *Mould) error {
			return p.checkOrderCycle(ctx, tx, old, now, func() error { return p.implySteps(ctx, tx, []Mould{*now}, said{}) })
		},
		BeforeDelete: func(ctx context.Context, tx store.Tx, old *Mould) error {
			return p.deps.Files.Drop(ctx, tx, p.Moulds.Name(), old.ID)
		},
	}
}
