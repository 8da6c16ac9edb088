package identity

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// loginKey is a key pair for the transport of passwords, shared by all nodes.
type loginKey struct {
	bun.BaseModel `bun:"table:login_key"`
	ID            string    `bun:"id,pk"`
	PrivateKey    string    `bun:"private_key"` // PKCS #8, base64
	CreatedAt     time.Time `bun:"created_at"`
}

// keyLife is when a new pair is made; the pair before is accepted as long again.
const keyLife = 24 * time.Hour

// keyRing holds the pairs in use: the newest encrypts, the last two decrypt.
type keyRing struct {
	mu   sync.Mutex
	keys []ring
}

type ring struct {
	private *rsa.PrivateKey
	made    time.Time
}

const reasonKeys = "nobody is signed in before the password is read"

// current gives the pairs in use, newest first, and makes one when the newest is a day old.
func (d *Identity) current(ctx context.Context) ([]ring, error) {
	d.keys.mu.Lock()
	defer d.keys.mu.Unlock()
	now := d.deps.Now()
	if len(d.keys.keys) > 0 && now.Sub(d.keys.keys[0].made) < keyLife {
		return d.keys.keys, nil
	}
	keys, err := d.readKeys(ctx)
	if err == nil && (len(keys) == 0 || now.Sub(keys[0].made) >= keyLife) {
		if err = d.makeKey(ctx, now); err == nil {
			keys, err = d.readKeys(ctx)
		}
	}
	if err == nil {
		d.keys.keys = keys
	}
	return keys, err
}

// currentAnew reads the pairs anew: another node may have made one since.
func (d *Identity) currentAnew(ctx context.Context) ([]ring, error) {
	keys, err := d.readKeys(ctx)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	d.keys.mu.Lock()
	defer d.keys.mu.Unlock()
	d.keys.keys = keys
	return keys, nil
}

// makeKey makes the pair of a day. Its name is the day's, so that the second of two nodes that find none takes what the
// first has written.
func (d *Identity) makeKey(ctx context.Context, now time.Time) error {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	err = d.deps.DB.System(ctx, reasonKeys, func(tx store.Tx) error {
		if _, err := tx.Remove((*loginKey)(nil)).Where("created_at < ?", now.Add(-3*keyLife)).Exec(ctx); err != nil {
			return err
		}
		return tx.Insert(ctx, &loginKey{ID: now.UTC().Format(time.DateOnly), PrivateKey: base64.StdEncoding.EncodeToString(der), CreatedAt: now})
	})
	if errors.Is(err, store.ErrDuplicate) {
		return nil
	}
	return err
}

// readKeys reads the pairs in use, newest first.
func (d *Identity) readKeys(ctx context.Context) ([]ring, error) {
	var rows []loginKey
	if err := d.deps.DB.SystemRead(ctx, reasonKeys, func(tx store.Tx) error {
		return tx.Select(&rows).Order("created_at DESC", "id").Limit(2, 0).Scan(ctx)
	}); err != nil {
		return nil, err
	}
	keys := make([]ring, 0, len(rows))
	for _, row := range rows {
		der, err := base64.StdEncoding.DecodeString(row.PrivateKey)
		if err != nil {
			return nil, err
		}
		parsed, err := x509.ParsePKCS8PrivateKey(der)
		if err != nil {
			return nil, err
		}
		private, ok := parsed.(*rsa.PrivateKey)
		if !ok {
			return nil, errors.New("identity: a login key is no RSA key")
		}
		keys = append(keys, ring{private, row.CreatedAt})
	}
	return keys, nil
}

// publicKey is the newest public key, SPKI in base64.
func (d *Identity) publicKey(ctx context.Context) (string, error) {
	keys, err := d.current(ctx)
	if err != nil {
		return "", err
	}
	der, err := x509.MarshalPKIXPublicKey(&keys[0].private.PublicKey)
	return base64.StdEncoding.EncodeToString(der), err
}

var errUndecipherable = errors.New("identity: the password was not encrypted with a current key")

// decrypt reads a password that was encrypted with one of the last two keys: base64 of RSA-OAEP with SHA-256.
func (d *Identity) decrypt(ctx context.Context, secret string) (string, error) {
	cipher, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		return "", errUndecipherable
	}
	for _, read := range []func(context.Context) ([]ring, error){d.current, d.currentAnew} {
		keys, err := read(ctx)
		if err != nil {
			return "", err
		}
		for _, k := range keys {
			if plain, err := rsa.DecryptOAEP(sha256.New(), nil, k.private, cipher, nil); err == nil {
				return string(plain), nil
			}
		}
	}
	return "", errUndecipherable
}
