package workbook

import (
	"strconv"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
)

var materials = &table[Material]{
	Sheet: Sheet{Code: "materials", Letter: "J", Label: problem.L("材料", "Materials"), Master: true, also: []string{"Material"}},
	rows:  func(b *Book) *[]Material { return &b.Materials }, line: func(r *Material) *Line { return r.at() }, key: func(r *Material) Key { return r.Key() },
	columns: []column[Material]{
		keyText("code", "编码", "Code", 20, func(r *Material) *string { return &r.Code }).formerly("材料编码", "Material code").example("NAK80"),
		text("name", "名称", "Name", 20, func(r *Material) *Text { return &r.Name }).formerly("材料名称", "Material name").note("默认同编码", "Default: the code").example("NAK80 镜面钢"),
		englishName(func(r *Material) *Text { return &r.EnglishName }).example("NAK80 mirror steel"),
		choice("type", "类型", "Type", func(r *Material) *Int { return &r.Type }, opt(1, "钢", "Steel"), opt(2, "铜", "Copper"), opt(3, "石墨", "Graphite"),
			opt(4, "铝", "Aluminium"), opt(5, "硬质合金", "Carbide"), opt(9, "其他", "Other")).example(1),
		decimal("hardnessMin", "最小硬度", "Minimum hardness", 100, func(r *Material) *Decimal { return &r.MinHardness }).formerly("Least hardness").in("HRC", "HRC").example(37),
		decimal("hardnessMax", "最大硬度", "Maximum hardness", 100, func(r *Material) *Decimal { return &r.MaxHardness }).formerly("Greatest hardness").in("HRC", "HRC").example(43),
	},
}

var groups = &table[Group]{
	Sheet: Sheet{Code: "groups", Letter: "J", Label: problem.L("资源组", "Resource groups"), Master: true, also: []string{"Resource group", "Groups"}},
	rows:  func(b *Book) *[]Group { return &b.Groups }, line: func(r *Group) *Line { return r.at() }, key: func(r *Group) Key { return r.Key() },
	columns: []column[Group]{
		keyText("code", "编码", "Code", 20, func(r *Group) *string { return &r.Code }).formerly("代码").example("CNC-R"),
		text("name", "名称", "Name", 18, func(r *Group) *Text { return &r.Name }).example("CNC粗加工"),
		englishName(func(r *Group) *Text { return &r.EnglishName }).example("CNC roughing"),
		ref("section", "工段", "Section", "section", func(r *Group) *Text { return &r.Section }).example("CNC"),
		ref("calendar", "工作日历", "Work calendar", "calendar", func(r *Group) *Text { return &r.Calendar }).formerly("Calendar").required().example("六天工作制"),
		ref("shift", "班次", "Shift", "shift", func(r *Group) *Text { return &r.Shift }).required().example("两班"),
		choice("kind", "类型", "Type", func(r *Group) *Int { return &r.Kind }, opt(1, "设备", "Machines", "机床"), opt(2, "人员", "People"), opt(3, "外协", "Supplier", "Outside")).formerly("Kind").example(1),
		integer("members", "人数", "Headcount", 0, 1000, func(r *Group) *Int { return &r.Members }).note("人员组", "Of people groups"),
		flag("scheduled", "参与排程", "Takes part in scheduling", func(r *Group) *Flag { return &r.Scheduled }).example(true),
	},
}

