package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// OpenTenantInput describes a company, or a person, that joins the platform.
type OpenTenantInput struct {
	Body struct {
		Code        string        `json:"code"`
		Name        string        `json:"name"`
		TenantType  int           `json:"tenantType,omitempty" enum:"0,1" doc:"1 = personal user: no factory"`
		FactoryName string        `json:"factoryName,omitempty" doc:"of an enterprise"`
		Zone        string        `json:"zone" doc:"IANA zone"`
		RealName    string        `json:"realName" doc:"of the administrator"`
		PhoneNum    string        `json:"phoneNum" doc:"of the administrator"`
		ExpireDate  quantity.Date `json:"expireDate,omitempty" doc:"none = without end"`
	}
}

// OpenTenantReply tells the operator what to pass on. The password is shown once.
type OpenTenantReply struct {
	TenantID string `json:"tenantId"`
	Password string `json:"password" doc:"empty for a phone that has an account already"`
}

var (
	codePattern  = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{1,29}$`)
	msgCode      = problem.L("请输入 2 到 30 个小写字母、数字或横线", "Enter 2 to 30 lower-case letters, digits or hyphens")
	msgCodeTaken = problem.L("编码已被使用", "The code is taken already")
	msgPhoneBusy = problem.L("该手机号的账号刚刚由另一操作创建，请再试一次", "Another call has just made an account with this phone number, please try again")
	msgNameTaken = problem.L("名称已被使用", "The name is taken already")
)

// MountOperator registers what the operator of the platform does beyond lists and forms.
func (d *Identity) MountOperator(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "platform/tenant/open", ID: "tenant-open", Summary: "Open a tenant with its factory and administrator", Tag: "platform", Permission: "platform.tenant.add", Secret: true,
		Example: &api.Example{Body: map[string]any{"code": "north", "name": "北方模具", "factoryName": "一厂", "zone": "Asia/Shanghai", "realName": "张三", "phoneNum": "13855550001", "expireDate": "2099-12-31"}},
	}, d.openTenant)
}

func (d *Identity) openTenant(ctx context.Context, in *OpenTenantInput) (OpenTenantReply, error) {
	b := in.Body
	b.PhoneNum = verify.ReadPhone(b.PhoneNum)
	b.Code, b.Name, b.FactoryName, b.RealName = cell.Line(b.Code), cell.Line(b.Name), cell.Line(b.FactoryName), cell.Line(b.RealName)
	personal := b.TenantType == tenancy.Personal
	bad := faultsOfCompany(tenancy.New{Code: b.Code, Name: b.Name, FactoryName: b.FactoryName, Zone: b.Zone, Personal: personal}, NewMember{Phone: b.PhoneNum, RealName: b.RealName})
	if len(bad) > 0 {
		return OpenTenantReply{}, problem.Invalid(bad...)
	}
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return OpenTenantReply{}, err
	}
	password, err := FirstPassword()
	if err != nil {
		return OpenTenantReply{}, err
	}
	reply := OpenTenantReply{Password: password}
	err = d.deps.DB.System(ctx, "the operator opens a tenant that nobody is in yet", func(tx store.Tx) error {
		known, err := tx.Select((*Account)(nil)).Where("phone = ?", b.PhoneNum).Exists(ctx)
		if err != nil {
			return err
		}
		if known {
			reply.Password = ""
		}
		t, err := d.OpenCompany(ctx, tx, tenancy.New{
			Code: b.Code, Name: b.Name, FactoryCode: "F1", FactoryName: b.FactoryName, Zone: b.Zone, Personal: personal, ExpireDate: b.ExpireDate,
		}, NewMember{Phone: b.PhoneNum, Password: password, RealName: b.RealName, Given: true})
		if err != nil {
			return err
		}
		reply.TenantID = t.ID
		// In the same transaction: a line that failed later would lose the only showing of the password.
		return tx.LogFor(ctx, actor, "tenant", t.ID, b.Name, store.ActionCreate)
	})
	if errors.Is(err, store.ErrDuplicate) { // the index has the last word in a race
		err = problem.Invalid(takenOf(err))
	}
	if err != nil {
		return OpenTenantReply{}, err
	}
	return reply, nil
}

// CheckCompany refuses what a new company and its administrator cannot be, by the rules of the operator's form (422).
func CheckCompany(n tenancy.New, boss NewMember) error { return refusedIf(faultsOfCompany(n, boss)) }

// CheckOperator refuses what the operator of the platform and a person of it cannot be (422).
func CheckOperator(phone, zone string) error {
	return refusedIf(faultsOfPlace(phone, zone))
}

func refusedIf(bad []problem.FieldError) error {
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

func faultsOfCompany(n tenancy.New, boss NewMember) (bad []problem.FieldError) {
	if !codePattern.MatchString(n.Code) {
		bad = append(bad, problem.Field("code", "pattern", msgCode))
	}
	for _, text := range []struct{ field, value string }{{"name", n.Name}, {"factoryName", n.FactoryName}, {"realName", boss.RealName}} {
		length := utf8.RuneCountInString(text.value)
		if text.field == "factoryName" && n.Personal {
			continue
		}
		if length < 1 || length > 50 {
			bad = append(bad, problem.Field(text.field, "length", msgName50))
		}
	}
	return append(bad, faultsOfPlace(boss.Phone, n.Zone)...)
}

func faultsOfPlace(phone, zone string) (bad []problem.FieldError) {
	if !verify.IsPhone(phone) {
		bad = append(bad, problem.Field("phoneNum", "digits", verify.MsgPhone))
	}
	if _, err := time.LoadLocation(zone); err != nil || zone == "" {
		bad = append(bad, problem.Field("zone", "zone", msgZone))
	}
	return bad
}

// takenOf is the field that another call took a moment before: the code or the name of the company, or the phone of an account
// that was made meanwhile. The same call made again finds it and goes on from there.
func takenOf(err error) problem.FieldError {
	d := store.DuplicateOf(err)
	switch {
	case d != nil && slices.Equal(d.Columns, []string{"phone"}):
		return problem.Field("phoneNum", "unique", msgPhoneBusy)
	case d != nil && slices.Contains(d.Columns, "name"):
		return problem.Field("name", "unique", msgNameTaken)
	}
	return problem.Field("code", "unique", msgCodeTaken)
}

// OpenCompany makes a tenant with its factory and its administrator; a code or a name that is taken is refused at its
// field. tx is a system transaction.
func (d *Identity) OpenCompany(ctx context.Context, tx store.Tx, n tenancy.New, boss NewMember) (*tenancy.Tenant, error) {
	var bad []problem.FieldError
	for _, q := range []struct {
		field string
		text  problem.Text
		value string
	}{{"code", msgCodeTaken, n.Code}, {"name", msgNameTaken, n.Name}} {
		taken, err := tx.Select((*tenancy.Tenant)(nil)).Named(q.field, q.value).Exists(ctx)
		if err != nil {
			return nil, err
		}
		if taken {
			bad = append(bad, problem.Field(q.field, "unique", q.text))
		}
	}
	if len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	t, f, err := d.Found(ctx, tx, n)
	if err != nil {
		return nil, err
	}
	boss.TenantID, boss.UserName, boss.Roles, boss.Factories = t.ID, "admin", []string{access.Administrator}, []string{}
	if f != nil {
		boss.Factories = []string{f.ID}
	}
	_, err = d.Add(ctx, tx, boss)
	return t, err
}

// Found makes a tenant as tenancy.Create does; a company has the basic data that it begins with.
func (d *Identity) Found(ctx context.Context, tx store.Tx, n tenancy.New) (*tenancy.Tenant, *tenancy.Factory, error) {
	t, f, err := tenancy.Create(ctx, tx, n)
	if err == nil && !n.Personal && d.deps.Founded != nil {
		err = d.deps.Founded(ctx, tx, t.ID)
	}
	return t, f, err
}

// FirstPassword is random: letters and digits that nobody confuses.
func FirstPassword() (string, error) {
	const letters, digits = "abcdefghjkmnpqrstuvwxyz", "23456789"
	var b strings.Builder
	for _, set := range []string{letters, letters, letters, letters, letters, digits, digits, digits, digits} {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(set))))
		if err != nil {
			return "", err
		}
		b.WriteByte(set[n.Int64()])
	}
	return b.String(), nil
}
