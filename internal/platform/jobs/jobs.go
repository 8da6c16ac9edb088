// Package jobs works in the background of a node: calls that are repeated on a beat, and long work that waits in a table
// of the domain that it belongs to.
//
// What lives here: goroutines, slots, waking up, stopping. What never does: a queue of its own. The rows of the domain
// are the truth about what waits, who has it and in which turn; so there is nothing here that could disagree with them,
// and nothing to clean up behind a node that died.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// lookEvery is how often a node looks for work that nobody on it was told of: another node's, or what became free there.
const lookEvery = 500 * time.Millisecond

// Work is one piece of long work. Its context ends when the node stops; it then hands over what it has and returns.
type Work func(ctx context.Context) error

// Source is where long work of one kind waits.
type Source struct {
	Name  string // for the log
	Slots int    // pieces at once on this node; 0 takes none
	// Next takes the piece whose turn it is, nil when none may begin now. Other nodes call theirs at the same time: one
	// piece must never be given twice.
	Next func(ctx context.Context) (Work, error)

	wake chan struct{}
}

// Wake makes the node look for work now. It never waits.
func (s *Source) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// Background is what a node does beside answering requests. Every and From come before Start.
type Background struct {
	beats   []beat
	sources []*Source

	cancel context.CancelFunc
	done   sync.WaitGroup
}

type beat struct {
	name  string
	every time.Duration
	fn    func(context.Context) error
}

// Every calls fn at once and then again and again while the node runs: reapers, clean-up.
func (b *Background) Every(name string, every time.Duration, fn func(context.Context) error) {
	b.beats = append(b.beats, beat{name, every, fn})
}

// From works what waits at a source.
func (b *Background) From(s *Source) {
	s.wake = make(chan struct{}, 1)
	b.sources = append(b.sources, s)
}

// Start begins to work; it goes on when ctx ends, until Stop.
func (b *Background) Start(ctx context.Context) {
	ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for _, beat := range b.beats {
		b.done.Go(func() { repeat(ctx, beat) })
	}
	for _, s := range b.sources {
		if s.Slots > 0 {
			b.done.Go(func() { b.serve(ctx, s) })
		}
	}
}

// Leave takes nothing more and tells running work to hand over. It does not wait for it: see Stop.
func (b *Background) Leave() {
	if b.cancel != nil {
		b.cancel()
	}
}

// Stop is Leave, and waits until the work has ended, at most as long as ctx allows.
func (b *Background) Stop(ctx context.Context) error {
	b.Leave()
	ended := make(chan struct{})
	go func() {
		b.done.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("background work is still running: %w", ctx.Err())
	}
}

func repeat(ctx context.Context, b beat) {
	tick := time.NewTicker(b.every)
	defer tick.Stop()
	failing := outage{what: b.name}
	for {
		failing.note(ctx, guarded(ctx, b.fn))
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// serve gives work to the slots of a source.
func (b *Background) serve(ctx context.Context, s *Source) {
	free := make(chan struct{}, s.Slots)
	for range s.Slots {
		free <- struct{}{}
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	failing := outage{what: s.Name}
	for {
		select {
		case <-ctx.Done():
			return
		case <-free:
		}
		var work Work
		failing.note(ctx, guarded(ctx, func(ctx context.Context) (err error) { work, err = s.Next(ctx); return err }))
		if work != nil {
			b.done.Go(func() {
				if err := guarded(ctx, work); err != nil && ctx.Err() == nil {
					slog.ErrorContext(ctx, "background work failed", "what", s.Name, "error", err)
				}
				free <- struct{}{}
				s.Wake() // what it held may let other work begin
			})
			continue
		}
		free <- struct{}{}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// guarded calls fn; a panic is its error, not the end of the server.
func guarded(ctx context.Context, fn func(context.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return fn(ctx)
}

// outage writes one line when repeated work begins to fail and one when it works again, however often it was tried.
type outage struct {
	what string
	last error
}

func (o *outage) note(ctx context.Context, err error) {
	switch {
	case ctx.Err() != nil || errors.Is(err, context.Canceled): // the node stops
	case err != nil && (o.last == nil || o.last.Error() != err.Error()):
		slog.ErrorContext(ctx, "background work failed", "what", o.what, "error", err)
		o.last = err
	case err == nil && o.last != nil:
		slog.InfoContext(ctx, "background work goes on", "what", o.what)
		o.last = nil
	}
}
