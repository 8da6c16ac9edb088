package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/org"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// ROUTE-17: a text finds records of every kind, but only those that the caller may see, of the own factory.
func TestTheSearchFindsWhatTheCallerMaySee(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		search := func(phone, q string) (kinds []string, status int) {
			t.Helper()
			body, err := json.Marshal(map[string]string{"q": q})
			if err != nil {
				t.Fatal(err)
			}
			status, r, _ := send(t, http.MethodPost, server.URL+api.Prefix+"bms/sys/search", signedIn(t, server, phone), "application/json", bytes.NewReader(body))
			var found Found
			if status == http.StatusOK {
				if err := json.Unmarshal(r.Data, &found); err != nil {
					t.Fatal(err)
				}
			}
			count := map[string]int{}
			for _, h := range found.Hits {
				if h.ID == "" || h.Label == "" {
					t.Errorf("a hit without a name: %+v", h)
				}
				if count[h.Entity]++; count[h.Entity] > hitsOfEach {
					t.Errorf("more than %d of %s", hitsOfEach, h.Entity)
				}
				kinds = append(kinds, h.Entity)
			}
			return slices.Compact(kinds), status
		}
		if kinds, _ := search("13800000001", "example"); !slices.Contains(kinds, "mould") && !slices.Contains(kinds, "schedule") {
			t.Errorf("the administrator finds %v", kinds)
		}
		if kinds, _ := search("13800000001", "e"); !slices.Contains(kinds, "machine") {
			t.Errorf("the administrator finds %v", kinds)
		}
		if kinds, _ := search("13800000004", "e"); slices.Contains(kinds, "machine") || slices.Contains(kinds, "schedule") {
			t.Errorf("the shop floor finds %v", kinds)
		}
		for _, nothing := range []string{"", "   ", "%", "no such thing 42"} {
			if kinds, status := search("13800000001", nothing); len(kinds) != 0 || status != http.StatusOK {
				t.Errorf("%q finds %v, %d", nothing, kinds, status)
			}
		}
		if _, status := search("13800000001", strings.Repeat("模", 101)); status != http.StatusUnprocessableEntity {
			t.Errorf("101 characters: %d", status)
		}
	})
}

// Users and departments are found by who may see them, by names, numbers and pinyin, and never by what is kept from their lists.
func TestTheSearchFindsPeopleForWhoMaySeeThem(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, &org.Department{Code: "EDM", Name: "Sparks", Level: 1, Valid: true}); err != nil {
				return err
			}
			_, err := tx.Change((*org.User)(nil)).Set("spell_name = ?", "zhao sparky").Set("id_card = ?", "440301sparkling").Set("intro = ?", "sparkless").
				Where("phone = ?", "13800000004").Exec(ctx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		for _, x := range []struct {
			phone, q, want string
		}{
			{"13800000001", "sparks", "department"},
			{"13800000001", "zhao sparky", "user"},
			{"13800000001", "13800000004", "user"},
			{"13800000001", "sparkling", ""},
			{"13800000004", "sparks", ""},
			{"13800000002", "zhao sparky", ""},
			{"13800000004", "13800000004", ""},
		} {
			var found Found
			_, r, _ := send(t, http.MethodPost, server.URL+api.Prefix+"bms/sys/search", signedIn(t, server, x.phone), "application/json", strings.NewReader(`{"q":"`+x.q+`"}`))
			if err := json.Unmarshal(r.Data, &found); err != nil {
				t.Fatal(err)
			}
			var kinds []string
			for _, h := range found.Hits {
				kinds = append(kinds, h.Entity)
			}
			if got := strings.Join(kinds, " "); got != x.want {
				t.Errorf("%s finds %q by %q, want %q", x.phone, got, x.q, x.want)
			}
		}
	})
}
