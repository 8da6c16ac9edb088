package resource

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Rows of a file that refer to rows of the same file: the parent of a part type, the process before another one. Their order in
// the file does not matter.

var (
	msgOwnRefused = problem.L("%s“%s”在第 %d 行，但该行未通过", "%s “%s” is in row %d, which is refused")
	titleInRow    = problem.L("%s（第 %d 行）", "%s (row %d)")
)

// ownRows are the rows of a file as its other rows name them; nil for a list whose rows do not refer to one another.
type ownRows struct {
	names *cell.Names
	ids   map[int]string // of the rows of the file; those of new rows are made up before they are written
	rows  map[string]int // the row by its identity
}

// selfReferences are the fields by which a row refers to another one of its own list.
func (r *Resource[P]) selfReferences() (fields []*Field) {
	for _, f := range r.fields {
		if f.Kind == KindReference && f.target == Any(r) {
			fields = append(fields, f)
		}
	}
	return fields
}

// readOwn names the rows of the file before any of them is read, by what lookup finds stored rows by: a code is meant before a name,
// and a name that several rows will have, of the file or stored, names none of them.
func (in *importer[P]) readOwn() {
	if len(in.r.selfReferences()) == 0 || !in.readable {
		return
	}
	in.own = &ownRows{cell.NewNames(), map[int]string{}, map[string]int{}}
	for _, row := range in.table.rows {
		id := store.NewID()
		if old := in.find(row); given(old) {
			id = old.Kept().ID
		}
		in.own.ids[row.number] = id
		if in.own.rows[id] == 0 {
			in.own.rows[id] = row.number
		}
	}
	for _, f := range in.r.fields {
		if f.Kind != KindText || !f.IsUnique || len(f.with) > 0 {
			continue
		}
		for _, row := range in.table.rows {
			in.own.names.Add(in.named(row, f), in.own.ids[row.number])
		}
	}
	if f := in.r.title; f.Kind == KindText && (!f.IsUnique || len(f.with) > 0) {
		in.readOwnTitles(f)
	}
	for _, f := range in.r.fields { // English names, behind what rows are called
		if f.alias {
			in.readOwnTitles(f)
		}
	}
}

// readOwnTitles names the rows of the file by a title that others may have, where one row alone will have it.
func (in *importer[P]) readOwnTitles(f *Field) {
	bearers, renamed := map[string]map[string]bool{}, map[string]bool{} // ids by the title that they will have
	bears := func(title, id string) {
		if bearers[title] == nil {
			bearers[title] = map[string]bool{}
		}
		bearers[title][id] = true
	}
	for _, row := range in.table.rows {
		if title := in.named(row, f); title != "" {
			bears(title, in.own.ids[row.number])
			renamed[in.own.ids[row.number]] = true
		}
	}
	for _, row := range in.stored {
		if id := row.Kept().ID; !renamed[id] {
			bears(cell.Clean(f.value(valueOf(row)).String()), id)
		}
	}
	maps.DeleteFunc(bearers, func(title string, _ map[string]bool) bool {
		_, isKey := in.own.names.Find(title)
		return isKey
	})
	for title, ids := range bearers {
		if len(ids) > 1 {
			in.own.names.Share(title)
			continue
		}
		for id := range ids {
			if renamed[id] {
				in.own.names.Add(title, id)
			}
		}
	}
}

// named is what the file calls a row in one of its columns, "" for nothing.
func (in *importer[P]) named(row fileRow, f *Field) string {
	if text := cell.Clean(in.cellOf(row, f.Key)); !cell.IsDash(text) {
		return text
	}
	return ""
}

// referOwn finds the row of the file that a text names; shared tells that it names several.
func (in *importer[P]) referOwn(f *Field, text string) (id string, found, shared bool) {
	if in.own == nil || f.target != Any(in.r) {
		return "", false, false
	}
	id, found = in.own.names.Find(text)
	return id, found, !found && in.own.names.Shared(text)
}

// isKey tells whether a text is the key of a stored row, by which it is meant whatever others are called.
func (in *importer[P]) isKey(id, text string) bool {
	if in.keyed == nil {
		in.keyed = map[string]string{}
		for _, row := range in.stored {
			in.keyed[row.Kept().ID] = cell.Key(in.r.KeyOf(row))
		}
	}
	key, stored := in.keyed[id]
	return stored && key == cell.Key(text)
}

// byID are the rows of the file by the identity that they have, or will have.
func (in *importer[P]) byID() map[string]*entry[P] {
	all := map[string]*entry[P]{}
	if in.own == nil {
		return all
	}
	for _, e := range in.entries {
		if id := e.now.Kept().ID; all[id] == nil {
			all[id] = e
		}
	}
	return all
}

