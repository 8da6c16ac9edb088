package identity_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Who is signed in: the latest seen first, page by page and by what is searched, without sessions that are over.
func TestTheListOfWhoIsSignedIn(t *testing.T) {
	eachRig(t, func(r *rig) {
		over := r.signIn(cleo, password)
		r.later(4*time.Hour + time.Second)
		r.signIn(ben, password)
		r.later(time.Minute)
		r.signIn(cleo, password)
		r.later(time.Minute)
		mine := r.signIn(anna, password)
		if a := r.get("checklogin", over); a.Status != http.StatusUnauthorized {
			r.t.Fatalf("%s", a.Raw)
		}
		for query, want := range map[string]string{
			"page=1&size=20": "Anna* Cleo Ben", "page=1&size=2": "Anna* Cleo", "page=2&size=2": "Ben", "page=3&size=2": "", "page=1&size=1": "Anna*",
			"page=1&size=20&q=cle": "Cleo", "page=1&size=20&q=anna.2026": "Anna*", "page=1&size=20&q=127.0.0": "Anna* Cleo Ben", "page=1&size=20&q=nobody": "",
		} {
			page := must[resource.Page[identity.OnlineUser]](r, r.get("upms/online-user?"+query, mine))
			var rows []string
			for _, u := range page.Rows {
				name := u.RealName
				if u.Current {
					name += "*"
				}
				rows = append(rows, name)
				if u.FactoryName != "First 1" || u.Way != 1 || u.UserName == "" {
					r.t.Errorf("%s: %+v", query, u)
				}
			}
			if got := strings.Join(rows, " "); got != want {
				r.t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		if page := must[resource.Page[identity.OnlineUser]](r, r.get("upms/online-user?page=2&size=2", mine)); page.Total != 3 || page.Page != 2 || page.Size != 2 {
			r.t.Errorf("%d in all, page %d of %d", page.Total, page.Page, page.Size)
		}
	})
}

// 1 to 500 sessions end at once; those of nobody, of another company and of other people count for nothing.
func TestHowManySessionsEndAtOnce(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		many := make([]string, 501)
		for i := range many {
			many[i] = store.NewID()
		}
		for _, c := range []struct {
			path  string
			body  map[string]any
			rules string
		}{
			{"upms/online-user/kick", map[string]any{"ids": many}, "ids:required "},
			{"upms/online-user/kick", map[string]any{"ids": many[:500]}, ""},
			{"upms/online-user/kick", map[string]any{"ids": []string{}}, "ids:required "},
			{"upms/user/session/end", map[string]any{"ids": many}, "ids:required "},
			{"upms/user/session/end", map[string]any{"ids": many[:500]}, ""},
			{"upms/user/session/end", map[string]any{"ids": []string{}}, "ids:required "},
			{"upms/user/session/end", map[string]any{}, "ids:required "},
			{"upms/user/session/end", map[string]any{"others": true}, ""},
			{"upms/user/session/end", map[string]any{"others": true, "ids": many}, "ids:required "},
		} {
			a := r.post(c.path, mine, c.body)
			if a.rules() != c.rules || c.rules == "" && must[identity.EndedReply](r, a) != (identity.EndedReply{}) {
				r.t.Errorf("%s %.60v: %s", c.path, c.body, a.Raw)
			}
		}
		if a := r.get("checklogin", mine); a.Status != http.StatusOK {
			r.t.Errorf("the session of the request: %s", a.Raw)
		}
	})
}

// Ending sessions ends the tokens of their people too, unless the caller says otherwise; ending some of one's own never does.
func TestWhichTokensEndWithSessions(t *testing.T) {
	eachRig(t, func(r *rig) {
		admin := r.signIn(anna, password)
		for _, c := range []struct {
			what      string
			own       bool // ben himself, of his other sessions; else the administrator
			named     bool // by ids
			endTokens any
			tokens    int
		}{
			{"kicked", false, true, nil, 1},
			{"kicked, tokens too", false, true, true, 1},
			{"kicked, tokens not", false, true, false, 0},
			{"the others", true, false, nil, 1},
			{"the others, tokens too", true, false, true, 1},
			{"the others, tokens not", true, false, false, 0},
			{"some of them", true, true, nil, 0},
			{"some of them, tokens too", true, true, true, 0},
		} {
			first, second := r.signIn(ben, password), r.signIn(ben, password)
			token := r.made(second, "robot")
			var ids []string
			for _, s := range must[identity.OwnSessions](r, r.get("upms/user/session", second)).Rows {
				if !s.Current {
					ids = append(ids, s.ID)
				}
			}
			body, path, caller := map[string]any{}, "upms/user/session/end", second
			if c.named {
				body["ids"] = ids
			} else {
				body["others"] = true
			}
			if c.endTokens != nil {
				body["endTokens"] = c.endTokens
			}
			if !c.own {
				path, caller = "upms/online-user/kick", admin
			}
			reply := must[identity.EndedReply](r, r.post(path, caller, body))
			if reply.Ended != len(ids) || reply.EndedTokens != c.tokens || r.serves(token) != (c.tokens == 0) {
				r.t.Errorf("%s: %+v of %d", c.what, reply, len(ids))
			}
			if a := r.get("checklogin", first); a.Status == http.StatusOK {
				r.t.Errorf("%s: the session lives", c.what)
			}
			if a := r.get("checklogin", second); a.Status != http.StatusOK {
				r.t.Errorf("%s: the other session is over: %s", c.what, a.Raw)
			}
			must[identity.EndedReply](r, r.post("upms/user/session/end", second, map[string]any{"others": true})) // for the next
			must[any](r, r.post("logout", second, map[string]any{}))
		}
	})
}

// When the provider cannot forget the person, nothing has ended.
func TestSessionsAreNotEndedHalf(t *testing.T) {
	eachRig(t, func(r *rig) {
		admin, viewer := r.signIn(anna, password), r.signIn(ben, password)
		token := r.made(viewer, "robot")
		list := must[resource.Page[identity.OnlineUser]](r, r.get("upms/online-user?q=ben", admin))
		r.broken = errors.New("the provider is away")
		if a := r.post("upms/online-user/kick", admin, map[string]any{"ids": []string{list.Rows[0].ID}}); a.Status != http.StatusInternalServerError {
			r.t.Errorf("%s", a.Raw)
		}
		if a := r.get("checklogin", viewer); a.Status != http.StatusOK || !r.serves(token) {
			r.t.Errorf("afterwards: %s", a.Raw)
		}
		r.broken = nil
		must[identity.EndedReply](r, r.post("upms/online-user/kick", admin, map[string]any{"ids": []string{list.Rows[0].ID}}))
		if a := r.get("checklogin", viewer); a.Code != 11009 || r.serves(token) {
			r.t.Errorf("once it is back: %s", a.Raw)
		}
	})
}
