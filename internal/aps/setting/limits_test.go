package setting_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/aps/setting"
)

// What a setting is: required or what its empty value counts as, its range or its choices with their words, and what a new
// tenant has; then what each preset fills in.
func TestWhatTheSettingsHold(t *testing.T) {
	var got strings.Builder
	got.WriteByte('\n')
	for _, s := range setting.Table() {
		fmt.Fprintf(&got, "%s %s/%s", s.Key, s.Label.Zh, s.Label.En)
		if s.Required {
			got.WriteString(" required")
		}
		if s.Empty != nil {
			fmt.Fprintf(&got, " empty=%v", *s.Empty)
		}
		if s.Whole {
			got.WriteString(" whole")
		}
		if len(s.Options) == 0 {
			fmt.Fprintf(&got, " %v..%v", s.Low, s.High)
		}
		fmt.Fprintf(&got, " =%v\n", s.Default)
		for _, o := range s.Options {
			fmt.Fprintf(&got, "\t%d %s/%s\n", o.Value, o.Label.Zh, o.Label.En)
		}
	}
	for _, p := range setting.Presets() {
		fmt.Fprintf(&got, "%s:", p.Key)
		for _, key := range slices.Sorted(maps.Keys(p.Values)) {
			fmt.Fprintf(&got, " %s=%v", key, p.Values[key])
		}
		got.WriteByte('\n')
	}
	if diff := cmp.Diff(theSettings, got.String()); diff != "" {
		t.Error(diff)
	}
}

// The limits of a setting are the last values that are taken; a choice takes its own values alone.
func TestLimitsOfSettings(t *testing.T) {
	for _, s := range setting.Table() {
		rules := map[float64]string{}
		if len(s.Options) > 0 {
			rules[77], rules[-1] = "choice", "choice"
			for _, o := range s.Options {
				rules[float64(o.Value)] = ""
			}
		} else {
			step := 0.000001
			if s.Whole {
				step = 1
				rules[s.Low+0.5] = "whole"
			} else {
				rules[s.Low+0.0000001] = "decimals"
			}
			rules[s.Low], rules[s.High] = "", ""
			rules[math.Round((s.High+step)*1e6)/1e6] = "range"
			if below := math.Round((s.Low-step)*1e6) / 1e6; s.Empty == nil || *s.Empty != below {
				rules[below] = "range"
			}
		}
		for value, rule := range rules {
			set := setting.Fresh()
			set[s.Key] = value
			var broken []string
			for _, f := range setting.Check(set, true) {
				broken = append(broken, f.Field+" "+f.Rule)
			}
			var want []string
			if rule != "" {
				want = []string{"settings." + s.Key + " " + rule}
			}
			if !slices.Equal(broken, want) {
				t.Errorf("%s %v: %q, want %q", s.Key, value, broken, want)
			}
		}
	}
	for _, value := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		set := setting.Fresh()
		set["timeoutSurplusCoefficient"] = value
		if bad := setting.Check(set, true); len(bad) != 1 || bad[0].Rule != "type" {
			t.Errorf("%v: %+v", value, bad)
		}
	}
}

