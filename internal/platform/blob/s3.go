package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3Options say where a bucket is.
type S3Options struct {
	Endpoint  string // HOST or HOST:PORT
	Bucket    string // must exist
	Region    string
	AccessKey string
	SecretKey string
	Plain     bool // http instead of https, for a store on the same machine
}

// S3 keeps contents as objects of a bucket, so that several servers share them.
type S3 struct {
	client *minio.Client
	bucket string
	away   atomic.Bool // as the log has told
}

// OpenS3 connects to a bucket; it fails when the bucket does not answer.
func OpenS3(ctx context.Context, o S3Options) (*S3, error) {
	if strings.ContainsAny(o.Endpoint, "/@?#") { // the client would repeat it, with a password in it
		return nil, errors.New("reach the file store: its endpoint is written HOST or HOST:PORT, without https:// and a user")
	}
	client, err := minio.New(o.Endpoint, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: !o.Plain, Region: o.Region, MaxRetries: 3, // within two seconds: somebody waits
	})
	if err != nil {
		return nil, fmt.Errorf("reach the file store: %w", err)
	}
	there, err := client.BucketExists(ctx, o.Bucket)
	if err != nil {
		return nil, fmt.Errorf("reach the file store: %w", err)
	}
	if !there {
		return nil, fmt.Errorf("the file store has no bucket %q", o.Bucket)
	}
	return &S3{client: client, bucket: o.Bucket}, nil
}

// Put writes an object; S3 shows it only when it is whole.
func (s *S3) Put(ctx context.Context, key string, content []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	_, err := s.client.PutObject(ctx, s.bucket, key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{})
	return s.fault(ctx, "put "+key, err)
}

// Open reads an object.
func (s *S3) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	object, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("blob: open %s: %w", key, err)
	}
	_, err = object.Stat() // GetObject asks nothing before the first use
	if err = s.fault(ctx, "open "+key, err); err != nil {
		return nil, errors.Join(err, object.Close())
	}
	return object, nil
}

// Delete removes an object; S3 does not mind when there is none.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	return s.fault(ctx, "delete "+key, s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}))
}

// Walk visits the objects, page by page.
func (s *S3) Walk(ctx context.Context, visit func(key string, written time.Time) error) error {
	ctx, stop := context.WithCancel(ctx) // ends the listing when visit fails
	defer stop()
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Recursive: true}) {
		if object.Err != nil {
			return s.fault(ctx, "list", object.Err)
		}
		if err := visit(object.Key, object.LastModified); err != nil {
			return err
		}
	}
	return nil
}

// Ready asks nothing: a bucket has its own watch, and a server whose bucket is away still serves all but files.
func (s *S3) Ready(context.Context) error { return nil }

// fault names what went wrong, ErrUnavailable where the bucket gives no answer, fails, lets nobody in or is gone, and tells the log
// once when that begins and once when it is over.
func (s *S3) fault(ctx context.Context, doing string, err error) error {
	answer := minio.ToErrorResponse(err)
	switch {
	case err != nil && ctx.Err() != nil: // of whoever asked
		return fmt.Errorf("blob: %s: %w", doing, err)
	case err != nil && (answer.StatusCode == 0 || answer.StatusCode >= http.StatusInternalServerError || answer.StatusCode == http.StatusForbidden || answer.Code == minio.NoSuchBucket):
		if !s.away.Swap(true) {
			slog.ErrorContext(ctx, "the bucket of files does not answer", "bucket", s.bucket, "error", err, "remedy", "look at the file store and the network to it. No file can be saved or read meanwhile, and the server goes on by itself")
		}
		return errors.Join(ErrUnavailable, fmt.Errorf("%s: %w", doing, err))
	}
	if s.away.Swap(false) {
		slog.InfoContext(ctx, "the bucket of files answers again", "bucket", s.bucket)
	}
	switch {
	case err == nil:
		return nil
	case answer.StatusCode == http.StatusNotFound:
		return ErrNotFound
	}
	return fmt.Errorf("blob: %s: %w", doing, err)
}
