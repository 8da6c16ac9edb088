package workbook

import (
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/route"
)

// tables is the workbook, in its order.
var tables = []declared{
	moulds, parts, operations, electrodes, edmLinks, operationResources, batches, progress, outsourcing,
	materials, groups, machines, shifts, calendars, exceptions, flowTimes,
	sections, processes, customers, suppliers, partTypes, accuracyGrades,
}

// opt is a choice by its number and names; also are words that files use besides.
func opt(value int, zh, en string, also ...string) Option {
	return Option{Value: value, Label: problem.L(zh, en), Also: also}
}

var noteDate = problem.L("只写日期表示当天结束", "A date alone means the end of the day")

var moulds = &table[Mould]{
	Sheet: Sheet{Code: "moulds", Letter: "A", Label: problem.L("模具", "Moulds"), also: []string{"Mould"}},
	rows:  func(b *Book) *[]Mould { return &b.Moulds }, line: func(r *Mould) *Line { return r.at() },
	key: func(r *Mould) Key { return r.Key() }, scope: (*Mould).Scope,
	columns: []column[Mould]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *Mould) *string { return &r.MouldNo }).example("M26-001"),
		text("name", "名称", "Name", 100, func(r *Mould) *Text { return &r.Name }).example("面板上盖"),
		text("projectNo", "项目号", "Project no", 40, func(r *Mould) *Text { return &r.ProjectNo }).example("P2601"),
		ref("customer", "客户", "Customer", "customer", func(r *Mould) *Text { return &r.Customer }).note("客户编号或名称", "Number or name of the customer").example("C01"),
		ref("orderType", "订单类型", "Order type", "orderType", func(r *Mould) *Text { return &r.OrderType }),
		date("delivery", "交期", "Delivery", KindDateEnd, func(r *Mould) *Date { return &r.Delivery }).required().note(noteDate.Zh, noteDate.En).example("2026-04-30"),
		date("release", "下达日期", "Release", KindDate, func(r *Mould) *Date { return &r.Release }).note("默认为导入当天，应早于交期", "Default: the day of the import; should lie before the delivery").example("2026-03-02"),
		integer("priority", "优先级", "Priority", 1, 100, func(r *Mould) *Int { return &r.Priority }).note("默认 50，100 最急", "Default 50, 100 is the most urgent").example(50),
		ref("assemblyGroup", "装配组", "Assembly group", "group", func(r *Mould) *Text { return &r.AssemblyGroup }).note("“工序”表中没有装配工序时自动生成", "Makes the assembly operation when the operations have none"),
		hours("assemblyHours", "装配工时", "Assembly hours", func(r *Mould) *Hours { return &r.AssemblyHours }),
		ref("tryoutGroup", "试模组", "Try-out group", "group", func(r *Mould) *Text { return &r.TryoutGroup }).note("“工序”表中没有试模工序时自动生成", "Makes the try-out operation when the operations have none"),
		hours("tryoutHours", "试模工时", "Try-out hours", func(r *Mould) *Hours { return &r.TryoutHours }),
		choice("status", "状态", "Status", func(r *Mould) *Int { return &r.Status },
			opt(0, "未完成", "Open", "进行中"), opt(1, "已暂停", "On hold", "暂停"), opt(2, "已完成", "Finished", "完成"), opt(3, "已取消", "Cancelled", "取消")).note("暂停的模具不参与排程", "Moulds on hold are not planned"),
		ref("responsible", "负责人", "Responsible", "member", func(r *Mould) *Text { return &r.Responsible }).note("用户名或姓名", "User name or real name"),
		ref("department", "部门", "Department", "department", func(r *Mould) *Text { return &r.Department }).note("部门的编码或名称", "Code or name of the department"),
	},
}

