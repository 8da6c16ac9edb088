package file

import (
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What roles say of files, by kind (ROLE-05): each right counts as a permission that is bound to a role and not granted with a page. What
// is done with a file asks for both, the permission of the record's page and the right in files of that kind.

// Rights in the files of a kind.
const (
	See      = "see"
	Download = "download"
	Replace  = "replace"
)

const rightPrefix = "file."

// Right is the permission under which a right in a kind of files counts.
func Right(kind, right string) string { return rightPrefix + kind + "." + right }

// Require refuses whoever lacks one of some rights in a kind of files, by its name.
func Require(actor store.Actor, kind string, rights ...string) error {
	for _, right := range rights {
		if permission := Right(kind, right); !actor.Allowed(permission) {
			return problem.Forbidden(permission)
		}
	}
	return nil
}

// RightNamed is the permission of the right in files that a key without its prefix names: program.see.
func RightNamed(key string) string { return rightPrefix + key }

// IsRight tells whether a permission is a right in files.
func IsRight(permission string) bool { return strings.HasPrefix(permission, rightPrefix) }
