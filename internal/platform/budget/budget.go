// Package budget bounds the memory that costly work of all requests may take at once: reading sheets, decoding pictures.
//
// What lives here: one count of bytes with a queue in the order of arrival. What never does: what a file costs (who reads
// the format estimates it) and limits of a single file.
package budget

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"mouldworks/internal/platform/problem"
)

// Budget is a number of bytes that callers take and give back. The zero value is of no use: take New.
type Budget struct {
	total    int64
	queue    int64
	patience time.Duration
	bytes    *semaphore.Weighted
	waiting  atomic.Int64
}

// New makes a budget of total bytes (1 or more). At most queue callers wait at once (0 = nobody waits), each for at most
// patience.
func New(total int64, queue int, patience time.Duration) *Budget {
	return &Budget{total: total, queue: int64(queue), patience: patience, bytes: semaphore.NewWeighted(total)}
}

// The budget of the process: two of the costliest uploads, or many small ones.
const (
	// Total is the memory that all uploads in work share, in bytes.
	Total = 400 << 20
	// Queue is how many uploads wait for their turn.
	Queue = 64
	// Patience is how long one waits before it is told to come back.
	Patience = 20 * time.Second
)

// TotalFiles is how many bytes of uploaded files may lie in memory at once as they were sent, beside what is made of them. An
// upload lies on the disk until it has its share.
const TotalFiles = 100 << 20

var (
	process = New(Total, Queue, Patience)
	files   = New(TotalFiles, Queue, Patience)
)

// AcquireFiles takes bytes for the files of one request as they were sent, see Budget.Acquire. It comes before Acquire,
// never after it: who holds both needs nothing more, so that nobody waits for ever.
func AcquireFiles(ctx context.Context, bytes int64) (release func(), err error) {
	return files.Acquire(ctx, bytes)
}

// WaitingFiles is how many uploads wait for AcquireFiles, for metrics and tests.
func WaitingFiles() int { return files.Waiting() }

// Acquire takes bytes from the budget that all uploads of the process share, see Budget.Acquire.
func Acquire(ctx context.Context, bytes int64) (release func(), err error) {
	return process.Acquire(ctx, bytes)
}

var msgBusy = problem.L("正在处理的文件太多，请稍后再上传", "Too many files are being read at the moment: please upload again in a little while")

// Acquire takes bytes and waits its turn for them; release gives them back and must be called once the memory is no longer
// needed (more calls do nothing). Work that asks for more than the whole budget gets all of it, alone. Do not acquire while
// a transaction is open: whoever waits would hold it. The error is a Slow problem (429 with Retry-After) when too many
// wait already or the wait was too long, or ctx's own error.
func (b *Budget) Acquire(ctx context.Context, bytes int64) (release func(), err error) {
	bytes = min(max(bytes, 1), b.total)
	if !b.bytes.TryAcquire(bytes) {
		if err := b.wait(ctx, bytes); err != nil {
			return nil, err
		}
	}
	usually := collectOften()
	var released atomic.Bool
	return func() {
		if released.CompareAndSwap(false, true) {
			usually()
			b.bytes.Release(bytes)
		}
	}, nil
}

func (b *Budget) wait(ctx context.Context, bytes int64) error {
	defer b.waiting.Add(-1)
	if b.waiting.Add(1) > b.queue {
		return problem.Slow(b.patience, msgBusy)
	}
	patient, cancel := context.WithTimeout(ctx, b.patience)
	defer cancel()
	if err := b.bytes.Acquire(patient, bytes); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return problem.Slow(b.patience, msgBusy)
	}
	return nil
}

// Waiting is how many uploads of the process are in the queue, for metrics and tests.
func Waiting() int { return process.Waiting() }

// Waiting is how many callers are in the queue, for metrics and tests.
func (b *Budget) Waiting() int { return int(b.waiting.Load()) }
