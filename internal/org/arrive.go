package org

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// A user needs the account behind the phone number, which stands above tenants. It is found or made first, then the user is
// saved in the tenant's transaction, and an account that nobody needs after all is taken away again.

// Added is a new user. The password is told this once.
type Added struct {
	resource.One[*User]
	Password   string `json:"password,omitempty" doc:"the initial one, told this once; its owner must change it at the first sign-in"`
	Invitation string `json:"invitation,omitempty" enum:"sent,failed" doc:"what became of the SMS with the link"`
	Known      bool   `json:"known" doc:"the person has an account already and signs in as before"`
}

var msgNotSent = L("邀请短信未能发出，请稍后重新发送", "The SMS with the invitation could not be sent; send it again later")

var msgRefusedSMS = L("邀请短信未能发出：%s", "The invitation was not sent: %s")

type arrivalKey struct{}

var msgWithdrawn = L("邀请已撤回，请重新发送邀请，用户随即启用", "The invitation was withdrawn. Send it again, which enables the user, too")

// arrived gives a new user the account that was found or made for the body. Whose invitation was withdrawn is enabled by another one.
func (d *Org) arrived(ctx context.Context, _ store.Tx, old, now *User, _ func(string) resource.Said) ([]problem.FieldError, error) {
	switch {
	case old != nil && now.Joining == Withdrawn && now.Enabled && !old.Enabled:
		return []problem.FieldError{problem.Field("enabled", "withdrawn", msgWithdrawn)}, nil
	case old != nil && old.Phone != now.Phone:
		now.moveTo(ctx, d, old)
		return nil, nil
	case old != nil:
		return nil, nil
	}
	now.Phone = d.deps.ReadPhone(now.Phone)
	if n, ok := ctx.Value(arrivalKey{}).(Newcomer); ok {
		now.settleIn(n)
	}
	return nil, nil
}

// settleIn gives a new user their account, and says whether they are in or invited.
func (m *User) settleIn(n Newcomer) {
	m.AccountID, m.Joining = n.AccountID, Joined
	switch {
	case n.Made && m.JoinWay == ByInvitation:
		m.Joining = Invited
	case !n.Made && !n.Proved: // somebody else may have claimed the number: the link by SMS shows who holds it
		m.JoinWay, m.Joining = ByInvitation, Invited
	}
}

// languageOf is the code of a user's language.
func languageOf(n int) string {
	if n == 2 {
		return problem.English
	}
	return problem.Chinese
}

// Add makes a user and tells them how to come in.
func (d *Org) Add(ctx context.Context, in *resource.CreateInput) (Added, error) {
	var told struct {
		Phone    string `json:"phone"`
		JoinWay  *int   `json:"joinWay"`
		Language int    `json:"language"`
	}
	for key, into := range map[string]any{"phone": &told.Phone, "joinWay": &told.JoinWay, "language": &told.Language} {
		if raw, sent := in.Body[key]; sent {
			_ = json.Unmarshal(raw, into) // a wrong type is refused with the rest
		}
	}
	given := told.JoinWay != nil && *told.JoinWay == ByPassword
	var newcomer Newcomer
	if phone := d.deps.ReadPhone(told.Phone); d.deps.IsPhone(phone) {
		var err error
		if newcomer, err = d.deps.Welcome(ctx, phone, languageOf(told.Language), given); err != nil {
			return Added{}, err
		}
		ctx = context.WithValue(ctx, arrivalKey{}, newcomer)
	}
	var out Added
	var row *User
	err := d.deps.DB.Write(ctx, func(tx store.Tx) (err error) {
		if row, err = d.Users.Create(ctx, tx, in.Body); err != nil {
			return err
		}
		out.One, err = d.Users.Saved(ctx, tx, row)
		return err
	})
	if err != nil {
		if newcomer.Made {
			err = errors.Join(err, d.deps.TakeBack(context.WithoutCancel(ctx), newcomer.AccountID))
		}
		return Added{}, err
	}
	out.Password, out.Known = newcomer.Password, !newcomer.Made && newcomer.Proved
	switch told := d.tell(context.WithoutCancel(ctx), row); {
	case errors.Is(told, errKeptOut):
		out.Warnings = append(out.Warnings, msgKeptOut.With(row.called()).In(problem.Language(ctx)))
	case row.Joining == Invited:
		if out.Invitation = "sent"; told != nil {
			out.Invitation = "failed"
			out.Warnings = append(out.Warnings, notSent(ctx, told))
		}
	}
	return out, nil
}

