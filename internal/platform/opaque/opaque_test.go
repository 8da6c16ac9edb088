package opaque_test

import (
	"net/url"
	"testing"

	"mouldworks/internal/platform/opaque"
)

// Tokens are long, different, safe in an address, and stored under a hash that does not tell them.
func TestTokens(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		token, hash := opaque.Token()
		if len(token) != 43 || url.QueryEscape(token) != token || seen[token] {
			t.Fatalf("the token %q", token)
		}
		seen[token] = true
		if hash != opaque.Hash(token) || len(hash) != 64 || hash == opaque.Hash(token+"x") {
			t.Fatalf("the hash %q of %q", hash, token)
		}
	}
	// The hashes of what is stored already must stay what they are.
	if got := opaque.Hash("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("the hash of abc is %s", got)
	}
}
