// Package org knows a company's people as its administrator keeps them: titles, departments and users.
//
// What lives here: the declarations of the three entities and the rules that only they know, and the calls that bring a
// person in. What never does: accounts, passwords and sessions (identity), what a role may do (access).
package org

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// L and Opt are short names for the texts of the declarations.
var (
	L   = problem.L
	Opt = resource.Opt
)

// Newcomer is the account behind a phone number that a company takes in.
type Newcomer struct {
	AccountID string
	Made      bool   // the number was new to the platform
	Proved    bool   // its owner has shown that they hold the number
	Password  string // the initial one of a new account, "" where its owner chooses
}

// Deps are what this domain needs of others; the wiring fills them in.
type Deps struct {
	DB *store.DB
	// People is the directory by which others refer to users.
	People *resource.Directory
	// Roles are the roles of the tenant; their ids are codes.
	Roles *resource.Directory
	// Responsible tells whether a person is responsible for a mould; nil: nobody is.
	Responsible func(ctx context.Context, tx store.Tx, memberID string) (bool, error)
	// Rights judge, for whoever asks, what becomes of people's roles.
	Rights func(ctx context.Context, tx store.Tx) (Rights, error)
	// What a user may belong to.
	Factories, Suppliers, Customers resource.Any
	// IsPhone and ReadPhone tell phone numbers.
	IsPhone   func(text string) bool
	ReadPhone func(text string) string

	// Welcome finds the account of a phone number, or makes it: with an initial password where given, else with none that anybody
	// knows. Never inside a transaction.
	Welcome func(ctx context.Context, phone, language string, given bool) (Newcomer, error)
	// Unentered tells whether nobody has ever come in by an account: it is not proved, and was opened by no door.
	Unentered func(ctx context.Context, accountID string) (bool, error)
	// TakeBack takes away an account that Welcome has made and that has become nobody.
	TakeBack func(ctx context.Context, accountID string) error
	// Invite makes the code of an invitation in the place of earlier ones.
	Invite func(ctx context.Context, memberID, accountID string) (code string, err error)
	// Withdraw voids the invitations of a member.
	Withdraw func(ctx context.Context, memberID string) error
	// Reset gives an account of this company alone another initial password; shared says that it belongs to others, too.
	Reset func(ctx context.Context, accountID string) (password string, shared bool, err error)
	// SendInvitation sends a link by SMS, with a code that is made once the limits of the number allow it.
	SendInvitation func(ctx context.Context, phone string, code func(ctx context.Context) (string, error)) error
	// SendWelcome tells the owner of an account by SMS that a company has taken them in.
	SendWelcome func(ctx context.Context, phone string) error
	// Greet tells a person with an account in the product that a company has taken them in.
	Greet func(ctx context.Context, tx store.Tx, accountID string) error
	// Left closes what people have open whose time here has ended.
	Left func(ctx context.Context)
	// Changed tells the screens of a tenant to read again.
	Changed func(ctx context.Context, actor store.Actor, entity, id string)
}

// Rights judge what whoever asks may give, take and decide. Roles are named by their codes.
type Rights interface {
	// Hand refuses, at a field, to change somebody's roles from some to others.
	Hand(field, memberID string, before, after []string) error
	// Above says why whoever asks decides nothing about somebody with these roles and factories.
	Above(name string, at store.Position, roles, factories []string) (why problem.Text, above bool)
	// Shows refuses, at a field, roles that would show somebody records which whoever asks does not see.
	Shows(field string, at store.Position, roles []string) error
	// Moves tells whether nobody sees more than whoever asks by a parent and a manager of a department, and whether they see it themselves.
	Moves(departmentID, parentID, managerID string) (stays, sees bool)
	// Opens tells whether whoever asks may let others into a factory.
	Opens(factoryID string) bool
	// Everything tells whether roles that act hold all there is.
	Everything(codes []string) bool
}

// Org is all of it.
type Org struct {
	deps Deps

	Titles      *resource.Resource[*Title]
	Departments *resource.Resource[*Department]
	Users       *resource.Resource[*User]
}

// New declares every entity; one may only refer to those declared above it.
func New(deps Deps) *Org {
	d := &Org{deps: deps}
	d.Titles = resource.Define(d.title())
	d.Departments = resource.Define(d.department())
	d.Users = resource.Define(d.user())
	return d
}

// All is every entity of this domain, each after those that it refers to.
func (d *Org) All() resource.Catalogue {
	return resource.Catalogue{d.deps.Roles, d.Titles, d.Departments, users{d.Users}}
}
