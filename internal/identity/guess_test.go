package identity_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// fromAddresses is each with a proxy in front, so that a browser says its address.
func fromAddresses(t *testing.T, fn func(t *testing.T, w *identitytest.World, from func(address string) *identitytest.Browser)) {
	each(t, func(t *testing.T, w *identitytest.World) {
		proxied := httptest.NewServer(api.BehindProxies(w.API.Handler(), []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}))
		t.Cleanup(proxied.Close)
		fn(t, w, func(address string) *identitytest.Browser {
			b := w.Browser(t).At(proxied.URL)
			b.Header = map[string]string{"X-Forwarded-For": address}
			return b
		})
	})
}

// guesses makes wrong guesses at the same moment and counts the answers by their codes.
func guesses(t *testing.T, count int, guess func(i int) identitytest.Answer) map[string]int {
	t.Helper()
	told := map[string]int{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	for i := range count {
		wait.Go(func() {
			a := guess(i)
			word := fmt.Sprint(a.Status)
			if a.Status == http.StatusForbidden {
				word = "judged"
				if strings.Contains(a.Message, "15 minutes") {
					word = "locked"
				}
			}
			mu.Lock()
			defer mu.Unlock()
			told[word]++
		})
	}
	wait.Wait()
	return told
}

// Attack: one account, guessed at from a new address each time. Five are judged, then nobody's guess is, from anywhere.
func TestAnAccountIsLockedWhateverTheAddress(t *testing.T) {
	fromAddresses(t, func(t *testing.T, w *identitytest.World, from func(string) *identitytest.Browser) {
		secret := w.Browser(t).Secret(t, "Wrong-751")
		body := map[string]any{"phoneNum": annas, "password": secret}
		told := guesses(t, 40, func(i int) identitytest.Answer {
			address := fmt.Sprintf("198.51.100.%d", i)
			if i%2 == 1 {
				address = fmt.Sprintf("2001:db8:0:%x::1", i)
			}
			return from(address).Call(t, http.MethodPost, "upms/user/login", body)
		})
		if told["judged"] != 5 || told["locked"] != 35 {
			t.Errorf("of 40 guesses from 40 addresses: %v", told)
		}
		if a := from("203.0.113.77").Login(t, annas, identitytest.Password, nil); a.Code != 11015 || !strings.Contains(a.Message, "15 minutes") {
			t.Errorf("the right password from elsewhere: %+v", a)
		}
		if a := from("203.0.113.77").Login(t, bens, identitytest.Password, nil); a.Code != 1 {
			t.Errorf("another person of the company: %+v", a)
		}
		w.Wait(15 * time.Minute)
		from("203.0.113.78").SignIn(t, annas)
	})
}

// Attack: a list of accounts, guessed at from the addresses of one /64. Thirty are judged in a quarter of an hour, the
// rest hear 429 with the time to wait; another /64 has a count of its own.
func TestGuessesAcrossAccountsFromOneNetwork(t *testing.T) {
	fromAddresses(t, func(t *testing.T, w *identitytest.World, from func(string) *identitytest.Browser) {
		secret := w.Browser(t).Secret(t, "Wrong-751")
		flood := func(network string) map[string]int {
			told := map[string]int{}
			for range 4 { // 50 fit into the queue at the same moment
				for word, n := range guesses(t, 50, func(i int) identitytest.Answer {
					return from(fmt.Sprintf("%s::%x", network, i+1)).Call(t, http.MethodPost, "upms/user/login", map[string]any{"phoneNum": fmt.Sprint(13700000000 + i), "password": secret})
				}) {
					told[word] += n
				}
			}
			return told
		}
		if told := flood("2001:db8:7:7"); told["judged"] != 30 || told["429"] != 170 {
			t.Errorf("of 200 guesses from one /64: %v", told)
		}
		if a := from("2001:db8:7:7::ffff").Login(t, bens, identitytest.Password, nil); a.Status != http.StatusTooManyRequests || !strings.Contains(a.Message, "15 minutes") {
			t.Errorf("the right password of a stranger to this network: %+v", a)
		}
		from("2001:db8:7:8::1").SignIn(t, bens)
		w.Wait(15 * time.Minute)
		from("2001:db8:7:7::1").SignIn(t, bens)
	})
}

// A right password counts for nothing: an office that signs in behind one address is not taken for a flood. And what
// strangers guess, at the account or from its network, locks nobody out of a browser that the account has signed in with;
// there, too, five are judged.
func TestACompanyIsNeverLockedAsAWhole(t *testing.T) {
	fromAddresses(t, func(t *testing.T, w *identitytest.World, from func(string) *identitytest.Browser) {
		own := from("203.0.113.5")
		own.SignIn(t, annas)
		for range 40 {
			from("203.0.113.5").SignIn(t, bens)
		}
		secret := own.Secret(t, "Wrong-751")
		for i := range 40 {
			from("203.0.113.5").Call(t, http.MethodPost, "upms/user/login", map[string]any{"phoneNum": fmt.Sprint(13700000000 + i), "password": secret})
		}
		if a := from("203.0.113.5").Login(t, annas, identitytest.Password, nil); a.Status != http.StatusTooManyRequests {
			t.Errorf("a browser that nobody knows: %+v", a)
		}
		for range 6 {
			from("198.51.100.1").Login(t, annas, "Wrong-751", nil)
		}
		own.Token = ""
		if a := own.Login(t, annas, identitytest.Password, nil); a.Code != 1 {
			t.Fatalf("the person's own browser: %+v", a)
		}
		if a := own.Login(t, bens, identitytest.Password, nil); a.Status != http.StatusTooManyRequests {
			t.Errorf("another account in that browser: %+v", a)
		}
		told := guesses(t, 12, func(int) identitytest.Answer {
			return own.Call(t, http.MethodPost, "upms/user/login", map[string]any{"phoneNum": annas, "password": secret})
		})
		if told["judged"] != 5 || told["locked"] != 7 {
			t.Errorf("guesses in that browser: %v", told)
		}
	})
}

// Attack: 200 sign-ins at the same moment. However many come, at most four passwords are hashed at a time (76 MiB), a
// short queue waits, and the rest are told at once when to come again; a refusal counts as no guess.
func TestAFloodOfSignInsHasABound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		most, restore := identity.WatchHashing()
		t.Cleanup(restore)
		w := identitytest.New(t, db, nil)
		w.Person(t, w.North, annas, "anna")
		secret := w.Browser(t).Secret(t, identitytest.Password)
		told := guesses(t, 200, func(int) identitytest.Answer {
			return w.Browser(t).Call(t, http.MethodPost, "upms/user/login", map[string]any{"phoneNum": annas, "password": secret})
		})
		if most() < 1 || most() > 4 {
			t.Errorf("%d hashes at a time", most())
		}
		if told["200"] < 5 || told["200"]+told["429"] != 200 {
			t.Errorf("200 sign-ins were answered %v", told)
		}
		w.Browser(t).SignIn(t, annas)
	})
}

