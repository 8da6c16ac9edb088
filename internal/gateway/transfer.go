package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
)

// transfer is a file that the cloud has asked a gateway for. Its row lets the gateway bring those bytes and no others,
// once, to whichever node its call reaches.
type transfer struct {
	bun.BaseModel `bun:"table:gateway_transfer"`
	ID            string    `bun:"id,pk"`
	Gateway       string    `bun:"gateway"`
	Home          string    `bun:"home"`
	Factory       string    `bun:"factory"`
	File          string    `bun:"file"`
	Size          int64     `bun:"size"`
	Sum           string    `bun:"sum"`
	AskedAt       time.Time `bun:"asked_at"`
	State         string    `bun:"state"`
}

// States of a transfer.
const (
	transferAsked  = "asked"
	transferComing = "coming"
	transferHere   = "here"
	transferFailed = "failed" // the gateway has not got it, or what came is not it
)

// spool is where the bytes lie until the node that asked has read them. No row of a file is named so: what is left there
// is swept.
func (t *transfer) spool() string { return t.Home + "/" + t.Factory + "/transfer-" + t.ID }

const (
	// bringWithin is how long a person waits for a file to come over the line.
	bringWithin = 20 * time.Second
	// lookEvery is how often the row is looked at, for bytes that reached another node.
	lookEvery    = 250 * time.Millisecond
	transferLife = 10 * time.Minute
)

// fileTopic is the signal that asks a gateway for a file.
const fileTopic = "gateway.file"

// order is the data of the signal.
type order struct {
	ID   string `json:"id"`   // of the transfer
	File string `json:"file"` // its id
}

const reasonFiles = "a gateway brings a file: its key says which tenant it is"

var (
	msgFileAway    = problem.L("文件保存在网关“%s”上，该网关当前未连接，请稍后再试或检查网关", "The file is kept at gateway %s, which is not connected at the moment; please try again later or check the gateway")
	msgFileSlow    = problem.L("文件保存在网关“%s”上，未能及时取回，请稍后再试", "The file is kept at gateway %s and did not come in time; please try again later")
	msgFileDamaged = problem.L("网关“%s”上的文件缺失或已损坏，请从网关的备份恢复", "The file is missing or damaged at gateway %s; please restore it from the gateway's backup")
	msgFileLost    = problem.L("文件保存在一台已删除的网关上，无法读取", "The file was kept at a gateway that has been deleted, and cannot be read")
)

// fileMissing answers 404, as for a file whose bytes are missing from the cloud's storage.
func fileMissing(text problem.Text, args ...any) error {
	return &problem.Problem{Status: http.StatusNotFound, Code: problem.Missing, Text: text.With(args...)}
}

// waiters wake whoever waits for a transfer at this node.
type waiters struct {
	mu sync.Mutex
	by map[string]chan struct{}
}

func (w *waiters) add(id string) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.by == nil {
		w.by = map[string]chan struct{}{}
	}
	w.by[id] = make(chan struct{}, 1)
	return w.by[id]
}

func (w *waiters) remove(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.by, id)
}

func (w *waiters) wake(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case w.by[id] <- struct{}{}:
	default: // nobody waits here, or is awake already
	}
}

// Bring opens a file that lies at a gateway: the gateway is asked over its line, brings the bytes by a call of its own,
// and they are compared with what the row of the file says. Where that cannot be, the problem names the gateway.
func (c *Cloud) Bring(ctx context.Context, f *file.File) (io.ReadCloser, error) {
	t := transfer{ID: store.NewID(), Gateway: f.Gateway, Home: f.TenantID, Factory: f.FactoryID, File: f.ID, Size: f.Size, Sum: f.Sum, AskedAt: store.Now(), State: transferAsked}
	var p Place
	err := c.deps.DB.System(ctx, reasonFiles, func(tx store.Tx) (err error) {
		if p, err = c.deps.Place(ctx, tx, f.Gateway); err != nil {
			return err
		}
		if !p.Linked {
			return problem.Refuse(msgFileAway, p.Name)
		}
		if _, err := tx.Remove((*transfer)(nil)).Where("asked_at < ?", t.AskedAt.Add(-transferLife)).Exec(ctx); err != nil {
			return err
		}
		return tx.Insert(ctx, &t)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil, fileMissing(msgFileLost)
	}
	if err != nil {
		return nil, err
	}
	defer c.forget(context.WithoutCancel(ctx), &t)
	woken := c.waiters.add(t.ID)
	defer c.waiters.remove(t.ID)
	c.ask(ctx, p.Tenant, &t)
	switch state, err := c.await(ctx, t.ID, woken); {
	case err != nil:
		return nil, err
	case state == transferFailed:
		return nil, fileMissing(msgFileDamaged, p.Name)
	case state != transferHere:
		return nil, problem.Refuse(msgFileSlow, p.Name)
	}
	content, err := c.deps.Blobs.Open(ctx, t.spool())
	if err != nil {
		return nil, err
	}
	return &spooled{content, c.deps.Blobs, t.spool()}, nil
}

// ask tells a gateway which file is wanted, if its line is up.
func (c *Cloud) ask(ctx context.Context, tenant string, t *transfer) {
	c.deps.Hub.Signal(ctx, push.Scope{Tenant: tenant, Session: scopePrefix + t.Gateway}, fileTopic, order{t.ID, t.File})
}

// askAgain repeats to a gateway whose line is up what people still wait for: they may have asked while the line was dying, or
// while the cloud started.
func (c *Cloud) askAgain(ctx context.Context, tenant, gateway string) error {
	var waiting []transfer
	err := c.deps.DB.SystemRead(ctx, reasonFiles, func(tx store.Tx) error {
		return tx.Select(&waiting).Where("gateway = ? AND state = ? AND asked_at > ?", gateway, transferAsked, store.Now().Add(-bringWithin)).Order("asked_at", "id").Scan(ctx)
	})
	for i := range waiting {
		c.ask(ctx, tenant, &waiting[i])
	}
	return err
}

// await gives the state in which a transfer ends, or the one that it has when time is over.
func (c *Cloud) await(ctx context.Context, id string, woken <-chan struct{}) (state string, err error) {
	over := time.NewTimer(bringWithin)
	defer over.Stop()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		late := false
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-over.C:
			late = true
		case <-woken:
		case <-look.C:
		}
		var t transfer
		err := c.deps.DB.SystemRead(ctx, reasonFiles, func(tx store.Tx) error { return tx.Select(&t).Where("id = ?", id).Scan(ctx) })
		if err != nil || late || t.State == transferHere || t.State == transferFailed {
			return t.State, err
		}
	}
}

