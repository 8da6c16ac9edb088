package identity_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

func (r *rig) change(token, old, fresh, again string) answer {
	r.t.Helper()
	return r.post("upms/user/password", token, map[string]any{"oldPassword": r.secret(old), "password": r.secret(fresh), "confirmPassword": r.secret(again)})
}

// PWD-02: with the current password, and the session that does it goes on while every other ends.
func TestChangingOnesPassword(t *testing.T) {
	eachRig(t, func(r *rig) {
		came, other := must[identity.LoginReply](r, r.login(anna, password)), r.signIn(anna, password)
		mine := came.Token
		for _, row := range []struct{ name, old, fresh, again, rules string }{
			{"a wrong current password", "Wrong-751", "Fresh-8642", "Fresh-8642", "oldPassword:wrong "},
			{"the same again", password, password, password, "password:same "},
			{"too simple", password, "abcdef", "abcdef", "password:format "},
			{"another confirmation", password, "Fresh-8642", "Fresh-8641", "confirmPassword:match "},
			{"the member name", password, "anna.2026", "anna.2026", "password:name "},
		} {
			if a := r.change(mine, row.old, row.fresh, row.again); a.rules() != row.rules {
				r.t.Errorf("%s: %s", row.name, a.Raw)
			}
		}
		must[any](r, r.change(mine, password, "Fresh-8642", "Fresh-8642"))
		if a := r.get("checklogin", mine); a.Status != http.StatusOK {
			r.t.Errorf("my own session: %s", a.Raw)
		}
		renews := func(long string) answer {
			q := r.request(http.MethodPost, "getTokenService", "", nil)
			q.Header.Set("Blade-Auth", "bearer "+long)
			return r.send(q)
		}
		if a := renews(came.LongToken); a.Code != 1 {
			r.t.Errorf("the long token that my session came with: %s", a.Raw)
		}
		stranger := must[identity.LoginReply](r, r.login(anna, "Fresh-8642"))
		q := r.request(http.MethodPost, "upms/user/password", mine, map[string]any{"oldPassword": r.secret("Fresh-8642"), "password": r.secret("Fresher-8642"), "confirmPassword": r.secret("Fresher-8642")})
		q.Header.Set("Blade-Auth", "bearer "+stranger.LongToken)
		must[any](r, r.send(q))
		if a := renews(stranger.LongToken); a.Code != 11009 {
			r.t.Errorf("the long token of another session, sent along: %s", a.Raw)
		}
		if a := renews(came.LongToken); a.Code != 1 {
			r.t.Errorf("the long token of the session that changes: %s", a.Raw)
		}
		if a := r.get("checklogin", other); a.Code != 11009 {
			r.t.Errorf("the other session: %s", a.Raw)
		}
		if a := r.login(anna, password); a.Code != 11015 {
			r.t.Errorf("the old password: %s", a.Raw)
		}
		r.signIn(anna, "Fresher-8642")
	})
}

// A new password is kept only together with the end of what the old one has opened.
func TestANewPasswordIsNotKeptHalf(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine, other := r.signIn(anna, password), r.signIn(anna, password)
		ticket := r.ticket(anna)
		r.broken = errors.New("the provider's rows cannot be written")
		if a := r.change(mine, password, "Fresh-8642", "Fresh-8642"); a.Status != http.StatusInternalServerError {
			r.t.Errorf("the change: %s", a.Raw)
		}
		if a := r.reset(ticket, "Fresh-8642", "Fresh-8642"); a.Status != http.StatusInternalServerError {
			r.t.Errorf("the recovery: %s", a.Raw)
		}
		if a := r.login(anna, "Fresh-8642"); a.Code != 11015 {
			r.t.Errorf("the password was changed while the sessions of the old one live: %s", a.Raw)
		}
		if a := r.get("checklogin", other); a.Status != http.StatusOK || len(r.ended) > 0 {
			r.t.Errorf("a session ended for nothing: %s, told were %v", a.Raw, r.ended)
		}
		r.broken = nil
		must[any](r, r.reset(ticket, "Fresh-8642", "Fresh-8642")) // the ticket was not spent either
		if a := r.get("checklogin", mine); a.Code != 11009 {
			r.t.Errorf("after the recovery: %s", a.Raw)
		}
	})
}

