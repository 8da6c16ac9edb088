package result

import "time"

var ruleStart = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
