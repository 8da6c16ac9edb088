package entity

import "mouldworks/internal/aps/model/modeltest"

// Moments stand in most lines of these tests: they have a short name.
var hour = modeltest.Hour
