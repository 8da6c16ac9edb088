package resource

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

var (
	msgOwnSelf = problem.L("%s“%s”不能是自己的%s", "%s “%s” cannot be its own %s")
	msgCycle   = problem.L("%s不能首尾相接：%s", "%s must not lead back to where it began: %s")
)

// cycleFields are the fields by which rows stand before one another: those that name a row before, and those that name
// one behind.
func (r *Resource[P]) cycleFields() (before, behind []*Field) {
	for _, f := range r.fields {
		switch {
		case f.acyclic && f.behind:
			behind = append(behind, f)
		case f.acyclic:
			before = append(before, f)
		}
	}
	return before, behind
}

// wayTold is how many rows of a circle are told.
const wayTold = 12

// naming is a field of a row that names another one.
type naming struct {
	by *Field
	id string
}

// namings are those of some fields in which a row names another one.
func namings[P Entity](fields []*Field, row P) (all []naming) {
	for _, f := range fields {
		if id := f.value(valueOf(row)).String(); id != "" {
			all = append(all, naming{f, id})
		}
	}
	return all
}

// succession is which row of an entity stands before which. A new row has a name of its own until it has an identity.
type succession struct {
	titles map[string]problem.Text
	before map[string][]naming          // the rows that a row names before itself
	behind map[string][]naming          // the rows that a row names behind itself
	named  map[string][]string          // the rows that name a row as the one behind them
	used   map[string]int               // how often rows name a row as one before them
	ahead  func(id string) problem.Text // what a row is called that has not been put yet; nil: all have been
	// isOrder tells that rows stand in an order of work, not in a tree.
	isOrder bool
}

// put takes a row as it now is in place of what it was.
func (s *succession) put(id string, title problem.Text, before, behind []naming) {
	for _, was := range s.behind[id] {
		s.named[was.id] = slices.DeleteFunc(s.named[was.id], func(x string) bool { return x == id })
	}
	for _, was := range s.before[id] {
		s.used[was.id]--
	}
	for _, n := range before {
		s.used[n.id]++
	}
	s.titles[id], s.before[id], s.behind[id] = title, before, behind
	for _, n := range behind {
		s.named[n.id] = append(s.named[n.id], id)
	}
}

// readSuccession reads how the stored rows stand.
func (r *Resource[P]) readSuccession(ctx context.Context, tx store.Tx, before, behind []*Field, called func(P) problem.Text) (*succession, error) {
	columns := []string{"id", r.title.column}
	for _, f := range slices.Concat(before, behind) {
		columns = append(columns, f.column)
	}
	var rows []P
	if err := tx.Select(&rows).Columns(columns...).Scan(ctx); err != nil {
		return nil, err
	}
	s := &succession{titles: map[string]problem.Text{}, before: map[string][]naming{}, behind: map[string][]naming{}, named: map[string][]string{}, used: map[string]int{}, isOrder: len(behind) > 0}
	for i := range rows {
		row := rows[i]
		s.put(row.Kept().ID, called(row), namings(before, row), namings(behind, row))
	}
	return s, nil
}

