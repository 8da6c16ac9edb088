package identity

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
)

// qrLogin is a browser that waits for a phone: waiting -> scanned -> confirmed -> used, or refused.
type qrLogin struct {
	bun.BaseModel `bun:"table:qr_login"`
	ID            string    `bun:"id,pk"`
	CodeHash      string    `bun:"code_hash"`   // of the code in the picture
	RandomHash    string    `bun:"random_hash"` // of what only the browser knows
	State         string    `bun:"state"`
	AccountID     string    `bun:"account_id"` // who scanned it
	Address       string    `bun:"address"`    // of the browser
	Agent         string    `bun:"agent"`
	CreatedAt     time.Time `bun:"created_at"`
	ExpiresAt     time.Time `bun:"expires_at"`
}

const (
	qrWaiting   = "waiting"
	qrScanned   = "scanned"
	qrConfirmed = "confirmed"
	qrRefused   = "refused"
	qrUsed      = "used"
	qrExpired   = "expired" // said, never stored
)

const (
	// qrLife is how long a code can be scanned and confirmed.
	qrLife = 120 * time.Second
	// qrKept is how long a code answers "expired" before it is unknown.
	qrKept = 10 * time.Minute
)

// qrAsked is how many codes one network may ask for: an office behind one address, not a flood.
var qrAsked = throttle.Limit{Most: 60, Window: time.Minute}

// QRCode is what the browser draws and keeps.
type QRCode struct {
	QRCode        string `json:"qrCode" doc:"the address that the picture holds"`
	RandomCode    string `json:"randomCode" doc:"what the browser polls with; never shown"`
	ExpireSeconds int    `json:"expireSeconds"`
}

// ScanInput is what the phone sends: first the code alone, then with the person's answer.
type ScanInput struct {
	Body struct {
		Code    string `json:"code"`
		Confirm *bool  `json:"confirm,omitempty" doc:"absent: only say who asks; then yes or no"`
	}
}

// Scan is what the phone shows before the person agrees: which browser asks, from where, since when.
type Scan struct {
	State   string    `json:"state" enum:"scanned,confirmed,refused"`
	Address string    `json:"address"`
	Device  string    `json:"device"`
	AskedAt time.Time `json:"askedAt"`
}

// PollInput is what the browser asks with, every two seconds.
type PollInput struct {
	Body struct {
		RandomCode    string `json:"randomCode"`
		AuthRequestID string `json:"authRequestId,omitempty"`
	}
}

// Poll is how far the phone has come.
type Poll struct {
	State string      `json:"state" enum:"waiting,scanned,confirmed,refused,expired"`
	Name  string      `json:"name" doc:"masked name of the person who scanned"`
	Login *LoginReply `json:"login" doc:"once, when confirmed"`
}

var (
	msgQRGone   = problem.L("二维码已失效，请在电脑上刷新后重新扫码", "This QR code is no longer valid: refresh it on the computer and scan again")
	msgQROther  = problem.L("该二维码已被他人扫描", "Somebody else has scanned this QR code")
	msgQRPerson = problem.L("只有登录的人可以确认扫码登录", "Only a person who is signed in can confirm this")
)

func (d *Identity) mountQR(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/user/qrcode", ID: "qr-code", Summary: "A code that a signed-in phone can confirm", Tag: "session", Access: api.Public, Example: &api.Example{},
	}, d.qrCode)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "bms/sys/qrcode/identifyAndForward", ID: "qr-scan", Summary: "The phone scans and confirms", Tag: "session", Access: api.SignedIn,
	}, d.scan)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "bms/sys/qrcode/getQrcodeInfo", ID: "qr-poll", Summary: "The browser asks how far the phone has come", Tag: "session", Access: api.Public,
	}, d.poll)
}