var parts = &table[Part]{
	Sheet: Sheet{Code: "parts", Letter: "B", Label: problem.L("零件", "Parts"), also: []string{"Part"}},
	rows:  func(b *Book) *[]Part { return &b.Parts }, line: func(r *Part) *Line { return r.at() },
	key: func(r *Part) Key { return r.Key() }, scope: (*Part).Scope,
	columns: []column[Part]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *Part) *string { return &r.MouldNo }).of("mould").example("M26-001"),
		keyText("partNo", "零件编号", "Part no", 40, func(r *Part) *string { return &r.PartNo }).example("P01"),
		text("name", "名称", "Name", 100, func(r *Part) *Text { return &r.Name }).example("型腔"),
		ref("partType", "零件类型", "Part type", "partType", func(r *Part) *Text { return &r.PartType }),
		choice("kind", "类别", "Kind", func(r *Part) *Int { return &r.Kind }, opt(1, "工件", "Workpiece"), opt(2, "电极", "Electrode"), opt(3, "装配件", "Assembly", "装配")).note("默认 1；电极请填“电极”表", "Default 1; electrodes have their own sheet").example(1),
		text("parentPart", "上级零件", "Parent part", 40, func(r *Part) *Text { return &r.ParentPart }).note("留空表示整模装配", "Empty means the mould's assembly"),
		integer("neededAtOp", "装配工序号", "Needed at operation", 1, 9999, func(r *Part) *Int { return &r.NeededAtOp }),
		integer("qty", "数量", "Quantity", 1, 100_000, func(r *Part) *Int { return &r.Qty }).example(1),
		ref("material", "材料", "Material", "material", func(r *Part) *Text { return &r.Material }).note("材料编码或名称", "Code or name of the material").example("NAK80"),
		decimal("hardness", "硬度", "Hardness", 100, func(r *Part) *Decimal { return &r.Hardness }).in("HRC", "HRC"),
		decimal("length", "长", "Length", 20_000, func(r *Part) *Decimal { return &r.Length }).in("毫米", "mm"),
		decimal("width", "宽", "Width", 20_000, func(r *Part) *Decimal { return &r.Width }).in("毫米", "mm"),
		decimal("height", "高", "Height", 20_000, func(r *Part) *Decimal { return &r.Height }).in("毫米", "mm"),
		decimal("weight", "重量", "Weight", 200_000, func(r *Part) *Decimal { return &r.Weight }).in("千克", "kg"),
		ref("accuracyGrade", "精度等级", "Accuracy grade", "accuracyGrade", func(r *Part) *Text { return &r.AccuracyGrade }),
		date("materialReady", "备料日期", "Material ready", KindDate, func(r *Part) *Date { return &r.MaterialReady }),
		date("drawingReady", "出图日期", "Drawing ready", KindDate, func(r *Part) *Date { return &r.DrawingReady }),
		date("due", "零件交期", "Part delivery", KindDateEnd, func(r *Part) *Date { return &r.Due }).formerly("Part due").note(noteDate.Zh, noteDate.En),
	},
}

