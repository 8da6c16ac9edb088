package identity_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
)

type qr struct {
	*identitytest.Browser
	t            *testing.T
	code, random string
}

// waiting asks for a code as a browser that nobody is signed in to.
func waiting(t *testing.T, w *identitytest.World) *qr {
	t.Helper()
	b := w.Browser(t)
	var got identity.QRCode
	b.Call(t, http.MethodGet, "upms/user/qrcode", nil).Into(t, &got)
	address, err := url.Parse(got.QRCode)
	if err != nil || address.Path != "/app" || got.ExpireSeconds != 120 || strings.Contains(got.QRCode, got.RandomCode) {
		t.Fatalf("the code is %+v (%v)", got, err)
	}
	return &qr{b, t, address.Query().Get("code"), got.RandomCode}
}

func (q *qr) poll() (p identity.Poll) {
	q.t.Helper()
	q.Call(q.t, http.MethodPost, "bms/sys/qrcode/getQrcodeInfo", map[string]any{"randomCode": q.random}).Into(q.t, &p)
	return p
}

func (q *qr) scan(phone *identitytest.Browser, confirm any) identitytest.Answer {
	q.t.Helper()
	return phone.Call(q.t, http.MethodPost, "bms/sys/qrcode/identifyAndForward", map[string]any{"code": q.code, "confirm": confirm})
}

// LOGIN-01, LOGIN-16, SAPI-06, SAPI-07: the phone scans, is told which browser asks, and confirms; the browser sees each
// step and gets the sign-in, once.
func TestAPhoneSignsABrowserIn(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		phone := w.Browser(t)
		phone.SignIn(t, annas)
		q := waiting(t, w)
		if p := q.poll(); p.State != "waiting" || p.Login != nil {
			t.Fatalf("before the scan: %+v", p)
		}
		var seen identity.Scan
		q.scan(phone, nil).Into(t, &seen)
		if seen.State != "scanned" || seen.Address != "127.0.0.1" || seen.Device != "Chrome · Windows" {
			t.Errorf("the phone shows %+v", seen)
		}
		if p := q.poll(); p.State != "scanned" || p.Name != "a***" || p.Login != nil {
			t.Errorf("after the scan: %+v", p)
		}
		q.scan(phone, true).Into(t, &seen)
		if seen.State != "confirmed" {
			t.Errorf("after the confirmation the phone shows %+v", seen)
		}
		p := q.poll()
		if p.State != "confirmed" || p.Login == nil || p.Login.Token == "" || p.Login.TenantID != w.North.ID {
			t.Fatalf("the browser got %+v", p)
		}
		q.Token = p.Login.Token
		if in, code := q.In(t); !in {
			t.Errorf("the browser's session answers %d", code)
		}
		if p := q.poll(); p.State != "expired" || p.Login != nil {
			t.Errorf("asked again, the server gives %+v", p)
		}
	})
}

// Attacks on the code: guessing, confirming what was not scanned, another person's confirmation, a program's token, a
// refusal, time, and two browsers that poll at once.
func TestAQRCodeLetsNobodyInByItself(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		anna, carl := w.Browser(t), w.Browser(t)
		anna.SignIn(t, annas)
		carl.SignIn(t, carls)

		q := waiting(t, w)
		if a := q.scan(w.Browser(t), nil); a.Code != 401 {
			t.Errorf("nobody scans: %+v", a)
		}
		if a := q.scan(anna, true); a.Code != 20000 || q.poll().State != "waiting" {
			t.Errorf("a confirmation without a scan: %+v", a)
		}
		guess := *q
		guess.code = q.random
		if a := guess.scan(anna, nil); a.Code != 20000 {
			t.Errorf("the polling code scans: %+v", a)
		}
		guess.random = q.code
		if p := guess.poll(); p.State != "expired" {
			t.Errorf("the picture's code polls: %+v", p)
		}
		q.scan(anna, nil)
		if a := q.scan(carl, true); a.Code != 20000 || q.poll().State != "scanned" {
			t.Errorf("Carl confirms what Anna scanned: %+v", a)
		}
		q.scan(anna, false)
		if a := q.scan(anna, true); a.Code != 20000 || q.poll().State != "refused" {
			t.Errorf("a refusal is taken back: %+v", a)
		}

		var program string
		w.System(t, func(tx store.Tx) (err error) {
			m := identity.Member{}
			if err := tx.Select(&m).Where("user_name = ?", "anna").Scan(t.Context()); err != nil {
				return err
			}
			program, err = w.Identity.IssueToken(t.Context(), tx, &m, "robot")
			return err
		})
		robot := w.Browser(t)
		robot.Long = program
		if a := waiting(t, w).scan(robot, nil); a.Code != 20000 {
			t.Errorf("a program confirms: %+v", a)
		}

		late := waiting(t, w)
		late.scan(anna, nil)
		w.Wait(121 * time.Second)
		if a := late.scan(anna, true); a.Code != 20000 || late.poll().State != "expired" {
			t.Errorf("two minutes later: %+v", a)
		}

		twice := waiting(t, w)
		twice.scan(anna, nil)
		twice.scan(anna, true)
		var wait sync.WaitGroup
		got := make(chan bool, 8)
		for range cap(got) {
			wait.Add(1)
			go func() {
				defer wait.Done()
				got <- twice.poll().Login != nil
			}()
		}
		wait.Wait()
		close(got)
		won := 0
		for in := range got {
			if in {
				won++
			}
		}
		if won != 1 {
			t.Errorf("one confirmation let %d browsers in", won)
		}
	})
}

// Nobody can fill the table of codes from one address.
func TestCodesAreGivenSlowly(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		var last identitytest.Answer
		for range 61 {
			last = b.Call(t, http.MethodGet, "upms/user/qrcode", nil)
		}
		if last.Code != 429 {
			t.Errorf("the 61st code in a minute: %+v", last)
		}
		w.Wait(time.Minute)
		if a := b.Call(t, http.MethodGet, "upms/user/qrcode", nil); a.Code != 1 {
			t.Errorf("a minute later: %+v", a)
		}
		w.Wait(time.Hour)
		if err := w.Identity.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.System(t, func(tx store.Tx) error {
			n, err := tx.Select((*identity.QRLogin)(nil)).Count(t.Context())
			if n != 0 {
				t.Errorf("%d codes are left after the sweep", n)
			}
			return err
		})
	})
}
