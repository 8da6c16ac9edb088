package identity_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
)

// ticket proves a phone.
func (r *rig) ticket(phone string) string {
	r.t.Helper()
	code := r.code("", phone, 2)
	return must[identity.RecoverReply](r, r.post("upms/user/recovery/verify", "", map[string]any{"phoneNum": phone, "phoneCode": code})).Ticket
}

func (r *rig) reset(ticket, password, again string) answer {
	r.t.Helper()
	return r.post("upms/user/recovery/reset", "", map[string]any{"ticket": ticket, "password": r.secret(password), "confirmPassword": r.secret(again)})
}

// PWD-01: phone, code, password, done; the old password and everything that it opened are gone, also a lock.
func TestARecoverySetsANewPassword(t *testing.T) {
	eachRig(t, func(r *rig) {
		before := r.signIn(anna, password)
		for range 6 {
			r.login(anna, "Wrong-751")
		}
		if a := r.login(anna, password); a.Code != 11015 {
			r.t.Fatalf("six wrong passwords do not lock: %s", a.Raw)
		}
		ticket := r.ticket(anna)
		if a := r.reset(ticket, "Fresh-8642", "Fresh-8642"); a.Status != http.StatusOK {
			r.t.Fatalf("the new password: %s", a.Raw)
		}
		if a := r.get("checklogin", before); a.Code != 11009 {
			r.t.Errorf("the session of before: %s", a.Raw)
		}
		if len(r.ended) != 1 || r.ended[0] != identity.EndedPassword {
			r.t.Errorf("ended were %v", r.ended)
		}
		if a := r.login(anna, password); a.Code != 11015 {
			r.t.Errorf("the old password: %s", a.Raw)
		}
		r.signIn(anna, "Fresh-8642")
		if a := r.reset(ticket, "Again-8642", "Again-8642"); a.Code != 20000 {
			r.t.Errorf("the ticket works twice: %s", a.Raw)
		}
		r.signIn(anna, "Fresh-8642")
	})
}

// A password that the administrator of the machine gives takes the place of the lost one, opens the lock, ends sessions and
// tokens, and has to be changed first. Other people notice nothing.
func TestAGivenPasswordTakesThePlaceOfALostOne(t *testing.T) {
	eachRig(t, func(r *rig) {
		before := r.signIn(anna, password)
		token := must[identity.NewToken](r, r.post("upms/user/token", before, map[string]any{"password": r.secret(password), "name": "report", "scopes": []string{"*"}, "days": 30})).Token
		other := r.signIn(cleo, password)
		for range 6 {
			r.login(anna, "Wrong-751")
		}
		given, err := r.identity.GivePassword(r.t.Context(), anna)
		if err != nil {
			r.t.Fatal(err)
		}
		for held, code := range map[string]int{before: 11009, token: 401} {
			if a := r.get("upms/security/policy", held); a.Code != code {
				r.t.Errorf("of before, instead of %d: %s", code, a.Raw)
			}
		}
		if a := r.login(anna, password); a.Code != 11015 {
			r.t.Errorf("the lost password: %s", a.Raw)
		}
		now := r.signIn(anna, given)
		if a := r.get("upms/user/token", now); a.Code != 307 {
			r.t.Errorf("with the given password: %s", a.Raw)
		}
		if a := r.get("upms/user/token", other); a.Status != http.StatusOK {
			r.t.Errorf("somebody else: %s", a.Raw)
		}
		if _, err := r.identity.GivePassword(r.t.Context(), "13999999999"); !errors.Is(err, store.ErrNotFound) {
			r.t.Errorf("a number that nobody has: %v", err)
		}
	})
}

// Every call that takes a phone number reads it as people write it: full width, with spaces, hyphens or +86.
func TestPhoneNumbersMayBeWrittenAnyWay(t *testing.T) {
	eachRig(t, func(r *rig) {
		wide := strings.Map(func(digit rune) rune { return digit - '0' + '０' }, anna)
		for _, written := range []string{wide, anna[:3] + " " + anna[3:7] + "-" + anna[7:], "+86 " + anna} {
			if a := r.login(written, password); a.Status != http.StatusOK {
				r.t.Errorf("the sign-in as %q: %s", written, a.Raw)
			}
		}
		code := r.code("", anna, 2)
		proven := must[identity.RecoverReply](r, r.post("upms/user/recovery/verify", "", map[string]any{"phoneNum": wide, "phoneCode": code}))
		if a := r.reset(proven.Ticket, "Fresh-8642", "Fresh-8642"); a.Status != http.StatusOK {
			r.t.Errorf("the recovery of %q: %s", wide, a.Raw)
		}
	})
}

// PWD-08, PWD-09: a wrong code, an old one and a phone that nobody has fail with the same words and the note of 5 minutes.
func TestAWrongRecoveryCode(t *testing.T) {
	eachRig(t, func(r *rig) {
		try := func(phone, code string) answer {
			return r.post("upms/user/recovery/verify", "", map[string]any{"phoneNum": phone, "phoneCode": code})
		}
		code := r.code("", anna, 2)
		wrong := "111111"
		if code == wrong {
			wrong = "222222"
		}
		known, unknown := try(anna, wrong), try("13899999999", wrong)
		if known.Raw != unknown.Raw || known.rules() != "phoneCode:verification " || !strings.Contains(known.Raw, "Verification failed") || !strings.Contains(known.Raw, "5 minutes") {
			r.t.Errorf("known: %s, unknown: %s", known.Raw, unknown.Raw)
		}
		for _, row := range []struct{ phone, code, rules string }{
			{anna, "123", "phoneCode:digits "},
			{anna, "1234567", "phoneCode:digits "},
			{anna, "12345x", "phoneCode:digits "},
			{anna, "", "phoneCode:digits "},
			{"x", "123456", "phoneNum:digits "},
			{"", "123456", "phoneNum:digits "},
		} {
			if a := try(row.phone, row.code); a.rules() != row.rules {
				r.t.Errorf("%q with %q: %s", row.phone, row.code, a.Raw)
			}
		}
		r.later(5 * time.Minute)
		if a := try(anna, code); a.Raw != known.Raw {
			r.t.Errorf("after 5 minutes: %s", a.Raw)
		}
	})
}

