package operationlog

import (
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
)

func label(key, zh, en string) *resource.Field {
	return &resource.Field{Key: key, Label: problem.L(zh, en)}
}

func kinded(f *resource.Field, kind resource.Kind) *resource.Field {
	f.Kind = kind
	return f
}

func chosen(f *resource.Field, options ...resource.Option) *resource.Field {
	f.Kind, f.Options = resource.KindChoice, options
	return f
}

func referring(f *resource.Field, target string) *resource.Field {
	f.Kind, f.Target = resource.KindReference, target
	return f
}

func hours(f *resource.Field) *resource.Field {
	unit := problem.L("小时", "h")
	f.UnitText = &unit
	return f
}

// ownFields are the fields of lines that no entity declares as they are logged, by kind and key.
var ownFields = map[string]map[string]*resource.Field{
	"operation": {
		"progress": {Key: "progress", Label: problem.L("报工", "Report"), Fields: []*resource.Field{
			chosen(label("status", "状态", "Status"), resource.Opt(0, "未开始", "Not started"), resource.Opt(1, "进行中", "Running"), resource.Opt(2, "已暂停", "Paused"), resource.Opt(3, "已完成", "Finished")),
			referring(label("batchId", "批次", "Batch"), "batch"),
			referring(label("machineId", "设备", "Machine"), "machine"),
			kinded(label("realStart", "实际开始", "Actual start"), resource.KindInstant),
			kinded(label("realEnd", "实际结束", "Actual end"), resource.KindInstant),
			hours(label("reportedHours", "已报工时", "Reported hours")),
			hours(label("remainingHours", "剩余工时", "Remaining hours")),
			label("qtyDone", "完成数量", "Pieces done"),
		}},
		"programs": label("programs", "程序文件", "Programs"),
	},
	"mould": {"picture": label("picture", "图片", "Picture")},
	"schedule": {
		"plan":         label("plan", "计划版本", "Version of the plan"),
		"planNumber":   label("planNumber", "版本", "Version"),
		"tasks":        label("tasks", "手工调整的任务", "Tasks changed by hand"),
		"note":         label("note", "备注", "Remark"),
		"pinned":       label("pinned", "永久保留", "Keep for ever"),
		"state":        label("state", "运行结果", "Outcome of the run"),
		"defaultFlag":  label("defaultFlag", "默认排程", "Default schedule"),
		"name":         label("name", "排程名称", "Name of the schedule"),
		"startTime":    kinded(label("startTime", "开始时间", "Start"), resource.KindInstant),
		"deliveryTime": kinded(label("deliveryTime", "交期", "Delivery"), resource.KindInstant),
		"mouldIds":     referring(label("mouldIds", "模具", "Moulds"), "mould"),
		"moulds": {Key: "moulds", Label: problem.L("单副模具的交期", "Deliveries of single moulds"), Fields: []*resource.Field{
			referring(label("mouldId", "模具", "Mould"), "mould"),
			kinded(label("delivery", "交期", "Delivery"), resource.KindInstant),
			label("pullIn", "提前", "Pull in"),
		}},
	},
	"auto-schedule": {
		"name":           label("name", "名称", "Name"),
		"schedule":       label("schedule", "排程", "Schedule"),
		"cronExpression": label("cronExpression", "周期表达式", "Recurrence expression"),
		"enabled":        label("enabled", "启用", "On"),
		"publish":        label("publish", "自动发布", "Publish automatically"),
	},
	"account": {
		"password": label("password", "密码", "Password"), "phone": label("phone", "手机号", "Phone number"), "workApp": label("workApp", "办公应用", "Work app"),
	},
	"api-token": {"scopes": label("scopes", "权限", "Permissions")},
	"logo": {
		"logoType": chosen(label("logoType", "标志类型", "Kind of logo"), resource.Opt(1, "页眉标志", "Of the header"), resource.Opt(3, "首页标志", "Of the start page")),
	},
	"machine-transfer": {"open": label("open", "传输已开启", "Transfer open")},
	"news":             {"content": label("content", "内容", "Content")},
	"security-policy": {
		"minLength":   label("minLength", "密码最小长度", "Least length of a password"),
		"maxFailures": label("maxFailures", "允许的错误次数", "Wrong passwords allowed"),
		"lockMinutes": label("lockMinutes", "锁定分钟数", "Minutes of a lock"),
	},
}

// titles are codes that stand in the log as the title of a record, with what people call them.
var titles = map[string]map[string]problem.Text{
	"setting": {
		"global": problem.L("全局参数", "Global settings"), "default": problem.L("默认参数", "Default settings"),
		"mockGlobal": problem.L("模拟全局参数", "Global settings of simulations"), "mockDefault": problem.L("模拟默认参数", "Default settings of simulations"),
	},
	"security-policy": {
		"密码策略": problem.L("密码策略", "Password policy"), "Password policy": problem.L("密码策略", "Password policy"),
	},
}

// values are codes that stand in the log as the value of a field, with what people call them.
var values = map[string]map[string]problem.Text{
	"state": {
		"queued": problem.L("排队中", "Queued"), "running": problem.L("运行中", "Running"), "success": problem.L("成功", "Success"),
		"failure": problem.L("失败", "Failure"), "cancelled": problem.L("已取消", "Cancelled"),
	},
}

// own is the field of a kind that no entity declares.
func (l *Log) own(entity, key string) *resource.Field {
	if f := ownFields[entity][key]; f != nil {
		return f
	}
	if entity == "setting" || entity == "schedule" {
		return fieldOf(l.deps.Settings, key)
	}
	return nil
}
