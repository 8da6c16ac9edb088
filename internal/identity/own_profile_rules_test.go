package identity_test

import (
	"testing"

	"mouldworks/internal/identity"
)

// Saving answers what is kept; what is left out stays, and nothing at all changes nothing.
func TestSavingOnesInformationAnswersIt(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		save := func(body map[string]any) identity.OwnProfile {
			return must[identity.OwnProfile](r, r.post("upms/user/profile", mine, body))
		}
		if p := save(map[string]any{"email": " anna@example.com "}); p.Email != "anna@example.com" || p.HeadImg != "" || p.UserName != "anna.2026" {
			r.t.Errorf("an address: %+v", p)
		}
		head := save(map[string]any{"headImg": picture(r.t, "image/png", 10, 10)})
		if head.Email != "anna@example.com" || head.HeadImg == "" {
			r.t.Errorf("a picture: %+v", head)
		}
		if p := save(map[string]any{}); p.Email != "anna@example.com" || p.HeadImg != head.HeadImg || p.RealName != "Anna" {
			r.t.Errorf("nothing: %+v", p)
		}
		if a := r.post("upms/user/profile", mine, map[string]any{"email": "eve", "headImg": "x"}); a.rules() != "email:format headImg:format " {
			r.t.Errorf("both wrong: %s", a.Raw)
		}
		if a := r.post("upms/user/profile", mine, map[string]any{"email": "eve@example.com", "headImg": "x"}); a.rules() != "headImg:format " {
			r.t.Errorf("one wrong: %s", a.Raw)
		}
		if p := save(map[string]any{"headImg": ""}); p.Email != "anna@example.com" || p.HeadImg != "" {
			r.t.Errorf("the picture gone: %+v", p)
		}
	})
}
