package identity

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Pages where people settle what they owe.
const (
	passwordPage  = "/newpassword"
	agreementPage = "/agreement"
)

// owed is what stands between the session's person and the product: a password of one's own first, then the consent.
func (s *session) owed() error {
	switch {
	case s.OwesPassword:
		return problem.PasswordDue(passwordPage)
	case s.OwesAgreement:
		return problem.ConsentDue(agreementPage)
	}
	return nil
}

// debts notes on a new session what its account owes. tx is a system transaction.
func (d *Identity) debts(ctx context.Context, tx store.Tx, s *session) error {
	var account Account
	if err := tx.Select(&account).Where("id = ?", s.AccountID).Scan(ctx); err != nil {
		return err
	}
	current, err := d.deps.Agreement(ctx, tx)
	s.OwesPassword, s.OwesAgreement = account.PasswordGiven, current != "" && current != account.Agreement
	return err
}

// AskConsent lets every open session owe its consent to a new agreement. tx is a system transaction.
func (d *Identity) AskConsent(ctx context.Context, tx store.Tx) error {
	_, err := tx.Change((*session)(nil)).Set("owes_agreement = ?", true).Where("ended = ''").Exec(ctx)
	return err
}

// Consented keeps that a person has accepted an agreement, in every session. tx is a system transaction.
func (d *Identity) Consented(ctx context.Context, tx store.Tx, accountID, agreement string) error {
	if _, err := tx.Change((*Account)(nil)).Set("agreement = ?", agreement).Where("id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.Change((*session)(nil)).Set("owes_agreement = ?", false).Where("account_id = ?", accountID).Exec(ctx)
	return err
}
