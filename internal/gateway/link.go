package gateway

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/api"
)

const (
	shortestPause = time.Second
	longestPause  = 30 * time.Second
	greetWithin   = 10 * time.Second
	fetchWithin   = 10 * time.Minute
	frameLimit    = 64 << 10
	// quietFor is how long the cloud may be silent: it pings every 25 s.
	quietFor = 80 * time.Second
)

// word is one frame of the push channel.
type word struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// hold keeps one line to the cloud, and takes it up again after every break: later each time, and spread, so that all
// gateways do not storm a cloud that comes back.
func (p *Process) hold(ctx context.Context) {
	pause := shortestPause
	for ctx.Err() == nil {
		greeted, err := p.line(ctx)
		p.unlinked()
		if ctx.Err() != nil {
			return
		}
		slog.WarnContext(ctx, "the line to the cloud broke", "error", err)
		if greeted {
			pause = shortestPause
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
		pause = min(pause*2, longestPause)
	}
}

// line is one connection from its handshake to its end.
func (p *Process) line(ctx context.Context) (greeted bool, err error) {
	address := *p.cloud
	address.Scheme = strings.Replace(address.Scheme, "http", "ws", 1)
	address.Path = api.Prefix + "push"
	dial, cancel := context.WithTimeout(ctx, greetWithin)
	defer cancel()
	alive := make(chan struct{}, 1)
	c, _, err := websocket.Dial(dial, address.String(), &websocket.DialOptions{HTTPClient: p.client, OnPingReceived: func(context.Context, []byte) bool { //nolint:bodyclose // the socket owns it
		select {
		case alive <- struct{}{}:
		default:
		}
		return true
	}})
	if err != nil {
		return false, err
	}
	defer func() { _ = c.CloseNow() }()
	c.SetReadLimit(frameLimit)
	id, err := p.greet(dial, c)
	if err != nil {
		return false, err
	}
	if err := p.linked(id); err != nil {
		return false, err
	}
	slog.InfoContext(ctx, "linked to the cloud", "cloud", p.cloud.Host, "gateway", id)
	listening, stop := context.WithCancel(ctx)
	defer stop()
	go p.watch(listening, stop, alive)
	return true, p.listen(listening, c)
}

// watch ends a line on which nothing has been heard for too long: a network that swallows everything gives no error.
func (p *Process) watch(ctx context.Context, stop context.CancelFunc, alive <-chan struct{}) {
	quiet := time.NewTimer(quietFor)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-alive:
			quiet.Reset(quietFor)
		case <-quiet.C:
			stop()
			return
		}
	}
}

func (p *Process) greet(ctx context.Context, c *websocket.Conn) (id string, err error) {
	known, _, _ := p.state()
	public, err := p.publicKey()
	if err != nil {
		return "", err
	}
	if err := say(ctx, c, "handshake", map[string]string{"deviceId": known, "osName": thisPlatform, "clientVersion": p.options.Version, "publicKey": public}); err != nil {
		return "", err
	}
	if _, err := hear(ctx, c, "handshake"); err != nil {
		return "", err
	}
	if err := say(ctx, c, "bind", map[string]any{"tags": []string{upgradeTopic, fileTopic}, "auth": map[string]string{"token": p.options.Key}}); err != nil {
		return "", err
	}
	bound, err := hear(ctx, c, "bound")
	if err != nil {
		return "", err
	}
	var as struct{ SessionID string }
	if err := json.Unmarshal(bound, &as); err != nil {
		return "", err
	}
	id, ok := strings.CutPrefix(as.SessionID, scopePrefix)
	if !ok {
		return "", errors.New("the cloud does not know this key as a gateway's")
	}
	return id, nil
}

func say(ctx context.Context, c *websocket.Conn, kind string, data any) error {
	b, err := json.Marshal(map[string]any{"type": kind, "data": data})
	if err != nil {
		return err
	}
	return c.Write(ctx, websocket.MessageText, b)
}

