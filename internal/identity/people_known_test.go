package identity_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

type meReply struct {
	Profile identity.Profile
	Own     identity.Own
}

// eachKnown is each with a call that tells what others are told of who calls it.
func eachKnown(t *testing.T, fn func(w *identitytest.World, anna *identity.Member)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := identitytest.New(t, db, func(w *identitytest.World, _ *identity.Deps) func() {
			return func() {
				api.Call(w.API, api.Operation{Method: http.MethodGet, Path: "test/me", ID: "me", Summary: "Me", Tag: "test", Access: api.SignedIn, Programs: true}, func(ctx context.Context, _ *struct{}) (r meReply, err error) {
					actor, err := store.ActorFrom(ctx)
					if err != nil {
						return r, err
					}
					r.Profile, err = w.Identity.ProfileOf(ctx, actor)
					own, fault := w.Identity.OwnOf(ctx)
					r.Own = own
					return r, errors.Join(err, fault)
				})
				api.Call(w.API, api.Operation{Method: http.MethodPost, Path: "test/app", ID: "app", Summary: "Enter", Tag: "test", Access: api.Public}, func(ctx context.Context, in *struct{ Body struct{ AccountID string } }) (identity.LoginReply, error) {
					return w.Identity.Enter(ctx, identity.Entry{AccountID: in.Body.AccountID, Way: "app:wecom"})
				})
				api.Call(w.API, api.Operation{Method: http.MethodGet, Path: "test/own", ID: "own", Summary: "Whose", Tag: "test", Access: api.Public}, func(ctx context.Context, _ *struct{}) (identity.Own, error) {
					return w.Identity.OwnOf(ctx)
				})
			}
		})
		fn(w, w.Person(t, w.North, annas, "anna"))
	})
}

// What screens show of the person: the account, the member, the company and the factory, the session, and whether a work app
// has signed them in.
func TestWhatScreensShowOfAPerson(t *testing.T) {
	eachKnown(t, func(w *identitytest.World, anna *identity.Member) {
		w.Person(t, w.South, annas, "far.anna")
		me := func(b *identitytest.Browser) (r meReply) {
			t.Helper()
			a := b.Call(t, http.MethodGet, "test/me", nil)
			a.Into(t, &r)
			return r
		}
		var online identity.OwnSessions
		b := w.Browser(t)
		b.SignIn(t, annas)
		b.Long = ""
		b.Call(t, http.MethodGet, "upms/user/session", nil).Into(t, &online)
		if len(online.Rows) != 1 {
			t.Fatalf("%+v", online)
		}
		id := online.Rows[0].ID
		r := me(b)
		if p := r.Profile; p.Account.Phone != annas || p.Member.UserName != "anna" || p.TenantName != "North" || p.FactoryName != "North 1" || p.SessionID != id || p.WorkApp {
			t.Errorf("%+v", p)
		}
		if r.Own != (identity.Own{AccountID: anna.AccountID, TenantID: w.North.ID, SessionID: id, Phone: annas}) {
			t.Errorf("%+v", r.Own)
		}
		var in identity.LoginReply
		app := w.Browser(t)
		app.Call(t, http.MethodPost, "test/app", map[string]any{"AccountID": anna.AccountID}).Into(t, &in)
		app.Token = in.Token
		if p := me(app).Profile; !p.WorkApp || p.SessionID == id || p.SessionID == "" {
			t.Errorf("by a work app: %+v", p)
		}
		program := w.Browser(t)
		w.System(t, func(tx store.Tx) (err error) {
			m := *anna
			m.LastFactory = ""
			program.Long, err = w.Identity.IssueToken(t.Context(), tx, &m, "program")
			return err
		})
		if r := me(program); r.Profile.SessionID != "" || r.Profile.WorkApp || r.Profile.FactoryName != "" || r.Profile.TenantName != "North" || r.Own != (identity.Own{}) {
			t.Errorf("a program without a factory: %+v", r)
		}
		// Of who has no session, or one that is spent, nobody is told.
		for what, token := range map[string]string{"none": "", "no session": "x"} {
			c := w.Browser(t)
			c.Token = token
			var own identity.Own
			if a := c.Call(t, http.MethodGet, "test/own", nil); a.Code != 1 {
				t.Errorf("%s: %+v", what, a)
			} else if a.Into(t, &own); own != (identity.Own{}) {
				t.Errorf("%s: %+v", what, own)
			}
		}
		w.Wait(5 * time.Hour)
		var own identity.Own
		if b.Call(t, http.MethodGet, "test/own", nil).Into(t, &own); own != (identity.Own{}) {
			t.Errorf("of a spent session: %+v", own)
		}
	})
}

