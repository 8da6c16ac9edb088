package batching

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// LotsInput names lots.
type LotsInput struct {
	Body struct {
		Lots []LotRef `json:"lots"`
	}
}

// Done says how many lots a call has changed.
type Done struct {
	Lots int `json:"lots"`
}

// The permissions that verbs need: those of the records that they change.
const (
	mayBatch  = "bom.batch.modify"
	mayAdd    = "bom.batch.add"
	mayApply  = "capp.outsource.add"
	mayCancel = "capp.outsource.delete"
)

var exampleLot = map[string]any{"partId": "01900000-0000-7000-8000-000000000402", "batchId": "01900000-0000-7000-8000-000000000304"}

func lotsExample() map[string]any { return map[string]any{"lots": []any{exampleLot}} }

func operation(path, id, summary, permission string, body map[string]any) api.Operation {
	return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "production", Permission: permission, Example: &api.Example{Body: body}}
}

// Mount registers the calls.
func (b *Batching) Mount(s *api.Server) {
	api.Read(s, operation("bom/bomBatch/query", "batching-query", "The batches of open moulds, the pieces in none, and what may be done with each", "aps.batch.check", map[string]any{"state": 1, "page": 1}),
		func(ctx context.Context, tx store.Tx, in *struct{ Body Query }) (*Rows, error) {
			return b.Lots(ctx, tx, in.Body)
		})
	b.verb(s, operation("bom/bomBatch/pauseDispatch", "batching-pause", "Pause batches: nothing of them begins until they are dispatched again", mayBatch, lotsExample()), b.Pause)
	b.verb(s, operation("bom/bomBatch/close", "batching-close", "Close batches: what is left of them is given up; asks where work has begun (20010)", mayBatch, lotsExample()), b.Close)
	finish := operation("bom/part/finishBatch", "batching-finish", "Finish batches; asks where operations are open (20010)", mayBatch, lotsExample())
	finish.Example.Query = map[string]string{"confirm": "finishBatch"}
	b.verb(s, finish, b.Finish)
	b.verb(s, operation("bom/bomBatch/reset", "batching-reset", "Reset batches: dispatched again, and applications for outsourcing that nothing was ordered for are gone", mayBatch, lotsExample()), b.Reset)
	dispatch := operation("bom/bomBatch/dispatch", "batching-dispatch", "Dispatch batches; pieces that are in none become the next batch", mayBatch, lotsExample())
	api.Call(s, dispatch, func(ctx context.Context, in *struct {
		Body struct {
			Lots []LotRef `json:"lots"`
			Qty  *int     `json:"qty,omitempty" doc:"of one lot of pieces in no batch: how many go into the new batch; left out: all"`
		}
	},
	) (Done, error) {
		err := s.DB().Write(ctx, func(tx store.Tx) error { return b.Dispatch(ctx, tx, in.Body.Lots, in.Body.Qty) })
		return Done{len(in.Body.Lots)}, err
	})
	apply := operation("bom/bomBatch/applyOutsource", "batching-apply", "Apply for outsourcing of what of batches can go outside (207 names those that cannot)", mayApply, lotsExample())
	api.Call(s, apply, func(ctx context.Context, in *struct {
		Body struct {
			Lots       []LotRef `json:"lots"`
			SupplierID string   `json:"supplierId,omitempty" doc:"of all operations; left out: that of each operation"`
		}
	},
	) (Done, error) {
		return b.outsourced(ctx, s, len(in.Body.Lots), msgPartlyApplied, func(tx store.Tx) ([]string, error) {
			return b.Apply(ctx, tx, in.Body.Lots, in.Body.SupplierID)
		})
	})
	b.mountTasks(s) // between the two: its example cancels a part of what has been applied for
	api.Call(s, operation("bom/bomBatch/cancelOutsource", "batching-cancel", "Cancel applications for outsourcing that nothing was ordered for (207 names the batches without any)", mayCancel, lotsExample()),
		func(ctx context.Context, in *LotsInput) (Done, error) {
			return b.outsourced(ctx, s, len(in.Body.Lots), msgPartlyCancelled, func(tx store.Tx) ([]string, error) { return b.Cancel(ctx, tx, in.Body.Lots) })
		})
}

// mountTasks registers the calls that reach the same by the tasks of a plan.
func (b *Batching) mountTasks(s *api.Server) {
	const exampleTask = "01900000-0000-7000-8000-000000000303/01900000-0000-7000-8000-000000000304"
	task := map[string]any{"taskId": exampleTask}
	api.Read(s, operation("aps/schedule/task/getPurchase", "task-purchase", "The purchase side of a task: its orders at suppliers", "capp.outsource.check", task),
		func(ctx context.Context, tx store.Tx, in *struct {
			Body struct {
				TaskID string `json:"taskId" doc:"an operation, or OPERATION/BATCH"`
			}
		},
		) (*Purchase, error) {
			return b.Purchase(ctx, tx, in.Body.TaskID)
		})
	update := operation("aps/schedule/task/updateOutSource", "task-outsource", "Apply for the outsourcing of tasks, or cancel it", mayApply, map[string]any{"taskIds": []any{exampleTask}, "outsource": false})
	api.Call(s, update, func(ctx context.Context, in *struct{ Body TaskOutsourcing }) (Done, error) {
		text := msgPartlyApplied
		if !in.Body.Outsource {
			text = msgPartlyCancelled
		}
		return b.outsourced(ctx, s, len(in.Body.TaskIDs), text, func(tx store.Tx) ([]string, error) { return b.ChangeTasks(ctx, tx, in.Body) })
	})
}

// verb registers a call that changes lots or none.
func (b *Batching) verb(s *api.Server, op api.Operation, do func(context.Context, store.Tx, []LotRef) error) {
	api.Call(s, op, func(ctx context.Context, in *LotsInput) (Done, error) {
		err := s.DB().Write(ctx, func(tx store.Tx) error { return do(ctx, tx, in.Body.Lots) })
		return Done{len(in.Body.Lots)}, err
	})
}

// outsourced writes, and tells which lots were left out once it has.
func (b *Batching) outsourced(ctx context.Context, s *api.Server, asked int, partly problem.Text, write func(store.Tx) ([]string, error)) (Done, error) {
	var left []string
	if err := s.DB().Write(ctx, func(tx store.Tx) (err error) { left, err = write(tx); return err }); err != nil {
		return Done{}, err
	}
	if len(left) > 0 {
		return Done{}, problem.Partly(partly.With(asked-len(left)), left)
	}
	return Done{asked}, nil
}
