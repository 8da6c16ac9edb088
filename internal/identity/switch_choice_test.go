package identity_test

import (
	"slices"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// lastFactory is where the wanderer begins in a company, and it can be set.
func (w *wandererWorld) lastFactory(tenantID string, set ...string) (last string) {
	w.t.Helper()
	if err := w.db.System(w.t.Context(), "the test looks where a member begins", func(tx store.Tx) error {
		for _, factory := range set {
			if _, err := tx.Change((*identity.Member)(nil)).Set("last_factory = ?", factory).Where("tenant_id = ?", tenantID).Exec(w.t.Context()); err != nil {
				return err
			}
		}
		var m identity.Member
		err := tx.Select(&m).Where("tenant_id = ?", tenantID).Scan(w.t.Context())
		last = m.LastFactory
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return last
}

// Who owes the proof in a company of several factories gives it first, and chooses the factory once they are in; what
// another browser has chosen meanwhile stays remembered.
func TestTheProofComesBeforeTheChoiceOfAFactory(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID}); r.Status != 422 {
			t.Fatalf("without a factory, to a company that asks for no proof: %+v", r)
		}
		if r := w.call("upms/user/rememberLastTenant.do", map[string]any{"tenantId": w.two.ID, "factoryId": w.left.ID}); r.Code != 1 {
			t.Fatalf("%+v", r)
		}
		w.lastFactory(w.two.ID, "")
		w.change(w.two, "verify_switch", true)
		if reply := w.signIn(); reply.TenantID != w.two.ID {
			t.Fatalf("the sign-in is in %s", reply.TenantName)
		}
		w.lastFactory(w.two.ID, w.right.ID)
		if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID}); r.Code != 800024 {
			t.Errorf("without a code: %+v", r)
		}
		if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "phoneCode": wandererCode}); r.Code != 1 || string(r.Data) != `{"gateway":null}` {
			t.Errorf("with a code: %+v", r)
		}
		if tenant, factory := w.where(); tenant != w.two.ID || factory != "" {
			t.Errorf("the session stands in %s, %s", tenant, factory)
		}
		if last := w.lastFactory(w.two.ID); last != w.right.ID {
			t.Errorf("the member begins in %q", last)
		}
	})
}

// Who owes the proof and names no factory comes into the one of before where there is one, and elsewhere into the only one.
func TestWhoOwesTheProofComesIntoTheirOwnFactory(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		if r := w.call("upms/user/rememberLastTenant.do", map[string]any{"tenantId": w.two.ID, "factoryId": w.right.ID}); r.Code != 1 {
			t.Fatalf("%+v", r)
		}
		w.change(w.two, "verify_switch", true)
		w.signIn()
		if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "phoneCode": wandererCode}); r.Code != 1 {
			t.Errorf("with a code: %+v", r)
		}
		if tenant, factory := w.where(); tenant != w.two.ID || factory != w.right.ID {
			t.Errorf("the session stands in %s, %s", tenant, factory)
		}
		w.lastFactory(w.two.ID, "")
		w.signIn()
		if r := w.call("switchTenant", map[string]any{"tenantId": w.one.ID}); r.Code != 1 {
			t.Errorf("to another company instead: %+v", r)
		}
		if tenant, factory := w.where(); tenant != w.one.ID || factory != w.first.ID {
			t.Errorf("the session stands in %s, %s", tenant, factory)
		}
	})
}

// Who makes a factory may enter it, beside those of before.
func TestWhoMakesAFactoryMayEnterIt(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		actor, err := w.identity.Authenticate(t.Context(), api.Caller{Token: w.token})
		if err != nil {
			t.Fatal(err)
		}
		ctx := store.WithActor(t.Context(), actor)
		if err := w.db.Write(ctx, func(tx store.Tx) error { return identity.Enter(ctx, tx, "new") }); err != nil {
			t.Fatal(err)
		}
		var factories [][]string
		if err := w.db.System(t.Context(), "the test looks at members", func(tx store.Tx) error {
			var members []identity.Member
			err := tx.Select(&members).Order("user_name").Scan(t.Context())
			for _, m := range members {
				factories = append(factories, m.Factories)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if len(factories) != 3 || !slices.Equal(factories[0], []string{w.first.ID, "new"}) || !slices.Equal(factories[1], []string{w.left.ID, w.right.ID}) || len(factories[2]) != 0 {
			t.Errorf("the factories are %q", factories)
		}
	})
}
