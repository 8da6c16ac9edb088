package production

import (
	"maps"
	"testing"
)

// A heading that is told again in another spelling has the later meaning alone: a file reads both as one name.
func TestALaterMeaningOfAHeadingReplacesAllSpellings(t *testing.T) {
	all := Headings{Sheets: map[string]string{"Plan": "moulds", "Old": "parts"}, Columns: map[string]map[string]string{"moulds": {"zz": "name"}}}.
		with(Headings{Sheets: map[string]string{" PLAN": "parts"}, Columns: map[string]map[string]string{"moulds": {"ZZ": ""}}})
	if !maps.Equal(all.Sheets, map[string]string{" PLAN": "parts", "Old": "parts"}) || !maps.Equal(all.Columns["moulds"], map[string]string{"ZZ": ""}) {
		t.Errorf("%+v", all)
	}
}
