// Package blobtest gives tests a bucket that speaks S3 and can go away. No program imports it.
package blobtest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"mouldworks/internal/platform/blob"
)

// Bucket is an empty bucket of the name "files", there until the test ends.
type Bucket struct {
	Options blob.S3Options
	away    atomic.Pointer[http.HandlerFunc]
}

// New opens a bucket.
func New(t *testing.T) *Bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("files"); err != nil {
		t.Fatal(err)
	}
	works, b := gofakes3.New(backend).Server(), &Bucket{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if instead := b.away.Load(); instead != nil {
			(*instead)(w, r)
			return
		}
		works.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	b.Options = blob.S3Options{Endpoint: strings.TrimPrefix(server.URL, "http://"), Bucket: "files", Region: "us-east-1", AccessKey: "key", SecretKey: "secret", Plain: true}
	return b
}

// Goes lets another answer every call, nil the bucket itself again.
func (b *Bucket) Goes(instead http.HandlerFunc) {
	if instead == nil {
		b.away.Store(nil)
		return
	}
	b.away.Store(&instead)
}

// Cut ends the connection without an answer.
func Cut(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
