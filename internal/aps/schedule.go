package aps

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

var (
	msgName        = L("排程名称须为 1 到 50 个字符", "The schedule name has 1 to 50 characters")
	msgNameTaken   = L("排程名称已存在", "A schedule of this name already exists")
	msgStart       = L("请选择排程开始时间", "Please choose the scheduling start")
	msgLateDeliver = L("交期不能晚于模具交期", "The delivery cannot be later than the mould delivery")
	msgEarly       = L("交期必须晚于排程开始时间", "The delivery must be later than the scheduling start")
	msgStartLate   = L("排程开始时间必须早于模具交期", "The scheduling start must be earlier than the mould delivery")
	msgKeepsOthers = L("此排程含有您无权查看的模具：请至少选择一副模具", "This schedule holds moulds that you may not see: choose one mould at least")
	msgNoMould     = L("所选模具不存在", "A chosen mould does not exist")
	msgClosedMould = L("模具 %s 已完成或已取消，请从排程中去掉", "Finished or cancelled: %s. Take them out of the schedule")
	msgSimDefault  = L("模拟排程不能设为默认排程", "A simulation cannot be the default schedule")
	msgSimFixed    = L("保存后不能在模拟和正式之间转换", "A saved schedule cannot turn into a simulation, nor back")
	msgOneDefault  = L("必须有一个默认排程", "One default job must be selected")
	msgKeepDefault = L("默认排程不能删除", "The default schedule cannot be deleted")
)

// Save makes or changes a schedule.
func (a *APS) Save(ctx context.Context, tx store.Tx, c entity.Config) (*entity.Schedule, error) {
	s := &entity.Schedule{MouldIDs: []string{}, Moulds: []entity.MouldRow{}, Settings: map[string]any{}}
	sent := c
	if c.DefaultFlag != nil {
		if err := lockDefault(ctx, tx); err != nil {
			return nil, err
		}
	}
	if c.ID != "" {
		old, err := entity.FindSchedule(ctx, tx, c.ID)
		if err != nil {
			return nil, err
		}
		if err := a.Within(ctx, tx, old); err != nil {
			return nil, err
		}
		if c = c.With(old, tx.Actor().Hidden); c.Drops(old, tx.Actor().Hidden) {
			return nil, problem.Invalid(problem.Field("mouldIds", "required", msgKeepsOthers))
		}
		inForce, err := entity.InForce(ctx, tx)
		if err != nil {
			return nil, err
		}
		barred := entity.VerbEdit.CheckAhead(old, inForce)
		if onlyDefault(c, old, barred != nil) {
			return old, a.setDefault(ctx, tx, old, *c.DefaultFlag)
		}
		if barred != nil {
			return nil, barred
		}
		if err := entity.VersionGiven(c.Version); err != nil {
			return nil, err
		}
		if c.Version != old.Version {
			return nil, entity.StaleSchedule(ctx, tx, old)
		}
		s = old
	}
	bad, err := a.checkConfig(ctx, tx, sent, c)
	if err != nil {
		return nil, err
	}
	switch {
	case c.Simulation == nil:
	case c.ID == "":
		s.Simulation = *c.Simulation
	case s.Simulation != *c.Simulation:
		bad = append(bad, problem.Field("simulation", "fixed", msgSimFixed))
	}
	if s.Simulation && !s.Default && c.DefaultFlag != nil && *c.DefaultFlag {
		bad = append(bad, problem.Field("defaultFlag", "simulation", msgSimDefault))
	}
	if len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	was := *s
	s.Name, s.StartTime, s.DeliveryTime, s.MouldIDs, s.Moulds, s.Settings = cell.Line(c.Name), c.StartTime.UTC().Truncate(time.Minute), c.DeliveryTime, c.MouldIDs, c.Moulds, c.Settings
	if s.MouldIDs == nil {
		s.MouldIDs = []string{}
	}
	if s.Moulds == nil {
		s.Moulds = []entity.MouldRow{}
	}
	if s.Settings == nil {
		s.Settings = map[string]any{}
	}
	if c.ID != "" {
		if err := a.UpdateSchedule(ctx, tx, s); err != nil {
			return nil, err
		}
		if c.DefaultFlag != nil {
			if err := a.setDefault(ctx, tx, s, *c.DefaultFlag); err != nil {
				return nil, err
			}
		}
		return s, tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionChange, changedConfig(&was, s)...)
	}
	return s, a.create(ctx, tx, s, c.DefaultFlag != nil && *c.DefaultFlag)
}

