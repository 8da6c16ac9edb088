package aps

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

var (
	msgRowLate   = L("模具%s的交期不能晚于其模具交期", "The delivery of mould %s cannot be later than its mould delivery")
	msgRowTwice  = L("模具重复", "The mould stands there twice")
	msgRowNone   = L("模具不在本排程内，或已关闭", "The mould is closed or no part of this schedule")
	msgOverdue   = L("%s的交期不晚于排程开始，按延期模具排入：%s", "The delivery of %s is not later than the start; planned as late: %s")
	msgNoPull    = L("排程有多副模具，排程交期只对勾选“提前”的模具起作用；现在没有勾选任何模具", "With several moulds the schedule's delivery holds only for those that are ticked “pull in”; none is")
	mostOverdue  = 10 // that a warning names
	wordCopied   = L("%s 重排 %d", "%s again %d")
	longestTitle = 50
	comma        = L("、", ", ")
)

// checkMoulds holds what a form says of single moulds against the moulds of its schedule.
func checkMoulds(rows []entity.MouldRow, shop *model.Shop) (bad []problem.FieldError) {
	moulds, seen := map[string]*model.Mould{}, map[string]bool{}
	for i := range shop.Moulds {
		moulds[shop.Moulds[i].ID] = &shop.Moulds[i]
	}
	for i := range rows {
		r := &rows[i]
		m := moulds[r.MouldID]
		switch {
		case m == nil:
			bad = append(bad, problem.Field(fmt.Sprintf("moulds.%d.mouldId", i), "reference", msgRowNone))
		case seen[r.MouldID]:
			bad = append(bad, problem.Field(fmt.Sprintf("moulds.%d.mouldId", i), "unique", msgRowTwice))
		case r.Delivery != nil && m.Delivery != nil && r.Delivery.After(*m.Delivery):
			bad = append(bad, problem.Field(fmt.Sprintf("moulds.%d.delivery", i), "mouldDelivery", msgRowLate, m.No))
		}
		seen[r.MouldID] = true
	}
	return bad
}

// warnings are what a planner should know of a schedule that may be saved all the same.
func warnings(s *entity.Schedule, shop *model.Shop, lang string, hidden store.Hidden) []Warning {
	warnings := []Warning{}
	if shop.Open() < 2 {
		return warnings
	}
	var overdue []string
	late := 0
	planned := s.Due(shop)
	for i := range planned.Moulds {
		if m := &planned.Moulds[i]; m.Shut == "" && m.Delivery != nil && !m.Delivery.After(s.StartTime) {
			late++
			if !hidden.Mould(m.ID) {
				overdue = append(overdue, m.No)
			}
		}
	}
	if late > 0 {
		names := strings.Join(overdue[:min(len(overdue), mostOverdue)], comma.In(lang))
		if late > min(len(overdue), mostOverdue) {
			names = strings.TrimLeft(names+" …", " ")
		}
		warnings = append(warnings, Warning{"overdue", msgOverdue.In(lang, problem.Count(late, "%d 副模具", "%d mould", "%d moulds"), names)})
	}
	if s.DeliveryTime != nil && !slices.ContainsFunc(s.Moulds, func(r entity.MouldRow) bool { return r.PullIn }) {
		warnings = append(warnings, Warning{"noPullIn", msgNoPull.In(lang)})
	}
	return warnings
}

// Warning is something that is saved all the same.
type Warning struct {
	Rule    string `json:"rule" enum:"overdue,noPullIn"`
	Message string `json:"message"`
}

// WarningsOf are the warnings for a schedule as it is stored.
func (a *APS) WarningsOf(ctx context.Context, tx store.Tx, s *entity.Schedule) ([]Warning, error) {
	shop, err := a.deps.Outline(ctx, tx, s.MouldIDs)
	if err != nil {
		return nil, err
	}
	return warnings(s, shop, problem.Language(ctx), tx.Actor().Hidden), nil
}

// copied is a new schedule that plans again from now what a published one holds: its moulds that are not finished and not
// cancelled, and its settings.
func (a *APS) copied(ctx context.Context, tx store.Tx, of *entity.Schedule) (entity.Config, error) {
	if err := entity.VerbCopy.Check(of); err != nil {
		return entity.Config{}, err
	}
	c := entity.ConfigOf(of)
	start := a.deps.Now().Add(time.Minute - 1).Truncate(time.Minute)
	c.ID, c.Version, c.DefaultFlag, c.StartTime = "", 0, nil, &start
	if c.DeliveryTime != nil && !c.DeliveryTime.After(start) {
		c.DeliveryTime = nil
	}
	if err := a.dropClosed(ctx, tx, &c); err != nil {
		return entity.Config{}, err
	}
	name, err := freeName(ctx, tx, of.Name)
	c.Name = name
	return c, err
}

// dropClosed takes the moulds out of a copy that are finished or cancelled.
func (a *APS) dropClosed(ctx context.Context, tx store.Tx, c *entity.Config) error {
	shop, err := a.deps.Outline(ctx, tx, c.MouldIDs)
	if err != nil {
		return err
	}
	gone, kept := shop.Closed(), map[string]bool{}
	for i := range shop.Moulds {
		kept[shop.Moulds[i].ID] = !slices.Contains(gone, shop.Moulds[i].No)
	}
	left := slices.DeleteFunc(slices.Clone(c.MouldIDs), func(id string) bool { return !kept[id] })
	if len(c.MouldIDs) == 0 || len(left) > 0 { // without any it would plan all moulds: saving names those that are closed
		c.MouldIDs = left
		c.Moulds = slices.DeleteFunc(slices.Clone(c.Moulds), func(r entity.MouldRow) bool { return !kept[r.MouldID] })
	}
	return nil
}

// freeName is a name for a copy that no schedule has.
func freeName(ctx context.Context, tx store.Tx, of string) (string, error) {
	title := []rune(of)
	for n := 2; ; n++ {
		tail := wordCopied.In(problem.Language(ctx), "", n)
		name := string(title[:min(len(title), longestTitle-len([]rune(tail)))]) + tail
		taken, err := tx.Select((*entity.Schedule)(nil)).Named("name", name).Exists(ctx)
		if err != nil || !taken {
			return name, err
		}
	}
}
