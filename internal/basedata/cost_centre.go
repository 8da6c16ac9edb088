package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// CostCentre is where costs are booked: of a process, a customer or a group.
type CostCentre struct {
	bun.BaseModel `bun:"table:cost_centre" json:"-"`
	store.FactoryRow
	Code        string `bun:"code" json:"code"`
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Type        int    `bun:"type" json:"type"`
	CustomerID  string `bun:"customer_id" json:"customerId"`
	GroupID     string `bun:"group_id" json:"groupId"`
	DataType    int    `bun:"data_type" json:"dataType"`
	Valid       bool   `bun:"valid" json:"valid"`
}

func (d *Master) costCentre() resource.Spec[*CostCentre] {
	return resource.Spec[*CostCentre]{
		Path: "bms/cost-centre", Label: L("成本中心", "Cost centre"), Permission: "system.costCentre", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000128",
		Example: &api.Example{Body: map[string]any{
			"code": "CC900", "name": "放电九组", "type": 3, "customerId": resource.ReferredID(d.customer().ExampleID), "groupId": resource.ReferredID(groupExample),
		}},
		Form: func(c *CostCentre, f *resource.Form) {
			f.Text(&c.Code, "编码", "Code").Required().Unique().Max(20)
			f.Text(&c.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&c.EnglishName)
			f.Choice(&c.Type, "类型", "Type", Opt(1, "工艺", "Process"), Opt(2, "客户", "Customer"), Opt(3, "班组", "Group")).Required()
			f.Ref(&c.CustomerID, d.Customers, "客户", "Customer code").Required()
			f.Ref(&c.GroupID, d.Groups, "班组", "Team").Required()
			f.Choice(&c.DataType, "数据类型", "Data type", Opt(1, "直接成本", "Direct cost"), Opt(2, "间接成本", "Indirect cost")).Initial(1)
			f.Valid(&c.Valid)
		},
	}
}
