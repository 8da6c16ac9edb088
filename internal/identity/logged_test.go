package identity_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What people do to accounts, sessions and tokens stands in the operation log of their company, and no secret does.
func TestChangesOfAccountsAreWrittenDown(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		r.signIn(ben, password)
		list := must[resource.Page[identity.OnlineUser]](r, r.get("upms/online-user?q=ben", mine))
		if ended := must[identity.EndedReply](r, r.post("upms/online-user/kick", mine, map[string]any{"ids": []string{list.Rows[0].ID, store.NewID()}})); ended.Ended != 1 {
			r.t.Fatalf("ended were %d", ended.Ended)
		}
		made := must[identity.NewToken](r, r.post("upms/user/token", mine, map[string]any{"password": r.secret(password), "name": "Power BI", "scopes": []string{"*"}, "days": 1}))
		for range 2 { // the second time nothing happens
			must[any](r, r.call(http.MethodDelete, "upms/user/token/"+made.ID, mine, nil))
		}
		must[any](r, r.change(mine, password, "Fresh-8642", "Fresh-8642"))
		const number = "13900000009"
		must[any](r, r.post("upms/user/phone", mine, map[string]any{"phoneNum": number, "phoneCode": r.code(mine, number, 3), "password": r.secret("Fresh-8642")}))
		var lines []store.Operation
		if err := r.db.SystemRead(r.t.Context(), "the test reads the log", func(tx store.Tx) error {
			return tx.Select(&lines).Where("action <> ?", store.ActionSignIn).Order("id").Scan(r.t.Context())
		}); err != nil {
			r.t.Fatal(err)
		}
		var told []string
		for _, l := range lines {
			if l.TenantID != r.first.ID || l.By != "Anna" || l.Through != store.ThroughUI || l.FactoryID == nil || *l.FactoryID != r.factory.ID {
				r.t.Errorf("a line stands as %+v", l)
			}
			told = append(told, fmt.Sprintf("%s %s %s %s", l.Entity, l.Title, l.Action, l.Changes))
		}
		want := []string{
			`session Ben end []`,
			`api-token Power BI create [{"field":"scopes","before":null,"after":["*"]}]`,
			`api-token Power BI delete []`,
			`account Anna change [{"field":"password","before":"******","after":"******"}]`,
			`account Anna change [{"field":"phone","before":"138******01","after":"139******09"}]`,
		}
		if strings.Join(told, "\n") != strings.Join(want, "\n") {
			r.t.Errorf("the log holds\n%s", strings.Join(told, "\n"))
		}
	})
}
