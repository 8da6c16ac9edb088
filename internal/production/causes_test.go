package production

import (
	"slices"
	"strings"
	"testing"
)

// What a word may have meant: the codes that take the fewest letters to add, take away or change, then by the alphabet; at
// most thirty, each once.
func TestTheLikeliestCodes(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"ab", "abc", 1}, {"abc", "bc", 1}, {"kitten", "sitting", 3}, {"型腔", "型芯", 1}, {"ab", "ba", 2}, {"abcd", "xbyd", 2}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q and %q are %d apart, want %d", c.a, c.b, got, c.want)
		}
	}
	if got := likeliest("cnx", []string{"EDM", "CNC", "cna", "CN", "CNC", "WEDM"}); !slices.Equal(got, []string{"CN", "CNC", "cna", "EDM", "WEDM"}) {
		t.Errorf("%q", got)
	}
	many := strings.Fields(strings.Repeat("a bb ccc dddd ", 3) + "e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae af ag")
	if got := likeliest("", many); len(got) != 30 || got[0] != "a" {
		t.Errorf("%d codes: %q", len(got), got)
	}
	if got := likeliest("x", []string{"b", "a"}); len(got) != 2 {
		t.Errorf("%q", got)
	}
}

// What people write for the records of each kind stands in the lists that the master data name.
func TestCodesOfEachKind(t *testing.T) {
	one := func(code string) map[string]string { return map[string]string{code: "id"} }
	m := &Masters{
		Customers: one("c"), Suppliers: one("s"), OrderTypes: one("o"), PartTypes: one("p"), Materials: one("m"), Grades: one("g"), Machines: map[string]MasterMachine{"mc": {}},
		Groups: map[string]MasterGroup{"gr": {}}, Processes: map[string]MasterProcess{"pr": {}}, Other: map[string][]string{"shift": {"D"}},
	}
	for kind, want := range map[string]string{"customer": "c", "supplier": "s", "orderType": "o", "partType": "p", "material": "m", "accuracyGrade": "g", "machine": "mc", "group": "gr", "process": "pr", "shift": "D"} {
		if got := m.codes(kind); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q", kind, got)
		}
	}
	if got := m.codes("nothing"); len(got) != 0 {
		t.Errorf("%q", got)
	}
}
