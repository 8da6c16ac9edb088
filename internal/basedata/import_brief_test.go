package basedata_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// The preview of a list quotes of a long cell its beginning: 200 characters of a key or in a message, 1000 of a value to be mended.
func TestAPreviewOfAListQuotesLittleOfALongCell(t *testing.T) {
	each(t, func(s *shop) {
		long := strings.Repeat("k", 20_000)
		r := take(s.ctx, s.T, s.db, s.master.Machines, "name,groupId,workRate,"+long+"\n"+long+",CNC,1,\nM1,"+long+","+long+",\n# "+long+",,,\n", true)
		if len(r.Faults) < 4 || len(r.Rows) != 3 {
			s.Fatalf("%d faults, %d rows", len(r.Faults), len(r.Rows))
		}
		for _, f := range r.Faults {
			if len(f.Key) > 210 || len(f.Texts.En) > 400 || len(f.Value) > 1010 {
				s.Errorf("%d %s %s: key %d, message %d, value %d", f.Row, f.Column[:min(20, len(f.Column))], f.Rule, len(f.Key), len(f.Texts.En), len(f.Value))
			}
		}
		if raw, _ := json.Marshal(r.Rows); len(raw) > 2000 {
			s.Errorf("the rows take %d bytes", len(raw))
		}
	})
}
