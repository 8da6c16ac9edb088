package store

import (
	"context"
	"errors"
)

// How a change came in, for the operation log.
const (
	ThroughUI      = "ui"
	ThroughAPI     = "api"
	ThroughImport  = "import"
	ThroughJob     = "job"
	ThroughGateway = "gateway"
	ThroughSystem  = "system"
)

// Actor is who asks: an account inside a tenant and, for what is physical, inside one factory.
type Actor struct {
	TenantID  string
	FactoryID string // empty: rows of a factory read empty and cannot be written
	AccountID string
	MemberID  string
	Name      string          // shown in logs and lists
	Through   string          // one of the Through constants
	Zone      string          // IANA zone of the factory
	May       map[string]bool // permissions, exact keys
	Modules   map[string]bool // modules that the tenant has opened
	Suspended bool            // the licence has run out: rows are read, never written
	Confirmed string          // key of the question that the user has answered with yes
	Hidden    Hidden          // what the roles hide of the factory
	Reach     Reach           // whose records the roles show
	Work      Reach           // whose moulds they show, see Hidden.Moulds
	Viewer    string          // member who views the company as this one; empty: nobody. Rows are read, never written
	ViewedBy  string          // what people call the viewer, empty without one
	Import    string          // row id of the import's line in the log, while a file is written; empty otherwise
}

// SeesAll tells whether the roles show every row of the tenant and the factory.
func (a Actor) SeesAll() bool { return a.Hidden.Nothing() && !a.Reach.Narrow && !a.Work.Narrow }

// Allowed tells whether the actor has a permission.
func (a Actor) Allowed(permission string) bool { return a.May[permission] }

// ErrNoActor is returned by every call that needs to know who asks.
var ErrNoActor = errors.New("store: nobody asks: the context carries no actor")

type actorKey struct{}

// WithActor remembers who asks.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// WithThrough lets changes count as come in through one of the Through constants; without an actor nothing changes.
func WithThrough(ctx context.Context, through string) context.Context {
	a, err := ActorFrom(ctx)
	if err != nil {
		return ctx
	}
	a.Through = through
	return WithActor(ctx, a)
}

// WithImport lets changes count as rows of an import, by the row id of its line in the log; without an actor nothing changes.
func WithImport(ctx context.Context, id string) context.Context {
	a, err := ActorFrom(ctx)
	if err != nil {
		return ctx
	}
	a.Through, a.Import = ThroughImport, id
	return WithActor(ctx, a)
}

// ActorFrom finds who asks, or ErrNoActor.
func ActorFrom(ctx context.Context) (Actor, error) {
	a, ok := ctx.Value(actorKey{}).(Actor)
	if !ok || a.TenantID == "" {
		return Actor{}, ErrNoActor
	}
	return a, nil
}

type systemKey struct{}
