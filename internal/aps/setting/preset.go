package setting

import "mouldworks/internal/platform/problem"

// Preset is a whole policy: values of several settings that go together. It fills the form; what is saved are values.
type Preset struct {
	Key    string             `json:"key"`
	Label  problem.Text       `json:"label"`
	Help   problem.Text       `json:"help"`
	Values map[string]float64 `json:"values"`
}

// Presets are the policies to choose from. All set the same settings, so that one replaces another wholly.
func Presets() []Preset {
	return []Preset{
		{
			Key: "dates", Label: L("保交期", "Keep dates"),
			Help:   L("每台设备都重新选，会延期的模具加班，按优先级把延期压到最小。", "Machines are chosen anew, moulds that would be late work overtime, tardiness is as small as it can be."),
			Values: policy(map[string]float64{"overtimeChoice": 3, "reuseLastPlanResource": 0}),
		}, {
			Key: "stable", Label: L("保稳定", "Keep the plan stable"),
			Help:   L("两天内的任务不动，其余尽量留在原设备，只在早完工 8 小时以上时才换。", "Nothing moves for two days; later tasks stay on their machines unless another one ends more than eight hours earlier."),
			Values: policy(map[string]float64{"resourceLocking": 3, "frozenWindowHours": 48, "reuseTolerance": 8}),
		}, {
			Key: "drum", Label: L("保瓶颈", "Protect the bottleneck"),
			Help:   L("瓶颈先排并可加班，前面的工序提前 8 小时到达，缓冲被侵入最多的先做。", "The bottleneck is planned first and works overtime; what feeds it arrives eight hours early; the most penetrated buffer goes first."),
			Values: policy(map[string]float64{"productionDirection": 4, "overtimeChoice": 2, "taskSchedulingRule": 8}),
		},
	}
}

// policy is the common ground of the presets with what one of them changes.
func policy(changes map[string]float64) map[string]float64 {
	values := map[string]float64{
		"optimisationGoal": 1, "overtimeChoice": 0, "productionDirection": 1, "bottleneckBufferHours": 8, "taskSchedulingRule": 2,
		"resourceSelectionRule": 1, "resourceLocking": 1, "frozenWindowHours": 24, "reuseLastPlanResource": 1, "reuseTolerance": 4,
	}
	for key, value := range changes {
		values[key] = value
	}
	return values
}
