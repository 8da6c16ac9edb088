package identity_test

import (
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// made makes a token in the company where a session stands.
func (r *rig) made(session, name string) identity.NewToken {
	r.t.Helper()
	return must[identity.NewToken](r, r.post("upms/user/token", session, map[string]any{"name": name, "scopes": []string{"*"}, "days": 30, "password": r.secret(password)}))
}

// serves tells whether a token still lets its program in.
func (r *rig) serves(token identity.NewToken) bool {
	r.t.Helper()
	return r.get("checklogin", token.Token).Status == http.StatusOK
}

// A token needs the password of its owner: whoever found a session open makes none, and gets no more guesses than a
// stranger.
func TestATokenNeedsThePassword(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		make := func(secret string) answer {
			return r.post("upms/user/token", mine, map[string]any{"name": "robot", "scopes": []string{"*"}, "days": 1, "password": secret})
		}
		if a := make(""); a.rules() != "password:required " {
			r.t.Errorf("without a password: %s", a.Raw)
		}
		for range 6 { // no guesses: they are not counted
			if a := make("no cipher"); a.rules() != "password:encryption " {
				r.t.Errorf("a password in the clear: %s", a.Raw)
			}
		}
		wrong := r.secret("Wrong-751")
		for range 5 {
			if a := make(wrong); a.rules() != "password:wrong " {
				r.t.Errorf("a wrong password: %s", a.Raw)
			}
		}
		if a := make(r.secret(password)); a.Status != http.StatusTooManyRequests {
			r.t.Errorf("after five guesses: %s", a.Raw)
		}
		if a := r.login(anna, password); a.Code != 11015 {
			r.t.Errorf("signing in after them: %s", a.Raw)
		}
		if list := must[identity.TokenList](r, r.get("upms/user/token", mine)); len(list.Tokens) != 0 {
			r.t.Errorf("made were %+v", list)
		}
	})
}

// A new password ends the tokens in every company unless the person leaves them alive; so does ending all other sessions.
// Each end stands in the log of the token's own company.
func TestTokensEndWithThePassword(t *testing.T) {
	eachRig(t, func(r *rig) {
		first := r.signIn(cleo, password)
		second := r.signIn(cleo, password)
		if a := r.post("switchTenant", second, map[string]any{"tenantId": r.second.ID}); a.Code != 1 {
			r.t.Fatal(a.Raw)
		}
		here, there, others := r.made(first, "here"), r.made(second, "there"), r.made(r.signIn(anna, password), "anna's")
		if list := must[identity.TokenList](r, r.get("upms/user/token", first)); list.Alive != 2 || len(list.Tokens) != 1 {
			r.t.Errorf("listed are %+v", list)
		}
		leave := func(end any) map[string]any {
			return map[string]any{"oldPassword": r.secret(password), "password": r.secret("Fresh-8642"), "confirmPassword": r.secret("Fresh-8642"), "endTokens": end}
		}
		if reply := must[identity.PasswordReply](r, r.post("upms/user/password", first, leave(false))); reply.EndedTokens != 0 || !r.serves(here) || !r.serves(there) {
			r.t.Errorf("tokens that were to stay: %+v", reply)
		}
		again := r.signIn(cleo, "Fresh-8642")
		back := map[string]any{"oldPassword": r.secret("Fresh-8642"), "password": r.secret(password), "confirmPassword": r.secret(password)}
		if reply := must[identity.PasswordReply](r, r.post("upms/user/password", again, back)); reply.EndedTokens != 2 || r.serves(here) || r.serves(there) || !r.serves(others) {
			r.t.Errorf("a new password ended %+v", reply)
		}
		if told := r.ends(); told != "first here Cleo, second there Cleo" {
			r.t.Errorf("the logs say %q", told)
		}
		kept, thrown := r.made(again, "kept"), map[string]any{"others": true, "endTokens": false}
		if reply := must[identity.EndedReply](r, r.post("upms/user/session/end", again, thrown)); reply.EndedTokens != 0 || !r.serves(kept) {
			r.t.Errorf("a token that was to stay: %+v", reply)
		}
		if reply := must[identity.EndedReply](r, r.post("upms/user/session/end", again, map[string]any{"others": true})); reply.EndedTokens != 1 || r.serves(kept) {
			r.t.Errorf("ending all others: %+v", reply)
		}
	})
}

