package tenancy_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
)

// What a gateway server's form accepts, at its limits and one beyond.
func TestGatewayServerRules(t *testing.T) {
	each(t, func(p *platform) {
		for _, row := range []struct {
			what   string
			fields map[string]any
			want   []string
		}{
			{"neither address", map[string]any{"innerIp": "", "outerIp": ""}, []string{"innerIp required"}},
			{"a name of 21", map[string]any{"name": strings.Repeat("网", 21)}, []string{"name maxLength"}},
			{
				"ports of 65536",
				map[string]any{"httpPort": 65536, "httpsPort": 65536, "httpOuterPort": 65536, "httpsOuterPort": 65536},
				[]string{"httpOuterPort max", "httpPort max", "httpsOuterPort max", "httpsPort max"},
			},
			{
				"ports below 0",
				map[string]any{"httpPort": -1, "httpsPort": -1, "httpOuterPort": -1, "httpsOuterPort": -1},
				[]string{"httpOuterPort min", "httpPort min", "httpsOuterPort min", "httpsPort min"},
			},
			{"an IP that begins with 0", map[string]any{"innerIp": "0.1.2.3"}, []string{"innerIp pattern"}},
			{"an IP of 256", map[string]any{"innerIp": "192.168.1.256"}, []string{"innerIp pattern"}},
			{"an IP of five parts", map[string]any{"innerIp": "192.168.1.2.3"}, []string{"innerIp pattern"}},
			{"a leading zero", map[string]any{"innerIp": "192.168.1.01"}, []string{"innerIp pattern"}},
			{"a host that begins with a hyphen", map[string]any{"outerIp": "-gw.example.com"}, []string{"outerIp pattern"}},
			{"a host with a path", map[string]any{"outerIp": "gw.example.com/a"}, []string{"outerIp pattern"}},
			{"no factory", map[string]any{"factory": ""}, []string{"factory required"}},
		} {
			fields := map[string]any{"name": "GW-1", "factory": p.actor.FactoryID, "innerIp": "192.168.1.20"}
			maps.Copy(fields, row.fields)
			_, err := add(p, p.tenancy.Gateways, fields)
			p.expect(row.what, err, row.want...)
		}
		other := storetest.Factory(t, p.db, p.actor.TenantID, "b")
		for _, fields := range []map[string]any{
			{"name": strings.Repeat("网", 20), "factory": p.actor.FactoryID, "innerIp": "255.255.255.255", "httpPort": 65535, "httpsPort": 65535, "httpOuterPort": 65535, "httpsOuterPort": 65535},
			{"name": "GW-2", "factory": other, "outerIp": "g", "httpPort": 0},
		} {
			_, err := add(p, p.tenancy.Gateways, fields)
			p.expect("at the limits", err)
		}
	})
}

// A factory has one gateway at most: who moves one has to free the place first, and the line of the moved one hears of it.
func TestAFactoryHasOneGateway(t *testing.T) {
	each(t, func(p *platform) {
		first, second := p.actor.FactoryID, storetest.Factory(t, p.db, p.actor.TenantID, "b")
		third := storetest.Factory(t, p.db, p.actor.TenantID, "c")
		gateway := func(name, factory string) (*tenancy.GatewayServer, error) {
			return add(p, p.tenancy.Gateways, map[string]any{"name": name, "factory": factory, "innerIp": "10.0.0.1"})
		}
		one, err := gateway("GW-1", first)
		p.expect("the first", err)
		two, err := gateway("GW-2", second)
		p.expect("the second", err)
		_, err = gateway("GW-3", second)
		p.expect("at a factory that has one", err, "factory unique")
		if err == nil || !strings.Contains(said(err), "GW-2") {
			p.Errorf("the refusal names another gateway: %v", err)
		}
		p.expect("moved to a factory that has one", patch(p, p.tenancy.Gateways, one.ID, map[string]any{"factory": second}), "factory unique")
		p.expect("saved where it is", patch(p, p.tenancy.Gateways, one.ID, map[string]any{"factory": first, "name": "GW-1b"}))
		if len(p.moved) != 0 {
			p.Errorf("%v moved, and none did", p.moved)
		}
		p.expect("moved to a free factory", patch(p, p.tenancy.Gateways, one.ID, map[string]any{"factory": third}))
		p.expect("moved to where that one was", patch(p, p.tenancy.Gateways, two.ID, map[string]any{"factory": first}))
		if want := []string{one.ID + " false", two.ID + " false"}; !slices.Equal(p.moved, want) {
			p.Errorf("moved %v, want %v", p.moved, want)
		}
	})
}

