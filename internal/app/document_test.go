package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// documented is what the document of the API says of an operation.
func (a *App) documented(op api.Operation) *huma.Operation {
	path := op.Path
	if !strings.HasPrefix(path, "/") {
		path = api.Prefix + path
	}
	item := a.API.OpenAPI().Paths[path]
	return map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete}[op.Method]
}

// drift is what an answer has otherwise than the document says.
func (a *App) drift(op api.Operation, status int, raw []byte) (found []string) {
	responses := a.documented(op).Responses
	response := responses["200"]
	if status != http.StatusOK {
		response = responses["default"]
	}
	media := response.Content["application/json"]
	if media == nil {
		return nil // a download
	}
	var answer any
	if err := json.Unmarshal(raw, &answer); err != nil {
		return []string{err.Error()}
	}
	if code, _ := answer.(map[string]any)["code"].(float64); code != 1 {
		media = responses["default"].Content["application/json"]
	}
	result := &huma.ValidateResult{}
	huma.Validate(a.API.OpenAPI().Components.Schemas, media.Schema, huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, answer, result)
	for _, err := range result.Errors {
		found = append(found, err.Error())
	}
	return found
}

// What an operation answers to its example is what the document says of it: for everybody's own calls here, for those with a
// permission where their examples are replayed.
func TestAnswersAreAsTheDocumentSays(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		operations := slices.DeleteFunc(a.API.Operations(), func(op api.Operation) bool { return op.Example == nil || op.Permission != "" || op.Upload })
		slices.SortStableFunc(operations, func(x, y api.Operation) int { return turn(x) - turn(y) })
		succeeded := 0
		for _, op := range operations {
			status, _, raw := replay(t, server, op, header)
			if status == http.StatusOK {
				succeeded++
			}
			for _, d := range a.drift(op, status, raw) {
				t.Errorf("%s %s: %s, in %.300s", op.Method, op.Path, d, raw)
			}
			header = signedIn(t, server, "13800000001") // the call may have ended the session
		}
		if succeeded < 40 {
			t.Errorf("only %d answers of success were judged", succeeded)
		}
	})
}
