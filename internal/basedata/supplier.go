package basedata

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Supplier takes work outside the factory.
type Supplier struct {
	bun.BaseModel `bun:"table:supplier" json:"-"`
	store.Row
	Code          string            `bun:"code" json:"code"`
	Name          string            `bun:"name" json:"name"`
	EnglishName   string            `bun:"english_name" json:"englishName"`
	ShortName     string            `bun:"short_name" json:"shortName"`
	Address       string            `bun:"address" json:"address"`
	Contact       string            `bun:"contact" json:"contact"`
	Phone         string            `bun:"phone" json:"phone"`
	Telephone     string            `bun:"telephone" json:"telephone"`
	Email         string            `bun:"email" json:"email"`
	Currency      string            `bun:"currency" json:"currency"`
	InvoiceType   int               `bun:"invoice_type" json:"invoiceType"`
	PaymentMethod int               `bun:"payment_method" json:"paymentMethod"`
	AccountPeriod int               `bun:"account_period" json:"accountPeriod"` // days
	TaxIncluded   bool              `bun:"tax_included" json:"taxIncluded"`
	TaxRate       quantity.Decimal  `bun:"tax_rate" json:"taxRate"`       // per cent
	LeadDays      quantity.Decimal  `bun:"lead_days" json:"leadDays"`     // elapsed, when neither the operation nor its process names any
	OutMinutes    quantity.Minutes  `bun:"out_minutes" json:"outHours"`   // elapsed, on the way there; 0 = the default flow time
	BackMinutes   quantity.Minutes  `bun:"back_minutes" json:"backHours"` // elapsed, on the way back
	Processes     []SupplierProcess `bun:"processes,type:text" json:"processes"`
	Valid         bool              `bun:"valid" json:"valid"`
}

// SupplierProcess is a process that the supplier takes over.
type SupplierProcess struct {
	ProcessID string           `json:"processId"`
	LeadDays  quantity.Decimal `json:"leadDays"` // elapsed; beats that of the supplier
}

func (d *Master) supplier() resource.Spec[*Supplier] {
	return resource.Spec[*Supplier]{
		Path: "bms/supplier", Label: L("供应商", "Supplier"), Permission: "system.supplier", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000107",
		Example: &api.Example{Body: map[string]any{
			"code": "S900", "name": "华南热处理", "leadDays": 3, "outHours": 4, "backHours": 4, "taxRate": 13,
			"processes": []map[string]any{{"processId": resource.ReferredID(processExample), "leadDays": 2}},
		}},
		Form: func(s *Supplier, f *resource.Form) {
			f.Text(&s.Code, "编码", "Code").Formerly("供应商编码", "Supplier code").Required().Unique().Max(20)
			f.Text(&s.Name, "名称", "Name").Formerly("供应商名称", "Supplier name").Required().Unique().Title().Max(50)
			f.EnglishName(&s.EnglishName)
			f.Text(&s.ShortName, "简称", "Short name").Max(20)
			f.Text(&s.Contact, "联系人", "Contact person").Max(20)
			f.Text(&s.Phone, "手机", "Mobile phone").Max(20).HideInList()
			f.Text(&s.Telephone, "电话", "Telephone").Max(20)
			f.Text(&s.Email, "邮箱", "Email").Max(50).Pattern(email, "例如 name@example.com", "such as name@example.com").HideInList()
			f.Text(&s.Address, "地址", "Address").Max(100).HideInList()
			f.Valid(&s.Valid)
			f.Group("外协", "Outsourcing")
			f.Decimal(&s.LeadDays, "外协周期", "Lead time").Formerly("Lead days").Unit("天", "days").Between(0, 365).Help("日历天，工序和工艺未给出时使用", "Elapsed; used where neither operation nor process gives one")
			f.Hours(&s.OutMinutes, "送出时间", "Way out").Between(0, 720).Help("0 表示使用默认流转时间", "0 uses the default flow time").HideInList()
			f.Hours(&s.BackMinutes, "返回时间", "Way back").Between(0, 720).Help("0 表示使用默认流转时间", "0 uses the default flow time").HideInList()
			resource.Lines(f, &s.Processes, "外协工艺", "Outsourcing processes", func(l *SupplierProcess, f *resource.Form) {
				f.Ref(&l.ProcessID, d.Processes, "工艺", "Process").Required()
				f.Decimal(&l.LeadDays, "周期", "Lead time").Formerly("Lead days").Unit("天", "days").Required().Between(0, 365)
			}).AtMost(200)
			f.Group("结算", "Settlement")
			f.Text(&s.Currency, "币种", "Currency").Max(3).Pattern(`^[A-Z]{3}$`, "三个大写字母，例如 CNY", "three capital letters, such as CNY").Initial("CNY").HideInList()
			f.Choice(&s.InvoiceType, "发票类型", "Invoice type", Opt(0, "未定", "Not set"), Opt(1, "增值税专用发票", "Special VAT invoice"), Opt(2, "增值税普通发票", "Ordinary VAT invoice"), Opt(3, "不开票", "No invoice")).Initial(0).HideInList()
			f.Choice(&s.PaymentMethod, "付款方式", "Payment method", Opt(0, "未定", "Not set"), Opt(1, "银行转账", "Bank transfer"), Opt(2, "承兑汇票", "Acceptance bill"), Opt(3, "现金", "Cash"), Opt(4, "预付", "Prepaid")).Initial(0).HideInList()
			f.Integer(&s.AccountPeriod, "账期", "Account period").Unit("天", "days").Between(0, 365).HideInList()
			f.Flag(&s.TaxIncluded, "含税", "Tax included").Initial(true).HideInList()
			f.Decimal(&s.TaxRate, "税率", "Tax rate").Unit("%", "%").Between(0, 100).HideInList()
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *Supplier) error {
			seen := map[string]bool{}
			for i, p := range now.Processes {
				if seen[p.ProcessID] {
					return problem.Invalid(problem.Field(fmt.Sprintf("processes.%d.processId", i), "unique", L("此工艺已在列表中", "The process is in the list already")))
				}
				seen[p.ProcessID] = true
			}
			return nil
		},
	}
}
