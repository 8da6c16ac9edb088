// Package budget bounds the memory that costly work of all requests may take at once: reading sheets, decoding pictures.
//
// What lives here: counts of bytes, and the fair queue of those who wait for them. What never does: what a file costs (who
// reads the format estimates it) and limits of a single file.
package budget

import (
	"context"
	"sync"
	"time"

	"mouldworks/internal/platform/problem"
)

// Limits are those of a budget.
type Limits struct {
	// Total is how many bytes may be taken at once, 1 or more.
	Total int64
	// Small is the largest need, in bytes, that does not wait behind larger ones; 0 = there are none.
	Small int64
	// Reserve is what of Total only small needs may take, in bytes, Small or more.
	Reserve int64
	// Queue is how many callers wait at once; 0 = nobody waits.
	Queue int
	// Share is how many of them may be of one tenant; 0 = all.
	Share int
	// Patience is how long one waits before it is told to come back.
	Patience time.Duration
}

// Budget is a number of bytes that callers take and give back. The zero value is of no use: take New.
//
// Who cannot be served at once waits. Turns go round the tenants, and within a tenant round its people, so that a flood of
// one delays another's file by at most one of its own. Small needs have turns of their own and a reserve.
type Budget struct {
	limits Limits

	mu    sync.Mutex
	small class
	large class
}

// New makes a budget.
func New(limits Limits) *Budget {
	return &Budget{limits: limits, small: newClass(), large: newClass()}
}

// The budget of the process: two of the costliest uploads and some small ones, or many small ones.
const (
	// Total is the memory that all uploads in work share, in bytes.
	Total = 440 << 20
	// Small is the need of an upload that does not wait behind larger ones, in bytes: a sheet of some 2000 rows.
	Small = 20 << 20
	// Reserve is what of Total is kept for small uploads, in bytes.
	Reserve = 40 << 20
	// Queue is how many uploads wait for their turn, and Share how many of them are of one tenant.
	Queue = 64
	Share = 32
	// Patience is how long one waits before it is told to come back.
	Patience = 20 * time.Second
)

// How many bytes of uploaded files may lie in memory at once as they were sent, beside what is made of them. An upload lies on
// the disk until it has its share. More than two of the largest would not help: two are what Total lets work at once.
const (
	TotalFiles   = 60 << 20
	SmallFiles   = 1 << 20
	ReserveFiles = 4 << 20
)

var (
	process = New(Limits{Total, Small, Reserve, Queue, Share, Patience})
	files   = New(Limits{TotalFiles, SmallFiles, ReserveFiles, Queue, Share, Patience})
)

// AcquireFiles takes bytes for the files of one request as they were sent, see Budget.Acquire. It comes before Acquire,
// never after it: who holds both needs nothing more, so that nobody waits for ever.
func AcquireFiles(ctx context.Context, bytes int64) (release func(), err error) {
	return files.Acquire(ctx, bytes)
}

// WaitingFiles is how many uploads wait for AcquireFiles, for metrics and tests.
func WaitingFiles() int { return files.Waiting() }

// UsedFiles is how many bytes AcquireFiles has given and not got back, for metrics and tests.
func UsedFiles() int64 { return files.Used() }

// Acquire takes bytes from the budget that all uploads of the process share, see Budget.Acquire.
func Acquire(ctx context.Context, bytes int64) (release func(), err error) {
	return process.Acquire(ctx, bytes)
}

// Waiting is how many uploads of the process are in the queue, for metrics and tests.
func Waiting() int { return process.Waiting() }

// Used is how many bytes uploads of the process have taken, for metrics and tests.
func Used() int64 { return process.Used() }

var (
	msgBusy = problem.L(
		"服务器正在处理的文件较多，您的文件未能轮到，没有保存任何内容；请等待约 %d 秒后重新上传",
		"The server is busy with other files and did not get to yours; nothing was saved. Please wait about %d seconds, then upload it again",
	)
	msgShare = problem.L(
		"贵公司已有较多文件正在排队，您的文件未能加入，没有保存任何内容；请等前面的文件处理完（约 %d 秒）后重新上传，不要一次上传太多文件",
		"Many files of your company are waiting already, and yours found no place; nothing was saved. Please let them finish (about %d seconds), then upload it again, a few files at a time",
	)
)

