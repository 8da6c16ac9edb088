// Package preference keeps how a person has arranged the screens: layouts and views of tables, favourites of their own.
// It follows the person from browser to browser.
//
// What lives here: small JSON values by key, each one person's own. What never does: settings that change what anybody
// else sees, or what the factory does.
package preference

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Preference is one value of one person.
type Preference struct {
	bun.BaseModel `bun:"table:preference"`
	store.Row
	AccountID string          `bun:"account_id"`
	Key       string          `bun:"preference_key"`
	Value     json.RawMessage `bun:"preference_value,type:text"`
}

// The largest value, in bytes, and how many keys a person may fill.
const (
	maxValue = 64 << 10
	maxKeys  = 500
)

var (
	msgKey     = problem.L("键须为 1 到 80 个字母、数字、点或短横", "The key has 1 to 80 letters, digits, dots or hyphens")
	msgValue   = problem.L("内容不能超过 %d KB", "The value may have at most %d KB")
	msgTooMany = problem.L("最多保存 %d 项", "At most %d values can be kept")
	keyForm    = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9.-]{0,79}$`)
)

// View is a value as the browser reads it; null = never kept.
type View struct {
	Value json.RawMessage `json:"value"`
}

type keepInput struct {
	Key  string `path:"key"`
	Body struct {
		Value json.RawMessage `json:"value" doc:"any JSON; null forgets"`
	}
}

type readInput struct {
	Key string `path:"key"`
}

// Mount registers the calls.
func Mount(s *api.Server) {
	path := map[string]string{"key": "layout.resource.section"}
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/preference/{key}", ID: "preference", Summary: "Something that the user has arranged", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{Path: path},
	}, func(ctx context.Context, tx store.Tx, in *readInput) (View, error) {
		p, err := find(ctx, tx, in.Key)
		if errors.Is(err, store.ErrNotFound) {
			return View{Value: json.RawMessage("null")}, nil
		}
		if err != nil {
			return View{}, err
		}
		return View{Value: p.Value}, nil
	})
	api.Write(s, api.Operation{
		Method: http.MethodPut, Path: "upms/preference/{key}", ID: "preference-keep", Summary: "Keep something that the user has arranged", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{Path: path, Body: map[string]any{"value": map[string]any{"hidden": []string{"colour"}}}},
	}, func(ctx context.Context, tx store.Tx, in *keepInput) (api.None, error) {
		return api.None{}, Keep(ctx, tx, in.Key, in.Body.Value)
	})
}

func find(ctx context.Context, tx store.Tx, key string) (*Preference, error) {
	if !keyForm.MatchString(key) {
		return nil, problem.Invalid(problem.Field("key", "pattern", msgKey))
	}
	p := &Preference{}
	return p, tx.Select(p).Where("account_id = ?", tx.Actor().AccountID).Where("preference_key = ?", key).Scan(ctx)
}

// Keep stores a value of the caller; null forgets it. The last writer wins: it is the same person.
func Keep(ctx context.Context, tx store.Tx, key string, value json.RawMessage) error {
	if len(value) > maxValue {
		return problem.Invalid(problem.Field("value", "maxLength", msgValue, maxValue>>10))
	}
	p, err := find(ctx, tx, key)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	case len(value) == 0 || string(value) == "null":
		_, err := tx.Remove((*Preference)(nil)).Where("account_id = ?", tx.Actor().AccountID).Where("preference_key = ?", key).Exec(ctx)
		return err
	case err == nil:
		p.Value = value
		return tx.Update(ctx, p)
	}
	n, err := tx.Select((*Preference)(nil)).Where("account_id = ?", tx.Actor().AccountID).Count(ctx)
	if err != nil {
		return err
	}
	if n >= maxKeys {
		return problem.Refuse(msgTooMany, maxKeys)
	}
	return tx.Insert(ctx, &Preference{AccountID: tx.Actor().AccountID, Key: key, Value: value})
}
