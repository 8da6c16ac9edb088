// Package gateway is the process at a factory and the cloud's end of its line.
//
// What lives here: keys of gateways, their presence and upgrade on the cloud's side (Cloud), and the process itself
// (Process): TLS, the way to the cloud, kept files, the welcome page. What never does: which gateway stands at which
// factory (tenancy), and any rule of a domain: whatever a browser asks through a gateway, the cloud decides.
package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
)

// keyPrefix begins the key of a gateway, so that it is never taken for a session or an API token.
const keyPrefix = "mwg_"

// scopePrefix begins what a gateway is called among the sessions of the push hub.
const scopePrefix = "gateway:"

// key is the row behind a gateway's key.
type key struct {
	bun.BaseModel  `bun:"table:gateway_key"`
	Gateway        string     `bun:"gateway,pk"` // serverAppUuid
	Home           string     `bun:"home"`       // tenant; where the gateway stands today, its place says
	Factory        string     `bun:"factory"`
	KeyHash        string     `bun:"key_hash"`
	CreatedAt      time.Time  `bun:"created_at"`
	Version        string     `bun:"version"`  // that it runs, as it said
	Platform       string     `bun:"platform"` // such as linux/amd64
	SeenAt         *time.Time `bun:"seen_at"`
	UpgradeVersion string     `bun:"upgrade_version"` // that it was told to fetch; "" = none
	UpgradeAskedBy string     `bun:"upgrade_asked_by"`
	UpgradeAskedAt *time.Time `bun:"upgrade_asked_at"`
	Name           string     `bun:"-"` // of its place
}

// Place is a gateway as tenancy knows it.
type Place struct {
	ID, Name, Tenant, Factory string
	Linked                    bool   // its line to the cloud is up
	PublicKey                 string // of the process behind the line; "" = it has told none
}

// Deps are what the cloud's end needs of others; main fills them in.
type Deps struct {
	DB  *store.DB
	Hub *push.Hub
	// Place finds a gateway of the caller's tenant, or, in a system transaction, of any; store.ErrNotFound when there is
	// none.
	Place func(ctx context.Context, tx store.Tx, id string) (Place, error)
	// Linked notes that a gateway's line is up until a moment, or down when the moment has passed. tx is a system
	// transaction.
	Linked func(ctx context.Context, tx store.Tx, id string, until time.Time) error
	// Unlinked notes that a line which was trusted until a moment is down. Another line that came since, perhaps to another
	// node, stays as it is.
	Unlinked func(ctx context.Context, tx store.Tx, id string, until time.Time) error
	// KeepPublicKey keeps the public key that the process of a gateway has told; "" forgets it. tx is a system transaction.
	KeepPublicKey func(ctx context.Context, tx store.Tx, id, key string) error
	// IssueToken makes a token with which the calling session works through a gateway.
	IssueToken func(ctx context.Context, at Place) (token string, life time.Duration, err error)
	// Tell sends a message to an account of a tenant.
	Tell func(ctx context.Context, tenant, account, cause string, title, content problem.Text) error
	// Session recognises the token of a browser: who it is, and the session's public id. Look does so without taking it
	// for work of the person.
	Session, Look func(ctx context.Context, token string) (store.Actor, string, error)
	// Version is that of this server; Binary is the file that a gateway fetches, "" for this process's own.
	Version, Binary string
	// Files are the rows of what gateways keep; Blobs holds for a moment what comes over a line.
	Files *file.Files
	Blobs blob.Store
	// Admit finds the person on whose behalf a gateway calls.
	Admit func(r *http.Request) (context.Context, error)
}

// Cloud is the cloud's end.
type Cloud struct {
	deps    Deps
	waiters waiters // for files that come over a line
}

// New makes the cloud's end.
func New(d Deps) *Cloud { return &Cloud{deps: d} }

const reasonKeys = "a gateway's key stands above tenants: it says which tenant it is"

var (
	msgGateway = problem.L("网关", "Gateway")
	errNoKey   = problem.SignIn() // the key is unknown, or its gateway is gone
)

// Issue makes a new key for a gateway of the caller's tenant; the key before it is worth nothing from now on. The key is
// shown once: only its hash is kept.
func (c *Cloud) Issue(ctx context.Context, id string) (string, error) {
	var p Place
	err := c.deps.DB.Write(ctx, func(tx store.Tx) (err error) {
		if p, err = c.deps.Place(ctx, tx, id); err != nil {
			return err
		}
		return tx.Log(ctx, "gateway-key", p.ID, p.Name, store.ActionCreate)
	})
	if errors.Is(err, store.ErrNotFound) {
		return "", problem.NotFound(msgGateway)
	}
	if err != nil {
		return "", err
	}
	secret, _ := opaque.Token()
	k := keyPrefix + secret
	row := key{Gateway: p.ID, Home: p.Tenant, Factory: p.Factory, KeyHash: opaque.Hash(k), CreatedAt: store.Now()}
	var replaced int
	err = c.deps.DB.System(ctx, reasonKeys, func(tx store.Tx) (err error) {
		if replaced, err = tx.Remove((*key)(nil)).Where("gateway = ?", p.ID).Exec(ctx); err != nil {
			return err
		}
		// Browsers trust nothing of the process before until one that holds the new key has come.
		if err := errors.Join(c.deps.KeepPublicKey(ctx, tx, p.ID, ""), c.deps.Linked(ctx, tx, p.ID, store.Now())); err != nil {
			return err
		}
		return tx.Insert(ctx, &row)
	})
	if err != nil {
		return "", err
	}
	if replaced > 0 { // whoever holds the old key is shown out; who comes with the first one is not
		c.deps.Hub.Kick(ctx, push.Scope{Session: scopePrefix + p.ID}, "key", problem.L("网关密钥已更换", "The key was replaced"))
	}
	return k, nil
}