var operations = &table[Operation]{
	Sheet: Sheet{Code: "operations", Letter: "C", Label: problem.L("工序", "Operations"), also: []string{"Operation"}},
	rows:  func(b *Book) *[]Operation { return &b.Operations }, line: func(r *Operation) *Line { return r.at() },
	key: func(r *Operation) Key { return r.Key() }, scope: (*Operation).Scope,
	columns: []column[Operation]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *Operation) *string { return &r.MouldNo }).of("mould").example("M26-001"),
		keyText("partNo", "零件编号", "Part no", 40, func(r *Operation) *string { return &r.PartNo }).example("P01"),
		keyInt("opNo", "工序号", "Operation no", 1, 9999, func(r *Operation) *int { return &r.OpNo }).note("1 到 9999；号相同表示并行", "1 to 9999; equal numbers run in parallel").example(10),
		branch(func(r *Operation) *string { return &r.Branch }),
		ref("process", "工艺", "Process", "process", func(r *Operation) *Text { return &r.Process }).required().note("工艺编码或名称", "Code or name of the process").example("CNCR"),
		ref("group", "资源组", "Resource group", "group", func(r *Operation) *Text { return &r.Group }).note("默认取工艺的资源组", "Default: the group of the process").example("CNC-R"),
		hours("hours", "工时", "Hours", func(r *Operation) *Hours { return &r.Hours }).note("小时，整批合计；0 为里程碑", "Hours for the whole quantity; 0 is a milestone").example(6.5),
		hours("setupHours", "准备工时", "Set-up hours", func(r *Operation) *Hours { return &r.SetupHours }).example(0.5),
		hours("hoursPerPiece", "单件工时", "Hours per piece", func(r *Operation) *Hours { return &r.HoursPerPiece }).note("工时为空时：准备 + 数量 × 单件", "Without hours: set-up + quantity x piece"),
		predecessors().note("例如 10;20 或 P3/10，默认为上一工序号；零件编号含分号、#或引号时加双引号，如 \"P#1\"/10", "Such as 10;20 or P3/10; default: the number before. A part number with ; # or quotes goes in double quotes: \"P#1\"/10"),
		hours("lagAfter", "完工后等待", "Wait after", func(r *Operation) *Hours { return &r.LagAfter }).formerly("后等待").note("自然小时，如冷却、时效", "Elapsed hours, such as cooling or ageing"),
		integer("crew", "人数", "Crew", 1, 1000, func(r *Operation) *Int { return &r.Crew }),
		flag("unattended", "无人", "Unattended", func(r *Operation) *Flag { return &r.Unattended }),
		flag("pausable", "可暂停", "Pausable", func(r *Operation) *Flag { return &r.Pausable }),
		date("earliest", "最早开始", "Earliest start", KindDate, func(r *Operation) *Date { return &r.Earliest }),
		date("programReady", "程序日期", "Program ready", KindDate, func(r *Operation) *Date { return &r.ProgramReady }),
		choice("camStatus", "CAM 状态", "CAM status", func(r *Operation) *Int { return &r.CAMStatus },
			opt(0, "无", "None"), opt(1, "进行中", "In work", "编程中"), opt(2, "已完成", "Done", "完成"), opt(3, "已校对", "Checked", "已检查")),
		integer("electrodesExpected", "预计电极数", "Electrodes expected", 0, 9999, func(r *Operation) *Int { return &r.ElectrodesExpected }).note("仅放电工序", "EDM operations only"),
		date("electrodeDesignDue", "电极设计期限", "Electrode design due", KindDateEnd, func(r *Operation) *Date { return &r.ElectrodeDesignDue }).formerly("拆电极计划"),
		choice("outsource", "外协", "Outsource", func(r *Operation) *Int { return &r.Outsource },
			opt(0, "自制", "In-house", "厂内"), opt(1, "可外协", "Possible"), opt(2, "外协", "Always")),
		ref("supplier", "供应商", "Supplier", "supplier", func(r *Operation) *Text { return &r.Supplier }).note("外协为 2 时必填", "Needed when always outsourced"),
		decimal("leadDays", "外协周期", "Lead time", 1000, func(r *Operation) *Decimal { return &r.LeadDays }).formerly("Lead days").in("天", "days").note("自然日", "Elapsed days"),
		choice("lock", "锁定", "Lock", func(r *Operation) *Int { return &r.Lock },
			opt(0, "未锁定", "Unlocked", "不锁定", "无", "None"), opt(1, "锁定资源", "Resource locked", "资源", "Resource"),
			opt(2, "锁定资源和时间", "Resource and times locked", "资源和时间", "Resource and times")),
		ref("lockResource", "锁定资源", "Locked resource", "machine", func(r *Operation) *Text { return &r.LockResource }),
		date("lockStart", "锁定开始", "Locked start", KindInstant, func(r *Operation) *Date { return &r.LockStart }),
	},
}

// MaxPreds bounds the text of the predecessors of an operation.
const MaxPreds = 1000

func predecessors() column[Operation] {
	return cellColumn(Column{Code: "pred", Label: problem.L("前工序", "Predecessors"), Kind: KindList, Max: MaxPreds}, func(r *Operation) *Cell[[]Pred] { return &r.Pred },
		func(s string, _ *reader) ([]Pred, *broken) {
			all, bad := route.Read(s)
			if bad != "" {
				return nil, &broken{RuleFormat, msgPred.With(bad)}
			}
			if len(all) == 0 {
				return nil, &broken{RuleFormat, msgSeparators}
			}
			return all, tooLong(route.Format(all), MaxPreds)
		},
		func(all []Pred) any { return route.Format(all) })
}

