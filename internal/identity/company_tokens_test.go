package identity_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The tokens of a company: live ones first, the newest of each first, page by page and by what is searched; a token is over in
// the second after its last.
func TestTheListOfACompanysTokens(t *testing.T) {
	eachRig(t, func(r *rig) {
		admin, viewer := r.signIn(anna, password), r.signIn(ben, password)
		made := func(session, name string, days int) string {
			r.later(time.Second)
			return must[identity.NewToken](r, r.post("upms/user/token", session, map[string]any{"password": r.secret(password), "name": name, "scopes": []string{"system.security.check"}, "days": days})).ID
		}
		ended, short := made(admin, "ended", 30), made(admin, "short", 1)
		made(viewer, "board", 30)
		made(admin, "newest", 30)
		must[any](r, r.call("DELETE", "upms/user/token/"+ended, admin, nil))
		list := func(query string) (rows []string, page resource.Page[identity.CompanyToken]) {
			page = must[resource.Page[identity.CompanyToken]](r, r.get("upms/online-user/token?"+query, admin))
			for _, x := range page.Rows {
				rows = append(rows, x.Name+" "+x.RealName)
			}
			return rows, page
		}
		for query, want := range map[string]string{
			"page=1&size=20": "newest Anna, board Ben, short Anna, ended Anna", "page=1&size=3": "newest Anna, board Ben, short Anna", "page=2&size=3": "ended Anna", "page=3&size=3": "",
			"page=1&size=20&q=boa": "board Ben", "page=1&size=20&q=anna": "newest Anna, short Anna, ended Anna", "page=1&size=20&q=nobody": "",
		} {
			if rows, _ := list(query); strings.Join(rows, ", ") != want {
				r.t.Errorf("%s: %q, want %s", query, rows, want)
			}
		}
		if _, page := list("page=2&size=3"); page.Total != 4 || page.Page != 2 || page.Size != 3 {
			r.t.Errorf("%d in all, page %d of %d", page.Total, page.Page, page.Size)
		}
		// In its last second it lives, in the next it is over and goes behind.
		expires := time.Time{}
		_, page := list("page=1&size=20")
		for _, x := range page.Rows {
			if x.ID == short {
				expires = x.ExpiresAt
			}
		}
		r.later(expires.Sub(r.clock()))
		admin = r.signIn(anna, password)
		if rows, _ := list("page=1&size=20"); strings.Join(rows, ", ") != "newest Anna, board Ben, short Anna, ended Anna" {
			r.t.Errorf("in its last second: %q", rows)
		}
		r.later(time.Second)
		made(admin, "last", 30)
		if rows, _ := list("page=1&size=20"); strings.Join(rows, ", ") != "last Anna, newest Anna, board Ben, short Anna, ended Anna" {
			r.t.Errorf("after it: %q", rows)
		}
		// 1 to 500 at once; those of nobody and those that have ended count for nothing.
		many := make([]string, 501)
		for i := range many {
			many[i] = store.NewID()
		}
		_, page = list("page=1&size=20")
		own := []string{page.Rows[0].ID, page.Rows[1].ID, ended}
		for _, c := range []struct {
			ids   []string
			rules string
			ended int
		}{{nil, "ids:required ", 0}, {many, "ids:required ", 0}, {many[:500], "", 0}, {slices.Concat([]string{many[0]}, own), "", 2}, {own, "", 0}} {
			a := r.post("upms/online-user/token/end", admin, map[string]any{"ids": c.ids})
			if a.rules() != c.rules || c.rules == "" && must[identity.EndedReply](r, a).EndedTokens != c.ended {
				r.t.Errorf("%d ids: %s", len(c.ids), a.Raw)
			}
		}
	})
}

// The language of an account is zh or en, whatever the browser calls it.
func TestTheLanguageOfAnAccount(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine := r.signIn(anna, password)
		stored := "zh"
		for _, c := range []struct{ typed, stored string }{{"en", "en"}, {"zh", "zh"}, {"de", ""}, {"", ""}, {"EN", ""}, {"en", "en"}} {
			a := r.post("upms/user/changeLanguage", mine, map[string]any{"language": c.typed})
			if (a.Code == 1) != (c.stored != "") {
				r.t.Errorf("%q: %s", c.typed, a.Raw)
			}
			if c.stored != "" {
				stored = c.stored
			}
			if got := must[identity.OwnProfile](r, r.get("upms/user/profile", mine)); got.Language != stored {
				r.t.Errorf("%q: %q, want %q", c.typed, got.Language, stored)
			}
		}
	})
}
