package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Supplier takes work outside the factory.
type Supplier struct {
	bun.BaseModel `bun:"table:supplier" json:"-"`
	store.Row
	Code      string           `bun:"code" json:"code"`
	Name      string           `bun:"name" json:"name"`
	ShortName string           `bun:"short_name" json:"shortName"`
	Contact   string           `bun:"contact" json:"contact"`
	Telephone string           `bun:"telephone" json:"telephone"`
	Email     string           `bun:"email" json:"email"`
	LeadDays  quantity.Decimal `bun:"lead_days" json:"leadDays"` // elapsed, when the operation names none
	Valid     bool             `bun:"valid" json:"valid"`
}

func (d *Master) supplier() resource.Spec[Supplier] {
	return resource.Spec[Supplier]{
		Path: "bms/supplier", Label: L("供应商", "Supplier"), Permission: "system.supplier", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000107",
		Example:   &api.Example{Body: map[string]any{"code": "S900", "name": "华南热处理", "leadDays": 3}},
		Form: func(s *Supplier, f *resource.Form) {
			f.Text(&s.Code, "供应商编码", "Supplier code").Required().Unique().Max(20)
			f.Text(&s.Name, "供应商名称", "Supplier name").Required().Unique().Title().Max(50)
			f.Text(&s.ShortName, "简称", "Short name").Max(20)
			f.Text(&s.Contact, "联系人", "Contact person").Max(20)
			f.Text(&s.Telephone, "电话", "Telephone").Max(20)
			f.Text(&s.Email, "邮箱", "Email").Max(50).Pattern(email, "例如 name@example.com", "such as name@example.com").HideInList()
			f.Decimal(&s.LeadDays, "外协周期", "Lead time").Unit("天", "days").Between(0, 365)
			f.Flag(&s.Valid, "有效", "Valid").Initial(true)
		},
	}
}