// A stolen session gets five guesses at the password, counted with those of signing in, and says when there are more.
func TestGuessingTheCurrentPasswordLocks(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		for range 5 {
			r.change(mine, "Wrong-751", "Fresh-8642", "Fresh-8642")
		}
		if a := r.change(mine, password, "Fresh-8642", "Fresh-8642"); a.Status != http.StatusTooManyRequests || !strings.Contains(a.Message, "15") {
			r.t.Errorf("after five guesses: %s", a.Raw)
		}
		if a := r.post("upms/user/phone", mine, map[string]any{"phoneNum": "13900000009", "phoneCode": "123456", "password": r.secret(password)}); a.Status != http.StatusTooManyRequests {
			r.t.Errorf("the phone after five guesses: %s", a.Raw)
		}
		r.later(15 * time.Minute)
		must[any](r, r.change(mine, password, "Fresh-8642", "Fresh-8642"))
	})
}

// The phone changes by a code to the new number and the password; a taken number is told to its holder alone.
func TestChangingOnesPhone(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		change := func(phone, code, password string) answer {
			return r.post("upms/user/phone", mine, map[string]any{"phoneNum": phone, "phoneCode": code, "password": r.secret(password)})
		}
		const fresh = "13900000009"
		code := r.code(mine, fresh, 3)
		for _, row := range []struct{ name, phone, code, password, rules string }{
			{"my own number", anna, code, password, "phoneNum:same "},
			{"no number and no code", "abc", "", password, "phoneNum:digits phoneCode:digits "},
			{"a wrong password", fresh, code, "Wrong-751", "password:wrong "},
			{"a code for another number", "13900000010", code, password, "phoneCode:verification "},
		} {
			if a := change(row.phone, row.code, row.password); a.rules() != row.rules {
				r.t.Errorf("%s: %s", row.name, a.Raw)
			}
		}
		if a := must[identity.PhoneReply](r, change(fresh, code, password)); a.PhoneNum != "139******09" {
			r.t.Errorf("the reply shows %q", a.PhoneNum)
		}
		if a := r.login(anna, password); a.Code != 11015 {
			r.t.Errorf("the old number signs in: %s", a.Raw)
		}
		r.signIn(fresh, password)
		// A number of somebody else can be proven by its holder only, and stays theirs.
		if a := change(ben, r.code(mine, ben, 3), password); a.rules() != "phoneNum:taken " {
			r.t.Errorf("a taken number: %s", a.Raw)
		}
		r.signIn(ben, password)
	})
}

func picture(t *testing.T, kind string, width, height int) string {
	t.Helper()
	var b bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, width, height))
	err := png.Encode(&b, img)
	if kind == "image/jpeg" {
		b.Reset()
		err = jpeg.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// A membership without an end lasts no longer than the company's licence, which is told beside it, also when it is over.
func TestOnesInformationTellsTheEndOfTheCompany(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		if p := must[identity.OwnProfile](r, r.get("upms/user/profile", mine)); p.ExpireDate != "2099-12-31" || p.CompanyEnds != "" || p.CompanyOver {
			r.t.Errorf("without an end: %+v", p)
		}
		for days, over := range map[int]bool{3: false, -3: true} {
			ends := quantity.DateOf(time.Now().AddDate(0, 0, days), time.UTC)
			if err := r.db.System(r.t.Context(), "the test sets the end of a licence", func(tx store.Tx) error {
				_, err := tx.Change((*tenancy.Tenant)(nil)).Set("expire_date = ?", ends).Set("hasp_expire_switch = ?", tenancy.Watched).Set("max_overdue_days = ?", 15).Where("id = ?", r.first.ID).Exec(r.t.Context())
				return err
			}); err != nil {
				r.t.Fatal(err)
			}
			if p := must[identity.OwnProfile](r, r.get("upms/user/profile", mine)); p.CompanyEnds != string(ends) || p.CompanyOver != over {
				r.t.Errorf("%d days on: %+v", days, p)
			}
		}
	})
}

