package sso

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/uptrace/bun"
	"github.com/zitadel/oidc/v3/pkg/op"

	"mouldworks/internal/platform/store"
)

// keyRow is a key of the provider, shared by all nodes.
type keyRow struct {
	bun.BaseModel `bun:"table:sso_key"`
	ID            string    `bun:"id,pk"`
	Purpose       string    `bun:"purpose"` // sign or seal
	Secret        string    `bun:"secret"`  // PKCS #8 or 32 bytes, in base64
	CreatedAt     time.Time `bun:"created_at"`
}

const (
	purposeSign = "sign"
	purposeSeal = "seal"
	// signLife is when a new signing key is made; the one before verifies as long again.
	signLife = 30 * 24 * time.Hour
)

// sealKey is the key of codes and access tokens. Its fixed name makes the second of two nodes that start together read
// what the first has written.
func (s *SSO) sealKey(ctx context.Context) (key [32]byte, err error) {
	var row keyRow
	err = s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		err := tx.Select(&row).Where("id = ?", purposeSeal).Scan(ctx)
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		fresh := make([]byte, len(key))
		if _, err := rand.Read(fresh); err != nil {
			return err
		}
		row = keyRow{ID: purposeSeal, Purpose: purposeSeal, Secret: base64.StdEncoding.EncodeToString(fresh), CreatedAt: s.deps.Now()}
		return tx.Insert(ctx, &row)
	})
	if errors.Is(err, store.ErrDuplicate) {
		err = s.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error { return tx.Select(&row).Where("id = ?", purposeSeal).Scan(ctx) })
	}
	if err != nil {
		return key, err
	}
	raw, err := base64.StdEncoding.DecodeString(row.Secret)
	if err == nil && copy(key[:], raw) != len(key) {
		err = errors.New("sso: the sealing key has a wrong length")
	}
	return key, err
}

// signingKey is one pair; it is what the library wants of a private and of a public key.
type signingKey struct {
	id      string
	private *rsa.PrivateKey
}

// ID names the key.
func (k signingKey) ID() string { return k.id }

// SignatureAlgorithm is the only one that we sign with and accept.
func (signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }

// Key is the private key.
func (k signingKey) Key() any { return k.private }

// publicKey is the half that others may see.
type publicKey struct{ signingKey }

// Algorithm of the signatures that the key verifies.
func (publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }

// Use is signing.
func (publicKey) Use() string { return "sig" }

// Key is the public key.
func (k publicKey) Key() any { return &k.private.PublicKey }

// signingKeys gives the pairs in use, newest first, and makes one when the newest has had its time.
func (s *SSO) signingKeys(ctx context.Context) ([]signingKey, error) {
	rows, err := s.readSigningKeys(ctx)
	if err == nil && (len(rows) == 0 || s.deps.Now().Sub(rows[0].CreatedAt) >= signLife) {
		if err = s.makeSigningKey(ctx); err == nil {
			rows, err = s.readSigningKeys(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	keys := make([]signingKey, 0, len(rows))
	for _, row := range rows {
		der, err := base64.StdEncoding.DecodeString(row.Secret)
		if err != nil {
			return nil, err
		}
		parsed, err := x509.ParsePKCS8PrivateKey(der)
		if err != nil {
			return nil, err
		}
		private, ok := parsed.(*rsa.PrivateKey)
		if !ok {
			return nil, fmt.Errorf("sso: key %s is no RSA key", row.ID)
		}
		keys = append(keys, signingKey{row.ID, private})
	}
	return keys, nil
}

func (s *SSO) readSigningKeys(ctx context.Context) (rows []keyRow, err error) {
	err = s.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return tx.Select(&rows).Where("purpose = ?", purposeSign).Order("created_at DESC", "id").Limit(2, 0).Scan(ctx)
	})
	return rows, err
}

func (s *SSO) makeSigningKey(ctx context.Context) error {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	now := s.deps.Now()
	return s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if _, err := tx.Remove((*keyRow)(nil)).Where("purpose = ? AND created_at < ?", purposeSign, now.Add(-3*signLife)).Exec(ctx); err != nil {
			return err
		}
		return tx.Insert(ctx, &keyRow{ID: store.NewID(), Purpose: purposeSign, Secret: base64.StdEncoding.EncodeToString(der), CreatedAt: now})
	})
}

// SigningKey gives the newest pair.
func (p *storage) SigningKey(ctx context.Context) (op.SigningKey, error) {
	keys, err := p.signingKeys(ctx)
	if err != nil {
		return nil, err
	}
	return keys[0], nil
}

// SignatureAlgorithms lists the only one.
func (*storage) SignatureAlgorithms(context.Context) ([]jose.SignatureAlgorithm, error) {
	return []jose.SignatureAlgorithm{jose.RS256}, nil
}

// KeySet gives the public halves of the pairs in use.
func (p *storage) KeySet(ctx context.Context) ([]op.Key, error) {
	keys, err := p.signingKeys(ctx)
	public := make([]op.Key, len(keys))
	for i, k := range keys {
		public[i] = publicKey{k}
	}
	return public, err
}