// branch is a key that most rows leave empty.
func branch[R any](at func(*R) *string) column[R] {
	return keyText("branch", "支路", "Branch", 20, at).optional().note("工序号相同时用于区分", "Tells operations of equal number apart")
}

var electrodes = &table[Electrode]{
	Sheet: Sheet{Code: "electrodes", Letter: "D", Label: problem.L("电极", "Electrodes"), also: []string{"Electrode"}},
	rows:  func(b *Book) *[]Electrode { return &b.Electrodes }, line: func(r *Electrode) *Line { return r.at() },
	key: func(r *Electrode) Key { return r.Key() }, scope: (*Electrode).Scope,
	columns: []column[Electrode]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *Electrode) *string { return &r.MouldNo }).of("mould").example("M26-001"),
		keyText("electrodeNo", "电极编号", "Electrode no", 40, func(r *Electrode) *string { return &r.ElectrodeNo }).note("与零件编号不得重复", "Shares the name space of the parts").example("P01-E01"),
		choice("finish", "粗精", "Finish", func(r *Electrode) *Int { return &r.Finish }, opt(1, "粗", "Rough"), opt(2, "中", "Semi"), opt(3, "精", "Fine")).example(1),
		ref("material", "材料", "Material", "material", func(r *Electrode) *Text { return &r.Material }).note("材料编码或名称", "Code or name of the material").example("CU"),
		decimal("gap", "火花位", "Gap", 10, func(r *Electrode) *Decimal { return &r.Gap }).in("毫米", "mm").example(0.15),
		integer("pieces", "数量", "Pieces", 1, 1000, func(r *Electrode) *Int { return &r.Pieces }).example(1),
		choice("state", "状态", "Status", func(r *Electrode) *Int { return &r.State }, opt(0, "未设计", "Not designed"), opt(1, "已设计", "Designed"),
			opt(2, "已加工", "Machined"), opt(3, "已检测", "Inspected", "已检验"), opt(4, "已入库", "Stocked")).formerly("State").example(1),
		date("designReady", "设计日期", "Design ready", KindDate, func(r *Electrode) *Date { return &r.DesignReady }),
		text("stockPosition", "库位", "Stock position", 40, func(r *Electrode) *Text { return &r.StockPosition }),
		ref("millGroup", "加工组", "Milling group", "group", func(r *Electrode) *Text { return &r.MillGroup }).note("两道工序的简写，也可写在“工序”表", "Short for a two-step route; or write it in the operations").example("ELEC"),
		hours("millHours", "加工工时", "Milling hours", func(r *Electrode) *Hours { return &r.MillHours }).example(1.5),
		ref("inspectGroup", "检验组", "Inspection group", "group", func(r *Electrode) *Text { return &r.InspectGroup }).example("CMM"),
		hours("inspectHours", "检验工时", "Inspection hours", func(r *Electrode) *Hours { return &r.InspectHours }).example(0.3),
	},
}

