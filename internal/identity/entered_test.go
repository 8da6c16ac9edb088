package identity_test

import (
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

const dora = "13800000004"

// invite takes a number in as a company does, by a link, and gives the member with the code of the link.
func (r *rig) invite(at *tenancy.Tenant, phone string, change func(m *identity.Member)) (m *identity.Member, code string) {
	r.t.Helper()
	ctx := store.WithActor(r.t.Context(), store.Actor{TenantID: at.ID})
	n, err := r.identity.Welcome(ctx, phone, "en", false)
	if err != nil {
		r.t.Fatal(err)
	}
	m = &identity.Member{
		AccountID: n.AccountID, UserName: "u" + phone, RealName: "Dora", Phone: phone, Roles: []string{access.Viewer}, Factories: []string{}, Enabled: true,
		ExpireDate: quantity.Date("2099-12-31"), PageSize: 50, Joining: 2,
	}
	if change != nil {
		change(m)
	}
	m.TenantID = at.ID
	r.system(func(tx store.Tx) error { return tx.Insert(ctx, m) })
	if code, err = r.identity.Invite(ctx, m.ID, m.AccountID); err != nil {
		r.t.Fatal(err)
	}
	return m, code
}

func (r *rig) system(fn func(tx store.Tx) error) {
	r.t.Helper()
	if err := r.db.System(r.t.Context(), "the test looks behind", fn); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) accept(code string) answer {
	r.t.Helper()
	return r.post("upms/invitation/accept", "", map[string]any{"code": code, "password": r.secret(password), "confirmPassword": r.secret(password)})
}

func (r *rig) member(id string) (m identity.Member) {
	r.t.Helper()
	r.system(func(tx store.Tx) error { return tx.Select(&m).Where("id = ?", id).Scan(r.t.Context()) })
	return m
}

// givenPassword gives an account another password in the name of a company, and tells whether that is refused.
func (r *rig) givenPassword(by *tenancy.Tenant, accountID string) (shared bool) {
	r.t.Helper()
	_, shared, err := r.identity.ResetGiven(store.WithActor(r.t.Context(), store.Actor{TenantID: by.ID}), accountID)
	if err != nil {
		r.t.Fatal(err)
	}
	return shared
}

// Whoever enters a company has joined it, by whatever door: no other company gives their account a password any more.
func TestWhoEntersACompanyHasJoinedIt(t *testing.T) {
	eachRig(t, func(r *rig) {
		near, code := r.invite(r.first, dora, nil)
		far, _ := r.invite(r.second, dora, nil)
		token := must[identity.LoginReply](r, r.accept(code)).Token
		if r.member(near.ID).Joining != 1 || r.member(far.ID).Joining != 2 {
			t.Fatal("who accepts one invitation has joined that company alone")
		}
		must[identity.SwitchReply](r, r.post("switchTenant", token, map[string]any{"tenantId": r.second.ID}))
		if got := r.member(far.ID).Joining; got != 1 {
			t.Errorf("who has entered by a switch counts as %d", got)
		}
		if !r.givenPassword(r.first, near.AccountID) || !r.givenPassword(r.second, near.AccountID) {
			t.Error("a company gives a password to who works in another one")
		}
		// As an earlier version left it: entered, and invited still.
		r.system(func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("joining = ?", 2).Where("id = ?", far.ID).Exec(t.Context())
			return err
		})
		if !r.givenPassword(r.first, near.AccountID) {
			t.Error("what was entered before does not count")
		}
	})
}

// Who was only invited, and has no account that is proved, is told so, and never that they are no longer a member.
func TestWhoIsOnlyInvitedIsToldSo(t *testing.T) {
	eachRig(t, func(r *rig) {
		r.invite(r.second, ben, nil)
		a := r.post("switchTenant", r.signIn(ben, password), map[string]any{"tenantId": r.second.ID})
		if a.Code != 11015 || !strings.Contains(a.Message, "if it has invited you, come in by the link of its SMS first") {
			t.Errorf("a switch answers %s", a.Raw)
		}
		stranger := r.post("switchTenant", r.signIn(anna, password), map[string]any{"tenantId": r.second.ID})
		if stranger.Message != a.Message || stranger.Status != http.StatusForbidden {
			t.Errorf("who was not invited is told %s", stranger.Raw)
		}
		m, _ := r.invite(r.first, dora, nil)
		r.system(func(tx store.Tx) error {
			hash, err := identity.HashPassword(password)
			if err != nil {
				return err
			}
			_, err = tx.Change((*identity.Account)(nil)).Set("password_hash = ?", hash).Where("id = ?", m.AccountID).Exec(t.Context())
			return err
		})
		if a := r.login(dora, password); a.Code != 11015 || !strings.Contains(a.Message, "you have not come in yet") {
			t.Errorf("signing in answers %s", a.Raw)
		}
	})
}
