package solving

import "mouldworks/internal/aps/model/modeltest"

// hour has a short name: moments stand in most lines of these tests.
var hour = modeltest.Hour
