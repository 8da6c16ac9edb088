package tenancy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
)

// platform is a database with one company, which has a factory; actor is who asks.
type platform struct {
	*testing.T
	db      *store.DB
	actor   store.Actor
	tenancy *tenancy.Tenancy

	entered []string // factories that their makers entered
	moved   []string // gateways, with whether they are gone
	told    []string // tenants whose screens read their licence again
}

// each opens a platform on both engines.
func each(t *testing.T, fn func(p *platform)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		p := &platform{T: t, db: db, actor: storetest.Tenant(t, db, "a")}
		p.tenancy = tenancy.NewTenancy(tenancy.Deps{
			Modules: func(string) []resource.Entry {
				return []resource.Entry{{ID: "aps", Name: "Planning"}, {ID: "pm", Name: "Production"}, {ID: "common", Name: "Common"}, {ID: "system", Name: "System settings"}}
			},
			Reachable: func(address string) bool { return address == "https://m.example.com" },
			Enter:     func(_ context.Context, _ store.Tx, id string) error { p.entered = append(p.entered, id); return nil },
			Moved:     func(_ context.Context, id string, gone bool) { p.moved = append(p.moved, fmt.Sprint(id, " ", gone)) },
			Changed: func(_ context.Context, a store.Actor, entity, id string) {
				if entity == "licence" {
					p.told = append(p.told, a.TenantID+" "+id)
				}
			},
			Kept: func(context.Context, store.Tx, string) ([]string, error) { return p.entered, nil },
		})
		fn(p)
	})
}

// system runs what the platform itself does.
func (p *platform) system(fn func(ctx context.Context, tx store.Tx) error) {
	p.Helper()
	if err := p.db.System(p.Context(), "the test stands for the platform", func(tx store.Tx) error { return fn(p.Context(), tx) }); err != nil {
		p.Fatal(err)
	}
}

// asOperator makes the operator's tenant and acts for it from now on.
func (p *platform) asOperator() {
	p.Helper()
	p.system(func(ctx context.Context, tx store.Tx) error { return tenancy.MakeOperator(ctx, tx, "Asia/Shanghai") })
	p.actor = store.Actor{TenantID: tenancy.Operator, AccountID: "operator", Name: "Operator", Through: store.ThroughUI, Zone: "Asia/Shanghai", May: map[string]bool{}}
}

func (p *platform) write(fn func(ctx context.Context, tx store.Tx) error) error {
	ctx := store.WithActor(p.Context(), p.actor)
	return p.db.Write(ctx, func(tx store.Tx) error { return fn(ctx, tx) })
}

// add makes a row of the fields that a form would send.
func add[P resource.Entity](p *platform, r *resource.Resource[P], fields map[string]any) (row P, err error) {
	p.Helper()
	err = p.write(func(ctx context.Context, tx store.Tx) error {
		row, err = r.Create(ctx, tx, resourcetest.Body(p, fields))
		return err
	})
	return row, err
}

// patch changes fields of a row in the version that is stored.
func patch[P resource.Entity](p *platform, r *resource.Resource[P], id string, fields map[string]any) error {
	p.Helper()
	return p.write(func(ctx context.Context, tx store.Tx) error {
		row, err := r.Get(ctx, tx, id)
		if err != nil {
			return err
		}
		var stored struct{ Version int64 }
		raw, err := json.Marshal(row)
		if err = errors.Join(err, json.Unmarshal(raw, &stored)); err != nil {
			return err
		}
		fields["version"] = stored.Version
		_, err = r.Patch(ctx, tx, id, resourcetest.Body(p, fields))
		return err
	})
}

func read[P resource.Entity](p *platform, r *resource.Resource[P], id string) (row P) {
	p.Helper()
	if err := p.write(func(ctx context.Context, tx store.Tx) (err error) { row, err = r.Get(ctx, tx, id); return err }); err != nil {
		p.Fatal(err)
	}
	return row
}

// expect holds the broken rules against those that are named.
func (p *platform) expect(what string, err error, want ...string) {
	p.Helper()
	if got := resourcetest.Broken(err); !slices.Equal(got, want) {
		p.Errorf("%s: %v, want %v", what, got, want)
	}
}

// said is what a refusal says in English, of the whole and of its fields.
func said(err error) string {
	message, data := problem.Of(err).Wire("en")
	raw, _ := json.Marshal(data) // only to look into
	return message + " " + string(raw)
}
