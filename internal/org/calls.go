package org

import (
	"context"
	"errors"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// UserInput names a user.
type UserInput struct {
	ID string `path:"id"`
}

// Told is what became of a call about a user. The password is told this once.
type Told struct {
	Password string `json:"password,omitempty" doc:"the new initial one; its owner must change it at the next sign-in"`
}

var (
	msgOwnReset = L("自己的密码请在“个人中心”修改", "Change your own password on the page of your account")
	msgShared   = L("此账号还属于其他企业，只能由本人修改或找回密码", "This account belongs to other companies, too: only its owner can change or recover the password")
	msgIsIn     = L("“%s”已经加入，无需邀请", "“%s” has joined and needs no invitation")
	msgNoSMS    = L("邀请短信未能发出，请稍后再试", "The SMS could not be sent, try again later")
)

func (d *Org) find(ctx context.Context, id string) (m *User, err error) {
	err = d.deps.DB.Read(ctx, func(tx store.Tx) error {
		m, err = d.Users.Get(ctx, tx, id)
		return err
	})
	return m, err
}

// set changes a user through the rules of the entity, and thereby with a line of the operation log.
func (d *Org) set(ctx context.Context, id string, change func(m *User)) error {
	return d.deps.DB.Write(ctx, func(tx store.Tx) error {
		m, err := d.Users.Get(ctx, tx, id)
		if err != nil {
			return err
		}
		change(m)
		return d.Users.Save(ctx, tx, m)
	})
}

// log writes that something was done about a user which no field of theirs shows.
func (d *Org) log(ctx context.Context, m *User, field string) error {
	return d.deps.DB.Write(ctx, func(tx store.Tx) error {
		return tx.Log(ctx, d.Users.Name(), m.ID, m.called(), store.ActionChange, store.FieldChange{Field: field, Before: "***", After: "***"})
	})
}

// reset gives a new initial password and ends what the old one has opened.
func (d *Org) reset(ctx context.Context, in *UserInput) (Told, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return Told{}, err
	}
	m, err := d.find(ctx, in.ID)
	switch {
	case err != nil:
		return Told{}, err
	case m.ID == actor.MemberID:
		return Told{}, problem.Refuse(msgOwnReset)
	}
	if err := d.mayHandle(ctx, m); err != nil { // whoever has the password has the rights, too
		return Told{}, err
	}
	password, shared, err := d.deps.Reset(ctx, m.AccountID)
	switch {
	case err != nil:
		return Told{}, err
	case shared:
		return Told{}, problem.Refuse(msgShared)
	}
	if m.Joining != Joined {
		if err := d.deps.Withdraw(ctx, m.ID); err != nil {
			return Told{}, err
		}
		if err := d.set(ctx, m.ID, func(m *User) { m.Joining = Joined }); err != nil {
			return Told{}, err
		}
	}
	return Told{Password: password}, d.log(ctx, m, "password")
}

// mayHandle refuses to decide about people who may do more than whoever asks, or enter more factories.
func (d *Org) mayHandle(ctx context.Context, m *User) error {
	return d.deps.DB.Read(ctx, func(tx store.Tx) error {
		o, err := d.office(ctx, tx)
		if err != nil {
			return err
		}
		if why, above := o.Above(m.called(), m.at(), m.Roles, m.Factories); above {
			return problem.Refuse(why)
		}
		return nil
	})
}

// inviteAgain sends another link; a withdrawn invitation holds again, and the user is enabled.
func (d *Org) inviteAgain(ctx context.Context, in *UserInput) (Told, error) {
	m, err := d.find(ctx, in.ID)
	switch {
	case err != nil:
		return Told{}, err
	case m.Joining == Joined:
		return Told{}, problem.Refuse(msgIsIn, m.called())
	}
	if err := d.mayHandle(ctx, m); err != nil {
		return Told{}, err
	}
	would := *m
	would.Enabled = m.Enabled || m.Joining == Withdrawn
	switch may, err := d.comes(ctx, &would); {
	case err != nil:
		return Told{}, err
	case !may:
		return Told{}, problem.Refuse(msgKeptOut, m.called())
	}
	if err := d.invite(ctx, m); err != nil {
		if refused := (*problem.Problem)(nil); errors.As(err, &refused) { // by its limits, or for want of an address
			return Told{}, err
		}
		return Told{}, &problem.Problem{Status: 409, Code: problem.Refused, Text: msgNoSMS, Cause: err}
	}
	if m.Joining == Withdrawn { // once the link is on its way
		if err := d.set(ctx, m.ID, func(m *User) { m.Joining, m.Enabled = Invited, true }); err != nil {
			return Told{}, err
		}
	}
	return Told{}, d.log(ctx, m, "invitation")
}

// withdraw voids the link and disables the user, who could otherwise come in by recovering a password.
func (d *Org) withdraw(ctx context.Context, in *UserInput) (Told, error) {
	m, err := d.find(ctx, in.ID)
	switch {
	case err != nil:
		return Told{}, err
	case m.Joining == Joined:
		return Told{}, problem.Refuse(msgIsIn, m.called())
	}
	if err := d.mayHandle(ctx, m); err != nil {
		return Told{}, err
	}
	if err := d.deps.Withdraw(ctx, m.ID); err != nil {
		return Told{}, err
	}
	return Told{}, d.set(ctx, m.ID, func(m *User) { m.Joining, m.Enabled = Withdrawn, false })
}