// qrCode begins a sign-in by phone. Anybody may: the code lets nobody in before a signed-in person confirms it.
func (d *Identity) qrCode(ctx context.Context, _ *struct{}) (QRCode, error) {
	c, now := api.CallerFrom(ctx), d.deps.Now()
	code, codeHash := opaque.Token()
	random, randomHash := opaque.Token()
	err := throttle.Count(ctx, d.deps.DB, "nobody is signed in yet", func(tx store.Tx) error {
		wait, err := qrAsked.Take(ctx, tx, "qr "+c.Network(), now)
		if err == nil && wait > 0 {
			err = problem.Slow(wait)
		}
		if err != nil {
			return err
		}
		return tx.Insert(ctx, &qrLogin{
			ID: store.NewID(), CodeHash: codeHash, RandomHash: randomHash, State: qrWaiting, Address: c.Address, Agent: clip(c.Agent), CreatedAt: now, ExpiresAt: now.Add(qrLife),
		})
	})
	return QRCode{QRCode: c.Origin + "/app?code=" + code, RandomCode: random, ExpireSeconds: int(qrLife / time.Second)}, err
}

// scan is the phone's side. The person must be the one who scanned, must still be in time, and must say yes.
func (d *Identity) scan(ctx context.Context, in *ScanInput) (reply Scan, err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return reply, err
	}
	if actor.Through != store.ThroughUI {
		return reply, problem.NoAccess(msgQRPerson)
	}
	err = d.deps.DB.System(ctx, "a code belongs to no tenant yet", func(tx store.Tx) error {
		if _, err := d.holdSession(ctx, tx, actor.AccountID); err != nil {
			return err
		}
		var q qrLogin
		if err := tx.Select(&q).Where("code_hash = ?", opaque.Hash(in.Body.Code)).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return problem.Refuse(msgQRGone)
		} else if err != nil {
			return err
		}
		from, to := qrWaiting, qrScanned
		switch {
		case d.deps.Now().After(q.ExpiresAt) || q.State != qrWaiting && q.State != qrScanned:
			return problem.Refuse(msgQRGone)
		case q.AccountID != "" && q.AccountID != actor.AccountID:
			return problem.Refuse(msgQROther)
		case in.Body.Confirm != nil && q.State == qrWaiting:
			return problem.Refuse(msgQRGone) // nobody says yes to what they were not shown
		case in.Body.Confirm != nil:
			from, to = qrScanned, qrRefused
			if *in.Body.Confirm {
				to = qrConfirmed
			}
		case q.State == qrScanned:
			from = qrScanned // the page was opened again
		}
		n, err := tx.Change((*qrLogin)(nil)).Set("state = ?", to).Set("account_id = ?", actor.AccountID).Where("id = ? AND state = ?", q.ID, from).Exec(ctx)
		if err == nil && n == 0 {
			err = problem.Refuse(msgQRGone)
		}
		reply = Scan{State: to, Address: q.Address, Device: deviceOf(q.Agent), AskedAt: q.CreatedAt}
		return err
	})
	return reply, err
}

// poll is the browser's side; the confirmed answer is given once.
func (d *Identity) poll(ctx context.Context, in *PollInput) (Poll, error) {
	var q qrLogin
	var name string
	err := d.deps.DB.System(ctx, "nobody is signed in yet", func(tx store.Tx) error {
		if err := tx.Select(&q).Where("random_hash = ?", opaque.Hash(in.Body.RandomCode)).Scan(ctx); err != nil {
			return err
		}
		if q.State == qrUsed || d.deps.Now().After(q.ExpiresAt) {
			q.State = qrExpired
			return nil
		}
		if q.State == qrScanned {
			m, _, err := d.home(ctx, tx, q.AccountID, "")
			if err != nil {
				return err
			}
			name = maskName(m.RealName)
		}
		if q.State != qrConfirmed {
			return nil
		}
		n, err := tx.Change((*qrLogin)(nil)).Set("state = ?", qrUsed).Where("id = ? AND state = ?", q.ID, qrConfirmed).Exec(ctx)
		if n == 0 {
			q.State = qrExpired
		}
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return Poll{State: qrExpired}, nil
	}
	if err != nil || q.State != qrConfirmed {
		return Poll{State: q.State, Name: name}, err
	}
	reply, err := d.Enter(ctx, Entry{AccountID: q.AccountID, Way: WayQR, AuthRequestID: in.Body.AuthRequestID})
	if err != nil {
		return Poll{}, err
	}
	return Poll{State: qrConfirmed, Login: &reply}, nil
}

// maskName shows the first character of a name.
func maskName(name string) string {
	runes := []rune(name)
	if len(runes) < 2 {
		return name
	}
	return string(runes[0]) + strings.Repeat("*", min(len(runes)-1, 3))
}
