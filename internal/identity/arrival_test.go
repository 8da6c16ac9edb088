package identity_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// station is a stage at which people arrive by ways that were proved elsewhere; it keeps what the provider hears of them.
type station struct {
	*identitytest.World
	t       *testing.T
	heard   []identity.Arrival
	annasID string
	bensID  string
}

type arriving struct {
	Body struct {
		AccountID, Way, Hint string
		TenantID, FactoryID  string
		Remember             bool
		VerifiedAt           int64 // in seconds; 0 = never
	}
}

func eachStation(t *testing.T, fn func(s *station)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := &station{t: t}
		s.World = identitytest.New(t, db, func(w *identitytest.World, d *identity.Deps) func() {
			d.SignOn.In = func(_ context.Context, _ store.Tx, a identity.Arrival) (string, error) {
				s.heard = append(s.heard, a)
				return "/next/" + a.AuthRequestID, nil
			}
			return func() {
				api.Call(w.API, api.Operation{Method: http.MethodPost, Path: "test/arrive", ID: "arrive", Summary: "Enter", Tag: "test", Access: api.Public}, func(ctx context.Context, in *arriving) (identity.LoginReply, error) {
					b := in.Body
					e := identity.Entry{AccountID: b.AccountID, Way: b.Way, Hint: b.Hint, Remember: b.Remember, AuthRequestID: "r1", TenantID: b.TenantID, FactoryID: b.FactoryID}
					if b.VerifiedAt > 0 {
						e.VerifiedAt = time.Unix(b.VerifiedAt, 0).UTC()
					}
					return w.Identity.Enter(ctx, e)
				})
			}
		})
		s.annasID, s.bensID = s.Person(t, s.North, annas, "anna").AccountID, s.Person(t, s.North, bens, "ben").AccountID
		fn(s)
	})
}

// arrive enters and gives the session that was made.
func (s *station) arrive(b *identitytest.Browser, body map[string]any) (made identity.Session) {
	s.t.Helper()
	var reply identity.LoginReply
	all := map[string]any{"AccountID": s.annasID, "Way": "sso", "Hint": "", "TenantID": "", "FactoryID": "", "Remember": false, "VerifiedAt": 0}
	for k, v := range body {
		all[k] = v
	}
	a := b.Call(s.t, http.MethodPost, "test/arrive", all)
	a.Into(s.t, &reply)
	if a.Code != 1 || reply.Token == "" || reply.Next != "/next/r1" {
		s.t.Fatalf("%v: %+v", body, a)
	}
	s.System(s.t, func(tx store.Tx) error {
		return tx.Select(&made).Where("created_at = ?", s.Now()).Order("id DESC").Limit(1, 0).Scan(s.t.Context())
	})
	b.Token, b.Long = reply.Token, reply.LongToken
	return made
}

// log is the company's sign-in log from a moment on, as names, ways and outcomes.
func (s *station) log(from time.Time) string {
	s.t.Helper()
	var rows []identity.SignInRecord
	s.System(s.t, func(tx store.Tx) error {
		return tx.Select(&rows).Where("at >= ?", from).Order("at", "id").Scan(s.t.Context())
	})
	told := []string{}
	for _, r := range rows {
		told = append(told, fmt.Sprintf("%s %d:%d", r.RealName, r.Way, r.Outcome))
	}
	return strings.Join(told, ", ")
}

