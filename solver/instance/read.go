package instance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"mouldworks/solver"
)

// Error is a mistake in a file; Path leads to it, as in ops[3].modes[0].on.
type Error struct {
	Path   string
	Detail string
}

// Error implements error.
func (e *Error) Error() string { return e.Path + ": " + e.Detail }

func wrong(path, format string, args ...any) error {
	return &Error{Path: path, Detail: fmt.Sprintf(format, args...)}
}

// Loaded is a problem ready to solve and what is needed to name its results.
type Loaded struct {
	Problem *solver.Problem
	// Epoch is the instant of minute 0; zero for the benchmark formats.
	Epoch time.Time
	// Zone is the zone of the file, UTC without one.
	Zone *time.Location
	// Params carries the settings of the file.
	Params solver.Params
	// Replay is how the run of the file went, nil for a file without.
	Replay *Replay
}

// Instant returns the instant of minute m in the zone of the file.
func (l *Loaded) Instant(m solver.Min) time.Time {
	return l.Epoch.Add(time.Duration(m) * time.Minute).In(l.Zone)
}

// Decode parses mould/1 JSON. Unknown fields are ignored. Errors are *Error or
// those of r.
func Decode(r io.Reader) (*File, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	f := &File{}
	if err := json.Unmarshal(b, f); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return nil, wrong(fmt.Sprintf("byte %d", syntax.Offset), "%v", err)
		case errors.As(err, &kind):
			return nil, wrong(kind.Field, "%s at byte %d is not a %s", kind.Value, kind.Offset, kind.Type)
		}
		return nil, wrong("file", "%v", err)
	}
	if f.Format != Format {
		return nil, wrong("format", "%q, want %q", f.Format, Format)
	}
	return f, nil
}

// Read parses mould/1 JSON and builds the problem.
func Read(r io.Reader) (*Loaded, error) {
	f, err := Decode(r)
	if err != nil {
		return nil, err
	}
	return f.Build()
}

// Build turns the file into a problem. Errors are *Error.
func (f *File) Build() (*Loaded, error) {
	b := &builder{file: f, p: &solver.Problem{}}
	for _, step := range []func() error{
		b.clock, b.calendars, b.resources, b.flow, b.jobs, b.ops,
		b.routes, b.edges, b.electrodes, b.fixed, b.rest,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	params, err := f.Settings.params()
	if err != nil {
		return nil, err
	}
	if b.p.MovedAfter, b.p.Ranked = 240, params.Select == solver.SelectRank; f.Settings.MovedAfter != nil {
		b.p.MovedAfter = *f.Settings.MovedAfter
	}
	return &Loaded{Problem: b.p, Epoch: b.epoch, Zone: b.zone, Params: params, Replay: f.Replay}, nil
}

func (s Settings) params() (solver.Params, error) {
	p := solver.Params{Rule: solver.Rule(s.Rule), Select: solver.Select(s.Select), SameTolerance: s.SameTolerance, Direction: solver.Direction(s.Direction), Overtime: solver.Overtime(s.Overtime)}
	var err error
	if p.Goal, err = GoalKeys(s.Goal, p.Select); err != nil {
		return p, err
	}
	if s.Rule < 0 || s.Rule > int(solver.RulePenetration) {
		return p, wrong("settings.rule", "%d", s.Rule)
	}
	if s.Select < 0 || s.Select > int(solver.SelectSame) {
		return p, wrong("settings.select", "%d is not available", s.Select)
	}
	if s.Overtime < 0 || s.Overtime > int(solver.OvertimeLate) {
		return p, wrong("settings.overtime", "%d", s.Overtime)
	}
	if s.ReSetup < 0 || s.ReSetup > solver.MaxMinutes {
		return p, wrong("settings.reSetup", "%d", s.ReSetup)
	}
	if s.MovedAfter != nil && *s.MovedAfter < 0 {
		return p, wrong("settings.movedAfter", "%d", *s.MovedAfter)
	}
	if s.Direction < 0 || s.Direction > int(solver.Drum) {
		return p, wrong("settings.direction", "%d is not available", s.Direction)
	}
	return p, nil
}

// GoalKeys is the objective of a goal under a selection rule, nil for the
// default of the engine. Goals are those of Settings.Goal; rule 6, the machine
// of before, has changes of the machine counted before all other regret.
func GoalKeys(goal int, rule solver.Select) ([]solver.Key, error) {
	keys := []solver.Key{solver.KeyTardiness, solver.KeyMoved, solver.KeyRegret, solver.KeyEnds}
	switch goal {
	case 0:
		return nil, nil
	case 1:
	case 2, 3, 4, 5:
		first := [...]solver.Key{solver.KeyCycle, solver.KeyIdle, solver.KeyImbalance, solver.KeyChangeovers}[goal-2]
		keys = slices.Insert(keys, 0, first)
	default:
		return nil, wrong("settings.goal", "%d is not available", goal)
	}
	if rule == solver.SelectSame {
		keys = slices.Insert(keys, slices.Index(keys, solver.KeyRegret), solver.KeyChanges)
	}
	return keys, nil
}
