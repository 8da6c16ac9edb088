package identity_test

import (
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Who may kick ends neither sessions nor tokens of people who may do more than they.
func TestNobodyKicksWhoMayDoMore(t *testing.T) {
	eachRig(t, func(r *rig) {
		kicker := &access.Role{Code: "kicker", NameZh: "门卫", NameEn: "Kicker", Type: access.UserDefined, Valid: true, DataScope: access.ScopeAll, Grants: []string{"common.onlineUser.*"}}
		kicker.TenantID = r.first.ID
		r.system(func(tx store.Tx) error {
			if err := tx.Insert(t.Context(), kicker); err != nil {
				return err
			}
			_, err := tx.Change((*identity.Member)(nil)).Set("roles = ?", `["viewer","kicker"]`).Where("user_name = ?", "ben").Exec(t.Context())
			return err
		})
		boss, guard := r.signIn(anna, password), r.signIn(ben, password)
		must[any](r, r.post("switchTenant", r.signIn(cleo, password), map[string]any{"tenantId": r.first.ID}))
		robot := r.made(boss, "robot")
		ids := map[string]string{}
		for _, u := range must[resource.Page[identity.OnlineUser]](r, r.get("upms/online-user?page=1&size=20", guard)).Rows {
			ids[u.RealName] = u.ID
		}
		for _, both := range [][]string{{ids["Anna"]}, {ids["Cleo"], ids["Anna"]}} {
			if a := r.post("upms/online-user/kick", guard, map[string]any{"ids": both}); a.Code != 20000 || !strings.Contains(a.Message, "Anna may do more than you: ask Anna") {
				t.Errorf("kicking the administrator: %s", a.Raw)
			}
		}
		if a := r.post("upms/online-user/token/end", guard, map[string]any{"ids": []string{robot.ID}}); a.Code != 20000 || !r.serves(robot) {
			t.Errorf("ending the administrator's token: %s", a.Raw)
		}
		if r.get("checklogin", boss).Status != http.StatusOK {
			t.Error("the administrator is out")
		}
		if reply := must[identity.EndedReply](r, r.post("upms/online-user/kick", guard, map[string]any{"ids": []string{ids["Cleo"]}})); reply.Ended != 1 {
			t.Errorf("somebody with no more: %+v", reply)
		}
		// Their own token is theirs to end.
		own := r.made(guard, "own")
		if reply := must[identity.EndedReply](r, r.post("upms/online-user/token/end", guard, map[string]any{"ids": []string{own.ID}})); reply.EndedTokens != 1 {
			t.Errorf("one's own: %+v", reply)
		}
	})
}

// What lets somebody in whose time is over ends with it, and does not come back when the day is put right.
func TestNothingComesBackWithALaterDay(t *testing.T) {
	eachRig(t, func(r *rig) {
		expire := func(day string) {
			r.system(func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set("expire_date = ?", quantity.Date(day)).Where("tenant_id = ?", r.first.ID).WhereIn("user_name", []string{"ben", "cleo"}).Exec(t.Context())
				return err
			})
		}
		renews := func(long string) bool {
			q := r.request(http.MethodPost, "getTokenService", "", nil)
			q.Header.Set("Blade-Auth", "bearer "+long)
			return r.send(q).Status == http.StatusOK
		}
		for what, meet := range map[string]func(robot identity.NewToken){
			"at the next round": func(identity.NewToken) {
				if err := r.identity.CloseLeft(t.Context()); err != nil {
					t.Fatal(err)
				}
			},
			"by a call of its program": func(robot identity.NewToken) {
				if r.serves(robot) {
					t.Error("a token of somebody expired serves")
				}
			},
		} {
			in := must[identity.LoginReply](r, r.login(ben, password))
			robot := r.made(in.Token, "robot")
			far := must[identity.LoginReply](r, r.login(cleo, password))
			must[any](r, r.post("switchTenant", far.Token, map[string]any{"tenantId": r.second.ID}))
			expire("2020-01-01")
			meet(robot)
			expire("2099-12-31")
			if r.get("checklogin", in.Token).Status == http.StatusOK || r.serves(robot) || renews(in.LongToken) {
				t.Errorf("%s: the session, the token or the long token of somebody expired lives on", what)
			}
			if r.get("checklogin", far.Token).Status != http.StatusOK || !renews(far.LongToken) {
				t.Errorf("%s: what is open in another company has ended", what)
			}
		}
	})
}

// A link leads nobody in who may not enter the company: nothing is set, and the link holds until its time is over.
func TestALinkOfSomebodyWhoMayNotEnterSetsNothing(t *testing.T) {
	eachRig(t, func(r *rig) {
		m, code := r.invite(r.first, dora, func(m *identity.Member) { m.Enabled = false })
		set := func(fields string, value any) {
			r.system(func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set(fields+" = ?", value).Where("id = ?", m.ID).Exec(t.Context())
				return err
			})
		}
		refused := func(what string) {
			t.Helper()
			for _, a := range []answer{r.post("upms/invitation", "", map[string]any{"code": code}), r.accept(code)} {
				if a.Code != 11015 || !strings.Contains(a.Message, "disabled or has expired") {
					t.Errorf("%s: %s", what, a.Raw)
				}
			}
			if got := r.member(m.ID); got.Joining != 2 {
				t.Errorf("%s has joined", what)
			}
		}
		refused("somebody disabled")
		set("enabled", true)
		set("expire_date", quantity.Date("2020-01-01"))
		refused("somebody expired")
		set("expire_date", quantity.Date("2099-12-31"))
		must[identity.LoginReply](r, r.accept(code))
	})
}

// An account by which somebody has come in is theirs; before, its number may be put right.
func TestWhichAccountsNobodyHasEntered(t *testing.T) {
	eachRig(t, func(r *rig) {
		is := func(what, account string, want bool) {
			t.Helper()
			if got, err := r.identity.Unentered(t.Context(), account); err != nil || got != want {
				t.Errorf("%s: %v, %v", what, got, err)
			}
		}
		m, code := r.invite(r.first, dora, nil)
		is("invited", m.AccountID, true)
		given, err := r.identity.Welcome(t.Context(), "13800000005", "en", true)
		if err != nil {
			t.Fatal(err)
		}
		is("with an initial password", given.AccountID, true)
		must[identity.LoginReply](r, r.accept(code))
		is("who has come in", m.AccountID, false)
		var ben0 identity.Member
		r.system(func(tx store.Tx) error { return tx.Select(&ben0).Where("user_name = ?", "ben").Scan(t.Context()) })
		is("who works by a password of their own", ben0.AccountID, false)
	})
}
