package setting

import (
	"math"
	"slices"
)

// AlwaysKeep is the value of reuseTolerance for which no other resource ends early enough.
const AlwaysKeep = -1

// noLimit is the value of maxChangesInWindow that limits nothing.
const noLimit = -1

// Table are the settings in the order of their specification: the fifteen required ones, the optional ones, and what
// a run needs beside them. A fresh tenant gets values that the engine honours.
func Table() []Setting {
	return slices.Concat(required(), leads(), run(), advanced())
}

func option(value int, zh, en, helpZh, helpEn string) Option {
	return Option{value, L(zh, en), L(helpZh, helpEn)}
}

var hours = L("小时", "h")

func amount(n float64) *float64 { return &n }

func required() []Setting {
	return []Setting{
		{
			Key: "bottleneckBufferHours", Label: L("瓶颈缓冲时间", "Bottleneck buffer hours"), Unit: hours, Required: true, Default: 8, High: 1000,
			Help: L("瓶颈工序前预留的工作时间，前面的工序晚一点也不会让瓶颈停下来。倒排、双向和瓶颈驱动时，前工序至少提前这么多到达；正排时只影响谁先排。交期不允许时缓冲自动缩短。", "Working time kept free before an operation on the bottleneck, so that a small delay upstream does not stop it. In the directions that plan backwards, what feeds it arrives this much earlier; forward it only decides who goes first. It shrinks where a delivery would suffer."),
		}, {
			Key: "dynamicWorkSegmentation", Label: L("动态作业分割", "Dynamic work segmentation"), Required: true, Default: 0,
			Help: L("长工序能否分割成几段，插到别的工序之间。", "Whether a long operation may be segmented to fit between others."),
			Options: []Option{
				option(0, "否", "No", "一道工序连续占用一台设备，只在非工作时间暂停。", "An operation holds one machine in one go and pauses only over non-working time."),
				option(1, "是", "Yes", "能更早完工时，可分割成最多四段，每段不短于“最短段长”，段间加“重新准备时间”，留在同一设备；数量多于一件时也可整件分到几台设备同时做，各自准备。已开工、锁定的任务和电极、装配不分割。", "Where that ends it earlier, it is segmented: at most four segments, none shorter than “Shortest segment”, with “Set-up again” between them, on the same machine; several pieces may also be made whole by whole on several machines at once, each with its own set-up. What has begun or is locked, electrodes and assembly are never segmented."),
			},
		}, {
			Key: "minElectrodeTransferQty", Label: L("最小电极转移数量", "Minimum electrode transfer quantity"), Unit: L("个", "pcs"), Required: true, Default: 1, Low: 1, High: 1000, Whole: true,
			Help: L("放电开始前至少要到位的电极数；其余电极在放电过程中逐个到位。数值小，放电开始得早。", "How many electrodes must be there before burning starts; the others arrive one by one while it burns. A small number starts EDM earlier."),
		}, {
			Key: "optimisationGoal", Label: L("优化目标", "Optimisation goal"), Required: true, Default: 1,
			Help: L("多个方案都可行时，系统优先改善什么。求解时间为 0 时只按调度规则排，目标不起作用。", "What the engine improves first when several plans are possible. With a time limit of 0 the dispatch rule plans alone, and the goal changes nothing."),
			Options: []Option{
				option(1, "交期最优", "On time", "按优先级加权的延期总和最小。", "The least tardiness in all, weighted by priority."),
				option(2, "周期最短", "Shortest cycle", "模具平均在厂时间最短：短的、快完的先出厂，不论优先级；其次才看延期。", "The shortest mean time of a mould in the shop: what is nearly done leaves first, whatever its priority; tardiness comes second."),
				option(3, "利用率最高", "Bottleneck utilisation", "评估天数内瓶颈组干得最多；其次看延期。", "The most work on the bottlenecks within the evaluation days; tardiness comes second."),
				option(4, "负荷均衡", "Load balance", "评估天数内同组设备忙闲最接近；其次看延期。", "Machines of a group as equally busy as possible within the evaluation days; tardiness comes second."),
				option(5, "换型最少", "Fewest changeovers", "同一设备上相邻工序尽量属于同一模具；其次看延期。", "Neighbours on a machine belong to the same mould as far as possible; tardiness comes second."),
				option(6, "综合", "Weighted", "前五个目标各求一次，各占五分之一时间，取评估得分最高的方案；权重在下方设置。", "Each of the five goals above is planned with a fifth of the time; the plan with the highest evaluation score wins. The weights are set below."),
			},
		}, {
			Key: "overtimeChoice", Label: L("加班选择", "Overtime choice"), Required: true, Default: 0,
			Help: L("班次允许的加班时间用在哪里。", "Where the overtime that shifts allow is used."),
			Options: []Option{
				option(0, "不加班", "None", "只用正常班次。", "Regular shifts only."),
				option(1, "允许加班", "Use freely", "所有资源都可用班后加班时间。", "Every resource may use the overtime after its shifts."),
				option(2, "仅瓶颈", "Bottleneck only", "只有瓶颈组加班，其余按正常班次。", "Only bottleneck groups work overtime, the others regular shifts."),
				option(3, "仅延期任务", "Late moulds only", "只为会延期的模具加班，缩短不了延期的加班会退回（推荐）。", "Overtime only for moulds that would be late, and only where it shortens the delay (recommended)."),
			},
		}, {
			Key: "pauseResourcePriority", Label: L("暂停资源优先", "Paused-task resource priority"), Required: true, Default: 1,
			Help: L("已暂停的工序重新开始时，在哪台设备、排在什么位置。", "Where, and how soon, a paused operation goes on."),
			Options: []Option{
				option(1, "原资源优先续做", "Resume first on the same resource", "在原设备上最先继续。", "It goes on first, on its own machine."),
				option(2, "原资源按规则排", "Same resource, normal queue", "留在原设备，按调度规则排队。", "It stays on its machine and queues by the rule."),
				option(3, "可换资源", "Any eligible resource", "可换到空闲设备，需重新准备。", "It may move to a free machine, with a new set-up."),
			},
		}, {
			Key: "productionDirection", Label: L("生产方向", "Production direction"), Required: true, Default: 1,
			Help: L("工序尽早开始，还是贴近交期开始。", "Whether operations start as early as they can, or close to their delivery."),
			Options: []Option{
				option(1, "正排", "Forward", "所有工序尽早开始。", "Everything starts as early as possible."),
				option(2, "倒排", "Backward, just in time", "每道工序推迟到交期或后工序允许的最晚位置，在制品最少；模具不会因此更晚完成。已开工、锁定、冻结的不动。", "Every operation moves to the latest place that its delivery and successors allow: the least work in progress, and no mould later for it. What is started, locked or frozen stays."),
				option(3, "双向", "Both", "能按期的模具倒排，会延期的模具尽早。", "Moulds on time are planned backwards, late ones as early as possible."),
				option(4, "瓶颈驱动", "Drum", "瓶颈和它之后的工序尽早，瓶颈之前的工序按缓冲倒排。没有瓶颈时同正排，并在评估中说明。", "The bottleneck and what follows it as early as possible; what feeds it backwards from it, less the buffer. Without a bottleneck as forward, and the evaluation says so."),
			},
		}, {
			Key: "resourceLevelAllocation", Label: L("资源级别分配", "Resource level allocation"), Required: true, Default: 1,
			Help: L("零件精度等级与设备级别如何匹配。", "How the accuracy grade of a part meets the level of a machine."),
			Options: []Option{
				option(0, "不限", "Ignore", "不看级别。", "Levels do not matter."),
				option(1, "同级优先可高配", "Same level first, higher allowed", "先用同级设备；更精密的设备早完工超过“级别容差”时才用，更粗的不用。", "Machines of the same level; a finer one only where it ends earlier by more than the level tolerance, a coarser one never."),
				option(2, "严格同级", "Exact", "只用同级设备。", "Only machines of the same level."),
				option(3, "允许降级", "Lower allowed, flagged", "够级的设备都要晚超过“级别容差”时，才用较粗的设备，并标出。", "A coarser machine only where it ends earlier than every fine enough one by more than the level tolerance; marked as such."),
			},
		}, {
			Key: "resourceLocking", Label: L("资源锁定", "Resource locking"), Required: true, Default: 1,
			Help: L("重新排程时，哪些任务保持原来的设备。", "Which tasks keep their machine when planning again."),
			Options: []Option{
				option(0, "不锁定", "None", "除人工锁定外都可变动。", "Everything may move but what people have locked."),
				option(1, "锁定已开工", "Started tasks keep their resource", "已开工的任务不换设备。", "What has started stays on its machine."),
				option(2, "冻结期内锁定资源", "Also published tasks in the frozen window", "已发布且在冻结期内的任务不换设备。", "Published tasks inside the frozen window keep their machine."),
				option(3, "冻结期内锁定资源和时间", "Those keep resource and times", "冻结期内的任务设备和时间都不变。", "Inside the frozen window nothing moves."),
			},
		}, {
			Key: "resourceSelectionRule", Label: L("资源选择规则", "Resource selection rule"), Required: true, Default: 1,
			Help: L("一道工序有几台设备可选时选哪一台。求解时间大于零时，“最早可用”和“负荷最小”只是起点；其余规则在不影响目标时一直遵守。", "Which of several eligible machines is taken. With a time limit above zero, earliest start and least loaded are only where the search begins; the other rules hold as long as the goal does not suffer."),
			Options: []Option{
				option(1, "最早完工", "Earliest finish", "最早做完的设备。", "The machine that is done first."),
				option(2, "最早可用", "Earliest start", "最早能开始的设备，哪怕它做得慢。", "The machine that can start first, even a slow one."),
				option(3, "负荷最小", "Least loaded", "到此刻已排工时最少的设备，忙闲逐渐拉平。", "The machine with the least work so far; the load evens out."),
				option(4, "优先级", "Preferred order", "按工序可用设备表的顺位，首选设备再忙也等它。", "By the rank in the operation's list of machines; it waits for the first choice however busy that is."),
				option(5, "成本最低", "Lowest cost", "工时乘以设备与资源组的费率，取最便宜的设备。", "Its minutes times the rates of machine and group: the cheapest machine."),
				option(6, "同模同机", "Same machine as before", "零件上一道工序的设备（没有则同组内本模具最近用的设备），比最快的晚完工不超过“同机容差”就用它。", "The machine of the part's previous operation, else the one that the mould used last in the group, as long as it ends no later than the best by the same-machine tolerance."),
			},
		}, {
			Key: "reuseLastPlanResource", Label: L("沿用上次计划资源", "Reuse last plan resource"), Required: true, Default: 1,
			Help: L("重新排程时尽量不换设备，现场少变动。", "Keeps machines of the plan in force, so that the floor changes little."),
			Options: []Option{
				option(0, "否", "No", "每次重新选择设备。", "Machines are chosen anew each time."),
				option(1, "是", "Yes", "沿用执行中计划的设备，除非另一台早完工超过“沿用容差”。", "The machine of the plan in force, unless another one ends earlier by more than the reuse tolerance."),
			},
		}, {
			Key: "resourceSpecConstraints", Label: L("资源规格约束", "Resource specification constraints"), Required: true, Default: 1,
			Help: L("零件的尺寸、重量、硬度等是否限制可用设备。", "Whether size, weight and hardness of a part limit the machines."),
			Options: []Option{
				option(0, "不考虑", "Ignore", "不检查规格。", "Specifications are not checked."),
				option(1, "硬约束", "Hard", "放不下就不排，并说明原因。", "What does not fit is not planned, with its reason."),
				option(2, "软约束", "Soft", "没有合适设备时才突破，并标出。", "Broken only when no machine fits, and marked."),
			},
		}, {
			Key: "taskSchedulingRule", Label: L("任务调度规则", "Task scheduling rule"), Required: true, Default: 2,
			Help: L("几个任务等同一台设备时谁先做。求解时间大于零时，这只是起点。", "Who goes first when several tasks wait for a machine. With a time limit above zero this is only where the search begins."),
			Options: []Option{
				option(1, "最早交期", "Earliest due date", "交期早的先做。", "The earliest delivery first."),
				option(2, "优先级，再交期", "Priority, then due date", "优先级高的先做，相同时看交期。", "The most urgent first; equal ones by delivery."),
				option(3, "最小宽裕", "Least slack", "最晚开始时间早的先做。", "The earliest latest start first."),
				option(4, "关键比", "Critical ratio", "剩余时间与剩余工作之比小的先做。", "The smallest ratio of time left to work left first."),
				option(5, "最短工时", "Shortest processing time", "短任务先做。", "Short tasks first."),
				option(6, "最长工时", "Longest processing time", "长任务先做。", "Long tasks first."),
				option(7, "先到先做", "First in, first out", "先到的先做。", "Whoever arrives first."),
				option(8, "缓冲侵入", "Buffer penetration", "缓冲被侵入最多的先做；没有缓冲时按最小宽裕。", "The most penetrated buffer first; without buffers as least slack."),
			},
		}, {
			Key: "timeoutSurplusCoefficient", Label: L("超时任务剩余工时系数", "Overdue-task remaining-hours coefficient"), Required: true, Default: 0.2, High: 100,
			Help: L("已报工时超过计划工时后，还要多少：计划工时乘以此系数，至少半小时。", "What an operation still needs once its reported hours exceed the plan: planned hours times this figure, at least half an hour."),
		}, {
			Key: "assemblyHourMethod", Label: L("装配工序工时方式", "Assembly process-hour method"), Required: true, Default: 1,
			Help: L("装配工时从哪里来。", "Where the hours of assembly come from."),
			Options: []Option{
				option(1, "工艺工时", "Process-design hours", "用模具或工艺上的工时。", "The hours of the mould or its route."),
				option(2, "固定", "Fixed by order type", "订单类型上的装配工时；没有填时用工艺工时。", "The assembly hours of the order type; without any those of the route."),
				option(3, "按零件汇总", "Sum of parts", "各零件数量乘以零件类型的默认工时，再除以装配人数；没有时用工艺工时。", "Quantity times the default hours of the part type, over all parts, divided by the crew; without any the hours of the route."),
				option(4, "历史平均", "Mean of finished moulds", "同一订单类型最近 10 副（至少 3 副）已完成模具的实际装配工时平均；不足时用订单类型的，再用工艺的；都没有则不排并说明。", "The mean of what the last ten finished moulds of the order type took, at least three; else the order type's hours, else the route's; without any the assembly is not planned, with the reason."),
			},
		},
	}
}

