package menu

import "mouldworks/internal/platform/problem"

// Module is an entry of the catalogue.
type Module struct {
	Key    string
	Prefix string // of its routes
	Name   problem.Text
	Icon   string
	Pages  []Page // none: planned, counts as not opened
}

// Page is a leaf of the menu.
type Page struct {
	Path string       // below the module's prefix
	Tree string       // permission key without operation
	Name problem.Text // in the panel and the navigation
	Need string       // operation that shows it; check unless said otherwise
}

// defaultIcon serves the modules without an icon class of their own (R23).
const defaultIcon = "module"

// Catalogue is every module of the product, in the order of the panel. Modules without pages are planned.
func Catalogue() []Module {
	L := problem.L
	page := func(path, tree, zh, en string) Page {
		return Page{Path: path, Tree: tree, Name: L(zh, en), Need: "check"}
	}
	return []Module{
		{"aps", "aps", L("计划排程", "Planning and scheduling"), "aps", []Page{
			page("schedule", "aps.schedule", "排程任务", "Schedules"),
			page("workshop", "aps.workshop", "车间计划", "Workshop plan"),
			page("setting", "aps.setting", "排程参数", "Scheduling settings"),
			page("flow-time", "aps.flowTime", "流转时间", "Flow times"),
		}},
		{"pm", "pm", L("项目管理", "Project management"), "pm", []Page{
			page("mould", "pm.mould", "模具", "Moulds"),
			{Path: "import", Tree: "pm.import", Name: L("导入生产数据", "Import production data"), Need: "add"},
		}},
		{"bom", "bom", L("物料清单", "Bill of materials"), "bom", []Page{
			page("part", "bom.part", "零件和电极", "Parts and electrodes"),
			page("batch", "bom.batch", "批次", "Batches"),
		}},
		{"capp", "capp", L("工艺设计", "Process design"), "capp", []Page{
			page("operation", "capp.operation", "工艺路线", "Routes"),
			page("outsource-order", "capp.outsource", "外协单", "Outsourcing orders"),
		}},
		{"tooling", "mf", L("智能制造", "Smart manufacturing"), "tooling", []Page{
			page("progress", "mf.progress", "生产进度", "Progress"),
		}},
		{"ems", "ems", L("设备资产", "Assets and machines"), "ems", []Page{
			page("machine", "ems.machine", "机床", "Machines"), page("machine-attribute", "ems.machineAttribute", "机床属性", "Machine attributes"),
		}},
		{"system", "settings", L("系统设置", "System settings"), "system", []Page{
			page("section", "system.section", "工段", "Sections"), page("group", "system.group", "资源组", "Resource groups"),
			page("shift", "system.shift", "班次", "Shifts"), page("calendar", "system.calendar", "工作日历", "Work calendars"),
			page("resource-exception", "system.resourceException", "资源例外", "Resource exceptions"), page("process", "system.process", "工艺", "Processes"),
			page("material", "system.material", "材料", "Materials"), page("processing-material", "system.processingMaterial", "加工材料", "Processing materials"),
			page("electrode-gap", "system.electrodeGap", "电极材料和火花位", "Electrode materials and gaps"), page("part-type", "system.partType", "零件类型", "Part types"),
			page("accuracy-grade", "system.accuracyGrade", "精度等级", "Accuracy grades"), page("order-type", "system.orderType", "订单类型", "Order types"),
			page("customer", "system.customer", "客户", "Customers"), page("supplier", "system.supplier", "供应商", "Suppliers"),
		}},
		{"common", "comm", L("公共服务", "Shared services"), "common", nil},
		{"crm", "crm", L("商务订单", "Business and orders"), "crm", nil},
		{"dfm", "dfm", L("评估", "Evaluation"), "dfm", nil},
		{"cad", "cad", L("智能设计", "Smart design"), "cad", nil},
		{"cam", "cam", L("智能编程", "Smart programming"), "cam", nil},
		{"tools", "tool", L("刀具管理", "Tool management"), "tools", nil},
		{"qa", "qa", L("质量", "Quality"), "qa", nil},
		{"buy", "buy", L("采购", "Purchasing"), "buy", nil},
		{"outsource", "outsource", L("外协", "Outsourcing"), "outsource", nil},
		{"whms", "whms", L("仓库", "Warehouse"), "whms", nil},
		{"asm", "asm", L("钳工", "Fitters"), "asm", nil},
		{"tr", "tr", L("试模", "Trial moulds"), "tr", nil},
		{"form", "form", L("成型", "Moulding"), "form", nil},
		{"dlv", "dlv", L("交付", "Delivery"), "dlv", nil},
		{"cost", "cost", L("成本", "Cost"), "cost", nil},
		{"reports", "reports", L("报表", "Reports"), "reports", nil},
		{"oee", "oee", L("设备监控", "Machine monitoring"), "oee", nil},
		{"cell", "cell", L("自动化", "Automation"), "cell", nil},
		{"linknode", "linknode", L("协同制造", "Collaborative manufacturing"), "linknode", nil},
		{"es", "es", L("工程服务", "Engineering services"), defaultIcon, nil},
		{"finance", "finance", L("财务", "Finance"), defaultIcon, nil},
		{"aftersale", "aftersale", L("售后", "After-sales"), "aftersale", nil},
	}
}
