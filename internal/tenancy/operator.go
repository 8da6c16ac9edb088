package tenancy

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// operatorModule holds the operator's pages: it does not close it for itself.
const operatorModule = "system"

// Package is a set of modules that the operator offers. Its tenants follow it.
type Package struct {
	bun.BaseModel `bun:"table:tenant_package" json:"-"`
	store.Row
	Name    string   `bun:"name" json:"name"`
	Modules []string `bun:"modules,type:text" json:"modules"`
	Remarks string   `bun:"remarks" json:"remarks"`
}

// MakeOperator makes the tenant that runs the platform, once. It has no factory. tx is a system transaction.
func MakeOperator(ctx context.Context, tx store.Tx, zone string) error {
	exists, err := tx.Select((*Tenant)(nil)).Where("id = ?", Operator).Exists(ctx)
	if err != nil || exists {
		return err
	}
	_, _, err = Create(ctx, tx, New{ID: Operator, Code: Operator, Name: "Mouldworks", Zone: zone, NoFactory: true})
	return err
}

// openable are the modules that can be opened for a tenant.
func (d *Tenancy) openable() *resource.Directory {
	list := func(ctx context.Context) []resource.Entry { return d.deps.Modules(problem.Language(ctx)) }
	return &resource.Directory{
		Path: "platform/module", Of: L("模块", "Modules"), Permission: "platform.tenant",
		Find: func(ctx context.Context, _ store.Tx, ids []string) ([]resource.Entry, error) {
			return slices.DeleteFunc(list(ctx), func(e resource.Entry) bool { return !slices.Contains(ids, e.ID) }), nil
		},
		Search: func(ctx context.Context, _ store.Tx, text string, most int) ([]resource.Entry, error) {
			found := slices.DeleteFunc(list(ctx), func(e resource.Entry) bool { return !strings.Contains(strings.ToLower(e.Name), strings.ToLower(text)) })
			return found[:min(most, len(found))], nil
		},
	}
}

func (d *Tenancy) pack() resource.Spec[*Package] {
	return resource.Spec[*Package]{
		Path: "platform/package", Label: L("套餐", "Package"), Permission: "platform.package", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000703",
		Example:   &api.Example{Body: map[string]any{"name": "Planning", "modules": []string{"aps", "pm", "common", "system"}}},
		Form: func(p *Package, f *resource.Form) {
			f.Text(&p.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.Refs(&p.Modules, d.modules, "模块", "Modules").Required()
			f.LongText(&p.Remarks, "备注", "Remark").Max(200)
		},
		// Its tenants follow a package at once.
		AfterSave: func(ctx context.Context, tx store.Tx, old, now *Package) error {
			if old == nil {
				return nil
			}
			text, err := json.Marshal(now.Modules)
			if err != nil {
				return err
			}
			if !slices.Contains(now.Modules, operatorModule) {
				held, err := tx.Select((*Tenant)(nil)).Where("id = ? AND package_id = ?", Operator, now.ID).Exists(ctx)
				if err == nil && held {
					err = problem.Invalid(problem.Field("modules", "operator", msgOperatorModule))
				}
				if err != nil {
					return err
				}
			}
			var followers []string
			if err := tx.Select((*Tenant)(nil)).Columns("id").Where("package_id = ?", now.ID).ScanColumn(ctx, &followers); err != nil {
				return err
			}
			_, err = tx.Change((*Tenant)(nil)).Set("modules = ?", string(text)).Where("package_id = ?", now.ID).Exec(ctx)
			d.tell(ctx, tx, followers...)
			return err
		},
	}
}

var (
	msgOperator       = L("平台运营方的授权没有期限", "The licence of the platform's operator has no end")
	msgOperatorModule = L("平台运营方需要“系统设置”模块，否则无法再管理租户", "The platform's operator needs the module System settings: without it nobody manages tenants any more")
	msgNeeded         = L("请输入有效期，或选择“不限期”", "Enter the expiry date, or choose “without end”")
)

// tell lets the open pages of tenants read their licence and modules again, once tx has committed.
func (d *Tenancy) tell(ctx context.Context, tx store.Tx, tenants ...string) {
	if d.deps.Changed == nil {
		return
	}
	tx.AfterCommit(func() {
		for _, id := range tenants {
			d.deps.Changed(context.WithoutCancel(ctx), store.Actor{TenantID: id}, "licence", id)
		}
	})
}

func (d *Tenancy) tenant() resource.Spec[*Tenant] {
	return resource.Spec[*Tenant]{
		Path: "platform/tenant", Label: L("租户", "Tenant"), Permission: "platform.tenant", Sort: "code", Changed: d.deps.Changed,
		// A tenant is opened with its factory and its first person, and ends by its licence: its data stay.
		Without: []string{"add", "delete"}, ExampleID: Operator,
		Form: func(t *Tenant, f *resource.Form) {
			f.Text(&t.Code, "编码", "Code").Fixed()
			f.Text(&t.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.Choice(&t.Type, "类型", "Type", Opt(Enterprise, "企业", "Company"), Opt(Personal, "个人用户", "Personal user")).Fixed()
			f.Text(&t.Zone, "时区", "Time zone").Required().Max(50).Help("授权按此时区的日期计算", "The licence counts by the dates of this zone").HideInList()
			f.Group("授权", "Licence")
			f.Choice(&t.HaspExpireSwitch, "授权方式", "Kind of licence", Opt(Watched, "到期停用", "Ends on its date"), Opt(Unlimited, "不限期", "Without end")).Initial(Unlimited)
			f.Date(&t.ExpireDate, "有效期至", "Valid until")
			f.Integer(&t.MaxOverdueDays, "可延期天数", "Days of grace").Unit("天", "days").Between(0, 365).
				Help("过期后这些天内仍可延时进入，之后停用", "For so many days it is entered after a delay, then not at all")
			f.Integer(&t.LoginDelaySeconds, "延时进入", "Delay on entering").Unit("秒", "s").Between(3, 600).HideInList()
			f.Group("模块和安全", "Modules and safety")
			f.Ref(&t.PackageID, d.Packages, "套餐", "Package").Help("选择套餐后，模块跟随套餐", "With a package, the modules follow it")
			f.Refs(&t.Modules, d.modules, "已开通模块", "Opened modules").HideInList()
			f.Flag(&t.VerifySwitch, "进入时短信验证", "SMS code on entering").Help("成员登录或切换进入时须验证手机", "Members prove their phone when they sign in or switch to this tenant").HideInList()
		},
		AfterSave: func(ctx context.Context, tx store.Tx, _, now *Tenant) error {
			d.tell(ctx, tx, now.ID)
			return nil
		},
		BeforeSave: func(ctx context.Context, tx store.Tx, _, now *Tenant) error {
			if err := checkZone(now.Zone); err != nil {
				return err
			}
			switch {
			case now.ID == Operator && now.HaspExpireSwitch != Unlimited:
				return problem.Invalid(problem.Field("haspExpireSwitch", "operator", msgOperator))
			case now.HaspExpireSwitch == Watched && now.ExpireDate == "":
				return problem.Invalid(problem.Field("expireDate", "required", msgNeeded))
			case now.Type == Personal:
				now.PackageID, now.Modules = "", []string{"common", "system"}
			case now.PackageID != "":
				var p Package
				if err := tx.Select(&p).Where("id = ?", now.PackageID).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
					return err
				}
				now.Modules = p.Modules
			}
			if now.ID == Operator && !slices.Contains(now.Modules, operatorModule) {
				return problem.Invalid(problem.Field("modules", "operator", msgOperatorModule))
			}
			return nil
		},
	}
}
