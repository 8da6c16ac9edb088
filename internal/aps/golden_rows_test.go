package aps_test

import (
	"mouldworks/internal/aps/model"
)

// goldenRow says where a setting puts a marker task. Start and reason were worked out by hand; nothing here comes from
// the engine. The page of the guide is written from these rows: see TestGoldenPage.
type goldenRow struct {
	of     fixture
	key    string
	value  any            // nil = saved empty
	with   map[string]any // other settings than the base
	marker string
	start  string // day of March 2026 and time
	zh, en string // why
}

// goldenBase are the settings of every row but for its own; times that nobody asks for are 0.
var goldenBase = map[string]any{
	"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0, "edmLeadNotSplit": 72.0, "edmLeadNotStocked": 24.0, "timeLimitSeconds": 0.0,
	"bottleneckBufferHours": 0.0, "resourceLevelAllocation": 1.0, "resourceSpecConstraints": 1.0, "reuseLastPlanResource": 0.0,
}

type with = map[string]any

var (
	assemblyAll  = smallAssembly("订单类型 10 小时，12 个零件各 1 小时，已完成模具平均 5 小时", "order type 10 h, twelve parts of 1 h, finished moulds 5 h", model.AssemblyHours{Fixed: 600, Parts: 720, Mean: 300})
	assemblyFew  = smallAssembly("订单类型 10 小时，只完成过两副", "order type 10 h, only two finished moulds", model.AssemblyHours{Fixed: 600})
	assemblyNone = smallAssembly("别无工时", "no other hours", model.AssemblyHours{})
)

