package entity

import (
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// Engine is the engine's version as runs record it.
const Engine = "1"

// The states of a run.
const (
	StateQueued    = "queued"
	StateRunning   = "running"
	StateSuccess   = "success"
	StateFailure   = "failure"
	StateCancelled = "cancelled"
)

// Run is one run of a schedule: its row is the truth about it. It waits (queued) until its factory's turn comes, is worked
// by one node, and ends in success, failure or cancelled. A node that stops hands it back to the queue with its best plan;
// one that dies loses it, which counts as an attempt, and after three the run has failed.
type Run struct {
	bun.BaseModel `bun:"table:schedule_run"`
	store.FactoryRow
	ScheduleID      string         `bun:"schedule_id"`
	State           string         `bun:"state"`
	Attempt         int            `bun:"attempt"` // 1, and one more for each node that died over it
	HeartbeatAt     time.Time      `bun:"heartbeat_at"`
	StartedAt       *time.Time     `bun:"started_at"`   // on the node that has it
	SpentMillis     int64          `bun:"spent_millis"` // of its time limit, on the nodes that handed it over
	EndedAt         *time.Time     `bun:"ended_at"`
	SnapshotAt      *time.Time     `bun:"snapshot_at"`
	Phase           string         `bun:"phase"`
	Percent         int            `bun:"percent"`
	Objective       int64          `bun:"objective"`
	Late            int            `bun:"late"`
	CancelRequested bool           `bun:"cancel_requested"`
	KeepBest        bool           `bun:"keep_best"`
	Settings        map[string]any `bun:"settings,type:text"` // the effective set, frozen
	Seed            int64          `bun:"seed"`
	Iterations      int64          `bun:"iterations"`
	Engine          string         `bun:"engine"`
	SnapshotHash    string         `bun:"snapshot_hash"`
	Message         string         `bun:"message"`
	Actor           RunActor       `bun:"actor,type:text"`
}

// RunActor is who started the run; an attempt after a crash goes on in that name.
type RunActor struct {
	Account, Member, Name, Zone string
}

// SpentBefore is how long other nodes have searched for the run.
func (run *Run) SpentBefore() time.Duration { return time.Duration(run.SpentMillis) * time.Millisecond }
