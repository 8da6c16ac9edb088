package menu_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/store"
)

// catalogued are the areas of each row of the checklist behind their module, in both languages, as a caller with every
// permission is sent them: key = Chinese / English at address. An area without an address is planned and does not display.
var catalogued = map[string][]string{
	"MENU-01": {
		"crm = 商务订单 / Business and orders at /crm/medium",
		"home = 商务首页 / Business home",
		"kanban = 商务看板 / Business kanban",
		"order = 订单管理 / Order management",
		"order-audit = 订单审核 / Order audit",
		"pre-customer = 售前客户 / Pre-project customers",
		"pre-project-list = 售前项目 / Pre-project projects",
		"lost-reason = 丢单原因 / Lost-order reasons",
		"cost-statistics = 成本统计 / Cost statistics",
	},
	"MENU-02": {
		"crm = 商务订单 / Business and orders at /crm/medium",
		"quotation-assign = 报价分派 / Assign quotations",
		"quotation-manage = 报价管理 / Manage quotations",
		"quotation-my = 我的报价 / My quotations",
		"quotation-audit = 报价审核 / Quotation audit",
		"quotation-overview = 报价总览 / Quotation overview",
		"difficulty = 难度系数 / Difficulty",
		"mould-size = 产品与模具尺寸 / Product and mould size",
		"calculation-rule = 计算规则 / Calculation rules",
		"quotation-template = 报价模板 / Quotation templates",
	},
	"MENU-03": {
		"pm = 项目管理 / Project management at /pm/medium",
		"project = 项目 / Projects",
		"project-audit = 项目审核 / Project audit",
		"mould = 模具 / Moulds at /pm/mould",
		"work-order = 工单 / Work orders",
		"cavity-count = 模穴数 / Cavity count",
		"mould-status = 模具状态 / Mould status",
		"mould-source = 模具来源 / Mould source",
		"mould-resume = 模具履历 / Mould resume",
		"change-report = 设变报告 / Change reports",
		"maintenance-report = 维修报告 / Maintenance reports",
		"plan-phase = 计划阶段 / Plan phases",
		"plan-template = 计划模板 / Plan templates",
		"plan-instance = 计划实例 / Plan instances",
		"query = 项目查询 / Project query",
		"worklog = 工时日志 / Worklog",
		"kanban = 项目看板 / Project kanban",
		"evaluation-task = 评估任务 / Evaluation tasks",
	},
	"MENU-04": {
		"dfm = 评估 / Evaluation at /dfm/medium",
		"task = 评估任务 / Evaluation tasks",
	},
	"MENU-05": {
		"cad = 智能设计 / Smart design at /cad/medium",
		"overview = 设计总览 / Design overview",
		"assign = 设计分派 / Assign",
		"manage = 设计管理 / Manage",
		"my-task = 我的设计任务 / My design tasks",
		"bom-import = BOM 导入 / BOM import",
		"bom-review = BOM 评审 / BOM review",
		"ecn-lock = ECN 锁定 / ECN lock",
		"ecn-review = ECN 评审 / ECN review",
		"bom-query = BOM 查询 / BOM query",
		"setting = 设计设置 / Settings",
	},
	"MENU-06": {
		"bom = 物料清单 / Bill of materials at /bom/medium",
		"part = 零件和电极 / Parts and electrodes at /bom/part",
		"batch = 批次 / Batches at /bom/batch",
		"exam = BOM 审核 / BOM exam",
		"order = BOM 订单 / BOM orders",
		"query = BOM 查询 / BOM queries",
	},
	"MENU-07": {
		"capp = 工艺设计 / Process design at /capp/medium",
		"task = 工艺任务 / Process tasks",
		"design = 工艺设计 / Process design",
		"workshop-plan = 车间计划 / Workshop plan",
		"card-print = 工艺卡打印 / Process card print",
		"merge = 工艺合并 / Process merge",
		"copy = 工艺复制 / Process copy",
		"outsource-request = 外协申请 / Outsourcing requests",
		"kpi = 工艺绩效 / Process KPI",
		"template = 工艺模板 / Process templates",
	},
	"MENU-08": {
		"aps = 计划排程 / Planning and scheduling at /aps/medium",
		"schedule = 排程任务 / Schedules at /aps/schedule",
		"execution = 排程执行 / Schedule execution",
		"adjust = 计划调整 / Plan adjustment",
		"detail = 计划明细 / Plan detail",
		"query = 计划查询 / Plan query",
		"capacity = 产能 / Capacity",
		"setting = 排程参数 / Scheduling settings at /aps/setting",
		"report = 计划报表 / Planning reports",
	},
	"MENU-09": {
		"cam = 智能编程 / Smart programming at /cam/medium",
		"task = 编程任务 / Programming tasks",
		"assign = 编程分派 / Assign",
		"receive = 编程接收 / Receive",
		"manage = 编程管理 / Manage",
		"error-apply = 异常申请 / Error application",
		"error-check = 异常确认 / Error check",
		"error-query = 异常查询 / Error query",
		"program-query = 程式查询 / Program queries",
		"batch-upload = 批量上传 / Batch upload",
		"setting = 编程设置 / Settings",
		"qc = 编程质检 / QC",
	},
	"MENU-10": {
		"tooling = 智能制造 / Smart manufacturing at /mf/medium",
		"setup = 装夹 / Setup",
		"electrode-material = 电极备料 / Electrode material",
		"arrange = 任务安排 / Arrangement",
		"cnc-task = CNC 任务 / CNC tasks",
		"cmm-task = CMM 任务 / CMM tasks",
		"edm-task = EDM 任务 / EDM tasks",
		"we-task = 线割任务 / WE tasks",
		"rework = 返工 / Rework",
		"checkout = 下机 / Checkout",
		"worklog = 工时日志 / Worklog",
		"report = 制造报表 / Reports",
		"setting = 制造设置 / Settings",
		"knowledge = 知识库 / Knowledge base",
		"storage = 货架 / Storage",
	},
	"MENU-11": {
		"tools = 刀具管理 / Tool management at /tool/medium",
		"home = 刀具首页 / Tool home",
		"kanban = 刀具看板 / Tool kanban",
		"base = 刀具基础数据 / Base data",
		"inventory = 刀具库存 / Tool inventory",
		"flow = 刀具流转 / Tool flow",
		"report = 刀具报表 / Tool reports",
	},
	"MENU-12": {
		"qa = 质量 / Quality at /qa/medium",
		"exception = 品质异常 / Quality exceptions",
		"analysis = 品质分析 / Quality analysis",
		"training = 品质培训 / Quality training",
		"setting = 品质设置 / Quality settings",
	},
	"MENU-13": {
		"buy = 采购 / Purchasing at /buy/medium",
		"request = 采购申请 / Purchase requests",
		"purchase = 采购 / Purchasing",
		"settlement = 采购结算 / Settlement",
		"deduction = 供应商扣款 / Supplier deduction",
		"query = 采购查询 / Purchasing queries",
	},
	"MENU-14": {
		"outsource = 外协 / Outsourcing at /outsource/medium",
		"request = 外协申请 / Outsourcing requests",
		"purchase = 外协采购 / Outsourcing purchase",
		"deliver = 外协发货 / Deliver",
		"receive = 外协收货 / Receive",
		"query = 外协查询 / Outsourcing query",
	},
	"MENU-15": {
		"whms = 仓库 / Warehouse at /whms/medium",
		"position = 库位 / Warehouse positions",
		"safety-stock = 安全库存 / Safety stock",
		"in-out = 出入库 / In and out",
		"iqc = 来料检验 / IQC",
		"scrap = 库存报废 / Inventory scrap",
		"count = 库存盘点 / Inventory count",
		"query = 库存查询 / Warehouse queries",
	},
	"MENU-16": {
		"asm = 钳工 / Fitters at /asm/medium",
		"task = 钳工任务 / Fitter tasks",
	},
	"MENU-17": {
		"dlv = 交付 / Delivery at /dlv/medium",
		"delivery = 交付 / Delivery",
	},
	"MENU-18": {
		"cost = 成本 / Cost at /cost/medium",
		"report = 成本报表查询 / Cost report queries",
		"hours = 工时 / Hours",
		"cycle = 周期 / Cycles",
		"review = 成本复核 / Cost review",
		"kpi = 成本绩效 / Cost KPI",
	},
	"MENU-19": {
		"reports = 报表 / Reports at /reports/medium",
		"progress-query = 进度查询 / Progress queries",
		"id-query = ID 查询 / ID query at /reports/query/idQuery",
	},
	"MENU-20": {
		"ems = 设备资产 / Assets and machines at /ems/medium",
		"machine = 设备 / Machines at /ems/machine",
		"machine-type = 设备类型 / Machine types",
		"coordinate = 坐标绑定 / Coordinate binding",
		"monitor = 设备监控 / Monitoring",
	},
	"MENU-21": {
		"ems = 设备资产 / Assets and machines at /ems/medium",
		"fixture-kanban = 夹具看板 / Fixture kanban",
		"fixture-index = 夹具首页 / Fixture index",
		"fixture-maintenance-item = 保养项目 / Maintenance items",
		"fixture-category = 夹具类别 / Fixture categories",
		"fixture-type = 夹具类型 / Fixture types",
		"fixture-input = 夹具入库 / Fixture input",
		"fixture-manage = 夹具管理 / Manage fixtures",
		"fixture-maintain = 夹具保养 / Maintain fixtures",
		"fixture-safety-stock = 夹具安全库存 / Fixture safety stock",
		"fixture-distribution = 夹具分布 / Fixture distribution",
		"fixture-statistics = 夹具统计 / Fixture statistics",
		"fixture-history = 夹具出入记录 / Fixture in and out history",
	},
	"MENU-22": {
		"oee = 设备监控 / Machine monitoring at /oee/medium",
		"monitor = 设备监控 / Machine monitoring",
		"rate = 稼动率 / Rates",
		"alarm = 设备报警 / Alarms",
		"stop = 停机分析 / Stop analysis",
		"kanban = 设备看板 / Machine kanban",
	},
	"MENU-23": {
		"common = 公共服务 / Shared services at /comm/medium",
		"kanban = 看板设置 / Kanban settings",
		"barcode = 条码打印 / Barcode printing",
		"service-order = 服务工单 / Service orders",
		"machine-qr = 设备二维码申请 / Machine QR code request",
		"online-user = 在线用户 / Online users at /comm/online-user",
		"installer = 安装包下载 / Installer downloads",
		"message-history = 系统消息历史 / System message history",
	},
	"MENU-24": {
		"system = 系统设置 / System settings at /settings/medium",
		"company-info = 企业信息 / Company info at /settings/company-info",
		"module = 模块设置 / Module settings at /settings/module",
		"material = 材料 / Materials at /settings/material",
		"process = 工艺 / Processes at /settings/process",
		"factory = 工厂 / Factories at /settings/factory",
		"customer = 客户 / Customers at /settings/customer",
		"tolerance = 公差 / Tolerances at /settings/tolerance",
		"delivery-address = 收货地址 / Delivery addresses at /settings/delivery-address",
		"supplier = 供应商 / Suppliers at /settings/supplier",
	},
	"MENU-25": {
		"system = 系统设置 / System settings at /settings/medium",
		"calendar = 工作日历 / Work calendars at /settings/calendar",
		"shift = 班次 / Shifts at /settings/shift",
		"title = 职务 / Titles at /settings/title",
		"department = 组织机构 / Organisation at /settings/department",
		"role = 角色 / Roles at /settings/role",
		"role-detail = 角色明细 / Role detail at /settings/role-detail",
		"role-menu = 角色菜单 / Role menus at /settings/role-menu",
		"role-app-menu = 角色应用菜单 / Role app menus at /settings/role-app-menu",
		"role-user = 角色用户 / Role users at /settings/role-user",
		"user-add = 新增用户 / Add user at /settings/user-add",
		"user = 用户列表 / User list at /settings/user",
		"server = 服务器部署 / Server deployment at /settings/server",
	},
	"MENU-26": {
		"cell = 自动化 / Automation at /cell/medium",
		"order = 自动化订单 / Automation orders",
		"task = 自动化任务 / Automation tasks",
		"rfid = RFID / RFID",
		"unit = 单元设置 / Unit setup",
	},
	"MENU-27": {
		"mas = 自动化管理 / Automation management at /mas/medium",
		"automation = 自动化管理 / Automation management",
		"act = 个人任务 / Personal tasks at /act/medium",
		"task = 个人任务 / Personal tasks",
	},
	"MENU-28": {
		"tr = 试模 / Trial moulds at /tr/medium",
		"form = 成型 / Moulding at /form/medium",
		"linknode = 协同制造 / Collaborative manufacturing at /linknode/medium",
		"es = 工程服务 / Engineering services at /es/medium",
		"finance = 财务 / Finance at /finance/medium",
		"aftersale = 售后 / After-sales at /aftersale/medium",
	},
}

