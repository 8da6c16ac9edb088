package menu

// The areas of the modules that plan, design and make.

func apsAreas() []Area {
	return []Area{
		page("schedule", "aps.schedule", "排程任务", "Schedules"),
		page("workshop", "aps.workshop", "车间计划", "Workshop plan"),
		page("batch-operation", "aps.batch", "批次操作", "Batch operation"),
		page("auto-schedule", "aps.autoSchedule", "自动排程", "Auto-schedules"),
		page("setting", "aps.setting", "排程参数", "Scheduling settings"),
		page("flow-time", "aps.flowTime", "流转时间", "Flow times"),
		soon("execution", "排程执行", "Schedule execution"),
		soon("adjust", "计划调整", "Plan adjustment"),
		soon("detail", "计划明细", "Plan detail"),
		soon("query", "计划查询", "Plan query"),
		under("capacity", "产能", "Capacity",
			page("week-plan", "aps.weekPlan", "资源周计划", "Resource week plan"),
			page("capacity-detail", "aps.capacity", "产能明细", "Capacity detail")),
		page("completion-rate", "aps.completionRate", "计划完成率", "Plan completion rate"),
		soon("report", "计划报表", "Planning reports"),
	}
}

func pmAreas() []Area {
	imports := page("import", "pm.import", "导入生产数据", "Import production data")
	imports.Need = "add"
	return []Area{
		page("mould", "pm.mould", "模具", "Moulds"),
		imports,
		under("projects", "项目", "Projects",
			soon("project", "项目", "Projects"), soon("project-audit", "项目审核", "Project audit"), soon("work-order", "工单", "Work orders"),
			soon("query", "项目查询", "Project query"), soon("worklog", "工时日志", "Worklog"), soon("kanban", "项目看板", "Project kanban"), soon("evaluation-task", "评估任务", "Evaluation tasks")),
		under("mould-record", "模具档案", "Mould records",
			soon("cavity-count", "模穴数", "Cavity count"), soon("mould-status", "模具状态", "Mould status"), soon("mould-source", "模具来源", "Mould source"),
			soon("mould-resume", "模具履历", "Mould resume"), soon("change-report", "设变报告", "Change reports"), soon("maintenance-report", "维修报告", "Maintenance reports")),
		under("plans", "项目计划", "Project plans",
			soon("plan-phase", "计划阶段", "Plan phases"), soon("plan-template", "计划模板", "Plan templates"), soon("plan-instance", "计划实例", "Plan instances")),
	}
}

func bomAreas() []Area {
	return []Area{
		page("part", "bom.part", "零件和电极", "Parts and electrodes"),
		page("batch", "bom.batch", "批次", "Batches"),
		soon("exam", "BOM 审核", "BOM exam"), soon("order", "BOM 订单", "BOM orders"), soon("query", "BOM 查询", "BOM queries"),
	}
}

func cappAreas() []Area {
	return []Area{
		page("operation", "capp.operation", "工艺路线", "Routes"),
		page("eligible-machine", "capp.eligibleMachine", "可用设备", "Eligible machines"),
		page("outsource-order", "capp.outsource", "外协单", "Outsourcing orders"),
		soon("task", "工艺任务", "Process tasks"), soon("design", "工艺设计", "Process design"), soon("workshop-plan", "车间计划", "Workshop plan"),
		soon("card-print", "工艺卡打印", "Process card print"), soon("merge", "工艺合并", "Process merge"), soon("copy", "工艺复制", "Process copy"),
		soon("outsource-request", "外协申请", "Outsourcing requests"), soon("kpi", "工艺绩效", "Process KPI"), soon("template", "工艺模板", "Process templates"),
	}
}

func toolingAreas() []Area {
	return []Area{
		page("progress", "mf.progress", "生产进度", "Progress"),
		page("program", "mf.program", "加工程序", "Programs"),
		soon("setup", "装夹", "Setup"), soon("electrode-material", "电极备料", "Electrode material"), soon("arrange", "任务安排", "Arrangement"),
		under("machine-task", "设备任务", "Machine tasks",
			soon("cnc-task", "CNC 任务", "CNC tasks"), soon("cmm-task", "CMM 任务", "CMM tasks"), soon("edm-task", "EDM 任务", "EDM tasks"), soon("we-task", "线割任务", "WE tasks")),
		soon("rework", "返工", "Rework"), soon("checkout", "下机", "Checkout"), soon("worklog", "工时日志", "Worklog"), soon("report", "制造报表", "Reports"),
		soon("setting", "制造设置", "Settings"), soon("knowledge", "知识库", "Knowledge base"), soon("storage", "货架", "Storage"),
	}
}

func cadAreas() []Area {
	return []Area{
		soon("overview", "设计总览", "Design overview"), soon("assign", "设计分派", "Assign"), soon("manage", "设计管理", "Manage"), soon("my-task", "我的设计任务", "My design tasks"),
		soon("bom-import", "BOM 导入", "BOM import"), soon("bom-review", "BOM 评审", "BOM review"), soon("ecn-lock", "ECN 锁定", "ECN lock"), soon("ecn-review", "ECN 评审", "ECN review"),
		soon("bom-query", "BOM 查询", "BOM query"), soon("setting", "设计设置", "Settings"),
	}
}

func camAreas() []Area {
	return []Area{
		under("work", "编程", "Programming",
			soon("task", "编程任务", "Programming tasks"), soon("assign", "编程分派", "Assign"), soon("receive", "编程接收", "Receive"), soon("manage", "编程管理", "Manage")),
		under("error", "编程异常", "Programming errors",
			soon("error-apply", "异常申请", "Error application"), soon("error-check", "异常确认", "Error check"), soon("error-query", "异常查询", "Error query")),
		soon("program-query", "程式查询", "Program queries"), soon("batch-upload", "批量上传", "Batch upload"), soon("setting", "编程设置", "Settings"), soon("qc", "编程质检", "QC"),
	}
}

func toolsAreas() []Area {
	return []Area{
		soon("home", "刀具首页", "Tool home"), soon("kanban", "刀具看板", "Tool kanban"), soon("base", "刀具基础数据", "Base data"),
		soon("inventory", "刀具库存", "Tool inventory"), soon("flow", "刀具流转", "Tool flow"), soon("report", "刀具报表", "Tool reports"),
	}
}

func dfmAreas() []Area { return []Area{soon("task", "评估任务", "Evaluation tasks")} }

func qaAreas() []Area {
	return []Area{
		soon("exception", "品质异常", "Quality exceptions"), soon("analysis", "品质分析", "Quality analysis"),
		soon("training", "品质培训", "Quality training"), soon("setting", "品质设置", "Quality settings"),
	}
}

func oeeAreas() []Area {
	return []Area{
		soon("monitor", "设备监控", "Machine monitoring"), soon("rate", "稼动率", "Rates"), soon("alarm", "设备报警", "Alarms"),
		soon("stop", "停机分析", "Stop analysis"), soon("kanban", "设备看板", "Machine kanban"),
	}
}

func cellAreas() []Area {
	return []Area{
		soon("order", "自动化订单", "Automation orders"), soon("task", "自动化任务", "Automation tasks"), soon("rfid", "RFID", "RFID"), soon("unit", "单元设置", "Unit setup"),
	}
}
