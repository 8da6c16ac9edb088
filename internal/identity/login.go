package identity

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// LoginInput is what the login page sends.
type LoginInput struct {
	Body struct {
		PhoneNum string `json:"phoneNum"`
		Password string `json:"password" doc:"base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
		Remember bool   `json:"remember,omitempty" doc:"30 days instead of one"`
		NotDelay int    `json:"notDelay,omitempty" doc:"1 = the pause of an overdue company was shown already"`
		IsJudge  int    `json:"isJudge,omitempty" doc:"1 checks and makes no session"`
		UserIP   string `json:"userIp,omitempty" doc:"only while a company registers: what the page takes for its address"`
		// AuthRequestID names the authorization that sent the person here.
		AuthRequestID string `json:"authRequestId,omitempty" doc:"of the authorization that waits for this sign-in"`
	}
}

// LoginReply is what signing in answers.
type LoginReply struct {
	Token             string  `json:"token"`
	LongToken         string  `json:"longToken"`
	AllowLoginFlag    int     `json:"allowLoginFlag"`
	ExpireDate        *string `json:"expireDate"`
	ExpireRemainDays  *int    `json:"expireRemainDays"`
	MaxOverdueDays    int     `json:"maxOverdueDays"`
	TenantName        string  `json:"tenantName"`
	LoginDelaySeconds int     `json:"loginDelaySeconds"`
	HaspExpireSwitch  int     `json:"haspExpireSwitch"`
	UserID            string  `json:"userId"`
	TenantID          string  `json:"tenantId"`
	Language          string  `json:"language,omitempty" doc:"what the account has chosen, zh or en: the page turns to it unless the person has just chosen another; empty where nobody signs in"`
	Next              string  `json:"next,omitempty" doc:"the address that goes on with the authorization that waited"`
	Path              string  `json:"path,omitempty" doc:"the page of ours that the person came for"`
}

// KeyReply is the public key for passwords, and a key and vector for the AES helper; nothing secret hangs on those.
type KeyReply struct {
	Key       string `json:"key"`
	IV        string `json:"iv"`
	PublicKey string `json:"publicKey"`
}

var (
	msgWrong    = problem.L("手机号或密码错误，或因多次输错已暂时锁定", "The phone number or the password is wrong, or signing in is locked for a while after wrong attempts")
	msgLocked   = problem.L("错误次数过多，请 15 分钟后再试", "Too many wrong attempts, please try again in 15 minutes")
	msgDisabled = problem.L("账号已停用或已过期，请联系管理员", "The account is disabled or has expired, please contact the administrator")
	msgAwaited  = problem.L("您已受企业邀请但尚未加入，请先打开邀请短信中的链接设置密码", "A company has invited you, and you have not come in yet: first set a password by the link of its SMS")
	msgPhone    = problem.L("请输入手机号", "Please enter the phone number")
	msgSecret   = problem.L("请输入密码", "Please enter the password")
)

// Mount registers signing in and out.
func (d *Identity) Mount(s *api.Server) {
	public := func(method, path, id, summary string, ex *api.Example) api.Operation {
		return api.Operation{Method: method, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.Public, Example: ex}
	}
	signed := func(method, path, id, summary string, ex *api.Example) api.Operation {
		return api.Operation{Method: method, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.SignedIn, Example: ex}
	}
	api.Call(s, public(http.MethodGet, "getKeyAndIv", "key", "Public key for the transport of passwords", &api.Example{}), d.key)
	api.Call(s, public(http.MethodPost, "upms/user/login", "login", "Sign in by phone and password", nil), d.login)
	api.Call(s, public(http.MethodPost, "getTokenService", "token-service", "A new session for a long token (Blade-Auth)", nil), d.renew)
	d.mountQR(s)
	d.mountOnline(s)
	d.mountView(s)
	d.mountDomain(s)
	who := entering(owing(signed(http.MethodGet, "checklogin", "check-login", "Who the session or the API token is", &api.Example{})))
	who.Programs = true
	api.Call(s, who, d.checkLogin)
	api.Call(s, entering(owing(signed(http.MethodPost, "upms/user/changeLanguage", "change-language", "Language of the account", &api.Example{Body: map[string]any{"language": "en"}}))), d.changeLanguage)
	for _, l := range []struct{ method, path, id string }{{http.MethodGet, "logout", "logout"}, {http.MethodPost, "logout", "logout-post"}, {http.MethodGet, "upms/user/logout.do", "logout-do"}} {
		api.Call(s, public(l.method, l.path, l.id, "Sign out", nil), d.logout)
	}
}

// owing opens a call to who owes a new password or a consent: what the pages need on which that is settled.
func owing(op api.Operation) api.Operation {
	op.Owing = true
	return op
}

// entering opens a call to who owes the proof by SMS: what the pages need to give it, or to work elsewhere instead.
func entering(op api.Operation) api.Operation {
	op.Entering = true
	return op
}

func (d *Identity) key(ctx context.Context, _ *struct{}) (KeyReply, error) {
	public, err := d.publicKey(ctx)
	random := make([]byte, 32)
	if _, fault := rand.Read(random); fault != nil {
		return KeyReply{}, fault
	}
	e := base64.StdEncoding
	return KeyReply{Key: e.EncodeToString(random[:16]), IV: e.EncodeToString(random[16:]), PublicKey: public}, err
}

func (d *Identity) login(ctx context.Context, in *LoginInput) (LoginReply, error) {
	b := in.Body
	b.PhoneNum = verify.ReadPhone(b.PhoneNum)
	var bad []problem.FieldError
	if b.PhoneNum == "" {
		bad = append(bad, problem.Field("phoneNum", "required", msgPhone))
	}
	if b.Password == "" {
		bad = append(bad, problem.Field("password", "required", msgSecret))
	}
	if len(bad) > 0 {
		return LoginReply{}, problem.Invalid(bad...)
	}
	if !verify.IsPhone(b.PhoneNum) { // nobody has it, and nothing of any length may become the name of a row
		return LoginReply{}, problem.NoAccess(msgWrong)
	}
	entry := Entry{Way: WayPassword, Remember: b.Remember, AuthRequestID: b.AuthRequestID, DeclaredAddress: b.UserIP, NotDelay: b.NotDelay == 1, checkOnly: b.IsJudge == 1}
	p, err := d.prove(ctx, b.PhoneNum, b.Password)
	if err != nil {
		if problem.Of(err).Code == problem.TooMany {
			d.logSlow(ctx, attempt{account: p.account, entry: entry})
		}
		return LoginReply{}, err
	}
	if p.refusal != nil {
		d.logLater(ctx, attempt{account: p.account, entry: entry, outcome: p.outcome})
		if vacant, err := d.vacant(ctx); err == nil && vacant {
			return LoginReply{}, problem.NoAccess(msgVacant)
		}
		return LoginReply{}, p.refusal
	}
	entry.AccountID, entry.Proof = p.account.ID, p.account.PasswordHash
	if entry.checkOnly {
		return d.check(ctx, p.account, entry)
	}
	return d.Enter(ctx, entry)
}

// check answers what signing in would, without a session, and writes it into the sign-in log as a check.
func (d *Identity) check(ctx context.Context, account *Account, e Entry) (reply LoginReply, err error) {
	err = d.deps.DB.System(ctx, "signing in finds the tenant", func(tx store.Tx) error {
		m, t, err := d.home(ctx, tx, account.ID, "")
		if err != nil {
			return err
		}
		reply = licenceReply(m, t, t.LicenceAt(d.deps.Now()))
		reply.UserID = account.ID
		outcome := outcomeIn
		if reply.AllowLoginFlag == 0 {
			outcome = outcomeLicence
		}
		return d.logSignIn(ctx, tx, m, attempt{account: account, entry: e, outcome: outcome})
	})
	if err != nil {
		return LoginReply{}, errors.Join(err, d.logRefusal(ctx, account, e, err))
	}
	return reply, nil
}

// proof is how a check of phone and password ended.
type proof struct {
	account *Account // empty when nobody has the phone
	outcome int
	refusal error // what the person is told; nil when they may come in
}

// prove checks phone and password; beside an error 429 it tells whose they would have been. It answers the same, and takes as long, whether the phone exists or not.
func (d *Identity) prove(ctx context.Context, phone, secret string) (proof, error) {
	account := &Account{}
	var policy Policy
	var applied problem.Text
	err := d.deps.DB.SystemRead(ctx, "nobody is signed in yet", func(tx store.Tx) error {
		if err := tx.Select(account).Where("phone = ?", phone).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		var err error
		if d.deps.Applicant != nil { // asked of every phone: the answer takes as long for all
			hash, says, err := d.deps.Applicant(ctx, tx, phone)
			if err != nil {
				return err
			}
			if account.ID == "" {
				account.PasswordHash, applied = hash, says
			}
		}
		policy, err = strictestPolicy(ctx, tx, account.ID)
		return err
	})
	if err != nil {
		return proof{}, err
	}
	v, err := d.judge(ctx, account, phone, secret, policy)
	switch {
	case err != nil:
		return proof{account: account}, err
	case v.unreadable:
		return proof{}, problem.Invalid(problem.Field("password", "encryption", msgResend))
	case v.locked:
		return proof{account, outcomeLocked, problem.NoAccess(msgLocked)}, nil
	case v.silent:
		return proof{account, outcomeLocked, problem.NoAccess(msgWrong)}, nil
	case !v.right:
		return proof{account, outcomeWrong, problem.NoAccess(msgWrong)}, nil
	case account.ID == "": // it is the applicant, who may know what becomes of the application
		return proof{account, outcomeWrong, problem.NoAccess(applied)}, nil
	}
	return proof{account, outcomeIn, nil}, nil
}

// CheckReply says who the session is.
type CheckReply struct {
	UserID    string `json:"userId"`
	TenantID  string `json:"tenantId"`
	FactoryID string `json:"factoryId"`
}

func (d *Identity) checkLogin(ctx context.Context, _ *struct{}) (CheckReply, error) {
	a, err := store.ActorFrom(ctx)
	return CheckReply{a.AccountID, a.TenantID, a.FactoryID}, err
}

// LanguageInput names a language.
type LanguageInput struct {
	Body struct {
		Language string `json:"language" enum:"zh,en"`
	}
}

func (d *Identity) changeLanguage(ctx context.Context, in *LanguageInput) (api.None, error) {
	lang := in.Body.Language
	if lang == "cn" || lang == "zh_CN" {
		lang = problem.Chinese
	}
	if lang != problem.Chinese && lang != problem.English {
		return api.None{}, problem.Invalid(problem.Field("language", "choice", problem.L("语言只能是 zh 或 en", "The language is zh or en")))
	}
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, d.deps.DB.System(ctx, "an account stands above tenants", func(tx store.Tx) error {
		_, err := tx.Change((*Account)(nil)).Set("language = ?", lang).Where("id = ?", actor.AccountID).Exec(ctx)
		return err
	})
}
