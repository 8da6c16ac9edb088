package identity

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/draw"
	"image/jpeg"
	_ "image/png" // accepted
	"net/http"
	"net/mail"
	"strings"
	"unicode/utf8"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// OwnProfile is what the personal centre shows of a person.
type OwnProfile struct {
	UserID      string   `json:"userId"`
	UserName    string   `json:"userName"`
	RealName    string   `json:"realName"`
	PhoneNum    string   `json:"phoneNum" doc:"masked"`
	Email       string   `json:"email"`
	HeadImg     string   `json:"headImg" doc:"data URL, empty = the first letter of the name stands there"`
	Language    string   `json:"language"`
	TenantName  string   `json:"tenantName"`
	TenantType  int      `json:"tenantType" doc:"1 = personal user"`
	FactoryName string   `json:"factoryName"`
	Roles       []string `json:"roles" nullable:"false"`
	ExpireDate  string   `json:"expireDate" doc:"of the membership, empty = unlimited"`
	CompanyEnds string   `json:"companyExpireDate" doc:"of the company's licence, empty = unlimited: nobody enters the company for longer than its grace"`
	CompanyOver bool     `json:"companyOverdue" doc:"the company's licence has expired"`
	MinPassword int      `json:"minPassword" doc:"characters that a new password needs"`
}

// OwnProfileInput is what a person changes about oneself; what is left out stays.
type OwnProfileInput struct {
	Body struct {
		Email   *string `json:"email,omitempty" doc:"up to 50 characters, empty removes it"`
		HeadImg *string `json:"headImg,omitempty" doc:"data URL of a png or jpeg of up to 256 x 256 pixels and 64 KB, empty removes it"`
	}
}

// Limits of a head image.
const (
	headPixels = 256
	headBytes  = 64 << 10
)

var (
	msgEmailLong = problem.L("邮箱最多 50 个字符", "The email address has at most 50 characters")
	msgEmail     = problem.L("邮箱格式不正确，例如 name@example.com", "This is no email address; such as name@example.com")
	msgHead      = problem.L("头像须为 png 或 jpg 图片，最大 256×256 像素、64 KB", "The picture is a png or jpg of up to 256 x 256 pixels and 64 KB")
)

func (d *Identity) mountOwnProfile(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/user/profile", ID: "own-profile", Summary: "One's personal information", Tag: "account", Access: api.SignedIn, Example: &api.Example{}, Owing: true,
	}, func(ctx context.Context, _ *struct{}) (OwnProfile, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return OwnProfile{}, err
		}
		return d.ownProfile(ctx, actor)
	})
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/user/profile", ID: "own-profile-save", Summary: "Change one's personal information", Tag: "account", Access: api.SignedIn,
		Example: &api.Example{Body: map[string]any{"email": "planner@example.com"}},
	}, d.saveProfile)
}

func (d *Identity) ownProfile(ctx context.Context, actor store.Actor) (OwnProfile, error) {
	p, err := d.ProfileOf(ctx, actor)
	if err != nil {
		return OwnProfile{}, err
	}
	out := OwnProfile{
		UserID: p.Account.ID, UserName: p.Member.UserName, RealName: p.Member.RealName, PhoneNum: verify.MaskPhone(p.Account.Phone), Email: p.Account.Email,
		HeadImg: p.Account.HeadImage, Language: p.Account.Language, TenantName: p.TenantName, FactoryName: p.FactoryName, Roles: []string{},
		ExpireDate: string(p.Member.ExpireDate),
	}
	return out, d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		var t tenancy.Tenant
		if err := tx.Select(&t).Where("id = ?", actor.TenantID).Scan(ctx); err != nil {
			return err
		}
		out.TenantType = t.Type
		if licence := t.LicenceAt(d.deps.Now()); licence.RemainDays != nil && !p.Member.guest() {
			out.CompanyEnds, out.CompanyOver = string(t.ExpireDate), licence.Overdue
		}
		var roles []access.Role
		if err := tx.Select(&roles).Where("tenant_id = ?", actor.TenantID).WhereIn("code", p.Member.Roles).Order("code").Scan(ctx); err != nil {
			return err
		}
		for _, r := range roles {
			out.Roles = append(out.Roles, problem.L(r.NameZh, r.NameEn).In(problem.Language(ctx)))
		}
		policy, err := strictestPolicy(ctx, tx, actor.AccountID)
		out.MinPassword = policy.MinLength
		return err
	})
}

// saveProfile changes the caller's own account: there is no way to name another (HOME-04).
func (d *Identity) saveProfile(ctx context.Context, in *OwnProfileInput) (OwnProfile, error) {
	actor, err := byHand(ctx)
	if err != nil {
		return OwnProfile{}, err
	}
	var bad []problem.FieldError
	sets := map[string]string{}
	if in.Body.Email != nil {
		email := strings.TrimSpace(*in.Body.Email)
		if fault := checkEmail(email); fault != nil {
			bad = append(bad, *fault)
		}
		sets["email = ?"] = email
	}
	if in.Body.HeadImg != nil {
		head, ok := headImage(*in.Body.HeadImg)
		if !ok {
			bad = append(bad, problem.Field("headImg", "format", msgHead))
		}
		sets["head_image = ?"] = head
	}
	if len(bad) > 0 {
		return OwnProfile{}, problem.Invalid(bad...)
	}
	if len(sets) > 0 {
		if err := d.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
			change := tx.Change((*Account)(nil)).Where("id = ?", actor.AccountID)
			for set, value := range sets {
				change = change.Set(set, value)
			}
			_, err := change.Exec(ctx)
			return err
		}); err != nil {
			return OwnProfile{}, err
		}
	}
	return d.ownProfile(ctx, actor)
}

func checkEmail(email string) *problem.FieldError {
	if email == "" {
		return nil
	}
	if utf8.RuneCountInString(email) > 50 {
		f := problem.Field("email", "maxLength", msgEmailLong)
		return &f
	}
	// The address alone: "Name <a@b.c>" parses too, but is more than an address.
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || !strings.Contains(email[strings.LastIndex(email, "@"):], ".") {
		f := problem.Field("email", "format", msgEmail)
		return &f
	}
	return nil
}

// headImage draws a picture anew, so that nothing but its pixels is kept.
func headImage(dataURL string) (string, bool) {
	if dataURL == "" {
		return "", true
	}
	kind, content, found := strings.Cut(dataURL, ";base64,")
	if !found || kind != "data:image/png" && kind != "data:image/jpeg" || len(content) > base64.StdEncoding.EncodedLen(headBytes) {
		return "", false
	}
	raw, err := base64.StdEncoding.DecodeString(content)
	if err != nil {
		return "", false
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || kind != "data:image/"+format || size.Width > headPixels || size.Height > headPixels || size.Width < 1 || size.Height < 1 {
		return "", false
	}
	picture, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return "", false
	}
	sheet := image.NewRGBA(picture.Bounds())
	draw.Draw(sheet, sheet.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(sheet, sheet.Bounds(), picture, picture.Bounds().Min, draw.Over)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, sheet, &jpeg.Options{Quality: 88}); err != nil {
		return "", false
	}
	return "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), true
}
