package identity

import (
	"context"
	"errors"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// Pages where people settle what they owe.
const (
	passwordPage  = "/newpassword"
	agreementPage = "/agreement"
)

// owed is what stands between the session's person and an operation: the proof by SMS that the company asks for first,
// then a password of one's own, then the consent. Who owes the proof may still choose another company.
func (d *Identity) owed(ctx context.Context, s *session, c api.Caller) error {
	if s.OwesProof && !c.Entering {
		if err := d.proofOwed(ctx, s); err != nil {
			return err
		}
	}
	switch {
	case s.OwesProof, c.Owing:
		return nil
	case s.OwesPassword:
		return problem.PasswordDue(passwordPage)
	case s.OwesAgreement:
		return problem.ConsentDue(agreementPage)
	}
	return nil
}

// proofOwed answers 800024 to who owes the proof: where the code goes, and the place that switchTenant enters with it. Once the
// company asks for none any more, the session is in without it.
func (d *Identity) proofOwed(ctx context.Context, s *session) error {
	var account Account
	var t tenancy.Tenant
	if err := d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return errors.Join(tx.Select(&account).Where("id = ?", s.AccountID).Scan(ctx), tx.Select(&t).Where("id = ?", s.Home).Scan(ctx))
	}); err != nil {
		return err
	}
	if !t.VerifySwitch {
		s.OwesProof = false
		err := d.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
			_, err := tx.Change((*session)(nil)).Set("owes_proof = ?", false).Where("id = ?", s.ID).Exec(ctx)
			return err
		})
		if store.CannotSave(err) {
			return nil // the next use tries again
		}
		return err
	}
	return &problem.Problem{Status: http.StatusForbidden, Code: problem.SMSNeeded, Text: msgVerifyEntry, Data: proofWanted{[]string{verify.MaskPhone(account.Phone)}, s.Home, s.Factory}}
}

// proofWanted is the data of 800024 where somebody has signed in to a company that asks for a proof.
type proofWanted struct {
	Param     []string `json:"param"` // the masked number
	TenantID  string   `json:"tenantId"`
	FactoryID string   `json:"factoryId"`
}

var msgVerifyEntry = problem.L("进入该企业需要短信验证", "Entering this company needs a verification by SMS")

// proofHolds tells whether a proof by SMS that was given at a time still serves.
func (d *Identity) proofHolds(at time.Time) bool { return d.deps.Now().Sub(at) <= verifiedFor }

// debts notes on a new session what its account, and its place, owe. tx is a system transaction.
func (d *Identity) debts(ctx context.Context, tx store.Tx, s *session) error {
	var account Account
	if err := tx.Select(&account).Where("id = ?", s.AccountID).Scan(ctx); err != nil {
		return err
	}
	var t tenancy.Tenant
	if err := tx.Select(&t).Where("id = ?", s.Home).Scan(ctx); err != nil {
		return err
	}
	s.OwesProof = t.VerifySwitch && !d.proofHolds(s.VerifiedAt)
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
