package identity_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/tenancy"

	"mouldworks/internal/platform/store"
)

// An administrator sees who is signed in to the company, and ends what is not right: the session answers 11009 and its
// open pages are told. Other companies' sessions are neither seen nor ended, whatever ids are named.
func TestOnlineUsersAreSeenAndKickedByTheirOwnCompany(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		anna, ben, carl := w.Browser(t), w.Browser(t), w.Browser(t)
		anna.SignIn(t, annas)
		ben.SignIn(t, bens)
		carl.SignIn(t, carls)

		var list resource.Page[identity.OnlineUser]
		anna.Call(t, http.MethodGet, "upms/online-user", nil).Into(t, &list)
		if list.Total != 2 {
			t.Fatalf("North has %d online users", list.Total)
		}
		bensSession := ""
		for _, u := range list.Rows {
			if u.UserName == "ben" {
				bensSession = u.ID
				if u.Address != "127.0.0.1" || u.Device != "Chrome · Windows" || u.FactoryName != "North 1" || u.Way != 1 || u.Current {
					t.Errorf("Ben is shown as %+v", u)
				}
			} else if !u.Current {
				t.Errorf("Anna's own session is not marked: %+v", u)
			}
		}
		anna.Call(t, http.MethodGet, "upms/online-user?q=BEN&size=1", nil).Into(t, &list)
		if list.Total != 1 || list.Rows[0].ID != bensSession {
			t.Errorf("the search found %+v", list)
		}

		for _, q := range []string{"page=0", "page=1000001", "page=9223372036854775807&size=500", "size=0", "size=501", "page=x"} {
			if a := anna.Call(t, http.MethodGet, "upms/online-user?"+q, nil); a.Code != 422 {
				t.Errorf("%s: %+v", q, a)
			}
		}
		anna.Call(t, http.MethodGet, "upms/online-user?page=1000000&size=500", nil).Into(t, &list)
		if list.Total != 2 || len(list.Rows) != 0 {
			t.Errorf("the last page holds %+v", list)
		}

		kick := func(b *identitytest.Browser, id string) identitytest.Answer {
			return b.Call(t, http.MethodPost, "upms/online-user/kick", map[string]any{"ids": []string{id}})
		}
		var ended identity.EndedReply
		if kick(carl, bensSession).Into(t, &ended); ended.Ended != 0 {
			t.Error("South kicked a user of North")
		}
		if in, _ := ben.In(t); !in {
			t.Error("Ben was thrown out by South")
		}
		if a := kick(ben, bensSession); a.Code != 403 {
			t.Errorf("a planner kicks: %+v", a)
		}
		if a := ben.Call(t, http.MethodGet, "upms/online-user", nil); a.Code != 403 {
			t.Errorf("a planner sees who is online: %+v", a)
		}
		for _, u := range online(t, anna) {
			if a := kick(anna, u.ID); u.Current != (a.Code == 20000) {
				t.Errorf("kicking %s answers %+v", u.UserName, a)
			}
		}
		if in, code := ben.In(t); in || code != 11009 {
			t.Errorf("after the kick Ben's page gets %d", code)
		}
		if told := w.Ended(); len(told) != 1 || told[0] != identity.EndedKick+" "+bensSession {
			t.Errorf("the open pages were told %v", told)
		}
	})
}

func online(t *testing.T, b *identitytest.Browser) []identity.OnlineUser {
	t.Helper()
	var list resource.Page[identity.OnlineUser]
	b.Call(t, http.MethodGet, "upms/online-user", nil).Into(t, &list)
	return list.Rows
}

// One's own sessions are seen and ended by their owner alone, one by one or all but this one.
func TestPeopleEndTheirOwnSessions(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		here, there, elsewhere, ben := w.Browser(t), w.Browser(t), w.Browser(t), w.Browser(t)
		for _, b := range []*identitytest.Browser{here, there, elsewhere} {
			b.SignIn(t, annas)
		}
		ben.SignIn(t, bens)
		var mine identity.OwnSessions
		here.Call(t, http.MethodGet, "upms/user/session", nil).Into(t, &mine)
		if len(mine.Rows) != 3 {
			t.Fatalf("Anna has %d sessions", len(mine.Rows))
		}
		other := ""
		for _, s := range mine.Rows {
			if !s.Current {
				other = s.ID
			}
		}
		var reply identity.EndedReply
		ben.Call(t, http.MethodPost, "upms/user/session/end", map[string]any{"ids": []string{other}}).Into(t, &reply)
		if reply.Ended != 0 {
			t.Error("Ben ended Anna's session")
		}
		here.Call(t, http.MethodPost, "upms/user/session/end", map[string]any{"ids": []string{other}}).Into(t, &reply)
		if reply.Ended != 1 {
			t.Errorf("one session: %d ended", reply.Ended)
		}
		// PUSH-05: its page says that it was one's own doing, not an administrator's.
		if told := w.Ended(); len(told) != 1 || told[0] != identity.EndedOwn+" "+other {
			t.Errorf("the ended page was told %v", told)
		}
		here.Call(t, http.MethodPost, "upms/user/session/end", map[string]any{"others": true}).Into(t, &reply)
		if in, _ := here.In(t); reply.Ended != 1 || !in {
			t.Errorf("the others: %d ended, and this one lives: %v", reply.Ended, in)
		}
		for _, b := range []*identitytest.Browser{there, elsewhere} {
			if in, code := b.In(t); in || code != 11009 {
				t.Errorf("an ended session answers %d", code)
			}
		}
		if a := here.Call(t, http.MethodPost, "upms/user/session/end", map[string]any{}); a.Code != 422 {
			t.Errorf("ending nothing answers %+v", a)
		}
	})
}