var machines = &table[Machine]{
	Sheet: Sheet{Code: "machines", Letter: "J", Label: problem.L("设备", "Machines"), Master: true, also: []string{"Machine"}},
	rows:  func(b *Book) *[]Machine { return &b.Machines }, line: func(r *Machine) *Line { return r.at() }, key: func(r *Machine) Key { return r.Key() },
	columns: []column[Machine]{
		keyText("name", "名称", "Name", 8, func(r *Machine) *string { return &r.Name }).formerly("设备名称", "Machine name").example("CNR01"),
		ref("group", "资源组", "Resource group", "group", func(r *Machine) *Text { return &r.Group }).required().example("CNC-R"),
		ref("section", "工段", "Section", "section", func(r *Machine) *Text { return &r.Section }).example("CNC"),
		rate("workRate", "工作效率", "Work rate", 100, func(r *Machine) *Decimal { return &r.WorkRate }).formerly("效率").note("1.25 表示快 25%", "1.25 is 25 % faster").example(1),
		decimal("labourRate", "费率", "Labour rate", 1_000_000, func(r *Machine) *Decimal { return &r.LabourRate }),
		text("level", "精度等级", "Accuracy grade", 20, func(r *Machine) *Text { return &r.Level }).formerly("精度级别"),
		decimal("travelX", "X 行程", "Travel X", 100_000, func(r *Machine) *Decimal { return &r.TravelX }).formerly("行程X").in("毫米", "mm"),
		decimal("travelY", "Y 行程", "Travel Y", 100_000, func(r *Machine) *Decimal { return &r.TravelY }).formerly("行程Y").in("毫米", "mm"),
		decimal("travelZ", "Z 行程", "Travel Z", 100_000, func(r *Machine) *Decimal { return &r.TravelZ }).formerly("行程Z").in("毫米", "mm"),
		decimal("load", "工作台承重", "Table load", 1_000_000, func(r *Machine) *Decimal { return &r.Load }).formerly("承重").in("千克", "kg"),
		decimal("hardnessMin", "最小硬度", "Minimum hardness", 100, func(r *Machine) *Decimal { return &r.HardnessMin }).formerly("Least hardness"),
		decimal("hardnessMax", "最大硬度", "Maximum hardness", 100, func(r *Machine) *Decimal { return &r.HardnessMax }).formerly("Greatest hardness"),
		flag("cAxis", "C 轴", "C axis", func(r *Machine) *Flag { return &r.CAxis }),
		integer("chucks", "卡盘数", "Chucks", 0, 1000, func(r *Machine) *Int { return &r.Chucks }).formerly("夹头数"),
		flag("automation", "自动化", "Automation", func(r *Machine) *Flag { return &r.Automation }).note("可无人运行", "Can run unattended").example(false),
		integer("changerSlots", "换料位", "Changer slots", 0, 10_000, func(r *Machine) *Int { return &r.ChangerSlots }),
	},
}

var shifts = &table[Shift]{
	Sheet: Sheet{Code: "shifts", Letter: "J", Label: problem.L("班次", "Shifts"), Master: true, also: []string{"Shift"}},
	rows:  func(b *Book) *[]Shift { return &b.Shifts }, line: func(r *Shift) *Line { return r.at() }, key: func(r *Shift) Key { return r.Key() },
	columns: []column[Shift]{
		keyText("name", "名称", "Name", 20, func(r *Shift) *string { return &r.Name }).example("两班"),
		text("englishName", "英文名称", "English name", 20, func(r *Shift) *Text { return &r.EnglishName }).formerly("英文名").example("Two shifts"),
		choice("type", "类型", "Type", func(r *Shift) *Int { return &r.Type }, opt(1, "白班", "Day"), opt(2, "晚班", "Late"), opt(3, "夜班", "Night"), opt(4, "多班", "Several shifts"), opt(5, "全天", "Around the clock")).note("默认按时段判断", "Default: by its periods").example(4),
		list("periods", "时段", "Periods", func(r *Shift) *Cell[[]Period] { return &r.Periods }, periodItem, Period.String).required().lined().note("例如 08:00-12:00;13:00-17:00", "Such as 08:00-12:00;13:00-17:00").example("08:00-24:00"),
		hours("overtime", "加班", "Overtime", func(r *Shift) *Hours { return &r.Overtime }).note("末段之后可加班的小时", "Hours allowed after the last period"),
	},
}

var calendars = &table[Calendar]{
	Sheet: Sheet{Code: "calendars", Letter: "J", Label: problem.L("工作日历", "Work calendars"), Master: true, also: []string{"Work calendar", "Calendars"}},
	rows:  func(b *Book) *[]Calendar { return &b.Calendars }, line: func(r *Calendar) *Line { return r.at() }, key: func(r *Calendar) Key { return r.Key() },
	columns: []column[Calendar]{
		keyText("name", "名称", "Name", 20, func(r *Calendar) *string { return &r.Name }).example("六天工作制"),
		englishName(func(r *Calendar) *Text { return &r.EnglishName }).example("Six-day week"),
		flag("default", "默认", "Default", func(r *Calendar) *Flag { return &r.Default }).example(true),
		list("rest", "休息日", "Rest days", func(r *Calendar) *Cell[[]int] { return &r.Rest }, weekdayItem, strconv.Itoa).note("星期，0 为星期日", "Weekdays, 0 is Sunday").example("0"),
		list("holidays", "节假日", "Holidays", func(r *Calendar) *List { return &r.Holidays }, dayItem, itself).lined().example("2026-10-01;2026-10-02"),
		list("workdays", "调休上班", "Make-up days", func(r *Calendar) *List { return &r.Workdays }, dayItem, itself),
	},
}

