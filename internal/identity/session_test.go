package identity_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

const (
	annas = "13900000001"
	bens  = "13900000002"
	carls = "13900000003"
)

// each opens a stage on each engine with Anna and Ben in North, and Carl, who administers South.
func each(t *testing.T, fn func(t *testing.T, w *identitytest.World)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := identitytest.New(t, db, nil)
		w.Person(t, w.North, annas, "anna")
		w.Person(t, w.North, bens, "ben", "planner")
		w.Person(t, w.South, carls, "carl")
		fn(t, w)
	})
}

// A session ends by idleness and by age, whichever comes first; the long token then makes a new one, for a day or, when
// the person asked to be remembered, for thirty.
func TestSessionsEndByIdlenessAndByAge(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		b.SignIn(t, annas)
		for range 6 {
			w.Wait(3*time.Hour + 59*time.Minute)
			if in, code := b.In(t); !in {
				t.Fatalf("a busy session ended at %s with %d", w.Now(), code)
			}
		}
		w.Wait(7 * time.Minute)
		if in, code := b.In(t); in || code != 401 {
			t.Errorf("after a day and a minute of work the session answers %d", code)
		}
		b = w.Browser(t)
		b.SignIn(t, annas)
		w.Wait(4*time.Hour + time.Minute)
		if in, code := b.In(t); in || code != 401 {
			t.Errorf("an idle session answers %d", code)
		}
		renewed := b.Call(t, http.MethodPost, "getTokenService", nil) // SSO-08
		var reply identity.LoginReply
		renewed.Into(t, &reply)
		if b.Token = reply.Token; reply.Token == "" {
			t.Fatalf("the long token did not renew: %+v", renewed)
		}
		if in, code := b.In(t); !in {
			t.Errorf("the renewed session answers %d", code)
		}
		w.Wait(20 * time.Hour)
		if a := b.Call(t, http.MethodPost, "getTokenService", nil); a.Code != 401 {
			t.Errorf("a day later the long token answers %d", a.Code)
		}
	})
}

// An open page that only listens is no work: looking at its session does not keep it from running idle.
func TestLookingDoesNotKeepASessionAlive(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		b.SignIn(t, annas)
		_, id, err := w.Identity.AuthenticateSession(t.Context(), b.Token)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			w.Wait(time.Hour)
			if actor, same, err := w.Identity.LookSession(t.Context(), b.Token); err != nil || same != id || actor.TenantID != w.North.ID {
				t.Errorf("at %s: %+v %q %v", w.Now(), actor, same, err)
			}
		}
		w.Wait(time.Second)
		if _, _, err := w.Identity.LookSession(t.Context(), b.Token); problem.Of(err).Status != 401 {
			t.Errorf("the idle session still hears: %v", err)
		}
	})
}

// Signing out, a new password, a kick and a disabling end the session for the very next call: 401 for what the person
// did, 11009 for what others did. None of them leaves a long token that would bring the session back.
func TestEndingASessionEndsItsLongTokenToo(t *testing.T) {
	ends := map[string]struct {
		code int
		why  string // what the data and the words of 11009 tell
		end  func(t *testing.T, w *identitytest.World, b *identitytest.Browser)
	}{
		"logout": {401, "", func(t *testing.T, _ *identitytest.World, b *identitytest.Browser) {
			b.Call(t, http.MethodPost, "logout", nil)
		}},
		"a new password": {11009, "password", func(t *testing.T, w *identitytest.World, _ *identitytest.Browser) {
			m := member(t, w, "anna")
			if err := w.Identity.EndSessions(t.Context(), m.AccountID, identity.EndedPassword); err != nil {
				t.Error(err)
			}
		}},
		"a kick": {11009, "kick", func(t *testing.T, w *identitytest.World, _ *identitytest.Browser) {
			admin := w.Browser(t)
			admin.SignIn(t, annas)
			kickOthers(t, admin)
		}},
		"a disabling": {11009, "disabled", func(t *testing.T, w *identitytest.World, _ *identitytest.Browser) {
			m := member(t, w, "anna")
			m.Enabled = false
			w.System(t, func(tx store.Tx) error { return tx.Update(t.Context(), &m, "enabled") })
		}},
	}
	words := map[string]string{"password": "The password was changed", "kick": "An administrator signed you out", "disabled": "Your user in that company is disabled or has expired", "": "sign in"}
	each(t, func(t *testing.T, w *identitytest.World) {
		for _, name := range []string{"logout", "a new password", "a kick", "a disabling"} {
			b := w.Browser(t)
			b.SignIn(t, annas)
			ends[name].end(t, w, b)
			a := b.Call(t, http.MethodGet, "checklogin", nil)
			var told struct{ Reason string }
			a.Into(t, &told)
			if a.Code != ends[name].code || told.Reason != ends[name].why || !strings.Contains(a.Message, words[told.Reason]) {
				t.Errorf("after %s the session answers %+v", name, a)
			}
			if name == "a disabling" {
				continue // the long token lives, but opens nothing: 11015
			}
			if a := b.Call(t, http.MethodPost, "getTokenService", nil); a.Code != ends[name].code {
				t.Errorf("after %s the long token answers %d", name, a.Code)
			}
		}
	})
}

