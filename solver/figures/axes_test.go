package figures_test

import (
	"math"
	"testing"

	"mouldworks/solver/figures"
)

// Each axis by hand, within 0 and 100, and Undefined where a figure is missing.
func TestAxesByHand(t *testing.T) {
	const gone = figures.Undefined
	whole := func() *figures.Figures {
		return &figures.Figures{
			OnTimeRate: 0.25, Lateness: 0.5, Utilisation: 0.6, Target: 0.8, Imbalance: 0.3, LeadRatio: 0.9, Unmoved: 3, Common: 4,
			OvertimeMinutes: 30, OutsideMinutes: 20, StandardMinutes: 200, Buffered: 5, Red: 2,
		}
	}
	for name, c := range map[string]struct {
		change func(f *figures.Figures)
		axis   int
		want   float64
	}{
		"moulds on time":              {nil, figures.AxisDelivery, 25},
		"tardiness":                   {nil, figures.AxisTardiness, 50},
		"bottleneck":                  {nil, figures.AxisBottleneck, 75},
		"balance":                     {nil, figures.AxisBalance, 70},
		"cycle":                       {nil, figures.AxisCycle, 90},
		"stability":                   {nil, figures.AxisStability, 75},
		"overtime and outside":        {nil, figures.AxisExtra, 75},
		"buffers":                     {nil, figures.AxisBuffer, 60},
		"above the target":            {func(f *figures.Figures) { f.Utilisation = 0.9 }, figures.AxisBottleneck, 100},
		"nothing to do there":         {func(f *figures.Figures) { f.Utilisation = 0 }, figures.AxisBottleneck, 0},
		"no bottleneck":               {func(f *figures.Figures) { f.Utilisation = gone }, figures.AxisBottleneck, gone},
		"no target":                   {func(f *figures.Figures) { f.Target = 0 }, figures.AxisBottleneck, gone},
		"a target that is missing":    {func(f *figures.Figures) { f.Target = gone }, figures.AxisBottleneck, gone},
		"all alike":                   {func(f *figures.Figures) { f.Imbalance = 0 }, figures.AxisBalance, 100},
		"more uneven than the mean":   {func(f *figures.Figures) { f.Imbalance = 1.5 }, figures.AxisBalance, 0},
		"no machines":                 {func(f *figures.Figures) { f.Imbalance = gone }, figures.AxisBalance, gone},
		"no number":                   {func(f *figures.Figures) { f.LeadRatio = math.NaN() }, figures.AxisCycle, gone},
		"no plan in force":            {func(f *figures.Figures) { f.Common, f.Unmoved = 0, 0 }, figures.AxisStability, gone},
		"all moved":                   {func(f *figures.Figures) { f.Unmoved = 0 }, figures.AxisStability, 0},
		"more outside than there is":  {func(f *figures.Figures) { f.OutsideMinutes = 300 }, figures.AxisExtra, 0},
		"a single minute of work":     {func(f *figures.Figures) { f.StandardMinutes, f.OvertimeMinutes, f.OutsideMinutes = 1, 0, 0 }, figures.AxisExtra, 100},
		"nothing to do":               {func(f *figures.Figures) { f.StandardMinutes = 0 }, figures.AxisExtra, gone},
		"a single buffer, and red":    {func(f *figures.Figures) { f.Buffered, f.Red = 1, 1 }, figures.AxisBuffer, 0},
		"a single buffer, not red":    {func(f *figures.Figures) { f.Buffered, f.Red = 1, 0 }, figures.AxisBuffer, 100},
		"no buffers":                  {func(f *figures.Figures) { f.Buffered, f.Red = 0, 0 }, figures.AxisBuffer, gone},
		"no moulds":                   {func(f *figures.Figures) { f.OnTimeRate = gone }, figures.AxisDelivery, gone},
		"moulds without due dates":    {func(f *figures.Figures) { f.Lateness = gone }, figures.AxisTardiness, gone},
		"the other axes stay: buffer": {func(f *figures.Figures) { f.Lateness = gone }, figures.AxisBuffer, 60},
	} {
		f := whole()
		if c.change != nil {
			c.change(f)
		}
		if got := f.Axes()[c.axis]; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The score weighs what is defined, and only that.
func TestScoreByHand(t *testing.T) {
	axes := [figures.AxisCount]float64{80, figures.Undefined, 20, 0}
	for i := 4; i < figures.AxisCount; i++ {
		axes[i] = figures.Undefined
	}
	for name, c := range map[string]struct {
		weights [figures.AxisCount]float64
		want    float64
	}{
		"weights alike":                {[figures.AxisCount]float64{1, 1, 1, 1, 1, 1, 1, 1}, 100.0 / 3},
		"weights that differ":          {[figures.AxisCount]float64{3, 9, 2, 1}, 280.0 / 6},
		"an axis that does not count":  {[figures.AxisCount]float64{1, 1, 0, 0}, 80},
		"only what is missing weighs":  {[figures.AxisCount]float64{0, 7}, figures.Undefined},
		"nothing weighs":               {[figures.AxisCount]float64{}, figures.Undefined},
		"an axis at 0 pulls the score": {[figures.AxisCount]float64{1, 0, 0, 1}, 40},
	} {
		if got := figures.Score(axes, c.weights); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