func (b *Budget) refusal(text problem.Text) error {
	return problem.Slow(b.limits.Patience, text.With(max(1, int(b.limits.Patience.Seconds()))))
}

// Acquire takes bytes and waits its turn for them; release gives them back and must be called once the memory is no longer
// needed (more calls do nothing). Work that asks for more than all but the reserve gets all but the reserve. Whose turn it
// is follows from ctx, see For. Do not acquire while a transaction is open: whoever waits would hold it. The error is a Slow
// problem (429 with Retry-After) when too many wait already or the wait was too long, or ctx's own error.
func (b *Budget) Acquire(ctx context.Context, bytes int64) (release func(), err error) {
	w := &waiter{owner: ownerOf(ctx), bytes: max(bytes, 1), turn: make(chan error, 1)}
	of := &b.small
	if w.bytes > b.limits.Small {
		of, w.bytes = &b.large, min(w.bytes, b.limits.Total-b.limits.Reserve)
	}
	b.mu.Lock()
	of.waiters = append(of.waiters, w)
	b.serve()
	if !w.served {
		if err = b.admit(w); err != nil {
			of.remove(w)
		}
		b.serve() // whom a displaced one kept from its turn
	}
	b.mu.Unlock()
	if err == nil {
		err = b.wait(ctx, of, w)
	}
	if err != nil {
		return nil, err
	}
	usually := collectOften()
	var once sync.Once
	return func() {
		once.Do(func() {
			usually()
			b.giveBack(of, w)
		})
	}, nil
}

// wait ends when it is w's turn, when its place was given to somebody who had fewer, or when waiting takes too long.
func (b *Budget) wait(ctx context.Context, of *class, w *waiter) (err error) {
	select {
	case err = <-w.turn: // also for who has left: what need not wait does not fail by it
		return err
	default:
	}
	patience := time.NewTimer(b.limits.Patience)
	defer patience.Stop()
	select {
	case err = <-w.turn:
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-patience.C:
		err = b.refusal(msgBusy)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	of.remove(w)
	if w.served { // in the same moment
		of.takeBack(w)
	}
	b.serve() // whom w kept from its turn
	return err
}

func (b *Budget) giveBack(of *class, w *waiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	of.takeBack(w)
	b.serve()
}

// Waiting is how many callers are in the queue, for metrics and tests.
func (b *Budget) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.small.waiters) + len(b.large.waiters)
}

// Used is how many bytes are taken, for metrics and tests.
func (b *Budget) Used() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.small.used + b.large.used
}

// TakeAll takes the whole budget of the process but leave bytes for a small need, for tests of who waits.
func TakeAll(ctx context.Context, leave int64) (release func(), err error) {
	return process.takeAll(ctx, leave)
}

// TakeAllFiles takes the whole budget for files but leave bytes for a small need, for tests of who waits.
func TakeAllFiles(ctx context.Context, leave int64) (release func(), err error) {
	return files.takeAll(ctx, leave)
}

func (b *Budget) takeAll(ctx context.Context, leave int64) (release func(), err error) {
	var all []func()
	release = func() {
		for _, one := range all {
			one()
		}
	}
	for _, bytes := range b.limits.whole(leave) {
		one, err := b.Acquire(ctx, bytes)
		if err != nil {
			release()
			return nil, err
		}
		all = append(all, one)
	}
	return release, nil
}

// whole is what takes everything but leave bytes of the reserve: one large need and small ones.
func (l Limits) whole(leave int64) []int64 {
	needs := []int64{l.Total - l.Reserve}
	for left := l.Reserve - leave; left > 0; left -= l.Small {
		needs = append(needs, min(left, l.Small))
	}
	return needs
}
