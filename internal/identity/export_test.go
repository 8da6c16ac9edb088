package identity

import (
	"context"
	"sync/atomic"
)

// QRLogin lets the tests count what is kept.
type QRLogin = qrLogin

// LoginFailure lets the tests count what is kept.
type LoginFailure = loginFailure

// What is swept, for the tests to count.
type (
	Session   = session
	LongToken = longToken
	APIToken  = apiToken
	// GatewayToken is what stands for a session at a gateway.
	GatewayToken = gatewayToken
	KnownBrowser = knownBrowser
)

// WatchHashing counts how many passwords are hashed at the same moment until restore is called, and gives the most.
func WatchHashing() (most func() int, restore func()) {
	var now, peak atomic.Int32
	hash := deriveKey
	deriveKey = func(password, salt []byte, passes, memory uint32, lanes uint8, size uint32) []byte {
		n := now.Add(1)
		defer now.Add(-1)
		for was := peak.Load(); n > was && !peak.CompareAndSwap(was, n); was = peak.Load() {
		}
		return hash(password, salt, passes, memory, lanes, size)
	}
	return func() int { return int(peak.Load()) }, func() { deriveKey = hash }
}

// Vacant tells whether a server says that it waits for its first company.
func (d *Identity) Vacant(ctx context.Context) (bool, error) { return d.vacant(ctx) }

// Rules that need no server.
var (
	CheckEmail     = checkEmail
	HeadImage      = headImage
	DeviceOf       = deviceOf
	Clip           = clip
	MinutesForWait = minutes
)

// TakenOf is the field that a duplicate is told at.
var TakenOf = takenOf
