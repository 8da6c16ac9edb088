package resource

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The rules that look at several rows, of the file and of the list.

var (
	msgNoAdd    = problem.L("没有新增%s的权限", "You have no permission to add: %s")
	msgNoModify = problem.L("没有修改%s的权限", "You have no permission to change: %s")
	msgNoSight  = problem.L("没有查看%s的权限，不能比较或更改", "You have no permission to view: %s. Its records are neither compared nor changed")
)

// permitted refuses rows that the person may not write: new ones need the list's permission to add, changed ones that to
// modify. Whoever may not view the list is not told either whether a row says what is stored.
func (in *importer[P]) permitted() {
	sees := in.actor.Allowed(in.r.spec.Permission + ".check")
	refuse := map[string]problem.Text{}
	for operation, text := range map[string]problem.Text{"add": msgNoAdd, "modify": msgNoModify} {
		permission := in.r.spec.Permission + "." + operation
		if !in.r.offers(operation) || !in.actor.Allowed(permission) {
			refuse[operation] = text.With(in.r.spec.Label.Inside())
		}
	}
	for _, e := range in.entries {
		operation := "add"
		if given(e.old) {
			operation = "modify"
		}
		if given(e.old) && !sees {
			e.key, e.typed = e.keyTyped(), "" // how the record is written is not told either
			in.fault(e, in.key.Key, e.keyTyped(), "permission", msgNoSight.With(in.r.spec.Label.Inside()))
			continue
		}
		if text, refused := refuse[operation]; refused && (!given(e.old) || len(in.r.diff(e.old, e.now)) > 0) && in.readable {
			in.fault(e, in.key.Key, e.keyTyped(), "permission", text)
		}
	}
}

// tuple is the value of a unique field within those that it is unique in; no text joined of several can stand for it.
type tuple [4]any

func (r *Resource[P]) tupleOf(f *Field, row P) (tuple, bool) {
	key := tuple{f.folded(valueOf(row))}
	for i, x := range r.within(f) {
		key[i+1] = x.folded(valueOf(row))
	}
	return key, !f.empty(valueOf(row))
}

// unique compares unique fields among the rows of the file and the stored ones that stay as they are.
func (in *importer[P]) unique() {
	// inFile has the identities of the stored rows that the file means.
	inFile, repeated := map[string]bool{}, map[*entry[P]]bool{}
	for _, e := range in.entries {
		if given(e.old) {
			repeated[e] = inFile[e.old.Kept().ID]
			inFile[e.old.Kept().ID] = true
		}
	}
	for _, f := range in.r.fields {
		if !f.IsUnique || !in.readable {
			continue
		}
		text := func(row P) problem.Text { return in.r.exists(f, valueOf(row), in.titles) }
		owner := map[tuple]int{}  // row of the file, 0 for a stored one
		kept := map[tuple]int{}   // row of the file whose stored row has the value already, and keeps it
		first := map[string]int{} // row of the file that means a stored row
		keeps := func(e *entry[P]) bool { return given(e.old) && in.r.keeps(f, valueOf(e.old), valueOf(e.now)) }
		for _, row := range in.stored {
			if key, has := in.r.tupleOf(f, row); has && (!inFile[row.Kept().ID] || !f.freeable()) {
				owner[key] = 0
			}
		}
		for _, row := range in.hidden {
			if key, has := in.r.tupleOf(f, row); has {
				owner[key] = 0
			}
		}
		for _, e := range in.entries { // a repeated row is refused and keeps nothing
			if key, has := in.r.tupleOf(f, e.now); has && !repeated[e] && keeps(e) && kept[key] == 0 {
				kept[key] = e.row.number
			}
		}
		for _, e := range in.entries {
			key, has := in.r.tupleOf(f, e.now)
			if !has || e.wrong[f.Key] {
				continue
			}
			earlier, taken := owner[key]
			if keeps(e) { // two stored rows of an earlier version may have spellings of one value: each keeps its own
				stored := e.old.Kept().ID
				earlier, taken = first[stored], first[stored] > 0
				first[stored] = cmp.Or(earlier, e.row.number)
			} else if kept[key] > 0 {
				earlier, taken = kept[key], true
			}
			switch {
			case taken && earlier > 0:
				in.fault(e, f.Key, in.cellOf(e.row, f.Key), "duplicateKey", msgTwice.With(earlier))
			case taken:
				in.fault(e, f.Key, in.cellOf(e.row, f.Key), "unique", text(e.now))
			case !keeps(e) && !repeated[e]:
				owner[key] = e.row.number
			}
		}
	}
}