// renewed is a second browser's worth of the same sign-in: another session of its long token.
func renewed(t *testing.T, w *identitytest.World, b *identitytest.Browser) *identitytest.Browser {
	t.Helper()
	sibling := w.Browser(t)
	sibling.Long = b.Long
	var reply identity.LoginReply
	sibling.Call(t, http.MethodPost, "getTokenService", nil).Into(t, &reply)
	if sibling.Token = reply.Token; reply.Token == "" {
		t.Fatal("the long token did not renew")
	}
	return sibling
}

// SESSION-10, SESSION-11: who signs in beside open pages of somebody else ends that session no sooner than the browser has
// the new one: by then the pages can see who has come. A sign-in whose answer was lost ends nothing, a later one does.
func TestASignInReplacesTheSessionOfItsBrowserWhenItIsUsed(t *testing.T) {
	eachRig(t, func(r *rig) {
		first := r.signIn(anna, password)
		beside := func(token, phone string) string {
			r.t.Helper()
			body := map[string]any{"phoneNum": phone, "password": r.secret(password)}
			return must[identity.LoginReply](r, r.post("upms/user/login", token, body)).Token
		}
		lost := beside(first, ben)
		if a := r.get("checklogin", first); a.Status != http.StatusOK {
			r.t.Fatalf("before the new session is used: %s", a.Raw)
		}
		second := beside(lost, ben)
		for name, token := range map[string]string{"the first": first, "the lost one": lost} {
			if _, _, err := r.identity.LookSession(r.t.Context(), token); err != nil {
				r.t.Errorf("%s has ended before the second was used: %v", name, err)
			}
		}
		if a := r.get("checklogin", second); a.Status != http.StatusOK {
			r.t.Fatalf("the new session: %s", a.Raw)
		}
		for name, token := range map[string]string{"the first": first, "the lost one": lost} {
			if a := r.get("checklogin", token); a.Status != http.StatusUnauthorized {
				r.t.Errorf("%s goes on beside its successor: %s", name, a.Raw)
			}
		}
		if a := r.get("checklogin", second); a.Status != http.StatusOK {
			r.t.Errorf("the second use of the new session: %s", a.Raw)
		}
	})
}

// Whatever ends one session of a long token ends them all: a session that a stolen long token has opened does not outlive
// the sign-out or the kick. Only the session that does it goes on.
func TestTheSessionsOfALongTokenEndTogether(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		for name, end := range map[string]func(b *identitytest.Browser){
			"logout": func(b *identitytest.Browser) { b.Call(t, http.MethodPost, "logout", nil) },
			"logout with the long token alone": func(b *identitytest.Browser) {
				b.Token = ""
				b.Call(t, http.MethodPost, "logout", nil)
			},
			"a kick": func(*identitytest.Browser) {
				admin := w.Browser(t)
				admin.SignIn(t, annas)
				kickOthers(t, admin)
			},
		} {
			b := w.Browser(t)
			b.SignIn(t, bens)
			session, sibling := b.Token, renewed(t, w, b)
			end(b)
			b.Token = session
			for _, s := range []*identitytest.Browser{b, sibling} {
				if in, _ := s.In(t); in {
					t.Errorf("a session outlives %s", name)
				}
			}
		}
		b := w.Browser(t)
		b.SignIn(t, bens)
		sibling := renewed(t, w, b)
		var ended identity.EndedReply
		b.Call(t, http.MethodPost, "upms/user/session/end", map[string]any{"others": true}).Into(t, &ended)
		if in, _ := b.In(t); !in || ended.Ended != 1 {
			t.Errorf("%d others ended, and this one lives: %v", ended.Ended, in)
		}
		if in, _ := sibling.In(t); in {
			t.Error("the other session of the long token lives on")
		}
	})
}

