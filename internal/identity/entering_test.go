package identity_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// asks makes a company ask for a proof by SMS on entering.
func (r *rig) asks(t *tenancy.Tenant) {
	r.t.Helper()
	r.asking(t, true)
}

// asking says whether a company asks for a proof by SMS on entering.
func (r *rig) asking(t *tenancy.Tenant, asks bool) {
	r.t.Helper()
	if err := r.db.System(r.t.Context(), "the operator has a company ask for it, or not", func(tx store.Tx) error {
		_, err := tx.Change((*tenancy.Tenant)(nil)).Set("verify_switch = ?", asks).Where("id = ?", t.ID).Exec(r.t.Context())
		return err
	}); err != nil {
		r.t.Fatal(err)
	}
}

// renewed is the session that a long token makes after the one of before.
func (r *rig) renewed(long, before string) string {
	r.t.Helper()
	q := r.request(http.MethodPost, "getTokenService", before, nil)
	q.Header.Set("Blade-Auth", "bearer "+long)
	return must[identity.LoginReply](r, r.send(q)).Token
}

// TENANT-16, ERR-08: who signs in to a company that asks for a proof is not in it before the code is right: nothing of it is
// read, written or pushed, whatever the browser says of itself. The proof holds for eight hours, in the sessions that renew
// this one too; then entering asks again.
func TestEnteringByPasswordAsksForACode(t *testing.T) {
	eachRig(t, func(r *rig) {
		r.asks(r.first)
		reply := must[identity.LoginReply](r, r.login(anna, password))
		outside := func(token, when string) {
			r.t.Helper()
			for _, path := range []string{"upms/user/profile", "upms/security/policy", "upms/online-user", "upms/user/token", "upms/user/session"} {
				a := r.get(path, token)
				if a.Code != 800024 || a.Status != http.StatusForbidden || string(a.Data) != `{"param":["138******01"],"tenantId":"`+r.first.ID+`","factoryId":"`+r.factory.ID+`"}` {
					r.t.Errorf("%s, %s: %s", when, path, a.Raw)
				}
			}
			for _, recognise := range []func() error{
				func() error { _, _, err := r.identity.AuthenticateSession(r.t.Context(), token); return err },
				func() error { _, _, err := r.identity.LookSession(r.t.Context(), token); return err },
			} {
				if recognise() == nil {
					r.t.Errorf("%s the pushes of the company are heard", when)
				}
			}
		}
		inside := func(token, when string) {
			r.t.Helper()
			if a := r.get("upms/online-user", token); a.Status != http.StatusOK {
				r.t.Errorf("%s: %s", when, a.Raw)
			}
			if _, _, err := r.identity.AuthenticateSession(r.t.Context(), token); err != nil {
				r.t.Errorf("%s the pushes are not heard: %v", when, err)
			}
		}
		outside(reply.Token, "after the password")
		if a := r.get("checklogin", reply.Token); a.Status != http.StatusOK {
			r.t.Errorf("who it is: %s", a.Raw)
		}
		place := map[string]any{"tenantId": r.first.ID, "factoryId": r.factory.ID, "verifiedViaSMS": 1}
		if a := r.post("switchTenant", reply.Token, place); a.Code != 800024 {
			r.t.Errorf("the browser's own word: %s", a.Raw)
		}
		outside(r.renewed(reply.LongToken, reply.Token), "after a renewal without a code")
		place["phoneCode"] = "000000"
		if a := r.post("switchTenant", reply.Token, place); a.rules() != "phoneCode:verification " {
			r.t.Errorf("a wrong code: %s", a.Raw)
		}
		outside(reply.Token, "after a wrong code")
		place["phoneCode"] = r.code(reply.Token, anna, 4)
		must[identity.SwitchReply](r, r.post("switchTenant", reply.Token, place))
		inside(reply.Token, "after the right code")
		if check := must[identity.CheckReply](r, r.get("checklogin", reply.Token)); check.TenantID != r.first.ID || check.FactoryID != r.factory.ID {
			r.t.Errorf("it stands in %+v", check)
		}

		r.later(5 * time.Hour) // the session has run idle
		second := r.renewed(reply.LongToken, reply.Token)
		inside(second, "five hours later")
		r.later(2*time.Hour + 59*time.Minute)
		third := r.renewed(reply.LongToken, second)
		inside(third, "a minute before the end")
		r.later(2 * time.Minute)
		inside(third, "who is in stays in")
		outside(r.renewed(reply.LongToken, third), "a minute after the end")
		outside(must[identity.LoginReply](r, r.login(anna, password)).Token, "signing in anew")
	})
}

