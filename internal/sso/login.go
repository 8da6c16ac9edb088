package sso

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// loginRow is what we remember between the way out and the code that comes back, to the same browser.
type loginRow struct {
	bun.BaseModel `bun:"table:sso_login"`
	StateHash     string    `bun:"state_hash,pk"`
	BrowserHash   string    `bun:"browser_hash"`
	Source        string    `bun:"source"`
	Nonce         string    `bun:"nonce"`
	Verifier      string    `bun:"verifier"`
	Path          string    `bun:"path"`
	AccountID     string    `bun:"account_id"` // that a work app is being linked to; "" = somebody signs in
	CreatedAt     time.Time `bun:"created_at"`
}

// linkRow ties a person of another system to an account.
type linkRow struct {
	bun.BaseModel `bun:"table:sso_link"`
	Source        string    `bun:"source,pk"` // the issuer, or the work app
	Subject       string    `bun:"subject,pk"`
	AccountID     string    `bun:"account_id"`
	CreatedAt     time.Time `bun:"created_at"`
}

// LoginURLInput says where the person wants to go.
type LoginURLInput struct {
	Body struct {
		Redirect string `json:"redirect,omitempty" doc:"path of ours to open after signing in; anything else is home"`
	}
}

// LoginURLReply is where the browser goes.
type LoginURLReply struct {
	URL string `json:"url"`
}

// CodeInput is what comes back on /loginMedium.
type CodeInput struct {
	Code     string `query:"code"`
	State    string `query:"state"`
	NotDelay int    `query:"notDelay" doc:"1 = the pause of an overdue company was shown already"`
}

var (
	msgStranger = problem.L("该账号未与本系统用户关联，请联系管理员", "This account belongs to no user here, please contact the administrator")
	msgOther    = problem.L("本浏览器已有他人登录，请先退出", "Somebody else is signed in here: sign out first")
)

func (s *SSO) mountLogin(a *api.Server) {
	// Public: nobody is signed in before signing in.
	api.Call(a, api.Operation{
		Method: http.MethodPost, Path: "/mcfront/basic-api/blade-auth/oauth/getLoginUrl", ID: "login-url", Summary: "Where single sign-on begins", Tag: "session", Access: api.Public,
		Example: &api.Example{Body: map[string]any{"redirect": "/home"}},
	}, s.loginURL)
	api.Call(a, api.Operation{
		Method: http.MethodGet, Path: "upms/user/sso/loginByCode.do", ID: "login-by-code", Summary: "Sign in by the code of single sign-on", Tag: "session", Access: api.Public, AnyQuery: true,
	}, s.loginByCode)
}

// loginURL remembers what the code must match when it comes back, and says where to go (SSO-02, SSO-03, SSO-07).
func (s *SSO) loginURL(ctx context.Context, in *LoginURLInput) (LoginURLReply, error) {
	if page := s.deps.Options.LoginPage; page != "" && page != "0" {
		return LoginURLReply{page}, nil
	}
	src, err := s.source(ctx, s.chosen(), api.CallerFrom(ctx).Origin)
	if err != nil {
		return LoginURLReply{}, err
	}
	state, row, err := s.depart(ctx, src.name, in.Body.Redirect, "")
	return LoginURLReply{src.address(state, row)}, err
}

// depart keeps a login row for this browser; account is whose link it makes, "" when somebody signs in.
func (s *SSO) depart(ctx context.Context, from, path, account string) (string, *loginRow, error) {
	state, hash := opaque.Token()
	if account != "" {
		state = linkMark + state
		hash = opaque.Hash(state)
	}
	row := &loginRow{StateHash: hash, BrowserHash: browserOf(api.CallerFrom(ctx)), Source: from, Path: safePath(path), AccountID: account, CreatedAt: s.deps.Now()}
	row.Nonce, _ = opaque.Token()
	row.Verifier, _ = opaque.Token()
	return state, row, s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error { return tx.Insert(ctx, row) })
}

// safePath keeps paths of ours; everything else is home.
func safePath(path string) string {
	if api.IsPath(path) {
		return path
	}
	return "/home"
}

// loginByCode finishes what loginURL began, in the browser where it began (SSO-05, SSO-06).
func (s *SSO) loginByCode(ctx context.Context, in *CodeInput) (reply identity.LoginReply, err error) {
	if in.Code == "" || in.State == "" {
		return reply, problem.Spent()
	}
	c := api.CallerFrom(ctx)
	row, err := s.returned(ctx, in.State, browserMarks(c), "")
	if err != nil {
		return reply, err
	}
	v, err := s.vouch(ctx, c, row, in.Code)
	if err != nil {
		return reply, err
	}
	entry := identity.Entry{AccountID: v.subject, Way: identity.WaySSO, Hint: v.hint, NotDelay: in.NotDelay == 1}
	err = s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) (err error) {
		if row.Source != sourceEmbedded {
			entry.AccountID, err = s.link(ctx, tx, row.Source, v)
			return err
		}
		who, err := s.current(ctx, tx, c)
		entry.Remember = who != nil && who.ExpiresAt.Sub(who.CreatedAt) > shortLife
		return err
	})
	if err != nil {
		return reply, err
	}
	if entry.AccountID == "" {
		return reply, problem.NoAccess(msgStranger)
	}
	if row.Source != sourceEmbedded && row.Source != sourceExternal {
		entry.Way = row.Source // a work app
	}
	reply, err = s.deps.Enter(ctx, entry)
	reply.Path = row.Path
	return reply, err
}

// returned takes the login row of a state: once, in time, in the browser that it belongs to, for what it was made. A state in a foreign
// browser is somebody who wants another to sign in as them; it is not even used up.
func (s *SSO) returned(ctx context.Context, state string, browser []string, account string) (*loginRow, error) {
	var row loginRow
	taken := false
	err := s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		err := tx.Select(&row).Where("state_hash = ? AND account_id = ? AND created_at > ?", opaque.Hash(state), account, s.deps.Now().Add(-loginLife)).WhereIn("browser_hash", browser).Scan(ctx)
		if errors.Is(err, store.ErrNotFound) || err != nil {
			return err
		}
		n, err := tx.Remove((*loginRow)(nil)).Where("state_hash = ?", row.StateHash).Exec(ctx)
		taken = n == 1
		return err
	})
	if errors.Is(err, store.ErrNotFound) || err == nil && !taken {
		return nil, problem.Spent()
	}
	return &row, err
}

// vouch asks whoever the row names who the person is.
func (s *SSO) vouch(ctx context.Context, c api.Caller, row *loginRow, code string) (vouched, error) {
	if connector := s.connector(row.Source); connector != nil {
		return askConnector(ctx, connector, code, c.Origin)
	}
	src, err := s.source(ctx, row.Source, c.Origin)
	if err != nil {
		return vouched{}, err
	}
	return src.exchange(ctx, code, row)
}
