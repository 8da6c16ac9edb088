package identity

import (
	"context"
	"errors"

	"mouldworks/internal/platform/store"
)

// A company takes a person in: the account behind the phone number is found or made here, for it stands above tenants. The
// member is the company's own row.

// Newcomer is the account behind a phone number that a company takes in.
type Newcomer struct {
	AccountID string
	Made      bool   // the number was new to the platform
	Proved    bool   // its owner has shown that they hold the number
	Password  string // the initial one of a new account, "" where its owner chooses
}

const reasonNewcomer = "an account stands above the tenants that take its owner in"

// Welcome finds the account of a phone number or makes it: with an initial password that is told once where given, else with
// one that nobody knows, until its owner sets one by the link of an invitation. An account that exists keeps its own.
func (d *Identity) Welcome(ctx context.Context, phone, language string, given bool) (Newcomer, error) {
	find := func() (n Newcomer, err error) {
		err = d.deps.DB.SystemRead(ctx, reasonNewcomer, func(tx store.Tx) (err error) {
			if n.AccountID, err = d.AccountOf(ctx, tx, phone); err != nil || n.AccountID == "" {
				return err
			}
			n.Proved, err = d.proved(ctx, tx, n.AccountID)
			return err
		})
		return n, err
	}
	if n, err := find(); err != nil || n.AccountID != "" {
		return n, err
	}
	password, hash, err := d.firstPassword(ctx)
	if err != nil {
		return Newcomer{}, err
	}
	account := Account{ID: store.NewID(), Phone: phone, PasswordHash: hash, PasswordGiven: given, Language: language, CreatedAt: store.Now()}
	err = d.deps.DB.System(ctx, reasonNewcomer, func(tx store.Tx) error { return tx.Insert(ctx, &account) })
	if errors.Is(err, store.ErrDuplicate) { // another company at the same moment
		return find()
	}
	n := Newcomer{AccountID: account.ID, Made: true}
	if given {
		n.Password = password
	}
	return n, err
}

// firstPassword is a random password and its hash, for a call.
func (d *Identity) firstPassword(ctx context.Context) (password, hash string, err error) {
	if password, err = FirstPassword(); err == nil {
		hash, err = d.hash(ctx, password)
	}
	return password, hash, err
}

// TakeBack takes away an account that Welcome has made and whose member could not be saved. One that belongs to somebody stays.
func (d *Identity) TakeBack(ctx context.Context, accountID string) error {
	return d.deps.DB.System(ctx, reasonNewcomer, func(tx store.Tx) error {
		_, err := tx.Remove((*Account)(nil)).Where("id = ? AND NOT EXISTS (SELECT 1 FROM member WHERE member.account_id = ?)", accountID, accountID).Exec(ctx)
		return err
	})
}

// Unentered tells whether nobody has ever come in by an account: it is not proved, and no sign-in by it is known. Its number may be
// nobody's, and whoever has it has taken nothing for their own.
func (d *Identity) Unentered(ctx context.Context, accountID string) (unentered bool, err error) {
	err = d.deps.DB.SystemRead(ctx, reasonNewcomer, func(tx store.Tx) error {
		known, err := d.proved(ctx, tx, accountID)
		if err != nil || known {
			return err
		}
		for _, trace := range []any{(*session)(nil), (*longToken)(nil)} {
			if opened, err := tx.Select(trace).Where("account_id = ?", accountID).Exists(ctx); err != nil || opened {
				return err
			}
		}
		in, err := tx.Select((*SignInRecord)(nil)).Where("account_id = ? AND outcome = ?", accountID, outcomeIn).Exists(ctx)
		if err != nil || in {
			return err
		}
		// Who works in a company by a password of their own making has come in, be it long ago.
		unentered, err = tx.Select((*Account)(nil)).
			Where("id = ? AND (password_given = ? OR NOT EXISTS (SELECT 1 FROM member WHERE member.account_id = account.id AND member.joining = ?))", accountID, true, memberJoined).
			Exists(ctx)
		return err
	})
	return unentered, err
}

// ResetGiven gives an account of the actor's company another initial password, and ends everything that the old one has opened;
// shared says that the person has come into another company, too. One that has only invited them does not count: what the new password
// opens there is nothing, for the account is proved no longer, and the answer would tell of the invitation.
func (d *Identity) ResetGiven(ctx context.Context, accountID string) (password string, shared bool, err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return "", false, err
	}
	password, hash, err := d.firstPassword(ctx)
	if err != nil {
		return "", false, err
	}
	err = d.deps.DB.System(ctx, reasonNewcomer, func(tx store.Tx) error {
		// The row is held first: who takes the person in at this moment waits, or has been waited for and is counted.
		if _, err := tx.Change((*Account)(nil)).Set("password_hash = password_hash").Where("id = ?", accountID).Exec(ctx); err != nil {
			return err
		}
		// An earlier version noted no entering by a switch; what was opened there tells.
		const hasEntered = "(joining = ? OR EXISTS (SELECT 1 FROM session WHERE session.account_id = member.account_id AND session.home = member.tenant_id))"
		shared, err = tx.Select((*Member)(nil)).Where("account_id = ? AND tenant_id <> ? AND "+hasEntered, accountID, actor.TenantID, memberJoined).Exists(ctx)
		if err != nil || shared {
			return err
		}
		return d.givenPassword(ctx, tx, accountID, hash)
	})
	if err != nil || shared {
		return "", shared, err
	}
	return password, false, nil
}
