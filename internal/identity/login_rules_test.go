package identity_test

import (
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// An overdue company pauses its sign-ins, but for who was shown the pause already; beyond its grace nobody comes in.
func TestThePauseOfAnOverdueCompany(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		zone, err := time.LoadLocation("Asia/Shanghai")
		if err != nil {
			t.Fatal(err)
		}
		expired := func(daysAgo int) {
			w.System(t, func(tx store.Tx) error {
				_, err := tx.Change((*tenancy.Tenant)(nil)).Set("expire_date = ?", quantity.DateOf(w.Now().AddDate(0, 0, -daysAgo), zone)).Set("hasp_expire_switch = ?", tenancy.Watched).Where("id = ?", w.North.ID).Exec(t.Context())
				return err
			})
		}
		for _, c := range []struct {
			daysAgo, notDelay, judge int
			pause, allow             int
			token                    bool
		}{
			{0, 0, 0, 0, 1, true},
			{1, 0, 0, 10, 1, true},
			{1, 1, 0, 0, 1, true},
			{1, 2, 0, 10, 1, true},
			{15, 0, 0, 10, 1, true},
			{16, 0, 0, 0, 0, false},
			{16, 1, 0, 0, 0, false},
			{1, 0, 1, 10, 1, false},
			{1, 0, 2, 10, 1, true},
			{16, 0, 1, 0, 0, false},
		} {
			expired(c.daysAgo)
			var reply identity.LoginReply
			w.Browser(t).Login(t, annas, identitytest.Password, map[string]any{"notDelay": c.notDelay, "isJudge": c.judge}).Into(t, &reply)
			if reply.LoginDelaySeconds != c.pause || reply.AllowLoginFlag != c.allow || (reply.Token != "") != c.token || reply.UserID == "" || reply.TenantName != "North" || reply.MaxOverdueDays != 15 {
				t.Errorf("%+v: %+v", c, reply)
			}
		}
	})
}

// What is missing or cannot be decrypted is said at its field; what is no phone, and who is nobody, hear what a wrong password hears.
func TestWhatASignInNeeds(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		secret := b.Secret(t, identitytest.Password)
		for _, c := range []struct{ phone, password, want string }{
			{"", "", "phoneNum required, password required"},
			{"", secret, "phoneNum required"},
			{annas, "", "password required"},
			{" ", secret, "phoneNum required"},
			{"12345", secret, "Forbidden"},
			{"1390000000x", secret, "Forbidden"},
			{"13999999999", secret, "Forbidden"},
			{annas, "plain", "password encryption"},
			{"13999999999", "plain", "password encryption"},
			{annas, secret, "OK"},
			{" 139-0000-0001 ", secret, "OK"},
		} {
			a := b.Call(t, "POST", "upms/user/login", map[string]any{"phoneNum": c.phone, "password": c.password})
			if got := brokenFields(t, a); got != c.want {
				t.Errorf("%q: %q, want %q", c.phone, got, c.want)
			}
			if c.want == "Forbidden" && a.Message != "The phone number or the password is wrong, or signing in is locked for a while after wrong attempts" {
				t.Errorf("%q: %s", c.phone, a.Message)
			}
		}
	})
}

// The words that other systems use for Chinese are taken for zh; of any other the language stays.
func TestTheWordsOfALanguage(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		b.SignIn(t, annas)
		for word, want := range map[string]string{"zh": "zh", "en": "en", "cn": "zh", "zh_CN": "zh", "": "", "zh-CN": "", "CN": ""} {
			for _, before := range []string{"en", "zh"} {
				w.System(t, func(tx store.Tx) error {
					_, err := tx.Change((*identity.Account)(nil)).Set("language = ?", before).Where("phone = ?", annas).Exec(t.Context())
					return err
				})
				told, kept := "OK", want
				if want == "" {
					told, kept = "language choice", before
				}
				if got := brokenFields(t, b.Call(t, "POST", "upms/user/changeLanguage", map[string]any{"language": word})); got != told {
					t.Errorf("%q: %q", word, got)
				}
				if reply := w.Browser(t).SignIn(t, annas); reply.Language != kept {
					t.Errorf("%q after %s: %s", word, before, reply.Language)
				}
			}
		}
	})
}

// Before what outlives the session the password is asked for once more, and told at the field that the form has for it.
func TestThePasswordIsAskedForOnceMore(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		who := store.Actor{AccountID: member(t, w, "anna").AccountID}
		for _, c := range []struct{ secret, want string }{
			{"", "secret required"}, {b.Secret(t, "Wrong-751"), "secret wrong"}, {"plain", "secret encryption"}, {b.Secret(t, identitytest.Password), ""},
		} {
			if got := broken(w.Identity.Reprove(t.Context(), who, "secret", c.secret)); got != c.want {
				t.Errorf("%.10q: %q, want %q", c.secret, got, c.want)
			}
		}
		if w.Identity.Reprove(t.Context(), store.Actor{AccountID: store.NewID()}, "secret", b.Secret(t, identitytest.Password)) == nil {
			t.Error("nobody has proved a password")
		}
	})
}