func leads() []Setting {
	lead := func(key, zh, en string, value float64, helpZh, helpEn string) Setting {
		return Setting{Key: key, Label: L(zh, en), Help: L(helpZh, helpEn), Unit: hours, Empty: amount(0), Default: value, High: 10_000}
	}
	return []Setting{
		lead("defaultFlowTime", "默认流转时间", "Default flow time", 1, "零件从一个资源组到另一个资源组的时间，流转时间表里另有规定的除外。", "Time of a part from one group to another, unless the flow times say otherwise."),
		lead("electrodePreProcessTime", "电极前处理时间", "Electrode pre-process time", 4, "电极设计放行后，到可以上机加工的时间（按加工组的白班计）；备料日期已到的电极不再计。", "From the design release of an electrode until its first operation, in manned hours of its group; none once its material date has come."),
		lead("edmLeadNotSplit", "未拆电极提前期", "Lead time, electrodes not split (EDM)", 72, "放电工序需要电极但还没拆电极时，预计要等多久（按放电组的白班计）。", "How long EDM waits when its electrodes are not designed yet, in manned hours of the EDM group."),
		lead("edmLeadNotStocked", "电极未入库提前期", "Lead time, electrodes not stocked (EDM)", 24, "电极已知但既没入库也不在本次排程中时，预计多久到位（按放电组的白班计）。", "How long an electrode takes that is known but neither in stock nor in this run, in manned hours of the EDM group."),
	}
}

