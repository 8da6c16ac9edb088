package file

import (
	"context"
	"fmt"
	"slices"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/picture"
	"mouldworks/internal/platform/resource"
)

// Rule says what a file may be, and makes of the bytes that came what is kept. It has a name, so that the cloud can tell
// a gateway by which rule to take a file.
type Rule string

// Picture takes png and jpg, and keeps nothing of them but pixels, encoded anew by us.
const Picture Rule = "picture"

// kinds are the content types of what each rule makes.
var kinds = map[Rule][]string{Picture: {picture.PNG, picture.JPEG}}

func (r Rule) allows(kind string) bool { return slices.Contains(kinds[r], kind) }

// Known tells whether this program has the rule: a gateway may be older than its cloud.
func (r Rule) Known() bool { return kinds[r] != nil }

// Make checks the bytes that came and gives what is kept of them, or a problem that names the field "file". It waits for
// the memory that others use, so it must not be called inside a transaction.
func (r Rule) Make(ctx context.Context, data []byte) (kind string, content []byte, err error) {
	if r != Picture {
		return "", nil, fmt.Errorf("file: there is no rule %q", r)
	}
	if err = resource.EmptyFile(data); err != nil {
		return "", nil, err
	}
	if kind, content, err = makePicture(ctx, data); err == nil && len(content) > api.MaxUpload {
		err = api.FileTooLarge()
	}
	return kind, content, err
}
