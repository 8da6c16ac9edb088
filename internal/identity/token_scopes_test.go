package identity_test

import (
	"fmt"
	"testing"

	"mouldworks/internal/identity"
)

// A token has 1 to 500 scopes; the same one twice counts once.
func TestHowManyScopesATokenHas(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		scopes := make([]string, 501)
		for i := range scopes {
			scopes[i] = fmt.Sprintf("none.such.%03d", i)
		}
		same := make([]string, 501)
		for i := range same {
			same[i] = "system.security.check"
		}
		for _, c := range []struct {
			what, rules string
			scopes      []string
		}{{"501", "scopes:required ", scopes}, {"500 of nothing", "scopes:subset ", scopes[:500]}, {"one 501 times", "", same}, {"none", "scopes:required ", []string{}}} {
			a := r.post("upms/user/token", mine, map[string]any{"password": r.secret(password), "name": "many", "scopes": c.scopes, "days": 1})
			if a.rules() != c.rules {
				r.t.Errorf("%s: %.300s", c.what, a.Raw)
			}
			if c.rules == "" {
				if made := must[identity.NewToken](r, a); len(made.Scopes) != 1 || made.Scopes[0] != "system.security.check" {
					r.t.Errorf("%s: %q", c.what, made.Scopes)
				}
			}
		}
	})
}
