package main

import (
	"fmt"
	"math"
	"strings"
)

// The plot is a picture of its own beside the tables: how far the best plan so far lies above the reference, over time.

// moment is a value of the search and when it was found, in seconds.
type moment struct {
	at    float64
	value int64
}

// line is the mean gap of a set at the times of ticks, in per cent; NaN before every instance has a plan.
type line struct {
	set  string
	gaps []float64
}

// ticksTo are the times at which a set is looked at: eight to each factor of ten, from a hundredth of a second on.
func ticksTo(seconds float64) (ticks []float64) {
	for i := -16; ; i++ {
		t := math.Pow(10, float64(i)/8)
		if t >= seconds {
			return append(ticks, seconds)
		}
		ticks = append(ticks, t)
	}
}

// meanGaps averages the instances of a set at each tick.
func meanGaps(rows []measured, ticks []float64) []float64 {
	gaps := make([]float64, len(ticks))
	for i, at := range ticks {
		for r := range rows {
			gap := math.NaN()
			for _, m := range rows[r].curve {
				if m.at > at {
					break
				}
				gap = percentAbove(m.value, rows[r].reference)
			}
			gaps[i] += gap / float64(len(rows))
		}
	}
	return gaps
}

// Measures of the picture in pixels.
const (
	plotWidth, plotHeight        = 880, 440
	plotLeft, plotRight          = 64, 150 // room for figures, and for names behind the lines
	plotTop, plotBottom          = 24, 48
	plotInnerWidth, plotInnerTop = plotWidth - plotLeft - plotRight, plotHeight - plotTop - plotBottom
)

// plotColours are told apart by people who see colours differently (Okabe and Ito 2008).
var plotColours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f"}

// plot draws one line a set: time on a logarithmic scale, the gap on a square-root scale, so that both the first plan and
// the last tenths of a per cent are seen.
func plot(lines []line, ticks []float64) string {
	highest := 1.0
	for _, l := range lines {
		for _, g := range l.gaps {
			if !math.IsNaN(g) {
				highest = max(highest, g)
			}
		}
	}
	first, last := math.Log10(ticks[0]), math.Log10(ticks[len(ticks)-1])
	x := func(at float64) float64 { return plotLeft + plotInnerWidth*(math.Log10(at)-first)/(last-first) }
	y := func(gap float64) float64 {
		return plotTop + plotInnerTop*(1-math.Sqrt(max(0, gap)/highest))
	}
	var w strings.Builder
	fmt.Fprintf(&w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&w, `<title>Mean gap over time</title><rect width="%d" height="%d" fill="#fff"/>`+"\n", plotWidth, plotHeight)
	for _, g := range []float64{0, 0.25, 1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if g <= highest {
			fmt.Fprintf(&w, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end" fill="#444">%g %%</text>`+"\n",
				plotLeft, y(g), plotWidth-plotRight, plotLeft-8, y(g)+4, g)
		}
	}
	for at := math.Pow(10, math.Ceil(first-1e-9)); at <= ticks[len(ticks)-1]; at *= 10 {
		fmt.Fprintf(&w, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle" fill="#444">%.4g s</text>`+"\n",
			x(at), plotTop, plotTop+plotInnerTop, x(at), plotTop+plotInnerTop+18, at)
	}
	names := spread(lines, y)
	for i, l := range lines {
		colour := plotColours[i%len(plotColours)]
		fmt.Fprintf(&w, `<path fill="none" stroke="%s" stroke-width="2" d="`, colour)
		step := "M"
		for t, g := range l.gaps {
			if !math.IsNaN(g) {
				fmt.Fprintf(&w, "%s%.1f %.1f", step, x(ticks[t]), y(g))
				step = "L"
			}
		}
		fmt.Fprintf(&w, `"/><text x="%d" y="%.1f" fill="%s">%s</text>`+"\n", plotWidth-plotRight+8, names[i]+4, colour, l.set)
	}
	w.WriteString("</svg>\n")
	return w.String()
}

// spread places the names behind the ends of their lines, a line of text apart.
func spread(lines []line, y func(float64) float64) []float64 {
	const apart = 15
	at := make([]float64, len(lines))
	var below []int // from the top down
	for i, l := range lines {
		at[i] = y(l.gaps[len(l.gaps)-1])
		place := len(below)
		for place > 0 && at[below[place-1]] > at[i] {
			place--
		}
		below = append(below[:place], append([]int{i}, below[place:]...)...)
	}
	for k := len(below) - 2; k >= 0; k-- { // from the bottom up: the ground is full, the sky is free
		at[below[k]] = min(at[below[k]], at[below[k+1]]-apart)
	}
	return at
}
