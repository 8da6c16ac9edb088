package blob_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/blob/blobtest"
)

// A bucket that falls silent, fails or lets nobody in is away, for whoever writes, reads or deletes; what was kept before is there
// when it is back. The log tells the beginning and the end once.
func TestABucketThatGoesAway(t *testing.T) {
	for name, instead := range map[string]http.HandlerFunc{
		"silent": blobtest.Cut,
		"fails":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"locked": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			before := slog.Default()
			slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
			defer slog.SetDefault(before)

			bucket := blobtest.New(t)
			s, err := blob.OpenS3(t.Context(), bucket.Options)
			if err == nil {
				err = s.Put(t.Context(), "t/f/first", []byte("first"))
			}
			if err != nil {
				t.Fatal(err)
			}
			bucket.Goes(instead)
			_, read := content(t, s, "t/f/first")
			for what, err := range map[string]error{"put": s.Put(t.Context(), "t/f/during", []byte("x")), "open": read, "delete": s.Delete(t.Context(), "t/f/first")} {
				if !errors.Is(err, blob.ErrUnavailable) {
					t.Errorf("%s: %v", what, err)
				}
			}
			bucket.Goes(nil)
			if got, err := content(t, s, "t/f/first"); err != nil || string(got) != "first" {
				t.Errorf("when it is back: %q, %v", got, err)
			}
			if strings.Count(log.String(), "level=ERROR") != 1 || strings.Count(log.String(), "answers again") != 1 {
				t.Errorf("the log: %s", &log)
			}
		})
	}
}
