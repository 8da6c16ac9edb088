package tenancy

import (
	"context"
	"net/http"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Company is what a company says of itself. Each tenant has one from the day it is opened, under its own id; what the operator has
// agreed with it stands in Tenant.
type Company struct {
	bun.BaseModel `bun:"table:company" json:"-"`
	store.Row
	Name           string `bun:"name" json:"name"`
	EnglishName    string `bun:"english_name" json:"englishName"`
	TaxNumber      string `bun:"tax_number" json:"taxNumber"`
	Contact        string `bun:"contact" json:"contact"`
	Phone          string `bun:"phone" json:"phone"`
	Email          string `bun:"email" json:"email"`
	Website        string `bun:"website" json:"website"`
	Address        string `bun:"address" json:"address"`
	EnglishAddress string `bun:"english_address" json:"englishAddress"`
	Postcode       string `bun:"postcode" json:"postcode"`
	MobileSite     string `bun:"mobile_site" json:"mobileSite"` // where phones enter the product; empty: by the address of the page
}

// MobileSiteView is where the people of a company enter the product by phone.
type MobileSiteView struct {
	Address string `json:"address" doc:"empty: the address of the page that asks"`
}

const emailForm = `^[^@\s]+@[^@\s]+\.[^@\s]+$`

var msgMobileSite = L("移动办公站点的网址不正确", "The URL of the mobile-office site is incorrect")

func (d *Tenancy) company() resource.Spec[*Company] {
	return resource.Spec[*Company]{
		Path: "bms/company-info", Label: L("企业信息", "Company info"), Permission: "system.companyInfo", Sort: "name", Changed: d.deps.Changed,
		Without: []string{"add", "delete"}, ExampleID: "01900000-0000-7000-8000-000000000709",
		Example:    &api.Example{Body: map[string]any{"name": "示例模具有限公司", "phone": "0755-1234567", "mobileSite": "https://m.example.com"}},
		ExampleRow: map[string]any{"contact": "Example"},
		Form: func(c *Company, f *resource.Form) {
			f.Text(&c.Name, "企业全称", "Registered name").Required().Title().Max(50)
			f.Text(&c.EnglishName, "英文名称", "English name").Max(50)
			f.Text(&c.TaxNumber, "税号", "Tax number").Max(50)
			f.Group("联系方式", "Contact")
			f.Text(&c.Contact, "联系人", "Contact person").Max(50)
			f.Text(&c.Phone, "电话", "Telephone").Max(20)
			f.Text(&c.Email, "邮箱", "Email").Max(50).Pattern(emailForm, "例如 name@example.com", "such as name@example.com")
			f.Text(&c.Website, "网站", "Website").Max(200).URL()
			f.Text(&c.Address, "地址", "Address").Max(200)
			f.Text(&c.EnglishAddress, "英文地址", "English address").Max(200)
			f.Text(&c.Postcode, "邮编", "Postcode").Max(20)
			f.Group("手机访问", "On the phone")
			f.Text(&c.MobileSite, "移动办公站点网址", "URL of the mobile-office site").Max(500).
				Help("手机从此网址进入，个人中心的“移动端下载”会显示它；以 https:// 开头，工厂内网也可用 http://。留空时为本页面的网址", "Phones enter here; Mobile app download in the personal centre shows it. Begins with https://, or with http:// inside the factory's network; left empty, it is the address of this page")
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, old, now *Company) error {
			if now.MobileSite == "" || old != nil && old.MobileSite == now.MobileSite || d.deps.Reachable(now.MobileSite) {
				return nil
			}
			return problem.Invalid(problem.Field("mobileSite", "url", msgMobileSite))
		},
	}
}

// mountMobileSite tells everybody of a company what the QR code of the header shows: who may not see the company's page, too.
func mountMobileSite(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/mobile-site", ID: "mobile-site", Summary: "Where phones enter the product", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (MobileSiteView, error) {
		var rows []Company
		err := tx.Select(&rows).Columns("mobile_site").Where("id = ?", tx.Actor().TenantID).Scan(ctx)
		if err != nil || len(rows) == 0 {
			return MobileSiteView{}, err
		}
		return MobileSiteView{rows[0].MobileSite}, nil
	})
}
