package blob

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
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
}

// OpenS3 connects to a bucket; it fails when the bucket does not answer.
func OpenS3(ctx context.Context, o S3Options) (*S3, error) {
	client, err := minio.New(o.Endpoint, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: !o.Plain, Region: o.Region,
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
	return &S3{client, o.Bucket}, nil
}

// Put writes an object; S3 shows it only when it is whole.
func (s *S3) Put(ctx context.Context, key string, content []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if _, err := s.client.PutObject(ctx, s.bucket, key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{}); err != nil {
		return fmt.Errorf("blob: put %s: %w", key, err)
	}
	return nil
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
	if _, err := object.Stat(); err != nil { // GetObject asks nothing before the first use
		_ = object.Close() // nothing was read
		if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
			return nil, ErrNotFound
		}
		return nil, fmt.Errorf("blob: open %s: %w", key, err)
	}
	return object, nil
}

// Delete removes an object; S3 does not mind when there is none.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("blob: delete %s: %w", key, err)
	}
	return nil
}

// Walk visits the objects, page by page.
func (s *S3) Walk(ctx context.Context, visit func(key string, written time.Time) error) error {
	ctx, stop := context.WithCancel(ctx) // ends the listing when visit fails
	defer stop()
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Recursive: true}) {
		if object.Err != nil {
			return fmt.Errorf("blob: list: %w", object.Err)
		}
		if err := visit(object.Key, object.LastModified); err != nil {
			return err
		}
	}
	return nil
}

// Ready asks nothing: a bucket has its own watch, and a server whose bucket is away still serves all but files.
func (s *S3) Ready(context.Context) error { return nil }
