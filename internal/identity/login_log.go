package identity

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
	"mouldworks/internal/verify"
)

// SignInRecord is one attempt to sign in, as a company sees it. It never holds a password, right or wrong.
type SignInRecord struct {
	bun.BaseModel `bun:"table:login_log"`
	store.Row
	At              *time.Time `bun:"at" json:"at"`
	AccountID       string     `bun:"account_id" json:"-"`
	UserName        string     `bun:"user_name" json:"userName"`
	RealName        string     `bun:"real_name" json:"realName"`
	Phone           string     `bun:"phone" json:"phone"` // masked
	Way             int        `bun:"way" json:"way"`
	Outcome         int        `bun:"outcome" json:"outcome"`
	Address         string     `bun:"address" json:"address"`
	DeclaredAddress string     `bun:"declared_address" json:"declaredAddress"`
	Device          string     `bun:"device" json:"device"`
	Agent           string     `bun:"agent" json:"agent"`
	CheckOnly       bool       `bun:"check_only" json:"checkOnly"` // the password was checked and no session wanted
}

// Ownership says that an attempt belongs to the person who made it.
func (*SignInRecord) Ownership() store.Ownership { return store.Ownership{Account: "account_id"} }

// How an attempt ended.
const (
	outcomeIn = iota + 1
	outcomeWrong
	outcomeLocked
	outcomeDisabled
	outcomeLicence
	outcomeSlow // not judged: too many attempts
)

// wayNumbers are the ways as the log's choice numbers them.
var wayNumbers = map[string]int{WayPassword: 1, WayQR: 2, WaySSO: 3, WayTicket: 4}

const wayWorkApp = 5

func wayNumber(way string) int {
	if strings.HasPrefix(way, WayApp) {
		return wayWorkApp
	}
	return wayNumbers[way]
}

// logKept is how long attempts are kept.
const logKept = 180 * 24 * time.Hour

// signInEntity is the name of the log as an entity.
const signInEntity = "login-log"

// SignInLog is the log as an entity: it can be listed, filtered and exported, and nobody can write it.
func (d *Identity) SignInLog() *resource.Resource[*SignInRecord] {
	return resource.Define(resource.Spec[*SignInRecord]{
		Path: "upms/login-log", Label: problem.L("登录日志", "Sign-in log"), Permission: "system.loginLog", Sort: "-at", Without: []string{"add", "modify", "delete"},
		Form: func(r *SignInRecord, f *resource.Form) {
			f.Instant(&r.At, "时间", "Time")
			f.Text(&r.RealName, "姓名", "Name").Title()
			f.Text(&r.UserName, "用户名", "User name")
			f.Text(&r.Phone, "手机号", "Phone number")
			f.Choice(&r.Outcome, "结果", "Outcome",
				resource.Opt(outcomeIn, "成功", "Signed in"), resource.Opt(outcomeWrong, "密码错误", "Wrong password"), resource.Opt(outcomeLocked, "已锁定", "Locked"),
				resource.Opt(outcomeDisabled, "账号停用或过期", "Disabled or expired"), resource.Opt(outcomeLicence, "授权到期", "Licence ended"),
				resource.Opt(outcomeSlow, "尝试过多，未校验", "Too many attempts, not checked"))
			f.Choice(&r.Way, "登录方式", "Way to sign in",
				resource.Opt(wayNumbers[WayPassword], "密码", "Password"), resource.Opt(wayNumbers[WayQR], "扫码", "QR code"), resource.Opt(wayNumbers[WaySSO], "单点登录", "Single sign-on"),
				resource.Opt(wayNumbers[WayTicket], "票据", "Ticket"), resource.Opt(wayWorkApp, "办公应用", "Work app"))
			f.Flag(&r.CheckOnly, "仅校验", "Check only").Help("只校验了密码，没有建立会话", "The password was checked, no session was opened")
			f.Text(&r.Address, "地址", "Address")
			f.Text(&r.Device, "设备", "Device")
			f.Text(&r.DeclaredAddress, "申报地址", "Declared address").HideInList()
			f.Text(&r.Agent, "浏览器标识", "User agent").HideInList()
		},
		Example: &api.Example{Body: map[string]any{
			"at": "2026-03-20T00:30:00Z", "realName": "Example", "userName": "example", "phone": "138******01", "way": 1, "outcome": outcomeIn, "address": "192.0.2.1",
			"declaredAddress": "", "device": "Chrome · Windows", "agent": "Mozilla/5.0",
		}},
		ExampleID: "01900000-0000-7000-8000-000000000b01",
	})
}

// attempt is what the log is told.
type attempt struct {
	account *Account
	entry   Entry
	outcome int
	at      time.Time // zero: now
}

// logsAtOnce is how many lines may wait to be written behind answers that have gone.
const logsAtOnce = 256

// logLater writes a refused attempt behind the answer, which must not take longer for a phone that is known. In a flood
// the answers wait for it, so that it cannot pile up.
func (d *Identity) logLater(ctx context.Context, a attempt) {
	a.at = d.deps.Now()
	write := func(ctx context.Context) {
		if err := d.logAttempt(ctx, a); err != nil {
			slog.ErrorContext(ctx, "a refused sign-in was not written down", "error", err)
		}
	}
	select {
	case d.logging <- struct{}{}:
		d.behind.Go(func() {
			defer func() { <-d.logging }()
			write(context.WithoutCancel(ctx))
		})
	default:
		write(ctx)
	}
}

