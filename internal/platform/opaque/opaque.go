// Package opaque makes the tokens that prove something by being known, and say nothing themselves.
//
// What lives here: a token's making, and the hash that is stored in its place. What never does: what a token proves, how
// long it serves, and passwords, whose hash must be slow (identity).
package opaque

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// size of a token in random bytes: nobody guesses 256 bits.
const size = 32

// Token makes a token, safe in addresses and headers, and its hash. Without randomness nothing may go on: it panics.
func Token() (token, hash string) {
	random := make([]byte, size)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	token = base64.RawURLEncoding.EncodeToString(random)
	return token, Hash(token)
}

// Hash is what is stored of a token: SHA-256, hexadecimal. Tokens are random, so that a plain hash suffices.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
