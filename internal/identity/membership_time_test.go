package identity_test

import (
	"slices"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// until turns the clock to a moment.
func until(t *testing.T, w *identitytest.World, text string) {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	w.Wait(at.Sub(w.Now()))
}

// A member's last day counts to its end, by the clock of the company; where that has no zone that is known, by UTC.
func TestTheLastDayOfAMemberIsTheirs(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		w.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("expire_date = ?", "2040-03-20").Where("user_name = 'anna'").Exec(t.Context())
			return err
		})
		for _, c := range []struct {
			zone, at string
			in       bool
		}{
			{"Asia/Shanghai", "2040-03-20T15:59:59Z", true},
			{"Asia/Shanghai", "2040-03-20T16:00:00Z", false},
			{"America/Chicago", "2040-03-21T04:59:59Z", true},
			{"America/Chicago", "2040-03-21T05:00:00Z", false},
			{"Nowhere/None", "2040-03-20T23:59:59Z", true},
			{"Nowhere/None", "2040-03-21T00:00:00Z", false},
		} {
			w.System(t, func(tx store.Tx) error {
				_, err := tx.Change((*tenancy.Tenant)(nil)).Set("zone = ?", c.zone).Where("id = ?", w.North.ID).Exec(t.Context())
				return err
			})
			until(t, w, c.at)
			if a := w.Browser(t).Login(t, annas, identitytest.Password, nil); (a.Code == 1) != c.in {
				t.Errorf("in %s at %s: %+v", c.zone, c.at, a)
			}
		}
		until(t, w, "2050-01-01T00:00:00Z")
		w.Browser(t).SignIn(t, bens) // no last day
	})
}

// A program's token has the scopes that it was made with, and lives 365 days.
func TestWhatAProgramsTokenIsMadeWith(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		anna := member(t, w, "anna")
		for _, scopes := range [][]string{nil, {"system.security.check"}, {"aps.*", "pm.*.check"}} {
			w.System(t, func(tx store.Tx) error {
				if _, err := w.Identity.IssueToken(t.Context(), tx, &anna, "program", scopes...); err != nil {
					return err
				}
				var row identity.APIToken
				err := tx.Select(&row).Order("id DESC").Limit(1, 0).Scan(t.Context())
				if !slices.Equal(row.Scopes, scopes) || row.Scopes == nil || !row.ExpiresAt.Equal(w.Now().AddDate(0, 0, 365)) || row.Home != w.North.ID || row.Factory != anna.LastFactory || row.Factory == "" {
					t.Errorf("with %q: %+v", scopes, row)
				}
				return err
			})
			w.Wait(time.Second)
		}
	})
}