var edmLinks = &table[EDMLink]{
	Sheet: Sheet{Code: "edmLinks", Letter: "E", Label: problem.L("放电对应", "EDM links"), also: []string{"EDM link"}},
	rows:  func(b *Book) *[]EDMLink { return &b.EDMLinks }, line: func(r *EDMLink) *Line { return r.at() },
	key: func(r *EDMLink) Key { return r.Key() }, scope: (*EDMLink).Scope,
	columns: []column[EDMLink]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *EDMLink) *string { return &r.MouldNo }).of("mould").example("M26-001"),
		keyText("partNo", "零件编号", "Part no", 40, func(r *EDMLink) *string { return &r.PartNo }).example("P01"),
		keyInt("opNo", "工序号", "Operation no", 1, 9999, func(r *EDMLink) *int { return &r.OpNo }).note("必须是放电工序", "An EDM operation").example(40),
		branch(func(r *EDMLink) *string { return &r.Branch }),
		keyText("electrodeNo", "电极编号", "Electrode no", 40, func(r *EDMLink) *string { return &r.ElectrodeNo }).example("P01-E01"),
		integer("burnSeq", "放电顺序", "Burn sequence", 1, 9999, func(r *EDMLink) *Int { return &r.BurnSeq }).example(1),
		hours("burnHours", "放电工时", "Burn hours", func(r *EDMLink) *Hours { return &r.BurnHours }).note("同一工序全填或全空", "All or none per operation"),
		integer("piecesUsed", "用量", "Pieces used", 1, 1000, func(r *EDMLink) *Int { return &r.PiecesUsed }),
	},
}

var operationResources = &table[OperationResource]{
	Sheet: Sheet{Code: "operationResources", Letter: "F", Label: problem.L("可用设备", "Eligible machines"), also: []string{"Eligible machine", "Operation resources"}},
	rows:  func(b *Book) *[]OperationResource { return &b.OperationResources }, line: func(r *OperationResource) *Line { return r.at() },
	key: func(r *OperationResource) Key { return r.Key() }, scope: (*OperationResource).Scope, complete: (*OperationResource).complete,
	columns: []column[OperationResource]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *OperationResource) *string { return &r.MouldNo }).of("mould").optional().note(msgEither.Zh, msgEither.En).example("M26-001"),
		keyText("partNo", "零件编号", "Part no", 40, func(r *OperationResource) *string { return &r.PartNo }).optional().example("P01"),
		keyInt("opNo", "工序号", "Operation no", 1, 9999, func(r *OperationResource) *int { return &r.OpNo }).optional().example(10),
		branch(func(r *OperationResource) *string { return &r.Branch }),
		keyRef("process", "工艺", "Process", "process", func(r *OperationResource) *string { return &r.Process }).note("用于没有自己的可用设备的工序", "For operations without resources of their own"),
		keyRef("partType", "零件类型", "Part type", "partType", func(r *OperationResource) *string { return &r.PartType }),
		keyRef("resource", "设备", "Machine", "machine", func(r *OperationResource) *string { return &r.Resource }).required().formerly("Resource").example("CNR01"),
		integer("rank", "顺位", "Rank", 1, 1000, func(r *OperationResource) *Int { return &r.Rank }).example(1),
		hours("hours", "工时", "Hours", func(r *OperationResource) *Hours { return &r.Hours }).note("优先于设备效率", "Beats the work rate"),
		hours("setupHours", "准备工时", "Set-up hours", func(r *OperationResource) *Hours { return &r.SetupHours }),
	},
}

var batches = &table[Batch]{
	Sheet: Sheet{Code: "batches", Letter: "G", Label: problem.L("批次", "Batches"), also: []string{"Batch"}},
	rows:  func(b *Book) *[]Batch { return &b.Batches }, line: func(r *Batch) *Line { return r.at() },
	key: func(r *Batch) Key { return r.Key() }, scope: (*Batch).Scope,
	columns: []column[Batch]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *Batch) *string { return &r.MouldNo }).of("mould").example("M26-001"),
		keyText("partNo", "零件编号", "Part no", 40, func(r *Batch) *string { return &r.PartNo }).note("电极不能分批", "Electrodes cannot be batched").example("P01"),
		keyText("batchNo", "批次", "Batch no", 20, func(r *Batch) *string { return &r.BatchNo }).example("B1"),
		integer("qty", "批量", "Quantity", 1, 100_000, func(r *Batch) *Int { return &r.Qty }).required().note("合计不超过零件数量", "Together at most the quantity of the part").example(1),
		choice("state", "状态", "Status", func(r *Batch) *Int { return &r.State },
			opt(1, "已下发", "Dispatched"), opt(2, "已暂停", "Paused", "暂停"), opt(3, "已关闭", "Closed", "关闭"), opt(4, "已完成", "Finished", "完成")).formerly("State").example(1),
	},
}

