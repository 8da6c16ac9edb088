package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// None stands in basedOn for "there was nothing".
const None = "none"

// Basis is what a caller has seen of something that is replaced as a whole: a logo, a picture. Each content has an id of
// its own, which serves as its version.
type Basis struct {
	BasedOn string // the id that was seen, None where there was nothing; "" is refused
	Now     string // the id of what is stored, "" for nothing
	Name    string // what people call it, "" = as its history does
	Entity  string // of the record whose history tells who has changed it
	RowID   string // of that record
	Field   string // of that record; "" = any
}

var msgBasedOn = problem.L("请带上读取时的编号；当时没有内容时填 none", "Send the id of what was seen, or none where there was nothing")

// Holds refuses a caller who has not seen what is stored, and tells who has changed it since.
func (b Basis) Holds(ctx context.Context, tx store.Tx, current any) error {
	if b.BasedOn == "" {
		return problem.Invalid(problem.Field("basedOn", "required", msgBasedOn))
	}
	if b.BasedOn == b.Now || b.BasedOn == None && b.Now == "" {
		return nil
	}
	d := problem.StaleData{Name: b.Name, Current: current}
	lines, err := tx.History(ctx, b.Entity, b.RowID, basisLines)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if b.Field == "" || mentions(line, b.Field) {
			d.ChangedBy, d.ChangedAt = AuthorOf(ctx, tx, line), line.At.Format(time.RFC3339)
			d.Name = cmp.Or(d.Name, line.Title)
			break
		}
	}
	return problem.Stale(d)
}

// basisLines bounds how far back who has changed a field is looked for.
const basisLines = 50

// mentions tells whether a line of the operation log is about a field.
func mentions(line store.Operation, field string) bool {
	var changes []store.FieldChange
	if json.Unmarshal(line.Changes, &changes) != nil {
		return false
	}
	for _, c := range changes {
		if c.Field == field {
			return true
		}
	}
	return false
}