// Attack: a stolen long token is renewed again and again while its person is kicked. Nothing of it survives.
func TestRenewingDoesNotOutrunAKick(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		reply := b.SignIn(t, bens)
		tokens := make(chan string, 16)
		var wait sync.WaitGroup
		for range cap(tokens) {
			thief := w.Browser(t)
			thief.Long = b.Long
			wait.Go(func() {
				var renewed identity.LoginReply
				if a := thief.Call(t, http.MethodPost, "getTokenService", nil); a.Code == 1 {
					a.Into(t, &renewed)
				}
				tokens <- renewed.Token
			})
		}
		wait.Go(func() {
			if err := w.Identity.EndSessions(t.Context(), reply.UserID, identity.EndedKick); err != nil {
				t.Error(err)
			}
		})
		wait.Wait()
		close(tokens)
		for token := range tokens {
			b.Token = token
			if in, _ := b.In(t); in {
				t.Error("a renewed session survives the kick")
			}
		}
	})
}

// Sessions and tokens go once they serve nothing: not before a long token could ask for the place of its session, and
// their pages are not told of an end that came long ago.
func TestSpentSessionsAndTokensAreSwept(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		var reply identity.LoginReply
		b.Login(t, annas, identitytest.Password, map[string]any{"remember": true}).Into(t, &reply)
		b.Token, b.Long = reply.Token, reply.LongToken
		m := member(t, w, "anna")
		w.System(t, func(tx store.Tx) error {
			_, err := w.Identity.IssueToken(t.Context(), tx, &m, "Power BI")
			return err
		})
		rows := func() (n [3]int) {
			w.System(t, func(tx store.Tx) (err error) {
				for i, model := range []any{(*identity.Session)(nil), (*identity.LongToken)(nil), (*identity.APIToken)(nil)} {
					if n[i], err = tx.Select(model).Count(t.Context()); err != nil {
						return err
					}
				}
				return nil
			})
			return n
		}
		for _, step := range []struct {
			days int
			left [3]int
		}{{30, [3]int{1, 1, 1}}, {2, [3]int{0, 1, 1}}, {29, [3]int{0, 0, 1}}, {364 + 30 - 61, [3]int{0, 0, 1}}, {2, [3]int{}}} {
			w.Wait(time.Duration(step.days) * 24 * time.Hour)
			if err := w.Identity.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := rows(); got != step.left {
				t.Errorf("at %s there are %v sessions, long tokens and tokens, want %v", w.Now(), got, step.left)
			}
		}
		b.SignIn(t, annas)
		w.Wait(5 * time.Hour)
		if err := w.Identity.EndSessions(t.Context(), m.AccountID, identity.EndedKick); err != nil {
			t.Fatal(err)
		}
		if told := w.Ended(); len(told) != 0 {
			t.Errorf("pages that closed long ago were told %v", told)
		}
	})
}

func member(t *testing.T, w *identitytest.World, name string) (m identity.Member) {
	t.Helper()
	w.System(t, func(tx store.Tx) error { return tx.Select(&m).Where("user_name = ?", name).Scan(t.Context()) })
	return m
}

func kickOthers(t *testing.T, admin *identitytest.Browser) int {
	t.Helper()
	var list struct{ Rows []identity.OnlineUser }
	admin.Call(t, http.MethodGet, "upms/online-user", nil).Into(t, &list)
	var ids []string
	for _, u := range list.Rows {
		if !u.Current {
			ids = append(ids, u.ID)
		}
	}
	var reply identity.EndedReply
	admin.Call(t, http.MethodPost, "upms/online-user/kick", map[string]any{"ids": ids}).Into(t, &reply)
	return reply.Ended
}
