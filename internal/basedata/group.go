package basedata

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The kinds of resource groups.
const (
	GroupMachines = 1
	GroupPeople   = 2 // its capacity is the number of its members
	GroupSupplier = 3 // outside the factory, without a limit
)

// Group is a production resource group (team): machines or people that can take each other's work.
type Group struct {
	bun.BaseModel `bun:"table:resource_group" json:"-"`
	store.FactoryRow
	Code       string           `bun:"code" json:"code"`
	Name       string           `bun:"name" json:"name"`
	Kind       int              `bun:"kind" json:"kind"`
	SectionID  string           `bun:"section_id,nullzero" json:"sectionId"`
	CalendarID string           `bun:"calendar_id" json:"calendarId"`
	ShiftID    string           `bun:"shift_id" json:"shiftId"`
	Capacity   quantity.Decimal `bun:"capacity" json:"capacity"` // hours a day
	LabourRate quantity.Decimal `bun:"labour_rate" json:"labourRate"`
	Members    int              `bun:"members" json:"members"`
	Weight     int              `bun:"weight" json:"weight"`
	Master     bool             `bun:"master" json:"master"`
	Report     bool             `bun:"report" json:"report"`
	Scheduled  bool             `bun:"scheduled" json:"scheduled"`
	Valid      bool             `bun:"valid" json:"valid"`
	FromDate   quantity.Date    `bun:"from_date" json:"fromDate"`
	EndDate    quantity.Date    `bun:"end_date" json:"endDate"`
}

func (d *Master) group() resource.Spec[Group] {
	return resource.Spec[Group]{
		Path: "bms/group", Label: L("资源组", "Resource group"), Permission: "system.group", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000104",
		Example: &api.Example{Body: map[string]any{
			"code": "LASER", "name": "激光焊组", "calendarId": "01900000-0000-7000-8000-000000000203",
			"shiftId": "01900000-0000-7000-8000-000000000202", "capacity": 16, "labourRate": 60, "weight": 1, "valid": true, "master": false,
		}},
		Form: func(g *Group, f *resource.Form) {
			f.Text(&g.Code, "代码", "Code").Required().Unique().Title().Max(20).Pattern(`^[A-Za-z0-9_-]+$`, "字母、数字、下划线或短横", "letters, digits, underscores or hyphens")
			f.Text(&g.Name, "名称", "Name").Required().Unique().Max(18).Pattern(`^.{2,18}$`, "2到18个字符", "2 to 18 characters")
			f.Choice(&g.Kind, "类型", "Kind", Opt(GroupMachines, "机床", "machines"), Opt(GroupPeople, "人员", "people"), Opt(GroupSupplier, "外协", "supplier")).Initial(GroupMachines)
			f.Ref(&g.SectionID, d.Sections, "工段", "Section")
			f.Ref(&g.CalendarID, d.Calendars, "工作日历", "Calendar").Required()
			f.Ref(&g.ShiftID, d.Shifts, "班次", "Shift").Required()
			f.Group("能力", "Capacity")
			f.Decimal(&g.Capacity, "产能", "Capacity").Required().Unit("小时/天", "h/day").AtLeast(0)
			f.Integer(&g.Members, "成员数", "Members").AtLeast(0).Help("人员组：同时可安排的人数", "People groups: how many can work at once")
			f.Decimal(&g.LabourRate, "人工费率", "Labour rate").Required().Unit("元/小时", "RMB/h").AtLeast(0).HideInList()
			f.Integer(&g.Weight, "权重", "Weight").Required().AtLeast(0).HideInList()
			f.Group("状态", "State")
			f.Flag(&g.Scheduled, "参与排程", "Takes part in scheduling").Initial(true)
			f.Flag(&g.Valid, "有效", "Valid").Required()
			f.Flag(&g.Master, "主组", "Master group").Required().HideInList()
			f.Flag(&g.Report, "报工", "Reports work").Initial(true).HideInList()
			f.Date(&g.FromDate, "开始日期", "From").HideInList()
			f.Date(&g.EndDate, "结束日期", "To").HideInList()
		},
		BeforeSave: d.checkGroup,
	}
}

var (
	msgScheduledStatus  = L("资源组“%s”正在参与排程，不能改变状态", "The resource group “%s” takes part in scheduling, so its status cannot change")
	msgInvalidScheduled = L("无效的资源不能参与排程", "An invalid resource cannot take part in scheduling")
	msgEndBeforeFrom    = L("结束日期不能早于开始日期", "The end date must not lie before the start date")
	msgOverwriteMaster  = L("“%s”现在是主组。要用“%s”代替它吗？", "“%s” is the master group now. Replace it with “%s”?")
)

func (d *Master) checkGroup(ctx context.Context, tx store.Tx, old, now *Group) error {
	if now.FromDate != "" && now.EndDate != "" && now.EndDate < now.FromDate {
		return problem.Invalid(problem.Field("endDate", "order", msgEndBeforeFrom))
	}
	if old != nil && old.Scheduled && old.Valid != now.Valid {
		return problem.Refuse(msgScheduledStatus, old.Name)
	}
	if now.Scheduled && !now.Valid {
		return problem.Refuse(msgInvalidScheduled)
	}
	if !now.Master || old != nil && old.Master {
		return nil
	}
	var holder Group
	switch err := tx.Select(&holder).Where("master = ?", true).Where("id <> ?", now.ID).Limit(1, 0).Scan(ctx); {
	case err == store.ErrNotFound:
		return nil
	case err != nil:
		return err
	}
	if tx.Actor().Confirmed != "overwriteMaster" {
		return problem.Confirm("overwriteMaster", msgOverwriteMaster.With(holder.Name, now.Name))
	}
	_, err := tx.Change((*Group)(nil)).Set("master = ?", false).Where("id = ?", holder.ID).Exec(ctx)
	return err
}
