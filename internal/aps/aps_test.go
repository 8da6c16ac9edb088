package aps_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/jobs"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// house is a factory with its schedules, the real queue and the real engine.
type house struct {
	*testing.T
	url   string
	db    *store.DB
	deps  aps.Deps
	aps   *aps.APS
	node  *jobs.Background // stopped with the test
	actor store.Actor
	ctx   context.Context

	mu       sync.Mutex
	shop     *model.Shop
	versions map[string]int64 // of operations that were changed; the others have 1
	refuse   error            // what the next change of a record meets
	signals  []string
	later    time.Duration       // by which the clock of the house is ahead
	worked   []string            // runs and how the work on them ended
	english  *model.EnglishNames // nil: nothing has one
	replaced []plan.Replaced     // whose publications others have taken the place of
	left     error               // why nobody may work here any more; nil: they may
	finished map[string]aps.LotFinish
	targets  map[string]quantity.Decimal
}

// each opens a house on both engines. Without work nobody takes up runs.
func each(t *testing.T, work bool, fn func(h *house)) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		h := &house{T: t, url: url, db: db, shop: smallShop(3)}
		var source *jobs.Source
		h.deps = aps.Deps{
			DB: db, Workers: 1, Wake: func() { source.Wake() },
			Now: func() time.Time {
				h.mu.Lock()
				defer h.mu.Unlock()
				return store.Now().Add(h.later)
			},
			Outline: func(_ context.Context, _ store.Tx, ids []string) (*model.Shop, error) {
				s := h.read(ids)
				s.Moulds = slices.Clone(s.Moulds)
				for i := range s.Moulds {
					s.Moulds[i].Parts = nil
				}
				return s, nil
			},
			Resources: func(context.Context, store.Tx) (*model.Shop, error) { return h.read([]string{"none"}), nil },
			Customers: func(_ context.Context, _ store.Tx, ids []string) (map[string]string, error) {
				names := map[string]string{}
				for _, id := range ids {
					names[id] = map[string]string{"mould-A001": "ACME", "mould-A003": "Globex"}[id]
				}
				return names, nil
			},
			EnglishNames: func(context.Context, store.Tx) (*model.EnglishNames, error) { return h.english, nil },
			Shop:         func(_ context.Context, _ store.Tx, ids []string) (*model.Shop, error) { return h.read(ids), nil },
			Standings:    h.standings,
			Dated:        h.dated,
			Finishes:     h.finishes, People: peopleOfTheHouse,
			CompletionTargets: func(context.Context, store.Tx) (map[string]quantity.Decimal, error) { return h.targets, nil },
			Operations:        h.operations, ChangeOperation: h.changeOperation, AddExtraTime: h.addExtraTime, CheckExtraTime: h.checkExtraTime,
			Acting: h.acting,
			Replaced: func(_ context.Context, _ store.Tx, r plan.Replaced) error {
				h.replaced = append(h.replaced, r)
				return nil
			},
			Worked: func(ctx context.Context, run, tenant string) (context.Context, func(string)) {
				return ctx, func(outcome string) {
					h.mu.Lock()
					defer h.mu.Unlock()
					h.worked = append(h.worked, run+" of "+tenant+": "+outcome)
				}
			},
			Signal: func(_ context.Context, a store.Actor, topic string, data any) {
				b, _ := json.Marshal(data)
				h.mu.Lock()
				defer h.mu.Unlock()
				h.signals = append(h.signals, fmt.Sprintf("%s %s %s", a.FactoryID, topic, b))
			},
		}
		h.aps = aps.New(h.deps)
		source = h.source(3)
		h.node = &jobs.Background{}
		h.node.From(source)
		h.enter(storetest.Tenant(t, db, "a"))
		if work {
			h.node.Start(t.Context())
		}
		t.Cleanup(func() { h.stop(h.node) })
		fn(h)
	})
}

// clock sets the clock of the house.
func (h *house) clock(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.later = time.Until(now)
}

// acting is who works in the house today.
func (h *house) acting(_ context.Context, tenant, factory, account string) (store.Actor, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.actor
	a.May = maps.Clone(h.actor.May)
	if h.left == nil && (a.TenantID != tenant || a.FactoryID != factory || a.AccountID != account) {
		return a, fmt.Errorf("%s of %s in %s does not work here", account, tenant, factory)
	}
	return a, h.left
}

// source gives runs to a node.
func (h *house) source(slots int) *jobs.Source {
	return &jobs.Source{Name: "runs", Slots: slots, Next: func(ctx context.Context) (jobs.Work, error) {
		work, err := h.aps.Next(ctx)
		return work, err
	}}
}

// stop ends a node as SIGTERM does.
func (h *house) stop(node *jobs.Background) {
	h.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := node.Stop(ctx); err != nil {
		h.Error(err)
	}
}

func (h *house) enter(a store.Actor) {
	h.actor, h.ctx = a, store.WithActor(h.Context(), a)
}

