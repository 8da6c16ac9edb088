package identity_test

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A password that was found right and has been replaced before the session begins opens nothing, and changes nothing.
func TestAReplacedPasswordOpensNothing(t *testing.T) {
	eachRig(t, func(r *rig) {
		var before identity.Account
		if err := r.db.SystemRead(t.Context(), "the test reads a hash", func(tx store.Tx) error { return tx.Select(&before).Where("phone = ?", anna).Scan(t.Context()) }); err != nil {
			r.t.Fatal(err)
		}
		proved := identity.Entry{AccountID: before.ID, Way: identity.WayPassword, Proof: before.PasswordHash}
		if reply, err := r.identity.Enter(t.Context(), proved); err != nil || reply.Token == "" {
			r.t.Fatalf("while the password stands: %+v, %v", reply, err)
		}
		must[any](r, r.reset(r.ticket(anna), "Fresh-8642", "Fresh-8642"))
		reply, err := r.identity.Enter(t.Context(), proved)
		var refused *problem.Problem
		if !errors.As(err, &refused) || refused.Code != problem.AccessRefused || reply.Token != "" {
			r.t.Errorf("once it is replaced: %+v, %v", reply, err)
		}
	})
}

// Sign-ins with the old password race against the change to the new one: whichever wins, no session of the old password is
// left but the one that made the change.
func TestNoSessionOfAnOldPasswordOutlivesTheNewOne(t *testing.T) {
	eachRig(t, func(r *rig) {
		old := password
		for round := range 3 {
			fresh := fmt.Sprintf("Fresh-864%d", round)
			mine := r.signIn(anna, old)
			var all sync.WaitGroup
			var mu sync.Mutex
			var tokens []string
			for range 3 { // no more: guesses at once are counted
				all.Go(func() {
					for {
						a := r.login(anna, old)
						if a.Status != http.StatusOK {
							if a.Code != 11015 {
								r.t.Errorf("signing in meanwhile: %s", a.Raw)
							}
							return
						}
						mu.Lock()
						tokens = append(tokens, must[identity.LoginReply](r, a).Token)
						mu.Unlock()
					}
				})
			}
			all.Go(func() { must[any](r, r.change(mine, old, fresh, fresh)) })
			all.Wait()
			for _, token := range tokens {
				if a := r.get("checklogin", token); a.Code != 11009 {
					r.t.Errorf("round %d: a session of the old password lives: %s", round, a.Raw)
				}
			}
			if a := r.get("checklogin", mine); a.Status != http.StatusOK {
				r.t.Errorf("the session that made the change: %s", a.Raw)
			}
			old = fresh
		}
	})
}

// Of two who change the password from the same old one at once, one wins; the other's is not kept.
func TestOneOfTwoPasswordsWins(t *testing.T) {
	eachRig(t, func(r *rig) {
		sessions := []string{r.signIn(anna, password), r.signIn(anna, password), r.signIn(anna, password)}
		var all sync.WaitGroup
		var mu sync.Mutex
		won := ""
		for i, session := range sessions {
			all.Go(func() {
				fresh := fmt.Sprintf("Fresh-864%d", i)
				a := r.change(session, password, fresh, fresh)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case a.Status == http.StatusOK && won == "":
					won = fresh
				case a.Status == http.StatusOK:
					r.t.Errorf("%s was set over %s", fresh, won)
				case a.rules() != "oldPassword:wrong " && a.Status != http.StatusUnauthorized:
					r.t.Errorf("the one who came later: %s", a.Raw)
				}
			})
		}
		all.Wait()
		if won == "" {
			r.t.Fatal("nobody won")
		}
		r.signIn(anna, won)
	})
}
