package basedata_test

import (
	"strings"
	"testing"
)

// BASE-PARTNO-01, BASE-PARTNO-02, BASE-PARTNO-03: a part without a number gets the next one of the rule of its type.
func TestPartNumbers(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.PartNumbers, "number", "name", "typeId", "specification", "unitId", "valid", "remark")
		declares(t, s.master.PartNumberTypes, "code", "name", "valid", "remark")
		declares(t, s.master.PartNumberRules, "name", "typeId", "prefix", "datePart", "separator", "digits", "beginsAt", "valid")
		standard := must(s, s.master.PartNumberTypes, map[string]any{"code": "STD", "name": "标准件"})
		free := must(s, s.master.PartNumberTypes, map[string]any{"code": "X", "name": "其他"})
		rule := must(s, s.master.PartNumberRules, map[string]any{"name": "标准件规则", "typeId": standard.ID, "prefix": "S", "separator": 2, "digits": 2, "beginsAt": 97})
		try(s, s.master.PartNumberRules, map[string]any{"name": "又一规则", "typeId": free.ID, "prefix": "X", "digits": 2},
			attempt{"a second rule of a type", map[string]any{"typeId": standard.ID}, []string{"typeId unique"}},
			attempt{"a digit", map[string]any{"digits": 1}, []string{"digits min"}},
			attempt{"nine digits", map[string]any{"digits": 9}, []string{"digits max"}},
			attempt{"a first figure of more digits", map[string]any{"beginsAt": 100}, []string{"beginsAt digits"}},
		)
		part := func(number string) string {
			p, err := add(s, s.master.PartNumbers, map[string]any{"number": number, "name": "导柱", "typeId": standard.ID}, nil)
			if err != nil {
				return said(err, "en")
			}
			return p.Number
		}
		for _, c := range []struct{ typed, want string }{{"", "S_97"}, {"SA98", "SA98"}, {"S_980", "S_980"}, {"", "S_98"}, {"S_99", "S_99"}} {
			if got := part(c.typed); got != c.want {
				s.Errorf("%q became %s, want %s", c.typed, got, c.want)
			}
		}
		if got := part(""); !strings.Contains(got, "has no more numbers") {
			s.Errorf("behind the last figure: %s", got)
		}
		if err := edit(s, s.master.PartNumberRules, rule.ID, map[string]any{"digits": 4, "datePart": 4}); err != nil {
			s.Fatal(err)
		}
		if got := part(""); len(got) != len("S_202611_0097") || !strings.HasPrefix(got, "S_20") || !strings.HasSuffix(got, "_0097") {
			s.Errorf("with the date: %s", got)
		}
		if _, err := add(s, s.master.PartNumberRules, map[string]any{"name": "又一规则", "typeId": standard.ID, "prefix": "X", "digits": 2}, nil); !strings.Contains(said(err, "en"), "“标准件” already exists") {
			s.Errorf("a second rule names the type: %v", err)
		}
		// All spellings of a number are one; the last figure, typed by hand, leaves those below it.
		if err := edit(s, s.master.PartNumberRules, rule.ID, map[string]any{"prefix": "c", "digits": 2, "datePart": 0, "beginsAt": 1}); err != nil {
			s.Fatal(err)
		}
		for _, c := range []struct{ typed, want string }{{"C_01", "C_01"}, {"", "c_02"}, {"c_99", "c_99"}, {"", "c_03"}} {
			if got := part(c.typed); got != c.want {
				s.Errorf("%q became %s, want %s", c.typed, got, c.want)
			}
		}
		own := must(s, s.master.PartNumbers, map[string]any{"number": "OWN", "name": "导柱", "typeId": standard.ID})
		if got := broken(edit(s, s.master.PartNumbers, own.ID, map[string]any{"number": ""})); len(got) != 1 || got[0] != "number required" {
			s.Errorf("a number is taken away: %v", got)
		}
		if _, err := add(s, s.master.PartNumbers, map[string]any{"name": "导套", "typeId": free.ID}, nil); !strings.Contains(said(err, "zh"), "请填写零件编码") {
			s.Errorf("without a rule: %v", err)
		}
	})
}
