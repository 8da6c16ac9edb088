package compare

import (
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/result/resulttest"
	"mouldworks/internal/platform/problem"
)

// Moments and tasks stand in most lines of these tests, as texts do in some: they have short names.
var (
	L    = problem.L
	hour = modeltest.Hour
	bar  = resulttest.Bar
)