// ends are the lines about ended tokens, as company, name and who.
func (r *rig) ends() string {
	r.t.Helper()
	var lines []store.Operation
	if err := r.db.SystemRead(r.t.Context(), "the test reads the log", func(tx store.Tx) error {
		return tx.Select(&lines).Where("entity = ? AND action = ?", "api-token", store.ActionDelete).Order("title").Scan(r.t.Context())
	}); err != nil {
		r.t.Fatal(err)
	}
	told := []string{}
	for _, l := range lines {
		told = append(told, map[string]string{r.first.ID: "first", r.second.ID: "second"}[l.TenantID]+" "+l.Title+" "+l.By)
	}
	return strings.Join(told, ", ")
}

// Recovery and disabling always end the tokens, in every company and in the one; an enabled member's ended token stays
// ended.
func TestTokensEndWithTheirOwner(t *testing.T) {
	eachRig(t, func(r *rig) {
		lost := r.made(r.signIn(anna, password), "lost")
		must[any](r, r.reset(r.ticket(anna), "Fresh-8642", "Fresh-8642"))
		if r.serves(lost) {
			r.t.Error("a token outlives the recovery")
		}
		enable := func(on bool) {
			if err := r.db.System(r.t.Context(), "the test disables Ben", func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", on).Where("user_name = ?", "ben").Exec(r.t.Context())
				return err
			}); err != nil {
				r.t.Fatal(err)
			}
		}
		session := r.signIn(ben, password)
		used, idle := r.made(session, "used"), r.made(session, "idle")
		enable(false)
		if a := r.get("checklogin", used.Token); a.Code != 11009 {
			r.t.Errorf("a disabled member's program: %s", a.Raw)
		}
		if err := r.identity.Sweep(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
		enable(true)
		if r.serves(used) || r.serves(idle) {
			r.t.Error("a token comes back with its owner")
		}
		cleos := r.made(r.signIn(cleo, password), "cleo's")
		account := must[identity.CheckReply](r, r.get("checklogin", cleos.Token)).UserID
		if err := r.identity.EndSessions(r.t.Context(), account, identity.EndedKick); err != nil {
			r.t.Fatal(err)
		}
		if r.serves(cleos) {
			r.t.Error("a token outlives the disabling of its account")
		}
	})
}

