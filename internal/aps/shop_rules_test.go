package aps

import (
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/result/resulttest"
)

// Moments stand in most lines of these tests: they have short names.
var (
	ruleStart = modeltest.Start
	hour      = modeltest.Hour
	bar       = resulttest.Bar
)
