// Package identity knows people: accounts, members, passwords, sessions and tokens, and who a request comes from.
//
// What lives here: signing in and out, the proof of a request's actor. What never does: what a role may do (access),
// licences (tenancy), the menu.
package identity

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// Account is a person on the platform, whatever the tenants.
type Account struct {
	bun.BaseModel `bun:"table:account"`
	ID            string    `bun:"id,pk"`
	Phone         string    `bun:"phone"`
	PasswordHash  string    `bun:"password_hash"`
	Language      string    `bun:"language"`
	HeadImage     string    `bun:"head_image"`
	Email         string    `bun:"email"`
	PhoneProvedAt time.Time `bun:"phone_proved_at,nullzero"` // when its owner last proved to hold the phone; see proved
	CreatedAt     time.Time `bun:"created_at"`
	LastTenant    string    `bun:"last_tenant"`    // where the person worked last
	PasswordGiven bool      `bun:"password_given"` // somebody else has made it: it has to be changed
	Agreement     string    `bun:"agreement"`      // the newest one that the person has accepted
}

// Member is an account inside a tenant.
type Member struct {
	bun.BaseModel `bun:"table:member"`
	store.Row
	AccountID   string        `bun:"account_id"`
	UserName    string        `bun:"user_name"`
	RealName    string        `bun:"real_name"`
	Roles       []string      `bun:"roles,type:text"`     // codes
	Factories   []string      `bun:"factories,type:text"` // ids that the member may enter
	Enabled     bool          `bun:"enabled"`
	ExpireDate  quantity.Date `bun:"expire_date"`
	PageSize    int           `bun:"page_size"`
	LastFactory string        `bun:"last_factory"`
	// Where they stand in the company.
	DepartmentID string `bun:"department_id"`
	ManagedID    string `bun:"managed_department_id"`
	// A member of a supplier or a customer is a guest of the company; see guest.
	SupplierID string `bun:"supplier_id"`
	CustomerID string `bun:"customer_id"`
	// Of the person as the company keeps them: the account's number, and whether they have come in yet.
	Phone   string `bun:"phone"`
	Joining int    `bun:"joining"`
}

// Whether a member has come in.
const (
	memberJoined  = 1
	memberInvited = 2
)

// forever is when the time of a member ends of whom nobody says otherwise.
const forever = quantity.Date("2099-12-31")

// Ownership says that members are people, who are in reach or not.
func (*Member) Ownership() store.Ownership { return store.Ownership{Member: "id"} }

// guest tells whether the member belongs to a supplier or a customer: whatever the roles say, nothing of the company is
// open to them but their own account and the pages that are made for them, see GuestOf.
func (m *Member) guest() bool { return m.SupplierID != "" || m.CustomerID != "" }

// Deps are what identity needs of others; main fills them in.
type Deps struct {
	DB          *store.DB
	Permissions func() []string  // every permission that exists
	Now         func() time.Time // the clock; time.Now outside tests
	// Ended hears of sessions that end, so that their sockets close.
	Ended func(ctx context.Context, sessionID, reason string)
	// Proven checks a code that was sent to the phone, and spends it; never inside a transaction.
	Proven func(ctx context.Context, phone string, purpose verify.Purpose, code string) error
	// Agreement is the one that people have to accept today, "" when there is none; nil asks for nothing.
	Agreement func(ctx context.Context, tx store.Tx) (id string, err error)
	// Applicant is what somebody reads who is in no company yet but has applied for one, and the hash of the password that
	// opens it; "" = nobody. nil knows no applicants. tx is a system transaction.
	Applicant func(ctx context.Context, tx store.Tx, phone string) (hash string, says problem.Text, err error)
	// SignOn lets the single sign-on provider know who has signed in and out.
	SignOn SignOn
	// Hidden is what the roles of a member hide of a factory; nil hides nothing. tx is a system transaction.
	Hidden func(ctx context.Context, tx store.Tx, factoryID string, work store.Reach, roles []access.Role) (store.Hidden, error)
	// Reach is whose records of a subject the roles show a member; nil shows everybody's. tx is a system transaction.
	Reach func(ctx context.Context, tx store.Tx, of access.Subject, memberID string, roles []access.Role) (store.Reach, error)
	// Judge tells of members, by their ids, why whoever asks decides nothing about them; nil judges nobody. It is asked of a
	// transaction of their company, and its answers need none.
	Judge func(ctx context.Context, tx store.Tx) (func(memberID string) (why problem.Text, above bool), error)
	// Viewed hears that an account's sessions view their company by other eyes than before, so that its open pages follow.
	Viewed func(ctx context.Context, own store.Actor)
	// Founded gives a new company the basic data that it begins with; nil gives none. tx is a system transaction.
	Founded func(ctx context.Context, tx store.Tx, tenantID string) error
	// Gateways are asked about calls that come through the gateway of a factory.
	Gateways Gateways
}

// SignOn is what the provider of single sign-on does when people come and go; all of it is optional.
type SignOn struct {
	// In remembers the person in this browser, and gives the address that goes on with the authorization that waited
	// for the sign-in; "" when there is none.
	In func(ctx context.Context, tx store.Tx, a Arrival) (next string, err error)
	// Out forgets the person in this browser. next gives the address where another provider must be told, or ""; it may
	// ask over the network, and is called after the commit.
	Out func(ctx context.Context, tx store.Tx, origin string) (next func() string, err error)
	// Forget ends everything of the account, in every browser and program.
	Forget func(ctx context.Context, tx store.Tx, accountID string) error
	// Unlink takes the people of other systems off the account.
	Unlink func(ctx context.Context, tx store.Tx, accountID string) error
}

