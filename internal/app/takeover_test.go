package app

import (
	"net/http"
	"testing"

	"mouldworks/internal/verify"
)

// Somebody may have claimed a number with a company of their own: an account whose owner has never shown that they hold it comes in by
// the link alone, its password opens nothing here before, and whatever the stranger has open is dead once the link is used.
func TestAnAccountThatIsNotProvedIsInvited(t *testing.T) {
	eachTakeover(t, func(o *office, s *stranger) {
		left := s.open(s.take(2).Password)
		o.addVictim(false)
		var theirs, here struct{ UserData struct{ TenantID string } }
		o.call(left.session, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{}, &theirs)
		o.call(o.admin, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{}, &here)
		if theirs.UserData.TenantID != s.tenant || here.UserData.TenantID == s.tenant {
			o.Errorf("the password of whoever claimed the number opens %+v, here is %+v", theirs, here)
		}
		token := o.accept(ownChoice)
		if open := s.tried(left); len(open) > 0 {
			o.Errorf("after the acceptance these still open: %q", open)
		}
		if o.state(token) != 1 || o.state(signedInWith(o.T, o.server, victim, ownChoice)["mdbtk"]) != 1 {
			o.Error("the victim cannot work")
		}
	})
}

// What the stranger has open is dead after "forgot password", too, and the account is proved by that: here it is in at once.
func TestARecoveryProvesAnAccount(t *testing.T) {
	eachTakeover(t, func(o *office, s *stranger) {
		left := s.open(s.take(2).Password)
		o.proveOwn(ownChoice)
		if open := s.tried(left); len(open) > 0 {
			o.Errorf("after the recovery these still open: %q", open)
		}
		o.addVictim(true)
		o.state(signedInWith(o.T, o.server, victim, ownChoice)["mdbtk"])
	})
}

// A link to a work app that is being made while the owner recovers the account is not made.
func TestALinkEndsWithItsSession(t *testing.T) {
	eachTakeover(t, func(o *office, s *stranger) {
		left := s.open(s.take(2).Password)
		browser := o.browser()
		state := o.stateOf(browser, left.session, "sso/connector/their/link", map[string]any{"password": o.secret(theirChoice), "redirect": "/home"})
		s.program.asked = func() {
			s.program.asked = nil
			o.proveOwn(ownChoice)
		}
		if r := o.ask(browser, left.session, http.MethodPost, "sso/link", map[string]any{"code": "them", "state": state}); r.Code == 1 {
			o.Errorf("linked by a session that has ended: %+v", r)
		}
		if open := s.tried(left); len(open) > 0 {
			o.Errorf("these still open: %q", open)
		}
	})
}

// A password that a company gives takes the proof away, whatever its owner then makes of it.
func TestAGivenPasswordWithdrawsTheProof(t *testing.T) {
	for _, c := range []struct {
		name string
		give func(o *office, s *stranger, u addedUser) string
	}{
		{"by a company", func(o *office, s *stranger, u addedUser) string {
			var reset struct{ Password string }
			o.must(s.admin, http.MethodPost, "upms/user/"+u.Row.ID+"/reset", nil, &reset)
			return reset.Password
		}},
		{"on the command line", func(o *office, _ *stranger, _ addedUser) string {
			password, err := o.app.ResetPassword(o.Context(), victim)
			if err != nil {
				o.Fatal(err)
			}
			return password
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachTakeover(t, func(o *office, s *stranger) {
				u := s.take(2)
				o.proveOwn(ownChoice)
				s.open(c.give(o, s, u))
				o.addVictim(false)
			})
		})
	}
}

