// Package run works on the runs of schedules.
//
// What lives here: asking for a run and its end, the queue, the worker with its heart, handing over, the reaper, how a run goes. What
// never does: the search itself (solving), the plans that runs leave (plan), changes by hand (draft).
package run

import (
	"context"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// L is a short name for texts.
var L = problem.L

// Deps are what runs need of others.
type Deps struct {
	DB *store.DB
	// Shop reads what a run plans: the open moulds among ids, or every open one when ids are empty.
	Shop func(ctx context.Context, tx store.Tx, mouldIDs []string) (*model.Shop, error)
	// Prepare completes the moulds of a run that starts, all open ones without ids; nil: there is nothing to complete.
	Prepare func(ctx context.Context, tx store.Tx, mouldIDs []string) error
	// Wake makes this node look for runs that may begin; nil: it looks by itself.
	Wake func()
	// Signal tells open pages how a run goes; nil: nobody is told.
	Signal func(ctx context.Context, actor store.Actor, topic string, data any)
	// Worked hears that this node begins to work on a run and, by the function that it gives, how that ended; nil: nobody hears.
	Worked func(ctx context.Context, run, tenant string) (context.Context, func(outcome string))
	// Workers is the number of threads of a run.
	Workers int
	Now     func() time.Time
}

// Runner lets runs wait for their turn, works on them and takes up those that a node has lost.
type Runner struct {
	deps    Deps
	plans   *plan.Registry
	waiting queuePlaces
}

// New makes a runner that stores what runs make among plans.
func New(d Deps, plans *plan.Registry) *Runner {
	if d.Worked == nil {
		d.Worked = func(ctx context.Context, _, _ string) (context.Context, func(string)) { return ctx, func(string) {} }
	}
	return &Runner{deps: d, plans: plans}
}
