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

const groupExample = "01900000-0000-7000-8000-000000000104"

// Group is a production resource group (team): machines or people that can take each other's work.
type Group struct {
	bun.BaseModel `bun:"table:resource_group" json:"-"`
	store.FactoryRow
	Code        string           `bun:"code" json:"code"`
	Name        string           `bun:"name" json:"name"`
	EnglishName string           `bun:"english_name" json:"englishName"`
	Kind        int              `bun:"kind" json:"kind"`
	SectionID   string           `bun:"section_id,nullzero" json:"sectionId"`
	CalendarID  string           `bun:"calendar_id" json:"calendarId"`
	ShiftID     string           `bun:"shift_id" json:"shiftId"`
	Capacity    quantity.Decimal `bun:"capacity" json:"capacity"` // hours a day
	LabourRate  quantity.Decimal `bun:"labour_rate" json:"labourRate"`
	UserIDs     []string         `bun:"user_ids,type:text" json:"userIds"`
	Members     int              `bun:"members" json:"members"`                     // how many can work at once
	Machines    int              `bun:"machine_count,scanonly" json:"machineCount"` // see countMachines
	Weight      int              `bun:"weight" json:"weight"`
	Master      bool             `bun:"master" json:"master"`
	Report      bool             `bun:"report" json:"report"`
	Scheduled   bool             `bun:"scheduled" json:"scheduled"`
	Bottleneck  bool             `bun:"bottleneck" json:"bottleneck"` // named by people; without any the scheduler finds one
	Valid       bool             `bun:"valid" json:"valid"`
	FromDate    quantity.Date    `bun:"from_date" json:"fromDate"`
	EndDate     quantity.Date    `bun:"end_date" json:"endDate"`
}

// Belonging says that a group is hidden with its section.
func (*Group) Belonging() store.Belonging { return store.Belonging{Sections: []string{"section_id"}} }

func (d *Master) group() resource.Spec[*Group] {
	return resource.Spec[*Group]{
		Path: "bms/group", Label: L("资源组", "Resource group"), Permission: "system.group", Sort: "code", Changed: d.deps.Changed,
		ExampleID: groupExample,
		Example: &api.Example{Body: map[string]any{
			"code": "LASER", "name": "激光焊组", "calendarId": "01900000-0000-7000-8000-000000000203",
			"shiftId": "01900000-0000-7000-8000-000000000202", "capacity": 16, "labourRate": 60, "weight": 1, "valid": true, "master": false,
		}},
		Form: func(g *Group, f *resource.Form) {
			f.Text(&g.Code, "编码", "Code").Required().Unique().Max(20).Pattern(`^[A-Za-z0-9_-]+$`, "字母、数字、下划线或短横", "letters, digits, underscores or hyphens")
			name := f.Text(&g.Name, "名称", "Name").Required().Unique().Title().Max(18).Pattern(`^.{2,}$`, "2 到 18 个字符", "2 to 18 characters")
			f.EnglishName(&g.EnglishName)
			f.Choice(&g.Kind, "类型", "Type", Opt(GroupMachines, "设备", "Machines", "机床"), Opt(GroupPeople, "人员", "People"), Opt(GroupSupplier, "外协", "Supplier", "Outside")).Formerly("Kind").Initial(GroupMachines)
			f.Ref(&g.SectionID, d.Sections, "工段", "Section")
			f.Ref(&g.CalendarID, d.Calendars, "工作日历", "Work calendar").Formerly("Calendar").Required()
			f.Ref(&g.ShiftID, d.Shifts, "班次", "Shift").Required()
			f.Group("能力", "Capacity")
			f.Decimal(&g.Capacity, "产能", "Capacity").Required().Unit("小时/天", "h/day").AtLeast(0)
			f.Refs(&g.UserIDs, d.deps.People, "成员", "Members").AtMost(200).HideInList()
			f.Integer(&g.Members, "人数", "Headcount").Between(0, 10_000).Help("人员组同时可安排的人数；选了成员时按成员计算", "How many of a people group can work at once; counted from the members once there are any")
			f.Integer(&g.Machines, "设备数", "Machines").Derived()
			f.Decimal(&g.LabourRate, "人工费率", "Labour rate").Required().Unit("元/小时", "RMB/h").AtLeast(0).HideInList()
			f.Integer(&g.Weight, "权重", "Weight").Required().AtLeast(0).HideInList()
			f.Group("状态", "Status")
			f.Flag(&g.Scheduled, "参与排程", "Takes part in scheduling").Initial(true)
			f.Flag(&g.Bottleneck, "瓶颈", "Bottleneck").HideInList().Help("排程把它当作瓶颈：缓冲、瓶颈驱动和仅瓶颈加班都以它为准；都不指定时由系统按负荷判断", "The scheduler takes it as the bottleneck for buffers, the drum and overtime; with none named it finds the one with the highest load")
			valid := f.Valid(&g.Valid).Required()
			f.Flag(&g.Master, "主组", "Master group").Required().Sole("overwriteMaster", msgOverwriteMaster, name).HideInList()
			f.Flag(&g.Report, "报工", "Reports work").Informs().Initial(true).HideInList()
			f.Date(&g.FromDate, "开始日期", "From").HideInList()
			valid.EndsBy(f.Date(&g.EndDate, "结束日期", "To").HideInList())
		},
		Load: countMachines, Alone: true, BeforeSave: checkGroup,
		AfterSave: func(ctx context.Context, tx store.Tx, old, now *Group) error {
			if old == nil {
				return nil
			}
			if err := d.groupMoved(ctx, tx, old, now); err != nil {
				return err
			}
			if old.Code != now.Code {
				if err := d.renameDefaults(ctx, tx, old.Code, now.Code); err != nil {
					return err
				}
			}
			if old.Name == now.Name && old.EnglishName == now.EnglishName {
				return nil
			}
			return d.renameFlows(ctx, tx, now.ID)
		},
	}
}

