package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/sso"
)

// Server is what the command line does with the whole server.
//
// It is an interface so that package main does not see App: the compiler reads a struct with all that its fields lead to,
// and compiles the methods of every generic type among them once more, which are those of each entity. That was 50 MB of
// object code, 700 MB of memory and most of the time of every build of the command.
type Server interface {
	Start(ctx context.Context) error
	Handler() http.Handler
	// Metrics answers scrapes of Prometheus. It stands nowhere in Handler: who may ask is for whoever listens to say.
	Metrics() http.Handler
	Leave()
	Close(ctx context.Context) error

	Demo(ctx context.Context) (string, error)
	SetupCode(ctx context.Context) (string, error)

	IssueToken(ctx context.Context, tenant, user, name string) (string, error)
	CreateTenant(ctx context.Context, code, name, factory, zone, phone string) (string, error)
	CreateOperator(ctx context.Context, phone, zone string) (string, error)
	ResetPassword(ctx context.Context, phone string) (string, error)
	AddClient(ctx context.Context, n sso.NewClient) (id, secret string, err error)
	Clients(ctx context.Context) ([]sso.Client, error)
	RemoveClient(ctx context.Context, id string) error
	SetLoginDomain(ctx context.Context, tenant, origin string) error
	VerifyLog(ctx context.Context, tenant string) (store.Seal, error)
	WriteOpenAPI(to io.Writer) error
}

// OpenServer makes a server on a migrated database.
//
//go:noinline
func OpenServer(ctx context.Context, o Options) (Server, error) { // inlined, it would show App to whoever calls it
	a, err := Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Leave begins to stop while requests still end: runs are handed over at once, and the pages' sockets are closed, which
// would keep an HTTP server that shuts down waiting.
func (a *App) Leave() {
	a.Jobs.Leave()
	a.Hub.Stop()
}

// AddClient lets another program sign its people in here.
func (a *App) AddClient(ctx context.Context, n sso.NewClient) (id, secret string, err error) {
	return a.SSO.AddClient(ctx, n)
}

// Clients lists the programs that sign their people in here.
func (a *App) Clients(ctx context.Context) ([]sso.Client, error) { return a.SSO.Clients(ctx) }

// RemoveClient lets a program sign nobody in here any more.
func (a *App) RemoveClient(ctx context.Context, id string) error { return a.SSO.RemoveClient(ctx, id) }

// VerifyLog proves that nobody has changed the operation log of a tenant, by its code, and gives the last seal.
func (a *App) VerifyLog(ctx context.Context, tenant string) (store.Seal, error) {
	id, err := a.TenantID(ctx, tenant)
	if err != nil {
		return store.Seal{}, err
	}
	return a.DB.VerifyLog(ctx, id)
}

// WriteOpenAPI writes the contract of the API.
func (a *App) WriteOpenAPI(to io.Writer) error {
	e := json.NewEncoder(to)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(a.API.OpenAPI())
}
