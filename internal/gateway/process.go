package gateway

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/store"
)

// Options of the process at a factory.
type Options struct {
	Cloud   string   // address of the cloud: https://host
	Origins []string // further addresses under which browsers open the cloud
	Key     string   // that the cloud has issued
	Data    string   // folder of the certificate, of the signing key, of what is kept, of fetched versions
	Version string   // of this program
	// Files is where files of records are kept; nil = the folder "files" of Data.
	Files blob.Store
}

// Process is the gateway at a factory. It trusts nobody by itself: whatever a browser asks goes to the cloud with the
// browser's token for this gateway and the gateway's own key.
type Process struct {
	options Options
	cloud   *url.URL
	origins map[string]bool
	client  *http.Client
	files   blob.Store
	folder  *blob.Folder // behind files, when it is ours
	signing *ecdsa.PrivateKey

	delivering chan struct{} // one place for each file on its way to the cloud

	mu   sync.Mutex
	id   string // serverAppUuid, as the cloud has named it
	up   bool
	last time.Time // of the last word from the cloud
}

// Open prepares the process; nothing is dialled yet.
func Open(o Options) (*Process, error) {
	cloud, err := url.Parse(o.Cloud)
	if err != nil || cloud.Host == "" || cloud.User != nil || cloud.Scheme != "https" && cloud.Scheme != "http" {
		return nil, errors.New("--cloud: the cloud's address is written https://HOST, without a user") // not repeated: a password may stand in it
	}
	cloud.Path, cloud.RawQuery, cloud.Fragment = "", "", ""
	if err := store.MakeFolder(o.Data); err != nil {
		return nil, err
	}
	p := &Process{options: o, cloud: cloud, origins: map[string]bool{cloud.Scheme + "://" + cloud.Host: true}, client: &http.Client{}, files: o.Files, delivering: make(chan struct{}, mostDeliveries)}
	for _, origin := range o.Origins {
		p.origins[origin] = true
	}
	if p.signing, err = signingKey(o.Data); err != nil {
		return nil, err
	}
	if p.files == nil {
		if p.folder, err = blob.OpenFolder(filepath.Join(o.Data, "files")); err != nil {
			return nil, err
		}
		p.files = p.folder
	}
	return p, p.restore()
}

// Close gives the folder of files back, once nothing is served any more.
func (p *Process) Close() error {
	if p.folder == nil {
		return nil
	}
	return p.folder.Close()
}

// memory is what the gateway knows of itself after a restart, also while the cloud is out of reach.
type memory struct {
	ServerAppUUID string `json:"serverAppUuid"`
}

func (p *Process) memoryFile() string { return filepath.Join(p.options.Data, "gateway.json") }

func (p *Process) restore() error {
	b, err := os.ReadFile(p.memoryFile())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var m memory
	if err := json.Unmarshal(b, &m); err != nil {
		return fmt.Errorf("read %s: %w", p.memoryFile(), err)
	}
	p.id = m.ServerAppUUID
	return nil
}

// linked notes that the cloud has recognised the gateway, and as which.
func (p *Process) linked(id string) error {
	p.mu.Lock()
	known := p.id == id
	p.id, p.up, p.last = id, true, time.Now()
	p.mu.Unlock()
	if known {
		return nil
	}
	b, err := json.Marshal(memory{id})
	if err != nil {
		return err
	}
	return os.WriteFile(p.memoryFile(), b, 0o600)
}

func (p *Process) unlinked() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.up = false
}

// state is the identity and whether the line to the cloud is up.
func (p *Process) state() (id string, up bool, last time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.id, p.up, p.last
}

// Run holds the line to the cloud, and keeps the files tidy, until ctx ends.
func (p *Process) Run(ctx context.Context) {
	var tidying sync.WaitGroup
	tidying.Go(func() { p.tidy(ctx) })
	p.hold(ctx)
	tidying.Wait()
}
