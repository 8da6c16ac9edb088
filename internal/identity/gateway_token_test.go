package identity_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
)

// hall is a stage with gateways: those of North's factory have the keys "mwg_one" and "mwg_two", that of South "mwg_far".
type hall struct {
	*identitytest.World
	t      *testing.T
	north  string // factory
	south  string
	places map[string]identity.GatewayPlace // by key
}

func eachHall(t *testing.T, fn func(h *hall, anna *identitytest.Browser)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := &hall{t: t, places: map[string]identity.GatewayPlace{}}
		h.World = identitytest.New(t, db, func(w *identitytest.World, d *identity.Deps) func() {
			d.Gateways = identity.Gateways{
				Proven: func(_ context.Context, key string) (identity.GatewayPlace, error) {
					if p, known := h.places[key]; known {
						return p, nil
					}
					return identity.GatewayPlace{}, problem.SignIn()
				},
				Carries: func(path string) bool { return path == "bms/here" },
			}
			return func() { h.mount(w) }
		})
		factory := func(of *tenancy.Tenant) (id string) {
			h.System(t, func(tx store.Tx) error {
				var f tenancy.Factory
				err := tx.Select(&f).Where("tenant_id = ?", of.ID).Scan(t.Context())
				id = f.ID
				return err
			})
			return id
		}
		h.north, h.south = factory(h.North), factory(h.South)
		h.places["mwg_one"] = identity.GatewayPlace{ID: "one", Tenant: h.North.ID, Factory: h.north}
		h.places["mwg_two"] = identity.GatewayPlace{ID: "two", Tenant: h.North.ID, Factory: h.north}
		h.places["mwg_far"] = identity.GatewayPlace{ID: "far", Tenant: h.South.ID, Factory: h.south}
		h.Person(t, h.North, annas, "anna")
		anna := h.Browser(t)
		anna.SignIn(t, annas)
		anna.Long = ""
		fn(h, anna)
	})
}

type hereReply struct{ Name, Through, Factory string }

type issuedReply struct {
	Token   string
	Minutes float64
}

// mount adds a call that gateways carry, and one that makes their tokens.
func (h *hall) mount(w *identitytest.World) {
	here := func(ctx context.Context, _ *struct{}) (hereReply, error) {
		actor, err := store.ActorFrom(ctx)
		return hereReply{actor.Name, actor.Through, actor.FactoryID}, err
	}
	api.Call(w.API, api.Operation{Method: http.MethodGet, Path: "bms/here", ID: "here", Summary: "Who calls", Tag: "test", Access: api.SignedIn, Programs: true}, here)
	api.Call(w.API, api.Operation{Method: http.MethodGet, Path: "bms/there", ID: "there", Summary: "Who calls", Tag: "test", Access: api.SignedIn, Programs: true}, here)
	api.Call(w.API, api.Operation{Method: http.MethodPost, Path: "test/token", ID: "token", Summary: "A token for a gateway", Tag: "test", Access: api.SignedIn, Programs: true},
		func(ctx context.Context, in *struct {
			Body struct{ ID, Tenant, Factory string }
		},
		) (issuedReply, error) {
			token, life, err := w.Identity.IssueGatewayToken(ctx, identity.GatewayPlace(in.Body))
			return issuedReply{token, life.Minutes()}, err
		})
}

func (h *hall) ask(b *identitytest.Browser, p identity.GatewayPlace) identitytest.Answer {
	h.t.Helper()
	return b.Call(h.t, http.MethodPost, "test/token", map[string]any{"ID": p.ID, "Tenant": p.Tenant, "Factory": p.Factory})
}

// issued is a new token for the gateway with a key.
func (h *hall) issued(b *identitytest.Browser, key string) string {
	h.t.Helper()
	var r issuedReply
	a := h.ask(b, h.places[key])
	a.Into(h.t, &r)
	if a.Code != 1 || !strings.HasPrefix(r.Token, "mwt_") || r.Minutes != 10 {
		h.t.Fatalf("a token for %s: %+v", key, a)
	}
	return r.Token
}