// HOME-03, HOME-04: a person reads and changes oneself. Email and picture have their limits, nobody else's account can
// be named, and also an administrator's or a personal user's email changes by its owner alone.
func TestOnesPersonalInformation(t *testing.T) {
	eachRig(t, func(r *rig) {
		if err := r.db.System(r.t.Context(), "the test makes the second tenant a personal one", func(tx store.Tx) error {
			_, err := tx.Change((*tenancy.Tenant)(nil)).Set("tenant_type = ?", tenancy.Personal).Where("id = ?", r.first.ID).Exec(r.t.Context())
			return err
		}); err != nil {
			r.t.Fatal(err)
		}
		mine, bens := r.signIn(anna, password), r.signIn(ben, password)
		p := must[identity.OwnProfile](r, r.get("upms/user/profile", mine))
		var animation bytes.Buffer
		if err := gif.Encode(&animation, image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black, color.White}), nil); err != nil {
			r.t.Fatal(err)
		}
		if p.RealName != "Anna" || p.UserName != "anna.2026" || p.PhoneNum != "138******01" || p.TenantName != "First" || p.FactoryName != "First 1" || strings.Join(p.Roles, ",") != "Administrator" || p.MinPassword != 6 || p.TenantType != 1 {
			r.t.Errorf("the profile is %+v", p)
		}
		for _, row := range []struct{ field, value, rules string }{
			{"email", "anna@example.com", ""},
			{"email", " anna@example.com ", ""},
			{"email", "", ""},
			{"email", "anna", "email:format "},
			{"email", "anna@example", "email:format "},
			{"email", "Anna <anna@example.com>", "email:format "},
			{"email", "a@b.c, d@e.f", "email:format "},
			{"email", "anna@example.com\r\nBcc: x@example.com", "email:format "},
			{"email", strings.Repeat("a", 40) + "@mould.com", ""},
			{"email", strings.Repeat("a", 41) + "@mould.com", "email:maxLength "},
			{"headImg", picture(r.t, "image/png", 256, 256), ""},
			{"headImg", picture(r.t, "image/jpeg", 96, 96), ""},
			{"headImg", "", ""},
			{"headImg", strings.Replace(picture(r.t, "image/jpeg", 96, 96), "image/jpeg", "image/png", 1), "headImg:format "},
			{"headImg", "data:image/png;base64," + base64.StdEncoding.EncodeToString(animation.Bytes()), "headImg:format "},
			{"headImg", picture(r.t, "image/png", 257, 10), "headImg:format "},
			{"headImg", "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte("<svg/>")), "headImg:format "},
			{"headImg", "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("no picture")), "headImg:format "},
			{"headImg", "https://example.com/a.png", "headImg:format "},
			{"headImg", "javascript:alert(1)", "headImg:format "},
			{"headImg", "data:image/png;base64," + strings.Repeat("A", 100_000), "headImg:format "},
		} {
			if a := r.post("upms/user/profile", mine, map[string]any{row.field: row.value}); a.rules() != row.rules {
				r.t.Errorf("%s %.60q: %.200s", row.field, row.value, a.Raw)
			}
		}
		must[any](r, r.post("upms/user/profile", mine, map[string]any{"email": "anna@example.com", "headImg": picture(r.t, "image/png", 10, 10)}))
		// What is left out stays; what names somebody else is refused.
		if a := r.post("upms/user/profile", bens, map[string]any{"email": "eve@example.com", "userId": p.UserID, "accountId": p.UserID}); a.rules() != "accountId:unknown userId:unknown " {
			r.t.Errorf("somebody else's: %.200s", a.Raw)
		}
		must[any](r, r.post("upms/user/profile", bens, map[string]any{"email": "ben@example.com"}))
		p = must[identity.OwnProfile](r, r.get("upms/user/profile", mine))
		if p.Email != "anna@example.com" || !strings.HasPrefix(p.HeadImg, "data:image/jpeg;base64,") {
			r.t.Errorf("anna's email is %q, her picture %.30q", p.Email, p.HeadImg)
		}
		if b := must[identity.OwnProfile](r, r.get("upms/user/profile", bens)); b.Email != "ben@example.com" || b.HeadImg != "" {
			r.t.Errorf("ben's email is %q", b.Email)
		}
		if a := r.get("upms/user/profile", ""); a.Status != http.StatusUnauthorized {
			r.t.Errorf("nobody reads %s", a.Raw)
		}
	})
}

