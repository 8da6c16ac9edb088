package result

import (
	"math"

	"mouldworks/internal/platform/problem"
)

// L is a short name for texts.
var L = problem.L

// TwoPlaces is how hours stand in files, as on every page.
func TwoPlaces(x float64) float64 { return math.Round(x*100) / 100 }

var (
	// Reasons say why a task is not scheduled, by the number of the reason.
	Reasons = []problem.Text{L("", ""), L("没有可用资源", "No resource"), L("前工序未排", "Predecessor unscheduled"), L("超出排程范围", "Beyond the horizon"), L("规格不符", "Specification"), L("没有工时", "No hours"), L("批次已暂停", "Batch paused")}
	// Conflicts are the rules that a fixed task may break, by their number.
	Conflicts = []problem.Text{L("", ""), L("资源被占用", "Resource occupied"), L("不在工作时间", "Outside working time"), L("资源不适用", "Resource not eligible"), L("早于前工序", "Before its predecessor"), L("早于最早开始", "Before its earliest start")}
)
