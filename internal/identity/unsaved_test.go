package identity_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
)

// While nothing can be saved, people and programs go on reading: the note of when they were last here is left out. Saving is
// refused, and works again by itself.
func TestReadingGoesOnWhileNothingCanBeSaved(t *testing.T) {
	eachRig(t, func(r *rig) {
		if r.db.Postgres() {
			r.t.Skip("the test closes the file of SQLite")
		}
		mine := r.signIn(anna, password)
		robot := r.made(mine, "robot")
		again := must[identity.LoginReply](r, r.post("upms/user/login", r.signIn(anna, password), map[string]any{"phoneNum": anna, "password": r.secret(password)})).Token
		r.later(2 * time.Minute) // so that the next call notes the time
		if _, err := r.db.Pool().Exec("PRAGMA query_only = ON"); err != nil {
			r.t.Fatal(err)
		}
		for _, token := range []string{mine, again, robot.Token} {
			for range 2 {
				if a := r.get("upms/online-user", token); a.Status != http.StatusOK {
					r.t.Errorf("reading: %s", a.Raw)
				}
			}
		}
		rename := map[string]any{"email": "anna@example.com"}
		if a := r.post("upms/user/profile", mine, rename); a.Status != http.StatusInsufficientStorage || a.Code != 507 {
			r.t.Errorf("saving: %s", a.Raw)
		}
		if _, err := r.db.Pool().Exec("PRAGMA query_only = OFF"); err != nil {
			r.t.Fatal(err)
		}
		if a := r.post("upms/user/profile", mine, rename); a.Status != http.StatusOK {
			r.t.Errorf("saving afterwards: %s", a.Raw)
		}
	})
}

// Who signs in meanwhile needs a session, which cannot be kept: the answer names the cause in words that the sign-in page
// shows, in the language of the page.
func TestASignInSaysThatNothingCanBeSaved(t *testing.T) {
	eachRig(t, func(r *rig) {
		if r.db.Postgres() {
			r.t.Skip("the test closes the file of SQLite")
		}
		mine := r.signIn(anna, password)
		secret := r.secret(password)
		if _, err := r.db.Pool().Exec("PRAGMA query_only = ON"); err != nil {
			r.t.Fatal(err)
		}
		for lang, want := range map[string]string{"zh": "服务器数据暂时只能查看，无法保存", "en": "The server cannot write its data at the moment"} {
			a := r.post("upms/user/login?lang="+lang, "", map[string]any{"phoneNum": anna, "password": secret})
			if a.Status != http.StatusInsufficientStorage || a.Code != 507 || !strings.Contains(a.Raw, want) {
				r.t.Errorf("signing in, in %s: %d %s", lang, a.Status, a.Raw)
			}
		}
		if a := r.get("upms/online-user", mine); a.Status != http.StatusOK {
			r.t.Errorf("reading: %s", a.Raw)
		}
		if _, err := r.db.Pool().Exec("PRAGMA query_only = OFF"); err != nil {
			r.t.Fatal(err)
		}
		r.signIn(anna, password)
	})
}