func hear(ctx context.Context, c *websocket.Conn, kind string) (json.RawMessage, error) {
	_, b, err := c.Read(ctx)
	if err != nil {
		return nil, err
	}
	var w word
	if err := json.Unmarshal(b, &w); err != nil {
		return nil, err
	}
	if w.Type != kind {
		return nil, fmt.Errorf("the cloud said %q, not %q", w.Type, kind)
	}
	return w.Data, nil
}

func (p *Process) listen(ctx context.Context, c *websocket.Conn) error {
	for {
		_, b, err := c.Read(ctx)
		if err != nil {
			return err
		}
		p.mu.Lock()
		p.last = time.Now()
		p.mu.Unlock()
		p.obey(context.WithoutCancel(ctx), b)
	}
}

// obey does what a frame of the cloud asks for; all others are somebody else's news.
func (p *Process) obey(ctx context.Context, frame []byte) {
	var w word
	var signal struct {
		Topic string
		Data  json.RawMessage
	}
	if json.Unmarshal(frame, &w) != nil || w.Type != "signal" || json.Unmarshal(w.Data, &signal) != nil {
		return
	}
	switch signal.Topic {
	case upgradeTopic:
		var o offer
		if json.Unmarshal(signal.Data, &o) == nil {
			go p.upgrade(ctx, o)
		}
	case fileTopic:
		var o order
		if json.Unmarshal(signal.Data, &o) == nil {
			go p.deliver(ctx, o)
		}
	}
}

// versionForm is what a version may look like: it becomes part of a file's name.
var versionForm = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$`)

// upgrade fetches an offered version and tells the cloud how that went.
func (p *Process) upgrade(ctx context.Context, o offer) {
	ctx, cancel := context.WithTimeout(ctx, fetchWithin)
	defer cancel()
	said := report{Version: o.Version}
	path, err := p.fetch(ctx, o)
	if err != nil {
		slog.ErrorContext(ctx, "an upgrade could not be fetched", "version", o.Version, "error", err)
		said.Failed = err.Error()
	} else {
		slog.InfoContext(ctx, "an upgrade is ready: restart with it", "version", o.Version, "program", path)
	}
	body, err := json.Marshal(said)
	if err == nil {
		err = p.ask(ctx, http.MethodPost, "gateway/upgraded", bytes.NewReader(body), io.Discard)
	}
	if err != nil {
		slog.ErrorContext(ctx, "the cloud was not told of an upgrade", "error", err)
	}
}

// fetch keeps the program beside the data, once its hash is the one that was offered.
func (p *Process) fetch(ctx context.Context, o offer) (path string, err error) {
	if !versionForm.MatchString(o.Version) {
		return "", errors.New("the version has no name for a file")
	}
	folder := filepath.Join(p.options.Data, "upgrade")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	part, err := os.CreateTemp(folder, "part-*")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(part.Name()) }() // renamed when all went well
	h := sha256.New()
	err = p.ask(ctx, http.MethodGet, "gateway/binary", nil, io.MultiWriter(part, h))
	if err = errors.Join(err, part.Close()); err != nil {
		return "", err
	}
	if hex.EncodeToString(h.Sum(nil)) != o.SHA256 {
		return "", errors.New("the hash is not the one that was offered")
	}
	path = filepath.Join(folder, "mouldworks-"+o.Version)
	return path, errors.Join(os.Chmod(part.Name(), 0o700), os.Rename(part.Name(), path))
}

// ask makes a call of the gateway's own, proved by its key.
func (p *Process) ask(ctx context.Context, method, path string, body io.Reader, to io.Writer) error {
	r, err := http.NewRequestWithContext(ctx, method, p.cloud.String()+api.Prefix+path, body)
	if err != nil {
		return err
	}
	return p.send(r, to)
}

// send proves a call by the key and reads its answer, which must be a success.
func (p *Process) send(r *http.Request, to io.Writer) error {
	r.Header.Set(api.GatewayKeyHeader, p.options.Key)
	res, err := p.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // read to its end, or given up
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the cloud answered %s: %d", strings.TrimPrefix(r.URL.Path, api.Prefix), res.StatusCode)
	}
	_, err = io.Copy(to, res.Body)
	return err
}
