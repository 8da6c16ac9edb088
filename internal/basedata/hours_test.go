package basedata_test

import (
	"slices"
	"testing"

	"mouldworks/internal/platform/resource"
)

// Hours of less than half a minute are refused in forms and files: they would be kept as 0, which means "none".
func TestHoursThatWouldBeNoneAreRefused(t *testing.T) {
	each(t, func(s *shop) {
		_, err := add(s, s.master.Suppliers, map[string]any{"code": "S1", "name": "S1", "outHours": 0.004, "backHours": 0}, nil)
		if got := faultsOf(err); got != "outHours min" {
			s.Errorf("the form: %s", got)
		}
		r := bring(s, s.master.Suppliers, resource.ImportFile{Data: []byte("code,name,outHours,backHours\nS1,S1,0.004,0\nS2,S2,0:00:20,0.016667\nS3,S3,0,0\n"), DryRun: true})
		if got := told(r.Faults); !slices.Equal(got, []string{`2 outHours min "0.004"`, `3 outHours min "0:00:20"`}) {
			s.Errorf("the file: %q", got)
		}
	})
}
