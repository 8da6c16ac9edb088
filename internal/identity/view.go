package identity

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// viewFor is how long somebody views the company as another member before they are themselves again.
const viewFor = 30 * time.Minute

// viewPermission lets somebody view the company as others do.
const viewPermission = "system.user.viewAs"

// ViewInput names the member.
type ViewInput struct {
	ID string `path:"id"`
}

// ViewReply says until when the company is viewed as somebody else.
type ViewReply struct {
	Until time.Time `json:"until"`
}

var (
	msgViewMember   = problem.L("用户", "User")
	msgViewSelf     = problem.L("您就是“%s”", "You are “%s” yourself")
	msgViewProgram  = problem.L("接口令牌不能以他人身份查看", "An API token cannot view as somebody else")
	msgViewOperator = problem.L("平台运营方不能以他人身份查看", "Nobody of the platform's operator views as somebody else")
	msgViewNarrow   = problem.L("只有能看到企业全部数据的人才能以他人身份查看", "Only somebody who sees everything of the company can view as somebody else")
	msgViewOut      = problem.L("“%s”目前不能登录，没有可查看的内容", "“%s” cannot sign in at present, so that there is nothing to view")
	msgViewMore     = problem.L("“%s”的权限超出您自己的权限", "“%s” may do more than you")
	msgViewFactory  = problem.L("“%s”不能进入当前工厂，请先切换到此人可以进入的工厂", "“%s” may not enter the present factory: switch to one that they may enter first")
)

func (d *Identity) mountView(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/user/{id}/view", ID: "view-as", Summary: "View the company as a user for 30 minutes, without changing anything", Tag: "session",
		Permission: viewPermission, Example: &api.Example{Path: map[string]string{"id": access.MemberExample}},
	}, d.beginView)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/view/end", ID: "view-end", Summary: "Be oneself again", Tag: "session", Access: api.SignedIn, Viewing: true,
		Example: &api.Example{Body: map[string]any{}},
	}, d.endView)
}

// viewed is who a session's person works as: themselves, or the member as whom they view the company. The member's rights count as they
// are now. Where the view is not allowed any more, or its time is over, they see with their own eyes, and change nothing until they have
// ended it: nobody who thinks that they only look writes all at once.
//
// The account stays that of the person who asks: messages, favourites and preferences are theirs, and nobody reads those of others.
func (d *Identity) viewed(ctx context.Context, own store.Actor, s *session) (store.Actor, error) {
	if s.ViewAs == "" {
		return own, nil
	}
	over := asViewed(own, own)
	if !d.deps.Now().Before(s.ViewUntil) || !canView(own) {
		return over, nil
	}
	seen := over
	err := d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		var m Member
		if err := tx.Select(&m).Where("id = ? AND tenant_id = ?", s.ViewAs, own.TenantID).Scan(ctx); err != nil {
			return err
		}
		as, err := d.actor(ctx, tx, m.AccountID, own.TenantID, own.FactoryID)
		if err == nil && within(&m, as, own) {
			seen = asViewed(as, own)
		}
		return err
	})
	if errors.Is(err, store.ErrNotFound) || err != nil && problem.Of(err).Status < http.StatusInternalServerError {
		return over, nil // deleted, disabled or out of time meanwhile
	}
	return seen, err
}

// asViewed is a member as whom somebody else views the company.
func asViewed(as, own store.Actor) store.Actor {
	as.AccountID, as.Through, as.Viewer, as.ViewedBy = own.AccountID, own.Through, own.MemberID, own.Name
	return as
}

// canView tells whether somebody may view as others at all: who does not see everything would see more by the eyes of others, and the
// operator's people may enter every company's records.
func canView(own store.Actor) bool {
	return own.Allowed(viewPermission) && own.SeesAll() && own.TenantID != tenancy.Operator
}

// within tells whether a member sees and may do nothing that somebody else may not. Guests have no permissions; their pages show
// orders of a supplier, or moulds of a customer.
func within(m *Member, as, own store.Actor) bool {
	if m.SupplierID != "" && !own.Allowed("capp.outsource.check") || m.CustomerID != "" && !own.Allowed("pm.mould.check") {
		return false
	}
	for permission, granted := range as.May {
		if granted && !own.Allowed(permission) && !access.OpensNothing(permission) {
			return false
		}
	}
	return true
}

