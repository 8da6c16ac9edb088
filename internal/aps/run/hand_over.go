package run

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// How a node that stops hands a run over, and how the next one goes on. Between the two the shop may have changed and time
// has gone by, so no plan travels but where each task was and when: the next node reads the shop anew and tries these
// sequences first. The search then has what is left of the time limit.

// handOverWithin is how long a stopping node takes at most to hand a run over; a stop as a whole has ten seconds.
const handOverWithin = 5 * time.Second

// leastSeconds is the shortest search of a run that goes on: without any the engine would look at no earlier plan.
const leastSeconds = 1

// runBest is the best plan of a run that was handed over. It goes when the run ends.
type runBest struct {
	bun.BaseModel `bun:"table:run_best"`
	store.FactoryRow
	RunID string `bun:"run_id"`
	Tasks string `bun:"tasks"` // bestTasks as JSON, gzip in base64
}

// bestTasks are the resource and the start of each task of a plan, by the task's id.
type bestTasks struct {
	From time.Time          `json:"from"` // minute 0
	On   map[string]bestPut `json:"on"`
}

type bestPut struct {
	Resource string `json:"r"`
	Start    int32  `json:"s"` // minutes since From
}

// packBest packs the plan of an outcome for the next node.
func packBest(out *result.Outcome) (string, error) {
	b, err := json.Marshal(bestOf(out))
	if err != nil {
		return "", err
	}
	return result.Pack(b)
}

// takeBest begins the search of an outcome from what packBest has packed.
func takeBest(out *result.Outcome, packed string, params *solver.Params) error {
	var b bestTasks
	if err := result.Unpack(packed, &b); err != nil {
		return err
	}
	params.Warm, out.Resumed = resume(out, b), true
	return nil
}

func bestOf(out *result.Outcome) bestTasks {
	p := out.Loaded.Problem
	b := bestTasks{From: out.Start, On: make(map[string]bestPut, len(out.Translation.Tasks))}
	for i := range out.Translation.Tasks {
		if r := out.Plan.Resource[i]; r >= 0 {
			b.On[out.Translation.Tasks[i].ID] = bestPut{p.Resources[r].Name, out.Plan.Start[i] - p.Start}
		}
	}
	return b
}

// resume gives the sequences of an earlier plan to the engine: tasks that it does not know, or on a resource that may not
// make them any more, are for the engine to place.
func resume(out *result.Outcome, b bestTasks) *solver.Plan {
	p := out.Loaded.Problem
	n := len(p.Ops)
	plan := &solver.Plan{Mode: make([]int32, n), Resource: make([]int32, n), Start: make([]solver.Min, n), End: make([]solver.Min, n)}
	later := solver.Min(out.Start.Sub(b.From).Minutes()) // by how much S has moved
	for o := range n {
		plan.Mode[o], plan.Resource[o], plan.Start[o], plan.End[o] = solver.None, solver.None, p.Start, p.Start
		put, known := b.On[out.Translation.Tasks[o].ID]
		lo, hi := p.ModesOf(int32(o))
		for m := lo; known && m < hi; m++ {
			if mode := &p.Modes[m]; p.Resources[mode.Resource].Name == put.Resource {
				start := p.Start + put.Start - later
				plan.Mode[o], plan.Resource[o], plan.Start[o], plan.End[o] = m, mode.Resource, start, start+mode.Setup+mode.Run
				break
			}
		}
		if plan.Mode[o] == solver.None && !p.Ops[o].Fix.Timed() {
			plan.Unplaced = append(plan.Unplaced, solver.Reason{Op: int32(o), Code: solver.ReasonNoResource, Other: solver.None})
		}
	}
	return plan
}

// handOver gives the run back to the queue, with the best plan so far and the time that it took. It is no attempt: nothing
// went wrong. ctx must outlive the stop that is its reason; out may be nil.
func (w *worker) handOver(ctx context.Context, out *result.Outcome) error {
	ctx, stop := context.WithTimeout(ctx, handOverWithin)
	defer stop()
	var back entity.Run
	err := w.runner.deps.DB.Write(ctx, func(tx store.Tx) error {
		back = entity.Run{}
		spent := w.run.SpentMillis
		change := tx.Change((*entity.Run)(nil)).Set("state = ?", entity.StateQueued).Set("phase = ?", entity.StateQueued).Set("heartbeat_at = ?", w.runner.deps.Now())
		if out != nil && out.Plan != nil {
			spent += w.runner.deps.Now().Sub(w.searched).Milliseconds()
			change.Set("spent_millis = ?", spent)
		}
		n, err := change.Where("id = ?", w.run.ID).Where("attempt = ?", w.run.Attempt).Where("state = ?", entity.StateRunning).Exec(ctx)
		if err != nil || n == 0 { // it has ended, or another node has it
			return err
		}
		if err := tx.Select(&back).Where("id = ?", w.run.ID).Scan(ctx); err != nil {
			return err
		}
		if err := dropHalf(ctx, tx, w.run); err != nil {
			return err
		}
		if out == nil || out.Plan == nil {
			return nil // what an earlier node has handed over stays
		}
		packed, err := packBest(out)
		if err != nil {
			return err
		}
		if err := dropBest(ctx, tx, w.run.ID); err != nil {
			return err
		}
		return tx.Insert(ctx, &runBest{RunID: w.run.ID, Tasks: packed})
	})
	if err == nil && back.ID != "" {
		slog.InfoContext(ctx, "handed a run over", "run", back.ID, "spent_ms", back.SpentMillis)
		w.runner.queueChanged(ctx, &back)
	}
	return err
}

// dropBest removes the plan that was handed over with a run.
func dropBest(ctx context.Context, tx store.Tx, run string) error {
	_, err := tx.Remove((*runBest)(nil)).Where("run_id = ?", run).Exec(ctx)
	return err
}

func (w *worker) spentBefore() time.Duration { return w.run.SpentBefore() }

// goOn lays the plan of an earlier node and what is left of the time limit into the parameters of a search.
func (w *worker) goOn(ctx context.Context, out *result.Outcome, params *solver.Params) error {
	var rows []runBest
	if err := w.runner.deps.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Where("run_id = ?", w.run.ID).Scan(ctx) }); err != nil || len(rows) == 0 {
		return err
	}
	if err := takeBest(out, rows[0].Tasks, params); err != nil {
		return err
	}
	if params.Seconds > 0 {
		params.Seconds = max(leastSeconds, params.Seconds-w.spentBefore().Seconds())
		if w.finishes() {
			params.Seconds = leastSeconds
		}
	}
	return nil
}

// finishes tells that the run was cancelled while it waited, and that the plan handed over is to be kept: it is timed and
// stored, and searched no longer.
func (w *worker) finishes() bool { return w.run.CancelRequested && w.run.KeepBest }
