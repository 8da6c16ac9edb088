package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// Every call gets along with one connection of the database: those that hold one and wait for a second stand still together, and
// everybody else with them. The operation log did.
func TestACallNeedsOneConnection(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		whole := a.Handler()
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), 20*time.Second)
			defer cancel()
			whole.ServeHTTP(w, r.WithContext(ctx))
			if ctx.Err() != nil {
				t.Errorf("%s %s waits for a second connection", r.Method, r.URL.Path)
			}
		}))
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		leaveOneConnection(ctx, t, a)

		operations := slices.DeleteFunc(a.API.Operations(), func(op api.Operation) bool { return op.Example == nil })
		slices.SortStableFunc(operations, func(x, y api.Operation) int { return turn(x) - turn(y) })
		succeeded := 0
		for _, op := range operations {
			if status, _, _ := replay(t, server, op, header); status == http.StatusOK {
				succeeded++
			}
			if status, _ := ask(t, server, header, http.MethodGet, "checklogin", nil); status != http.StatusOK { // the call has ended the session
				header = signedIn(t, server, "13800000001")
			}
		}
		if succeeded < 200 {
			t.Errorf("only %d calls were answered with success", succeeded)
		}
	})
}

// leaveOneConnection holds all connections of the database that read but one, until the test ends.
func leaveOneConnection(ctx context.Context, t *testing.T, a *App) {
	t.Helper()
	ctx = context.WithoutCancel(ctx) // a test's own ends before its cleanup
	pool := "read"
	if _, sqlite := a.DB.Figures().Pools[pool]; !sqlite {
		pool = "all"
	}
	free := func() int { p := a.DB.Figures().Pools[pool]; return p.MaxOpenConnections - p.InUse }
	release, ended := make(chan struct{}), make(chan error)
	held := 0
	for ; free() > 1; held++ {
		holds := make(chan struct{})
		go func() {
			ended <- a.DB.Read(ctx, func(store.Tx) error {
				close(holds)
				<-release
				return nil
			})
		}()
		<-holds
	}
	t.Cleanup(func() {
		close(release)
		for range held {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	})
}