// Administrators see every token of their company, never the secret nor another company's, and end any; a kick ends those
// of its people in the company unless it is told not to; who may not see who is signed in sees no tokens.
func TestAdministratorsSeeAndEndEveryToken(t *testing.T) {
	eachRig(t, func(r *rig) {
		admin, viewer := r.signIn(anna, password), r.signIn(ben, password)
		far := r.signIn(cleo, password)
		bens, annas := r.made(viewer, "Power BI"), r.made(admin, "ERP")
		here := r.made(far, "near")
		must[any](r, r.post("switchTenant", far, map[string]any{"tenantId": r.second.ID}))
		there := r.made(far, "far")
		list := r.get("upms/online-user/token", admin)
		page := must[resource.Page[identity.CompanyToken]](r, list)
		told := []string{}
		for _, t := range page.Rows {
			told = append(told, t.RealName+" "+t.Name+" "+t.FactoryName)
		}
		if page.Total != 3 || strings.Join(told, ", ") != "Cleo near First 1, Anna ERP First 1, Ben Power BI First 1" {
			r.t.Errorf("listed are %v", told)
		}
		for _, secret := range []string{bens.Token, annas.Token, here.Token, "hash"} {
			if strings.Contains(list.Raw, secret) {
				r.t.Errorf("the list holds a secret: %s", list.Raw)
			}
		}
		if found := must[resource.Page[identity.CompanyToken]](r, r.get("upms/online-user/token?q=power", admin)); found.Total != 1 || found.Rows[0].ID != bens.ID {
			r.t.Errorf("found is %+v", found)
		}
		ids := map[string]any{"ids": []string{bens.ID, there.ID, store.NewID()}}
		if a := r.get("upms/online-user/token", viewer); a.Status != http.StatusForbidden {
			r.t.Errorf("a viewer sees %s", a.Raw)
		}
		if a := r.post("upms/online-user/token/end", viewer, ids); a.Status != http.StatusForbidden {
			r.t.Errorf("a viewer ends %s", a.Raw)
		}
		if a := r.post("upms/online-user/token/end", admin, map[string]any{"ids": []string{}}); a.rules() != "ids:required " {
			r.t.Errorf("none: %s", a.Raw)
		}
		if reply := must[identity.EndedReply](r, r.post("upms/online-user/token/end", admin, ids)); reply.EndedTokens != 1 || r.serves(bens) || !r.serves(there) || !r.serves(annas) {
			r.t.Errorf("ended were %+v", reply)
		}
		if told := r.ends(); told != "first Power BI Anna" {
			r.t.Errorf("the log says %q", told)
		}
		near := r.signIn(cleo, password)
		if a := r.post("switchTenant", near, map[string]any{"tenantId": r.first.ID}); a.Code != 1 {
			r.t.Fatal(a.Raw)
		}
		kick := func(more map[string]any) identity.EndedReply {
			online := must[resource.Page[identity.OnlineUser]](r, r.get("upms/online-user?q=cleo", admin))
			more["ids"] = []string{online.Rows[0].ID}
			return must[identity.EndedReply](r, r.post("upms/online-user/kick", admin, more))
		}
		if reply := kick(map[string]any{"endTokens": false}); reply.EndedTokens != 0 || !r.serves(here) {
			r.t.Errorf("a kick that leaves tokens: %+v", reply)
		}
		near = r.signIn(cleo, password)
		must[any](r, r.post("switchTenant", near, map[string]any{"tenantId": r.first.ID}))
		if reply := kick(map[string]any{}); reply.EndedTokens != 1 || r.serves(here) || !r.serves(there) {
			r.t.Errorf("a kick ended %+v", reply)
		}
	})
}

// closed are the reasons why pages have been closed since it was asked last.
func (r *rig) closed() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	reasons := strings.Join(r.ended, " ")
	r.ended = nil
	return reasons
}

// Who signs in without a membership is told so, and not that an account is disabled which is not.
func TestWhoBelongsToNoCompanyIsToldSo(t *testing.T) {
	eachRig(t, func(r *rig) {
		member := func(step func(tx store.Tx) error) {
			r.t.Helper()
			if err := r.db.System(r.t.Context(), "the test is the operator", step); err != nil {
				r.t.Fatal(err)
			}
		}
		open := r.signIn(ben, password)
		member(func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("user_name = ?", "ben").Exec(r.t.Context())
			return err
		})
		if a := r.login(ben, password); a.Code != 11015 || !strings.Contains(a.Message, "disabled or has expired") {
			r.t.Errorf("with a disabled membership: %s", a.Raw)
		}
		member(func(tx store.Tx) error {
			_, err := tx.Remove((*identity.Member)(nil)).Where("user_name = ?", "ben").Exec(r.t.Context())
			return err
		})
		if a := r.login(ben, password); a.Code != 11015 || !strings.Contains(a.Message, "not a member of any company") {
			r.t.Errorf("without a membership: %s", a.Raw)
		}
		if a := r.get("checklogin", open); a.Status == http.StatusOK {
			r.t.Errorf("the session goes on: %s", a.Raw)
		}
	})
}

