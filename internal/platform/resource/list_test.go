package resource_test

import (
	"math"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource"
)

// VALID-01: rows in memory are searched as rows of the database are.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		search string
		texts  []string
		want   bool
	}{
		{"", []string{"anything"}, true},
		{"**", []string{"anything"}, true},
		{" **LI", []string{"Li Lei", "10.0.0.1"}, true},
		{"l***lei", []string{"Li Lei"}, true},
		{"lei*li", []string{"Li Lei"}, false},
		{"li*10", []string{"Li Lei", "10.0.0.1"}, false}, // one text alone answers
		{"0.1", []string{"Li Lei", "10.0.0.1"}, true},
		{"%", []string{"Li Lei"}, false},
		{"ｓａ／＊２", []string{"SA/B-2"}, true},
		{"sa/b", []string{"SA／B"}, true},
		{strings.Repeat("x", 51), []string{strings.Repeat("x", 50)}, true}, // 50 characters are used
		{strings.Repeat("x", 49) + "y", []string{strings.Repeat("x", 60)}, false},
	} {
		if got := resource.Fits(c.search, c.texts...); got != c.want {
			t.Errorf("%q in %q: %v", c.search, c.texts, got)
		}
	}
}

func TestNoPageIsTooFar(t *testing.T) {
	for _, c := range [][3]int{{1, 50, 0}, {3, 50, 100}, {0, 50, 0}, {-4, 50, 0}, {math.MinInt, 500, 0}} {
		if got := resource.Before(c[0], c[1]); got != c[2] {
			t.Errorf("page %d of %d begins behind %d", c[0], c[1], got)
		}
	}
	for _, page := range []int{math.MaxInt, math.MaxInt/500 + 2, 1 << 40} {
		if got := resource.Before(page, 500); got < 1<<30 || got > math.MaxInt32 {
			t.Errorf("page %d begins behind %d", page, got)
		}
	}
}
