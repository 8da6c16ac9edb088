package verify_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mouldworks/internal/verify"
)

// SMS-03, R20: 11 digits show their first 3 and last 2; of any number at least half is hidden, and no digit moves.
func TestMasking(t *testing.T) {
	for phone, want := range map[string]string{first: "138******01", "12345678": "12****78", "123456": "1****6", "": "", "12": "**"} {
		if got := verify.MaskPhone(phone); got != want {
			t.Errorf("%q is masked as %q, want %q", phone, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		phone := rapid.StringMatching(`\d{0,15}`).Draw(t, "phone")
		masked := verify.MaskPhone(phone)
		if len(masked) != len(phone) || strings.Count(masked, "*")*2 < len(phone) {
			t.Fatalf("%q became %q", phone, masked)
		}
		for i := range phone {
			if masked[i] != '*' && masked[i] != phone[i] {
				t.Fatalf("%q became %q", phone, masked)
			}
		}
	})
}

// SMS-04, SMS-06: a code follows a puzzle, by the path and the fields of the specification; without sendType it is 4.
func TestACodeNeedsAPuzzleFirst(t *testing.T) {
	eachDesk(t, func(d *desk) {
		if status, a := d.send("one", first, 4); status != http.StatusConflict || a.Code != 20000 {
			d.t.Fatalf("without a puzzle: %d %+v", status, a)
		}
		d.solve("one", first, 4)
		status, a, _ := d.post("one", "upms/tenant/sendSMS", map[string]any{"phoneNum": first})
		if status != http.StatusOK || string(a.Data) != `{"phoneNum":"138******01","validMinutes":5,"retrySeconds":60}` {
			d.t.Errorf("after a puzzle: %d %s", status, a.Data)
		}
		if m := d.box.last(d.t); m.Phone != first || m.Purpose != verify.Switching || len(m.Code) != 6 {
			d.t.Errorf("sent was %s for %s with %d digits", m.Phone, m.Purpose, len(m.Code))
		}
		d.later(61 * time.Second)
		if status, _ := d.send("one", first, 4); status != http.StatusConflict {
			d.t.Errorf("one puzzle sent two codes: %d", status)
		}
		// A pass is for a minute, a number, a purpose and a holder.
		d.solve("one", first, 4)
		d.later(61 * time.Second)
		if status, _ := d.send("one", first, 4); status != http.StatusConflict {
			d.t.Errorf("a pass lives longer than a minute: %d", status)
		}
		d.solve("", first, 2)
		for name, try := range map[string]struct {
			session, phone string
			sendType       int
		}{"another purpose": {"", first, 1}, "another number": {"", stranger, 2}, "another holder": {"two", first, 2}} {
			if status, _ := d.send(try.session, try.phone, try.sendType); status != http.StatusConflict {
				d.t.Errorf("a pass served %s: %d", name, status)
			}
		}
	})
}

// Switching goes to the session's own number, which the screen may know masked only; both session purposes need one.
func TestWhoMaySendWhere(t *testing.T) {
	eachDesk(t, func(d *desk) {
		masked := verify.MaskPhone(first)
		d.solve("one", masked, 4)
		if status, a := d.send("one", masked, 4); status != http.StatusOK || d.box.last(d.t).Phone != first {
			d.t.Errorf("by the masked number: %d %+v", status, a)
		}
		for _, try := range []struct {
			name, session, phone string
			sendType, status     int
		}{
			{"switching by another's number", "one", second, 4, 422},
			{"switching without a session", "", first, 4, 401},
			{"a phone change without a session", "", stranger, 3, 401},
			{"letters", "", "13800abc001", 2, 422},
			{"no number", "", "", 1, 422},
			{"an injected list", "", "13800000001,13800000002", 2, 422},
			{"purpose 0", "", first, 0, 422},
			{"purpose 5", "one", first, 5, 422},
		} {
			for _, path := range []string{"upms/puzzle/captcha/refresh", "upms/tenant/sendSMS"} {
				body := map[string]any{"phoneNum": try.phone, "sendType": try.sendType}
				if status, a, _ := d.post(try.session, path, body); status != try.status {
					d.t.Errorf("%s by %s: %d %+v", try.name, path, status, a)
				}
			}
		}
	})
}

// SMS-07, R40, SMS-09: a number gets one code in 60 s, 5 an hour, 10 in 24 hours; the next one says why and when.
func TestLimitsOfANumber(t *testing.T) {
	eachDesk(t, func(d *desk) {
		began := d.box.count()
		d.fresh("one", first, 4)
		d.later(59 * time.Second)
		d.solve("one", first, 4)
		if status, a := d.send("one", first, 4); status != http.StatusTooManyRequests || !strings.Contains(a.Message, "60") {
			d.t.Errorf("after 59 s: %d %+v", status, a)
		}
		// Another purpose and another holder are the same number.
		d.solve("", first, 2)
		if status, _ := d.send("", first, 2); status != http.StatusTooManyRequests {
			d.t.Errorf("after 59 s for another purpose: %d", status)
		}
		d.later(2 * time.Second)
		for range 4 {
			d.fresh("one", first, 4)
			d.later(61 * time.Second)
		}
		d.solve("one", first, 4)
		if status, a := d.send("one", first, 4); status != http.StatusTooManyRequests || !strings.Contains(a.Message, "hour") {
			d.t.Errorf("code 6 in an hour: %d %+v", status, a)
		}
		// Another number is not concerned.
		d.fresh("two", second, 4)
		d.later(time.Hour)
		for range 5 {
			d.fresh("one", first, 4)
			d.later(61 * time.Second)
		}
		d.later(2 * time.Hour)
		d.solve("one", first, 4)
		if status, a := d.send("one", first, 4); status != http.StatusTooManyRequests || !strings.Contains(a.Message, "24") {
			d.t.Errorf("code 11 in a day: %d %+v", status, a)
		}
		d.later(24 * time.Hour)
		d.fresh("one", first, 4)
		if got := d.box.count() - began; got != 12 {
			d.t.Errorf("%d codes were sent, want 12", got)
		}
	})
}

// Passes at once do not get round the minute: one message leaves.
func TestRequestsAtOnceSendOneCode(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for range 6 {
			d.solve("one", first, 4)
		}
		var all sync.WaitGroup
		for range 6 {
			all.Add(1)
			go func() {
				defer all.Done()
				d.post("one", "upms/tenant/sendSMS", map[string]any{"phoneNum": first})
			}()
		}
		all.Wait()
		if n := d.box.count(); n != 1 {
			d.t.Errorf("%d codes were sent", n)
		}
	})
}

