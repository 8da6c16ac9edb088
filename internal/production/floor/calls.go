package floor

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// Made names the row that a call has made.
type Made struct {
	ID string `json:"id"`
}

// Ended says that a blocked start is none any more.
type Ended struct {
	ID string `json:"id"`
}

// WaitingList is what nobody has answered.
type WaitingList struct {
	Rows  []Waiting `json:"rows" nullable:"false" doc:"the first 100, the longest waiting first"`
	Total int       `json:"total"`
}

const waitingShown = 100

// What the examples speak of: an operation, and the blocked starts on it that they answer and take back.
const (
	ExampleOperation = "01900000-0000-7000-8000-000000000403"
	ExampleAnswered  = "01900000-0000-7000-8000-000000000411"
	ExampleTakenBack = "01900000-0000-7000-8000-000000000412"
)

// Mount registers the calls.
func (f *Floor) Mount(s *api.Server) {
	operation := func(path, id, summary, permission string, body map[string]any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "production", Permission: permission, Example: &api.Example{Body: body}}
	}
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "mf/blockedStart", ID: "blocked-start-list", Summary: "Starts that are blocked and wait for an answer", Tag: "production", Permission: maySee,
		Example: &api.Example{},
	},
		func(ctx context.Context, tx store.Tx, _ *struct{}) (WaitingList, error) {
			rows, total, err := f.Waiting(ctx, tx, waitingShown)
			return WaitingList{rows, total}, err
		})
	api.Write(s, operation("mf/blockedStart/answer", "blocked-start-answer", "Answer a blocked start: it waits no more, and whoever told it reads the answer", MayAnswer,
		map[string]any{"id": ExampleAnswered, "answer": "材料下午到"}),
		func(ctx context.Context, tx store.Tx, in *struct{ Body Answer }) (Ended, error) {
			return Ended{in.Body.ID}, f.Answer(ctx, tx, in.Body)
		})
	api.Write(s, operation("mf/blockedStart/takeBack", "blocked-start-take-back", "Take a blocked start back", mayTell, map[string]any{"id": ExampleTakenBack}),
		func(ctx context.Context, tx store.Tx, in *struct {
			Body struct {
				ID string `json:"id"`
			}
		},
		) (Ended, error) {
			return Ended{in.Body.ID}, f.TakeBack(ctx, tx, in.Body.ID)
		})
	api.Write(s, operation("mf/blockedStart", "blocked-start-tell", "Say that an operation, or a batch of it, cannot begin, and why", mayTell,
		map[string]any{"operationId": ExampleOperation, "reason": 1, "key": "example-block"}),
		func(ctx context.Context, tx store.Tx, in *struct{ Body Block }) (Made, error) {
			row, err := f.Block(ctx, tx, in.Body)
			if err != nil {
				return Made{}, err
			}
			return Made{row.ID}, nil
		})
}
