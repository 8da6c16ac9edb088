package identity

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Whose account is it? Anybody may have made it for a number, with a password that they know. It is proved to be of the person who
// holds the number once that person has shown it and chosen the password in one act, which ends whatever was open before. A password
// that somebody else gives takes the proof away again. Companies take people in by a proved account, and by a link to the number else.

// proved tells whether the account is that of the person who holds its number.
func (a *Account) proved() bool { return !a.PhoneProvedAt.IsZero() && !a.PasswordGiven }

// proved is Account.proved of an account by its id.
func (d *Identity) proved(ctx context.Context, tx store.Tx, accountID string) (bool, error) {
	var account Account
	err := tx.Select(&account).Where("id = ?", accountID).Scan(ctx)
	return account.proved(), err
}

// ownPassword keeps the hash of a password that the holder of the number has chosen while showing that they hold it: the account is
// proved, and everything that was open before ends, in every company. What others could have linked to it until then is unlinked.
// tx is a system transaction.
func (d *Identity) ownPassword(ctx context.Context, tx store.Tx, accountID, hash string) error {
	known, err := d.proved(ctx, tx, accountID)
	if err != nil {
		return err
	}
	if err := d.replacePassword(ctx, tx, accountID, hash, false, d.deps.Now()); err != nil || known {
		return err
	}
	return d.deps.SignOn.Unlink(ctx, tx, accountID)
}

// givenPassword keeps the hash of a password that somebody else has made for the owner of an account, who must change it first. The
// account is proved no longer, and everything that was open ends. tx is a system transaction.
func (d *Identity) givenPassword(ctx context.Context, tx store.Tx, accountID, hash string) error {
	return d.replacePassword(ctx, tx, accountID, hash, true, time.Time{})
}

func (d *Identity) replacePassword(ctx context.Context, tx store.Tx, accountID, hash string, given bool, provedAt time.Time) error {
	if err := d.setPassword(ctx, tx, accountID, hash); err != nil {
		return err
	}
	if _, err := tx.Change((*Account)(nil)).Set("password_given = ?", given).Set("phone_proved_at = ?", orNull(provedAt)).Where("id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	if _, err := d.endTokens(ctx, tx, []string{accountID}, "", store.Actor{}); err != nil {
		return err
	}
	return d.endAll(ctx, tx, accountID, EndedPassword, api.Caller{})
}

// orNull is a moment as the database keeps it, NULL for none.
func orNull(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at
}

// leaveInvited parts an account that changes its number from the companies that have invited the number: their invitations are to
// whoever holds it. They pass to an account of the number that nobody can enter until somebody comes in by a link. hash is that of a
// password that nobody knows. tx is a system transaction in which the account has its new number already.
func (d *Identity) leaveInvited(ctx context.Context, tx store.Tx, account *Account, hash string) error {
	waiting, err := tx.Select((*Member)(nil)).Where("account_id = ? AND joining <> ?", account.ID, memberJoined).Exists(ctx)
	if err != nil || !waiting {
		return err
	}
	left := Account{ID: store.NewID(), Phone: account.Phone, PasswordHash: hash, Language: account.Language, CreatedAt: d.deps.Now()}
	if err := tx.Insert(ctx, &left); err != nil {
		return err
	}
	if _, err := tx.Change((*invitation)(nil)).Set("account_id = ?", left.ID).
		Where("account_id = ? AND member_id IN (SELECT id FROM member WHERE account_id = ? AND joining <> ?)", account.ID, account.ID, memberJoined).Exec(ctx); err != nil {
		return err
	}
	_, err = tx.Change((*Member)(nil)).Set("account_id = ?", left.ID).Where("account_id = ? AND joining <> ?", account.ID, memberJoined).Exec(ctx)
	return err
}

// holdSession holds the account of the session that asks until the transaction ends, and refuses one that has ended. Whoever
// ends everything that an account has open writes the account's row first: so either that waits for us and finds what we open, or
// we come later and are refused. tx is a system transaction.
func (d *Identity) holdSession(ctx context.Context, tx store.Tx, accountID string) (s session, err error) {
	if _, err := tx.Change((*Account)(nil)).Set("password_hash = password_hash").Where("id = ?", accountID).Exec(ctx); err != nil {
		return s, err
	}
	err = tx.Select(&s).Where("token_hash = ? AND account_id = ?", opaque.Hash(api.CallerFrom(ctx).Token), accountID).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) || err == nil && !s.live(d.deps.Now()) {
		return s, problem.SignIn()
	}
	return s, err
}