// Moved ends the line of a gateway that has been deleted, with its key, or that stands at another factory now: it comes
// back as what it is.
func (c *Cloud) Moved(ctx context.Context, id string, gone bool) {
	if gone {
		if err := c.deps.DB.System(ctx, reasonKeys, func(tx store.Tx) error {
			_, err := tx.Remove((*key)(nil)).Where("gateway = ?", id).Exec(ctx)
			return err
		}); err != nil {
			slog.ErrorContext(ctx, "the key of a deleted gateway stays, and opens nothing", "gateway", id, "error", err)
		}
	}
	c.deps.Hub.Kick(ctx, push.Scope{Session: scopePrefix + id}, "moved", problem.L("网关已删除或已属于其他工厂", "The gateway was deleted or stands at another factory"))
}

// find gives the row of a key whose gateway exists, with the place where it stands today.
func (c *Cloud) find(ctx context.Context, k string) (row key, err error) {
	if !strings.HasPrefix(k, keyPrefix) {
		return row, errNoKey
	}
	err = c.deps.DB.SystemRead(ctx, reasonKeys, func(tx store.Tx) error {
		if err := tx.Select(&row).Where("key_hash = ?", opaque.Hash(k)).Scan(ctx); err != nil {
			return err
		}
		p, err := c.deps.Place(ctx, tx, row.Gateway)
		row.Home, row.Factory, row.Name = p.Tenant, p.Factory, p.Name
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return row, errNoKey
	}
	return row, err
}

// Proven finds where the gateway that holds a key stands; problem.SignIn when none does.
func (c *Cloud) Proven(ctx context.Context, k string) (Place, error) {
	row, err := c.find(ctx, k)
	return Place{ID: row.Gateway, Name: row.Name, Tenant: row.Home, Factory: row.Factory}, err
}

// Authenticate finds who binds to the push hub: a gateway by its key, anybody else by their session. A gateway may do
// nothing; it only hears what its factory hears.
func (c *Cloud) Authenticate(ctx context.Context, token string) (store.Actor, string, error) {
	return c.who(ctx, token, c.deps.Session)
}

// Again finds whether they are still the same, without taking it for work of theirs.
func (c *Cloud) Again(ctx context.Context, token string) (store.Actor, string, error) {
	return c.who(ctx, token, c.deps.Look)
}

func (c *Cloud) who(ctx context.Context, token string, session func(context.Context, string) (store.Actor, string, error)) (store.Actor, string, error) {
	if !strings.HasPrefix(token, keyPrefix) {
		return session(ctx, token)
	}
	row, err := c.find(ctx, token)
	if err != nil {
		return store.Actor{}, "", err
	}
	actor := store.Actor{TenantID: row.Home, FactoryID: row.Factory, AccountID: scopePrefix + row.Gateway, Through: store.ThroughGateway}
	return actor, scopePrefix + row.Gateway, nil
}

// IsLine tells a gateway's line from a page's.
func IsLine(s push.Scope) bool { return strings.HasPrefix(s.Session, scopePrefix) }

// Present keeps what tenancy shows of a gateway's line.
func (c *Cloud) Present(ctx context.Context, p push.Presence) error {
	id, ok := strings.CutPrefix(p.Scope.Session, scopePrefix)
	if !ok {
		return nil
	}
	err := c.deps.DB.System(ctx, reasonKeys, func(tx store.Tx) error {
		change := tx.Change((*key)(nil)).Set("seen_at = ?", store.Now())
		if p.Up {
			change = change.Set("version = ?", p.Client.ClientVersion).Set("platform = ?", p.Client.OSName)
		}
		if _, err := change.Where("gateway = ?", id).Exec(ctx); err != nil {
			return err
		}
		if !p.Up {
			return c.deps.Unlinked(ctx, tx, id, p.Until)
		}
		if err := c.deps.KeepPublicKey(ctx, tx, id, checkedKey(p.Client.PublicKey)); err != nil {
			return err
		}
		return c.deps.Linked(ctx, tx, id, p.Until)
	})
	if err != nil || !p.Up {
		return err
	}
	return c.askAgain(ctx, p.Scope.Tenant, id)
}