// What is told of people beyond their company: to single sign-on, to the sending of codes.
func TestWhatIsToldOfAPerson(t *testing.T) {
	eachKnown(t, func(w *identitytest.World, anna *identity.Member) {
		w.Person(t, w.North, bens, "ben")
		w.Person(t, w.South, carls, "carl")
		read := func(fn func(tx store.Tx) error) { t.Helper(); w.System(t, fn) }
		person := func() (p identity.Public) {
			read(func(tx store.Tx) (err error) {
				p, err = w.Identity.PersonOf(t.Context(), tx, anna.AccountID)
				return err
			})
			return p
		}
		want := identity.Public{Name: "anna", UserName: "anna", Phone: annas, Language: "zh"}
		if p := person(); p != want {
			t.Errorf("%+v", p)
		}
		read(func(tx store.Tx) error {
			return errors.Join(identitytest.Proved(t.Context(), tx, annas), identitytest.Proved(t.Context(), tx, "13999999999"))
		})
		want.PhoneVerified = true
		if p := person(); p != want {
			t.Errorf("once the number is proved: %+v", p)
		}
		read(func(tx store.Tx) error {
			if _, err := w.Identity.PersonOf(t.Context(), tx, store.NewID()); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("of nobody: %v", err)
			}
			for phone, want := range map[string]string{annas: anna.AccountID, "13999999999": "", "": ""} {
				if id, err := w.Identity.AccountOf(t.Context(), tx, phone); id != want || err != nil {
					t.Errorf("the account of %q is %q, %v", phone, id, err)
				}
			}
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("id = ?", anna.ID).Exec(t.Context())
			return err
		})
		read(func(tx store.Tx) error {
			if p, err := w.Identity.PersonOf(t.Context(), tx, anna.AccountID); err == nil || p != (identity.Public{}) {
				t.Errorf("of who may enter no company: %+v, %v", p, err)
			}
			return nil
		})
		for phone, want := range map[string]bool{annas: true, carls: true, "13999999999": false, "": false} {
			if known, err := w.Identity.Known(t.Context(), phone); known != want || err != nil {
				t.Errorf("whether %q is known: %v, %v", phone, known, err)
			}
		}
		for tenant, want := range map[string][]string{w.North.ID: {annas, bens}, w.South.ID: {carls}, store.NewID(): {}} {
			phones, err := w.Identity.Phones(t.Context(), tenant)
			slices.Sort(phones)
			if err != nil || !slices.Equal(phones, want) {
				t.Errorf("the numbers of %s: %q, %v", tenant, phones, err)
			}
		}
	})
}

// An address of a company's own is https://host and nothing behind it; "" takes it away, and two that share one are not told
// apart.
func TestTheAddressOfACompany(t *testing.T) {
	eachKnown(t, func(w *identitytest.World, _ *identity.Member) {
		w.API.Origin = "https://north.example"
		set := func(id, origin string) (err error) {
			w.System(t, func(tx store.Tx) error {
				err = w.Identity.SetLoginDomain(t.Context(), tx, id, origin)
				return nil
			})
			return err
		}
		whose := func() (r identity.LoginDomainReply) {
			t.Helper()
			w.Browser(t).Call(t, http.MethodPost, "sys/loginDomain/getLoginDomain", map[string]any{}).Into(t, &r)
			return r
		}
		for _, wrong := range []string{"north.example", "https://north.example/login", "http://north.example", "https://", "x"} {
			if set(w.North.ID, wrong) == nil {
				t.Errorf("%q is an address", wrong)
			}
		}
		if r := whose(); r != (identity.LoginDomainReply{}) {
			t.Errorf("before there is one: %+v", r)
		}
		if err := set(w.North.ID, "https://north.example"); err != nil {
			t.Fatal(err)
		}
		if r := whose(); r != (identity.LoginDomainReply{LoginDomain: "https://north.example", TenantName: "North"}) {
			t.Errorf("its own: %+v", r)
		}
		w.Browser(t).SignIn(t, annas)
		if err := set(w.South.ID, "https://north.example"); err != nil {
			t.Fatal(err)
		}
		if r := whose(); r != (identity.LoginDomainReply{}) {
			t.Errorf("of two: %+v", r)
		}
		if err := errors.Join(set(w.North.ID, "https://other.example"), set(w.South.ID, "")); err != nil {
			t.Fatal(err)
		}
		if a := w.Browser(t).Login(t, annas, identitytest.Password, nil); a.Code == 1 || string(a.Data) != `"https://other.example/login"` {
			t.Errorf("signing in elsewhere: %+v %s", a, a.Data)
		}
		if err := set(w.North.ID, ""); err != nil {
			t.Fatal(err)
		}
		w.Browser(t).SignIn(t, annas)
	})
}