// Who deletes a gateway with files is asked by this very question; the answer to another one does not do.
func TestAGatewayWithFilesIsAskedFor(t *testing.T) {
	each(t, func(p *platform) {
		g, err := add(p, p.tenancy.Gateways, map[string]any{"name": "GW-1", "factory": p.actor.FactoryID, "innerIp": "10.0.0.1"})
		p.expect("a gateway", err)
		remove := func(answer string) error {
			p.actor.Confirmed = answer
			return p.write(func(ctx context.Context, tx store.Tx) error { return p.tenancy.Gateways.Delete(ctx, tx, g.ID) })
		}
		p.entered = []string{"one file"} // see Kept of the rig
		p.expect("without an answer", remove(""), "20010")
		p.expect("with the answer to another question", remove("clearBatches"), "20010")
		other, err := add(p, p.tenancy.Gateways, map[string]any{"name": "GW-2", "factory": storetest.Factory(t, p.db, p.actor.TenantID, "b"), "innerIp": "10.0.0.1"})
		p.expect("another gateway", err)
		p.actor.Confirmed = ""
		asked := problem.Of(p.write(func(ctx context.Context, tx store.Tx) error { return p.tenancy.Gateways.Delete(ctx, tx, other.ID) }))
		_, data := asked.Wire("en")
		about, _ := data.(map[string]any)
		key, _ := about["key"].(string)
		if !strings.HasPrefix(key, "loseFiles:") {
			p.Fatalf("asked %v", data)
		}
		p.expect("with the answer about a gateway that has as many files", remove(key), "20010")
		p.entered = []string{"another file"}
		p.actor.Confirmed = key
		p.expect("with the answer about as many other files", p.write(func(ctx context.Context, tx store.Tx) error { return p.tenancy.Gateways.Delete(ctx, tx, other.ID) }), "20010")
		if len(p.moved) != 0 {
			p.Errorf("%v is gone, and is not", p.moved)
		}
		p.expect("with its answer", remove("loseFiles"))
		if want := []string{g.ID + " true"}; !slices.Equal(p.moved, want) {
			p.Errorf("gone %v, want %v", p.moved, want)
		}
	})
}

