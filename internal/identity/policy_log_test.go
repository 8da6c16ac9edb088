package identity_test

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
)

// The log of a company says which measures of its policy have changed, and no other; saving the same says that nothing has.
func TestTheLogNamesTheMeasuresThatChange(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		for version, c := range [][3]int{{6, 5, 15}, {8, 5, 15}, {8, 4, 15}, {8, 4, 60}, {9, 3, 61}, {9, 3, 61}} {
			must[identity.PolicyView](r, r.post("upms/security/policy", mine, map[string]any{"version": version, "minLength": c[0], "maxFailures": c[1], "lockMinutes": c[2]}))
		}
		var lines []store.Operation
		if err := r.db.SystemRead(r.t.Context(), "the test reads the log", func(tx store.Tx) error {
			return tx.Select(&lines).Where("entity = 'security-policy'").Order("id").Scan(r.t.Context())
		}); err != nil {
			r.t.Fatal(err)
		}
		told := []string{}
		for _, l := range lines {
			told = append(told, fmt.Sprintf("%s %s %s by %s", l.Title, l.Action, l.Changes, l.By))
		}
		want := []string{
			`Security policy create [] by Anna`,
			`Security policy change [{"field":"minLength","before":6,"after":8}] by Anna`,
			`Security policy change [{"field":"maxFailures","before":5,"after":4}] by Anna`,
			`Security policy change [{"field":"lockMinutes","before":15,"after":60}] by Anna`,
			`Security policy change [{"field":"minLength","before":8,"after":9},{"field":"maxFailures","before":4,"after":3},{"field":"lockMinutes","before":60,"after":61}] by Anna`,
			`Security policy change [] by Anna`,
		}
		if strings.Join(told, "\n") != strings.Join(want, "\n") {
			r.t.Errorf("the log holds\n%s", strings.Join(told, "\n"))
		}
	})
}

// A policy that somebody has put in place without the log, such as a restored backup's, tells who comes late what it is, and
// nobody's name.
func TestAPolicyThatNobodyHasSavedIsTold(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		p := &identity.Policy{MinLength: 9, MaxFailures: 4, LockMinutes: 20}
		p.TenantID = r.first.ID
		if err := r.db.System(r.t.Context(), "the test puts a policy in place", func(tx store.Tx) error { return tx.Insert(r.t.Context(), p) }); err != nil {
			r.t.Fatal(err)
		}
		if got := must[identity.PolicyView](r, r.get("upms/security/policy", mine)); got != (identity.PolicyView{Version: 1, MinLength: 9, MaxFailures: 4, LockMinutes: 20}) {
			r.t.Errorf("%+v", got)
		}
		a := r.post("upms/security/policy", mine, map[string]any{"version": 0, "minLength": 8, "maxFailures": 5, "lockMinutes": 15})
		if a.Code != 20009 || !strings.Contains(a.Raw, `"minLength":9`) || !strings.Contains(a.Raw, `"changedBy":""`) {
			r.t.Errorf("as if there were none: %s", a.Raw)
		}
	})
}