// usable refuses the rows that newly choose what is not valid.
func (in *importer[P]) usable(ctx context.Context, tx store.Tx) error {
	w, before := wanted{}, make([]map[choice]bool, len(in.entries))
	for i, e := range in.entries {
		var old reflect.Value
		if given(e.old) {
			old = valueOf(e.old)
		}
		before[i] = held(in.r.fields, old)
		referring(in.r.fields, valueOf(e.now), "", func(f *Field, _, id string) {
			if id != "" && !before[i][choice{f, id}] {
				w.add(f.target, id)
			}
		})
	}
	why, err := w.unusable(ctx, tx)
	if err != nil || len(why) == 0 {
		return err
	}
	for i, e := range in.entries {
		referring(in.r.fields, valueOf(e.now), "", func(f *Field, path, id string) {
			if text, refused := why[reference{f.target, id}]; refused && !before[i][choice{f, id}] {
				in.fault(e, path, in.cellOf(e.row, path), "invalid", text)
			}
		})
	}
	return nil
}

// ruleOf gives the rules of the entity for rows that are looked at one after the other. What they need of other rows they
// read once, and what they have let pass counts as stored; they write nothing.
func (r *Resource[P]) ruleOf(ctx context.Context, tx store.Tx) (func(old, now P) error, error) {
	return r.ruleCalling(ctx, tx, r.titled, nil, nil)
}

// rule gives the rules of the entity for the rows of the file, which they call by title and row.
func (in *importer[P]) rule(ctx context.Context, tx store.Tx) (func(old, now P) error, error) {
	return in.r.ruleCalling(ctx, tx, in.called, in.titleAhead, in.handed)
}

// ruleCalling is ruleOf with a name for the rows that are asked about, and with the ids of those that hand a flag over.
func (r *Resource[P]) ruleCalling(ctx context.Context, tx store.Tx, called func(P) problem.Text, ahead func(id string) problem.Text, handed map[string]bool) (func(old, now P) error, error) {
	var rules []func(old, now P) error
	unlink := func() {} // what the first rule has noted of a row that another one refuses
	if before, behind := r.cycleFields(); len(before)+len(behind) > 0 {
		rule, undo := r.cycleRule(ctx, tx, called, ahead)
		rules, unlink = append(rules, rule), undo
	}
	switch {
	case r.spec.Rules != nil:
		rule, err := r.spec.Rules(ctx, tx)
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	case r.spec.BeforeSave != nil:
		rules = append(rules, func(old, now P) error { return r.spec.BeforeSave(ctx, tx, old, now) })
	}
	for _, f := range r.fields {
		if f.sole != nil {
			rules = append(rules, r.soleRule(ctx, tx, f, handed))
		}
	}
	return func(old, now P) (question error) {
		for _, rule := range rules {
			var asked *problem.Problem
			switch err := rule(old, now); {
			case err == nil:
			case errors.As(err, &asked) && asked.Code == problem.Question: // nobody is asked about what is refused
				if question == nil {
					question = err
				}
			default:
				unlink()
				return err
			}
		}
		return question
	}, nil
}

// judge asks the entity's rules about every row. A row with a fault is asked too, for all faults are told at once; of it
// only what is said of other fields counts, for the rule sees a record that is not whole. The first question of a rule
// waits until the file is taken in.
func (in *importer[P]) judge(ctx context.Context, tx store.Tx) error {
	in.handOver()
	if !in.readable {
		return nil
	}
	var rule func(old, now P) error
	var err error
	in.settleRefusals() // what is refused already takes nothing and asks nothing
	before := maps.Clone(in.faulty)
	for pass := 1; ; pass++ { // one refusal may be the reason of another
		refused := len(in.faulty)
		in.asked = nil
		if rule, err = in.rule(ctx, tx); err != nil {
			return err
		}
		if err := in.askAll(ctx, rule, in.faulty, false); err != nil {
			return err
		}
		if in.settleRefusals(); len(in.faulty) == refused || pass == passesAtMost {
			break
		}
	}
	// They are asked last: what the healthy rows will store stands by then, and nothing of theirs counts for these.
	if err := in.askAll(ctx, rule, before, true); err != nil {
		return err
	}
	if at := slices.IndexFunc(in.asked, func(a asked[P]) bool { return !in.faulty[a.by.row.number] }); at >= 0 {
		in.question = in.asked[at].question
	}
	return nil
}

// passesAtMost is how often the rules are asked about the healthy rows of a file, each time without those that were refused before.
// What is left after that the writing finds.
const passesAtMost = 8

