package sso

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// answerLimit is how much of a work app's answer is read.
const answerLimit = 64 << 10

// noDetours is a client that goes nowhere but where it is sent: a work app answers itself, and secrets must not follow it
// elsewhere. A nil transport is http.DefaultTransport.
func noDetours(transport http.RoundTripper) *http.Client {
	return &http.Client{Transport: transport, Timeout: askWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// inquire makes one call to a work app and reads its answer into out. The addresses of these calls hold secrets: an error
// names the host and nothing behind it, and never what came back.
func inquire(ctx context.Context, client *http.Client, method, address string, header http.Header, body, out any) error {
	var sent io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = strings.NewReader(string(b))
	}
	r, err := http.NewRequestWithContext(ctx, method, address, sent)
	if err != nil {
		return errors.New("the address of the work app is none")
	}
	for name, values := range header {
		r.Header[name] = values
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := client.Do(r)
	if err != nil {
		var detailed *url.Error // holds the whole address
		if errors.As(err, &detailed) {
			err = detailed.Err
		}
		return fmt.Errorf("%s: %w", r.URL.Host, err)
	}
	defer func() { _ = res.Body.Close() }() // read as far as it is wanted
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered with status %d", r.URL.Host, res.StatusCode)
	}
	if json.NewDecoder(io.LimitReader(res.Body, answerLimit)).Decode(out) != nil {
		return fmt.Errorf("%s answered what cannot be read", r.URL.Host)
	}
	return nil
}
