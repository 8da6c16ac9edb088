package resource

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"mouldworks/internal/platform/problem"
)

var msgBasis = problem.L("检查之后，文件涉及的记录已被他人更改，没有写入任何内容；请重新检查文件", "Records that the file names were changed after it was checked, and nothing was written: check the file again")

// basis names the stored records that the rows of the file mean, each with its version, and the rows that mean none. What was shown
// of a file holds as long as it is the same.
func (in *importer[P]) basis() string {
	sum := sha256.New()
	for _, e := range in.entries {
		id, version := "", int64(0)
		if given(e.old) {
			id, version = e.old.Kept().ID, e.old.Kept().Version
		}
		_, _ = fmt.Fprintln(sum, e.row.number, id, version)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
