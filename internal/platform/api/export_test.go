package api

import (
	"testing"
	"time"
)

// BodiesArriveWithin shortens the time that bodies may take to arrive, for one test.
func BodiesArriveWithin(t *testing.T, d time.Duration) {
	JSONArrivesWithin(t, d)
	upload := uploadArrives
	uploadArrives = d
	t.Cleanup(func() { uploadArrives = upload })
}

// JSONArrivesWithin shortens the time of bodies that are no uploads, for one test.
func JSONArrivesWithin(t *testing.T, d time.Duration) {
	json := jsonArrives
	jsonArrives = d
	t.Cleanup(func() { jsonArrives = json })
}

// RequestsAreSlowFrom shortens the time from which a request is slow, for one test.
func RequestsAreSlowFrom(t *testing.T, d time.Duration) {
	before := slowFrom
	slowFrom = d
	t.Cleanup(func() { slowFrom = before })
}
