package basedata

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// AlarmRule says who is told of a warning of a machine, or of any machine of a section.
type AlarmRule struct {
	bun.BaseModel `bun:"table:alarm_rule" json:"-"`
	store.FactoryRow
	Name        string   `bun:"name" json:"name"`
	EnglishName string   `bun:"english_name" json:"englishName"`
	MachineID   string   `bun:"machine_id,nullzero" json:"machineId"`
	SectionID   string   `bun:"section_id,nullzero" json:"sectionId"`
	ShiftID     string   `bun:"shift_id,nullzero" json:"shiftId"` // "" = around the clock
	WarnCode    string   `bun:"warn_code" json:"warnCode"`
	UserIDs     []string `bun:"user_ids,type:text" json:"userIds"`
	NotifyWay   int      `bun:"notify_way" json:"notifyWay"`
	Valid       bool     `bun:"valid" json:"valid"`
}

var msgAlarmWhere = L("请选择设备或工段", "Choose a machine or a section")

// Belonging says that a rule is hidden with its section.
func (*AlarmRule) Belonging() store.Belonging {
	return store.Belonging{Sections: []string{"section_id"}}
}

func (d *Master) alarmRule() resource.Spec[*AlarmRule] {
	return resource.Spec[*AlarmRule]{
		Path: "bms/alarm-rule", Label: L("报警规则", "Alarm rule"), Permission: "system.alarmRule", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-00000000012d",
		Example:   &api.Example{Body: map[string]any{"name": "主轴过热九", "sectionId": resource.ReferredID(d.section().ExampleID), "warnCode": "SP1201", "notifyWay": 1}},
		Form: func(r *AlarmRule, f *resource.Form) {
			f.Text(&r.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&r.EnglishName)
			f.Ref(&r.MachineID, d.Machines, "设备", "Machine")
			f.Ref(&r.SectionID, d.Sections, "工段", "Section").Help("没有选择设备时，适用于该工段的全部设备", "Without a machine, the rule is for all machines of the section")
			f.Ref(&r.ShiftID, d.Shifts, "班次", "Shift").Help("不选表示全天", "Empty: around the clock")
			f.Text(&r.WarnCode, "报警编码", "Warn code").Required().Max(50)
			f.Refs(&r.UserIDs, d.deps.People, "接收人", "Receiving users").AtMost(50)
			f.Choice(&r.NotifyWay, "通知方式", "Notify way", Opt(1, "邮件", "Mail"), Opt(2, "短信", "SMS")).Required()
			f.Valid(&r.Valid)
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *AlarmRule) error {
			if now.MachineID == "" && now.SectionID == "" {
				return problem.Invalid(problem.Field("machineId", "required", msgAlarmWhere))
			}
			return nil
		},
	}
}
