package tenancy_test

import (
	"context"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// ADMIN-04: a company is asked for a URL of its mobile-office site that people can be sent to, and told so in the very words; one
// that stands there already is kept with whatever else is changed.
func TestTheMobileSiteIsWhereaPhoneCanGo(t *testing.T) {
	each(t, func(p *platform) {
		p.asOperator()
		company := read(p, p.tenancy.Companies, tenancy.Operator)
		if company.Name == "" || company.MobileSite != "" {
			t.Errorf("a new company says %+v of itself", company)
		}
		for _, wrong := range []string{"m.example.com", "ftp://m.example.com", "javascript:alert(1)", "https://elsewhere.example.com"} {
			err := patch(p, p.tenancy.Companies, tenancy.Operator, map[string]any{"mobileSite": wrong, "phone": "0755-1234567"})
			p.expect(wrong, err, "mobileSite url")
			if words := said(err); !strings.Contains(words, "The URL of the mobile-office site is incorrect") || !strings.Contains(words, "移动办公站点的网址不正确") {
				t.Errorf("%s is refused by %s", wrong, words)
			}
		}
		if now := read(p, p.tenancy.Companies, tenancy.Operator); now.Phone != "" {
			t.Errorf("a refused save has left %+v", now)
		}
		p.expect("a right one", patch(p, p.tenancy.Companies, tenancy.Operator, map[string]any{"mobileSite": "https://m.example.com"}))

		// Stored before the rule, or by a name that has left the factory's network since.
		p.system(func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Change((*tenancy.Company)(nil)).Set("mobile_site = ?", "http://old").Where("id = ?", tenancy.Operator).Exec(ctx)
			return err
		})
		p.expect("another field beside an old one", patch(p, p.tenancy.Companies, tenancy.Operator, map[string]any{"phone": "0755-1234567"}))
		p.expect("without one", patch(p, p.tenancy.Companies, tenancy.Operator, map[string]any{"mobileSite": ""}))
	})
}

// Every company has its information from its first day, within the limits of the fields, and reads that of no other one.
func TestEveryCompanySaysWhoItIs(t *testing.T) {
	each(t, func(p *platform) {
		var other *tenancy.Tenant
		p.system(func(ctx context.Context, tx store.Tx) (err error) {
			other, _, err = tenancy.Create(ctx, tx, tenancy.New{Code: "other", Name: "另一家模具厂", FactoryCode: "F1", FactoryName: "F", Zone: "Asia/Shanghai"})
			return err
		})
		p.asOperator()
		p.expect("what it says", patch(p, p.tenancy.Companies, tenancy.Operator, map[string]any{
			"name": "东方模具有限公司", "englishName": "Eastern Mould Co., Ltd.", "taxNumber": "91440300MA5EXAMPLE", "contact": "陈静", "phone": "0755-1234567",
			"email": "office@example.com", "website": "https://example.com", "address": "深圳市宝安区一号", "englishAddress": "1 Bao'an Road, Shenzhen", "postcode": "518000",
		}))
		p.expect("beyond its limits", patch(p, p.tenancy.Companies, tenancy.Operator, map[string]any{
			"name": "", "englishName": strings.Repeat("a", 51), "taxNumber": strings.Repeat("9", 51), "phone": strings.Repeat("1", 21), "email": "nobody", "website": "example",
			"address": strings.Repeat("号", 201), "postcode": strings.Repeat("5", 21), "mobileSite": "https://" + strings.Repeat("m", 493),
		}), "address maxLength", "email pattern", "englishName maxLength", "mobileSite maxLength", "name required", "phone maxLength", "postcode maxLength", "taxNumber maxLength", "website pattern")
		if now := read(p, p.tenancy.Companies, tenancy.Operator); now.Name != "东方模具有限公司" || now.EnglishAddress != "1 Bao'an Road, Shenzhen" {
			t.Errorf("kept is %+v", now)
		}
		p.expect("of another company", patch(p, p.tenancy.Companies, other.ID, map[string]any{"phone": "1"}), "404")
		p.actor = store.Actor{TenantID: other.ID, AccountID: "other", Name: "Other", Through: store.ThroughUI, Zone: "Asia/Shanghai", May: map[string]bool{}}
		if theirs := read(p, p.tenancy.Companies, other.ID); theirs.Name != "另一家模具厂" || theirs.Phone != "" {
			t.Errorf("another company says %+v", theirs)
		}
	})
}
