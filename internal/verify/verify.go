// Package verify proves that somebody holds a phone number: a slider puzzle first, then a code by SMS.
//
// What lives here: puzzles, codes, their limits, and the clients of SMS providers. What never does: what a proven number
// is good for (identity recovers and changes, tenancy switches).
//
// A solved puzzle earns a pass, sending a code consumes it, and Check consumes the code. Whoever solves, sends and
// answers is the holder: the session where there is one, else the address that the request came from.
package verify

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
)

// Purpose says what a code is for; a code is good for nothing else. It is sendType on the wire.
type Purpose int

// The purposes. The specification names 4; the others are ours (R58).
const (
	Registration Purpose = 1 // of a company
	Recovery     Purpose = 2 // of a password
	PhoneChange  Purpose = 3 // of the account, sent to the new number
	Switching    Purpose = 4 // of the tenant, sent to the session's own number
	Audit        Purpose = 5 // no code: the notice how a registration ended
	Invitation   Purpose = 6 // no code: a company takes somebody in
)

// Person is who is signed in behind a request; the zero value is nobody.
type Person struct{ AccountID, TenantID, SessionID, Phone string }

// Deps are what verify needs of others; the wiring fills them in.
type Deps struct {
	DB       *store.DB
	Provider Provider
	Now      func() time.Time // the clock; store.Now without it
	// Person finds who is signed in, nobody without an error.
	Person func(ctx context.Context) (Person, error)
	// Known tells whether some account has the number. A recovery for an unknown number looks the same and sends nothing.
	Known func(ctx context.Context, phone string) (bool, error)
}

// Verify makes puzzles and codes and judges the answers.
type Verify struct {
	deps    Deps
	sending sync.WaitGroup
}

// New makes the domain.
func New(d Deps) *Verify {
	if d.Now == nil {
		d.Now = store.Now
	}
	return &Verify{deps: d}
}

// Wait returns when every message on its way has been handed over.
func (v *Verify) Wait() { v.sending.Wait() }

// IsPhone tells whether a text has the form of a phone number: 6 to 15 digits.
func IsPhone(text string) bool { return phoneForm.MatchString(text) }

// ReadPhone reads a phone number as people write it: full-width digits, spaces, hyphens and brackets between them, and the
// prefix +86, 0086 or 86 with a space before a mobile number of China. What is no number stays what it is, for IsPhone to refuse.
func ReadPhone(text string) string {
	folded := cell.Fold(text)
	if home := chineseApart.FindStringSubmatch(folded); home != nil {
		folded = home[1]
	}
	number := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-()", r) {
			return -1
		}
		return r
	}, folded)
	if home := chinese.FindStringSubmatch(number); home != nil {
		return home[1]
	}
	return number
}

const reasonNobody = "a number is proven before anybody is signed in"

var (
	chinese = regexp.MustCompile(`^(?:\+|00)86(1\d{10})$`)
	// Without its plus, 86 is a prefix where something stands between: accounts may have thirteen digits that begin with it.
	chineseApart = regexp.MustCompile(`^\(?86[\s()-]+(1[\d\s()-]*)$`)
	phoneForm    = regexp.MustCompile(`^\d{6,15}$`)
	// MsgPhone says what IsPhone asks for.
	MsgPhone = problem.L("手机号须为 6 到 15 位数字", "The phone number has 6 to 15 digits")

	msgPurpose  = problem.L("短信类型须为 1 到 4", "The type of SMS is 1 to 4")
	msgNotYours = problem.L("只能使用当前账号的手机号", "Only the phone number of your own account can be used")
)

// Mount registers the calls. They are public: recovery and registration come before any session. The purposes that
// need a session ask for it themselves.
func (v *Verify) Mount(s *api.Server) {
	op := func(path, id, summary string) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "verification", Access: api.Public}
	}
	api.Call(s, op("upms/puzzle/captcha/refresh", "puzzle-refresh", "A new slider puzzle"), v.refresh)
	api.Call(s, op("upms/puzzle/captcha/verify", "puzzle-verify", "Judge the answer to a slider puzzle"), v.judge)
	api.Call(s, op("upms/tenant/sendSMS", "send-sms", "Send a code by SMS; needs a puzzle solved within the last minute"), v.send)
}

// asking is who asks to prove which number.
type asking struct {
	phone   string
	purpose Purpose
	holder  string
	address string
	network string // of the address, as limits count it
	person  Person
}

// ask works out whose number is meant and whether the caller may prove it.
func (v *Verify) ask(ctx context.Context, phone string, sendType *int) (asking, error) {
	c := api.CallerFrom(ctx)
	a := asking{phone: phone, purpose: Switching, address: c.Address, network: c.Network()}
	if sendType != nil {
		a.purpose = Purpose(*sendType)
	}
	if a.purpose < Registration || a.purpose > Switching {
		return a, problem.Invalid(problem.Field("sendType", "choice", msgPurpose))
	}
	var err error
	if a.person, err = v.deps.Person(ctx); err != nil {
		return a, err
	}
	a.holder = "address " + a.address
	if a.person.SessionID != "" {
		a.holder = "session " + a.person.SessionID
	}
	if a.purpose == PhoneChange || a.purpose == Switching {
		if a.person.SessionID == "" {
			return a, problem.SignIn()
		}
	}
	phone = ReadPhone(phone)
	if a.purpose == Switching {
		// The screen may know no more of the number than the server has shown it.
		if phone != a.person.Phone && phone != MaskPhone(a.person.Phone) {
			return a, problem.Invalid(problem.Field("phoneNum", "own", msgNotYours))
		}
		a.phone = a.person.Phone
		return a, nil
	}
	if !IsPhone(phone) {
		return a, problem.Invalid(problem.Field("phoneNum", "digits", MsgPhone))
	}
	return a, nil
}

// Forget removes what is spent: puzzles and passes after an hour, codes after a day, the log after 180 days.
func (v *Verify) Forget(ctx context.Context) error {
	now := v.deps.Now()
	return v.deps.DB.System(ctx, "what is spent belongs to nobody", func(tx store.Tx) error {
		for _, old := range []struct {
			model any
			where string
			age   time.Duration
		}{
			{(*puzzle)(nil), "made_at < ?", time.Hour},
			{(*pass)(nil), "made_at < ?", time.Hour},
			{(*code)(nil), "made_at < ?", 24 * time.Hour},
			{(*number)(nil), "last_at < ?", 24 * time.Hour},
			{(*Sent)(nil), "sent_at < ?", 180 * 24 * time.Hour},
		} {
			if _, err := tx.Remove(old.model).Where(old.where, now.Add(-old.age)).Exec(ctx); err != nil {
				return err
			}
		}
		return throttle.Sweep(ctx, tx, now)
	})
}
