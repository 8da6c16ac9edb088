package retime

import (
	"slices"
	"strings"

	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// rejoin gives the second pieces of what was split their set-ups: where one
// goes on directly on the resource of the first nobody sets up again, elsewhere
// on that resource it takes what the settings say, attended, and on another
// resource as long as the whole operation would.
func (s *Session) rejoin() error {
	if s.file.Settings.ReSetup == 0 {
		return nil
	}
	for second := range s.file.Ops {
		first := s.first(second)
		if first < 0 || s.board.Mode(int32(second)) < 0 || s.loaded.Problem.Ops[second].Fix.Timed() {
			continue
		}
		// A set-up may be what keeps it from going on, in the night for instance: then it is looked at without.
		direct := s.direct(first, int32(second))
		if err := s.setUp(first, int32(second), direct); err != nil {
			return err
		}
		if direct && !s.direct(first, int32(second)) {
			if err := s.setUp(first, int32(second), false); err != nil {
				return err
			}
		}
	}
	return nil
}

// first is the operation whose second piece somebody has made of o, None where nobody has.
func (s *Session) first(o int) int32 {
	op := &s.file.Ops[o]
	whole, second := strings.CutSuffix(op.ID, PieceID("", 2))
	if !second || op.Of != "" {
		return solver.None
	}
	return int32(slices.IndexFunc(s.file.Ops, func(x instance.Op) bool { return x.ID == whole }))
}

// direct tells that the second piece goes on where the first ends, as soon as anybody can work there, and nothing comes between.
func (s *Session) direct(first, second int32) bool {
	plan := s.board.Plan()
	r, from, until := plan.Resource[second], plan.End[first], plan.Start[second]
	if plan.Resource[first] != r || s.board.Shop().Fit(plan, second, from, nil) != until {
		return false
	}
	for o := range plan.Resource {
		if plan.Resource[o] == r && int32(o) != second && from <= plan.Start[o] && plan.Start[o] < min(until, plan.End[o]) {
			return false
		}
	}
	return true
}

// setUp gives the second piece its set-ups.
func (s *Session) setUp(first, second int32, direct bool) error {
	plan := s.board.Plan()
	on := ""
	if r := plan.Resource[first]; r >= 0 {
		on = s.loaded.Problem.Resources[r].Name
	}
	modes := slices.Clone(s.file.Ops[second].Modes)
	for i := range modes {
		whole := slices.IndexFunc(s.file.Ops[first].Modes, func(m instance.Mode) bool { return m.On == modes[i].On })
		switch {
		case modes[i].On == on && direct:
			modes[i].Setup = 0
		case modes[i].On == on:
			modes[i].Setup = s.file.Settings.ReSetup
		case whole >= 0:
			modes[i].Setup = s.file.Ops[first].Modes[whole].Setup
		}
	}
	same := func(a, b instance.Mode) bool { return a.On == b.On && a.Setup == b.Setup }
	if slices.EqualFunc(modes, s.file.Ops[second].Modes, same) {
		return nil
	}
	g := *s.file
	g.Ops = slices.Clone(g.Ops)
	g.Ops[second].Modes = modes
	return s.replace(&g, plan, second, false)
}
