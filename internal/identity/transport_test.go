package identity_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"net/http"

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
	der, err := base64.StdEncoding.DecodeString(reply.Data.PublicKey)
	if err != nil {
		w.t.Fatal(err)
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		w.t.Fatal(err)
	}
	return func(password string) string {
		cipher, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, public.(*rsa.PublicKey), []byte(password), nil)
		if err != nil {
			w.t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(cipher)
	}
}