const theSettings = `
bottleneckBufferHours 瓶颈缓冲时间/Bottleneck buffer hours required 0..1000 =8
dynamicWorkSegmentation 动态作业分割/Dynamic work segmentation required =0
	0 否/No
	1 是/Yes
minElectrodeTransferQty 最小电极转移数量/Minimum electrode transfer quantity required whole 1..1000 =1
optimisationGoal 优化目标/Optimisation goal required =1
	1 交期最优/On time
	2 周期最短/Shortest cycle
	3 利用率最高/Bottleneck utilisation
	4 负荷均衡/Load balance
	5 换型最少/Fewest changeovers
	6 综合/Weighted
overtimeChoice 加班选择/Overtime choice required =0
	0 不加班/None
	1 允许加班/Use freely
	2 仅瓶颈/Bottleneck only
	3 仅延期任务/Late moulds only
pauseResourcePriority 暂停资源优先/Paused-task resource priority required =1
	1 原资源优先续做/Resume first on the same resource
	2 原资源按规则排/Same resource, normal queue
	3 可换资源/Any eligible resource
productionDirection 生产方向/Production direction required =1
	1 正排/Forward
	2 倒排/Backward, just in time
	3 双向/Both
	4 瓶颈驱动/Drum
resourceLevelAllocation 资源级别分配/Resource level allocation required =1
	0 不限/Ignore
	1 同级优先可高配/Same level first, higher allowed
	2 严格同级/Exact
	3 允许降级/Lower allowed, flagged
resourceLocking 资源锁定/Resource locking required =1
	0 不锁定/None
	1 锁定已开工/Started tasks keep their resource
	2 冻结期内锁定资源/Also published tasks in the frozen window
	3 冻结期内锁定资源和时间/Those keep resource and times
resourceSelectionRule 资源选择规则/Resource selection rule required =1
	1 最早完工/Earliest finish
	2 最早可用/Earliest start
	3 负荷最小/Least loaded
	4 优先级/Preferred order
	5 成本最低/Lowest cost
	6 同模同机/Same machine as before
reuseLastPlanResource 沿用上次计划资源/Reuse last plan resource required =1
	0 否/No
	1 是/Yes
resourceSpecConstraints 资源规格约束/Resource specification constraints required =1
	0 不考虑/Ignore
	1 硬约束/Hard
	2 软约束/Soft
taskSchedulingRule 任务调度规则/Task scheduling rule required =2
	1 最早交期/Earliest due date
	2 优先级，再交期/Priority, then due date
	3 最小宽裕/Least slack
	4 关键比/Critical ratio
	5 最短工时/Shortest processing time
	6 最长工时/Longest processing time
	7 先到先做/First in, first out
	8 缓冲侵入/Buffer penetration
timeoutSurplusCoefficient 超时任务剩余工时系数/Overdue-task remaining-hours coefficient required 0..100 =0.2
assemblyHourMethod 装配工序工时方式/Assembly process-hour method required =1
	1 工艺工时/Process-design hours
	2 固定/Fixed by order type
	3 按零件汇总/Sum of parts
	4 历史平均/Mean of finished moulds
defaultFlowTime 默认流转时间/Default flow time empty=0 0..10000 =1
electrodePreProcessTime 电极前处理时间/Electrode pre-process time empty=0 0..10000 =4
edmLeadNotSplit 未拆电极提前期/Lead time, electrodes not split (EDM) empty=0 0..10000 =72
edmLeadNotStocked 电极未入库提前期/Lead time, electrodes not stocked (EDM) empty=0 0..10000 =24
frozenWindowHours 冻结期/Frozen window 0..10000 =24
maxChangesInWindow 冻结期内最多变动/Most changes in the window empty=-1 whole 0..100000 =-1
timeLimitSeconds 求解时间/Time limit whole 0..3600 =20
seed 随机种子/Seed whole 1..2.147483647e+09 =1
evaluationDays 评估天数/Evaluation days whole 1..365 =28
bottleneckThreshold 瓶颈目标利用率/Bottleneck target 1..100 =85
levelTolerance 级别容差/Level tolerance 0..1000 =4
sameMachineTolerance 同机容差/Same-machine tolerance 0..1000 =4
reuseTolerance 沿用容差/Reuse tolerance empty=-1 0..1000 =4
movedThreshold 移动阈值/Moved threshold 0..1000 =4
minRemaining 最少剩余工时/Least remaining hours 0..1000 =0.5
reSetup 重新准备时间/Set-up again 0..1000 =0.25
minSegment 最短段长/Shortest segment 0.25..1000 =2
weightDelivery 权重：交期达成/Weight: On time 0..100 =1
weightTardiness 权重：延期程度/Weight: Tardiness 0..100 =1
weightBottleneck 权重：瓶颈利用/Weight: Bottleneck use 0..100 =1
weightBalance 权重：负荷均衡/Weight: Balance 0..100 =1
weightCycle 权重：生产周期/Weight: Cycle time 0..100 =1
weightStability 权重：计划稳定/Weight: Stability 0..100 =1
weightExtra 权重：加班外协/Weight: Overtime and outsourcing 0..100 =1
weightBuffer 权重：缓冲健康/Weight: Buffers 0..100 =1
dates: bottleneckBufferHours=8 frozenWindowHours=24 optimisationGoal=1 overtimeChoice=3 productionDirection=1 resourceLocking=1 resourceSelectionRule=1 reuseLastPlanResource=0 reuseTolerance=4 taskSchedulingRule=2
stable: bottleneckBufferHours=8 frozenWindowHours=48 optimisationGoal=1 overtimeChoice=0 productionDirection=1 resourceLocking=3 resourceSelectionRule=1 reuseLastPlanResource=1 reuseTolerance=8 taskSchedulingRule=2
drum: bottleneckBufferHours=8 frozenWindowHours=24 optimisationGoal=1 overtimeChoice=2 productionDirection=4 resourceLocking=1 resourceSelectionRule=1 reuseLastPlanResource=1 reuseTolerance=4 taskSchedulingRule=8
`
