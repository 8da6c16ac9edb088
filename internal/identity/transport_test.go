package identity_test

import (
	"encoding/json"
	"net/http"

	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
)

// keys gives what encrypts a password for its way to the server.
func (w *wandererWorld) keys() func(password string) string {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, w.server.URL+api.Prefix+"getKeyAndIv", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read only
	var reply struct{ Data struct{ PublicKey string } }
	if err := json.NewDecoder(res.Body).Decode(&reply); err != nil {
		w.t.Fatal(err)
	}
	return func(password string) string { return identitytest.Encrypted(w.t, reply.Data.PublicKey, password) }
}
