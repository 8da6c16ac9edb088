package identity

import (
	"context"
	"crypto/subtle"
	"net/http"
	"sync"
	"time"
	"unicode/utf8"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// Setup guards the first start: whoever holds the one-time code from the server's log makes the first company.
type Setup struct {
	mu      sync.Mutex
	code    string
	expires time.Time
}

// setupLife is how long the link of the first start works.
const setupLife = 30 * time.Minute

// Begin opens the setup when the server has no tenant yet, and gives the code; "" when there is nothing to set up.
func (d *Identity) Begin(ctx context.Context, s *Setup) (string, error) {
	if vacant, err := d.vacant(ctx); err != nil || !vacant {
		return "", err
	}
	code, _ := opaque.Token()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.code, s.expires = code, d.deps.Now().Add(setupLife)
	return code, nil
}

// vacant tells whether the server has no tenant yet. No company is ever deleted: who has seen one asks no more, so that a
// wrong password costs no question. That there is none is asked anew, for another node may make the first.
func (d *Identity) vacant(ctx context.Context) (vacant bool, err error) {
	if d.occupied.Load() {
		return false, nil
	}
	err = d.deps.DB.SystemRead(ctx, "the first start asks whether there is any tenant", func(tx store.Tx) error {
		exists, err := tx.Select((*tenancy.Tenant)(nil)).Exists(ctx)
		vacant = !exists
		if err == nil && exists {
			d.occupied.Store(true)
		}
		return err
	})
	return vacant, err
}

// SetupState tells people who open a new server that it waits for its first company.
type SetupState struct {
	Waiting bool `json:"waiting" doc:"there is no company yet: the link that the server printed at its start makes the first"`
}

// SetupLinkInput is the code of a link of the first start.
type SetupLinkInput struct {
	Body struct {
		Code string `json:"code"`
	}
}

// SetupInput makes the first company, its factory and its administrator.
type SetupInput struct {
	Body struct {
		Code        string `json:"code"`
		CompanyName string `json:"companyName"`
		FactoryName string `json:"factoryName"`
		Zone        string `json:"zone" doc:"IANA zone of the factory"`
		RealName    string `json:"realName"`
		PhoneNum    string `json:"phoneNum"`
		Password    string `json:"password" doc:"base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
	}
}

var (
	msgVacant    = problem.L("这台服务器还没有企业，暂时无人可以登录；请打开服务启动时日志中的链接，建立企业和管理员", "This server has no company yet and nobody can sign in; open the link that its log showed when it started to make the company and its administrator")
	msgSetupDone = problem.L("首次启动已经完成，请直接登录", "The first company is there already; please sign in")
	msgSetupCode = problem.L("链接无效或已过期：请使用服务日志中的链接；超过 30 分钟的，重新启动服务即可得到新链接", "The link is invalid or has expired: use the link in the server's log, and restart the server for a new one after 30 minutes")
	msgName50    = problem.L("请输入 1 到 50 个字符", "Please enter 1 to 50 characters")
	msgZone      = problem.L("未知的时区，例如 Asia/Shanghai", "Unknown time zone; such as Asia/Shanghai")
	msgResend    = problem.L("密码无法解密，请刷新页面后重试", "The password could not be decrypted, please reload the page and try again")
)

// MountSetup registers the call of the first start.
func (d *Identity) MountSetup(s *api.Server, setup *Setup) {
	state := api.Operation{Method: http.MethodGet, Path: "upms/setup", ID: "setup-state", Summary: "First start: whether the server waits for its first company", Tag: "session", Access: api.Public}
	api.Call(s, state, func(ctx context.Context, _ *struct{}) (SetupState, error) {
		vacant, err := d.vacant(ctx)
		return SetupState{Waiting: vacant}, err
	})
	link := api.Operation{Method: http.MethodPost, Path: "upms/setup/link", ID: "setup-link", Summary: "First start: whether a link still makes the first company", Tag: "session", Access: api.Public}
	api.Call(s, link, func(ctx context.Context, in *SetupLinkInput) (api.None, error) {
		setup.mu.Lock()
		defer setup.mu.Unlock()
		return api.None{}, d.admits(ctx, setup, in.Body.Code)
	})
	op := api.Operation{Method: http.MethodPost, Path: "upms/setup", ID: "setup", Summary: "First start: make the company, its factory and its administrator", Tag: "session", Access: api.Public}
	api.Call(s, op, func(ctx context.Context, in *SetupInput) (api.None, error) {
		b := in.Body
		b.PhoneNum = verify.ReadPhone(b.PhoneNum)
		setup.mu.Lock()
		defer setup.mu.Unlock()
		if err := d.admits(ctx, setup, b.Code); err != nil {
			return api.None{}, err
		}
		var bad []problem.FieldError
		for _, text := range []struct{ field, value string }{{"companyName", b.CompanyName}, {"factoryName", b.FactoryName}, {"realName", b.RealName}} {
			if n := utf8.RuneCountInString(cell.Line(text.value)); n < 1 || n > 50 {
				bad = append(bad, problem.Field(text.field, "length", msgName50))
			}
		}
		if !verify.IsPhone(b.PhoneNum) {
			bad = append(bad, problem.Field("phoneNum", "digits", verify.MsgPhone))
		}
		if _, err := time.LoadLocation(b.Zone); err != nil || b.Zone == "" {
			bad = append(bad, problem.Field("zone", "zone", msgZone))
		}
		password, err := d.decrypt(ctx, b.Password)
		if err != nil {
			bad = append(bad, problem.Field("password", "encryption", msgResend))
		} else if err := CheckPassword(password, b.RealName); err != nil {
			bad = append(bad, problem.Of(err).Fields...)
		}
		if len(bad) > 0 {
			return api.None{}, problem.Invalid(bad...)
		}
		err = d.deps.DB.System(ctx, "the first company is made before anybody can sign in", func(tx store.Tx) error {
			t, f, err := d.Found(ctx, tx, tenancy.New{Code: "main", Name: cell.Line(b.CompanyName), FactoryCode: "F1", FactoryName: cell.Line(b.FactoryName), Zone: b.Zone})
			if err != nil {
				return err
			}
			_, err = d.Add(ctx, tx, NewMember{
				TenantID: t.ID, Phone: b.PhoneNum, Password: password, UserName: "admin", RealName: cell.Line(b.RealName),
				Roles: []string{access.Administrator}, Factories: []string{f.ID},
			})
			return err
		})
		if err == nil {
			setup.code = "" // once
		}
		return api.None{}, err
	})
}

// admits refuses a code that makes no first company: it is wrong, too old, or the company is there. The caller holds the setup.
func (d *Identity) admits(ctx context.Context, setup *Setup, code string) error {
	if setup.code != "" && !d.deps.Now().After(setup.expires) && subtle.ConstantTimeCompare([]byte(setup.code), []byte(code)) == 1 {
		return nil
	}
	switch vacant, err := d.vacant(ctx); {
	case err != nil:
		return err
	case vacant:
		return problem.NoAccess(msgSetupCode)
	}
	return problem.NoAccess(msgSetupDone)
}
