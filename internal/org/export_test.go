package org

import "context"

// Reset is the call that gives a user a new initial password.
func (d *Org) Reset(ctx context.Context, id string) (Told, error) {
	return d.reset(ctx, &UserInput{id})
}

// InviteAgain is the call that sends an invitation again.
func (d *Org) InviteAgain(ctx context.Context, id string) (Told, error) {
	return d.inviteAgain(ctx, &UserInput{id})
}
