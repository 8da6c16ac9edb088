package api

import (
	"testing"
	"time"
)

// BodiesArriveWithin shortens the time that bodies may take to arrive, for one test.
func BodiesArriveWithin(t *testing.T, d time.Duration) {
	json, upload := jsonArrives, uploadArrives
	jsonArrives, uploadArrives = d, d
	t.Cleanup(func() { jsonArrives, uploadArrives = json, upload })
}

// RequestsAreSlowFrom shortens the time from which a request is slow, for one test.
func RequestsAreSlowFrom(t *testing.T, d time.Duration) {
	before := slowFrom
	slowFrom = d
	t.Cleanup(func() { slowFrom = before })
}
