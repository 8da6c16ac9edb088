package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
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
	fmt.Fprintf(w, "Written by `mouldworks bench`. Machine: %s; %d threads, seed %d, %g s per instance. Every plan passed the independent checker.\n\n",
		machine(), c.Workers, c.Seed, c.Seconds)
	fmt.Fprintf(w, "mould-N is a generated shop of N moulds with calendars, electrodes, set-ups, unattended runs and locks; its figure is weighted tardiness in minutes. Best rule: the best of the eight dispatch rules. Alone in the shop every mould is in time. planted-N: the deliveries follow a known plan, so that no mould need be late; makespan is compared with that plan's. Drag: the preview of one operation moved by up to three days to any of its machines, with all its effects, 95th percentile of a thousand.\n\n")
	fmt.Fprintf(w, "Gap: makespan above the best known value, in per cent. Moves: neighbours scored per second, all threads. Memory: the most heap in use.\n\n")
}

// table renders one set.
func (c *benchCommand) table(set string, rows []measured) string {
	var w strings.Builder
	fmt.Fprintf(&w, "## %s\n\n", set)
	if strings.HasPrefix(set, "mould-") || strings.HasPrefix(set, "planted-") {
		c.shopTable(&w, rows)
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
	fmt.Fprintf(&w, "| instances | mean gap %% | max gap %% | at best known | seconds each | moves/s | MB |%s\n", c.column(" compared mean gap % |"))
	fmt.Fprintf(&w, "|---|---|---|---|---|---|---|%s\n", c.column("---|"))
	fmt.Fprintf(&w, "| %d | %.3f | %.2f | %d | %.1f | %.0f | %d |%s\n\n", len(rows), sum/n, worst, best, seconds/n, rate/n, memory>>20, c.column(fmt.Sprintf(" %.3f |", other/n)))
	return w.String()
}

// column is a cell of the compared solver, empty without one.
func (c *benchCommand) column(cell string) string {
	if c.Compare == "" {
		return ""
	}
	return cell
}

// shopTable renders generated shops, one a row, and their mean.
func (c *benchCommand) shopTable(w *strings.Builder, rows []measured) {
	fmt.Fprintf(w, "| shop | operations | first plan s | best rule | value | below best rule %% | moulds late | makespan above planted %% | seconds | moves/s | MB | drag p95 ms |%s\n", c.column(" compared value |"))
	fmt.Fprintf(w, "|---|---|---|---|---|---|---|---|---|---|---|---|%s\n", c.column("---|"))
	below, compared := 0.0, 0
	for i := range rows {
		m := &rows[i]
		gain, span := "", ""
		if m.rule > 0 {
			g := -percentAbove(m.value, m.rule)
			gain = fmt.Sprintf("%.1f", g)
			below += g
			compared++
		}
		if m.planted > 0 {
			span = fmt.Sprintf("%.2f", percentAbove(m.makespan, m.planted))
		}
		fmt.Fprintf(w, "| %d | %d | %.2f | %d | %d | %s | %d | %s | %.1f | %.0f | %d | %.2f |%s\n", i+1, m.operations, m.first, m.rule, m.value,
			gain, m.late, span, m.seconds, float64(m.moves)/m.seconds, m.memory>>20, float64(m.drag.Microseconds())/1000, c.column(fmt.Sprintf(" %d |", m.other)))
	}
	if compared > 1 {
		fmt.Fprintf(w, "\nMean below the best rule: %.1f %%.\n", below/float64(compared))
	}
	fmt.Fprintln(w)
}

// mould measures a generated shop against every dispatch rule.
func (c *benchCommand) mould(moulds int, seed uint64, planted bool) (measured, error) {
	zone := demo.Shanghai()
	start := time.Date(2026, time.March, 2, 0, 0, 0, 0, zone)
	shop := demo.Generate(demo.Options{
		Moulds: moulds, Seed: seed, Start: start, Zone: zone, Masters: true, Series: fmt.Sprintf("S%d", seed), Planted: planted,
	})
	file := shop.Problem()
	loaded, err := file.Build()
	if err != nil {
		return measured{}, err
	}
	m, prepared, plan, err := c.measure(loaded)
	if err != nil {
		return m, err
	}
	if m.drag, err = drags(prepared, plan, c.Seed); err != nil {
		return m, err
	}
	if m.other, err = c.compared("", func(w io.Writer) error { return instance.Write(w, file) }); err != nil {
		return m, err
	}
	if planted {
		m.planted = int64(shop.Planted.Makespan())
	}
	if m.rule, err = bestRule(loaded); err != nil {
		return m, err
	}
	fmt.Fprintf(os.Stderr, "%d moulds, seed %-4d %10d, best rule %10d\n", moulds, seed, m.value, m.rule)
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