func run() []Setting {
	return []Setting{
		{
			Key: "frozenWindowHours", Label: L("冻结期", "Frozen window"), Unit: hours, Default: 24, High: 10_000,
			Help: L("从排程开始算起，这段时间内的已发布任务按“资源锁定”处理。", "Published tasks that start within this time from the start of the schedule are held as “Resource locking” says."),
		},
		{
			Key: "maxChangesInWindow", Label: L("冻结期内最多变动", "Most changes in the window"), Unit: L("个任务", "tasks"), Default: noLimit, Empty: amount(noLimit), EmptyWord: L("不限", "No limit"), High: 100_000, Whole: true,
			Help: L("冻结期内的已发布任务，最多允许这么多个换设备或开始时间变动超过 15 分钟；留空不限。无法避免的变动不计，并在评估中说明。", "How many published tasks that start in the frozen window may change their resource or move by more than 15 minutes; empty = any number. Changes that cannot be avoided do not count; the evaluation names them."),
		},
		{
			Key: "timeLimitSeconds", Label: L("求解时间", "Time limit"), Unit: L("秒", "s"), Default: 20, High: 3600, Whole: true,
			Help: L("系统最多花多少时间改善计划；0 表示只用调度规则。", "How long the engine improves the plan; 0 means the dispatch rule alone."),
		},
		{
			Key: "seed", Label: L("随机种子", "Seed"), Default: 1, Low: 1, High: math.MaxInt32, Whole: true,
			Help: L("相同数据、相同种子得到相同的计划。", "The same data and the same seed give the same plan."),
		},
	}
}