// A network that asks for code after code, each for another number, is stopped: that is how somebody else's SMS are spent.
func TestAnAddressGetsThirtyCodesAnHour(t *testing.T) {
	eachDesk(t, func(d *desk) {
		number := func(i int) string { return "1370000" + string(rune('0'+i/10)) + string(rune('0'+i%10)) + "00" }
		for i := range 30 {
			d.fresh("", number(i), 1)
			d.later(20 * time.Second)
		}
		d.solve("", number(31), 1)
		if status, a := d.send("", number(31), 1); status != http.StatusTooManyRequests || !strings.Contains(a.Message, "network") {
			d.t.Errorf("code 31: %d %+v", status, a)
		}
	})
}

// A recovery answers the same whether somebody has the number or not, and sends only where somebody has it.
func TestARecoveryDoesNotTellWhoIsKnown(t *testing.T) {
	eachDesk(t, func(d *desk) {
		d.solve("", first, 2)
		knownStatus, known := d.send("", first, 2)
		d.solve("", stranger, 2)
		unknownStatus, unknown := d.send("", stranger, 2)
		same := strings.ReplaceAll(string(unknown.Data), verify.MaskPhone(stranger), verify.MaskPhone(first))
		if knownStatus != unknownStatus || string(known.Data) != same || known.Message != unknown.Message {
			d.t.Errorf("known: %d %s, unknown: %d %s", knownStatus, known.Data, unknownStatus, unknown.Data)
		}
		if d.box.count() != 1 || d.box.last(d.t).Phone != first {
			d.t.Errorf("%d messages were sent", d.box.count())
		}
		if got, want := ruleOf(d.t, d.check(stranger, verify.Recovery, "123456")), ruleOf(d.t, d.check(first, verify.Recovery, wrongCode(d.box.last(d.t).Code))); got != want {
			d.t.Errorf("a wrong code is %q for a stranger, %q for a known number", got, want)
		}
		// The limits do not tell either.
		d.solve("", stranger, 2)
		if status, _ := d.send("", stranger, 2); status != http.StatusTooManyRequests {
			d.t.Errorf("a second code for a stranger: %d", status)
		}
	})
}

// A provider that fails is told to who is signed in, and to nobody who recovers; its text stays inside.
func TestAProviderThatFails(t *testing.T) {
	eachDesk(t, func(d *desk) {
		d.box.fail = errors.New("InvalidAccessKey secret")
		d.solve("one", first, 4)
		status, a, raw := d.post("one", "upms/tenant/sendSMS", map[string]any{"phoneNum": first})
		if status != http.StatusConflict || a.Code != 20000 || strings.Contains(raw, "secret") {
			d.t.Errorf("signed in: %d %s", status, raw)
		}
		d.solve("", second, 2)
		if status, a := d.send("", second, 2); status != http.StatusOK {
			d.t.Errorf("recovering: %d %+v", status, a)
		}
	})
}

// The log provider prints the code for the operator, nowhere else.
func TestTheLogProviderPrints(t *testing.T) {
	var out bytes.Buffer
	if _, err := (verify.Log{To: &out}).Send(t.Context(), verify.Message{Phone: first, Code: "123456", Purpose: verify.Recovery}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "SMS to 13800000001: code 123456 for password recovery, valid 5 minutes\n" {
		t.Errorf("printed was %q", got)
	}
}