func (c *Cloud) forget(ctx context.Context, t *transfer) {
	err := c.deps.DB.System(ctx, reasonFiles, func(tx store.Tx) error {
		_, err := tx.Remove((*transfer)(nil)).Where("id = ?", t.ID).Exec(ctx)
		return err
	})
	if err != nil {
		slog.WarnContext(ctx, "a transfer stays for a while", "error", err)
	}
}

// spooled is a file on its way through; it goes once it has been read.
type spooled struct {
	io.ReadCloser
	blobs blob.Store
	key   string
}

// Close ends the reading and removes the bytes.
func (s *spooled) Close() error {
	return errors.Join(s.ReadCloser.Close(), s.blobs.Delete(context.Background(), s.key))
}

// receive takes the bytes that a gateway brings, or its word that it has not got them.
func (c *Cloud) receive(w http.ResponseWriter, r *http.Request) {
	row, ok := c.proved(w, r)
	if !ok {
		return
	}
	ctx := r.Context()
	t, err := c.claim(ctx, row.Gateway, r.PathValue("id"))
	if err != nil {
		answer(w, r, struct{}{}, err)
		return
	}
	release, err := budget.AcquireFiles(budget.For(ctx, t.Home, t.Gateway), t.Size)
	if err != nil {
		_, failed := c.turn(context.WithoutCancel(ctx), t.ID, transferComing, transferFailed)
		c.waiters.wake(t.ID)
		answer(w, r, struct{}{}, errors.Join(err, failed))
		return
	}
	defer release()
	state := transferHere
	var content []byte
	if err := api.Uploading(w, func() (err error) { content, err = t.read(r); return err }); err != nil {
		slog.WarnContext(ctx, "a gateway has not brought the file that it was asked for", "gateway", t.Gateway, "file", t.File, "error", err)
		state = transferFailed
	} else if err := c.deps.Blobs.Put(ctx, t.spool(), content); err != nil {
		slog.ErrorContext(ctx, "a file from a gateway could not be laid down", "error", err)
		state = transferFailed
	}
	ctx = context.WithoutCancel(ctx) // a gateway that hangs up now leaves nobody waiting
	n, err := c.turn(ctx, t.ID, transferComing, state)
	if err == nil && n == 0 && state == transferHere {
		err = c.deps.Blobs.Delete(ctx, t.spool()) // who asked has given up
	}
	c.waiters.wake(t.ID)
	answer(w, r, struct{}{}, err)
}

// claim finds a transfer that the gateway was asked for; a second claim finds nothing.
func (c *Cloud) claim(ctx context.Context, gateway, id string) (t transfer, err error) {
	err = c.deps.DB.SystemRead(ctx, reasonFiles, func(tx store.Tx) error {
		return tx.Select(&t).Where("id = ? AND gateway = ?", id, gateway).Scan(ctx)
	})
	if err != nil {
		return t, err
	}
	n, err := c.turn(ctx, id, transferAsked, transferComing)
	if err == nil && n == 0 {
		err = store.ErrNotFound
	}
	return t, err
}

func (c *Cloud) turn(ctx context.Context, id, from, to string) (n int, err error) {
	err = c.deps.DB.System(ctx, reasonFiles, func(tx store.Tx) (err error) {
		n, err = tx.Change((*transfer)(nil)).Set("state = ?", to).Where("id = ? AND state = ?", id, from).Exec(ctx)
		return err
	})
	return n, err
}

// errNotIt says that what came is not what was asked for.
var errNotIt = errors.New("size or hash are not those of the file")

// read takes the bytes from the form's one part and compares them with the row.
func (t *transfer) read(r *http.Request) ([]byte, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return nil, err
	}
	part, err := form.NextPart()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(part, t.Size+1))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(content); int64(len(content)) != t.Size || hex.EncodeToString(sum[:]) != t.Sum {
		return nil, errNotIt
	}
	return content, nil
}
