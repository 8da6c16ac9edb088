package registration

import (
	"context"
	"errors"
	"net/http"
	"unicode/utf8"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// Input is the public form (REG-02).
type Input struct {
	Body struct {
		CompanyName string `json:"companyName" doc:"up to 50 characters"`
		RealName    string `json:"realName,omitempty" doc:"of the contact, who becomes the administrator; up to 50 characters"`
		PhoneNum    string `json:"phoneNum"`
		PhoneCode   string `json:"phoneCode" doc:"4 to 6 digits, by sendSMS with sendType 1"`
		Password    string `json:"password" doc:"base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
		Agreed      bool   `json:"agreed" doc:"consent to the agreement"`
		Agreement   string `json:"agreement,omitempty" doc:"id of the agreement that was shown"`
	}
}

// Received says what happens next.
type Received struct {
	PhoneNum  string `json:"phoneNum" doc:"masked"`
	LeastDays int    `json:"leastDays" doc:"working days that an audit takes"`
	MostDays  int    `json:"mostDays"`
}

// Terms are what the form shows before anything is filled in.
type Terms struct {
	Open      bool   `json:"open" doc:"whether this platform takes registrations"`
	LeastDays int    `json:"leastDays"`
	MostDays  int    `json:"mostDays"`
	Agreement Shown  `json:"agreement"`
	Flag      string `json:"enterpriseRegistrationFlag" enum:"0,1" doc:"1 while companies may register: the sign-in then says which address it has"`
}

// An audit takes so many working days (REG-04).
const (
	leastDays = 1
	mostDays  = 2
)

var (
	msgName50   = problem.L("请输入 1 到 50 个字符", "Please enter 1 to 50 characters")
	msgMost50   = problem.L("最多 50 个字符", "At most 50 characters")
	msgPassword = problem.L("请输入密码", "Please enter the password")
	msgAgree    = problem.L("请阅读并同意服务协议", "Please read and accept the agreement")
	msgOutdated = problem.L("服务协议已更新，请重新阅读并同意", "The agreement has changed, please read and accept it again")
	msgKnown    = problem.L("已通过审核的租户手机号不能再次注册", "The mobile phone number of the approved tenant cannot be registered again")
	msgClosed   = problem.L("本平台暂不开放注册，请联系平台运营方", "This platform takes no registrations, please contact its operator")
)

func (r *Registration) mountForm(s *api.Server) {
	// Public: whoever registers is nobody yet. The code by SMS, behind the puzzle, is the proof.
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/registration", ID: "registration-terms", Summary: "Whether companies may register, and the agreement", Tag: "registration", Access: api.Public, Example: &api.Example{},
	}, r.terms)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/registration", ID: "registration-apply", Summary: "Register a company", Tag: "registration", Access: api.Public,
	}, r.apply)
}

func (r *Registration) terms(ctx context.Context, _ *struct{}) (t Terms, err error) {
	t = Terms{LeastDays: leastDays, MostDays: mostDays, Flag: "0"}
	err = r.deps.DB.SystemRead(ctx, reasonOperators, func(tx store.Tx) error {
		if t.Open, err = r.open(ctx, tx); err != nil {
			return err
		}
		if t.Open {
			t.Flag = "1"
		}
		t.Agreement, err = r.shown(ctx, tx)
		return err
	})
	return t, err
}

// open tells whether there is an operator who could audit.
func (r *Registration) open(ctx context.Context, tx store.Tx) (bool, error) {
	return tx.Select((*operator)(nil)).Where("id = ?", r.deps.Operator).Exists(ctx)
}

// apply checks everything that costs nothing first, then spends the code, and only then looks for the number: who does
// not hold it learns nothing about it.
func (r *Registration) apply(ctx context.Context, in *Input) (Received, error) {
	b := in.Body
	b.PhoneNum = verify.ReadPhone(b.PhoneNum)
	b.CompanyName, b.RealName = cell.Line(b.CompanyName), cell.Line(b.RealName)
	terms, err := r.terms(ctx, nil)
	if err != nil {
		return Received{}, err
	}
	if !terms.Open {
		return Received{}, problem.Refuse(msgClosed)
	}
	var bad []problem.FieldError
	if n := utf8.RuneCountInString(b.CompanyName); n < 1 || n > 50 {
		bad = append(bad, problem.Field("companyName", "length", msgName50))
	}
	if utf8.RuneCountInString(b.RealName) > 50 {
		bad = append(bad, problem.Field("realName", "length", msgMost50))
	}
	if !verify.IsPhone(b.PhoneNum) {
		bad = append(bad, problem.Field("phoneNum", "digits", verify.MsgPhone))
	}
	if err := verify.CheckFormat(b.PhoneCode); err != nil {
		bad = append(bad, problem.Of(err).Fields...)
	}
	hash := ""
	if b.Password == "" {
		bad = append(bad, problem.Field("password", "required", msgPassword))
	} else if hash, err = r.deps.Password(ctx, b.Password, b.CompanyName, b.RealName, "admin"); err != nil {
		p := problem.Of(err)
		if len(p.Fields) == 0 {
			return Received{}, err
		}
		bad = append(bad, p.Fields...)
	}
	switch {
	case !b.Agreed:
		bad = append(bad, problem.Field("agreed", "required", msgAgree))
	case b.Agreement != terms.Agreement.ID:
		bad = append(bad, problem.Field("agreed", "current", msgOutdated))
	}
	if len(bad) > 0 {
		return Received{}, problem.Invalid(bad...)
	}
	if err := r.deps.Proven(ctx, b.PhoneNum, b.PhoneCode); err != nil {
		return Received{}, err
	}
	now := r.deps.Now()
	a := &Application{
		Company: b.CompanyName, Contact: b.RealName, Phone: b.PhoneNum, PasswordHash: hash, Agreement: terms.Agreement.ID,
		AppliedAt: &now, Address: api.CallerFrom(ctx).Address, State: Waiting,
	}
	a.TenantID = r.deps.Operator
	if err := r.keep(ctx, a); err != nil {
		return Received{}, err
	}
	return Received{verify.MaskPhone(b.PhoneNum), leastDays, mostDays}, r.deps.Arrived(context.WithoutCancel(ctx), a.ID, a.Company)
}

// keep writes the application in the place of one that waits for the same number (R38).
func (r *Registration) keep(ctx context.Context, a *Application) error {
	err := r.deps.DB.System(ctx, reasonOperators, func(tx store.Tx) error {
		approved, err := tx.Select((*Application)(nil)).Where("phone = ? AND state = ?", a.Phone, Approved).Exists(ctx)
		if err != nil {
			return err
		}
		if approved {
			return problem.Refuse(msgKnown)
		}
		var waiting Application
		if err := tx.Select(&waiting).Where("phone = ? AND state = ?", a.Phone, Waiting).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return tx.Insert(ctx, a)
		} else if err != nil {
			return err
		}
		// Its version goes up: an auditor who has read the first one is told.
		a.Row = waiting.Row
		return tx.Update(ctx, a)
	})
	if errors.Is(err, store.ErrDuplicate) || errors.Is(err, store.ErrStale) {
		return problem.Slow(0) // two forms of one number at the same moment
	}
	return err
}
