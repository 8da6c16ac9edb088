package aps

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Whoever asks for rescues while others search waits, and gives up waiting when nobody wants the answer any more.
func TestRescuesWaitForAPlace(t *testing.T) {
	a := New(Deps{})
	for range mostSearches {
		a.searches <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Rescues(ctx, "s", "p", "m", nil, time.Second); !errors.Is(err, context.Canceled) {
		t.Errorf("without a place: %v", err)
	}
	if len(a.searches) != mostSearches {
		t.Errorf("%d places are taken, want %d", len(a.searches), mostSearches)
	}
}