// onlyDefault tells a toggle of the default flag, which every state allows, from an edit: it says nothing else, or, of a
// schedule that is barred from edits, what it holds already.
func onlyDefault(c entity.Config, old *entity.Schedule, barred bool) bool {
	if c.DefaultFlag == nil {
		return false
	}
	silent := c.Name == "" && c.StartTime == nil && c.DeliveryTime == nil && c.MouldIDs == nil && c.Moulds == nil && c.Settings == nil
	return silent || barred && holds(old, c)
}

// holds reports whether a form says what the schedule holds already.
func holds(s *entity.Schedule, c entity.Config) bool {
	same := func(x, y *time.Time) bool { return x == nil && y == nil || x != nil && y != nil && x.Equal(*y) }
	return (c.Simulation == nil || *c.Simulation == s.Simulation) && cell.Line(c.Name) == s.Name && same(c.StartTime, &s.StartTime) && same(c.DeliveryTime, s.DeliveryTime) && slices.Equal(c.MouldIDs, s.MouldIDs) && slices.EqualFunc(c.Moulds, s.Moulds, entity.MouldRow.Equal) &&
		(len(c.Settings)+len(s.Settings) == 0 || reflect.DeepEqual(c.Settings, s.Settings))
}

func (a *APS) create(ctx context.Context, tx store.Tx, s *entity.Schedule, wantDefault bool) error {
	s.CreatorName, s.SchedulerName = tx.Actor().Name, tx.Actor().Name
	any, err := tx.Select((*entity.Schedule)(nil)).Where("is_default = ?", true).Exists(ctx)
	if err != nil {
		return err
	}
	s.Default = !any && !s.Simulation // the first schedule of a factory is its default
	if err := tx.Insert(ctx, s); err != nil {
		return err
	}
	a.Changed(ctx, tx, s.ID)
	if any && wantDefault {
		if err := a.setDefault(ctx, tx, s, true); err != nil {
			return err
		}
	}
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionCreate)
}

// checkConfig holds a form against the shop; whole is the form with the moulds that its sender does not see.
func (a *APS) checkConfig(ctx context.Context, tx store.Tx, c, whole entity.Config) ([]problem.FieldError, error) {
	bad := setting.Check(c.Settings, false)
	name := cell.Line(c.Name)
	if n := utf8.RuneCountInString(name); n < 1 || n > 50 {
		bad = append(bad, problem.Field("name", "length", msgName))
	} else if taken, err := tx.Select((*entity.Schedule)(nil)).Named("name", name).Where("id <> ?", c.ID).Exists(ctx); err != nil {
		return nil, err
	} else if taken {
		bad = append(bad, problem.Field("name", "unique", msgNameTaken))
	}
	if c.StartTime == nil {
		return append(bad, problem.Field("startTime", "required", msgStart)), nil
	}
	shop, err := a.deps.Outline(ctx, tx, whole.MouldIDs)
	if err != nil {
		return nil, err
	}
	seen := seenShop(tx, shop)
	if len(c.MouldIDs) > 0 && len(seen.Moulds) != len(c.MouldIDs) {
		bad = append(bad, problem.Field("mouldIds", "reference", msgNoMould))
	}
	if closed := seen.Closed(); len(closed) > 0 {
		bad = append(bad, problem.Field("mouldIds", "closed", msgClosedMould, strings.Join(closed, comma.In(problem.Language(ctx)))))
	}
	bad = append(bad, checkMoulds(c.Moulds, seen)...)
	if latest := latestDelivery((&entity.Schedule{Moulds: whole.Moulds}).Due(shop)); latest != nil {
		if c.DeliveryTime != nil && c.DeliveryTime.After(*latest) {
			bad = append(bad, problem.Field("deliveryTime", "mouldDelivery", msgLateDeliver))
		}
		if !c.StartTime.Before(*latest) {
			bad = append(bad, problem.Field("startTime", "mouldDelivery", msgStartLate))
		}
	}
	if c.DeliveryTime != nil && !c.DeliveryTime.After(*c.StartTime) {
		bad = append(bad, problem.Field("deliveryTime", "order", msgEarly))
	}
	return bad, nil
}

// seenShop is a shop without the moulds that are out of the actor's reach.
func seenShop(tx store.Tx, shop *model.Shop) *model.Shop {
	seen, hidden := *shop, tx.Actor().Hidden
	seen.Moulds = slices.DeleteFunc(slices.Clone(shop.Moulds), func(m model.Mould) bool { return hidden.Mould(m.ID) })
	return &seen
}

func latestDelivery(shop *model.Shop) (latest *time.Time) {
	for i := range shop.Moulds {
		if d := shop.Moulds[i].Delivery; shop.Moulds[i].Shut == "" && d != nil && (latest == nil || d.After(*latest)) {
			latest = d
		}
	}
	return latest
}

