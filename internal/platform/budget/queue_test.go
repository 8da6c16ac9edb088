package budget_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// line is a budget of 100 bytes and those who wait for it, one by one as they ask.
type line struct {
	*testing.T
	*budget.Budget
	served  chan string // names, as their turns come
	refused chan string
	asking  *sync.WaitGroup // those who have not given back yet
}

func newLine(t *testing.T, limits budget.Limits) *line {
	limits.Total, limits.Patience = 100, time.Hour
	return &line{t, budget.New(limits), make(chan string, 100), make(chan string, 100), new(sync.WaitGroup)}
}

func as(tenant, person string) context.Context {
	return store.WithActor(context.Background(), store.Actor{TenantID: tenant, AccountID: person})
}

// ask lets somebody ask for bytes, and returns once they stand in the queue or have lost to somebody who stood there.
func (l *line) ask(name string, bytes int64) {
	tenant, person, _ := strings.Cut(name, " ")
	before := l.Waiting()
	gone := len(l.refused)
	l.asking.Go(func() {
		release, err := l.Acquire(as(tenant, person), bytes)
		if err != nil {
			refusedAsSlow(l.T, err)
			l.refused <- name + ": " + problem.Of(err).Text.In(problem.English)
			return
		}
		l.served <- name
		release()
	})
	for l.Waiting() == before && len(l.refused) == gone {
		runtime.Gosched()
	}
}

// turnsOf is the order in which the next n are served, one after the other.
func (l *line) turnsOf(n int) string {
	var names []string
	for range n {
		names = append(names, <-l.served)
	}
	return strings.Join(names, ", ")
}

// A flood of one tenant delays another's file by one of its own, and a flood of one person that of a colleague.
func TestTurnsGoRoundTenantsAndTheirPeople(t *testing.T) {
	l := newLine(t, budget.Limits{Queue: 20})
	all := acquire(t, l.Budget, 100)
	for range 4 {
		l.ask("flood ann", 100)
	}
	l.ask("flood ben", 100)
	l.ask("other cleo", 100)
	l.ask("other cleo", 100)
	all()
	if got, want := l.turnsOf(7), "flood ann, other cleo, flood ben, other cleo, flood ann, flood ann, flood ann"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A small file does not wait behind large ones: neither behind those that wait nor behind those in work.
func TestSmallNeedsDoNotWaitBehindLargeOnes(t *testing.T) {
	l := newLine(t, budget.Limits{Small: 5, Reserve: 10, Queue: 20})
	first := acquire(t, l.Budget, 45)
	second := acquire(t, l.Budget, 45)
	for range 5 {
		l.ask("flood ann", 45)
	}
	small := acquire(t, l.Budget, 5)
	another := acquire(t, l.Budget, 5)
	l.ask("flood ann", 5) // the reserve is taken: it waits for small ones alone
	small()
	if got := l.turnsOf(1); got != "flood ann" {
		t.Errorf("served %s", got)
	}
	if n := l.Waiting(); n != 5 {
		t.Errorf("%d wait, want the large ones", n)
	}
	another()
	first()
	second()
	l.turnsOf(5)
	l.asking.Wait()
	if n := l.Used(); n != 0 {
		t.Errorf("%d bytes stay taken", n)
	}
}

// However many small files come, a large one gets its turn: while it waits they take no more than their reserve.
func TestLargeNeedsAreNotKeptOutBySmallOnes(t *testing.T) {
	l := newLine(t, budget.Limits{Small: 10, Reserve: 20, Queue: 20})
	var small []func()
	for range 6 {
		small = append(small, acquire(t, l.Budget, 10))
	}
	l.ask("other cleo", 80)
	for range 4 {
		l.ask("flood ann", 10)
	}
	for i, release := range small {
		if release(); i == 3 { // 20 are left: room for the large one
			if got := l.turnsOf(1); got != "other cleo" {
				t.Errorf("served %s", got)
			}
		}
	}
	l.turnsOf(4)
}

// Nobody keeps others out of the queue by filling it: who comes with fewer places gets the last of who has the most.
func TestAFloodLeavesPlacesToOthers(t *testing.T) {
	l := newLine(t, budget.Limits{Queue: 6, Share: 4})
	all := acquire(t, l.Budget, 100)
	for range 5 {
		l.ask("flood ann", 100)
	}
	own := <-l.refused
	if !strings.HasPrefix(own, "flood ann: Many files of your company") || l.Waiting() != 4 {
		t.Errorf("%s; %d wait", own, l.Waiting())
	}
	l.ask("flood ben", 100) // takes a place of his colleague
	if got := <-l.refused; !strings.HasPrefix(got, "flood ann: Many files of your company") {
		t.Error(got)
	}
	l.ask("second dan", 100)
	l.ask("second dan", 100) // the queue is full
	l.ask("third eve", 100)  // and yet takes her
	if got := <-l.refused; !strings.HasPrefix(got, "flood ") || !strings.Contains(got, "Please wait about") {
		t.Error(got)
	}
	all()
	names := strings.Split(l.turnsOf(6), ", ")
	slices.Sort(names)
	if got := strings.Join(slices.Compact(names), ", "); !strings.Contains(got, "second dan, third eve") {
		t.Errorf("served %s", got)
	}
}

// Who leaves the queue keeps nobody behind it waiting.
func TestWhoLeavesLetsOthersPass(t *testing.T) {
	l := newLine(t, budget.Limits{Queue: 5})
	release := acquire(t, l.Budget, 60)
	ctx, leave := context.WithCancel(as("flood", "ann"))
	left := make(chan error)
	go func() { _, err := l.Acquire(ctx, 90); left <- err }()
	for l.Waiting() != 1 {
		runtime.Gosched()
	}
	l.ask("other cleo", 40)
	leave()
	if err := <-left; err != context.Canceled {
		t.Error(err)
	}
	if got := l.turnsOf(1); got != "other cleo" {
		t.Error(got)
	}
	release()
}
