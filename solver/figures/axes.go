package figures

import "math"

// The axes of the radar in their order: 0 to 100, higher is better.
const (
	AxisDelivery = iota // share of moulds on time
	AxisTardiness
	AxisBottleneck
	AxisBalance
	AxisCycle
	AxisStability
	AxisExtra // overtime and outside work
	AxisBuffer
	AxisCount
)

// Axes are the values of the radar, Undefined where a figure is.
func (f *Figures) Axes() (axes [AxisCount]float64) {
	percent := func(axis int, x float64) {
		axes[axis] = Undefined
		if x != Undefined && !math.IsNaN(x) {
			axes[axis] = 100 * min(1, max(0, x))
		}
	}
	percent(AxisDelivery, f.OnTimeRate)
	percent(AxisTardiness, f.Lateness)
	percent(AxisBottleneck, Undefined)
	if f.Utilisation != Undefined && f.Target > 0 {
		percent(AxisBottleneck, f.Utilisation/f.Target)
	}
	percent(AxisBalance, Undefined)
	if f.Imbalance != Undefined {
		percent(AxisBalance, 1-min(1, f.Imbalance))
	}
	percent(AxisCycle, f.LeadRatio)
	percent(AxisStability, ratio(float64(f.Unmoved), float64(f.Common)))
	percent(AxisExtra, Undefined)
	if f.StandardMinutes > 0 {
		percent(AxisExtra, 1-min(1, float64(f.OvertimeMinutes+f.OutsideMinutes)/float64(f.StandardMinutes)))
	}
	percent(AxisBuffer, Undefined)
	if f.Buffered > 0 {
		percent(AxisBuffer, 1-float64(f.Red)/float64(f.Buffered))
	}
	return axes
}

// Score is the weighted mean of the axes that are defined.
func Score(axes, weights [AxisCount]float64) float64 {
	sum, weight := 0.0, 0.0
	for i, x := range axes {
		if x != Undefined {
			sum += weights[i] * x
			weight += weights[i]
		}
	}
	return ratio(sum, weight)
}
