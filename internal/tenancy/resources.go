package tenancy

import (
	"context"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Deps are what tenancy needs of others; main fills them in.
type Deps struct {
	// Modules are those that can be opened for a tenant, named in a language.
	Modules func(lang string) []resource.Entry
	// Enter lets whoever makes a factory enter it.
	Enter func(ctx context.Context, tx store.Tx, factoryID string) error
	// Reachable tells whether people may be sent to an address.
	Reachable func(address string) bool
	// Changed tells the screens to read again.
	Changed func(ctx context.Context, actor store.Actor, entity, id string)
	// Moved hears, after the commit, of a gateway that is gone or stands at another factory.
	Moved func(ctx context.Context, id string, gone bool)
	// Kept are the files that lie on the disk of a gateway.
	Kept func(ctx context.Context, tx store.Tx, id string) ([]string, error)
}

// Tenancy is what people change of tenants: each company its factories and gateways, the operator all tenants.
type Tenancy struct {
	deps    Deps
	modules *resource.Directory

	Factories *resource.Resource[*Factory]
	Gateways  *resource.Resource[*GatewayServer]
	Packages  *resource.Resource[*Package]
	Tenants   *resource.Resource[*Tenant]
	Companies *resource.Resource[*Company]
}

// NewTenancy declares the entities.
func NewTenancy(deps Deps) *Tenancy {
	if deps.Moved == nil {
		deps.Moved = func(context.Context, string, bool) {}
	}
	if deps.Kept == nil {
		deps.Kept = func(context.Context, store.Tx, string) ([]string, error) { return nil, nil }
	}
	d := &Tenancy{deps: deps}
	d.modules = d.openable()
	d.Factories = resource.Define(d.factory())
	d.Gateways = resource.Define(d.gatewayServer())
	d.Packages = resource.Define(d.pack())
	d.Tenants = resource.Define(d.tenant())
	d.Companies = resource.Define(d.company())
	return d
}

// All lists the entities, those first that others refer to.
func (d *Tenancy) All() resource.Catalogue {
	return resource.Catalogue{d.modules, d.Factories, d.Gateways, d.Packages, d.Tenants, d.Companies}
}

func (d *Tenancy) factory() resource.Spec[*Factory] {
	return resource.Spec[*Factory]{
		Path: "bms/factory", Label: L("工厂", "Factory"), Permission: "system.factory", Sort: "code", Changed: d.deps.Changed,
		// Everything physical hangs on a factory: it is not deleted.
		Without: []string{"delete"}, ExampleID: "01900000-0000-7000-8000-000000000701",
		Example: &api.Example{Body: map[string]any{"code": "F90", "name": "东莞二厂", "zone": "Asia/Shanghai"}},
		Form: func(x *Factory, f *resource.Form) {
			f.Text(&x.Code, "编码", "Code").Required().Unique().Max(20).Pattern(`^[A-Za-z0-9_-]+$`, "字母、数字、横线或下划线", "letters, digits, hyphens or underscores")
			f.Text(&x.Name, "名称", "Name").Required().Title().Max(50)
			f.Text(&x.Zone, "时区", "Time zone").Required().Max(50).Help("工厂所有时间按此时区显示，例如 Asia/Shanghai", "Every time of the factory is shown in it, such as Asia/Shanghai")
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *Factory) error { return checkZone(now.Zone) },
		AfterSave: func(ctx context.Context, tx store.Tx, old, now *Factory) error {
			if old != nil {
				return nil
			}
			return d.deps.Enter(ctx, tx, now.ID)
		},
	}
}

var (
	msgOneGateway = L("该工厂已有网关“%s”", "The factory has the gateway %s already")
	msgLoseFiles  = L("网关“%s”上保存着 %s，删除后将无法读取。仍要删除吗？", "Gateway %s keeps %s, which nobody can read once it is deleted. Delete it all the same?")
	msgNoAddress  = L("请至少填写内网 IP 或外网地址", "Enter the intranet IP or the external address")
)

// loseFiles is the question before a gateway goes that keeps files.
const loseFiles = "loseFiles"

// ipv4 follows the rule for servers literally: a first part of 1 to 255, the others of 0 to 255 (R56).
const ipv4 = `^([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$`

// host is an address as browsers reach it from outside: a name or an IPv4 address.
const host = `^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`

func (d *Tenancy) gatewayServer() resource.Spec[*GatewayServer] {
	return resource.Spec[*GatewayServer]{
		Path: "sys/gatewayServer", Label: L("网关服务器", "Gateway server"), Permission: "system.server", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000702",
		Example: &api.Example{Body: map[string]any{
			"name": "GW-9", "factory": "01900000-0000-7000-8000-000000000801", "innerIp": "192.168.1.20", "httpPort": 80, "httpsPort": 443, "outerIp": "gw.example.com", "httpsOuterPort": 8443,
		}},
		ExampleRow: map[string]any{"factory": "01900000-0000-7000-8000-000000000901"},
		Form: func(g *GatewayServer, f *resource.Form) {
			f.Text(&g.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.Ref(&g.Factory, d.Factories, "工厂", "Factory").Required().Help("每个工厂最多一台网关", "A factory has at most one gateway")
			f.Group("内网", "Inside the factory")
			f.Text(&g.InnerIP, "内网 IP", "Intranet IP").Max(200).Pattern(ipv4, "例如 192.168.1.20", "such as 192.168.1.20")
			f.Integer(&g.HTTPPort, "内网 HTTP 端口", "Intranet HTTP port").Code().Between(0, 65535).HideInList()
			f.Integer(&g.HTTPSPort, "内网 HTTPS 端口", "Intranet HTTPS port").Code().Between(0, 65535).Help("0 表示未配置", "0 = not configured")
			f.Group("外网", "Outside")
			f.Text(&g.OuterIP, "外网地址", "External address").Max(200).Pattern(host, "域名或 IP", "a name or an IP address")
			f.Integer(&g.HTTPOuterPort, "外网 HTTP 端口", "External HTTP port").Code().Between(0, 65535).HideInList()
			f.Integer(&g.HTTPSOuterPort, "外网 HTTPS 端口", "External HTTPS port").Code().Between(0, 65535).Help("0 表示未配置", "0 = not configured")
		},
		Rules: gatewayRules,
		AfterSave: func(ctx context.Context, tx store.Tx, old, now *GatewayServer) error {
			if old != nil && old.Factory != now.Factory {
				tx.AfterCommit(func() { d.deps.Moved(context.WithoutCancel(ctx), now.ID, false) })
			}
			return nil
		},
		BeforeDelete: func(ctx context.Context, tx store.Tx, old *GatewayServer) error {
			files, err := d.deps.Kept(ctx, tx, old.ID)
			if err != nil {
				return err
			}
			if len(files) > 0 {
				if err := resource.Confirm(tx.Actor(), resource.About(loseFiles, append(files, old.ID)...), msgLoseFiles.With(old.Name, problem.Count(len(files), "%d 个文件", "%d file", "%d files"))); err != nil {
					return err
				}
			}
			tx.AfterCommit(func() { d.deps.Moved(context.WithoutCancel(ctx), old.ID, true) })
			return nil
		},
	}
}

// gatewayRules: a gateway has an address, and its factory has no other one.
func gatewayRules(ctx context.Context, tx store.Tx) (func(old, now *GatewayServer) error, error) {
	var rows []GatewayServer
	if err := tx.Select(&rows).Columns("id", "name", "factory").Scan(ctx); err != nil {
		return nil, err
	}
	taken := make(map[string]*GatewayServer, len(rows))
	for i := range rows {
		taken[rows[i].Factory] = &rows[i]
	}
	return func(old, now *GatewayServer) error {
		if now.InnerIP == "" && now.OuterIP == "" {
			return problem.Invalid(problem.Field("innerIp", "required", msgNoAddress))
		}
		if other := taken[now.Factory]; other != nil && (now.ID == "" || other.ID != now.ID) {
			return problem.Invalid(problem.Field("factory", "unique", msgOneGateway, other.Name))
		}
		if old != nil && taken[old.Factory] != nil && taken[old.Factory].ID == old.ID {
			delete(taken, old.Factory)
		}
		taken[now.Factory] = now
		return nil
	}, nil
}
