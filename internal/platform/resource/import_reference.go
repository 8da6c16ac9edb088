package resource

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What the cells of a file refer to.

// choicesTold is how many names of an entity a fault offers.
const choicesTold = 50

// readNames reads, once per referenced entity, what its codes and names stand for.
func (in *importer[P]) readNames(ctx context.Context, tx store.Tx) error {
	in.lookups, in.offered, in.unseen = map[string]*cell.Names{}, map[string][]string{}, map[string]bool{}
	in.narrow = !tx.Actor().SeesAll()
	for _, f := range references(in.r.fields) {
		if in.lookups[f.Target] != nil {
			continue
		}
		names, offered, err := f.target.lookup(ctx, tx)
		if err != nil {
			return err
		}
		if !tx.Actor().Allowed(f.target.screen() + ".check") {
			offered, in.unseen[f.Target] = nil, true // whoever may not view a list learns none of its names
		}
		in.lookups[f.Target], in.offered[f.Target] = names, offered
	}
	w := wanted{}
	for _, row := range in.stored {
		referring(in.r.fields, valueOf(row), "", func(f *Field, _, id string) { w.add(f.target, id) })
	}
	var err error
	in.titles, err = w.titles(ctx, tx)
	return err
}

// namesUnseen tells whether a field names records of a list that the person may not view.
func (in *importer[P]) namesUnseen(f *Field) bool {
	return slices.ContainsFunc(references([]*Field{f}), func(x *Field) bool { return in.unseen[x.Target] })
}

// refer looks a code or name up; what is unknown is a fault, and "".
func (in *importer[P]) refer(e *entry[P], f *Field, column, text string) string {
	id, found := in.lookups[f.Target].Find(text)
	own, isOwn, shared := in.referOwn(f, text)
	switch {
	case !found:
		id, found = own, isOwn
	case (isOwn && own != id || shared) && !in.isKey(id, text): // a name that the file gives to another row
		in.fault(e, column, text, "ambiguous", msgSharedRef.With(f.Label, cell.Brief(strings.TrimSpace(text))))
		return ""
	}
	if !found && (shared || in.lookups[f.Target].Shared(text)) {
		in.fault(e, column, text, "ambiguous", msgSharedRef.With(f.Label, cell.Brief(strings.TrimSpace(text))))
		return ""
	}
	if !found {
		var planned bool
		if id, planned = in.missing(f, cell.Line(text)); planned {
			return id
		}
		unknown := msgUnknownRef
		if f.Kind == KindReferences {
			unknown = msgUnknownOf
		}
		in.fault(e, column, text, "reference", unknown.With(f.Label, cell.Brief(strings.TrimSpace(text))), in.namesOf(e, f)...)
	}
	return id
}

var (
	msgUnknownRef = problem.L("%s“%s”不存在", "%s “%s” does not exist")
	msgUnknownOf  = problem.L("%s中的“%s”不存在", "%s: “%s” does not exist")
	msgSharedRef  = problem.L("%s“%s”对应多条记录，请改填编码或名称（人员填用户名）", "%s: “%s” names several records; write the code or the name of the one that is meant, of people the user name")
)

// namesOf are the names of a referenced entity that a row may choose, where they are few enough to be offered.
func (in *importer[P]) namesOf(e *entry[P], f *Field) problem.Texts {
	names := in.offered[f.Target]
	if f.target == Any(in.r) && given(e.old) { // nothing is its own parent
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			id, _ := in.lookups[f.Target].Find(name)
			return id == e.old.Kept().ID
		})
	}
	if len(names) <= choicesTold {
		return problem.SameInBoth(names)
	}
	return nil
}
