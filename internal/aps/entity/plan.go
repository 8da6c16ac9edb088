package entity

import (
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// How a plan came about.
const (
	OriginRun  = "run"
	OriginHand = "hand" // changes that were kept
)

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
