package menu

import "mouldworks/internal/platform/problem"

// The areas of machines, settings and shared services.

func emsAreas() []Area {
	return []Area{
		page("machine", "ems.machine", "设备", "Machines"),
		page("machine-attribute", "ems.machineAttribute", "设备属性", "Machine attributes"),
		page("machine-layout", "ems.machine", "设备布局", "Machine layout"),
		soon("machine-type", "设备类型", "Machine types"), soon("coordinate", "坐标绑定", "Coordinate binding"), soon("monitor", "设备监控", "Monitoring"),
		under("fixture", "夹具", "Fixtures and clamps",
			soon("fixture-kanban", "夹具看板", "Fixture kanban"), soon("fixture-index", "夹具首页", "Fixture index"), soon("fixture-maintenance-item", "保养项目", "Maintenance items"),
			soon("fixture-category", "夹具类别", "Fixture categories"), soon("fixture-type", "夹具类型", "Fixture types"), soon("fixture-input", "夹具入库", "Fixture input"),
			soon("fixture-manage", "夹具管理", "Manage fixtures"), soon("fixture-maintain", "夹具保养", "Maintain fixtures"), soon("fixture-safety-stock", "夹具安全库存", "Fixture safety stock"),
			soon("fixture-distribution", "夹具分布", "Fixture distribution"), soon("fixture-statistics", "夹具统计", "Fixture statistics"), soon("fixture-history", "夹具出入记录", "Fixture in and out history")),
	}
}

func systemAreas() []Area {
	return []Area{
		under("resources", "生产资源", "Production resources",
			page("section", "system.section", "工段", "Sections"), page("group", "system.group", "资源组", "Resource groups"),
			page("resource-exception", "system.resourceException", "资源例外", "Resource exceptions")),
		under("organisation", "组织和人员", "Organisation and users",
			page("calendar", "system.calendar", "工作日历", "Work calendars"), page("shift", "system.shift", "班次", "Shifts"),
			page("title", "system.title", "职务", "Titles"), page("department", "system.department", "组织机构", "Organisation"),
			page("role", "system.role", "角色", "Roles"), page("role-detail", "system.role", "角色明细", "Role detail"), page("role-menu", "system.role", "角色菜单", "Role menus"),
			page("role-app-menu", "system.role", "角色应用菜单", "Role app menus"), page("role-user", "system.role", "角色用户", "Role users"),
			Area{Key: "user-add", Path: "user-add", Tree: "system.user", Name: problem.L("新增用户", "Add user"), Need: "add"}, page("user", "system.user", "用户列表", "User list"),
			page("login-log", "system.loginLog", "登录日志", "Sign-in log")),
		under("base", "基础数据", "Base data",
			page("process", "system.process", "工艺", "Processes"),
			page("material", "system.material", "材料", "Materials"), page("processing-material", "system.processingMaterial", "加工材料", "Processing materials"),
			page("electrode-gap", "system.electrodeGap", "电极材料和火花位", "Electrode materials and gaps"), page("part-type", "system.partType", "零件类型", "Part types"),
			page("accuracy-grade", "system.accuracyGrade", "精度等级", "Accuracy grades"), page("order-type", "system.orderType", "订单类型", "Order types"),
			page("factory", "system.factory", "工厂", "Factories"), page("customer", "system.customer", "客户", "Customers"),
			page("tolerance", "system.tolerance", "公差", "Tolerances"), page("tolerance-option", "system.tolerance", "公差选项", "Tolerance options"),
			page("product-type", "system.productType", "产品类型", "Product types"), page("unit", "system.unit", "单位", "Units"),
			page("colour-standard", "system.colourStandard", "颜色标准", "Colour standards"), page("surface-requirement", "system.surfaceRequirement", "表面要求", "Surface requirements"),
			page("pdm-file-type", "system.pdmFileType", "PDM 文件类型", "PDM file types"), page("formula", "system.formula", "计算公式", "Calculation formulas"),
			page("skill-title", "system.skillTitle", "技能职称", "Skill titles"), page("alarm-rule", "system.alarmRule", "报警规则", "Alarm rules"),
			page("part-number", "system.partNumber", "零件编码", "Part numbers"), page("part-number-type", "system.partNumber", "零件编码类型", "Part-number types"),
			page("part-number-rule", "system.partNumber", "零件编码规则", "Part-number rules")),
		under("business", "业务数据", "Business data",
			page("delivery-address", "system.deliveryAddress", "收货地址", "Delivery addresses"), page("supplier", "system.supplier", "供应商", "Suppliers"),
			page("currency", "system.currency", "币种", "Currencies"), page("exchange-rate", "system.currency", "汇率历史", "Exchange-rate history"),
			page("cost-centre", "system.costCentre", "成本中心", "Cost centres"), page("move-type", "system.moveType", "移动类型", "Move types"),
			page("warehouse-shelf", "system.warehouseShelf", "货架", "Warehouse shelves"),
			page("checkout-tool", "system.checkoutTool", "借还工具", "Checkout tools"), page("checkout-template", "system.checkoutTool", "借还模板", "Checkout templates")),
		under("company", "企业", "Company",
			page("security", "system.security", "安全策略", "Security policy"),
			page("company-info", "system.companyInfo", "企业信息", "Company info"), Area{Key: "wizard", Path: "wizard", Tree: "system.companyInfo", Name: problem.L("全局设置向导", "Global-settings wizard"), Need: "modify"}, page("wording", "system.wording", "企业用语", "Wording"), Area{Key: "logo", Path: "logo", Tree: "system.logo", Name: problem.L("企业标志", "Company logo"), Need: "modify"}, page("module", "system.module", "模块设置", "Module settings")),
		under("private-cloud", "私有云", "Private cloud",
			page("server", "system.server", "服务器部署", "Server deployment")),
		// Only the operator's tenant is granted these.
		under("platform", "平台运营", "Platform operation",
			page("registration", "platform.registration", "企业注册审核", "Registrations"), page("tenant", "platform.tenant", "租户和授权", "Tenants and licences"), page("package", "platform.package", "套餐", "Packages"), page("agreement", "platform.agreement", "服务协议", "Agreements")),
	}
}

func commonAreas() []Area {
	return []Area{
		// Everybody reads their own messages.
		{Key: "message", Path: "messageNotice/messageManagement", Name: problem.L("消息管理", "Messages")},
		// The reference of the API is a page outside the shell.
		{Key: "api-reference", Path: "/docs", Name: problem.L("接口文档", "API reference"), NewWindow: true, External: true},
		soon("kanban", "看板设置", "Kanban settings"), soon("barcode", "条码打印", "Barcode printing"), soon("service-order", "服务工单", "Service orders"),
		soon("machine-qr", "设备二维码申请", "Machine QR code request"), page("online-user", "common.onlineUser", "在线用户", "Online users"),
		page("operation-log", "common.operationLog", "操作日志", "Operation log"),
		soon("installer", "安装包下载", "Installer downloads"), soon("message-history", "系统消息历史", "System message history"),
	}
}
