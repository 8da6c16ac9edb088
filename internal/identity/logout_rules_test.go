package identity_test

import (
	"net/http"
	"testing"
	"time"

	"mouldworks/internal/identity/identitytest"
)

// Signing out ends the long token that comes along, with all that it has opened, also when the session has run out or does not
// come along; what nobody carries goes on.
func TestSigningOutEndsWhatTheLongTokenHasOpened(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		for what, change := range map[string]func(b *identitytest.Browser){
			"both come along":             func(*identitytest.Browser) {},
			"without the session":         func(b *identitytest.Browser) { b.Token = "" },
			"with a session that is none": func(b *identitytest.Browser) { b.Token = "x" },
			"with a session that ran out": func(*identitytest.Browser) { w.Wait(5 * time.Hour) },
		} {
			b, other := w.Browser(t), w.Browser(t)
			b.SignIn(t, annas)
			change(b)
			other.SignIn(t, annas)
			sibling := renewed(t, w, b)
			sibling.Long = ""
			if a := b.Call(t, http.MethodPost, "logout", map[string]any{}); a.Code != 1 || string(a.Data) != `{"next":""}` {
				t.Errorf("%s: %+v", what, a)
			}
			if in, code := sibling.In(t); in || code != 401 {
				t.Errorf("%s: what it has opened answers %d", what, code)
			}
			b.Token = ""
			if a := b.Call(t, http.MethodPost, "getTokenService", nil); a.Status != http.StatusUnauthorized {
				t.Errorf("%s: it renews: %+v", what, a)
			}
			if in, code := other.In(t); !in {
				t.Errorf("%s: another sign-in answers %d", what, code)
			}
			if a := b.Call(t, http.MethodPost, "logout", map[string]any{}); a.Code != 1 {
				t.Errorf("%s: once more: %+v", what, a)
			}
		}
	})
}