func advanced() []Setting {
	all := []Setting{
		{
			Key: "evaluationDays", Label: L("评估天数", "Evaluation days"), Unit: L("天", "d"), Default: 28, Low: 1, High: 365, Whole: true,
			Help: L("负荷、利用率和均衡从排程开始算起的天数。", "How many days from the start of the schedule load, utilisation and balance are counted."),
		}, {
			Key: "bottleneckThreshold", Label: L("瓶颈目标利用率", "Bottleneck target"), Unit: L("%", "%"), Default: 85, Low: 1, High: 100,
			Help: L("没有设定目标利用率的设备按此评估。没有指定瓶颈组时，负荷最高的设备组达到此值才算瓶颈。", "What machines without a target utilisation of their own are measured by. Where no group is named as the bottleneck, the machine group with the highest load counts as one once it reaches this."),
		}, {
			Key: "levelTolerance", Label: L("级别容差", "Level tolerance"), Unit: hours, Default: 4, High: 1000,
			Help: L("换用别的级别的设备，至少要早完工这么多才值得。", "By how much another level of machine must end earlier to be worth it."),
		}, {
			Key: "sameMachineTolerance", Label: L("同机容差", "Same-machine tolerance"), Unit: hours, Default: 4, High: 1000,
			Help: L("资源选择为“同模同机”时，为留在原设备最多晚完工多少。", "With “Same machine as before”: how much later the old machine may end and still be taken."),
		}, {
			Key: "reuseTolerance", Label: L("沿用容差", "Reuse tolerance"), Unit: hours, Default: 4, High: 1000, Empty: amount(AlwaysKeep), EmptyWord: L("一律不换", "Never leave it"),
			Help: L("沿用上次计划资源时，另一台设备早完工超过此值才换；留空则一律不换。", "With “Reuse last plan resource”: a machine is left only for one that ends earlier by more than this; empty = never."),
		}, {
			Key: "movedThreshold", Label: L("移动阈值", "Moved threshold"), Unit: hours, Default: 4, High: 1000,
			Help: L("开始时间变动不超过此值的任务算未移动。", "A task whose start moves by no more than this counts as unmoved."),
		},
	}
	all = append(all,
		Setting{
			Key: "minRemaining", Label: L("最少剩余工时", "Least remaining hours"), Unit: hours, Default: 0.5, High: 1000,
			Help: L("已报工时超过计划工时的任务，至少还算这么多；见“超时任务剩余工时系数”。", "What a task still needs at least once its reported hours exceed the plan; see “Overdue-task remaining-hours coefficient”."),
		},
		Setting{
			Key: "reSetup", Label: L("重新准备时间", "Set-up again"), Unit: hours, Default: 0.25, High: 1000,
			Help: L("暂停的工序换设备、工序分割后再开始时，另加的有人准备时间。从同一个未分割的计划出发，段间准备时间调短不会让计划变差，按负荷计算的优化目标除外；按时间搜索时，每次未分割的计划可能不同。超过 24 小时，工序不再前后分割。", "Manned set-up that is added where paused work goes on elsewhere, and between the segments of an operation. From the same plan before segmentation, a shorter one between segments does not make it worse, unless the goal counts load; a search by time may begin with another plan. Beyond 24 h no operation has segments one after the other."),
		},
		Setting{
			Key: "minSegment", Label: L("最短段长", "Shortest segment"), Unit: hours, Default: 2, Low: 0.25, High: 1000,
			Help: L("“动态作业分割”时每段至少加工这么久。", "With “Dynamic work segmentation”: each segment works at least this long."),
		},
	)
	for _, a := range Axes {
		all = append(all, Setting{
			Key: a.Weight, Label: L("权重："+a.Label.Zh, "Weight: "+a.Label.En), Default: 1, High: 100,
			Help: L("“"+a.Label.Zh+"”在评估得分中的权重。", "How much “"+a.Label.En+"” counts in the evaluation score."),
		})
	}
	for i := range all {
		all[i].Advanced = true
	}
	return all
}
