package plan

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// unplanned are the settings that a plan does not depend on, beside the weights of its evaluation.
func unplanned(key string) bool {
	return key == "timeLimitSeconds" || key == "seed" || strings.HasPrefix(key, "weight")
}

// Moved counts moulds, tasks, and master records or settings that a plan's run has seen otherwise than they are now.
type Moved struct {
	Moulds, Tasks, Masters int

	things  []string       // each of them with what it is now, by which one move is told from every other
	moulds  []string       // numbers of the moulds to which something of this belongs
	unseen  int            // how many more of these whoever asks may not see
	masters []problem.Text // names of the records and settings that are there still
}

// Count is how much has moved.
func (m Moved) Count() int { return m.Moulds + m.Tasks + m.Masters }

// named tells the first few of what has moved by name, ahead of a question about it. Hours of ways between machines have
// no name; where nothing else has moved it is empty.
func (m Moved) named() problem.Text {
	const few = 3
	var said []problem.Text
	if len(m.moulds)+m.unseen > 0 {
		said = append(said, mouldsNamed(m.moulds, m.unseen))
	}
	said = append(said, m.masters[:min(few, len(m.masters))]...)
	if len(said) == 0 {
		return problem.Text{}
	}
	if len(m.masters) > few {
		said = append(said, L("……", "..."))
	}
	return L("（%s）", " (%s)").With(problem.InEach(func(lang string) string {
		words := make([]string, len(said))
		for i, text := range said {
			words[i] = text.In(lang)
		}
		return problem.Joined(words).In(lang)
	}))
}

// ChangesSince counts what has moved since the run of a plan.
func (g *Registry) ChangesSince(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string) (m Moved, err error) {
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "run_id", "fingerprint").Where("id = ?", planID).Scan(ctx); err != nil {
		return m, err
	}
	if p.Fingerprint == "" { // an example's plan
		return m, nil
	}
	var was result.Fingerprint
	if err := result.Unpack(p.Fingerprint, &was); err != nil {
		return m, err
	}
	set, err := s.Effective(ctx, tx)
	if err != nil {
		return m, err
	}
	shop, err := g.deps.Shop(ctx, tx, s.MouldIDs)
	if err != nil {
		return m, err
	}
	now := result.FingerprintOf(shop, set)
	changed := result.Differing(was.Tasks, now.Tasks)
	off, err := g.offPlan(ctx, tx, planID)
	if err != nil {
		return m, err
	}
	for _, id := range off {
		changed[id] = true
	}
	count := func(ids map[string]bool, now map[string]uint64) int {
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			m.things = append(m.things, id+" "+strconv.FormatUint(now[id], 16))
		}
		return len(ids)
	}
	moulds, masters := result.Differing(was.Moulds, now.Moulds), result.Differing(was.Masters, now.Masters)
	m.Moulds, m.Tasks, m.Masters = count(moulds, now.Moulds), count(changed, now.Tasks), count(masters, now.Masters)
	if m.masters, err = g.mastersNamed(ctx, tx, shop, masters); err != nil {
		return m, err
	}
	numbers, err := mouldsOf(ctx, tx, planID, shop, moulds, changed)
	if err != nil {
		return m, err
	}
	hidden, err := result.HiddenMouldsOf(ctx, tx, planID)
	if err != nil {
		return m, err
	}
	m.moulds, m.unseen = hidden.Split(numbers)
	var run entity.Run
	if err := tx.Select(&run).Columns("id", "settings").Where("id = ?", p.RunID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return m, nil
	} else if err != nil {
		return m, err
	}
	for _, x := range setting.Table() {
		if !unplanned(x.Key) && setting.Number(run.Settings, x.Key) != setting.Number(set, x.Key) {
			m.Masters++
			m.masters = append(m.masters, x.Label.Inside())
			m.things = append(m.things, x.Key+" "+strconv.FormatFloat(setting.Number(set, x.Key), 'g', -1, 64))
		}
	}
	return m, nil
}

// mastersNamed are the names of groups, machines and suppliers that have changed, as far as whoever asks may see them.
func (g *Registry) mastersNamed(ctx context.Context, tx store.Tx, shop *model.Shop, changed map[string]bool) ([]problem.Text, error) {
	words, err := g.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	hidden := tx.Actor().Hidden
	var names []problem.Text
	for i := range shop.Groups {
		if x := &shop.Groups[i]; changed[x.ID] && !slices.Contains(hidden.Groups, x.ID) {
			names = append(names, L(x.Name, words.Group(x.Name)))
		}
	}
	for i := range shop.Machines {
		if x := &shop.Machines[i]; changed[x.ID] && !slices.Contains(hidden.Machines, x.ID) {
			names = append(names, L(x.Name, x.Name))
		}
	}
	for i := range shop.Suppliers {
		if x := &shop.Suppliers[i]; changed[x.ID] {
			names = append(names, L(x.Name, words.Resource(x.Name)))
		}
	}
	return names, nil
}

// mouldsOf are the numbers of moulds that have changed themselves or by one of their tasks; those that are gone are named
// by the plan.
func mouldsOf(ctx context.Context, tx store.Tx, planID string, shop *model.Shop, moulds, tasks map[string]bool) ([]string, error) {
	if len(moulds)+len(tasks) == 0 {
		return nil, nil
	}
	numbers, changed := map[string]bool{}, map[string]bool{}
	for id := range tasks {
		changed[result.EntryOf(id)] = true
	}
	for i := range shop.Moulds {
		if mould := &shop.Moulds[i]; moulds[mould.ID] || hasTask(mould, changed) {
			numbers[mould.No] = true
		}
	}
	var rows []result.Task
	if err := tx.Select(&rows).Columns("id", "task_id", "mould_id", "mould_no").Where("plan_id = ?", planID).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range rows {
		if moulds[rows[i].MouldID] || changed[rows[i].Operation()] {
			numbers[rows[i].MouldNo] = true
		}
	}
	return slices.Sorted(maps.Keys(numbers)), nil
}

// hasTask tells whether a part, a batch or an operation of a mould is among tasks.
func hasTask(mould *model.Mould, tasks map[string]bool) bool {
	return slices.ContainsFunc(mould.Parts, func(p model.Part) bool {
		return tasks[p.ID] || slices.ContainsFunc(p.Batches, func(b model.Batch) bool { return tasks[b.ID] }) ||
			slices.ContainsFunc(p.Ops, func(o model.Operation) bool { return tasks[o.ID] })
	})
}
