package identity_test

import (
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
)

// A node that has no company asks anew, for another one may have made the first; a node that has seen one never asks again, so
// that a wrong password costs no question. The test takes the company away to see who still asks.
func TestACompanyIsAskedForUntilOneIsThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		node := func() *identity.Identity { return identity.New(identity.Deps{DB: db}) }
		first, second, late := node(), node(), node()
		vacant := func(n *identity.Identity) bool {
			t.Helper()
			v, err := n.Vacant(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if !vacant(first) || !vacant(second) {
			t.Error("a new server does not wait for its first company")
		}
		company := &tenancy.Tenant{Code: "main", Name: "Main", Zone: "Asia/Shanghai", Modules: []string{}}
		company.TenantID = tenancy.Operator
		change := func(fn func(tx store.Tx) error) {
			t.Helper()
			if err := db.System(t.Context(), "the test makes and removes a company", fn); err != nil {
				t.Fatal(err)
			}
		}
		change(func(tx store.Tx) error { return tx.Insert(t.Context(), company) })
		if vacant(first) || vacant(second) {
			t.Error("a node does not see the company that another one has made")
		}
		change(func(tx store.Tx) error {
			_, err := tx.Remove((*tenancy.Tenant)(nil)).Where("id = ?", company.ID).Exec(t.Context())
			return err
		})
		if vacant(first) || vacant(second) {
			t.Error("a node that has seen a company asks again")
		}
		if !vacant(late) {
			t.Error("the company is still there")
		}
	})
}