// askAll asks a rule about the rows that are among some refused ones, or about those that are not.
func (in *importer[P]) askAll(ctx context.Context, rule func(old, now P) error, refused map[int]bool, among bool) error {
	refused = maps.Clone(refused) // the answers add to it
	for i, e := range in.inOrder() {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if refused[e.row.number] != among {
			continue
		}
		if err := in.ask(rule, e); err != nil {
			return err
		}
	}
	return nil
}

// settleRefusals refuses the rows that cannot be written since another one is refused.
func (in *importer[P]) settleRefusals() {
	for refused := -1; refused < len(in.faulty); {
		refused = len(in.faulty)
		in.refuseUnfreed()
		in.refuseWithOwn()
		in.keepHanded()
	}
}

// takes tells whether a row of the file takes a flag, of all its rows or of those that are not refused.
func (in *importer[P]) takes(f *Field, refusedToo bool) bool {
	return slices.ContainsFunc(in.entries, func(e *entry[P]) bool {
		return (refusedToo || !in.faulty[e.row.number]) && f.holds(e.now) && (!given(e.old) || !f.holds(e.old))
	})
}

// handOver lets rows give up a flag where another row of the file takes it: those that say so, and those that change something else
// and say nothing of it. Where that row is refused, keepHanded takes it back.
func (in *importer[P]) handOver() {
	in.handed = map[string]bool{}
	for _, f := range in.r.fields {
		if f.sole == nil || !in.takes(f, true) {
			continue
		}
		for _, e := range in.entries {
			if !given(e.old) || !f.holds(e.old) {
				continue
			}
			if f.holds(e.now) && cell.Clean(in.cellOf(e.row, f.Key)) == "" && len(in.r.diff(e.old, e.now)) > 0 {
				f.value(valueOf(e.now)).SetBool(false)
				e.yields = append(e.yields, f)
			}
			if !f.holds(e.now) {
				in.handed[e.old.Kept().ID] = true
			}
		}
	}
}

// keepHanded lets rows keep a flag which nobody takes any more, since who was to take it is refused. Those that say that they give
// it up are refused where one row always has it.
func (in *importer[P]) keepHanded() {
	for _, f := range in.r.fields {
		if f.sole == nil || len(in.handed) == 0 || in.takes(f, false) {
			continue
		}
		for _, e := range in.entries {
			if !in.hands(e) || !f.holds(e.old) || f.holds(e.now) || in.faulty[e.row.number] {
				continue
			}
			switch {
			case slices.Contains(e.yields, f):
				f.value(valueOf(e.now)).SetBool(true)
			case f.sole.kept.En != "":
				in.fault(e, f.Key, in.cellOf(e.row, f.Key), f.Key, msgKeptFlag.With(in.r.called(f, e.old), f.sole.kept))
			}
		}
	}
}

// hands tells whether a row hands a flag over.
func (in *importer[P]) hands(e *entry[P]) bool { return given(e.old) && in.handed[e.old.Kept().ID] }

// inOrder are the rows in the order in which they are asked about and written: that of the file, but for those that give up a flag,
// which make room for others, those that take one behind them, and new rows that others refer to, which come before these.
func (in *importer[P]) inOrder() []*entry[P] {
	return in.behindNew(slices.SortedStableFunc(slices.Values(in.entries), func(a, b *entry[P]) int {
		return cmp.Compare(in.r.turn(a.old, a.now), in.r.turn(b.old, b.now))
	}))
}

// ask holds one row against a rule. The error is what is no refusal.
func (in *importer[P]) ask(rule func(old, now P) error, e *entry[P]) error {
	now, broken := e.now, len(e.wrong) > 0
	if broken {
		now = copyOf(e.now)
		for _, f := range in.r.fields { // what is refused takes no flag from others
			if f.sole != nil && (!given(e.old) || !f.holds(e.old)) {
				f.value(valueOf(now)).SetBool(false)
			}
		}
	}
	var refused *problem.Problem
	err := rule(e.old, now)
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused):
		return err
	case refused.Code == problem.Question:
		if !broken {
			in.asked = append(in.asked, asked[P]{e, refused})
		}
		return nil
	case broken && len(refused.Fields) == 0:
		return nil
	}
	in.problemFault(e, refused)
	return nil
}

// readTold reads the titles of what the rows refer to that the outcome lists.
func (in *importer[P]) readTold(ctx context.Context, tx store.Tx) (map[string]string, error) {
	var told []P
	for _, e := range in.entries {
		if len(told) < 2*rowsTold && !in.staysOut(e.row) {
			told = append(told, e.now)
			if given(e.old) {
				told = append(told, e.old)
			}
		}
	}
	return in.r.names(ctx, tx, told...)
}