// slowLines bounds the lines of attempts that were refused with 429, of an account: a flood leaves its trace, and does not
// become a flood of rows.
var slowLines = throttle.Limit{Most: 1, Window: time.Minute}

// logSlow writes down an attempt that was not judged because there were too many. This node asks the database only where it
// has not just written such a line itself.
func (d *Identity) logSlow(ctx context.Context, a attempt) {
	if a.account == nil || a.account.ID == "" {
		return
	}
	now := d.deps.Now()
	d.slow.mu.Lock()
	before, known := d.slow.at[a.account.ID]
	isFresh := known && now.Before(before.Add(slowLines.Window))
	if !isFresh {
		maps.DeleteFunc(d.slow.at, func(_ string, at time.Time) bool { return !now.Before(at.Add(slowLines.Window)) })
		d.slow.at[a.account.ID] = now
	}
	d.slow.mu.Unlock()
	if isFresh {
		return
	}
	a.outcome = outcomeSlow
	d.logLater(ctx, a)
}

// slowLog remembers when this node last wrote an attempt refused with 429 down, by account.
type slowLog struct {
	mu sync.Mutex
	at map[string]time.Time
}

// Wait returns when everything has been written that goes on behind answers.
func (d *Identity) Wait() { d.behind.Wait() }

// logAttempt writes a refused attempt into the log of every company of the account. A phone that nobody has belongs to
// no company: it is only counted and said in the server's own log.
func (d *Identity) logAttempt(ctx context.Context, a attempt) error {
	if a.account == nil || a.account.ID == "" {
		slog.InfoContext(ctx, "a sign-in for an unknown phone was refused", "address", api.CallerFrom(ctx).Address)
		return nil
	}
	return throttle.Count(ctx, d.deps.DB, "a refused sign-in has no tenant yet", func(tx store.Tx) error {
		if a.outcome == outcomeSlow {
			if wait, err := slowLines.Take(ctx, tx, "slow sign-in "+a.account.ID, a.at); err != nil || wait > 0 {
				return err
			}
		}
		var members []Member
		if err := tx.Select(&members).Where("account_id = ?", a.account.ID).Scan(ctx); err != nil {
			return err
		}
		for i := range members {
			if err := d.logSignIn(ctx, tx, &members[i], a); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *Identity) logSignIn(ctx context.Context, tx store.Tx, m *Member, a attempt) error {
	c, at := api.CallerFrom(ctx), a.at
	if at.IsZero() {
		at = d.deps.Now()
	}
	r := &SignInRecord{
		At: &at, AccountID: a.account.ID, UserName: m.UserName, RealName: m.RealName, Phone: verify.MaskPhone(a.account.Phone), Way: wayNumber(a.entry.Way), Outcome: a.outcome,
		Address: c.Address, Device: deviceOf(c.Agent), Agent: clip(c.Agent), CheckOnly: a.entry.checkOnly,
	}
	if declared, err := netip.ParseAddr(a.entry.DeclaredAddress); err == nil {
		r.DeclaredAddress = declared.String()
	}
	r.TenantID = m.TenantID
	if err := tx.Insert(ctx, r); err != nil || a.outcome != outcomeIn || a.entry.checkOnly {
		return err
	}
	// Who came in stands in the sealed log as well, which outlives this one. Refused attempts do not: anybody could fill it with them. Nor do
	// addresses and devices, for which this log asks a permission of its own.
	actor := store.Actor{TenantID: m.TenantID, AccountID: a.account.ID, Name: m.RealName, Through: store.ThroughUI}
	return tx.LogFor(ctx, actor, signInEntity, r.ID, cmp.Or(m.RealName, m.UserName), store.ActionSignIn, store.FieldChange{Field: "way", After: r.Way})
}

// How long sessions and tokens are kept when they let nobody in any more.
const (
	sessionKept = longRemembered + 24*time.Hour // a long token goes on in the place of the session before
	tokenKept   = 30 * 24 * time.Hour           // beyond its end, so that a person sees what it was
)

// Sweep removes what has served: QR codes after their time, old failures, sessions and tokens after theirs, and log lines
// past their keeping. It logs the ends of views that nobody has ended.
func (d *Identity) Sweep(ctx context.Context) error {
	now := d.deps.Now()
	return d.deps.DB.System(ctx, "sweeping looks at every tenant", func(tx store.Tx) error {
		if err := d.leaveOverViews(ctx, tx); err != nil {
			return err
		}
		for _, old := range []struct {
			model  any
			column string
			before time.Time
		}{
			{(*qrLogin)(nil), "expires_at", now.Add(-qrKept)},
			{(*loginFailure)(nil), "last_at", now.Add(-24 * time.Hour)},
			{(*recovery)(nil), "made_at", now.Add(-recoveryLife)},
			{(*knownBrowser)(nil), "seen_at", now.Add(-knownFor)},
			{(*session)(nil), "created_at", now.Add(-sessionKept)},
			{(*longToken)(nil), "expires_at", now.Add(-tokenKept)},
			{(*apiToken)(nil), "expires_at", now.Add(-tokenKept)},
			{(*SignInRecord)(nil), "at", now.Add(-logKept)},
		} {
			if _, err := tx.Remove(old.model).Where(old.column+" < ?", old.before).Exec(ctx); err != nil {
				return err
			}
		}
		if err := d.endLeft(ctx, tx); err != nil {
			return err
		}
		return throttle.Sweep(ctx, tx, now)
	})
}
