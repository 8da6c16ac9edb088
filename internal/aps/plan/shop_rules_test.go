package plan

import (
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/result/resulttest"
)

// Moments and tasks stand in most lines of these tests: they have short names.
var (
	hour = modeltest.Hour
	bar  = resulttest.Bar
)
