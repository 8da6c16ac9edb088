package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mouldworks/internal/platform/store"
)

// maxReply bounds what is read of a provider's answer, in bytes.
const maxReply = 64 << 10

// provider is the client for providers: no redirect is followed, for it would carry the signature elsewhere.
var provider = &http.Client{
	Timeout:       sendWithin,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// exchange sends a signed request and reads the JSON of the answer. Errors never hold the address, whose query may
// hold the code.
func exchange(client *http.Client, r *http.Request, reply any) (status int, err error) {
	if client == nil {
		client = provider
	}
	res, err := client.Do(r)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return 0, err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxReply))
	if err != nil {
		return res.StatusCode, err
	}
	if json.Unmarshal(raw, reply) != nil {
		return res.StatusCode, fmt.Errorf("the answer (%d) is no JSON", res.StatusCode)
	}
	return res.StatusCode, nil
}

// endpointOf is the base address of a service; an endpoint without a scheme is reached by https.
func endpointOf(endpoint, standard string) string {
	if endpoint == "" {
		endpoint = standard
	}
	if !strings.Contains(endpoint, "://") {
		endpoint = "https://" + endpoint
	}
	return strings.TrimSuffix(endpoint, "/")
}

func clock(now func() time.Time) time.Time {
	if now == nil {
		return store.Now()
	}
	return now()
}