// ownNeeds are the rows, of some of the file, that a row refers to.
func (in *importer[P]) ownNeeds(e *entry[P], byID map[string]*entry[P], visit func(f *Field, other *entry[P])) {
	if len(byID) == 0 {
		return
	}
	for _, f := range in.r.selfReferences() {
		if other := byID[f.value(valueOf(e.now)).String()]; other != nil && other != e {
			visit(f, other)
		}
	}
}

// use is a reference of a row to another one of the file.
type use[P Entity] struct {
	by    *entry[P]
	field *Field
}

// ownUses are the references to each row of the file that a refusal of it touches: a reference that is stored already stays.
func (in *importer[P]) ownUses() map[*entry[P]][]use[P] {
	if in.uses == nil {
		in.uses = map[*entry[P]][]use[P]{}
		byID := in.byID()
		for _, e := range in.entries {
			in.ownNeeds(e, byID, func(f *Field, other *entry[P]) {
				if !given(e.old) || f.value(valueOf(e.old)).String() != f.value(valueOf(e.now)).String() {
					in.uses[other] = append(in.uses[other], use[P]{e, f})
				}
			})
		}
	}
	return in.uses
}

// refuseWithOwn refuses the rows that refer to a new row which is refused, or to one that nobody may choose, and those that
// refer to them.
func (in *importer[P]) refuseWithOwn() {
	uses, v := in.ownUses(), in.r.validity
	if len(uses) == 0 || in.usesAsked == len(in.faulty) {
		return
	}
	for queue := slices.Clone(in.entries); len(queue) > 0; {
		other := queue[0]
		queue = queue[1:]
		refused := in.faulty[other.row.number]
		if !refused && (v == nil || !v.value(valueOf(other.now)).IsZero()) {
			continue
		}
		for _, x := range uses[other] {
			if in.faulty[x.by.row.number] || refused && given(other.old) && in.isCalled(other.old, in.cellOf(x.by.row, x.field.Key)) {
				continue
			}
			named := []any{x.field.Label, in.r.titleOf(other.now), other.row.number}
			if typed := in.cellOf(x.by.row, x.field.Key); refused {
				in.fault(x.by, x.field.Key, typed, "reference", msgOwnRefused.With(named...))
			} else {
				_, word := v.not()
				in.fault(x.by, x.field.Key, typed, "invalid", msgNotValid.With(in.r.spec.Label, in.r.titleOf(other.now), word))
			}
			queue = append(queue, x.by)
		}
	}
	in.usesAsked = len(in.faulty)
}

// isCalled tells whether a stored row has a text as its code, its name or another name: what a refused row would call it does not count.
func (in *importer[P]) isCalled(row P, text string) bool {
	return slices.ContainsFunc(in.r.fields, func(f *Field) bool {
		names := f.Kind == KindText && (f.IsUnique || f == in.r.title || f.alias)
		return names && cell.Key(f.value(valueOf(row)).String()) == cell.Key(text)
	})
}

// called is what a rule calls a row: in a file its number helps to find it.
func (in *importer[P]) called(row P) problem.Text {
	title := in.r.titled(row)
	if in.own == nil {
		return title
	}
	if number := in.own.rows[row.Kept().ID]; number > 0 {
		return titleInRow.With(title, number).Worded()
	}
	return title
}

// titleAhead is what a circle calls a row of the file that no rule has been asked about yet.
func (in *importer[P]) titleAhead(id string) problem.Text {
	if in.own == nil {
		return problem.Text{}
	}
	for _, e := range in.entries {
		if e.now.Kept().ID == id {
			return in.called(e.now)
		}
	}
	return problem.Text{}
}