// cycleRule refuses a row that would come before itself. Only a row whose own fields change is asked, so that a circle of
// older days keeps nobody from changing something else. What is stored is read once, when the first such row comes; rows
// that the rule has let pass count as stored, but for the last one after undo: another rule refuses it. called is what a circle calls
// a row that was asked about, ahead one that will be.
func (r *Resource[P]) cycleRule(ctx context.Context, tx store.Tx, called func(P) problem.Text, ahead func(id string) problem.Text) (rule func(old, now P) error, undo func()) {
	before, behind := r.cycleFields()
	var known *succession
	unnamed, forget := "", func() {}
	return func(old, now P) (err error) {
		forget = func() {}
		changed := map[*Field]bool{}
		for _, f := range slices.Concat(before, behind) {
			id, was := f.value(valueOf(now)).String(), ""
			if given(old) {
				was = f.value(valueOf(old)).String()
			}
			if changed[f] = id != was; changed[f] && id != "" && id == now.Kept().ID {
				return problem.Invalid(problem.Field(f.Key, "self", msgOwnSelf, r.spec.Label, r.titleOf(now), f.Label.Inside()))
			}
		}
		if !slices.Contains(slices.Collect(maps.Values(changed)), true) {
			return nil
		}
		if known == nil {
			if known, err = r.readSuccession(ctx, tx, before, behind, called); err != nil {
				return err
			}
			known.ahead = ahead
		}
		self := now.Kept().ID
		if self == "" {
			unnamed += "+" // no identity looks like this
			self = unnamed
		}
		title, wasBefore, wasBehind := known.titles[self], known.before[self], known.behind[self]
		known.put(self, called(now), namings(before, now), namings(behind, now))
		forget = func() { known.put(self, title, wasBefore, wasBehind) } // a refused row stays as it was
		if f, way := known.circle(self, changed); f != nil {
			forget()
			return problem.Invalid(problem.Field(f.Key, "cycle", msgCycle, f.Label, way))
		}
		return nil
	}, func() { forget() }
}

// step is a row that was reached: from which one, and by which field of the row that is asked about the way began; nil
// where it began at a row that names that one.
type step struct {
	from string
	by   *Field
}

// mayReturn tells whether something stands behind a row that something may stand behind in turn. A new row has nothing: a file of many that
// name one another would be walked over for each of them.
func (s *succession) mayReturn(self string) bool {
	return s.used[self] > 0 || slices.ContainsFunc(s.behind[self], func(n naming) bool { return s.used[n.id] > 0 || len(s.behind[n.id]) > 0 })
}

// circle walks back from a row over those before it. It gives the changed field of the row by which the row comes before
// itself, and words the way; nil where it does not.
func (s *succession) circle(self string, changed map[*Field]bool) (*Field, problem.Text) {
	if !s.mayReturn(self) {
		return nil, problem.Text{}
	}
	steps := map[string]step{}
	var edge []string
	reach := func(id string, st step) {
		if _, known := steps[id]; !known {
			steps[id] = st
			edge = append(edge, id)
		}
	}
	for _, n := range s.before[self] {
		reach(n.id, step{by: n.by})
	}
	for _, id := range s.named[self] {
		reach(id, step{})
	}
	for len(edge) > 0 {
		id := edge[0]
		edge = edge[1:]
		by := steps[id].by
		for _, n := range s.behind[self] { // the row stands before this one, which stands before the row
			if n.id == id && changed[n.by] {
				return n.by, s.way(self, id, steps)
			}
		}
		closes := slices.Contains(s.named[id], self)
		for _, n := range s.before[id] {
			if n.id != self {
				reach(n.id, step{id, by})
			}
			closes = closes || n.id == self
		}
		if closes && changed[by] {
			return by, s.way(self, id, steps)
		}
		for _, other := range s.named[id] {
			if other != self {
				reach(other, step{id, by})
			}
		}
	}
	return nil, problem.Text{}
}

// title is what a circle calls a row.
func (s *succession) title(id string) problem.Text {
	if title, put := s.titles[id]; put || s.ahead == nil {
		return title
	}
	return s.ahead(id)
}

// way words the circle from the row round to it again: rows that name what stands behind them in the order of the work, others,
// which name what they belong to, upwards.
func (s *succession) way(self, last string, steps map[string]step) problem.Text {
	rows := []problem.Text{s.titles[self]}
	for id := last; id != ""; id = steps[id].from {
		rows = append(rows, s.title(id))
	}
	rows = append(rows, s.titles[self])
	if !s.isOrder {
		slices.Reverse(rows)
	}
	if len(rows) > wayTold+1 { // the first comes again at the end; nobody reads more
		half := wayTold / 2
		rows = slices.Concat(rows[:half], []problem.Text{{Zh: "…", En: "…"}}, rows[len(rows)-half:])
	}
	return problem.InEach(func(lang string) string {
		words := make([]string, len(rows))
		for i, row := range rows {
			words[i] = row.In(lang)
		}
		return strings.Join(words, " → ")
	})
}
