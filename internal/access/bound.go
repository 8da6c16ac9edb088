package access

import (
	"strings"

	"mouldworks/internal/platform/file"
)

// What is bound to a role beside its grants gives permissions of its own (ROLE-05): rights in files, pages of the app and steps of
// quality. No page of the menu grants them.

const (
	appPrefix   = "app."
	checkPrefix = "qa."
	signing     = ".sign"
)

// IsBound tells whether a permission is bound to roles by itself.
func IsBound(permission string) bool {
	return file.IsRight(permission) || strings.HasPrefix(permission, appPrefix) || strings.HasPrefix(permission, checkPrefix)
}

// OpensNothing tells whether a permission gives no access by itself: a page of the app asks for the permission of its menu, too. Whoever
// changes roles gives it, and who has it may do no more than others.
func OpensNothing(permission string) bool { return strings.HasPrefix(permission, appPrefix) }

// bound are the permissions that are bound to a role.
func (r *Role) bound() map[string]bool {
	may := map[string]bool{}
	for _, key := range r.Files {
		may[file.RightNamed(key)] = true
	}
	for _, tree := range r.AppMenus {
		may[appPrefix+tree] = true
	}
	for _, step := range r.Checks {
		may[checkPrefix+step+signing] = true
	}
	return may
}
