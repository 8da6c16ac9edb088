package app

import (
	"context"
	"errors"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// A list of users that was exported in one language comes in in the other: roles have their code and both names.
func TestRolesOfAFileHaveTheirCodeAndBothNames(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		write(ctx, t, a, func(tx store.Tx) error {
			twin := func(code, zh, en string) error {
				return tx.Insert(ctx, &access.Role{Code: code, NameZh: zh, NameEn: en, Type: 3, Valid: true, DataScope: access.ScopeAll, Grants: []string{}})
			}
			_, err := tx.Change((*access.Role)(nil)).Set("files = ?", "[]").Set("checks = ?", "[]").Where("code = ?", access.Planner).Exec(ctx) // whoever brings the file has none
			return errors.Join(err, twin("fitter", "钳工", "Fitter"), twin("bench", "Fitter", "Bench"))
		})
		var user org.User
		write(ctx, t, a, func(tx store.Tx) error { return tx.Select(&user).Where("phone = ?", "13800000002").Scan(ctx) })
		for _, language := range []string{problem.Chinese, problem.English} {
			for _, x := range []struct{ roles, rule string }{
				{"钳工", ""}, {"fitter", ""}, {"Bench", ""}, {"计划员", ""}, {"Planner", ""}, {"planner；钳工", ""}, {"none", "reference"},
			} {
				r, err := a.Org.Users.Import(problem.WithLanguage(ctx, language), a.DB, resource.ImportFile{
					Name: "u.csv", Data: []byte("userName,roles\n" + user.UserName + "," + x.roles + "\n"), Partly: true,
				})
				rule := ""
				for _, f := range r.Faults {
					rule += f.Rule
				}
				if err != nil || rule != x.rule {
					t.Errorf("%s, %s: %+v, %v", language, x.roles, r.Faults, err)
				}
			}
		}
	})
}