// The ticket lives 10 minutes, a newer one voids it, and a refused password does not spend it.
func TestTheLifeOfARecoveryTicket(t *testing.T) {
	eachRig(t, func(r *rig) {
		ticket := r.ticket(anna)
		if a := r.reset(ticket, "short", "short"); a.rules() != "password:format " {
			r.t.Errorf("a short password: %s", a.Raw)
		}
		r.later(10*time.Minute - time.Second)
		if a := r.reset(ticket, "Fresh-8642", "Fresh-8642"); a.Status != http.StatusOK {
			r.t.Errorf("after a refusal and 9:59: %s", a.Raw)
		}
		ticket = r.ticket(anna)
		r.later(10 * time.Minute)
		if a := r.reset(ticket, "Fresh-9753", "Fresh-9753"); a.Code != 20000 {
			r.t.Errorf("after 10 minutes: %s", a.Raw)
		}
		old := r.ticket(ben)
		r.later(61 * time.Second)
		fresh := r.ticket(ben)
		if a := r.reset(old, "Fresh-9753", "Fresh-9753"); a.Code != 20000 {
			r.t.Errorf("an older ticket: %s", a.Raw)
		}
		for _, forged := range []string{"", "x", fresh + "x"} {
			if a := r.reset(forged, "Fresh-9753", "Fresh-9753"); a.Code != 20000 {
				r.t.Errorf("a forged ticket: %s", a.Raw)
			}
		}
		if a := r.reset(fresh, "Fresh-9753", "Fresh-9753"); a.Status != http.StatusOK {
			r.t.Errorf("the newest ticket: %s", a.Raw)
		}
		// A code for something else recovers nothing.
		if a := r.post("upms/user/recovery/verify", "", map[string]any{"phoneNum": cleo, "phoneCode": r.code(r.signIn(cleo, password), cleo, 4)}); a.rules() != "phoneCode:verification " {
			r.t.Errorf("a code for switching: %s", a.Raw)
		}
	})
}

// PWD-03, PWD-04, PWD-05, PWD-06, PWD-07, R01, R02: the rule of format wherever a password is set; a leading letter is
// not asked for, and at sign-in nothing is.
func TestTheRulesOfAPassword(t *testing.T) {
	eachRig(t, func(r *rig) {
		ticket := r.ticket(anna)
		for _, row := range []struct{ name, password, again, rules string }{
			{"5 characters", "ab-12", "ab-12", "password:format "},
			{"21 characters", "abcdefghijklmnopq-123", "abcdefghijklmnopq-123", "password:format "},
			{"letters only", "vbnmtyu", "vbnmtyu", "password:format "},
			{"digits only", "94751862", "94751862", "password:format "},
			{"symbols only", "!?%&/()=", "!?%&/()=", "password:format "},
			{"a blank", "vbnm 7519", "vbnm 7519", "password:format "},
			{"a wide blank", "vbnm　7519", "vbnm　7519", "password:format "},
			{"the member name", "anna.2026", "anna.2026", "password:name "},
			{"the member name in capitals", "ANNA.2026", "ANNA.2026", "password:name "},
			{"a common one", "Password123", "Password123", "password:common "},
			{"a common row of keys", "1qaz@WSX", "1qaz@WSX", "password:common "},
			{"another confirmation", "vbnm-7519", "vbnm-7510", "confirmPassword:match "},
			{"nothing", "", "", "password:format "},
		} {
			if a := r.reset(ticket, row.password, row.again); a.rules() != row.rules {
				r.t.Errorf("%s: %s", row.name, a.Raw)
			}
		}
		if a := r.reset(ticket, "vbnm-7519", "vbnm-7510"); !strings.Contains(a.Raw, "Inconsistent input password") {
			r.t.Errorf("the mismatch reads %s", a.Raw)
		}
		if a := r.post("upms/user/recovery/reset", "", map[string]any{"ticket": ticket, "password": "plain-7519", "confirmPassword": "plain-7519"}); a.rules() != "password:encryption " || strings.Contains(a.Raw, "plain") {
			r.t.Errorf("in the clear: %s", a.Raw)
		}
		for i, good := range []string{"7-vbnm", "vbnm75", "19-84-", "abcdefghijklmnopq-12", "模具-7519"} {
			if i > 0 {
				r.later(15 * time.Minute)
				ticket = r.ticket(anna)
			}
			if a := r.reset(ticket, good, good); a.Status != http.StatusOK {
				r.t.Fatalf("%q: %s", good, a.Raw)
			}
			r.signIn(anna, good)
		}
		// A password of older days still signs in, whatever rule it breaks.
		hash, err := identity.HashPassword("old")
		if err != nil {
			r.t.Fatal(err)
		}
		if err := r.db.System(r.t.Context(), "the test writes a password of before", func(tx store.Tx) error {
			_, err := tx.Change((*identity.Account)(nil)).Set("password_hash = ?", hash).Where("phone = ?", ben).Exec(r.t.Context())
			return err
		}); err != nil {
			r.t.Fatal(err)
		}
		r.signIn(ben, "old")
	})
}
