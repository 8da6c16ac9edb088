// Package aps schedules a factory: schedules, their runs, the plans they leave and the plan in force.
//
// What lives here: the states of a schedule, the run as durable work, kept changes, the difference of two plans, publishing, and
// everything else that needs the database. What never does: the settings, the translation of a shop into a problem of the engine,
// its solution and what it says (the rooms below), the engine (solver), orders and routes (production), master data.
package aps

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// L is a short name for texts.
var L = problem.L

// Deps are what scheduling needs of others; main fills them in.
type Deps struct {
	DB *store.DB
	// Shop reads what a run plans: the open moulds among ids, or every open one when ids are empty.
	Shop func(ctx context.Context, tx store.Tx, mouldIDs []string) (*model.Shop, error)
	// Outline is Shop without the parts of its moulds: what a page or a check needs that asks for no route.
	Outline func(ctx context.Context, tx store.Tx, mouldIDs []string) (*model.Shop, error)
	// Customers names the customers of moulds, by the mould's id; nil: nobody knows them.
	Customers func(ctx context.Context, tx store.Tx, mouldIDs []string) (map[string]string, error)
	// Prepare completes the moulds of a run that starts, all open ones without ids: what their orders imply becomes rows.
	Prepare func(ctx context.Context, tx store.Tx, mouldIDs []string) error
	// Standings reads how the operations of some moulds stand at this moment: all of them when ids is nil, else those.
	Standings func(ctx context.Context, tx store.Tx, mouldIDs, ids []string) (map[string]OperationStanding, error)
	// Dated tells which of some moulds have a part with a due date of its own.
	Dated func(ctx context.Context, tx store.Tx, mouldIDs []string) ([]string, error)
	// Operations reads the records of operations by id; a change of one is held to its version and all its rules, and to the
	// permission of whoever makes it. So is extra time.
	Operations      func(ctx context.Context, tx store.Tx, ids []string) (map[string]OperationRecord, error)
	ChangeOperation func(ctx context.Context, tx store.Tx, c OperationChange) error
	AddExtraTime    func(ctx context.Context, tx store.Tx, x ExtraTime) error
	// CheckExtraTime refuses extra time as AddExtraTime would for its times, and writes nothing.
	CheckExtraTime func(ctx context.Context, tx store.Tx, x ExtraTime) error
	// Wake makes this node look for runs that may begin.
	Wake func()
	// Signal tells open pages how a run goes.
	Signal func(ctx context.Context, actor store.Actor, topic string, data any)
	// Replaced tells whoever published the plan in force that somebody else's has taken its place; nil: nobody is told.
	Replaced func(ctx context.Context, tx store.Tx, r Replaced) error
	// Worked hears that this node begins to work on a run and, by the function that it gives, how that ended: success, failure,
	// cancelled, handed_over when the node stops, taken_over when another attempt has the run. nil: nobody hears.
	Worked func(ctx context.Context, run, tenant string) (context.Context, func(outcome string))
	// Workers is the number of threads of a run.
	Workers int
	Now     func() time.Time
}

// APS is the domain.
type APS struct {
	deps    Deps
	held    heldPlans
	waiting queuePlaces
}

// New makes the domain.
func New(d Deps) *APS {
	if d.Worked == nil {
		d.Worked = func(ctx context.Context, _, _ string) (context.Context, func(string)) { return ctx, func(string) {} }
	}
	if d.Now == nil {
		d.Now = store.Now
	}
	return &APS{deps: d}
}

// The states of a schedule (R25).
const (
	NotStarted = 0
	InProgress = 1
	Completed  = 2
	Published  = 3
)

// How a schedule's last run ended.
const (
	RunNone    = 0
	RunRunning = 1
	RunSuccess = 2
	RunFailure = 3
)

