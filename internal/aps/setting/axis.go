package setting

import (
	"mouldworks/internal/platform/problem"
	"mouldworks/solver/figures"
)

// axis is an axis of the radar: its words, the unit of its raw figure, and the setting that weighs it.
type axis struct {
	Key, Unit, Weight string
	Label, Help       problem.Text
}

// Axes are the axes of the radar in the order of package figures.
var Axes = [figures.AxisCount]axis{
	{"delivery", "%", "weightDelivery", L("交期达成", "On time"), L("按期模具占全部模具的比例。", "Moulds on time among all moulds.")},
	{"tardiness", "priorityHours", "weightTardiness", L("延期程度", "Tardiness"), L("按优先级加权的延期占允许时间的比例；没有延期为 100。", "Tardiness weighted by priority, against the time allowed; 100 without any.")},
	{"bottleneck", "%", "weightBottleneck", L("瓶颈利用", "Bottleneck use"), L("瓶颈组的负荷与目标利用率之比。", "Load of the bottleneck group against its target.")},
	{"balance", "", "weightBalance", L("负荷均衡", "Balance"), L("同组设备负荷的离散程度，按工时加权。", "How evenly the machines of a group are loaded, weighted by hours.")},
	{"cycle", "%", "weightCycle", L("生产周期", "Cycle time"), L("不排队时的周期与实际周期之比。", "Time without any queue against the time that moulds take.")},
	{"stability", "tasks", "weightStability", L("计划稳定", "Stability"), L("与执行中计划相比，资源不变、开始时间变动不大的任务比例。", "Tasks that keep machine and about their start against the plan in force.")},
	{"extra", "h", "weightExtra", L("加班外协", "Overtime and outsourcing"), L("加班和可避免的外协占排程标准工时的比例，不计已完工和必须外协的任务；都没有为 100。",
		"Overtime and avoidable outsourcing against the planned standard hours, without what is finished or must be outsourced; 100 without any.")},
	{"buffer", "buffers", "weightBuffer", L("缓冲健康", "Buffers"), L("缓冲未被侵入到红区的比例。", "Buffers that are not in the red.")},
}
