package menu

import "mouldworks/internal/platform/problem"

// The areas of the modules that sell, buy, keep and count.

func crmAreas() []Area {
	return []Area{
		soon("home", "商务首页", "Business home"), soon("kanban", "商务看板", "Business kanban"),
		soon("order", "订单管理", "Order management"), soon("order-audit", "订单审核", "Order audit"),
		under("pre-project", "售前", "Pre-project",
			soon("pre-customer", "售前客户", "Pre-project customers"), soon("pre-project-list", "售前项目", "Pre-project projects"),
			soon("lost-reason", "丢单原因", "Lost-order reasons"), soon("cost-statistics", "成本统计", "Cost statistics")),
		under("quotation", "报价任务", "Quotation tasks",
			soon("quotation-assign", "报价分派", "Assign quotations"), soon("quotation-manage", "报价管理", "Manage quotations"), soon("quotation-my", "我的报价", "My quotations"),
			soon("quotation-audit", "报价审核", "Quotation audit"), soon("quotation-overview", "报价总览", "Quotation overview")),
		under("knowledge", "报价知识库", "Quotation knowledge base",
			soon("difficulty", "难度系数", "Difficulty"), soon("mould-size", "产品与模具尺寸", "Product and mould size"),
			soon("calculation-rule", "计算规则", "Calculation rules"), soon("quotation-template", "报价模板", "Quotation templates")),
	}
}

func buyAreas() []Area {
	return []Area{
		soon("request", "采购申请", "Purchase requests"), soon("purchase", "采购", "Purchasing"), soon("settlement", "采购结算", "Settlement"),
		soon("deduction", "供应商扣款", "Supplier deduction"), soon("query", "采购查询", "Purchasing queries"),
	}
}

func outsourceAreas() []Area {
	return []Area{
		soon("request", "外协申请", "Outsourcing requests"), soon("purchase", "外协采购", "Outsourcing purchase"), soon("deliver", "外协发货", "Deliver"),
		soon("receive", "外协收货", "Receive"), soon("query", "外协查询", "Outsourcing query"),
	}
}

func whmsAreas() []Area {
	return []Area{
		soon("position", "库位", "Warehouse positions"), soon("safety-stock", "安全库存", "Safety stock"), soon("in-out", "出入库", "In and out"), soon("iqc", "来料检验", "IQC"),
		soon("scrap", "库存报废", "Inventory scrap"), soon("count", "库存盘点", "Inventory count"), soon("query", "库存查询", "Warehouse queries"),
	}
}

func costAreas() []Area {
	return []Area{
		soon("report", "成本报表查询", "Cost report queries"), soon("hours", "工时", "Hours"), soon("cycle", "周期", "Cycles"), soon("review", "成本复核", "Cost review"), soon("kpi", "成本绩效", "Cost KPI"),
	}
}

func reportsAreas() []Area {
	return []Area{soon("progress-query", "进度查询", "Progress queries"), {Key: "id-query", Path: "query/idQuery", Name: problem.L("ID 查询", "ID query")}}
}