// Whoever disables a member, or takes them out of the company, ends what lets them in at that moment: it does not come back
// when they are enabled, or taken in, again before anything has looked. What they have in another company goes on.
func TestNothingComesBackWithAMember(t *testing.T) {
	eachRig(t, func(r *rig) {
		system := func(step func(tx store.Tx) error) {
			r.t.Helper()
			if err := r.db.System(r.t.Context(), "the test is the operator", step); err != nil {
				r.t.Fatal(err)
			}
		}
		change := func(tx store.Tx, on bool, names ...string) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", on).WhereIn("user_name", names).Exec(r.t.Context())
			return err
		}
		where := store.WithActor(r.t.Context(), store.Actor{TenantID: r.first.ID, FactoryID: r.factory.ID, Through: store.ThroughUI})
		for way, between := range map[string]func(){
			"by the operator": func() {
				system(func(tx store.Tx) error { return change(tx, false, "ben", "cleo") })
				system(func(tx store.Tx) error { return change(tx, true, "ben", "cleo") })
			},
			"by the company's administrator": func() {
				for _, on := range []bool{false, true} {
					if err := r.db.Write(where, func(tx store.Tx) error { return change(tx, on, "ben", "cleo") }); err != nil {
						r.t.Fatal(err)
					}
				}
			},
			"in one transaction": func() {
				system(func(tx store.Tx) error {
					if err := change(tx, false, "ben", "cleo"); err != nil {
						return err
					}
					return change(tx, true, "ben", "cleo")
				})
			},
			"by removal of the membership": func() {
				system(func(tx store.Tx) error {
					for _, name := range []string{"ben", "cleo"} {
						var m identity.Member
						if err := tx.Select(&m).Where("user_name = ?", name).Scan(r.t.Context()); err != nil {
							return err
						}
						if _, err := tx.Remove((*identity.Member)(nil)).Where("id = ?", m.ID).Exec(r.t.Context()); err != nil {
							return err
						}
						if err := tx.Insert(r.t.Context(), &m); err != nil {
							return err
						}
					}
					return nil
				})
			},
		} {
			signedIn := map[string]identity.LoginReply{}
			tokens := map[string]identity.NewToken{}
			for _, who := range []string{anna, ben, cleo} {
				signedIn[who] = must[identity.LoginReply](r, r.login(who, password))
				tokens[who] = r.made(signedIn[who].Token, "robot")
			}
			far := must[identity.LoginReply](r, r.login(cleo, password)) // cleo works in the other company, too
			must[identity.SwitchReply](r, r.post("switchTenant", far.Token, map[string]any{"tenantId": r.second.ID}))
			farToken := r.made(far.Token, "far robot")
			must[any](r, r.post("upms/user/rememberLastTenant.do", far.Token, map[string]any{"tenantId": r.first.ID, "factoryId": r.factory.ID}))
			between()
			for _, who := range []string{anna, ben, cleo} {
				stays := who == anna
				reply := signedIn[who]
				if in := r.get("checklogin", reply.Token).Status == http.StatusOK; in != stays {
					r.t.Errorf("%s: the session of %s lets in: %v", way, who, in)
				}
				if r.serves(tokens[who]) != stays {
					r.t.Errorf("%s: the token of %s serves: %v", way, who, !stays)
				}
				q := r.request(http.MethodPost, "getTokenService", "", nil)
				q.Header.Set("Blade-Auth", "bearer "+reply.LongToken)
				if renewed := r.send(q).Status == http.StatusOK; renewed != stays {
					r.t.Errorf("%s: the long token of %s renews: %v", way, who, renewed)
				}
			}
			if r.get("checklogin", far.Token).Status != http.StatusOK || !r.serves(farToken) {
				r.t.Errorf("%s: what cleo has in another company has ended", way)
			}
			if err := r.identity.Sweep(r.t.Context()); err != nil {
				r.t.Fatal(err)
			}
			for range 2 { // the pages of ben and cleo in this company, each once
				if err := r.identity.CloseLeft(r.t.Context()); err != nil {
					r.t.Fatal(err)
				}
			}
			reason := "disabled"
			if strings.HasPrefix(way, "by removal") {
				reason = "removed"
			}
			if told := r.closed(); told != reason+" "+reason {
				r.t.Errorf("%s: pages closed: %q", way, told)
			}
		}
		// Four times one token each of ben and cleo, in the log of their company.
		if told := r.ends(); strings.Count(told, "first robot") != 8 || strings.Count(told, "robot") != 8 {
			r.t.Errorf("the logs say %q", told)
		}
	})
}
