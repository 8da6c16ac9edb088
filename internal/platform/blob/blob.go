// Package blob keeps the bytes of files, in a folder or in an S3 bucket.
//
// What lives here: content under a key, written whole or not at all. What never does: names, owners and permissions of
// files (internal/file), and anything that must commit together with a row.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"
)

// ErrNotFound says that no content has that key.
var ErrNotFound = errors.New("blob: nothing under this key")

// Store keeps content under keys: words of letters, digits, - and _, joined by slashes, such as tenant/factory/file.
// Its methods may be called from many goroutines.
type Store interface {
	// Put writes content under a key, in place of what was there. Nobody ever sees half of it.
	Put(ctx context.Context, key string, content []byte) error
	// Open reads the content of a key; ErrNotFound when there is none.
	Open(ctx context.Context, key string) (io.ReadCloser, error)
	// Delete removes a key; where nothing is, nothing happens.
	Delete(ctx context.Context, key string) error
	// Walk visits every key with the time of its last writing, in no order, until visit fails.
	Walk(ctx context.Context, visit func(key string, written time.Time) error) error
	// Ready tells whether content can be kept at the moment, as far as the server itself has to see to that: ErrLost, ErrGivenUp,
	// ErrFull or ErrReadOnly.
	Ready(ctx context.Context) error
}

var goodKey = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$`)

// checkKey refuses whatever could leave the store's place.
func checkKey(key string) error {
	if !goodKey.MatchString(key) {
		return fmt.Errorf("blob: %q is no key", key)
	}
	return nil
}
