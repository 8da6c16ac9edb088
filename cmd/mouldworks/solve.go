package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // calendars need zones on machines without a zone database

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

// defaultSeconds is the time limit when neither time nor iterations are given.
const defaultSeconds = 20

// solveCommand plans one problem file and prints one JSON object.
type solveCommand struct {
	File       string   `arg:"" type:"existingfile" help:"Problem file: mould/1 JSON, or a job shop text."`
	Format     string   `enum:",jsp,fjs,mould" default:"" help:"jsp, fjs or mould; guessed when absent."`
	Seconds    *float64 `help:"Time limit; 0 is the reference dispatcher alone. Default 20 unless iterations are given."`
	Iterations int64    `help:"Limit of improvement iterations; makes the result reproducible."`
	Seed       uint64   `default:"1" help:"Seed of the search."`
	Workers    int      `default:"2" help:"Threads; they never change the result of a run with an iteration limit."`
	Replay     bool     `help:"Make the plan of the file again as its run did, whatever the limits above say."`
	Objective  string   `enum:",makespan,twt" default:"" help:"makespan or twt (weighted tardiness); by the file when absent."`
	Out        string   `help:"Write the plan to this file."`
}

// solveReport is what the command prints.
type solveReport struct {
	Instance         string  `json:"instance"`
	Operations       int     `json:"operations"`
	Objective        string  `json:"objective"`
	Value            int64   `json:"value"`
	LowerBound       int64   `json:"lower_bound"`
	FirstPlanSeconds float64 `json:"first_plan_seconds"`
	Seconds          float64 `json:"seconds"`
	Iterations       int64   `json:"iterations"`
	Seed             uint64  `json:"seed"`
	Valid            bool    `json:"valid"`
}

// Run reads, plans, checks and prints.
func (c *solveCommand) Run() error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	loaded, err := instance.Parse(text, c.Format, c.File)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.Replay && loaded.Replay == nil {
		return fmt.Errorf("%s: no run is told of that could be repeated", c.File)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, plan, err := c.solve(ctx, loaded)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.Out != "" {
		if err := writePlan(c.Out, loaded.Result(plan, report.Valid)); err != nil {
			return err
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(report); err != nil {
		return err
	}
	if !report.Valid {
		return errors.New("the plan breaks a rule; see above")
	}
	return nil
}

func (c *solveCommand) solve(ctx context.Context, loaded *instance.Loaded) (*solveReport, *solver.Plan, error) {
	began := time.Now()
	shop, err := solver.Prepare(loaded.Problem)
	if err != nil {
		return nil, nil, err
	}
	params := c.params(loaded, shop)
	first := params
	first.Seconds, first.Iterations, first.Pace = 0, 0, nil
	shop, plan, err := solver.Run(ctx, loaded.Problem, first, nil)
	if err != nil {
		return nil, nil, err
	}
	violations := check.Plan(shop.Problem, plan)
	firstSeconds := time.Since(began).Seconds()
	if params.Seconds > 0 || params.Iterations > 0 {
		if params.Seconds > 0 {
			params.Seconds = max(params.Seconds-firstSeconds, 1e-3)
		}
		better, improved, err := solver.Run(ctx, loaded.Problem, params, nil)
		switch {
		case err == nil:
			plan = improved
			violations = check.Plan(better.Problem, plan)
		case !errors.Is(err, context.Canceled):
			return nil, nil, err
		}
	}
	for _, v := range violations {
		fmt.Fprintln(os.Stderr, v)
	}
	return &solveReport{
		Instance:   strings.TrimSuffix(filepath.Base(c.File), filepath.Ext(c.File)),
		Operations: len(loaded.Problem.Ops), Objective: objectiveName(params.Goal[0]),
		Value: plan.Value[1], LowerBound: plan.Bound[1],
		FirstPlanSeconds: firstSeconds, Seconds: time.Since(began).Seconds(),
		Iterations: plan.Iterations, Seed: c.Seed, Valid: len(violations) == 0,
	}, plan, nil
}

func (c *solveCommand) params(loaded *instance.Loaded, shop *solver.Shop) solver.Params {
	p := loaded.Params
	p.Seed, p.Iterations, p.Workers = c.Seed, c.Iterations, c.Workers
	switch {
	case c.Replay:
		p.Seed, p.Seconds, p.Pace = loaded.Replay.Seed, loaded.Replay.Seconds, &solver.Pace{Again: loaded.Replay.Iterations}
	case c.Seconds != nil:
		p.Seconds = *c.Seconds
	case c.Iterations == 0:
		p.Seconds = defaultSeconds
	}
	switch c.Objective {
	case "makespan":
		p.Goal = []solver.Key{solver.KeyMakespan, solver.KeyEnds}
	case "twt":
		p.Goal = []solver.Key{solver.KeyTardiness, solver.KeyMoved, solver.KeyRegret, solver.KeyEnds}
	}
	if len(p.Goal) == 0 {
		p.Goal = shop.DefaultGoal()
	}
	return p
}

func objectiveName(k solver.Key) string {
	switch k {
	case solver.KeyMakespan:
		return "makespan"
	case solver.KeyTardiness:
		return "twt"
	case solver.KeyCycle:
		return "cycle"
	}
	return "other"
}

func writePlan(name string, r *instance.Result) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return instance.WriteResult(f, r)
}
