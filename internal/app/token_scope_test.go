package app

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// A token calls what its scope names and nothing else: one of an administrator with all rights to look but none to change is
// taken to every operation that knows its caller, with the example that succeeds for its owner. Afterwards no table holds another row than before,
// but for the moment when the token was used.
func TestAScopedTokenWritesNothing(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		scopes := []string{"*.*.check", "*.*.detail", "*.*.export"}
		may := access.Expand(scopes, a.API.Permissions())
		owner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var token string
		if err := a.DB.System(ctx, "the test makes a token", func(tx store.Tx) error {
			var m identity.Member
			if err := tx.Select(&m).Where("account_id = ? AND tenant_id = ?", owner.AccountID, owner.TenantID).Scan(ctx); err != nil {
				return err
			}
			token, err = a.Identity.IssueToken(ctx, tx, &m, "looks", scopes...)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := map[string]string{"Blade-Auth": "bearer " + token}
		before, people := tables(t, a), 0
		for _, op := range a.API.Operations() {
			if op.Access == api.Public {
				continue // serves everybody, and looks at no API token
			}
			if op.Example == nil {
				op.Example = &api.Example{} // what is refused does not get as far as the body
			}
			status, r, raw := replay(t, server, op, header)
			switch {
			case op.Access == api.SignedIn && !op.Programs:
				if people++; status != http.StatusConflict || r.Code != 20000 || !strings.Contains(r.Message, "API token") {
					t.Errorf("%s %s is open to a program: %d %.200s", op.Method, op.Path, status, raw)
				}
			case op.Permission != "" && !may[op.Permission] && (status != http.StatusForbidden || r.Code != 403):
				t.Errorf("%s %s, beyond the scope: %d %.200s", op.Method, op.Path, status, raw)
			}
			if after := tables(t, a); !slices.Equal(before, after) {
				written := differing(before, after)
				// The company's log tells what a token has taken out and what it was refused.
				if told := op.Exports != "" || status == http.StatusForbidden; !told || !slices.Equal(written, []string{"operation_log"}) {
					t.Errorf("%s %s has written: %v", op.Method, op.Path, written)
				}
				before = after
			}
		}
		if people < 40 {
			t.Errorf("only %d operations are for people alone", people)
		}
		if status, _, raw := send(t, http.MethodGet, server.URL+api.Prefix+"checklogin", header, "", nil); status != http.StatusOK {
			t.Errorf("who the token is: %d %s", status, raw)
		}
	})
}

func differing(before, after []string) (names []string) {
	for _, line := range after {
		if !slices.Contains(before, line) {
			names = append(names, strings.Fields(line)[0])
		}
	}
	return names
}

// tables are a line for each table of the database: its name and a hash of its rows.
func tables(t *testing.T, a *App) (lines []string) {
	t.Helper()
	list := "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
	if a.DB.Postgres() {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
	}
	for _, row := range rowTexts(t, a.DB.Pool(), list) {
		name := strings.Trim(row, "[]")
		// Its use is noted on the token, and the queue of jobs moves by itself.
		if name == "api_token" || strings.HasPrefix(name, "river") || strings.HasPrefix(name, "sqlite_") {
			continue
		}
		rows := rowTexts(t, a.DB.Pool(), fmt.Sprintf("SELECT * FROM %q", name))
		slices.Sort(rows)
		sum := sha256.Sum256([]byte(strings.Join(rows, "\n")))
		lines = append(lines, name+" "+hex.EncodeToString(sum[:]))
	}
	return lines
}

func rowTexts(t *testing.T, pool *sql.DB, query string) (texts []string) {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
	}()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, fmt.Sprint(values))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}
