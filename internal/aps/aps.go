// Package aps schedules a factory: it holds the schedules and joins the rooms below.
//
// What lives here: schedules with their form and list, the tasks of a plan as pages see them, dispatch lists, the week plan of resources,
// the capacity of groups and the plan completion rate, auto-schedules, changes of a plan by hand, the calls. What never does: rows and how
// they are found (entity), versions and publishing (plan), runs (run), why a plan is as it is (explaining), the problem of the engine, its
// solution and what it says (the other rooms), the engine (solver), orders and routes (production), master data.
package aps

import (
	"context"
	"time"

	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/run"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// L is a short name for texts.
var L = problem.L

// Deps are what scheduling needs of others; main fills them in.
type Deps struct {
	DB *store.DB
	// Shop reads what a run plans: the open moulds among ids, or every open one when ids are empty.
	Shop func(ctx context.Context, tx store.Tx, mouldIDs []string) (*model.Shop, error)
	// Outline is Shop without the parts of its moulds: what a page or a check needs that asks for no route.
	Outline func(ctx context.Context, tx store.Tx, mouldIDs []string) (*model.Shop, error)
	// Resources reads the groups and machines alone, as a run that starts now would.
	Resources func(ctx context.Context, tx store.Tx) (*model.Shop, error)
	// Customers names the customers of moulds, by the mould's id; nil: nobody knows them.
	Customers func(ctx context.Context, tx store.Tx, mouldIDs []string) (map[string]string, error)
	// EnglishNames reads what English screens call processes, groups, sections and resources; nil: as everybody does.
	EnglishNames result.EnglishNamesOf
	// Prepare completes the moulds of a run that starts, all open ones without ids: what their orders imply becomes rows.
	Prepare func(ctx context.Context, tx store.Tx, mouldIDs []string) error
	// Standings reads how the operations of some moulds stand at this moment: all of them when ids is nil, else those.
	Standings func(ctx context.Context, tx store.Tx, mouldIDs, ids []string) (map[string]plan.OperationStanding, error)
	// Finishes reads how the operations of some moulds were finished, and those of all moulds of which anything was within a stretch, by
	// operation. What was finished within it is named.
	Finishes func(ctx context.Context, tx store.Tx, mouldIDs []string, from, to time.Time) (map[string]*OperationFinish, error)
	// People names members by their accounts; whoever is none any more is missing.
	People func(ctx context.Context, tx store.Tx, accounts []string) (map[string]string, error)
	// CompletionTargets are the target completion rates of sections in per cent, by the names that plans keep; those without one are missing.
	CompletionTargets func(ctx context.Context, tx store.Tx) (map[string]quantity.Decimal, error)
	// Dated tells which of some moulds have a part with a due date of its own.
	Dated func(ctx context.Context, tx store.Tx, mouldIDs []string) ([]string, error)
	// Operations reads the records of operations by id; a change of one is held to its version and all its rules, and to the
	// permission of whoever makes it. So is extra time.
	Operations      func(ctx context.Context, tx store.Tx, ids []string) (map[string]OperationRecord, error)
	ChangeOperation func(ctx context.Context, tx store.Tx, c OperationChange) error
	AddExtraTime    func(ctx context.Context, tx store.Tx, x ExtraTime) error
	// CheckExtraTime refuses extra time as AddExtraTime would for its times, and writes nothing.
	CheckExtraTime func(ctx context.Context, tx store.Tx, x ExtraTime) error
	// Lacks is the permission that somebody lacks to keep changes of a kind, such as overtime; empty where they may. nil: they may all.
	Lacks func(actor store.Actor, kind string) string
	// Wake makes this node look for runs that may begin.
	Wake func()
	// Signal tells open pages how a run goes.
	Signal func(ctx context.Context, actor store.Actor, topic string, data any)
	// Acting finds who an account is in a factory of a company, with what it may do there today; a refusal says that it may not work
	// there any more. Auto-schedules run as that person. nil: as who has saved them, whatever they may.
	Acting func(ctx context.Context, tenantID, factoryID, accountID string) (store.Actor, error)
	// Replaced tells whoever published the plan in force that somebody else's has taken its place; nil: nobody is told.
	Replaced func(ctx context.Context, tx store.Tx, r plan.Replaced) error
	// Worked hears that this node begins to work on a run and, by the function that it gives, how that ended: success, failure,
	// cancelled, handed_over when the node stops, taken_over when another attempt has the run. nil: nobody hears.
	Worked func(ctx context.Context, run, tenant string) (context.Context, func(outcome string))
	// Workers is the number of threads of a run.
	Workers int
	Now     func() time.Time
}

// APS is the domain.
type APS struct {
	*explaining.Explainer
	*plan.Registry
	*run.Runner
	deps     Deps
	searches chan struct{} // for rescues that are under way: one place for each
}

// mostSearches bounds the searches for rescues at once: each works a core for seconds.
const mostSearches = 2

// New makes the domain.
func New(d Deps) *APS {
	if d.Now == nil {
		d.Now = store.Now
	}
	plans := plan.New(plan.Deps{
		DB: d.DB, Shop: d.Shop, Outline: d.Outline, Customers: d.Customers, EnglishNames: d.EnglishNames, Standings: d.Standings, Dated: d.Dated, Signal: d.Signal, Replaced: d.Replaced, Now: d.Now,
	})
	runs := run.New(run.Deps{
		DB: d.DB, Shop: d.Shop, Prepare: d.Prepare, Wake: d.Wake, Signal: d.Signal, Worked: d.Worked, Workers: d.Workers, Now: d.Now,
	}, plans)
	return &APS{deps: d, searches: make(chan struct{}, mostSearches), Explainer: explaining.New(d.Now, d.EnglishNames), Registry: plans, Runner: runs}
}