// read gives the shop, or some of its moulds.
func (h *house) read(ids []string) *model.Shop {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := *h.shop
	if len(ids) == 0 {
		return &s
	}
	s.Moulds = nil
	for _, m := range h.shop.Moulds {
		for _, id := range ids {
			if m.ID == id {
				s.Moulds = append(s.Moulds, m)
			}
		}
	}
	return &s
}

// standings tells how the operations of the shop stand.
func (h *house) standings(_ context.Context, _ store.Tx, moulds, ids []string) (map[string]plan.OperationStanding, error) {
	standing := map[string]plan.OperationStanding{}
	for _, m := range h.read(moulds).Moulds {
		for _, p := range m.Parts {
			for _, o := range p.Ops {
				if ids == nil || slices.Contains(ids, o.ID) {
					lots := map[string]model.Progress{"": o.Progress}
					for batch, at := range o.ByBatch {
						lots[batch] = at
					}
					standing[o.ID] = plan.OperationStanding{Lock: o.Lock, CAMStatus: o.CAMStatus, Qty: max(1, p.Qty), PartDue: p.Due, Whole: o.Progress, Lots: lots}
				}
			}
		}
	}
	return standing, nil
}

// dated tells which moulds have a part with a due date of its own.
func (h *house) dated(_ context.Context, _ store.Tx, moulds []string) (ids []string, err error) {
	for _, m := range h.read(moulds).Moulds {
		if slices.ContainsFunc(m.Parts, func(p model.Part) bool { return p.Due != nil }) {
			ids = append(ids, m.ID)
		}
	}
	return ids, nil
}

func (h *house) write(fn func(tx store.Tx) error) error { return h.db.Write(h.ctx, fn) }

func (h *house) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *house) save(c entity.Config) (s *entity.Schedule, err error) {
	err = h.write(func(tx store.Tx) (err error) { s, err = h.aps.Save(h.ctx, tx, c); return err })
	return s, err
}

// schedule makes a schedule that runs for seconds.
func (h *house) schedule(name string, seconds float64, moulds ...string) *entity.Schedule {
	h.Helper()
	start := nextMonday(time.Now())
	s, err := h.save(entity.Config{Name: name, StartTime: &start, MouldIDs: moulds, Settings: map[string]any{"timeLimitSeconds": seconds}})
	h.must(err)
	return s
}

// nextMonday is when the shops of the tests open next week: a plan is the same one on whatever day and at whatever hour they run.
func nextMonday(now time.Time) time.Time {
	const opens = 8 * time.Hour
	china := time.FixedZone("", 8*3600)
	y, m, d := now.In(china).Date()
	morning := time.Date(y, m, d, 0, 0, 0, 0, china).Add(opens)
	for morning.Weekday() != time.Monday || morning.Before(now.Add(time.Hour)) {
		morning = morning.AddDate(0, 0, 1)
	}
	return morning.UTC()
}

func (h *house) start(s *entity.Schedule) (run *entity.Run) {
	h.Helper()
	h.must(h.write(func(tx store.Tx) (err error) { run, err = h.aps.Start(h.ctx, tx, s.ID); return err }))
	return run
}

func (h *house) get(id string) *entity.Schedule {
	h.Helper()
	s := &entity.Schedule{}
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error { return tx.Select(s).Where("id = ?", id).Scan(h.ctx) }))
	return s
}

func (h *house) run(id string) *entity.Run {
	h.Helper()
	r := &entity.Run{}
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error { return tx.Select(r).Where("id = ?", id).Scan(h.ctx) }))
	return r
}

// until waits for what another goroutine does; it gives up long after a healthy machine would have done it.
func (h *house) until(what string, done func() bool) {
	h.Helper()
	for limit := time.Now().Add(60 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(limit) {
			h.Fatalf("waited in vain: %s", what)
		}
	}
}

func (h *house) settled(s *entity.Schedule) *entity.Schedule {
	h.Helper()
	h.until("the run of "+s.Name, func() bool { return h.get(s.ID).Status != entity.InProgress })
	return h.get(s.ID)
}

// publish publishes a schedule as it stands, compared with what is in force now.
func (h *house) publish(s *entity.Schedule) error {
	inForce := h.inForce()
	return h.write(func(tx store.Tx) error {
		return h.aps.Publish(h.ctx, tx, s.ID, plan.Publication{Version: h.get(s.ID).Version, InForce: inForce})
	})
}

// inForce is the id of the plan in force, empty while there is none.
func (h *house) inForce() string {
	h.Helper()
	var f entity.FactoryPlan
	err := h.db.Read(h.ctx, func(tx store.Tx) error { return tx.Select(&f).Scan(h.ctx) })
	if !errors.Is(err, store.ErrNotFound) {
		h.must(err)
	}
	return f.PlanID
}

// said is the code of a refusal with its English words.
func said(err error) string {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return fmt.Sprint(err)
	}
	out := fmt.Sprintf("%d", p.Code)
	if len(p.Fields) == 0 {
		message, _ := p.Wire(problem.English)
		return out + " " + message
	}
	for _, f := range p.Fields {
		out += " " + f.Field + " " + f.Rule
	}
	return out
}

// smallShop is the factory of most tests here: it has a short name.
var smallShop = modeltest.Factory
