package model

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// By setting 8 a part goes to machines of its grade, to finer ones, or to coarser ones that are marked; what is unknown fits.
func TestWhichLevelsFitAGrade(t *testing.T) {
	for _, c := range []struct {
		choice float64
		grade  int
		want   string // of machines of level 1, 2, 3, one unknown and people
	}{
		{0, 2, "l1 l2 l3 l0 team"},
		{levelFiner, 2, "l1+90 l2 l0 team"},
		{levelExact, 2, "l2 l0 team"},
		{levelCoarser, 2, "l1 l2 l3+90! l0 team"},
		{levelFiner, 0, "l1 l2 l3 l0 team"},
		{levelExact, 0, "l1 l2 l3 l0 team"},
		{levelCoarser, 0, "l1 l2 l3 l0 team"},
		{levelFiner, 1, "l1 l0 team"},
		{levelCoarser, 3, "l1 l2 l3 l0 team"},
		{levelFiner, 3, "l1+90 l2+90 l3 l0 team"},
	} {
		a, _ := choosing(map[string]any{"resourceLevelAllocation": c.choice, "levelTolerance": 1.5})
		var modes []instance.Mode
		for _, level := range []int{1, 2, 3, 0} {
			id := fmt.Sprint("l", level)
			a.Machine[id] = &Machine{ID: id, Level: level}
			modes = append(modes, instance.Mode{On: id})
		}
		var all []string
		for _, m := range a.levels(&Part{Grade: c.grade}, append(modes, instance.Mode{On: "team"})) {
			text := m.On
			if m.Reluctance != 0 {
				text += fmt.Sprint("+", m.Reluctance)
			}
			if strings.Join(m.Flags, " ") == "coarse" {
				text += "!"
			} else if len(m.Flags) > 0 {
				t.Errorf("%s is marked %v", m.On, m.Flags)
			}
			all = append(all, text)
		}
		if got := strings.Join(all, " "); got != c.want {
			t.Errorf("choice %v, grade %d: %s, want %s", c.choice, c.grade, got, c.want)
		}
	}
}

// A part fits by each of its measures up to the limit itself, turned if need be; what is unknown fits.
func TestWhichPartsAMachineTakes(t *testing.T) {
	n := quantity.Whole
	limits := Limits{Length: n(800), Width: n(500), Height: n(300), Weight: n(1000), Softest: n(20), Hardest: n(52)}
	for _, c := range []struct {
		what string
		p    Part
		m    Limits
		fits bool
	}{
		{"nothing is known", Part{}, Limits{}, true},
		{"nothing of the part", Part{}, limits, true},
		{"nothing of the machine", Part{Length: n(9), Width: n(9), Height: n(9), Weight: n(9), Hardness: n(9)}, Limits{}, true},
		{"the limits themselves", Part{Length: n(800), Width: n(500), Height: n(300), Weight: n(1000), Hardness: n(52)}, limits, true},
		{"turned", Part{Length: n(500), Width: n(800)}, limits, true},
		{"on a machine that is wider than long", Part{Length: n(800), Width: n(500)}, Limits{Length: n(500), Width: n(800)}, true},
		{"too long", Part{Length: n(801), Width: n(500)}, limits, false},
		{"too long, turned", Part{Length: n(500), Width: n(801)}, limits, false},
		{"too wide", Part{Length: n(800), Width: n(501)}, limits, false},
		{"too wide, turned", Part{Length: n(501), Width: n(800)}, limits, false},
		{"its width alone", Part{Width: n(800)}, limits, true},
		{"its width alone, too wide", Part{Width: n(801)}, limits, false},
		{"the machine has a length alone", Part{Length: n(800), Width: n(700)}, Limits{Length: n(800)}, true},
		{"the machine has a length alone, too long", Part{Length: n(801), Width: n(700)}, Limits{Length: n(800)}, false},
		{"too high", Part{Height: n(301)}, limits, false},
		{"too heavy", Part{Weight: n(1001)}, limits, false},
		{"too hard", Part{Hardness: n(53)}, limits, false},
		{"the softest", Part{Hardness: n(20)}, limits, true},
		{"too soft", Part{Hardness: n(19)}, limits, false},
		{"any softness", Part{Hardness: n(19)}, Limits{Hardest: n(52)}, true},
	} {
		if got := (&Machine{Limits: c.m}).takes(&c.p); got != c.fits {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// A hard specification leaves what fits, be it nothing; a soft one marks all when nothing does.
func TestHardAndSoftSpecifications(t *testing.T) {
	for _, c := range []struct {
		rule   float64
		length int64
		want   string
	}{{0, 700, "m1 m2"}, {specHard, 600, "m1 m2"}, {specHard, 700, "m2"}, {specHard, 900, ""}, {specSoft, 700, "m2"}, {specSoft, 900, "m1! m2!"}} {
		a, op := choosing(map[string]any{"resourceSpecConstraints": c.rule, "resourceLevelAllocation": 0.0})
		a.Machine["m1"].Limits.Length, a.Machine["m2"].Limits.Length = quantity.Whole(600), quantity.Whole(800)
		var all []string
		for _, m := range a.fitting(&Part{Length: quantity.Whole(c.length)}, op.Modes) {
			text := m.On
			if strings.Join(m.Flags, " ") == "breaks-spec" {
				text += "!"
			}
			all = append(all, text)
		}
		if got := strings.Join(all, " "); got != c.want {
			t.Errorf("rule %v, length %d: %s, want %s", c.rule, c.length, got, c.want)
		}
	}
}
