package route_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/internal/route"
)

func TestPredecessorsReadWhatPeopleType(t *testing.T) {
	type p = route.Predecessor
	for text, want := range map[string][]p{
		"10":                   {{OpNo: 10}},
		"10.0":                 {{OpNo: 10}},
		" 10 ; P3/20 ":         {{OpNo: 10}, {PartNo: "P3", OpNo: 20}},
		"10；20":                {{OpNo: 10}, {OpNo: 20}},
		";10;;20;":             {{OpNo: 10}, {OpNo: 20}},
		"A/B/10":               {{PartNo: "A/B", OpNo: 10}},
		"10#a":                 {{OpNo: 10, Branch: "a"}},
		"A/B/10#x/y":           {{PartNo: "A/B", OpNo: 10, Branch: "x/y"}},
		"P#1/10":               {{PartNo: "P#1", OpNo: 10}},
		"P#1/10#a":             {{PartNo: "P#1", OpNo: 10, Branch: "a"}},
		`"P#1"/10#a`:           {{PartNo: "P#1", OpNo: 10, Branch: "a"}},
		`"A;B"/10;20`:          {{PartNo: "A;B", OpNo: 10}, {OpNo: 20}},
		`20;"A;B""C"/10#"x;y"`: {{OpNo: 20}, {PartNo: `A;B"C`, OpNo: 10, Branch: "x;y"}},
		`"A；B" / 10 ； 30`:      {{PartNo: "A；B", OpNo: 10}, {OpNo: 30}},
		`"A/10`:                {{PartNo: `"A`, OpNo: 10}},
		`3"x/10;20`:            {{PartNo: `3"x`, OpNo: 10}, {OpNo: 20}},
		"9999":                 {{OpNo: 9999}},
	} {
		if got, bad := route.Read(text); bad != "" || !slices.Equal(got, want) {
			t.Errorf("%q is %+v (not read: %q), want %+v", text, got, bad, want)
		}
	}
	for text, bad := range map[string]string{"0": "0", "10000": "10000", "10;x;y": "x", "/10": "/10", "P3/": "P3/", `"A;B"/x`: `"A;B"/x`, "A;B/10": "A", "10.5": "10.5"} {
		if got, wrong := route.Read(text); wrong != bad {
			t.Errorf("%q gave %+v and cannot read %q, want %q", text, got, wrong, bad)
		}
	}
}

// Numbers of mould shops hold every character of the notation: what is kept always reads back.
func TestPredecessorsReadBack(t *testing.T) {
	word := rapid.StringMatching(`[A-C0-9#/;；,+" -]{1,8}`).Filter(func(s string) bool { return s[0] != ' ' && s[len(s)-1] != ' ' })
	rapid.Check(t, func(t *rapid.T) {
		var all []route.Predecessor
		for range rapid.IntRange(1, 3).Draw(t, "count") {
			p := route.Predecessor{OpNo: rapid.IntRange(1, 9999).Draw(t, "number")}
			if rapid.Bool().Draw(t, "of another part") {
				p.PartNo = word.Draw(t, "part")
			}
			if rapid.Bool().Draw(t, "one branch") {
				p.Branch = word.Draw(t, "branch")
			}
			all = append(all, p)
		}
		text := route.Format(all)
		for way, parse := range map[string]func(string) ([]route.Predecessor, string){"kept": route.Parse, "typed": route.Read} {
			if got, bad := parse(text); bad != "" || !slices.Equal(got, all) {
				t.Fatalf("%s: %q is %+v (%q), want %+v", way, text, got, bad, all)
			}
		}
	})
}
