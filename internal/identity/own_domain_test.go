package identity_test

import (
	"net/http"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
)

// SAPI-13, ERR-04: a company with an address of its own signs in there: elsewhere 141011 names it, and no session is made.
func TestACompanySignsInAtItsOwnAddress(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		for _, bad := range []string{"javascript:alert(1)", "http://north.example", "https://north.example/path", "https://user@north.example", "//north.example"} {
			w.System(t, func(tx store.Tx) error {
				if err := w.Identity.SetLoginDomain(t.Context(), tx, w.North.ID, bad); err == nil {
					t.Errorf("%s is taken for an address", bad)
				}
				return nil
			})
		}
		w.System(t, func(tx store.Tx) error {
			return w.Identity.SetLoginDomain(t.Context(), tx, w.North.ID, "https://north.example")
		})
		b := w.Browser(t)
		a := b.Login(t, annas, identitytest.Password, nil)
		var url string
		if a.Into(t, &url); a.Code != 141011 || url != "https://north.example/login" {
			t.Errorf("at everybody's address: %+v", a)
		}
		if in, _ := b.In(t); in {
			t.Error("a session was made elsewhere")
		}
		w.Browser(t).SignIn(t, carls)
		var where identity.LoginDomainReply
		if b.Call(t, http.MethodPost, "sys/loginDomain/getLoginDomain", map[string]any{}).Into(t, &where); where.LoginDomain != "" {
			t.Errorf("everybody's address belongs to %+v", where)
		}
		w.API.Origin = "https://north.example"
		b.SignIn(t, annas)
		if b.Call(t, http.MethodPost, "sys/loginDomain/getLoginDomain", map[string]any{}).Into(t, &where); where.TenantName != "North" {
			t.Errorf("North's address belongs to %+v", where)
		}
	})
}
