package aps

import (
	"time"

	"mouldworks/solver/instance"
)

// Translate lets tests look at the problem that a shop becomes.
func Translate(shop *Shop, start time.Time) *instance.File {
	return translate(request{shop: shop, start: start}).file
}