// notSent says why an invitation did not go out: in the words of the refusal where there was one.
func notSent(ctx context.Context, why error) string {
	var refused *problem.Problem
	if errors.As(why, &refused) {
		return msgRefusedSMS.With(refused.Text.In(problem.Language(ctx))).In(problem.Language(ctx))
	}
	return msgNotSent.In(problem.Language(ctx))
}

var msgKeptOut = L("“%s”已停用、离职或过期，不能登录，因此未发送短信", "%s is disabled, has quit or has expired and cannot sign in: no SMS was sent")

// errKeptOut says that somebody is told nothing who could not sign in anyway.
var errKeptOut = errors.New("org: who may not sign in is not told to come in")

// comes tells whether a user may sign in, by the company's day.
func (d *Org) comes(ctx context.Context, m *User) (may bool, err error) {
	err = d.deps.DB.Read(ctx, func(tx store.Tx) error {
		may = m.works(today(tx)) && m.EmployeeStatus != Quit
		return nil
	})
	return may, err
}

// tell lets a new user know, by SMS, that they may come in. The user stays whatever becomes of it.
func (d *Org) tell(ctx context.Context, m *User) (err error) {
	switch may, err := d.comes(ctx, m); {
	case err != nil:
		return err
	case !may:
		return errKeptOut
	}
	switch {
	case m.Joining == Invited:
		err = d.invite(ctx, m)
	case m.JoinWay == ByInvitation || m.JoinWay == ByPassword && d.isKnown(ctx):
		err = errors.Join(d.deps.SendWelcome(ctx, m.Phone), d.deps.DB.Write(ctx, func(tx store.Tx) error { return d.deps.Greet(ctx, tx, m.AccountID) }))
	}
	if err != nil {
		slog.WarnContext(ctx, "a new user was not told", "user", m.ID, "error", err)
	}
	return err
}

// isKnown tells whether the newcomer of the context had an account before.
func (d *Org) isKnown(ctx context.Context) bool {
	n, ok := ctx.Value(arrivalKey{}).(Newcomer)
	return ok && !n.Made
}

func (d *Org) invite(ctx context.Context, m *User) error {
	return d.deps.SendInvitation(ctx, m.Phone, func(ctx context.Context) (string, error) {
		return d.deps.Invite(ctx, m.ID, m.AccountID)
	})
}

// aroundSheet brings in the users of a sheet as Add does, who are all invited.
func (d *Org) aroundSheet(ctx context.Context, fresh []*User) (func(ctx context.Context, saved []*User) error, error) {
	made := map[string]bool{}
	takeBack := func(ctx context.Context, kept []*User) (err error) {
		for _, m := range kept {
			delete(made, m.AccountID)
		}
		for id := range made {
			err = errors.Join(err, d.deps.TakeBack(ctx, id))
		}
		return err
	}
	for _, m := range fresh {
		m.Phone = d.deps.ReadPhone(m.Phone)
		n, err := d.deps.Welcome(ctx, m.Phone, languageOf(m.Language), false)
		if err != nil {
			return nil, errors.Join(err, takeBack(context.WithoutCancel(ctx), nil))
		}
		if n.Made {
			made[n.AccountID] = true
		}
		m.settleIn(n)
	}
	return func(ctx context.Context, saved []*User) error {
		err := takeBack(ctx, saved)
		for _, m := range saved {
			_ = d.tell(ctx, m) // the log has it, and the list offers to send it again
		}
		return err
	}, nil
}

// Mount registers the calls that the kit does not have.
func (d *Org) Mount(s *api.Server) {
	d.mountTree(s)
	d.mountPhoto(s)
	api.Call(s, d.Users.Creation(), d.Add)
	api.Call(s, d.Users.Change(), d.Change)
	one := &api.Example{Path: map[string]string{"id": ExampleUser}}
	joined := &api.Example{Path: map[string]string{"id": exampleJoined}} // who has a new password needs no invitation any more
	for _, c := range []struct {
		path, id, summary, operation string
		example                      *api.Example
		call                         func(ctx context.Context, in *UserInput) (Told, error)
	}{
		{"reset", "user-reset", "Give a user of this company alone a new initial password", "reset", joined, d.reset},
		{"invite", "user-invite", "Send the invitation again; earlier links end", "modify", one, d.inviteAgain},
		{"withdraw", "user-withdraw", "Withdraw the invitation; the user is disabled", "modify", one, d.withdraw},
	} {
		api.Call(s, api.Operation{
			Method: "POST", Path: "upms/user/{id}/" + c.path, ID: c.id, Summary: c.summary, Tag: "upms", Permission: "system.user." + c.operation, Example: c.example,
		}, c.call)
	}
}
