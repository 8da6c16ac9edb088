package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// invitationLife is how long the link of an invitation works.
const invitationLife = 7 * 24 * time.Hour

// invitation lets one person set the first password of their account. Only the hash of its code is kept.
type invitation struct {
	bun.BaseModel `bun:"table:invitation"`
	ID            string    `bun:"id,pk"`
	CodeHash      string    `bun:"code_hash"`
	Home          string    `bun:"home"` // tenant
	MemberID      string    `bun:"member_id"`
	AccountID     string    `bun:"account_id"`
	MadeAt        time.Time `bun:"made_at"`
}

// InvitationInput is the code of a link.
type InvitationInput struct {
	Body struct {
		Code string `json:"code"`
	}
}

// InvitationView says who invites whom.
type InvitationView struct {
	TenantName string `json:"tenantName"`
	RealName   string `json:"realName"`
	PhoneNum   string `json:"phoneNum" doc:"masked"`
}

// AcceptInput is the password that the person has chosen.
type AcceptInput struct {
	Body struct {
		Code            string `json:"code"`
		Password        string `json:"password" doc:"base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
		ConfirmPassword string `json:"confirmPassword" doc:"the same, encrypted by itself"`
	}
}

var msgInvitation = problem.L("邀请链接无效、已使用或已过期，请联系企业管理员重新发送", "The invitation is invalid, was used or has expired; please ask your company's administrator to send another one")

// Invite makes the code of an invitation of a member in the tenant of the context; earlier ones end.
func (d *Identity) Invite(ctx context.Context, memberID, accountID string) (string, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return "", err
	}
	code := rand.Text() // 130 bits, and short enough for the templates of SMS services
	return code, d.deps.DB.System(ctx, reasonNewcomer, func(tx store.Tx) error {
		if _, err := tx.Remove((*invitation)(nil)).Where("member_id = ? OR made_at < ?", memberID, d.deps.Now().Add(-invitationLife)).Exec(ctx); err != nil {
			return err
		}
		return tx.Insert(ctx, &invitation{ID: store.NewID(), CodeHash: opaque.Hash(code), Home: actor.TenantID, MemberID: memberID, AccountID: accountID, MadeAt: d.deps.Now()})
	})
}

// Withdraw voids the invitations of a member.
func (d *Identity) Withdraw(ctx context.Context, memberID string) error {
	return d.deps.DB.System(ctx, reasonNewcomer, func(tx store.Tx) error {
		_, err := tx.Remove((*invitation)(nil)).Where("member_id = ?", memberID).Exec(ctx)
		return err
	})
}

// MountInvitation registers the calls behind the link of an invitation.
func (d *Identity) MountInvitation(s *api.Server) {
	// Public: whoever is invited has no session yet. The code by SMS is the proof.
	op := func(path, id, summary string) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.Public}
	}
	api.Call(s, op("upms/invitation", "invitation", "Who invites whom by a link"), func(ctx context.Context, in *InvitationInput) (v InvitationView, err error) {
		err = d.deps.DB.SystemRead(ctx, reasonNewcomer, func(tx store.Tx) error {
			i, m, err := d.invited(ctx, tx, in.Body.Code)
			if err != nil {
				return err
			}
			var t tenancy.Tenant
			if err := tx.Select(&t).Where("id = ?", i.Home).Scan(ctx); err != nil {
				return err
			}
			v = InvitationView{t.Name, m.RealName, verify.MaskPhone(m.Phone)}
			return nil
		})
		return v, err
	})
	api.Call(s, op("upms/invitation/accept", "invitation-accept", "Set the first password by the link of an invitation, and sign in"), d.accept)
}

// invited finds an invitation that holds, and its member, who may enter the company today. Whatever is wrong with a code answers
// alike.
func (d *Identity) invited(ctx context.Context, tx store.Tx, code string) (i invitation, m Member, err error) {
	err = tx.Select(&i).Where("code_hash = ? AND made_at > ?", opaque.Hash(code), d.deps.Now().Add(-invitationLife)).Scan(ctx)
	if err == nil {
		err = tx.Select(&m).Where("id = ? AND tenant_id = ? AND account_id = ? AND joining = ? AND phone = (SELECT phone FROM account WHERE id = ?)", i.MemberID, i.Home, i.AccountID, memberInvited, i.AccountID).Scan(ctx)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = problem.NoAccess(msgInvitation)
	}
	if err != nil {
		return i, m, err
	}
	var t tenancy.Tenant
	if err := tx.Select(&t).Where("id = ?", i.Home).Scan(ctx); err != nil {
		return i, m, err
	}
	if !d.usable(&m, &t) { // the link holds until its time is over, should the company let the person in after all
		err = problem.NoAccess(msgDisabled)
	}
	return i, m, err
}

// accept spends an invitation once the password is found good, and signs the person in. The link has come to the phone: who has
// it holds the number. Whoever made the account before is out of it: what they have open ends, in every company.
func (d *Identity) accept(ctx context.Context, in *AcceptInput) (LoginReply, error) {
	var i invitation
	if err := d.deps.DB.SystemRead(ctx, reasonNewcomer, func(tx store.Tx) (err error) {
		i, _, err = d.invited(ctx, tx, in.Body.Code)
		return err
	}); err != nil {
		return LoginReply{}, err
	}
	password, err := d.newPassword(ctx, i.AccountID, in.Body.Password, in.Body.ConfirmPassword)
	if err != nil {
		return LoginReply{}, err
	}
	hash, err := d.hash(ctx, password)
	if err != nil {
		return LoginReply{}, err
	}
	if err := d.deps.DB.System(ctx, reasonNewcomer, func(tx store.Tx) error {
		if _, _, err := d.invited(ctx, tx, in.Body.Code); err != nil { // as it is now: hashing takes its time
			return err
		}
		if err := d.ownPassword(ctx, tx, i.AccountID, hash); err != nil {
			return err
		}
		n, err := tx.Remove((*invitation)(nil)).Where("id = ? AND account_id = ?", i.ID, i.AccountID).Exec(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			return problem.NoAccess(msgInvitation) // somebody with the same link was faster, it was withdrawn, or the account has another number now
		}
		return d.join(ctx, tx, i.MemberID)
	}); err != nil {
		return LoginReply{}, err
	}
	return d.Enter(ctx, Entry{AccountID: i.AccountID, Proof: hash, TenantID: i.Home, FactoryID: d.firstFactory(ctx, i), Way: WayPassword})
}

// firstFactory is where an invited person begins: the only factory that they may enter, else none.
func (d *Identity) firstFactory(ctx context.Context, i invitation) (id string) {
	_ = d.deps.DB.SystemRead(ctx, reasonNewcomer, func(tx store.Tx) error { // without one the person chooses
		var m Member
		err := tx.Select(&m).Where("id = ?", i.MemberID).Scan(ctx)
		id = m.LastFactory
		return err
	})
	return id
}

// entered notes that a member who was only invited works in the company now. tx is a system transaction.
func (d *Identity) entered(ctx context.Context, tx store.Tx, m *Member) error {
	if m.Joining == memberJoined {
		return nil
	}
	return d.join(ctx, tx, m.ID)
}

// join notes that a member has come in, and ends the link of their invitation. tx is a system transaction.
func (d *Identity) join(ctx context.Context, tx store.Tx, memberID string) error {
	if _, err := tx.Remove((*invitation)(nil)).Where("member_id = ?", memberID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.Change((*Member)(nil)).Set("joining = ?", memberJoined).Where("id = ?", memberID).Exec(ctx)
	return err
}
