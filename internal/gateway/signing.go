package gateway

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// signingFile is the private key of the process, in its data folder. It is made on the first start and never leaves.
const signingFile = "signing.key"

// pingPrefix begins what is signed, so that the signature of a ping is never one of anything else.
const pingPrefix = "mouldworks gateway ping 1"

// coordinate is the length of r and of s in a signature, in bytes.
const coordinate = 32

// nonceForm is what a browser's nonce looks like: 16 to 64 random bytes, base64 for URLs.
var nonceForm = regexp.MustCompile(`^[A-Za-z0-9_-]{22,86}$`)

// signingKey reads the private key of a data folder, or makes one.
func signingKey(folder string) (*ecdsa.PrivateKey, error) {
	path := filepath.Join(folder, signingFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return newSigningKey(path)
	}
	if err != nil {
		return nil, err
	}
	if block, _ := pem.Decode(text); block != nil {
		if key, err := x509.ParseECPrivateKey(block.Bytes); err == nil && key.Curve == elliptic.P256() {
			return key, nil
		}
	}
	return nil, fmt.Errorf("%s is damaged: delete it and start again, the gateway makes a new one and tells the cloud", path)
}

// newSigningKey writes beside the place and renames: half a key would keep the gateway from starting again.
func newSigningKey(path string) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path+".part", pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		return nil, fmt.Errorf("keep the signing key: %w", err)
	}
	return key, os.Rename(path+".part", path)
}

// publicKey is what the gateway tells the cloud of its key: DER (SPKI), base64.
func (p *Process) publicKey() (string, error) {
	der, err := x509.MarshalPKIXPublicKey(&p.signing.PublicKey)
	return base64.StdEncoding.EncodeToString(der), err
}

// sign answers a browser's nonce for one gateway and one cloud: r and s, 32 bytes each, base64, as WebCrypto reads them.
func (p *Process) sign(nonce, id, origin string) (string, error) {
	sum := sha256.Sum256([]byte(strings.Join([]string{pingPrefix, nonce, id, origin}, "\n")))
	r, s, err := ecdsa.Sign(rand.Reader, p.signing, sum[:])
	if err != nil {
		return "", err
	}
	both := make([]byte, 2*coordinate)
	r.FillBytes(both[:coordinate])
	s.FillBytes(both[coordinate:])
	return base64.StdEncoding.EncodeToString(both), nil
}

// checkedKey is the public key that a gateway has told, or "" when it is none that browsers can use.
func checkedKey(text string) string {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return ""
	}
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return ""
	}
	if public, ok := key.(*ecdsa.PublicKey); !ok || public.Curve != elliptic.P256() {
		return ""
	}
	return text
}
