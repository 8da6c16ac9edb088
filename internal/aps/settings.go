package aps

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"mouldworks/internal/platform/problem"
)

// Setting is one scheduling setting: what it is called, what it is now, and which values the engine honours.
type Setting struct {
	Key     string
	Label   problem.Text
	Default float64
	Low     float64
	High    float64
	Whole   bool
}

// Settings are the settings in the order of their specification. The fifteen required ones stand at the values that the
// engine honours today; another value is refused, never ignored.
func Settings() []Setting {
	fixed := func(key, zh, en string, value float64) Setting {
		return Setting{Key: key, Label: L(zh, en), Default: value, Low: value, High: value}
	}
	return []Setting{
		fixed("bottleneckBufferHours", "瓶颈缓冲时间", "Bottleneck buffer hours", 0),
		fixed("dynamicWorkSegmentation", "动态作业分割", "Dynamic work segmentation", 0),
		fixed("minElectrodeTransferQty", "最小电极转移数量", "Minimum electrode transfer quantity", 1),
		fixed("optimisationGoal", "优化目标", "Optimisation goal", 1),
		fixed("overtimeChoice", "加班选择", "Overtime choice", 0),
		fixed("pauseResourcePriority", "暂停资源优先", "Paused-task resource priority", 1),
		fixed("productionDirection", "生产方向", "Production direction", 1),
		fixed("resourceLevelAllocation", "资源级别分配", "Resource level allocation", 0),
		fixed("resourceLocking", "资源锁定", "Resource locking", 1),
		fixed("resourceSelectionRule", "资源选择规则", "Resource selection rule", 1),
		fixed("reuseLastPlanResource", "沿用上次计划资源", "Reuse last plan resource", 0),
		fixed("resourceSpecConstraints", "资源规格约束", "Resource specification constraints", 0),
		fixed("taskSchedulingRule", "任务调度规则", "Task scheduling rule", 2),
		fixed("timeoutSurplusCoefficient", "超时任务剩余工时系数", "Overdue-task remaining-hours coefficient", 0.2),
		fixed("assemblyHourMethod", "装配工序工时方式", "Assembly process-hour method", 1),
		{Key: "timeLimitSeconds", Label: L("求解时间", "Time limit"), Default: 20, Low: 0, High: 3600, Whole: true},
		{Key: "seed", Label: L("随机种子", "Seed"), Default: 1, Low: 1, High: math.MaxInt32, Whole: true},
	}
}

var (
	msgNoSetting  = L("没有排程参数%s", "There is no setting %s")
	msgSetNumber  = L("%s必须是数字", "%s must be a number")
	msgSetRange   = L("%s必须在%v到%v之间", "%s must lie between %v and %v")
	msgNotHonored = L("%s目前只支持%v", "%s supports only %v at present")
)

// checkSettings holds overrides against the table.
func checkSettings(overrides map[string]any) (bad []problem.FieldError) {
	all := Settings()
	for key, value := range overrides {
		i := slices.IndexFunc(all, func(s Setting) bool { return s.Key == key })
		if i < 0 {
			bad = append(bad, problem.Field("settings."+key, "unknown", msgNoSetting, key))
			continue
		}
		s := all[i]
		n, ok := value.(float64)
		switch {
		case !ok || s.Whole && n != math.Trunc(n):
			bad = append(bad, problem.Field("settings."+key, "type", msgSetNumber, s.Label))
		case s.Low == s.High && n != s.Low:
			bad = append(bad, problem.Field("settings."+key, "unsupported", msgNotHonored, s.Label, s.Low))
		case n < s.Low || n > s.High:
			bad = append(bad, problem.Field("settings."+key, "range", msgSetRange, s.Label, s.Low, s.High))
		}
	}
	slices.SortFunc(bad, func(a, b problem.FieldError) int { return slices.Compare([]byte(a.Field), []byte(b.Field)) })
	return bad
}

// effective is the whole set that a run uses: the defaults under the overrides.
func effective(overrides map[string]any) map[string]any {
	set := map[string]any{}
	for _, s := range Settings() {
		set[s.Key] = s.Default
		if v, ok := overrides[s.Key]; ok {
			set[s.Key] = v
		}
	}
	return set
}

func number(set map[string]any, key string) float64 {
	switch v := set[key].(type) {
	case float64:
		return v
	case json.Number:
		f, _ := v.Float64()
		return f
	}
	panic(fmt.Sprintf("aps: the setting %s is no number", key)) // the table declares it
}