// pieces are the rows to be written in their order, some hundred in each: rows that refer to one another, or of which one takes what
// another gives up, stand in one, with all between them.
func (in *importer[P]) pieces(work []*entry[P]) (all [][]*entry[P]) {
	byID, freeing := map[string]*entry[P]{}, in.freeing(work)
	if in.own != nil {
		for _, e := range work {
			byID[e.now.Kept().ID] = e
		}
	}
	switch {
	case len(work) > 0 && len(byID) > 0 && in.r.spec.AfterSave != nil: // what follows a save changes other rows of such a list
		return [][]*entry[P]{work}
	case len(byID) == 0 && len(freeing) == 0:
		return slices.Collect(slices.Chunk(work, pieceRows))
	}
	beside, last := ties[P]{}, make(map[*entry[P]]int, len(work)) // where the last row stands that each hangs together with
	for _, e := range work {
		in.ownNeeds(e, byID, func(_ *Field, other *entry[P]) { beside.tie(e, other) })
		for _, x := range freeing[e] {
			beside.tie(e, x.by)
		}
	}
	for _, f := range in.r.fields { // who hands a flag over stays with who takes it
		if f.sole == nil {
			continue
		}
		var first *entry[P]
		for _, e := range work {
			if (given(e.old) && f.holds(e.old)) == f.holds(e.now) {
				continue
			}
			first = cmp.Or(first, e)
			beside.tie(first, e)
		}
	}
	at := make(map[*entry[P]]int, len(work))
	for i, e := range work {
		at[e] = i
	}
	for _, together := range beside.groups(work) {
		for _, e := range together {
			last[e] = at[together[len(together)-1]]
		}
	}
	start, reach := 0, 0
	for i, e := range work {
		if reach = max(reach, last[e]); i >= reach && (i+1-start >= pieceRows || i == len(work)-1) {
			all, start = append(all, work[start:i+1]), i+1
		}
	}
	return all
}

// ties are the rows that each row is not to be parted from.
type ties[P Entity] map[*entry[P]][]*entry[P]

func (t ties[P]) tie(a, b *entry[P]) { t[a], t[b] = append(t[a], b), append(t[b], a) }

// groups are the rows that hang together, in their order; one that hangs together with none is a group of its own.
func (t ties[P]) groups(rows []*entry[P]) (all [][]*entry[P]) {
	seen, at := map[*entry[P]]bool{}, make(map[*entry[P]]int, len(rows))
	for i, e := range rows {
		at[e] = i
	}
	for _, e := range rows {
		if seen[e] {
			continue
		}
		seen[e] = true
		group := []*entry[P]{e}
		for i := 0; i < len(group); i++ {
			for _, other := range t[group[i]] {
				if !seen[other] {
					seen[other] = true
					group = append(group, other)
				}
			}
		}
		slices.SortFunc(group, func(a, b *entry[P]) int { return at[a] - at[b] })
		all = append(all, group)
	}
	return all
}

// behindNew puts each row behind the new ones that it refers to, as far as they form no circle.
func (in *importer[P]) behindNew(rows []*entry[P]) []*entry[P] {
	fresh := map[string]*entry[P]{}
	for _, e := range rows {
		if in.own != nil && !given(e.old) {
			fresh[e.now.Kept().ID] = e
		}
	}
	if len(fresh) == 0 {
		return rows
	}
	ordered, placed := make([]*entry[P], 0, len(rows)), map[*entry[P]]bool{}
	for _, e := range rows {
		ordered = in.placeBehind(ordered, e, fresh, placed)
	}
	return ordered
}

// placeBehind puts a row behind those that it refers to.
func (in *importer[P]) placeBehind(piece []*entry[P], e *entry[P], byID map[string]*entry[P], placed map[*entry[P]]bool) []*entry[P] {
	if placed[e] {
		return piece
	}
	placed[e] = true
	in.ownNeeds(e, byID, func(_ *Field, other *entry[P]) { piece = in.placeBehind(piece, other, byID, placed) })
	return append(piece, e)
}

// insert writes new rows. Two that refer to one another cannot both come first: such a reference follows once both are there.
func (in *importer[P]) insert(ctx context.Context, tx store.Tx, fresh []P) error {
	if len(fresh) == 0 {
		return nil
	}
	later := map[string]bool{}
	for _, row := range fresh {
		later[row.Kept().ID] = in.own != nil
	}
	type following struct {
		row P
		by  *Field
		id  string
	}
	var follow []following
	for _, row := range fresh {
		for _, f := range in.r.selfReferences() {
			if id := f.value(valueOf(row)).String(); later[id] {
				follow = append(follow, following{row, f, id})
				f.value(valueOf(row)).SetZero()
			}
		}
		later[row.Kept().ID] = false
	}
	err := tx.Insert(ctx, &fresh)
	for _, x := range follow {
		x.by.value(valueOf(x.row)).SetString(x.id)
		if err == nil {
			_, err = tx.Change(none[P]()).Set("? = ?", ident(x.by.column), x.id).Where("id = ?", x.row.Kept().ID).Exec(ctx)
		}
	}
	return err
}

// refersToOne tells whether a row refers to one of some rows that are not written yet.
func (in *importer[P]) refersToOne(e *entry[P], waiting map[string]bool) bool {
	return len(waiting) > 0 && slices.ContainsFunc(in.r.selfReferences(), func(f *Field) bool { return waiting[f.value(valueOf(e.now)).String()] })
}