var exceptions = &table[Exception]{
	Sheet: Sheet{Code: "exceptions", Letter: "K", Label: problem.L("资源例外", "Resource exceptions"), Master: true, also: []string{"Resource exception", "例外", "Exceptions"}},
	rows:  func(b *Book) *[]Exception { return &b.Exceptions }, line: func(r *Exception) *Line { return r.at() }, key: func(r *Exception) Key { return r.Key() },
	columns: []column[Exception]{
		keyRef("resource", "设备", "Machine", "machine", func(r *Exception) *string { return &r.Resource }).note("设备和资源组填一个", "Machine or resource group").example("CNR01"),
		keyRef("group", "资源组", "Resource group", "group", func(r *Exception) *string { return &r.Group }),
		date("from", "开始", "From", KindInstant, func(r *Exception) *Date { return &r.Start }).key().example("2026-03-05 08:00"),
		date("to", "结束", "To", KindInstant, func(r *Exception) *Date { return &r.End }).required().example("2026-03-05 17:00"),
		choice("kind", "类型", "Type", func(r *Exception) *Int { return &r.Kind }, opt(1, "保养", "Maintenance"), opt(2, "故障", "Breakdown"), opt(3, "加班", "Extra working time", "Extra work")).formerly("种类", "Kind").required().example(1),
		text("reason", "原因", "Reason", 200, func(r *Exception) *Text { return &r.Reason }),
	},
}

var flowTimes = &table[FlowTime]{
	Sheet: Sheet{Code: "flowTimes", Letter: "L", Label: problem.L("流转时间", "Flow times"), Master: true, also: []string{"Flow time"}},
	rows:  func(b *Book) *[]FlowTime { return &b.FlowTimes }, line: func(r *FlowTime) *Line { return r.at() }, key: func(r *FlowTime) Key { return r.Key() },
	columns: []column[FlowTime]{
		keyText("up", "上游资源", "Upstream resource", 50, func(r *FlowTime) *string { return &r.Up }).of("group", "machine").formerly("起点", "From").note("资源组或设备", "Group or resource").example("CNC-R"),
		keyText("down", "下游资源", "Downstream resource", 50, func(r *FlowTime) *string { return &r.Down }).of("group", "machine").formerly("终点", "To").example("EDM"),
		hours("hours", "流转时间", "Flow time", func(r *FlowTime) *Hours { return &r.Hours }).required().formerly("小时").note("小时", "Hours").example(0.5),
	},
}

func periodItem(s string, _ *reader) (Period, *broken) {
	p, ok := ParsePeriod(s)
	if !ok {
		return p, &broken{RuleFormat, msgPeriod.With(s)}
	}
	return p, nil
}

// dayItem reads a day of a list like every other date of the workbook.
func dayItem(s string, in *reader) (string, *broken) {
	day, bad := cell.Dates{Zone: in.zone, Date1904: in.date1904}.Date(s)
	switch {
	case bad == nil && !day.Planned():
		return "", &broken{RuleDate, msgOfList.With(s, cell.Years)}
	case bad == nil:
		return string(day), nil
	case bad.Text.En == cell.NoDay.En:
		return "", &broken{bad.Rule, msgDayInList.With(s)}
	}
	return "", &broken{bad.Rule, msgOfList.With(s, bad.Text)}
}

// weekdayItem reads a day of the week, 0 for Sunday.
func weekdayItem(s string, _ *reader) (int, *broken) {
	n, bad := cell.Integer(s)
	if bad != nil || n < 0 || n > 6 {
		return 0, &broken{RuleFormat, msgWeekday.With(s)}
	}
	return int(n), nil
}

func itself(s string) string { return s }