var goldenRows = []goldenRow{
	{edmNamed, "bottleneckBufferHours", 0.0, with{"productionDirection": 2.0}, "B/B1/10/", "11T21:00", "B1 的放电周四 9:00 开始；铣削 4 小时紧接其前：周三 21:00–24:00，周四 8:00–9:00", "EDM of B1 starts on Thursday at 9:00; its 4 h of milling lie right before: Wednesday 21:00-24:00, Thursday 8:00-9:00"},
	{edmNamed, "bottleneckBufferHours", 8.0, with{"productionDirection": 2.0}, "B/B1/10/", "11T13:00", "放电前留 8 个班次小时：周四 8:00–9:00 和周三 17:00–24:00，铣削在 17:00 前结束", "eight shift hours before EDM: Thursday 8:00-9:00 and Wednesday 17:00-24:00, so milling ends at 17:00"},
	{edmNamed, "bottleneckBufferHours", 8.0, with{"productionDirection": 2.0}, "B/B1/20/", "12T09:00", "缓冲只动前工序，不动放电", "the buffer moves what feeds EDM, not EDM"},
	{edmNamed, "bottleneckBufferHours", 8.0, nil, "B/B1/10/", "02T08:00", "正排：缓冲只决定谁先排", "forward: the buffer only decides who goes first"},
	{edmNamed, "bottleneckBufferHours", 8.0, with{"productionDirection": 4.0}, "C/C2/10/", "07T04:00", "C2 的放电周六 16:00 开始，缓冲 8 小时：线切割 4:00–8:00", "EDM of C2 starts on Saturday at 16:00; eight hours of buffer: WEDM 4:00-8:00"},

	{goldenPlain, "dynamicWorkSegmentation", 0.0, nil, "C/C4/10/", "02T15:00", "W1 在 11:00–15:00 被 B2 占用，8:00–11:00 放不下 5 小时", "W1 is locked for B2 from 11:00 to 15:00; five hours do not fit before"},

	{goldenPlain, "dynamicWorkSegmentation", 1.0, nil, "C/C4/10/", "02T08:00", "先做 3 小时", "three hours of it come first"},
	{goldenPlain, "dynamicWorkSegmentation", 1.0, nil, "C/C4/10/#2", "02T15:00", "其余 2 小时加重新准备 15 分钟，17:15 完工，而不是 20:00", "the other two, with a quarter of an hour of set-up: done at 17:15 instead of 20:00"},
	{goldenPlain, "minSegment", 2.5, with{"dynamicWorkSegmentation": 1.0}, "C/C4/10/#2", "02T15:00", "每段至少 2.5 小时：先做 2.5 小时，17:45 完工", "segments of 2.5 h at least: 2.5 h come first, done at 17:45"},
	{goldenPlain, "minSegment", 3.0, with{"dynamicWorkSegmentation": 1.0}, "C/C4/10/", "02T15:00", "每段至少 3 小时：5 小时分不成两段", "segments of 3 h at least: five hours cannot be segmented"},

	{goldenPlain, "minElectrodeTransferQty", 1.0, nil, "A/A1/20/", "02T10:00", "M1 每 2 小时出一个电极，第一个 10:00", "M1 mills an electrode every two hours, the first until 10:00"},
	{goldenPlain, "minElectrodeTransferQty", 3.0, nil, "A/A1/20/", "02T14:00", "第三个电极 14:00", "the third electrode at 14:00"},
	{goldenPlain, "minElectrodeTransferQty", 6.0, nil, "A/A1/20/", "02T20:00", "第六个电极 20:00", "the sixth electrode at 20:00"},
	{goldenPlain, "minElectrodeTransferQty", 1.0, nil, "A/A2/20/", "02T17:30", "每个只烧半小时；最后一个 20:00 到，放电从 20:00 减 5×0.5 小时起不断料", "each burns for half an hour; the last arrives at 20:00, and 20:00 less 5 x 0.5 h keeps EDM supplied"},
	{goldenPlain, "minElectrodeTransferQty", 3.0, nil, "A/A2/20/", "02T17:30", "三个 14:00 就齐，但仍要等得上最后一个", "three are there at 14:00, but the last one still decides"},
	{goldenPlain, "minElectrodeTransferQty", 6.0, nil, "A/A2/20/", "02T20:00", "六个都到才开始", "all six have to be there"},

	{smallCycle, "optimisationGoal", 1.0, nil, "Q/Q/10/", "02T16:00", "P 须在 8 小时内交，先做；Q 有时间", "P is due after its eight hours and goes first; Q has time"},
	{smallCycle, "optimisationGoal", 2.0, nil, "Q/Q/10/", "02T08:00", "先做 1 小时的 Q：在厂时间 1+9 小时，比 8+9 小时短", "Q of one hour first: 1 + 9 hours in the shop instead of 8 + 9"},
	{smallDrum, "optimisationGoal", 1.0, with{"evaluationDays": 1.0}, "Q/Q/10/", "02T08:00", "Q 须在 4 小时内交，先做", "Q is due after its four hours and goes first"},
	{smallDrum, "optimisationGoal", 3.0, with{"evaluationDays": 1.0}, "Q/Q/10/", "02T10:00", "P 先做：瓶颈在 24 小时内干 20 小时，而不是 18 小时", "P first: the bottleneck works 20 instead of 18 hours of the day"},
	{smallBalance, "optimisationGoal", 1.0, nil, "Q/Q/10/", "02T12:00", "快机 N1 接在 P 后面，16:00 按期完成", "after P on the fast machine N1, done at 16:00 in time"},
	{smallBalance, "optimisationGoal", 4.0, nil, "Q/Q/10/", "02T08:00", "慢机 N2：4 与 10 小时，比 8 与 0 均衡", "on the slow machine N2: 4 and 10 hours are more even than 8 and 0"},
	{smallChangeovers, "optimisationGoal", 1.0, nil, "Q/Q/10/", "02T10:00", "P 的第一个零件 2 小时内要交，Q 接着，换两次模具", "the first part of P is due after two hours, Q follows: two changeovers"},
	{smallChangeovers, "optimisationGoal", 5.0, nil, "Q/Q/10/", "02T08:00", "Q 先做，P 的两个零件相连，只换一次", "Q first, the two parts of P together: one changeover"},
	{smallBalance, "optimisationGoal", 6.0, onlyAxis("weightDelivery"), "Q/Q/10/", "02T12:00", "只有交期有权重：两副模具都按期", "only delivery has a weight: both moulds on time"},
	{smallBalance, "optimisationGoal", 6.0, onlyAxis("weightBalance"), "Q/Q/10/", "02T08:00", "只有均衡有权重：用两台设备", "only balance has a weight: both machines work"},

	{goldenPlain, "overtimeChoice", 0.0, nil, "A/A4/20/", "03T10:00", "磨削 10 小时：周一 8 小时，周二 2 小时", "grinding of ten hours: eight on Monday, two on Tuesday"},
	{goldenPlain, "overtimeChoice", 1.0, nil, "A/A4/20/", "02T19:00", "周一磨 8 小时，再加班 2 小时", "eight hours on Monday and two of overtime"},
	{goldenPlain, "overtimeChoice", 3.0, nil, "A/A4/20/", "03T10:00", "A 不延期，不加班", "A is not late and works no overtime"},
	{goldenPlain, "overtimeChoice", 0.0, nil, "C/ASM/20/", "10T08:00", "C 的钳工周一 17:00 结束，试模次日", "fitting of C ends on Monday at 17:00, the try-out follows next morning"},
	{goldenPlain, "overtimeChoice", 1.0, nil, "C/ASM/20/", "09T17:00", "试模当晚加班 3 小时，次日再 1 小时", "the try-out begins in overtime: three hours, then one next morning"},
	{goldenPlain, "overtimeChoice", 3.0, nil, "C/ASM/20/", "09T17:00", "C 会延期，可以加班", "C would be late, so it may"},
	{goldenPlain, "overtimeChoice", 0.0, nil, "C/C3/20/", "03T12:00", "磨削 12 小时：周一 8 小时，周二 4 小时", "grinding of twelve hours: eight on Monday, four on Tuesday"},
	{goldenPlain, "overtimeChoice", 1.0, nil, "C/C3/20/", "03T09:00", "周一磨 8 小时加班 3 小时，周二 1 小时", "eight hours and three of overtime on Monday, one on Tuesday"},
	{goldenPlain, "overtimeChoice", 3.0, nil, "C/C3/20/", "03T12:00", "C 的延期由 C2 决定，C3 的加班缩短不了，退回", "C is late by C2; overtime on C3 shortens nothing and is given back"},
	{grindNamed, "overtimeChoice", 2.0, nil, "A/A4/20/", "02T19:00", "磨削是瓶颈组，可以加班", "grinding is named as the bottleneck and works overtime"},
	{grindNamed, "overtimeChoice", 2.0, nil, "C/ASM/20/", "10T08:00", "试模组不是瓶颈，不加班", "the try-out is no bottleneck and does not"},
	{edmNamed, "overtimeChoice", 2.0, nil, "A/A4/20/", "03T10:00", "瓶颈是放电，磨削不加班", "EDM is the bottleneck, grinding works no overtime"},

	{goldenPaused, "pauseResourcePriority", 1.0, nil, "A/A2/5/", "02T08:00", "暂停的 A2 在 W2 上最先继续", "the paused A2 goes on first on W2"},
	{goldenPaused, "pauseResourcePriority", 1.0, nil, "C/C2/10/", "02T10:00", "C2 等 A2 剩下的 2 小时", "C2 waits for the two hours that A2 has left"},
	{goldenPaused, "pauseResourcePriority", 2.0, nil, "A/A2/5/", "02T12:00", "按规则排队：C2 交期更早，先做 4 小时", "it queues: C2 is due earlier and takes four hours"},
	{goldenPaused, "pauseResourcePriority", 2.0, nil, "C/C2/10/", "02T08:00", "C2 先做", "C2 goes first"},
	{goldenPaused, "pauseResourcePriority", 3.0, nil, "A/A2/5/", "02T08:00", "换到空闲的 W1，15 分钟准备加 2 小时", "on W1, which is free, with a quarter of an hour of set-up"},
	{goldenPaused, "pauseResourcePriority", 3.0, nil, "C/C2/10/", "02T08:00", "W2 让给 C2", "W2 is left to C2"},
	{goldenPaused, "reSetup", 5.0, with{"pauseResourcePriority": 3.0}, "A/A2/5/", "02T12:00", "换机要准备 5 小时，不如在 W2 等 C2", "five hours of set-up elsewhere: it rather waits for C2 on W2"},

	{edmNamed, "productionDirection", 1.0, nil, "B/B1/10/", "02T08:00", "C3 空闲，立即开始", "C3 is free: at once"},
	{edmNamed, "productionDirection", 2.0, nil, "B/B1/10/", "11T21:00", "从 13 日 17:00 的交期往回排", "backwards from the delivery on the 13th at 17:00"},
	{edmNamed, "productionDirection", 3.0, nil, "B/B1/10/", "11T21:00", "B 按期，同倒排", "B is on time: as backward"},
	{edmNamed, "productionDirection", 2.0, nil, "B/B1/20/", "12T09:00", "放电 4 小时，13:00 交钳工；在 D3 上越过 C2 的工序", "EDM of four hours, handed to fitting at 13:00; on D3 it jumps over C2"},
	{edmNamed, "productionDirection", 2.0, nil, "B/ASM/10/", "12T13:00", "钳工 8 小时，周五 12:00 结束", "fitting of eight hours ends on Friday at 12:00"},
	{edmNamed, "productionDirection", 2.0, nil, "B/ASM/20/", "13T13:00", "试模 4 小时，17:00 按期", "try-out of four hours, at 17:00 in time"},
	{edmNamed, "productionDirection", 1.0, nil, "C/C3/10/", "02T08:00", "R2 空闲", "R2 is free"},
	{edmNamed, "productionDirection", 2.0, nil, "C/C3/10/", "06T13:00", "C 虽延期，C3 不在关键路径：钳工 9 日 8:00 前，检测周六 23:00，磨削周五 13:00 起", "C is late, but not by C3: fitting on the 9th at 8:00, CMM on Saturday at 23:00, grinding from Friday 13:00"},
	{edmNamed, "productionDirection", 3.0, nil, "C/C3/10/", "02T08:00", "C 延期，尽早", "C is late: as early as possible"},
	{edmNamed, "productionDirection", 1.0, nil, "C/C2/10/", "02T10:00", "W2 上 A2 剩下的 2 小时之后", "after the two hours that A2 has left on W2"},
	{edmNamed, "productionDirection", 4.0, nil, "C/C2/10/", "07T12:00", "瓶颈放电周六 16:00 才能开始，线切割 4 小时紧接其前", "the drum can only start on Saturday at 16:00; four hours of WEDM right before"},
	{edmNamed, "productionDirection", 4.0, nil, "C/C4/10/", "02T15:00", "C4 不供给瓶颈，照旧尽早", "C4 does not feed the drum: as early as possible"},
	{edmNamed, "productionDirection", 4.0, nil, "B/B1/20/", "02T12:00", "瓶颈本身尽早", "the drum itself as early as possible"},

	{goldenPlain, "resourceLevelAllocation", 0.0, nil, "B/B3/10/", "02T08:00", "不看级别，用空闲的 C2", "levels do not matter: C2 is free"},
	{goldenPlain, "resourceLevelAllocation", 1.0, nil, "B/B3/10/", "02T18:00", "A 级零件只用 A 级的 C1，它锁定到 18:00", "a part of grade A needs C1, which is locked until 18:00"},
	{goldenPlain, "resourceLevelAllocation", 2.0, nil, "B/B3/10/", "02T18:00", "只用同级的 C1", "C1 alone has the same level"},
	{goldenPlain, "resourceLevelAllocation", 3.0, nil, "B/B3/10/", "02T08:00", "C2 早完工 18 小时，超过 4 小时的容差，降级并标出", "C2 ends 18 hours earlier, more than the tolerance of four: coarser, and marked"},
	{smallLevels(10), "resourceLevelAllocation", 1.0, nil, "X/X/10/", "02T08:00", "同级的 C 忙 10 小时，高级的 A 早 10 小时", "C of the same level is busy for ten hours; the finer A ends ten hours earlier"},
	{smallLevels(3), "resourceLevelAllocation", 1.0, nil, "X/X/10/", "02T11:00", "只早 3 小时，不值得用 A", "three hours earlier are not worth A"},
	{smallLevels(10), "resourceLevelAllocation", 2.0, nil, "X/X/10/", "02T18:00", "严格同级，等 C", "the same level only: it waits for C"},
	{smallLevels(3), "resourceLevelAllocation", 1.0, with{"levelTolerance": 2.0}, "X/X/10/", "02T08:00", "容差 2 小时，早 3 小时就换 A", "with a tolerance of two hours three are worth A"},

	{goldenInForce("C3", "14:00"), "resourceLocking", 0.0, with{"resourceLevelAllocation": 0.0}, "B/B3/10/", "02T08:00", "重新选择：C2 空闲", "chosen anew: C2 is free"},
	{goldenInForce("C3", "14:00"), "resourceLocking", 1.0, with{"resourceLevelAllocation": 0.0}, "B/B3/10/", "02T08:00", "还没开工，可换到 C2", "it has not started and may move to C2"},
	{goldenInForce("C3", "14:00"), "resourceLocking", 2.0, with{"resourceLevelAllocation": 0.0}, "B/B3/10/", "02T12:00", "冻结期内留在 C3，B1 之后", "inside the frozen window it stays on C3, behind B1"},
	{goldenInForce("C3", "14:00"), "resourceLocking", 3.0, with{"resourceLevelAllocation": 0.0}, "B/B3/10/", "02T14:00", "冻结期内设备和时间都不变", "inside the frozen window nothing moves"},
	{goldenInForce("C3", "14:00"), "frozenWindowHours", 4.0, with{"resourceLevelAllocation": 0.0, "resourceLocking": 3.0}, "B/B3/10/", "02T08:00", "14:00 在 4 小时冻结期之外", "14:00 lies beyond a window of four hours"},

	{smallPublished, "maxChangesInWindow", nil, nil, "Q/Q/10/", "02T08:00", "不限：Q 优先级高，先做", "any number: Q is more urgent and goes first"},
	{smallPublished, "maxChangesInWindow", 0.0, nil, "Q/Q/10/", "02T12:00", "已发布的 P、Q 都在冻结期内，不许变动", "P and Q are published inside the window: nothing may change"},
	{smallPublished, "maxChangesInWindow", 1.0, nil, "Q/Q/10/", "02T12:00", "Q 先做会让 P 也变动，超过 1 个", "with Q first P would move as well: more than one"},
	{smallPublished, "maxChangesInWindow", 2.0, nil, "Q/Q/10/", "02T08:00", "两个都可变动", "both may change"},
	{smallPublished, "maxChangesInWindow", 0.0, with{"frozenWindowHours": 4.0}, "Q/Q/10/", "02T12:00", "Q 在 4 小时冻结期之外，但 P 占着设备", "Q lies beyond a window of four hours, but P holds the machine"},

	{smallSix, "resourceSelectionRule", 1.0, nil, "X/X/20/", "02T14:00", "M1 最快，22:00 完工", "M1 is the fastest and done at 22:00"},
	{smallSix, "resourceSelectionRule", 2.0, nil, "X/X/20/", "02T08:00", "M2 现在就空", "M2 is free now"},
	{smallSix, "resourceSelectionRule", 3.0, nil, "X/X/20/", "02T16:00", "M3 只排了 8 小时", "M3 has only eight hours booked"},
	{smallSix, "resourceSelectionRule", 4.0, nil, "X/X/20/", "02T17:00", "M4 是第一顺位", "M4 has the first rank"},
	{smallSix, "resourceSelectionRule", 5.0, nil, "X/X/20/", "02T18:00", "M5 每小时 60 元，其余 150 元", "M5 costs 60 an hour, the others 150"},
	{smallSix, "resourceSelectionRule", 6.0, nil, "X/X/20/", "02T15:00", "上一道在 M6，只晚完工 3 小时", "the part was on M6, which ends only three hours later"},
	{smallSix, "resourceSelectionRule", 6.0, with{"sameMachineTolerance": 2.0}, "X/X/20/", "02T14:00", "容差 2 小时，M6 晚 3 小时，仍用 M1", "with a tolerance of two hours M6 is too late"},

	{goldenInForce("C1", "18:00"), "reuseLastPlanResource", 0.0, with{"resourceLevelAllocation": 0.0}, "B/B3/10/", "02T08:00", "重新选择：C2 空闲", "chosen anew: C2 is free"},
	{goldenInForce("C1", "18:00"), "reuseLastPlanResource", 1.0, with{"resourceLevelAllocation": 0.0}, "B/B3/10/", "02T08:00", "C2 早完工 18 小时，超过容差", "C2 ends 18 hours earlier, more than the tolerance"},
	{goldenInForce("C1", "18:00"), "reuseLastPlanResource", 1.0, with{"resourceLevelAllocation": 0.0, "reuseTolerance": 24.0}, "B/B3/10/", "02T18:00", "早 18 小时不到 24 小时的容差，留在 C1", "18 hours are less than a tolerance of 24: it stays on C1"},
	{goldenInForce("C1", "18:00"), "reuseLastPlanResource", 1.0, with{"resourceLevelAllocation": 0.0, "reuseTolerance": nil}, "B/B3/10/", "02T18:00", "容差留空：一律不换", "an empty tolerance: always kept"},
	{goldenInForce("C1", "18:00"), "reuseLastPlanResource", 1.0, with{"resourceLevelAllocation": 0.0, "reuseTolerance": nil, "productionDirection": 2.0}, "B/B3/10/", "11T15:00", "设备不变，时间照样倒排：C1 上 B4 周四 9:00–13:00，B3 紧接其前", "the machine stays, the time does not: on C1 B4 lies on Thursday 9:00-13:00 and B3 right before"},
	{goldenInForce("C3", "12:00"), "reuseLastPlanResource", 1.0, with{"resourceLevelAllocation": 0.0}, "B/B3/10/", "02T12:00", "C2 只早 4 小时，不超过容差，留在 C3，B1 之后", "C2 ends four hours earlier, not more than the tolerance: it stays on C3, behind B1"},

	{goldenPlain, "resourceSpecConstraints", 0.0, nil, "B/B4/10/", "02T08:00", "不检查，用空闲的 C2", "not checked: C2 is free"},
	{goldenPlain, "resourceSpecConstraints", 1.0, nil, "B/B4/10/", "03T12:00", "1000 毫米只放得下 C1，在 B3 之后", "1000 mm fit on C1 alone, behind B3"},
	{goldenPlain, "resourceSpecConstraints", 2.0, nil, "B/B4/10/", "03T12:00", "有放得下的设备就不突破", "nothing is broken as long as a machine fits"},

	{smallRules, "taskSchedulingRule", 1.0, nil, "Z/Z/10/", "02T10:00", "Y 11 小时、Z 12 小时、X 20 小时后交", "due after: Y 11 h, Z 12 h, X 20 h"},
	{smallRules, "taskSchedulingRule", 2.0, nil, "Z/Z/10/", "02T16:00", "优先级 X 60、Z 50、Y 40", "priorities: X 60, Z 50, Y 40"},
	{smallRules, "taskSchedulingRule", 3.0, nil, "Z/Z/10/", "02T08:00", "最晚开始：Z 8、Y 9、X 12 小时", "latest starts: Z 8, Y 9, X 12 h"},
	{smallRules, "taskSchedulingRule", 4.0, nil, "Z/Z/10/", "02T16:00", "比值 X 2.5、Z 3、Y 5.5；16:00 时 Z 1、Y 1.5", "ratios X 2.5, Z 3, Y 5.5; at 16:00 Z 1, Y 1.5"},
	{smallRules, "taskSchedulingRule", 5.0, nil, "Z/Z/10/", "02T10:00", "Y 2、Z 4、X 8 小时", "Y 2, Z 4, X 8 h"},
	{smallRules, "taskSchedulingRule", 6.0, nil, "Z/Z/10/", "02T16:00", "X 8、Z 4、Y 2 小时", "X 8, Z 4, Y 2 h"},
	{smallRules, "taskSchedulingRule", 7.0, nil, "Z/Z/10/", "02T18:00", "同时到达，按模具号 X、Y、Z", "all arrive at once: by mould number X, Y, Z"},
	{smallRules, "taskSchedulingRule", 8.0, nil, "Z/Z/10/", "02T08:00", "没有缓冲，同最小宽裕", "without buffers as least slack"},

	{goldenPlain, "timeoutSurplusCoefficient", 0.0, nil, "C/C2/10/", "02T08:30", "A2 已报 12 小时，计划 10 小时：至少还要半小时", "A2 has reported 12 of 10 hours: at least half an hour is left"},
	{goldenPlain, "timeoutSurplusCoefficient", 0.2, nil, "C/C2/10/", "02T10:00", "还要 10×0.2=2 小时", "10 x 0.2 = 2 hours are left"},
	{goldenPlain, "timeoutSurplusCoefficient", 0.6, nil, "C/C2/10/", "02T14:00", "还要 6 小时", "six hours are left"},
	{goldenPlain, "minRemaining", 3.0, with{"timeoutSurplusCoefficient": 0.0}, "C/C2/10/", "02T11:00", "至少还要 3 小时", "three hours are left at least"},
	{goldenReported, "timeoutSurplusCoefficient", 0.2, nil, "C/C2/10/", "02T12:00", "报了 6 小时，未超时：还要 4 小时", "six hours reported, not overdue: four are left"},

	{assemblyAll, "assemblyHourMethod", 1.0, nil, "X/X/20/", "02T16:00", "工艺上 8 小时", "eight hours by the route"},
	{assemblyAll, "assemblyHourMethod", 2.0, nil, "X/X/20/", "02T18:00", "订单类型上 10 小时", "ten hours by the order type"},
	{assemblyAll, "assemblyHourMethod", 3.0, nil, "X/X/20/", "02T14:00", "12 个零件各 1 小时，两人 6 小时", "twelve parts of an hour, six hours for two"},
	{assemblyAll, "assemblyHourMethod", 4.0, nil, "X/X/20/", "02T13:00", "已完成模具平均 5 小时", "finished moulds took five hours"},
	{assemblyFew, "assemblyHourMethod", 4.0, nil, "X/X/20/", "02T18:00", "已完成的不足三副，用订单类型的", "fewer than three finished moulds: the order type"},
	{assemblyNone, "assemblyHourMethod", 2.0, nil, "X/X/20/", "02T16:00", "订单类型没有填，用工艺的", "the order type says nothing: the route"},

	{goldenPlain, "defaultFlowTime", 0.0, nil, "A/A1/20/", "02T10:00", "第一个电极 10:00 到", "the first electrode is there at 10:00"},
	{goldenPlain, "defaultFlowTime", 1.0, nil, "A/A1/20/", "02T11:00", "电极路上 1 小时", "it is on its way for an hour"},
	{goldenPlain, "defaultFlowTime", 1.0, with{"electrodePreProcessTime": 4.0}, "A/A1/20/", "02T15:00", "前处理 4 小时，铣 2 小时，路上 1 小时", "four hours of preparation, two of milling, one on its way"},
	{goldenPlain, "defaultFlowTime", 0.0, nil, "C/C1/20/", "04T08:00", "热处理 48 小时后回厂", "back from heat treatment after 48 hours"},
	{goldenPlain, "defaultFlowTime", 1.0, nil, "C/C1/20/", "04T09:00", "从外协到放电 1 小时", "an hour from the supplier to EDM"},
	{goldenFlow, "defaultFlowTime", 1.0, nil, "A/A1/20/", "02T12:00", "流转时间表：铣到放电 2 小时，优先于默认值", "the flow times say two hours from milling to EDM, which beats the default"},
	{flowing(0), pairFlow, 1.0, with{"defaultFlowTime": 1.0}, "A/A1/20/", "02T11:00", "没有规定：默认 1 小时", "no line: the default of an hour"},
	{flowing(1), pairFlow, 2.0, with{"defaultFlowTime": 1.0}, "A/A1/20/", "02T12:00", "资源组到资源组：2 小时", "group to group: two hours"},
	{flowing(2), pairFlow, 3.0, with{"defaultFlowTime": 1.0}, "A/A1/20/", "02T13:00", "资源组到资源优先：3 小时", "group to machine beats it: three hours"},
	{flowing(3), pairFlow, 4.0, with{"defaultFlowTime": 1.0}, "A/A1/20/", "02T14:00", "资源到资源组优先：4 小时", "machine to group beats that: four hours"},
	{flowing(4), pairFlow, 5.0, with{"defaultFlowTime": 1.0}, "A/A1/20/", "02T15:00", "资源到资源最优先：5 小时", "machine to machine beats all: five hours"},
	{goldenPlain, "electrodePreProcessTime", 4.0, nil, "A/A1/20/", "02T14:00", "第一个电极 12:00 才上机", "the first electrode is milled from 12:00"},
	{goldenPlain, "edmLeadNotSplit", 72.0, nil, "C/C2/20/", "07T16:00", "72 个班次小时：周一至周三各 16，周四放假，周五 16，周六 8", "72 shift hours: 16 each on Monday to Wednesday, a holiday, 16 on Friday, 8 on Saturday"},
	{goldenPlain, "edmLeadNotSplit", 0.0, nil, "C/C2/20/", "02T16:00", "不等电极，接在 D3 的 B1 之后", "without waiting: behind B1 on D3"},
	{goldenPlain, "edmLeadNotStocked", 24.0, nil, "B/B2/20/", "03T16:00", "24 个班次小时：周一 16，周二 8", "24 shift hours: 16 on Monday, 8 on Tuesday"},
	{goldenPlain, "edmLeadNotStocked", 0.0, nil, "B/B2/20/", "02T15:00", "线切割锁定到 15:00", "its WEDM is locked until 15:00"},
	{goldenPlain, "edmLeadNotStocked", 24.0, nil, "B/B1/20/", "02T12:00", "电极在库，只等铣削", "its electrodes are in stock; it waits for milling"},
}