var outsourcing = &table[Outsourcing]{
	Sheet: Sheet{Code: "outsourcing", Letter: "I", Label: problem.L("外协单", "Outsourcing orders"), also: []string{"Outsourcing order"}},
	rows:  func(b *Book) *[]Outsourcing { return &b.Outsourcing }, line: func(r *Outsourcing) *Line { return r.at() },
	key: func(r *Outsourcing) Key { return r.Key() }, scope: (*Outsourcing).Scope,
	columns: []column[Outsourcing]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *Outsourcing) *string { return &r.MouldNo }).of("mould").example("M26-001"),
		keyText("partNo", "零件编号", "Part no", 40, func(r *Outsourcing) *string { return &r.PartNo }).example("P01"),
		keyInt("opNo", "工序号", "Operation no", 1, 9999, func(r *Outsourcing) *int { return &r.OpNo }).example(20),
		branch(func(r *Outsourcing) *string { return &r.Branch }),
		keyText("batchNo", "批次", "Batch no", 20, func(r *Outsourcing) *string { return &r.BatchNo }).optional(),
		ref("supplier", "供应商", "Supplier", "supplier", func(r *Outsourcing) *Text { return &r.Supplier }).note("默认取工序的供应商", "Default: the supplier of the operation"),
		date("orderedAt", "下单日期", "Ordered", KindDate, func(r *Outsourcing) *Date { return &r.OrderedAt }).example("2026-03-02"),
		date("promised", "承诺交期", "Promised", KindDateEnd, func(r *Outsourcing) *Date { return &r.Promised }).note("优先于外协周期", "Beats the lead time").example("2026-03-09"),
		date("received", "收货日期", "Received", KindInstant, func(r *Outsourcing) *Date { return &r.Received }),
	},
}

var progress = &table[Progress]{
	Sheet: Sheet{Code: "progress", Letter: "H", Label: problem.L("进度", "Progress")},
	rows:  func(b *Book) *[]Progress { return &b.Progress }, line: func(r *Progress) *Line { return r.at() },
	key: func(r *Progress) Key { return r.Key() }, scope: (*Progress).Scope,
	columns: []column[Progress]{
		keyText("mouldNo", "模具编号", "Mould no", 40, func(r *Progress) *string { return &r.MouldNo }).of("mould").example("M26-001"),
		keyText("partNo", "零件编号", "Part no", 40, func(r *Progress) *string { return &r.PartNo }).example("P01"),
		keyInt("opNo", "工序号", "Operation no", 1, 9999, func(r *Progress) *int { return &r.OpNo }).example(10),
		branch(func(r *Progress) *string { return &r.Branch }),
		keyText("batchNo", "批次", "Batch no", 20, func(r *Progress) *string { return &r.BatchNo }).optional(),
		choice("status", "状态", "Status", func(r *Progress) *Int { return &r.Status },
			opt(0, "未开始", "Not started", "未开工"), opt(1, "进行中", "Running"), opt(2, "已暂停", "Paused", "暂停"), opt(3, "已完成", "Finished", "完成")).required().example(1),
		ref("resource", "资源", "Resource", "machine", func(r *Progress) *Text { return &r.Resource }).example("CNR01"),
		date("realStart", "实际开始", "Actual start", KindInstant, func(r *Progress) *Date { return &r.RealStart }).example("2026-03-02 08:00"),
		date("realEnd", "实际结束", "Actual end", KindInstant, func(r *Progress) *Date { return &r.RealEnd }),
		hours("reportedHours", "已报工时", "Reported hours", func(r *Progress) *Hours { return &r.ReportedHours }).example(2),
		hours("remainingHours", "剩余工时", "Remaining hours", func(r *Progress) *Hours { return &r.RemainingHours }),
		integer("qtyDone", "完成数量", "Quantity done", 0, 100_000, func(r *Progress) *Int { return &r.QtyDone }),
		date("reportedAt", "报工时间", "Reported at", KindInstant, func(r *Progress) *Date { return &r.ReportedAt }),
	},
}