// Identity signs people in and recognises them.
type Identity struct {
	deps    Deps
	keys    keyRing
	turns   *turns         // of those whose password is judged
	logging chan struct{}  // one for each line of the log that is being written behind an answer
	behind  sync.WaitGroup // all of them
	slow    slowLog

	occupied atomic.Bool // a company was seen, see vacant
}

// Arrival is a sign-in that has just succeeded.
type Arrival struct {
	AccountID     string
	Way           string
	AuthRequestID string        // the authorization that waited for it
	Hint          string        // the identity token of another provider that vouched for the person
	Life          time.Duration // how long the browser may be remembered
}

// New makes the domain.
func New(d Deps) *Identity {
	if d.Now == nil {
		d.Now = store.Now
	}
	if d.Ended == nil {
		d.Ended = func(context.Context, string, string) {}
	}
	if d.Reach == nil {
		d.Reach = func(context.Context, store.Tx, access.Subject, string, []access.Role) (store.Reach, error) {
			return store.Reach{}, nil
		}
	}
	if d.Hidden == nil {
		d.Hidden = func(context.Context, store.Tx, string, store.Reach, []access.Role) (store.Hidden, error) {
			return store.Hidden{}, nil
		}
	}
	if d.Viewed == nil {
		d.Viewed = func(context.Context, store.Actor) {}
	}
	if d.Judge == nil {
		d.Judge = func(context.Context, store.Tx) (func(string) (problem.Text, bool), error) {
			return func(string) (problem.Text, bool) { return problem.Text{}, false }, nil
		}
	}
	if d.Agreement == nil {
		d.Agreement = func(context.Context, store.Tx) (string, error) { return "", nil }
	}
	if d.SignOn.In == nil {
		d.SignOn.In = func(context.Context, store.Tx, Arrival) (string, error) { return "", nil }
	}
	if d.SignOn.Out == nil {
		d.SignOn.Out = func(context.Context, store.Tx, string) (func() string, error) {
			return func() string { return "" }, nil
		}
	}
	if d.SignOn.Forget == nil {
		d.SignOn.Forget = func(context.Context, store.Tx, string) error { return nil }
	}
	if d.SignOn.Unlink == nil {
		d.SignOn.Unlink = func(context.Context, store.Tx, string) error { return nil }
	}
	return &Identity{deps: d, turns: newTurns(atOnce(), mostQueued), logging: make(chan struct{}, logsAtOnce), slow: slowLog{at: map[string]time.Time{}}}
}

// NewMember describes a person to be added to a tenant.
type NewMember struct {
	TenantID, Phone, Password, UserName, RealName string
	Roles, Factories                              []string
	SupplierID, CustomerID                        string // of a guest; see Member
	// Given says that somebody else has made the password: its owner must change it first.
	Given bool
	// Hash is in place of Password where the person chose it earlier and it was checked then.
	Hash      string
	Agreement string // what the person has accepted
	// Proved says that whoever holds the phone has chosen the password of Hash while showing it.
	Proved bool
}

// Add makes a member and, when the phone is new to the platform, the account, in the language of the request; an account
// that exists keeps its password, unless it is not proved and the person proves the one of n.
// tx is a system transaction.
func (d *Identity) Add(ctx context.Context, tx store.Tx, n NewMember) (*Member, error) {
	if n.Hash == "" {
		if bad := CheckPassword(n.Password, n.UserName, n.RealName); bad != nil {
			return nil, bad
		}
	}
	var account Account
	switch err := tx.Select(&account).Where("phone = ?", n.Phone).Scan(ctx); err {
	case nil:
		if n.Proved && !account.proved() {
			if err := d.ownPassword(ctx, tx, account.ID, n.Hash); err != nil {
				return nil, err
			}
			if err := d.Consented(ctx, tx, account.ID, n.Agreement); err != nil {
				return nil, err
			}
		}
	case store.ErrNotFound:
		hash := n.Hash
		if hash == "" {
			var err error
			if hash, err = HashPassword(n.Password); err != nil {
				return nil, err
			}
		}
		account = Account{ID: store.NewID(), Phone: n.Phone, PasswordHash: hash, PasswordGiven: n.Given, Agreement: n.Agreement, Language: problem.Language(ctx), CreatedAt: store.Now()}
		if n.Proved {
			account.PhoneProvedAt = d.deps.Now()
		}
		if err := tx.Insert(ctx, &account); err != nil {
			return nil, err
		}
	default:
		return nil, err
	}
	m := &Member{AccountID: account.ID, UserName: n.UserName, RealName: n.RealName, Roles: n.Roles, Factories: n.Factories, Enabled: true, PageSize: 50, ExpireDate: forever, Phone: n.Phone, Joining: memberJoined, SupplierID: n.SupplierID, CustomerID: n.CustomerID}
	m.TenantID = n.TenantID
	if len(n.Factories) == 1 { // of several, the person chooses
		m.LastFactory = n.Factories[0]
	}
	return m, tx.Insert(ctx, m)
}