// The way back from the embedded provider is the second half of the sign-in that led there: one line in the log, and the way
// of the first half, for ten minutes and for the same person alone. Whatever else comes by single sign-on is a sign-in of its own.
func TestTheWayBackFromTheProviderIsTheSameSignIn(t *testing.T) {
	eachStation(t, func(s *station) {
		for _, c := range []struct {
			what, first string // who signed in by password before; "" nobody
			wait        time.Duration
			body        map[string]any
			way, log    string
		}{
			{"at once", annas, 0, nil, "password", "anna 1:1"},
			{"in the tenth minute", annas, 10 * time.Minute, nil, "password", "anna 1:1"},
			{"after it", annas, 10*time.Minute + time.Second, nil, "sso", "anna 1:1, anna 3:1"},
			{"from another provider", annas, time.Second, map[string]any{"Hint": "token"}, "sso", "anna 1:1, anna 3:1"},
			{"over somebody else's session", bens, time.Second, nil, "sso", "ben 1:1, anna 3:1"},
			{"in a browser of nobody's", "", time.Second, nil, "sso", "anna 3:1"},
			{"by a ticket", annas, time.Second, map[string]any{"Way": "ticket"}, "ticket", "anna 1:1, anna 4:1"},
			{"by a work app", annas, time.Second, map[string]any{"Way": "app:wecom"}, "app:wecom", "anna 1:1, anna 5:1"},
			{"by a code", "", time.Second, map[string]any{"Way": "qr"}, "qr", "anna 2:1"},
			{"to be remembered", "", time.Second, map[string]any{"Remember": true}, "sso", "anna 3:1"},
		} {
			s.Wait(time.Minute)
			b, began := s.Browser(s.t), s.Now()
			if c.first != "" {
				b.SignIn(s.t, c.first)
			}
			before := len(s.heard)
			s.Wait(c.wait)
			if made := s.arrive(b, c.body); made.Way != c.way || made.AccountID != s.annasID {
				s.t.Errorf("%s: the way %q", c.what, made.Way)
			}
			if got := s.log(began); got != c.log {
				s.t.Errorf("%s: the log holds %q, want %q", c.what, got, c.log)
			}
			want := identity.Arrival{AccountID: s.annasID, Way: "sso", AuthRequestID: "r1", Life: 24 * time.Hour}
			if way, told := c.body["Way"].(string); told {
				want.Way = way
			}
			if hint, told := c.body["Hint"].(string); told {
				want.Hint = hint
			}
			if c.what == "to be remembered" {
				want.Life = 30 * 24 * time.Hour
			}
			if heard := s.heard[before:]; len(heard) != 1 || heard[0] != want {
				s.t.Errorf("%s: the provider hears %+v", c.what, heard)
			}
		}
	})
}

// A proof by SMS that was given between the two halves goes along; the newer of two counts, and a sign-in of its own has none.
func TestTheProofGoesAlongOnTheWayBack(t *testing.T) {
	eachStation(t, func(s *station) {
		given := s.Now().Add(-time.Hour).Truncate(time.Second)
		for _, c := range []struct {
			what    string
			carried time.Time
			body    map[string]any
			want    time.Time
		}{
			{"none", time.Time{}, nil, time.Time{}},
			{"the first half's", given, nil, given},
			{"a newer one of the way", given, map[string]any{"VerifiedAt": given.Add(time.Minute).Unix()}, given.Add(time.Minute)},
			{"an older one of the way", given, map[string]any{"VerifiedAt": given.Add(-time.Minute).Unix()}, given},
			{"of a sign-in before", given, map[string]any{"Way": "password"}, time.Time{}},
		} {
			b := s.Browser(s.t)
			b.SignIn(s.t, annas)
			if !c.carried.IsZero() {
				s.System(s.t, func(tx store.Tx) error {
					_, err := tx.Change((*identity.Session)(nil)).Set("verified_at = ?", c.carried).Where("created_at = ?", s.Now()).Exec(s.t.Context())
					return err
				})
			}
			s.Wait(time.Second)
			if made := s.arrive(b, c.body); !made.VerifiedAt.Equal(c.want) {
				s.t.Errorf("%s: %s, want %s", c.what, made.VerifiedAt, c.want)
			}
			s.Wait(time.Second)
		}
	})
}

// A sign-in over a session is noted, and remembered by browser and provider as any other; once it is used, the chain of those
// before it ends, be one of them swept already.
func TestTheChainOfReplacedSessionsEnds(t *testing.T) {
	eachStation(t, func(s *station) {
		b, made := s.Browser(s.t), []identity.Session{}
		for range 3 {
			s.Wait(time.Second)
			made = append(made, s.arrive(b, map[string]any{"Way": "password"}))
		}
		if got := s.log(time.Time{}); got != "anna 1:1, anna 1:1, anna 1:1" {
			s.t.Errorf("the log holds %q", got)
		}
		if len(s.heard) != 3 {
			s.t.Errorf("the provider hears of %d", len(s.heard))
		}
		if made[0].Replaces != "" || made[1].Replaces != made[0].ID || made[2].Replaces != made[1].ID {
			s.t.Errorf("%q, %q, %q replace one another", made[0].Replaces, made[1].Replaces, made[2].Replaces)
		}
		if in, code := b.In(s.t); !in {
			s.t.Fatalf("the newest answers %d", code)
		}
		states := func() (told []string) {
			s.System(s.t, func(tx store.Tx) error {
				var rows []identity.Session
				err := tx.Select(&rows).Order("created_at").Scan(s.t.Context())
				for _, r := range rows {
					told = append(told, r.Ended+"|"+r.Replaces)
				}
				return err
			})
			return told
		}
		if got := states(); !slices.Equal(got, []string{"logout|", "logout|" + made[0].ID, "|"}) {
			s.t.Errorf("once the newest is used: %q", got)
		}
		if ended := s.Ended(); len(ended) != 2 || !slices.Contains(ended, "logout "+made[0].ID) || !slices.Contains(ended, "logout "+made[1].ID) {
			s.t.Errorf("pages are told of %q", ended)
		}
		// Of one that was swept meanwhile nothing is left to end.
		s.Wait(time.Second)
		fourth := s.arrive(b, nil)
		s.System(s.t, func(tx store.Tx) error {
			_, err := tx.Remove((*identity.Session)(nil)).Where("id = ?", fourth.Replaces).Exec(s.t.Context())
			return err
		})
		if in, code := b.In(s.t); !in {
			s.t.Errorf("after a swept one the newest answers %d", code)
		}
		if got := states(); got[len(got)-1] != "|" {
			s.t.Errorf("after a swept one: %q", got)
		}
	})
}

