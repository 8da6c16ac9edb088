package identity_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
)

// A code can be scanned and confirmed in its 120th second, and the browser fetches the sign-in in it; a second later none of
// them can.
func TestACodeLives120Seconds(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		phone := w.Browser(t)
		phone.SignIn(t, annas)
		before := func(scanned, confirmed bool) *qr {
			q := waiting(t, w)
			if scanned {
				q.scan(phone, nil)
			}
			if confirmed {
				q.scan(phone, true)
			}
			return q
		}
		for _, c := range []struct {
			after time.Duration
			in    bool
		}{{120 * time.Second, true}, {121 * time.Second, false}} {
			fresh, shown, agreed := before(false, false), before(true, false), before(true, true)
			w.Wait(c.after)
			if a := fresh.scan(phone, nil); (a.Code == 1) != c.in {
				t.Errorf("scanned after %s: %+v", c.after, a)
			}
			if a := shown.scan(phone, true); (a.Code == 1) != c.in {
				t.Errorf("confirmed after %s: %+v", c.after, a)
			}
			if p := agreed.poll(); (p.Login != nil) != c.in || (p.State == "expired") == c.in {
				t.Errorf("fetched after %s: %+v", c.after, p)
			}
		}
	})
}

// The page of the phone may be opened again before the answer; after it nothing can be said, and a no is a no.
func TestAnAnswerToACodeIsGivenOnce(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		anna, carl := w.Browser(t), w.Browser(t)
		anna.SignIn(t, annas)
		carl.SignIn(t, carls)
		for _, answer := range []bool{true, false} {
			q := waiting(t, w)
			for range 2 {
				if a := q.scan(anna, nil); a.Code != 1 {
					t.Errorf("shown: %+v", a)
				}
			}
			if a := q.scan(carl, nil); a.Message != "Somebody else has scanned this QR code" {
				t.Errorf("shown to another: %+v", a)
			}
			want := map[bool]string{true: "confirmed", false: "refused"}[answer]
			var seen identity.Scan
			if a := q.scan(anna, answer); a.Code != 1 {
				t.Errorf("%v: %+v", answer, a)
			} else if a.Into(t, &seen); seen.State != want {
				t.Errorf("%v: %+v", answer, seen)
			}
			for _, again := range []any{nil, true, false} {
				if a := q.scan(anna, again); a.Message != "This QR code is no longer valid: refresh it on the computer and scan again" {
					t.Errorf("%v after %v: %+v", again, answer, a)
				}
			}
			if p := q.poll(); p.State != want || (p.Login != nil) != answer || p.Name != "" {
				t.Errorf("%v: the browser hears %+v", answer, p)
			}
		}
	})
}

// The browser shows the first character of the name of who has scanned, and at most three stars.
func TestTheNameOfWhoScanned(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		phone := w.Browser(t)
		phone.SignIn(t, annas)
		for name, want := range map[string]string{"安": "安", "安娜": "安*", "Ann": "A**", "Anna": "A***", "Annabel": "A***", "": ""} {
			w.System(t, func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set("real_name = ?", name).Where("user_name = 'anna'").Exec(t.Context())
				return err
			})
			q := waiting(t, w)
			q.scan(phone, nil)
			if p := q.poll(); p.State != "scanned" || p.Name != want {
				t.Errorf("%s: %+v", name, p)
			}
		}
	})
}

// One network gets 60 codes a minute, another its own.
func TestANetworkGets60CodesAMinute(t *testing.T) {
	fromAddresses(t, func(t *testing.T, w *identitytest.World, from func(string) *identitytest.Browser) {
		ask := func(address string) int {
			return from(address).Call(t, http.MethodGet, "upms/user/qrcode", nil).Status
		}
		for i := range 60 {
			if status := ask(fmt.Sprintf("2001:db8:7:7::%x", i+1)); status != 200 {
				t.Fatalf("the code %d: %d", i+1, status)
			}
		}
		if status := ask("2001:db8:7:7::ffff"); status != 429 {
			t.Errorf("one more: %d", status)
		}
		if status := ask("2001:db8:7:8::1"); status != 200 {
			t.Errorf("another network: %d", status)
		}
		w.Wait(59 * time.Second)
		if status := ask("2001:db8:7:7::1"); status != 429 {
			t.Errorf("in the last second of the minute: %d", status)
		}
		w.Wait(time.Second)
		if status := ask("2001:db8:7:7::1"); status != 200 {
			t.Errorf("a minute later: %d", status)
		}
	})
}
