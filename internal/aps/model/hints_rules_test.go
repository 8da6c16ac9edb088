package model

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
)

// What a run misses is named once, on the side that misses it, where the other side has it and the setting asks for it.
func TestWhatARunHasMissed(t *testing.T) {
	n := quantity.Whole
	levels, specs := map[string]any{"resourceLevelAllocation": 1.0, "resourceSpecConstraints": 0.0}, map[string]any{"resourceLevelAllocation": 0.0, "resourceSpecConstraints": 1.0}
	neither := map[string]any{"resourceLevelAllocation": 0.0, "resourceSpecConstraints": 0.0}
	ago := func(d time.Duration) *time.Time { at := ruleStart.Add(-d); return &at }
	report := func(status int, d time.Duration) func(*Shop, *Part) {
		return func(_ *Shop, p *Part) {
			p.Ops[1].Status, p.Ops[1].OnMachine, p.Ops[1].ReportedAt = status, "m1", ago(d)
		}
	}
	for _, c := range []struct {
		what   string
		set    map[string]any
		change func(s *Shop, p *Part)
		want   string
	}{
		{"nothing is known", levels, func(*Shop, *Part) {}, ""},
		{"no grade before machines of a level", levels, func(s *Shop, _ *Part) { s.Machines[0].Level = 2 }, "grade A/P1/0 []"},
		{"no level of one machine", levels, func(s *Shop, p *Part) { p.Grade, s.Machines[1].Level = 2, 3 }, "level M1 []"},
		{"no level of both", levels, func(_ *Shop, p *Part) { p.Grade = 2 }, "level M1 [], level M2 []"},
		{"both are known", levels, func(s *Shop, p *Part) { p.Grade, s.Machines[0].Level, s.Machines[1].Level = 2, 2, 3 }, ""},
		{"grades are not asked for", specs, func(s *Shop, p *Part) { p.Grade, s.Machines[1].Level = 2, 3 }, ""},
		{"nor anything else", neither, func(s *Shop, p *Part) { p.Grade, p.Length, s.Machines[1].Level = 2, n(600), 3 }, ""},
		{"no figures of the part", specs, func(s *Shop, _ *Part) {
			s.Machines[0].Limits = Limits{Length: n(1), Width: n(1), Height: n(1), Weight: n(1), Softest: n(1)}
			s.Machines[1].Limits = Limits{Length: n(1), Hardest: n(1)}
		}, "size A/P1/0 [length width height weight hardness]"},
		{"no limits of a machine", specs, func(s *Shop, p *Part) {
			p.Length, p.Width, p.Height, p.Weight, p.Hardness = n(1), n(1), n(1), n(1), n(1)
			s.Machines[1].Limits = Limits{Length: n(9), Width: n(9), Height: n(9), Weight: n(9), Hardest: n(9)}
		}, "limit M1 [length width height weight hardness]"},
		{"one of each", specs, func(s *Shop, p *Part) {
			p.Length = n(1)
			s.Machines[0].Limits, s.Machines[1].Limits = Limits{Weight: n(9)}, Limits{Length: n(9), Weight: n(9)}
		}, "limit M1 [length], size A/P1/0 [weight]"},
		{"electrodes have neither", levels, func(s *Shop, p *Part) { p.Electrode, s.Machines[0].Level = true, 2 }, ""},
		{"what runs has its machine", levels, func(s *Shop, p *Part) {
			s.Machines[0].Level, s.Machines[1].Level = 2, 2
			for i := range p.Ops {
				p.Ops[i].Status, p.Ops[i].OnMachine = OpRunning, "m1"
			}
		}, ""},
		{"a report of a day ago", neither, report(OpRunning, 24*time.Hour), ""},
		{"an older one", neither, report(OpRunning, 24*time.Hour+time.Second), "report A/P1/20 []"},
		{"an older one of paused work", neither, report(OpPaused, 25*time.Hour), "report A/P1/20 []"},
		{"an older one of finished work", neither, report(OpFinished, 25*time.Hour), ""},
		{"an older one of work that was taken back", neither, report(0, 25*time.Hour), ""},
		{"no date of a program", neither, func(s *Shop, p *Part) { s.Groups[0].NeedCAM, p.Ops[0].CAMStatus, p.Ops[1].CAMStatus = true, 1, 2 }, "program A/P1/10 []"},
		{"the program has a date", neither, func(s *Shop, p *Part) {
			s.Groups[0].NeedCAM, p.Ops[0].ProgramReady, p.Ops[1].ProgramReady = true, ago(-time.Hour), ago(-time.Hour)
		}, ""},
		{"no program is needed", neither, func(*Shop, *Part) {}, ""},
		{"the work has begun without it", neither, func(s *Shop, p *Part) {
			s.Groups[0].NeedCAM, p.Ops[0].Status, p.Ops[0].OnMachine, p.Ops[1].CAMStatus = true, OpRunning, "m1", 2
		}, ""},
	} {
		hints, counts := hinting(c.change).Hints(ruleStart, setting.Layered(c.set))
		var all []string
		for _, h := range hints {
			of := h.Machine
			if h.MouldNo != "" {
				of = fmt.Sprintf("%s/%s/%d", h.MouldNo, h.PartNo, h.OpNo)
			}
			all = append(all, fmt.Sprintf("%s %s %v", h.Kind, of, h.Missing))
			if h.Kind == "report" && !h.At.Before(ruleStart.Add(-24*time.Hour)) {
				t.Errorf("%s: of %v", c.what, h.At)
			}
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		total := 0
		for i, n := range counts {
			if total += n.Count; i > 0 && counts[i-1].Kind >= n.Kind {
				t.Errorf("%s: counted as %v", c.what, counts)
			}
		}
		if total != len(hints) || counts == nil {
			t.Errorf("%s: %d hints, counted as %v", c.what, len(hints), counts)
		}
	}
}

// Two hundred of a kind are kept, all are counted, and one thing is named once in each kind.
func TestHintsAreKeptUpToAHundredTwice(t *testing.T) {
	h := &hinter{seen: map[[2]string]bool{}, counts: map[string]int{}}
	for i := range 201 {
		h.add("size", fmt.Sprint(i), DataHint{Kind: "size"})
		h.add("size", fmt.Sprint(i), DataHint{Kind: "size"})
	}
	if h.add("grade", "0", DataHint{Kind: "grade"}); len(h.hints) != 201 || h.counts["size"] != 201 || h.counts["grade"] != 1 {
		t.Errorf("%d kept, counted as %v", len(h.hints), h.counts)
	}
}