// Who owes the proof may work in another company instead, and is asked there when that one asks; the first company is not
// open by it. One proof serves for both.
func TestAnotherCompanyInstead(t *testing.T) {
	eachRig(t, func(r *rig) {
		r.asks(r.first)
		mine := r.signIn(cleo, password)
		to := func(t *tenancy.Tenant) map[string]any { return map[string]any{"tenantId": t.ID} }
		must[[]identity.TenantInfo](r, r.post("upms/user/getGlobalUserOfTenantInfo.do", mine, map[string]any{}))
		must[identity.SwitchReply](r, r.post("switchTenant", mine, to(r.second)))
		if a := r.get("upms/online-user", mine); a.Status != http.StatusOK {
			r.t.Errorf("in the other company: %s", a.Raw)
		}
		if a := r.post("switchTenant", mine, to(r.first)); a.Code != 800024 {
			r.t.Errorf("and back: %s", a.Raw)
		}
		r.asks(r.second)
		if a := r.get("upms/online-user", mine); a.Status != http.StatusOK {
			r.t.Errorf("who is in when the company begins to ask: %s", a.Raw)
		}
		back := to(r.first)
		back["phoneCode"] = r.code(mine, cleo, 4)
		must[identity.SwitchReply](r, r.post("switchTenant", mine, back))
		must[identity.SwitchReply](r, r.post("switchTenant", mine, to(r.second)))
	})
}

// A company that asks no more lets in who still owed the proof, and what else they owe comes next; who is in stays in when it asks
// again.
func TestNobodyOwesAProofThatIsNotAskedForAnyMore(t *testing.T) {
	eachRig(t, func(r *rig) {
		r.asks(r.first)
		mine, waiting := r.signIn(anna, password), r.signIn(anna, password)
		r.asking(r.first, false)
		if a := r.get("upms/online-user", mine); a.Status != http.StatusOK {
			r.t.Errorf("by a call: %s", a.Raw)
		}
		if _, _, err := r.identity.LookSession(r.t.Context(), waiting); err != nil {
			r.t.Errorf("by the line of pushes: %v", err)
		}
		r.asks(r.first)
		for _, token := range []string{mine, waiting} {
			if a := r.get("upms/online-user", token); a.Status != http.StatusOK {
				r.t.Errorf("who is in when the company asks again: %s", a.Raw)
			}
		}
		r.given(anna)
		late := r.signIn(anna, password)
		r.asking(r.first, false)
		if a := r.get("upms/online-user", late); a.Code == 1 || a.Code == 800024 {
			r.t.Errorf("a password that somebody else has made: %s", a.Raw)
		}
	})
}

// given makes the password of an account one that somebody else has made.
func (r *rig) given(phone string) {
	r.t.Helper()
	if err := r.db.System(r.t.Context(), "an operator gives a password", func(tx store.Tx) error {
		_, err := tx.Change((*identity.Account)(nil)).Set("password_given = ?", true).Where("phone = ?", phone).Exec(r.t.Context())
		return err
	}); err != nil {
		r.t.Fatal(err)
	}
}

