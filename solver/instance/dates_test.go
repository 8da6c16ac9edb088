package instance_test

import (
	"testing"

	"mouldworks/solver/instance"
)

// The latest date holds an operation; the latest of another cause holds it when the first is lifted.
func TestDatesOfSeveralCauses(t *testing.T) {
	type date struct {
		at    int64
		cause string
	}
	for _, c := range []struct {
		dates              []date
		release, otherwise int64
		cause              string
	}{
		{nil, 0, 0, ""},
		{[]date{{0, "mould"}, {-5, "material"}}, 0, 0, ""},
		{[]date{{10, "material"}, {9, "program"}}, 10, 9, "material"},
		{[]date{{9, "program"}, {10, "material"}}, 10, 9, "material"},
		{[]date{{5, "design"}, {8, "material"}, {10, "design"}}, 10, 8, "design"},
		{[]date{{8, "material"}, {10, "material"}}, 10, 0, "material"},
		{[]date{{10, "material"}, {8, "material"}, {4, "program"}, {6, "mould"}}, 10, 6, "material"},
	} {
		var op instance.Op
		for _, d := range c.dates {
			op.NotBefore(instance.At(d.at), d.cause)
		}
		minutes := func(m *instance.Moment) int64 {
			if m == nil {
				return 0
			}
			return m.Minutes
		}
		if minutes(op.Release) != c.release || minutes(op.Otherwise) != c.otherwise || op.Cause != c.cause {
			t.Errorf("%v: %d for %q, otherwise %d", c.dates, minutes(op.Release), op.Cause, minutes(op.Otherwise))
		}
	}
}