// MENU-01 to MENU-28: the panel has every area of the row under its words, in its module, and opens its page.
func TestEachRowOfTheCatalogueIsSent(t *testing.T) {
	everything := store.Actor{May: map[string]bool{}, Modules: map[string]bool{}}
	var grant func(areas []menu.Area)
	grant = func(areas []menu.Area) {
		for _, a := range areas {
			everything.May[a.Tree+"."+a.Need] = true
			grant(a.Children)
		}
	}
	for _, m := range menu.Catalogue() {
		everything.Modules[m.Key] = true
		grant(m.Areas)
	}
	english := map[string]menu.Item{}
	titles := map[string]string{}
	for _, m := range menu.For(everything, menu.View{Language: "en", Hidden: true}) {
		titles[m.ModuleKey] = m.ModuleName
		for _, item := range leaves(m.MenuChildren) {
			english[item.MenuKey] = item
		}
	}
	sent := map[string][]string{}
	for _, m := range menu.For(everything, menu.View{Language: "zh", Hidden: true}) {
		sent[m.ModuleKey] = []string{fmt.Sprintf("%s = %s / %s at %s", m.ModuleKey, m.ModuleName, titles[m.ModuleKey], m.ModuleURL)}
		for _, item := range leaves(m.MenuChildren) {
			line := fmt.Sprintf("%s = %s / %s", item.MenuKey[len(m.ModuleKey)+1:], item.MenuName, english[item.MenuKey].MenuName)
			if item.MenuURL != "" {
				line += " at " + item.MenuURL
			}
			if len(item.Children) == 0 && (item.Display == 1) != (item.MenuURL != "") {
				t.Errorf("%s displays %d", line, item.Display)
			}
			sent[m.ModuleKey] = append(sent[m.ModuleKey], line)
		}
	}
	for row, lines := range catalogued {
		module := ""
		for _, line := range lines {
			key, _, _ := strings.Cut(line, " ")
			if _, begins := sent[key]; begins && slices.Contains(sent[key], line) {
				module = key
			} else if !slices.Contains(sent[module], line) {
				t.Errorf("%s: no %q in module %q", row, line, module)
			}
		}
	}
}