// A company may ask for longer passwords and lock earlier and longer, within bounds; the strictest of a person's
// companies binds, and the early lock does not tell that the phone is known.
func TestThePolicyOfACompany(t *testing.T) {
	eachRig(t, func(r *rig) {
		admin, viewer, far := r.signIn(anna, password), r.signIn(ben, password), r.signIn(cleo, password)
		if p := must[identity.PolicyView](r, r.get("upms/security/policy", admin)); p != (identity.PolicyView{MinLength: 6, MaxFailures: 5, LockMinutes: 15}) {
			r.t.Errorf("the standard is %+v", p)
		}
		save := func(token string, version, length, failures, minutes int) answer {
			return r.post("upms/security/policy", token, map[string]any{"version": version, "minLength": length, "maxFailures": failures, "lockMinutes": minutes})
		}
		if a := save(admin, 0, 5, 6, 14); a.rules() != "minLength:range maxFailures:range lockMinutes:range " {
			r.t.Errorf("looser: %s", a.Raw)
		}
		if a := save(admin, 0, 21, 2, 1441); a.rules() != "minLength:range maxFailures:range lockMinutes:range " {
			r.t.Errorf("beyond: %s", a.Raw)
		}
		if a := save(viewer, 0, 10, 3, 60); a.Status != http.StatusForbidden {
			r.t.Errorf("a viewer: %s", a.Raw)
		}
		must[any](r, save(admin, 0, 10, 3, 60))
		if a := save(admin, 0, 8, 5, 15); a.Code != 20009 || !strings.Contains(string(a.Raw), `"minLength":10`) || strings.Contains(string(a.Raw), `"changedBy":""`) {
			r.t.Errorf("a stale version: %s", a.Raw)
		}
		if a := r.change(admin, password, "Nine-7519", "Nine-7519"); a.rules() != "password:minLength " {
			r.t.Errorf("nine characters: %s", a.Raw)
		}
		must[any](r, r.change(admin, password, "Ten-975319", "Ten-975319"))
		// Cleo's session is in whichever company; both bind.
		if a := r.change(far, password, "Nine-7519", "Nine-7519"); a.rules() != "password:minLength " {
			r.t.Errorf("a member of two: %s", a.Raw)
		}
		unknown := r.login("13899999999", "Wrong-751").Message
		for range 3 {
			r.login(ben, "Wrong-751")
		}
		if a := r.login(ben, password); a.Code != 11015 || a.Message != unknown {
			r.t.Errorf("locked after three: %s, an unknown phone reads %q", a.Raw, unknown)
		}
		r.later(59 * time.Minute)
		if a := r.login(ben, password); a.Code != 11015 {
			r.t.Errorf("after 59 minutes: %s", a.Raw)
		}
		r.later(time.Minute)
		r.signIn(ben, password)
		must[any](r, save(admin, 1, 6, 5, 15))
		for range 3 {
			r.login(ben, "Wrong-751")
		}
		r.signIn(ben, password)
	})
}
