package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/solving"
	"mouldworks/internal/platform/store"
	"mouldworks/solver/instance"
)

// What a run reads, in one look at the factory.

func (w *worker) snapshot(ctx context.Context) (*result.Outcome, error) {
	out := &result.Outcome{At: w.runner.deps.Now()}
	var shop *model.Shop
	var blocks []instance.Block
	var inForce []result.Task
	err := w.runner.deps.DB.Read(ctx, func(tx store.Tx) (err error) {
		if shop, err = w.runner.deps.Shop(ctx, tx, w.schedule.MouldIDs); err != nil {
			return err
		}
		if inForce, err = entity.TasksInForce(ctx, tx, nil); err != nil {
			return err
		}
		planned := map[string]bool{}
		for i := range shop.Moulds {
			planned[shop.Moulds[i].ID] = true
		}
		out.Carried, err = w.runner.plans.CarriedOver(ctx, tx, planned, inForce)
		return err
	})
	if err != nil {
		return nil, err
	}
	if shop.Open() == 0 {
		return nil, solving.Failure{Code: "empty", Detail: ""}
	}
	out.Start = beginsAt(w.schedule.StartTime, out.At)
	for _, t := range out.Carried {
		if t.ResourceID != "" && t.PlannedStart != nil && t.PlannedEnd.After(out.Start) && !t.Outsourced {
			blocks = append(blocks, instance.Block{On: t.ResourceID, Start: instance.On(t.PlannedStart.UTC()), End: instance.On(t.PlannedEnd.UTC()), Units: int32(t.Crew), Name: t.TaskID})
		}
	}
	out.Beside = plan.BesideOf(out.Carried)
	out.Translation = model.Translate(model.Request{Shop: w.schedule.Due(shop), Start: out.Start, Blocks: knownBlocks(shop, blocks), Work: plan.WorkOf(out.Carried), Settings: w.run.Settings, InForce: result.Places(inForce)})
	out.Hints, out.HintCounts = out.Translation.Hints(out.At, w.run.Settings)
	out.Seen = result.FingerprintOf(shop, w.run.Settings)
	if out.Snapshot, err = json.Marshal(out.Translation.File); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(out.Snapshot)
	out.Hash = hex.EncodeToString(sum[:])
	return out, nil
}

// beginsAt is S: the start of the schedule, but never in the past for what has not begun. Both are full minutes, rounded
// up before they are compared: else a start half a minute ago would count as now.
func beginsAt(start, now time.Time) time.Time {
	full := func(t time.Time) time.Time { return t.Add(time.Minute - 1).Truncate(time.Minute) }
	if start, now = full(start), full(now); start.Before(now) {
		return now
	}
	return start
}

// knownBlocks leaves out work on resources that are no longer scheduled, and takes no more people than there are.
func knownBlocks(shop *model.Shop, blocks []instance.Block) []instance.Block {
	known := map[string]bool{}
	scheduled, members := map[string]bool{}, map[string]int32{}
	for _, g := range shop.Groups {
		scheduled[g.ID] = g.Scheduled
		known[g.ID] = g.People && g.Scheduled
		members[g.ID] = int32(max(1, g.Members))
	}
	for _, m := range shop.Machines {
		known[m.ID] = scheduled[m.GroupID]
	}
	var kept []instance.Block
	for _, b := range blocks {
		if known[b.On] {
			b.Units = min(b.Units, max(1, members[b.On])) // a machine is one
			kept = append(kept, b)
		}
	}
	return kept
}