// A code by SMS alone proves nothing while a stranger's password stays in force: neither at "forgot password", whose new password is
// never set, nor on the form of a registration, nor for a new number.
func TestACodeAloneProvesNoAccount(t *testing.T) {
	eachTakeover(t, func(o *office, s *stranger) {
		left := s.open(s.take(2).Password)
		n := o.town()
		n.operator = operatorIn(o.Context(), o.T, o.app, o.server)
		o.ticketFor(victim)
		if status, r := n.register("Their form", victim); status != http.StatusOK {
			o.Fatalf("%d %+v", status, r)
		}
		o.addVictim(false)
		// Approved, the form's own password takes the place of the stranger's.
		if status, r := n.approve(n.applications()["Their form"], nil); status != http.StatusOK {
			o.Fatalf("%d %+v", status, r)
		}
		if open := s.tried(left); len(open) > 0 {
			o.Errorf("after the approval these still open: %q", open)
		}
		_, _, data := login(o.T, o.server, victim, registered)
		if data["tenantName"] != "Their form" && data["token"] == nil {
			o.Errorf("the applicant comes into %+v", data)
		}
	})
}

// An invitation is to whoever holds the number: a stranger who gives the account another number does not take it along.
func TestAnInvitationStaysWithTheNumber(t *testing.T) {
	eachTakeover(t, func(o *office, s *stranger) {
		left := s.open(s.take(2).Password)
		u := o.addVictim(false)
		const theirs = "13700000902"
		code := o.town().codeFor(left.session, theirs, int(verify.PhoneChange))
		o.must(left.session, http.MethodPost, "upms/user/phone", map[string]any{"phoneNum": theirs, "phoneCode": code, "password": o.secret(theirChoice)}, nil)
		var list []struct{ ID string }
		o.must(left.session, http.MethodPost, "upms/user/getGlobalUserOfTenantInfo.do", map[string]any{}, &list)
		if len(list) != 1 {
			o.Errorf("the stranger may enter %+v", list)
		}
		var now struct{ Row struct{ Phone string } }
		if o.must(o.admin, http.MethodGet, "upms/user/"+u.Row.ID, nil, &now); now.Row.Phone != victim {
			o.Errorf("the invited person has the number %s", now.Row.Phone)
		}
		if token := o.accept(ownChoice); o.state(token) != 1 {
			o.Error("the victim cannot work")
		}
		if o.state(left.session["mdbtk"]) != 1 || o.state(signedInWith(o.T, o.server, theirs, theirChoice)["mdbtk"]) != 1 {
			o.Error("the stranger's own account has ended")
		}
	})
}

// USER-12: a company that has invited a number, or withdrawn that, does not keep another one from giving a new password, and the answer
// tells nothing of it; who works in both sets their own. The reset opens nothing at the company that has invited.
func TestOnlyCompaniesThatAPersonWorksInKeepAReset(t *testing.T) {
	eachTakeover(t, func(o *office, s *stranger) {
		u := s.take(2)
		reset := func() (password string, r reply) {
			var told struct{ Password string }
			_, r = o.call(s.admin, http.MethodPost, "upms/user/"+u.Row.ID+"/reset", nil, &told)
			return told.Password, r
		}
		mine := o.addVictim(false)
		password, r := reset()
		if r.Code != 1 {
			o.Fatalf("while another company invites: %+v", r)
		}
		var list []struct{ ID string }
		if o.must(s.open(password).session, http.MethodPost, "upms/user/getGlobalUserOfTenantInfo.do", map[string]any{}, &list); len(list) != 1 {
			o.Errorf("the new password opens %+v", list)
		}
		o.must(o.admin, http.MethodPost, "upms/user/"+mine.Row.ID+"/withdraw", nil, nil)
		if _, r := reset(); r.Code != 1 {
			o.Errorf("once it has withdrawn that: %+v", r)
		}
		o.minute()
		o.must(o.admin, http.MethodPost, "upms/user/"+mine.Row.ID+"/invite", nil, nil)
		o.accept(ownChoice)
		if _, r := reset(); r.Code != 20000 {
			o.Errorf("once the person works there: %+v", r)
		}
		o.state(signedInWith(o.T, o.server, victim, ownChoice)["mdbtk"])
	})
}