// beginView lets the session that asks view the company as a member, and writes it into the company's log with both names.
func (d *Identity) beginView(ctx context.Context, in *ViewInput) (reply ViewReply, err error) {
	own, err := store.ActorFrom(ctx)
	if err != nil {
		return reply, err
	}
	m, err := d.viewable(ctx, own, in.ID)
	if err != nil {
		return reply, err
	}
	reply.Until = d.deps.Now().Add(viewFor)
	err = d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		if _, err := tx.Change((*session)(nil)).Set("view_as = ?", m.ID).Set("view_until = ?", reply.Until).Set("view_over = FALSE").Where("token_hash = ? AND ended = ''", opaque.Hash(api.CallerFrom(ctx).Token)).Exec(ctx); err != nil {
			return err
		}
		tx.AfterCommit(func() { d.deps.Viewed(context.WithoutCancel(ctx), own) })
		return logView(ctx, tx, own, m.ID, true)
	})
	return reply, err
}

// viewable finds a member as whom somebody may view the company now, or says why they may not.
func (d *Identity) viewable(ctx context.Context, own store.Actor, id string) (*Member, error) {
	var m Member
	if err := d.deps.DB.Read(ctx, func(tx store.Tx) error {
		if err := tx.Select(&m).Where("id = ?", id).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return problem.NotFound(msgViewMember)
		} else if err != nil {
			return err
		}
		above, err := d.deps.Judge(ctx, tx)
		if err != nil {
			return err
		}
		if why, is := above(m.ID); is {
			return problem.Refuse(why)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	switch {
	case own.Through != store.ThroughUI:
		return nil, problem.Refuse(msgViewProgram)
	case own.TenantID == tenancy.Operator:
		return nil, problem.Refuse(msgViewOperator)
	case !own.SeesAll():
		return nil, problem.Refuse(msgViewNarrow)
	case m.ID == own.MemberID:
		return nil, problem.Refuse(msgViewSelf, m.RealName)
	}
	var as store.Actor
	err := d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) (err error) {
		as, err = d.actor(ctx, tx, m.AccountID, own.TenantID, own.FactoryID)
		return err
	})
	switch {
	case problem.Of(err).Code == problem.SessionEnded || err == nil && m.Joining != memberJoined:
		return nil, problem.Refuse(msgViewOut, m.RealName)
	case err != nil:
		return nil, err
	case !within(&m, as, own):
		return nil, problem.Refuse(msgViewMore, m.RealName)
	case as.FactoryID != own.FactoryID && !m.guest():
		return nil, problem.Refuse(msgViewFactory, m.RealName)
	}
	return &m, nil
}

// logView writes into the company's log that somebody begins or ends to view it as a member. tx is a system transaction.
func logView(ctx context.Context, tx store.Tx, own store.Actor, memberID string, begins bool) error {
	var m Member
	if err := tx.Select(&m).Where("id = ?", memberID).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) { // deleted meanwhile
		return err
	}
	return tx.LogFor(ctx, own, "user", memberID, cmp.Or(m.RealName, "-"), store.ActionChange, store.FieldChange{Field: "viewedAs", Before: !begins, After: begins})
}

// leaveViews writes into the companies' logs that the views of sessions are over, once. tx is a system transaction.
func (d *Identity) leaveViews(ctx context.Context, tx store.Tx, sessions []session) error {
	for _, s := range sessions {
		if s.ViewAs == "" || s.ViewOver {
			continue
		}
		n, err := tx.Change((*session)(nil)).Set("view_over = TRUE").Where("id = ? AND view_as = ? AND NOT view_over", s.ID, s.ViewAs).Exec(ctx)
		if err != nil {
			return err
		}
		if n == 0 { // another tab or node has said so
			continue
		}
		own, err := d.asKnownIn(ctx, tx, s.AccountID, s.Home, s.Factory)
		if err != nil {
			return err
		}
		if err := logView(ctx, tx, own, s.ViewAs, false); err != nil {
			return err
		}
	}
	return nil
}

// leaveOverViews does so where nobody has ended a view: its time has passed, or its session ended with its member.
func (d *Identity) leaveOverViews(ctx context.Context, tx store.Tx) error {
	var sessions []session
	if err := tx.Select(&sessions).Where("view_as <> '' AND NOT view_over AND (ended <> '' OR view_until <= ?)", d.deps.Now()).Order("id").Scan(ctx); err != nil {
		return err
	}
	return d.leaveViews(ctx, tx, sessions)
}

// endView lets the person of a session be themselves again; where they are so already, nothing happens.
func (d *Identity) endView(ctx context.Context, _ *struct{}) (api.None, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		s, _, err := d.asking(ctx, tx, actor)
		if err != nil || s.ViewAs == "" {
			return err
		}
		if err := d.leaveViews(ctx, tx, []session{s}); err != nil {
			return err
		}
		tx.AfterCommit(func() { d.deps.Viewed(context.WithoutCancel(ctx), actor) })
		_, err = tx.Change((*session)(nil)).Set("view_as = ''").Set("view_until = NULL").Where("id = ? AND view_as = ?", s.ID, s.ViewAs).Exec(ctx)
		return err
	})
}
