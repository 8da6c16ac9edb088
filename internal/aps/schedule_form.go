package aps

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// What the form of a schedule reads.

// ConfigView is a schedule as its form shows it.
type ConfigView struct {
	entity.Config
	HiddenMoulds int            `json:"hiddenMoulds" doc:"moulds of the schedule that the caller may not see: mouldIds leaves them out, and saving keeps them"`
	Defaults     map[string]any `json:"defaults" doc:"what holds where the schedule is silent"`
	MockDefaults map[string]any `json:"mockDefaults" doc:"the same in a simulation"`
}

// Need says whether production data have moved on since the last run.
type Need struct {
	Needed  bool `json:"needed"`
	Moulds  int  `json:"moulds"`
	Tasks   int  `json:"tasks"`
	Masters int  `json:"masters" doc:"master records and settings"`
}

// Choice is an entry to choose from.
type Choice struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	MouldNo  string     `json:"mouldNo,omitempty"`
	Delivery *time.Time `json:"delivery,omitempty"`
	Shut     string     `json:"shut,omitempty" enum:"onHold,finished,cancelled" doc:"of a mould of the schedule that is not open: why"`
}

// Base is what the form of a schedule needs.
type Base struct {
	Sections       []string   `json:"sections" nullable:"false"`
	Groups         []Choice   `json:"groups" nullable:"false"`
	Machines       []Choice   `json:"machines" nullable:"false"`
	Moulds         []Choice   `json:"moulds" nullable:"false"`
	LatestDelivery *time.Time `json:"latestDelivery" doc:"of the moulds of the schedule, without one of all open moulds"`
	Zone           string     `json:"zone"`
}

func (a *APS) configQuery(ctx context.Context, tx store.Tx, in *scheduleConfigInput) (ConfigView, error) {
	defaults, err := (&entity.Schedule{}).Effective(ctx, tx)
	if err != nil {
		return ConfigView{}, err
	}
	mock, err := (&entity.Schedule{Simulation: true}).Effective(ctx, tx)
	if err != nil {
		return ConfigView{}, err
	}
	if in.Body.ID == "" {
		next := a.deps.Now().Truncate(time.Hour).Add(time.Hour)
		return ConfigView{entity.Config{StartTime: &next, MouldIDs: []string{}, Settings: map[string]any{}}, 0, defaults, mock}, nil
	}
	s, err := entity.FindSchedule(ctx, tx, in.Body.ID)
	if err != nil {
		return ConfigView{}, err
	}
	if in.Body.Copy {
		c, err := a.copied(ctx, tx, s)
		c, unseen := c.Seen(tx.Actor().Hidden)
		return ConfigView{c, unseen, defaults, mock}, err
	}
	c := entity.ConfigOf(s)
	if in.Body.Simulate {
		err = a.dropClosed(ctx, tx, &c)
	}
	c, unseen := c.Seen(tx.Actor().Hidden)
	return ConfigView{c, unseen, defaults, mock}, err
}

func (a *APS) need(ctx context.Context, tx store.Tx, in *scheduleIDInput) (Need, error) {
	s, err := entity.FindSchedule(ctx, tx, in.Body.ID)
	if err != nil {
		return Need{}, err
	}
	if s.PlanID == "" {
		return Need{Needed: true}, nil
	}
	moved, err := a.ChangesSince(ctx, tx, s, s.PlanID)
	return Need{Needed: moved.Count() > 0, Moulds: moved.Moulds, Tasks: moved.Tasks, Masters: moved.Masters}, err
}

func (a *APS) base(ctx context.Context, tx store.Tx, in *scheduleOptionalIDInput) (Base, error) {
	out := Base{Sections: []string{}, Groups: []Choice{}, Machines: []Choice{}, Moulds: []Choice{}, Zone: tx.Actor().Zone}
	shop, err := a.deps.Outline(ctx, tx, nil)
	if err != nil {
		return out, err
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return out, err
	}
	seen, hidden := map[string]bool{}, tx.Actor().Hidden
	for _, g := range shop.Groups {
		if slices.Contains(hidden.Groups, g.ID) || slices.Contains(hidden.SectionNames, g.Section) {
			continue
		}
		out.Groups = append(out.Groups, Choice{ID: g.ID, Name: words.Group(g.Name)})
		if g.Section != "" && !seen[g.Section] {
			seen[g.Section] = true
			out.Sections = append(out.Sections, words.Section(g.Section))
		}
	}
	for _, m := range shop.Machines {
		if slices.Contains(hidden.Machines, m.ID) {
			continue
		}
		out.Machines = append(out.Machines, Choice{ID: m.ID, Name: m.Name})
	}
	for _, m := range shop.Moulds {
		if !hidden.Mould(m.ID) {
			out.Moulds = append(out.Moulds, Choice{ID: m.ID, Name: m.Name, MouldNo: m.No, Delivery: m.Delivery})
		}
	}
	if in.Body.ID != "" {
		s, err := entity.FindSchedule(ctx, tx, in.Body.ID)
		if err != nil {
			return out, err
		}
		if len(s.MouldIDs) > 0 {
			if shop, err = a.deps.Outline(ctx, tx, s.MouldIDs); err != nil {
				return out, err
			}
			for _, m := range shop.Moulds {
				if m.Shut != "" && !hidden.Mould(m.ID) {
					out.Moulds = append(out.Moulds, Choice{ID: m.ID, Name: m.Name, MouldNo: m.No, Delivery: m.Delivery, Shut: m.Shut})
				}
			}
		}
		shop = s.Due(shop)
	}
	out.LatestDelivery = latestDelivery(seenShop(tx, shop))
	return out, nil
}
