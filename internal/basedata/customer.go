package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

const email = `^[^@\s]+@[^@\s]+\.[^@\s]+$`

// Customer orders moulds.
type Customer struct {
	bun.BaseModel `bun:"table:customer" json:"-"`
	store.Row
	Number         string            `bun:"number" json:"number"`
	Name           string            `bun:"name" json:"name"`
	EnglishName    string            `bun:"english_name" json:"englishName"`
	ShortName      string            `bun:"short_name" json:"shortName"`
	Area           string            `bun:"area" json:"area"`
	Fax            string            `bun:"fax" json:"fax"`
	Phone          string            `bun:"phone" json:"phone"`
	Email          string            `bun:"email" json:"email"`
	Sporadic       bool              `bun:"sporadic" json:"sporadic"` // orders single processing steps
	SAPOrderNumber string            `bun:"sap_order_number" json:"sapOrderNumber"`
	Windows        []CustomerWindow  `bun:"windows,type:text" json:"windows"`
	Addresses      []CustomerAddress `bun:"addresses,type:text" json:"addresses"`
	Valid          bool              `bun:"valid" json:"valid"`
}

// CustomerWindow is a contact point of a customer.
type CustomerWindow struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
	Email string `json:"email"`
}

// CustomerAddress is where moulds are delivered.
type CustomerAddress struct {
	Address string `json:"address"`
}

func (d *Master) customer() resource.Spec[*Customer] {
	return resource.Spec[*Customer]{
		Path: "bms/customer", Label: L("客户", "Customer"), Permission: "system.customer", Sort: "number", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000106",
		Example: &api.Example{Body: map[string]any{
			"number": "C900", "name": "东方精密", "shortName": "DFJM", "email": "office@example.com",
			"windows": []map[string]any{{"name": "王工", "phone": "0755-1234567"}}, "addresses": []map[string]any{{"address": "深圳市宝安区一号"}},
		}},
		Form: func(c *Customer, f *resource.Form) {
			f.Text(&c.Number, "客户编号", "Customer number").Required().Unique().Max(50)
			f.Text(&c.Name, "名称", "Name").Formerly("客户名称", "Customer name").Required().Unique().Title().Max(50)
			f.EnglishName(&c.EnglishName)
			f.Text(&c.ShortName, "简称", "Short name").Max(5).Pattern(`^[A-Za-z0-9]{1,5}$`, "最多 5 个英文字母或数字", "up to 5 English letters or digits")
			f.Text(&c.Area, "地区", "Area").Max(50)
			f.Text(&c.Phone, "电话", "Telephone").Formerly("Phone").Max(20)
			f.Text(&c.Fax, "传真", "Fax").Max(30).HideInList()
			f.Text(&c.Email, "邮箱", "Email").Max(50).Pattern(email, "例如 name@example.com", "such as name@example.com")
			f.Text(&c.SAPOrderNumber, "SAP 订单号", "SAP order number").Max(50).HideInList()
			f.Flag(&c.Sporadic, "零星加工", "Sporadic processing").Informs().HideInList()
			f.Valid(&c.Valid)
			f.Group("窗口和送货地址", "Windows and delivery addresses")
			resource.Lines(f, &c.Windows, "客户窗口", "Windows", func(l *CustomerWindow, f *resource.Form) {
				f.Text(&l.Name, "窗口", "Window").Required().Unique().Max(50)
				f.Text(&l.Phone, "电话", "Telephone").Max(20)
				f.Text(&l.Email, "邮箱", "Email").Max(50).Pattern(email, "例如 name@example.com", "such as name@example.com")
			}).AtMost(100)
			resource.Lines(f, &c.Addresses, "送货地址", "Delivery addresses", func(l *CustomerAddress, f *resource.Form) {
				f.Text(&l.Address, "地址", "Address").Required().Unique().Max(50)
			}).AtMost(100)
		},
	}
}