// Sessions that end together are told of once each, whatever the order in which they are named.
func TestEverySessionOfAnAccountEndsOnce(t *testing.T) {
	eachStation(t, func(s *station) {
		for range 3 { // each signs in and renews: two sessions of one long token
			b := s.Browser(s.t)
			b.SignIn(s.t, annas)
			renewed(s.t, s.World, b)
		}
		other := s.Browser(s.t)
		other.SignIn(s.t, bens)
		admin := s.Browser(s.t)
		admin.SignIn(s.t, bens)
		if n := kickOthers(s.t, admin); n < 6 {
			s.t.Errorf("%d were ended", n)
		}
		ended := s.Ended()
		slices.Sort(ended)
		if twice := len(ended) - len(slices.Compact(slices.Clone(ended))); twice != 0 || len(ended) != 7 {
			s.t.Errorf("%d were told of, %d of them twice", len(ended), twice)
		}
		var open int
		s.System(s.t, func(tx store.Tx) (err error) {
			open, err = tx.Select((*identity.Session)(nil)).Where("ended = ''").Count(s.t.Context())
			return err
		})
		if open != 1 {
			s.t.Errorf("%d are open", open)
		}
	})
}

// The provider vouches for who may enter some company today, and for nobody else.
func TestForWhomTheProviderVouches(t *testing.T) {
	eachStation(t, func(s *station) {
		may := func(account string) (may bool) {
			s.t.Helper()
			s.System(s.t, func(tx store.Tx) (err error) {
				may, err = s.Identity.May(s.t.Context(), tx, account)
				return err
			})
			return may
		}
		if !may(s.annasID) || may(store.NewID()) {
			s.t.Error("a member may not, or a stranger may")
		}
		s.System(s.t, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("account_id = ?", s.annasID).Exec(s.t.Context())
			return err
		})
		if may(s.annasID) || !may(s.bensID) {
			s.t.Error("who is disabled may, or another may not")
		}
	})
}

// A ticket leads into the company and the factory that it was given for, whatever the person's last ones are; into a company
// that the person does not belong to it leads nobody, and the log of their own says so.
func TestATicketLeadsIntoItsOwnCompany(t *testing.T) {
	eachStation(t, func(s *station) {
		far := s.Person(s.t, s.South, annas, "far.anna")
		home := member(s.t, s.World, "anna")
		for _, c := range []struct{ tenant, factory, wantTenant, wantFactory string }{
			{"", "", s.North.ID, home.LastFactory},
			{"", "ignored", s.North.ID, home.LastFactory},
			{s.South.ID, far.LastFactory, s.South.ID, far.LastFactory},
			{s.South.ID, "", s.South.ID, ""},
			{s.North.ID, home.LastFactory, s.North.ID, home.LastFactory},
		} {
			s.Wait(time.Second)
			made := s.arrive(s.Browser(s.t), map[string]any{"Way": "ticket", "TenantID": c.tenant, "FactoryID": c.factory})
			if made.Home != c.wantTenant || made.Factory != c.wantFactory {
				s.t.Errorf("%+v: it stands in %s, %s", c, made.Home, made.Factory)
			}
		}
		s.Wait(time.Second)
		body := map[string]any{"AccountID": s.bensID, "Way": "ticket", "Hint": "", "TenantID": s.South.ID, "FactoryID": "", "Remember": false, "VerifiedAt": 0}
		if a := s.Browser(s.t).Call(s.t, http.MethodPost, "test/arrive", body); a.Code != 11015 || a.Message != "You are no longer a member of this company, please contact its administrator" {
			s.t.Errorf("into a company of others: %+v", a)
		}
		s.Identity.Wait()
		if got := s.log(s.Now()); got != "ben 4:4" {
			s.t.Errorf("the log holds %q", got)
		}
	})
}