// Schedule is a named scheduling run over moulds of a factory.
type Schedule struct {
	bun.BaseModel `bun:"table:schedule"`
	store.FactoryRow
	Name          string         `bun:"name"`
	StartTime     time.Time      `bun:"start_time"`
	DeliveryTime  *time.Time     `bun:"delivery_time"`
	MouldIDs      []string       `bun:"mould_ids,type:text"` // empty: every open mould at the run
	Moulds        []MouldRow     `bun:"mould_rows,type:text"`
	Status        int            `bun:"status"`
	RunStatus     int            `bun:"run_status"`
	Default       bool           `bun:"is_default"`
	Simulation    bool           `bun:"simulation"` // plans with the mock settings before the others; never published
	CreatorName   string         `bun:"creator_name"`
	SchedulerName string         `bun:"scheduler_name"`
	PublisherName string         `bun:"publisher_name"`
	PublishTime   *time.Time     `bun:"publish_time"`
	RunMillis     int64          `bun:"run_millis"`
	Settings      map[string]any `bun:"settings,type:text"` // overrides only
	PlanID        string         `bun:"plan_id"`            // the newest complete plan
	RunID         string         `bun:"run_id"`             // the newest run
	Message       string         `bun:"message"`            // code of why the last run failed, with its detail
}

// effective is the whole set of the schedule's runs.
func (s *Schedule) effective(ctx context.Context, tx store.Tx) (map[string]any, error) {
	return setting.Effective(ctx, tx, s.Simulation, s.Settings)
}

// Plan is a version of a schedule: what a run has left, or changes that were kept. It never changes once it is complete.
type Plan struct {
	bun.BaseModel `bun:"table:plan"`
	store.FactoryRow
	ScheduleID  string    `bun:"schedule_id"`
	RunID       string    `bun:"run_id"`
	Complete    bool      `bun:"complete"`
	Number      int       `bun:"number"` // 1, 2, 3 ... within its schedule; 0 until it is complete
	Origin      string    `bun:"origin"`
	Parent      int       `bun:"parent"` // number of the plan that it was made of, 0: none
	AuthorName  string    `bun:"author_name"`
	Published   bool      `bun:"published"` // at some time
	StartUsed   time.Time `bun:"start_used"`
	SnapshotAt  time.Time `bun:"snapshot_at"`
	Moulds      int       `bun:"moulds"`
	Tasks       int       `bun:"tasks"`
	Unscheduled int       `bun:"unscheduled"`
	Late        int       `bun:"late"`
	// Of moulds that the schedule does not hold, kept from the plan in force: the figures before count its own.
	CarriedMoulds int                 `bun:"carried_moulds"`
	CarriedLate   int                 `bun:"carried_late"`
	Evaluation    *result.Evaluation  `bun:"evaluation,type:text,nullzero"`
	Difference    *compare.Difference `bun:"difference,type:text,nullzero"` // to the plan that it replaced, once published
	Gantt         string              `bun:"gantt"`                         // columns for the Gantt, gzip in base64
	Fingerprint   string              `bun:"fingerprint"`                   // of the shop that the run has seen, gzip in base64
	Snapshot      string              `bun:"snapshot"`                      // the problem as mould/1, gzip in base64: `mouldworks solve --replay` makes the plan again
	// What happens to it later.
	Note          string     `bun:"note"`
	Pinned        bool       `bun:"pinned"`       // never cleared away
	PublishedAt   *time.Time `bun:"published_at"` // the last time
	PublisherName string     `bun:"publisher_name"`
	ReplacedAt    *time.Time `bun:"replaced_at"` // when another one took its place in force
	ReplacedBy    string     `bun:"replaced_by"` // its id
}

// FactoryPlan is the plan that a factory works by.
type FactoryPlan struct {
	bun.BaseModel `bun:"table:factory_plan"`
	store.FactoryRow
	PlanID     string    `bun:"plan_id"`
	ScheduleID string    `bun:"schedule_id"`
	Since      time.Time `bun:"since"`
}
