// Package plan keeps the plans of schedules and the plan that a factory works by.
//
// What lives here: storing a plan, the versions of a schedule, what holds today of the plan in force, what a plan would change, publishing.
// What never does: making a plan (run), changing one by hand (draft), the comparison of tasks itself (compare).
package plan

import (
	"context"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// L is a short name for texts.
var L = problem.L

// Deps are what keeping plans needs of others.
type Deps struct {
	DB *store.DB
	// Shop reads open moulds as a run plans them, every one when ids are empty; Outline reads them without their parts.
	Shop, Outline func(ctx context.Context, tx store.Tx, mouldIDs []string) (*model.Shop, error)
	// Customers names the customers of moulds, by the mould's id; nil: nobody knows them.
	Customers func(ctx context.Context, tx store.Tx, mouldIDs []string) (map[string]string, error)
	// EnglishNames reads what English screens call the names that plans keep; nil: as everybody does.
	EnglishNames result.EnglishNamesOf
	// Standings reads how the operations of some moulds stand at this moment: all of them when ids is nil, else those.
	Standings func(ctx context.Context, tx store.Tx, mouldIDs, ids []string) (map[string]OperationStanding, error)
	// Dated tells which of some moulds have a part with a due date of its own.
	Dated func(ctx context.Context, tx store.Tx, mouldIDs []string) ([]string, error)
	// Signal tells open pages what has changed; nil: nobody is told.
	Signal func(ctx context.Context, actor store.Actor, topic string, data any)
	// Replaced tells whoever published the plan in force that somebody else's has taken its place; nil: nobody is told.
	Replaced func(ctx context.Context, tx store.Tx, r Replaced) error
	Now      func() time.Time
}

// Registry keeps the plans of schedules and the plan in force.
type Registry struct{ deps Deps }

// New makes a registry.
func New(d Deps) *Registry { return &Registry{d} }
