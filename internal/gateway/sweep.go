package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

const (
	// grace is how long bytes may wait for their row: far longer than any upload lasts.
	grace      = 24 * time.Hour
	sweepEvery = 6 * time.Hour
	sweepFirst = time.Minute
)

// tidy sweeps now and then, while the cloud can be asked.
func (p *Process) tidy(ctx context.Context) {
	next := time.NewTimer(sweepFirst)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
		}
		if err := p.Sweep(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "files were not swept", "error", err)
		}
		next.Reset(sweepEvery)
	}
}

// Sweep deletes bytes that no row of the cloud names any more, once they are a day old: of uploads that failed half way,
// and of records that are gone.
func (p *Process) Sweep(ctx context.Context) error {
	id, up, _ := p.state()
	if !up {
		return nil // another time
	}
	var ids []string
	flush := func() error {
		gone, err := p.unnamed(ctx, ids)
		ids = ids[:0]
		for _, f := range gone {
			err = errors.Join(err, p.files.Delete(ctx, id+"/"+f))
		}
		return err
	}
	err := p.files.Walk(ctx, func(key string, written time.Time) error {
		f, ours := strings.CutPrefix(key, id+"/")
		if !ours || time.Since(written) < grace {
			return nil
		}
		if ids = append(ids, f); len(ids) < mostListed {
			return nil
		}
		return flush()
	})
	return errors.Join(err, flush())
}

// unnamed are those of some files that the cloud has no row of.
func (p *Process) unnamed(ctx context.Context, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	body, err := json.Marshal(listed{ids})
	if err != nil {
		return nil, err
	}
	var said bytes.Buffer
	if err := p.ask(ctx, http.MethodPost, "gateway/file/named", bytes.NewReader(body), &said); err != nil {
		return nil, err
	}
	var reply struct{ Data *listed }
	if err := json.Unmarshal(said.Bytes(), &reply); err != nil {
		return nil, err
	}
	if reply.Data == nil {
		return nil, fmt.Errorf("the cloud did not say which of %d files it knows", len(ids))
	}
	named := map[string]bool{}
	for _, f := range reply.Data.IDs {
		named[f] = true
	}
	var gone []string
	for _, f := range ids {
		if !named[f] {
			gone = append(gone, f)
		}
	}
	return gone, nil
}