// A given password is replaced after the proof, not in place of it.
func TestTheProofComesBeforeTheOwnPassword(t *testing.T) {
	eachRig(t, func(r *rig) {
		r.asks(r.first)
		r.given(anna)
		mine := r.signIn(anna, password)
		if a := r.change(mine, password, "Fresh-8642", "Fresh-8642"); a.Code != 800024 {
			r.t.Errorf("a password before the proof: %s", a.Raw)
		}
		must[identity.SwitchReply](r, r.post("switchTenant", mine, map[string]any{"tenantId": r.first.ID, "phoneCode": r.code(mine, anna, 4)}))
		if a := r.get("upms/online-user", mine); a.Code != 307 {
			r.t.Errorf("after the proof: %s", a.Raw)
		}
		must[any](r, r.change(mine, password, "Fresh-8642", "Fresh-8642"))
		if a := r.get("upms/online-user", mine); a.Status != http.StatusOK {
			r.t.Errorf("after both: %s", a.Raw)
		}
	})
}

// A phone that confirms a QR code lets nobody past the proof, and one that owes it confirms none.
func TestAQRCodeIsNoWayAroundTheProof(t *testing.T) {
	eachRig(t, func(r *rig) {
		phone := r.signIn(anna, password)
		r.asks(r.first)
		owing := r.signIn(anna, password)
		ask := func() (code, random string) {
			q := must[identity.QRCode](r, r.get("upms/user/qrcode", ""))
			_, code, _ = strings.Cut(q.QRCode, "code=")
			return code, q.RandomCode
		}
		code, random := ask()
		if a := r.post("bms/sys/qrcode/identifyAndForward", owing, map[string]any{"code": code}); a.Code != 800024 {
			r.t.Errorf("a phone that owes the proof: %s", a.Raw)
		}
		must[identity.Scan](r, r.post("bms/sys/qrcode/identifyAndForward", phone, map[string]any{"code": code}))
		must[identity.Scan](r, r.post("bms/sys/qrcode/identifyAndForward", phone, map[string]any{"code": code, "confirm": true}))
		poll := must[identity.Poll](r, r.post("bms/sys/qrcode/getQrcodeInfo", "", map[string]any{"randomCode": random}))
		if poll.Login == nil || poll.Login.Token == "" {
			r.t.Fatalf("polled %+v", poll)
		}
		if a := r.get("upms/online-user", poll.Login.Token); a.Code != 800024 {
			r.t.Errorf("past the proof by a QR code: %s", a.Raw)
		}
	})
}

// The proof belongs to the session that gave it and to those that renew it. Whoever signs in anew, even in the browser that
// still carries the session, proves again; so does a session of the same person that was open beside it.
func TestTheProofPassesToNoOtherSignIn(t *testing.T) {
	eachRig(t, func(r *rig) {
		r.asks(r.first)
		beside := must[identity.LoginReply](r, r.login(anna, password))
		proved := must[identity.LoginReply](r, r.login(anna, password))
		must[identity.SwitchReply](r, r.post("switchTenant", proved.Token, map[string]any{"tenantId": r.first.ID, "factoryId": r.factory.ID, "phoneCode": r.code(proved.Token, anna, 4)}))
		inside := func(token string) bool {
			r.t.Helper()
			a := r.get("upms/online-user", token)
			if a.Code != 1 && a.Code != 800024 {
				r.t.Errorf("%s", a.Raw)
			}
			return a.Code == 1
		}
		if !inside(proved.Token) || inside(beside.Token) || inside(r.renewed(beside.LongToken, beside.Token)) {
			r.t.Error("the proof of one session serves another")
		}
		carried := must[identity.LoginReply](r, r.post("upms/user/login", proved.Token, map[string]any{"phoneNum": anna, "password": r.secret(password)}))
		if inside(carried.Token) || inside(r.renewed(carried.LongToken, carried.Token)) {
			r.t.Error("a sign-in takes over the proof of the session that the browser carried")
		}
	})
}