// An attempt that is refused with 429 is not judged, and stands in the log of the companies all the same: once a minute and
// account, so that a flood is seen and fills no log.
func TestAttemptsRefusedWith429AreLoggedOnceAMinute(t *testing.T) {
	fromAddresses(t, func(t *testing.T, w *identitytest.World, from func(string) *identitytest.Browser) {
		const address = "198.51.100.9"
		secret := from(address).Secret(t, "Wrong-751")
		for i := range 30 { // the network's measure is full
			from(address).Call(t, http.MethodPost, "upms/user/login", map[string]any{"phoneNum": fmt.Sprint(13700000000 + i), "password": secret})
		}
		refused := func(phone string) {
			if a := from(address).Call(t, http.MethodPost, "upms/user/login", map[string]any{"phoneNum": phone, "password": secret}); a.Status != http.StatusTooManyRequests {
				t.Fatalf("%s: %+v", phone, a)
			}
			w.Identity.Wait() // it is written behind the answer
		}
		for _, phone := range []string{annas, annas, bens, annas, "13799999999"} {
			refused(phone)
		}
		w.Wait(59 * time.Second)
		refused(annas)
		w.Wait(time.Second)
		refused(annas)
		refused(annas)
		var rows []identity.SignInRecord
		w.System(t, func(tx store.Tx) error { return tx.Select(&rows).Order("at", "id").Scan(t.Context()) })
		told := ""
		for _, r := range rows {
			told += fmt.Sprintf("%s%d from %s ", r.RealName, r.Outcome, r.Address)
		}
		if want := "anna6 from 198.51.100.9 ben6 from 198.51.100.9 anna6 from 198.51.100.9 "; told != want {
			t.Errorf("the log holds %s", told)
		}
	})
}