// tell counts the rows and lists what happens to each; names are the titles of what they refer to, by id.
func (in *importer[P]) tell(names map[string]string) {
	names = in.plannedTitles(names)
	for id, e := range in.byID() {
		if names[id] == "" {
			names[id] = in.r.titleOf(e.now)
		}
	}
	for _, entity := range slices.Sorted(maps.Keys(in.lacks)) {
		in.result.Missing = append(in.result.Missing, *in.lacks[entity])
	}
	for _, e := range in.entries {
		row := ImportRow{Row: e.row.number, Key: cell.Brief(e.key), Typed: cell.Brief(e.typed), Action: ActionNew}
		switch {
		case in.lost[e.row.number]:
			row.Action = ActionNotReached
			in.result.NotReached++
		case in.staysOut(e.row):
			row.Action = ActionRefused
			in.result.Refused++
		case !given(e.old):
			in.result.Created++
			row.Changes = in.changes(e, names)
		default:
			if row.Changes = in.changes(e, names); len(row.Changes) == 0 {
				in.result.Same++
				continue
			}
			row.Action = ActionChanged
			in.result.Changed++
		}
		in.list(row)
	}
	in.result.Made = in.madeRecords()
	in.sortFaults()
	in.result.FaultCount = len(in.faults)
	in.result.Faults = append(in.result.Faults, in.faults[:min(len(in.faults), faultsTold)]...)
	if in.doubted != nil {
		in.result.Warnings = append(in.result.Warnings, *in.doubted)
	}
	for _, c := range in.unheaded.Columns() {
		f := c.Fault()
		in.result.Warnings = append(in.result.Warnings, RowFault{Row: c.Row, Column: c.Name, Value: cell.Brief(c.Value), Rule: f.Rule, Texts: f.Text.Worded()})
	}
}

// sortFaults puts the faults into the order in which a person reads the list: by row, and within it by column.
func (in *importer[P]) sortFaults() {
	place := map[string]int{}
	for i, f := range in.r.columns() {
		place[f.Key] = i
	}
	at := func(f RowFault) int {
		field, _, _ := strings.Cut(f.Column, ".")
		return place[field]
	}
	slices.SortStableFunc(in.faults, func(a, b RowFault) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(at(a), at(b))) })
}

// changes are the fields that the row changes, before and after; of a new row also those to which it gives a zero or a no.
func (in *importer[P]) changes(e *entry[P], names map[string]string) []ImportChange {
	var told []ImportChange
	differs := map[string]bool{}
	for _, c := range in.r.diff(e.old, e.now) {
		differs[c.Field] = true
	}
	for _, f := range in.r.fields {
		typed := cell.Brief(in.cellOf(e.row, f.Key))
		if !differs[f.Key] && (given(e.old) || f.ReadOnly || !numeric(f.Kind) || typed == "" || cell.IsDash(typed)) {
			continue
		}
		change := ImportChange{Field: f.Key, After: in.shown(f, valueOf(e.now), names)}
		if in.namesUnseen(f) { // what the code stands for is not told
			change.After = problem.L(typed, typed)
		}
		if given(e.old) {
			change.Before = in.shown(f, valueOf(e.old), names)
		}
		told = append(told, change)
	}
	return told
}

// readStored reads the list, and finds each row by its key.
func (in *importer[P]) readStored(ctx context.Context, tx store.Tx) error {
	var rows []P
	if err := tx.Select(&rows).Scan(ctx); err != nil {
		return err
	}
	hides := func(P) bool { return false }
	if !tx.Actor().SeesAll() {
		var ids []string
		if err := tx.Seen(none[P]()).Columns("id").ScanColumn(ctx, &ids); err != nil {
			return err
		}
		seen := make(map[string]bool, len(ids))
		for _, id := range ids {
			seen[id] = true
		}
		hides = func(row P) bool { return !seen[row.Kept().ID] }
	}
	in.stored, in.spelt = make(map[string]P, len(rows)), make(map[string]P, len(rows))
	all := make([]P, 0, len(rows))
	for i := range rows {
		if hides(rows[i]) {
			in.hidden = append(in.hidden, rows[i])
			continue
		}
		all = append(all, rows[i])
		key := make([]string, len(in.keys))
		for k, f := range in.keys {
			key[k] = f.value(valueOf(rows[i])).String()
		}
		in.stored[keyOf(key, strings.TrimSpace)], in.spelt[keyOf(key, cell.Key)] = rows[i], rows[i]
	}
	return in.r.load(ctx, tx, all)
}

func valueOf[P Entity](row P) reflect.Value { return reflect.ValueOf(row).Elem() }
