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
	Number    string `bun:"number" json:"number"`
	Name      string `bun:"name" json:"name"`
	ShortName string `bun:"short_name" json:"shortName"`
	Phone     string `bun:"phone" json:"phone"`
	Email     string `bun:"email" json:"email"`
	Valid     bool   `bun:"valid" json:"valid"`
}

func (d *Master) customer() resource.Spec[Customer] {
	return resource.Spec[Customer]{
		Path: "bms/customer", Label: L("客户", "Customer"), Permission: "system.customer", Sort: "number", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000106",
		Example:   &api.Example{Body: map[string]any{"number": "C900", "name": "东方精密", "shortName": "DFJM", "email": "office@example.com"}},
		Form: func(c *Customer, f *resource.Form) {
			f.Text(&c.Number, "客户编号", "Customer number").Required().Unique().Max(50)
			f.Text(&c.Name, "客户名称", "Customer name").Required().Unique().Title().Max(50)
			f.Text(&c.ShortName, "简称", "Short name").Max(5).Pattern(`^[A-Za-z0-9]{1,5}$`, "最多5个英文字母或数字", "up to 5 English letters or digits")
			f.Text(&c.Phone, "电话", "Phone").Max(20)
			f.Text(&c.Email, "邮箱", "Email").Max(50).Pattern(email, "例如 name@example.com", "such as name@example.com")
			f.Flag(&c.Valid, "有效", "Valid").Initial(true)
		},
	}
}
