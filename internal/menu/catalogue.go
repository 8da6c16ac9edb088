package menu

import "mouldworks/internal/platform/problem"

// Module is an entry of the catalogue.
type Module struct {
	Key      string
	Prefix   string // of its routes
	Name     problem.Text
	Icon     string
	Areas    []Area
	MenuOnly bool // stands in the menu catalogue but is no module that a tenant opens (SCOPE-08)
	Partner  bool // stands nowhere until a company has said where it enters it
}

// Area is a part of a module's menu: a page of ours, a page that is planned, or a heading over further areas.
// Below a module there are at most two levels (MENU-30, R60).
type Area struct {
	Key       string       // last part of the menu key, unique in its module
	Name      problem.Text // in the panel and the navigation
	Path      string       // below the module's prefix; with a leading slash, from the origin; empty: no page (yet)
	Tree      string       // permission key without operation
	Need      string       // operation that shows it; empty: whoever is signed in
	NewWindow bool
	External  bool // opens Path itself, not a route inside the shell
	Children  []Area
}

// planned tells whether no page stands behind a module.
func (m Module) planned() bool {
	for _, a := range m.Areas {
		if a.Path != "" {
			return false
		}
		for _, c := range a.Children {
			if c.Path != "" {
				return false
			}
		}
	}
	return true
}

// defaultIcon serves the modules without an icon class of their own (R23).
const defaultIcon = "module"

// page is a leaf that opens a route of ours for those who may check it.
func page(path, tree, zh, en string) Area {
	return Area{Key: path, Path: path, Tree: tree, Name: problem.L(zh, en), Need: "check"}
}

// soon is an area of the catalogue without a page yet: it has display 0.
func soon(key, zh, en string) Area { return Area{Key: key, Name: problem.L(zh, en)} }

// under is a heading.
func under(key, zh, en string, areas ...Area) Area {
	return Area{Key: key, Name: problem.L(zh, en), Children: areas}
}

// Catalogue is every entry of the menu, in the order of the panel. Entries without a page are planned.
func Catalogue() []Module {
	L := problem.L
	return []Module{
		{Key: "aps", Prefix: "aps", Name: L("计划排程", "Planning and scheduling"), Icon: "aps", Areas: apsAreas()},
		{Key: "pm", Prefix: "pm", Name: L("项目管理", "Project management"), Icon: "pm", Areas: pmAreas()},
		{Key: "bom", Prefix: "bom", Name: L("物料清单", "Bill of materials"), Icon: "bom", Areas: bomAreas()},
		{Key: "capp", Prefix: "capp", Name: L("工艺设计", "Process design"), Icon: "capp", Areas: cappAreas()},
		{Key: "tooling", Prefix: "mf", Name: L("智能制造", "Smart manufacturing"), Icon: "tooling", Areas: toolingAreas()},
		{Key: "ems", Prefix: "ems", Name: L("设备资产", "Assets and machines"), Icon: "ems", Areas: emsAreas()},
		{Key: "system", Prefix: "settings", Name: L("系统设置", "System settings"), Icon: "system", Areas: systemAreas()},
		{Key: "common", Prefix: "comm", Name: L("公共服务", "Shared services"), Icon: "common", Areas: commonAreas()},
		{Key: "crm", Prefix: "crm", Name: L("商务订单", "Business and orders"), Icon: "crm", Areas: crmAreas()},
		{Key: "dfm", Prefix: "dfm", Name: L("评估", "Evaluation"), Icon: "dfm", Areas: dfmAreas()},
		{Key: "cad", Prefix: "cad", Name: L("智能设计", "Smart design"), Icon: "cad", Areas: cadAreas()},
		{Key: "cam", Prefix: "cam", Name: L("智能编程", "Smart programming"), Icon: "cam", Areas: camAreas()},
		{Key: "tools", Prefix: "tool", Name: L("刀具管理", "Tool management"), Icon: "tools", Areas: toolsAreas()},
		{Key: "qa", Prefix: "qa", Name: L("质量", "Quality"), Icon: "qa", Areas: qaAreas()},
		{Key: "buy", Prefix: "buy", Name: L("采购", "Purchasing"), Icon: "buy", Areas: buyAreas()},
		{Key: "outsource", Prefix: "outsource", Name: L("外协", "Outsourcing"), Icon: "outsource", Areas: outsourceAreas()},
		{Key: "whms", Prefix: "whms", Name: L("仓库", "Warehouse"), Icon: "whms", Areas: whmsAreas()},
		{Key: "asm", Prefix: "asm", Name: L("钳工", "Fitters"), Icon: "asm", Areas: []Area{soon("task", "钳工任务", "Fitter tasks")}},
		{Key: "tr", Prefix: "tr", Name: L("试模", "Trial moulds"), Icon: "tr"},
		{Key: "form", Prefix: "form", Name: L("成型", "Moulding"), Icon: "form"},
		{Key: "dlv", Prefix: "dlv", Name: L("交付", "Delivery"), Icon: "dlv", Areas: []Area{soon("delivery", "交付", "Delivery")}},
		{Key: "cost", Prefix: "cost", Name: L("成本", "Cost"), Icon: "cost", Areas: costAreas()},
		{Key: "reports", Prefix: "reports", Name: L("报表", "Reports"), Icon: "reports", Areas: reportsAreas()},
		{Key: "oee", Prefix: "oee", Name: L("设备监控", "Machine monitoring"), Icon: "oee", Areas: oeeAreas()},
		{Key: "cell", Prefix: "cell", Name: L("自动化", "Automation"), Icon: "cell", Areas: cellAreas()},
		{Key: "linknode", Prefix: "linknode", Name: L("协同制造", "Collaborative manufacturing"), Icon: "linknode"},
		{Key: "es", Prefix: "es", Name: L("工程服务", "Engineering services"), Icon: defaultIcon},
		{Key: "finance", Prefix: "finance", Name: L("财务", "Finance"), Icon: defaultIcon},
		{Key: "aftersale", Prefix: "aftersale", Name: L("售后", "After-sales"), Icon: "aftersale"},
		{Key: "mas", Prefix: "mas", Name: L("自动化管理", "Automation management"), Icon: defaultIcon, MenuOnly: true, Areas: []Area{soon("automation", "自动化管理", "Automation management")}},
		{Key: "act", Prefix: "act", Name: L("个人任务", "Personal tasks"), Icon: "act", MenuOnly: true, Areas: []Area{soon("task", "个人任务", "Personal tasks")}},
	}
}

// partners are modules of others that know us: what they want to be told stands with their tiles (HEADER-09, HEADER-12,
// HEADER-13).
func partners() []Module {
	L := problem.L
	return []Module{
		{Key: "chain", Prefix: "chain", Name: L("产业链", "Supply chain"), Icon: defaultIcon, Partner: true},
		{Key: "oms", Prefix: "oms", Name: L("订单协同", "Order collaboration"), Icon: defaultIcon, Partner: true},
		{Key: "pro", Prefix: "pro", Name: L("专业版", "Professional edition"), Icon: defaultIcon, Partner: true},
		{Key: "ai", Prefix: "ai", Name: L("智能应用", "AI applications"), Icon: defaultIcon, Partner: true},
	}
}

// everything is the catalogue with the modules of partners behind it.
func everything() []Module { return append(Catalogue(), partners()...) }