// Delete removes schedules with their plans. The default one and what runs or is in force stay. Of versions, by id, those
// that were shown: when somebody has changed one of the schedules since, all stay.
func (a *APS) Delete(ctx context.Context, tx store.Tx, ids []string, versions map[string]int64) error {
	if len(ids) == 0 {
		return problem.Refuse(entity.MsgSelect)
	}
	if err := resource.VersionsOfIDs(ids, versions); err != nil {
		return err
	}
	schedules := make([]*entity.Schedule, len(ids))
	for i, id := range ids {
		var err error
		if schedules[i], err = entity.FindSchedule(ctx, tx, id); err != nil {
			return err
		}
	}
	if err := a.MayGo(ctx, tx, schedules); err != nil {
		return err
	}
	for i, id := range ids {
		s := schedules[i]
		if version := versions[id]; version != 0 && version != s.Version {
			return entity.StaleSchedule(ctx, tx, s)
		}
		if err := entity.VerbDelete.Check(s); err != nil {
			return err
		}
		if s.Default {
			return problem.Refuse(msgKeepDefault)
		}
		if err := runByAuto(ctx, tx, s); err != nil {
			return err
		}
		inForce, err := tx.Select((*entity.FactoryPlan)(nil)).Where("schedule_id = ?", id).Exists(ctx)
		if err != nil {
			return err
		}
		if inForce {
			return entity.VerbDelete.Refuse(s, entity.Published)
		}
		var plans []entity.Plan
		if err := tx.Select(&plans).Columns("id").Where("schedule_id = ?", id).Scan(ctx); err != nil {
			return err
		}
		for i := range plans {
			if _, err := tx.Remove((*result.Task)(nil)).Where("plan_id = ?", plans[i].ID).Exec(ctx); err != nil {
				return err
			}
		}
		for _, model := range []any{(*draft.Draft)(nil), (*entity.Plan)(nil), (*entity.Run)(nil)} {
			if _, err := tx.Remove(model).Where("schedule_id = ?", id).Exec(ctx); err != nil {
				return err
			}
		}
		if _, err := tx.Remove((*entity.Schedule)(nil)).Where("id = ?", id).Exec(ctx); err != nil {
			return err
		}
		a.Changed(ctx, tx, id)
		if err := tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionDelete); err != nil {
			return err
		}
	}
	return nil
}

// Rename changes only the name, in any state; version is the one that the schedule had when its name was read.
func (a *APS) Rename(ctx context.Context, tx store.Tx, id string, version int64, name string) error {
	s, err := entity.FindSchedule(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := entity.VerbRename.Check(s); err != nil {
		return err
	}
	if err := a.Within(ctx, tx, s); err != nil {
		return err
	}
	if err := entity.VersionGiven(version); err != nil {
		return err
	}
	if version != s.Version {
		return entity.StaleSchedule(ctx, tx, s)
	}
	name = cell.Line(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > 50 {
		return problem.Invalid(problem.Field("name", "length", msgName))
	}
	taken, err := tx.Select((*entity.Schedule)(nil)).Named("name", name).Where("id <> ?", id).Exists(ctx)
	if err != nil {
		return err
	}
	if taken {
		return problem.Invalid(problem.Field("name", "unique", msgNameTaken))
	}
	old := s.Name
	s.Name = name
	if err := a.UpdateSchedule(ctx, tx, s); err != nil {
		return err
	}
	return tx.Log(ctx, "schedule", id, name, store.ActionChange, store.FieldChange{Field: "name", Before: old, After: name})
}

// changedConfig is what a save has changed of a schedule, for the log.
func changedConfig(was, now *entity.Schedule) []store.FieldChange {
	changes := []store.FieldChange{}
	add := func(differs bool, field string, before, after any) {
		if differs {
			changes = append(changes, store.FieldChange{Field: field, Before: before, After: after})
		}
	}
	moment := func(t *time.Time) any {
		if t == nil {
			return nil
		}
		return t.UTC().Format(time.RFC3339)
	}
	add(was.Name != now.Name, "name", was.Name, now.Name)
	add(!was.StartTime.Equal(now.StartTime), "startTime", moment(&was.StartTime), moment(&now.StartTime))
	add(moment(was.DeliveryTime) != moment(now.DeliveryTime), "deliveryTime", moment(was.DeliveryTime), moment(now.DeliveryTime))
	add(!slices.Equal(was.MouldIDs, now.MouldIDs), "mouldIds", was.MouldIDs, now.MouldIDs)
	add(!slices.EqualFunc(was.Moulds, now.Moulds, entity.MouldRow.Equal), "moulds", was.Moulds, now.Moulds)
	return append(changes, setting.Changes(was.Settings, now.Settings)...)
}