// through calls with headers, in a browser of nobody's.
func (h *hall) through(path string, header map[string]string) identitytest.Answer {
	h.t.Helper()
	b := h.Browser(h.t)
	b.Header = header
	return b.Call(h.t, http.MethodGet, path, nil)
}

func (h *hall) change(set string, value any) {
	h.t.Helper()
	h.System(h.t, func(tx store.Tx) error {
		_, err := tx.Change((*identity.Session)(nil)).Set(set, value).Where("ended = ''").Exec(h.t.Context())
		return err
	})
}

// A token for a gateway works with that gateway's key, on the paths that gateways carry, and nowhere else.
func TestATokenForAGatewayWorksThereAlone(t *testing.T) {
	eachHall(t, func(h *hall, anna *identitytest.Browser) {
		token, session := h.issued(anna, "mwg_one"), anna.Token
		var who hereReply
		h.through("bms/here", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_one"}).Into(t, &who)
		if who != (hereReply{"anna", "gateway", h.north}) {
			t.Errorf("at its gateway: %+v", who)
		}
		anna.Call(t, http.MethodGet, "bms/here", nil).Into(t, &who)
		if who != (hereReply{"anna", "ui", h.north}) {
			t.Errorf("without a gateway: %+v", who)
		}
		for what, c := range map[string]struct {
			path   string
			header map[string]string
		}{
			"without a key":                     {"bms/here", map[string]string{"mdbtk": token}},
			"with the key of another":           {"bms/here", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_two"}},
			"with the key of another company's": {"bms/here", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_far"}},
			"with a key of nobody":              {"bms/here", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_none"}},
			"past what is carried":              {"bms/there", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_one"}},
			"another token":                     {"bms/here", map[string]string{"mdbtk": token + "x", "Gateway-Key": "mwg_one"}},
			"no token":                          {"bms/here", map[string]string{"Gateway-Key": "mwg_one"}},
			"a session":                         {"bms/here", map[string]string{"mdbtk": session, "Gateway-Key": "mwg_one"}},
			"a second token beside it":          {"bms/here", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_one", "Blade-Auth": "bearer mwk_x"}},
		} {
			if a := h.through(c.path, c.header); a.Status != http.StatusUnauthorized || a.Code != 401 {
				t.Errorf("%s: %+v", what, a)
			}
		}
	})
}

// It lives ten minutes, to the second, and what has run out goes when the next one is made.
func TestATokenForAGatewayLivesTenMinutes(t *testing.T) {
	eachHall(t, func(h *hall, anna *identitytest.Browser) {
		works := func(token string) bool {
			return h.through("bms/here", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_one"}).Code == 1
		}
		left := func() (n int) {
			h.System(t, func(tx store.Tx) (err error) {
				n, err = tx.Select((*identity.GatewayToken)(nil)).Count(t.Context())
				return err
			})
			return n
		}
		token := h.issued(anna, "mwg_one")
		h.Wait(10 * time.Minute)
		if !works(token) {
			t.Error("it ends before its last second")
		}
		second := h.issued(anna, "mwg_one")
		if n := left(); n != 2 || !works(token) {
			t.Errorf("in its last second %d are kept", n)
		}
		h.Wait(time.Second)
		if works(token) || !works(second) {
			t.Error("one works beyond its time, or the next one ends with it")
		}
		h.issued(anna, "mwg_one")
		if n := left(); n != 2 {
			t.Errorf("%d are kept", n)
		}
	})
}

// It is made for who has a session in the gateway's factory, and ends with the stay there.
func TestATokenForAGatewayIsOfTheFactory(t *testing.T) {
	eachHall(t, func(h *hall, anna *identitytest.Browser) {
		for what, p := range map[string]identity.GatewayPlace{
			"of another company":             h.places["mwg_far"],
			"of no factory":                  {ID: "one", Tenant: h.North.ID},
			"of another factory":             {ID: "one", Tenant: h.North.ID, Factory: h.south},
			"of another company's of one id": {ID: "one", Tenant: h.South.ID, Factory: h.north},
		} {
			if a := h.ask(anna, p); a.Status != http.StatusConflict || a.Message != "You do not work in the factory of this gateway, please switch to it first" {
				t.Errorf("%s: %+v", what, a)
			}
		}
		var program string
		h.System(t, func(tx store.Tx) error {
			var m identity.Member
			if err := tx.Select(&m).Where("user_name = 'anna'").Scan(t.Context()); err != nil {
				return err
			}
			var err error
			program, err = h.Identity.IssueToken(t.Context(), tx, &m, "program")
			return err
		})
		p := h.Browser(t)
		p.Long = program
		if a := p.Call(t, http.MethodGet, "bms/here", nil); a.Code != 1 {
			t.Fatalf("the program: %+v", a)
		}
		if a := h.ask(p, h.places["mwg_one"]); a.Status != http.StatusUnauthorized {
			t.Errorf("for a program: %+v", a)
		}
		token := h.issued(anna, "mwg_one")
		at := map[string]string{"mdbtk": token, "Gateway-Key": "mwg_one"}
		h.change("factory = ?", "")
		if a := h.through("bms/here", at); a.Status != http.StatusUnauthorized {
			t.Errorf("once the session is elsewhere: %+v", a)
		}
		if a := h.ask(anna, identity.GatewayPlace{ID: "one", Tenant: h.North.ID}); a.Status != http.StatusConflict {
			t.Errorf("from no factory to a gateway of none: %+v", a)
		}
		h.change("factory = ?", h.north)
		if a := h.through("bms/here", at); a.Code != 1 {
			t.Errorf("back: %+v", a)
		}
		h.change("owes_password = ?", true)
		if a := h.through("bms/here", at); a.Status != http.StatusConflict || a.Message != "Please set a password of your own first" {
			t.Errorf("who owes a password: %+v", a)
		}
		h.change("owes_password = ?", false)
		for _, factories := range []string{"[]", `["` + h.north + `"]`} {
			h.System(t, func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set("factories = ?", factories).Where("user_name = 'anna'").Exec(t.Context())
				return err
			})
			if a := h.through("bms/here", at); (a.Code == 1) != (factories != "[]") {
				t.Errorf("with the factories %s: %+v", factories, a)
			}
		}
		anna.Call(t, http.MethodPost, "logout", map[string]any{})
		if a := h.through("bms/here", at); a.Status != http.StatusUnauthorized {
			t.Errorf("after signing out: %+v", a)
		}
	})
}

// Work through a gateway is work: it keeps the session from running idle.
func TestWorkThroughAGatewayKeepsTheSession(t *testing.T) {
	eachHall(t, func(h *hall, anna *identitytest.Browser) {
		token := h.issued(anna, "mwg_one")
		h.Wait(9 * time.Minute)
		if a := h.through("bms/here", map[string]string{"mdbtk": token, "Gateway-Key": "mwg_one"}); a.Code != 1 {
			t.Fatalf("%+v", a)
		}
		h.Wait(4 * time.Hour)
		if in, code := anna.In(t); !in {
			t.Errorf("four hours after the work: %d", code)
		}
	})
}

// A server that knows of no gateways takes nothing of theirs.
func TestWithoutGatewaysNoKeyIsTaken(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		for _, header := range []map[string]string{{"mdbtk": "mwt_x", "Gateway-Key": "mwg_one"}, {"mdbtk": "mwt_x"}, {"Gateway-Key": "mwg_one"}} {
			b.Header = header
			if in, code := b.In(t); in || code != 401 {
				t.Errorf("%v: %d", header, code)
			}
		}
	})
}
