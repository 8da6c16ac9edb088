package resource

import (
	"reflect"
	"strings"
	"testing"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What a field refuses says what the field takes, in one sentence.
func TestAValueOfAnotherTypeIsToldByTheField(t *testing.T) {
	var row struct{ Users []string }
	for kind, want := range map[Kind]string{
		KindReferences: "Receiving users must be a list of ids of records", KindReference: "Receiving users must be the id of a record", KindText: "Receiving users must be a text",
	} {
		f := &Field{Key: "users", Kind: kind, Label: problem.L("接收人", "Receiving users"), index: []int{0}}
		bad := decodeDate(f, "users", []byte(`5`), reflect.ValueOf(&row).Elem(), cell.Dates{})
		if len(bad) != 1 || bad[0].Text().In(problem.English) != want {
			t.Errorf("%s: %v", kind, bad)
		}
	}
	in := &importer[*nameless]{}
	_, bad := cell.Choice("x", []cell.Option{{Value: 1, Label: problem.L("一", "One")}})
	if text := in.labelled(&Field{Label: problem.L("种类", "Kind")}, bad).In(problem.English); !strings.HasPrefix(text, "Kind: must be one of: 1 One") {
		t.Error(text)
	}
}

// nameless is an entity without fields.
type nameless struct{ store.Row }