// The log names who tried, from where and how it ended, for the administrator of the company alone; a password, right
// or wrong, is nowhere in it.
func TestTheSignInLogHoldsFailuresAndNoPassword(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		b.Login(t, annas, "Wrong-secret-1", nil)
		w.Identity.Wait()                                                              // its line is written behind the answer
		b.Login(t, annas, identitytest.Password, map[string]any{"userIp": "10.0.0.7"}) // LOGIN-06
		b.Login(t, bens, identitytest.Password, map[string]any{"userIp": "<script>"})
		for range 6 {
			b.Login(t, carls, "Wrong-secret-2", nil)
			w.Identity.Wait()
		}
		b.Login(t, "13999999999", "Wrong-secret-3", nil)
		w.Identity.Wait()
		w.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*tenancy.Tenant)(nil)).Set("expire_date = ?", "2020-01-01").Where("id = ?", w.South.ID).Exec(t.Context())
			return err
		})
		admin := w.Browser(t)
		admin.SignIn(t, annas)
		answer := admin.Call(t, http.MethodGet, "upms/login-log?sort=at", nil)
		var log resource.Page[identity.SignInRecord]
		answer.Into(t, &log)
		var told []string
		for _, r := range log.Rows {
			line, err := json.Marshal([]any{r.RealName, r.Phone, r.Outcome, r.Way, r.Address, r.DeclaredAddress, r.Device})
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, string(line))
		}
		want := []string{
			`["anna","139******01",2,1,"127.0.0.1","","Chrome · Windows"]`,
			`["anna","139******01",1,1,"127.0.0.1","10.0.0.7","Chrome · Windows"]`,
			`["ben","139******02",1,1,"127.0.0.1","","Chrome · Windows"]`,
			`["anna","139******01",1,1,"127.0.0.1","","Chrome · Windows"]`,
		}
		if strings.Join(told, "\n") != strings.Join(want, "\n") {
			t.Errorf("North's log is\n%s", strings.Join(told, "\n"))
		}
		if strings.Contains(string(answer.Data), "secret") || strings.Contains(string(answer.Data), identitytest.Password) {
			t.Error("the log holds a password")
		}
		ben := w.Browser(t)
		ben.SignIn(t, bens)
		if a := ben.Call(t, http.MethodGet, "upms/login-log", nil); a.Code != 403 {
			t.Errorf("a planner reads the log: %+v", a)
		}
		if a := admin.Call(t, http.MethodPost, "upms/login-log", map[string]any{}); a.Status != 405 && a.Code != 404 {
			t.Errorf("somebody writes the log: %+v", a)
		}

		var south []identity.SignInRecord
		w.System(t, func(tx store.Tx) error {
			return tx.Select(&south).Where("tenant_id = ?", w.South.ID).Order("at", "id").Scan(t.Context())
		})
		outcomes := ""
		for _, r := range south {
			outcomes += string(rune('0' + r.Outcome))
		}
		if outcomes != "222223" {
			t.Errorf("five wrong passwords and a lock were logged as %s", outcomes)
		}
	})
}

// A check of the password without a session (isJudge) stands in the log like a sign-in, marked as a check: right, wrong,
// locked, disabled, and with the licence ended.
func TestAChecksOutcomeIsLogged(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		check := func(phone, password string) identitytest.Answer {
			a := b.Login(t, phone, password, map[string]any{"isJudge": 1})
			w.Identity.Wait() // a refusal is written behind the answer
			return a
		}
		if a := check(annas, identitytest.Password); a.Code != 1 || !strings.Contains(string(a.Data), `"token":""`) {
			t.Errorf("the right password: %+v", a)
		}
		b.SignIn(t, annas)
		b.Token = ""
		for range 6 {
			check(annas, "Wrong-751")
		}
		w.System(t, func(tx store.Tx) error {
			if _, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("user_name = ?", "ben").Exec(t.Context()); err != nil {
				return err
			}
			_, err := tx.Change((*tenancy.Tenant)(nil)).Set("expire_date = ?", "2020-01-01").Set("hasp_expire_switch = ?", tenancy.Watched).Where("id = ?", w.South.ID).Exec(t.Context())
			return err
		})
		check(bens, identitytest.Password)
		check(carls, identitytest.Password)
		var rows []identity.SignInRecord
		w.System(t, func(tx store.Tx) error { return tx.Select(&rows).Order("at", "id").Scan(t.Context()) })
		told := ""
		for _, r := range rows {
			mark := ""
			if r.CheckOnly {
				mark = "?"
			}
			told += fmt.Sprintf("%s%d%s ", r.RealName, r.Outcome, mark)
		}
		if told != "anna1? anna1 anna2? anna2? anna2? anna2? anna2? anna3? ben4? carl5? " {
			t.Errorf("the log says %s", told)
		}
	})
}
