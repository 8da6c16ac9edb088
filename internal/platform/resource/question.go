package resource

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// answersEnd stands between the keys of questions that are answered one after the other.
const answersEnd = "."

// aboutEnd stands in the key of a question before what it is about.
const aboutEnd = ":"

// About is the key of a question about certain things, each told with its state: who says yes to it has agreed to nothing about any
// other things, nor about these once they are different.
func About(key string, things ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(things, "\n")))
	return key + aboutEnd + hex.EncodeToString(sum[:8])
}

// Confirm asks a question, unless it is answered. A call that raises several asks one after the other: the key of each holds
// those that were answered before, so that the last repetition answers all. A key may tell what it is about: a yes to it is none
// about anything else. A program that says yes to the bare key has agreed whatever it is about.
func Confirm(actor store.Actor, key string, text problem.Text, items ...string) error {
	answered := strings.Split(actor.Confirmed, answersEnd)
	bare, _, _ := strings.Cut(key, aboutEnd)
	if slices.Contains(answered, key) || Agreed(actor, bare) {
		return nil
	}
	if actor.Confirmed != "" {
		key = actor.Confirmed + answersEnd + key
	}
	return problem.Confirm(key, text, items...)
}

// Agreed tells whether a program has said yes to the bare key of a question, whatever it is about.
func Agreed(actor store.Actor, key string) bool {
	return slices.Contains(strings.Split(actor.Confirmed, answersEnd), key)
}

// rowsAsked is how many rows a question names.
const rowsAsked = 20

var (
	msgAskedRow    = problem.L("%s“%s”：%s", "%s “%s”: %s")
	msgAskedChange = problem.L("%s：%s → %s", "%s: %s → %s")
)

// askShared asks before stored rows by which others work are changed, naming each with what changes. That a flag of one holder
// moves is a question of its own.
func (in *importer[P]) askShared(ctx context.Context, db *store.DB) error {
	shared := in.r.spec.Shared
	if shared == nil {
		return nil
	}
	var asked []*entry[P]
	var rows []P
	for _, e := range in.entries {
		if given(e.old) && !in.faulty[e.row.number] && len(in.sharedChanges(e)) > 0 {
			asked, rows = append(asked, e), append(rows, e.old, e.now)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	var names map[string]string
	if err := db.Read(ctx, func(tx store.Tx) (err error) { names, err = in.r.names(ctx, tx, rows...); return err }); err != nil {
		return err
	}
	var items []string
	for _, e := range asked {
		var changes []string
		for _, f := range in.sharedChanges(e) {
			before, after := in.shown(f, valueOf(e.old), names), in.shown(f, valueOf(e.now), names)
			changes = append(changes, msgAskedChange.In(in.lang, f.Label, orNothing(before.In(in.lang)), orNothing(after.In(in.lang))))
		}
		items = append(items, msgAskedRow.In(in.lang, in.r.spec.Label, in.r.titleOf(e.old), problem.Listed(changes)))
	}
	key := About(shared.Key, items...)
	if more := len(items) - rowsAsked; more > 0 {
		items = append(items[:rowsAsked], "… +"+strconv.Itoa(more))
	}
	return Confirm(in.actor, key, shared.Question, items...)
}

// sharedChanges are the changed fields of a stored row, but for flags of one holder.
func (in *importer[P]) sharedChanges(e *entry[P]) (changed []*Field) {
	for _, c := range in.r.diff(e.old, e.now) {
		if f := in.r.field(c.Field); f.sole == nil {
			changed = append(changed, f)
		}
	}
	return changed
}

// orNothing shows an empty value as a dash.
func orNothing(text string) string {
	if text == "" {
		return "—"
	}
	return text
}
