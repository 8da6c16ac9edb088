package org

import (
	"context"
	"encoding/json"
	"errors"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// A number that was mistyped leads to an account that nobody enters, so that nobody could correct it. Whoever keeps users may: the
// user gets the account of the right number, and an invitation is sent to it.

// ChangeInput are fields of a user.
type ChangeInput = resource.PatchInput

var msgHasAccount = L("此号码已有账号：请删除该用户后用此号码重新添加，本人即直接加入", "There is an account with this number: delete this user and add them anew with it, which takes them in at once")

// corrected is the account of the right number, and that of the one before.
type corrected struct{ to, from string }

type correctionKey struct{}

// Change changes a user, also the number of one who has never come in.
func (d *Org) Change(ctx context.Context, in *ChangeInput) (resource.One[*User], error) {
	var out resource.One[*User]
	moved, newcomer, err := d.correction(ctx, in)
	if err != nil {
		return out, err
	}
	if moved != nil {
		ctx = context.WithValue(ctx, correctionKey{}, *moved)
	}
	var row *User
	if err := d.deps.DB.Write(ctx, func(tx store.Tx) (err error) {
		if row, err = d.Users.Patch(ctx, tx, in.ID, in.Body); err != nil {
			return err
		}
		out, err = d.Users.Saved(ctx, tx, row)
		return err
	}); err != nil {
		if newcomer.Made {
			err = errors.Join(err, d.deps.TakeBack(context.WithoutCancel(ctx), newcomer.AccountID))
		}
		return out, err
	}
	if moved == nil {
		return out, nil
	}
	ctx = context.WithoutCancel(ctx)
	if err := errors.Join(d.deps.Withdraw(ctx, row.ID), d.deps.TakeBack(ctx, moved.from)); err != nil {
		return out, err
	}
	switch told := d.tell(ctx, row); {
	case errors.Is(told, errKeptOut):
		out.Warnings = append(out.Warnings, msgKeptOut.With(row.called()).In(problem.Language(ctx)))
	case told != nil:
		out.Warnings = append(out.Warnings, notSent(ctx, told))
	}
	return out, nil
}

// correction finds or makes the account of another number that a body has for somebody who has never come in; nil where it has none,
// or where only the owner changes it, which the rules refuse.
func (d *Org) correction(ctx context.Context, in *ChangeInput) (*corrected, Newcomer, error) {
	var phone string
	if raw, sent := in.Body["phone"]; !sent || json.Unmarshal(raw, &phone) != nil {
		return nil, Newcomer{}, nil
	}
	m, err := d.find(ctx, in.ID)
	if err != nil {
		return nil, Newcomer{}, err
	}
	if phone = d.deps.ReadPhone(phone); phone == m.Phone || !d.deps.IsPhone(phone) {
		return nil, Newcomer{}, nil
	}
	if unentered, err := d.deps.Unentered(ctx, m.AccountID); err != nil || !unentered {
		return nil, Newcomer{}, err
	}
	if err := d.mayHandle(ctx, m); err != nil {
		return nil, Newcomer{}, err
	}
	n, err := d.deps.Welcome(ctx, phone, languageOf(m.Language), false)
	switch {
	case err != nil:
		return nil, Newcomer{}, err
	case n.Proved:
		return nil, Newcomer{}, problem.Invalid(problem.Field("phone", "account", msgHasAccount))
	}
	return &corrected{to: n.AccountID, from: m.AccountID}, n, nil
}

// moveTo gives a user the account of their right number, to which they are invited.
func (m *User) moveTo(ctx context.Context, d *Org, old *User) {
	c, is := ctx.Value(correctionKey{}).(corrected)
	m.Phone = d.deps.ReadPhone(m.Phone)
	if !is || c.from != old.AccountID || m.Phone == old.Phone {
		return
	}
	m.AccountID, m.JoinWay = c.to, ByInvitation
	if m.Joining == Joined { // by an initial password that nobody has used
		m.Joining = Invited
	}
}