var (
	msgScheduledStatus  = L("资源组“%s”正在参与排程，不能改变状态", "The resource group “%s” takes part in scheduling, so its status cannot change")
	msgInvalidScheduled = L("无效的资源不能参与排程", "An invalid resource cannot take part in scheduling")
	msgEndBeforeFrom    = L("结束日期不能早于开始日期", "The end date must not lie before the start date")
	msgOverwriteMaster  = L("“%s”现在是主组。要用“%s”代替它吗？", "“%s” is the master group now. Replace it with “%s”?")
)

// countMachines says how many machines groups have, among those that the reader may see: for a whole page at once.
func countMachines(ctx context.Context, tx store.Tx, groups []*Group) error {
	ids, of, groupIDs := make([]string, len(groups)), map[string]int{}, []string{}
	for i, g := range groups {
		ids[i] = g.ID
	}
	if err := tx.Seen((*Machine)(nil)).Columns("group_id").WhereIn("group_id", ids).ScanColumn(ctx, &groupIDs); err != nil {
		return err
	}
	for _, id := range groupIDs {
		of[id]++
	}
	for _, g := range groups {
		g.Machines = of[g.ID]
	}
	return nil
}

func checkGroup(_ context.Context, _ store.Tx, old, now *Group) error {
	if now.FromDate != "" && now.EndDate != "" && now.EndDate < now.FromDate {
		return problem.Invalid(problem.Field("endDate", "order", msgEndBeforeFrom))
	}
	if old != nil && old.Scheduled && old.Valid != now.Valid {
		return problem.Invalid(problem.Field("valid", "scheduled", msgScheduledStatus, old.Name))
	}
	if now.Scheduled && !now.Valid {
		return problem.Invalid(problem.Field("valid", "scheduled", msgInvalidScheduled))
	}
	switch {
	case len(now.UserIDs) > 0:
		now.Members = len(now.UserIDs)
	case old != nil && len(old.UserIDs) > 0 && now.Members == old.Members: // the number was that of the members
		now.Members = 0
	}
	return nil
}
