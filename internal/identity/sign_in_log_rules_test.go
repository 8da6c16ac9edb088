package identity_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// logged is the sign-in log of every company, as the company's people and outcomes.
func logged(t *testing.T, w *identitytest.World) string {
	t.Helper()
	w.Identity.Wait()
	var rows []identity.SignInRecord
	w.System(t, func(tx store.Tx) error { return tx.Select(&rows).Order("at", "id").Scan(t.Context()) })
	told := []string{}
	for _, r := range rows {
		company := "North"
		if r.TenantID == w.South.ID {
			company = "South"
		}
		told = append(told, fmt.Sprintf("%s %s %d", company, r.UserName, r.Outcome))
	}
	return strings.Join(told, ", ")
}

// A refused attempt stands in the log of every company of its person, one that succeeds in that of the company alone.
func TestARefusedSignInStandsInEveryCompanyOfItsPerson(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		w.Person(t, w.South, annas, "far.anna")
		b := w.Browser(t)
		b.Login(t, annas, "Wrong-751", nil)
		got := logged(t, w)
		if got != "North anna 2, South far.anna 2" && got != "South far.anna 2, North anna 2" {
			t.Errorf("a wrong password: %s", got)
		}
		w.Wait(time.Second)
		b.SignIn(t, annas)
		if more := logged(t, w); more != got+", North anna 1" {
			t.Errorf("the right one: %s", more)
		}
	})
}

// A person whose membership has ended, and one without any, come no further than their password; the log says why.
func TestAProvedPersonWhoIsKeptOutIsLogged(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		w.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("user_name = 'anna'").Exec(t.Context())
			return err
		})
		if a := w.Browser(t).Login(t, annas, identitytest.Password, nil); a.Code != 11015 || a.Message != "The account is disabled or has expired, please contact the administrator" {
			t.Errorf("%+v", a)
		}
		if got := logged(t, w); got != "North anna 4" {
			t.Errorf("the log says %s", got)
		}
	})
}

// What a node has written of attempts refused with 429 within the minute, another one does not write again.
func TestTwoNodesWriteOneLineOfAFlood(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		second := identity.New(identity.Deps{DB: w.DB, Now: w.Now, Permissions: func() []string { return nil }})
		s := api.New(w.DB, "test")
		s.Authenticate = second.Authenticate
		second.Mount(s)
		node := httptest.NewServer(s.Handler())
		t.Cleanup(func() { node.Close(); second.Wait() })
		secret := w.Browser(t).Secret(t, "Wrong-751")
		for i := range 30 { // the network's measure is full
			w.Browser(t).Call(t, "POST", "upms/user/login", map[string]any{"phoneNum": fmt.Sprint(13700000000 + i), "password": secret})
		}
		refused := func(url string) {
			t.Helper()
			if a := w.Browser(t).At(url).Call(t, "POST", "upms/user/login", map[string]any{"phoneNum": annas, "password": secret}); a.Status != 429 {
				t.Fatalf("%+v", a)
			}
			w.Identity.Wait()
			second.Wait()
		}
		for _, url := range []string{w.HTTP.URL, node.URL, node.URL} {
			refused(url)
		}
		if got := logged(t, w); got != "North anna 6" {
			t.Errorf("within the minute: %s", got)
		}
		w.Wait(time.Minute)
		refused(node.URL)
		refused(w.HTTP.URL)
		if got := logged(t, w); got != "North anna 6, North anna 6" {
			t.Errorf("a minute later: %s", got)
		}
	})
}

type throttled struct {
	bun.BaseModel `bun:"table:throttle"`
}

// Sweeping takes all of what has served: attempts after 180 days, known browsers after 90, failures and counts after a day.
func TestWhatSweepingTakes(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		b.SignIn(t, annas)
		b.Token, b.Long = "", ""
		b.Login(t, annas, "Wrong-751", nil)
		w.Browser(t).Login(t, bens, "Wrong-751", nil)
		w.Identity.Wait()
		rows := func() (n [4]int) {
			w.System(t, func(tx store.Tx) (err error) {
				for i, model := range []any{(*identity.SignInRecord)(nil), (*identity.KnownBrowser)(nil), (*identity.LoginFailure)(nil), (*throttled)(nil)} {
					if n[i], err = tx.Select(model).Count(t.Context()); err != nil {
						return err
					}
				}
				return nil
			})
			return n
		}
		if got := rows(); got[0] != 3 || got[1] != 1 || got[2] != 2 || got[3] == 0 {
			t.Fatalf("before: %v", got)
		}
		began := w.Now()
		const day = 24 * time.Hour
		for _, c := range []struct {
			after time.Duration
			want  [3]int // lines, browsers, failures
		}{{day, [3]int{3, 1, 2}}, {day + time.Second, [3]int{3, 1, 0}}, {90 * day, [3]int{3, 1, 0}}, {90*day + time.Second, [3]int{3, 0, 0}}, {180 * day, [3]int{3, 0, 0}}, {180*day + time.Second, [3]int{}}} {
			w.Wait(began.Add(c.after).Sub(w.Now()))
			if err := w.Identity.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			got := rows()
			if [3]int(got[:3]) != c.want || c.after > 2*day && got[3] != 0 {
				t.Errorf("after %s: %v, want %v", c.after, got, c.want)
			}
		}
	})
}