// GATEWAY-01, GATEWAY-02: a factory without a gateway has a virtual one that is always reached; one with a gateway shows its
// addresses, and ports only where they are configured.
func TestTheListOfGateways(t *testing.T) {
	each(t, func(p *platform) {
		without := storetest.Factory(t, p.db, p.actor.TenantID, "b")
		g, err := add(p, p.tenancy.Gateways, map[string]any{"name": "GW-1", "factory": p.actor.FactoryID, "innerIp": "10.0.0.1", "outerIp": "gw.example", "httpPort": 1, "httpsOuterPort": 8443})
		p.expect("a gateway", err)
		now := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
		at := func(factory string) (g tenancy.Gateway) {
			t.Helper()
			p.system(func(ctx context.Context, tx store.Tx) (err error) {
				g, err = tenancy.GatewayAt(ctx, tx, p.actor.TenantID, factory, now)
				return err
			})
			return g
		}
		line := func(until time.Time) {
			t.Helper()
			p.system(func(ctx context.Context, tx store.Tx) error { return tenancy.Linked(ctx, tx, g.ID, until) })
		}
		v := at(without)
		if v.ServerAppUUID != without || v.FactoryID != without || v.GatewayState != 1 || !v.Live || v.InnerIP != "" || v.HTTPPort != nil {
			t.Errorf("the virtual gateway is %+v", v)
		}
		v = at(p.actor.FactoryID)
		if v.ServerAppUUID != g.ID || v.FactoryID != p.actor.FactoryID || v.InnerIP != "10.0.0.1" || v.OuterIP != "gw.example" || v.GatewayState != 0 || v.Live {
			t.Errorf("a gateway that never had a line is %+v", v)
		}
		if v.HTTPPort == nil || *v.HTTPPort != 1 || v.HTTPSPort != nil || v.HTTPOuterPort != nil || v.HTTPSOuterPort == nil || *v.HTTPSOuterPort != 8443 {
			t.Errorf("its ports are %v %v %v %v", v.HTTPPort, v.HTTPSPort, v.HTTPOuterPort, v.HTTPSOuterPort)
		}
		line(now)
		if v = at(p.actor.FactoryID); v.GatewayState != 0 || v.Live {
			t.Error("a line is trusted at the moment until which it was")
		}
		line(now.Add(time.Second))
		if v = at(p.actor.FactoryID); v.GatewayState != 1 || !v.Live {
			t.Error("a line that is up is not trusted")
		}
		if v = at(store.NewID()); v != (tenancy.Gateway{}) {
			t.Errorf("a person without a factory has the gateway %+v", v)
		}
		if v = at(storetest.Tenant(t, p.db, "other").FactoryID); v != (tenancy.Gateway{}) {
			t.Errorf("a factory of another tenant has the gateway %+v", v)
		}
		var list []tenancy.Gateway
		p.system(func(ctx context.Context, tx store.Tx) (err error) {
			tenant := &tenancy.Tenant{Name: "A", Type: 2, Zone: "UTC", ExpireDate: "2026-03-01"}
			tenant.ID = p.actor.TenantID
			first, second := tenancy.Factory{Name: "First"}, tenancy.Factory{Name: "Second"}
			first.ID, second.ID = without, p.actor.FactoryID
			list, err = tenancy.GatewaysOf(ctx, tx, tenant, []tenancy.Factory{first, second}, now)
			return err
		})
		if len(list) != 2 || list[0].FactoryName != "First" || list[1].FactoryName != "Second" || list[0].TenantName != "A" || list[0].TenantID != p.actor.TenantID || list[1].TenantType != 2 || list[0].AllowLoginFlag != 0 {
			t.Errorf("the list is %+v", list)
		}
	})
}

// The line that ends later is believed: an old one that closes does not put out a new one.
func TestAnOldLineDoesNotEndANewOne(t *testing.T) {
	each(t, func(p *platform) {
		g, err := add(p, p.tenancy.Gateways, map[string]any{"name": "GW-1", "factory": p.actor.FactoryID, "innerIp": "10.0.0.1"})
		p.expect("a gateway", err)
		until := store.Now().Add(time.Hour)
		state := func() int {
			var row tenancy.GatewayServer
			p.system(func(ctx context.Context, tx store.Tx) error { return tx.Select(&row).Where("id = ?", g.ID).Scan(ctx) })
			return row.StateAt(store.Now().Add(time.Minute))
		}
		p.system(func(ctx context.Context, tx store.Tx) error { return tenancy.Linked(ctx, tx, g.ID, until) })
		p.system(func(ctx context.Context, tx store.Tx) error {
			return tenancy.Unlinked(ctx, tx, g.ID, until.Add(-time.Second))
		})
		if state() != tenancy.Reachable {
			t.Error("an older line ends a newer one")
		}
		p.system(func(ctx context.Context, tx store.Tx) error { return tenancy.Unlinked(ctx, tx, g.ID, until) })
		if state() != tenancy.Unreachable {
			t.Error("the line's own end is not noted")
		}
	})
}
