package identity

import "mouldworks/internal/platform/api"

// MountOwn registers what people do about themselves: recovering a password, the personal centre, tokens for their
// programs; and how strict their company is about it.
func (d *Identity) MountOwn(s *api.Server) {
	d.mountRecovery(s)
	d.mountOwnChange(s)
	d.mountOwnProfile(s)
	d.mountOwnTokens(s)
	d.mountPolicy(s)
}
