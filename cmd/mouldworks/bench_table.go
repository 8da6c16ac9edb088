package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"time"

	"mouldworks/internal/demo"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

func (c *benchCommand) head(w *strings.Builder) {
	fmt.Fprintf(w, "# Benchmarks of the engine\n\n")
	if c.Every > 1 {
		fmt.Fprintf(w, "A sample: one instance in %d of each folder.\n\n", c.Every)
	}
	fmt.Fprintf(w, "Written by `mouldworks bench`. Machine: %d cores, %s/%s, %s; %d threads, seed %d, %g s per instance. Every plan passed the independent checker.\n\n",
		runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), c.Workers, c.Seed, c.Seconds)
	fmt.Fprintf(w, "mould-N is a generated shop of N moulds with calendars, electrodes, set-ups, unattended runs and locks; its figure is weighted tardiness in minutes. Best rule: the best of the eight dispatch rules. Lower bound: every operation at its earliest under calendars, flow and hand-over, as if it were alone; no plan is better.\n\n")
	fmt.Fprintf(w, "Gap: makespan above the best known value, in per cent. Moves: neighbours scored per second, all threads. Memory: the most heap in use.\n\n")
}

// table renders one set.
func (c *benchCommand) table(set string, rows []measured) string {
	var w strings.Builder
	fmt.Fprintf(&w, "## %s\n\n", set)
	if strings.HasPrefix(set, "mould-") {
		fmt.Fprintf(&w, "| operations | first plan s | best rule | value | below best rule %% | lower bound | above bound %% | seconds | moves/s | MB |\n|---|---|---|---|---|---|---|---|---|---|\n")
		for _, m := range rows {
			fmt.Fprintf(&w, "| %d | %.2f | %d | %d | %.1f | %d | %.2f | %.1f | %.0f | %d |\n", m.operations, m.first, m.rule, m.value,
				-percentAbove(m.value, m.rule), m.reference, m.gap(), m.seconds, float64(m.moves)/m.seconds, m.memory>>20)
		}
		fmt.Fprintln(&w)
		return w.String()
	}
	var sum, worst, other, seconds, rate float64
	var memory uint64
	best := 0
	worst = math.Inf(-1)
	for i := range rows {
		m := &rows[i]
		gap := m.gap()
		sum, worst, seconds = sum+gap, max(worst, gap), seconds+m.seconds
		rate += float64(m.moves) / m.seconds
		memory = max(memory, m.memory)
		other += percentAbove(m.other, m.reference)
		if gap <= 0 {
			best++
		}
	}
	n := float64(len(rows))
	fmt.Fprintf(&w, "| instances | mean gap %% | max gap %% | at best known | seconds each | moves/s | MB |")
	rule := "|---|---|---|---|---|---|---|"
	if c.Compare != "" {
		fmt.Fprintf(&w, " compared mean gap %% |")
		rule += "---|"
	}
	fmt.Fprintf(&w, "\n%s\n| %d | %.3f | %.2f | %d | %.1f | %.0f | %d |", rule, len(rows), sum/n, worst, best, seconds/n, rate/n, memory>>20)
	if c.Compare != "" {
		fmt.Fprintf(&w, " %.3f |", other/n)
	}
	fmt.Fprintf(&w, "\n\n")
	return w.String()
}

// mould measures a generated shop against every dispatch rule.
func (c *benchCommand) mould(moulds int) (measured, error) {
	zone := demo.Shanghai()
	start := time.Date(2026, time.March, 2, 0, 0, 0, 0, zone)
	shop := demo.Generate(demo.Options{Moulds: moulds, Seed: 1, Start: start, Zone: zone, Masters: true, Series: "S1"})
	loaded, err := shop.Problem().Build()
	if err != nil {
		return measured{}, err
	}
	m, err := c.measure(loaded)
	if err != nil {
		return m, err
	}
	m.name = fmt.Sprintf("mould-%d", moulds)
	if m.rule, err = bestRule(loaded); err != nil {
		return m, err
	}
	fmt.Fprintf(os.Stderr, "%-24s %10d, best rule %10d, bound %10d\n", m.name, m.value, m.rule, m.reference)
	return m, nil
}

// bestRule returns the least value of all dispatch rules.
func bestRule(loaded *instance.Loaded) (int64, error) {
	best := int64(math.MaxInt64)
	for rule := solver.RuleEDD; rule <= solver.RulePenetration; rule++ {
		params := loaded.Params
		params.Rule = rule
		plan, err := solver.Solve(context.Background(), loaded.Problem, params, nil)
		if err != nil {
			return 0, err
		}
		best = min(best, plan.Value[1])
	}
	return best, nil
}
