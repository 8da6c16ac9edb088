package identity_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
)

// Attack: many wrong passwords at the same moment. Five are judged, the others find the lock.
func TestGuessesAtOnceAreCounted(t *testing.T) {
	eachRig(t, func(r *rig) {
		secret, mine := r.secret("Wrong-751"), r.signIn(anna, password)
		atOnce := func(guess func() answer) map[string]int {
			answers := map[string]int{}
			var mu sync.Mutex
			var wait sync.WaitGroup
			for range 24 {
				wait.Go(func() {
					a := guess()
					mu.Lock()
					defer mu.Unlock()
					answers[a.Message]++
				})
			}
			wait.Wait()
			return answers
		}
		for _, phone := range []string{ben, "13899999999"} {
			told := atOnce(func() answer {
				return r.post("upms/user/login", "", map[string]any{"phoneNum": phone, "password": secret})
			})
			judged, locked := 0, 0
			for message, n := range told {
				if strings.Contains(message, "15 minutes") {
					locked += n
				} else {
					judged += n
				}
			}
			if judged != 5 || locked != 19 {
				r.t.Errorf("%s: of 24 guesses %d were judged: %v", phone, judged, told)
			}
		}
		told := atOnce(func() answer {
			return r.post("upms/user/password", mine, map[string]any{"oldPassword": secret, "password": secret, "confirmPassword": secret})
		})
		if n := told["Too many wrong passwords, please try again in 15 minutes"]; n != 19 {
			r.t.Errorf("with a stolen session: %v", told)
		}
	})
}

// Attack: whether a phone is known cannot be read from the answers, also where a company of its person locks earlier
// and for longer than the platform does.
func TestAStrictCompanyDoesNotTellItsPhones(t *testing.T) {
	eachRig(t, func(r *rig) {
		must[any](r, r.post("upms/security/policy", r.signIn(anna, password), map[string]any{"version": 0, "minLength": 6, "maxFailures": 3, "lockMinutes": 60}))
		for _, step := range []struct {
			wait  time.Duration
			tries int
		}{{0, 7}, {14 * time.Minute, 1}, {time.Minute, 2}, {14 * time.Minute, 5}, {15 * time.Minute, 1}, {20 * time.Minute, 4}} {
			r.later(step.wait)
			for i := range step.tries {
				known, unknown := r.login(ben, "Wrong-751"), r.login("13899999999", "Wrong-751")
				if known.Raw != unknown.Raw || known.Status != unknown.Status {
					r.t.Errorf("%v, try %d: a known phone answers %s, an unknown one %s", step, i+1, known.Raw, unknown.Raw)
				}
			}
		}
	})
}

// The lock of a company is not lengthened by trying, and does not end early because the platform's count begins anew.
func TestTheLockOfACompanyLastsAsLongAsItSays(t *testing.T) {
	eachRig(t, func(r *rig) {
		must[any](r, r.post("upms/security/policy", r.signIn(anna, password), map[string]any{"version": 0, "minLength": 6, "maxFailures": 3, "lockMinutes": 60}))
		for range 3 {
			r.login(ben, "Wrong-751")
		}
		for range 3 {
			r.later(19 * time.Minute)
			if a := r.login(ben, password); a.Code != 11015 || strings.Contains(a.Message, "15 minutes") {
				r.t.Errorf("at %s: %s", r.clock(), a.Raw)
			}
		}
		r.later(3 * time.Minute)
		r.signIn(ben, password)
	})
}

// Attack: what is no phone number becomes no row, whatever its length, and learns nothing.
func TestSigningInByWhatIsNoPhoneLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		known := b.Login(t, annas, "Wrong-751", nil)
		for _, phone := range []string{strings.Repeat("1", 16), strings.Repeat("x", 900_000), "+4413900000001", "%"} {
			if a := b.Login(t, phone, identitytest.Password, nil); a.Code != known.Code || a.Message != known.Message || a.Status != http.StatusForbidden {
				t.Errorf("%.20q: %+v", phone, a)
			}
		}
		var rows int
		w.System(t, func(tx store.Tx) (err error) {
			rows, err = tx.Select((*identity.LoginFailure)(nil)).Count(t.Context())
			return err
		})
		if rows != 1 {
			t.Errorf("%d rows count failures", rows)
		}
	})
}
