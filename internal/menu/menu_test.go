package menu_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/store"
)

// SCOPE-06, SCOPE-07: exactly these module keys, and these prefixes.
func TestCatalogue(t *testing.T) {
	want := strings.Fields("crm pm dfm cad bom capp aps cam tooling tools qa buy outsource whms asm tr form dlv cost reports ems oee common system cell linknode es finance aftersale")
	prefix := map[string]string{"tooling": "mf", "tools": "tool", "common": "comm", "system": "settings"}
	var keys []string
	for _, m := range menu.Catalogue() {
		keys = append(keys, m.Key)
		expect := m.Key
		if p, ok := prefix[m.Key]; ok {
			expect = p
		}
		if m.Prefix != expect {
			t.Errorf("%s has prefix %s", m.Key, m.Prefix)
		}
		if m.Name.Zh == "" || m.Name.En == "" || m.Icon == "" {
			t.Errorf("%s lacks a name or an icon", m.Key)
		}
	}
	slices.Sort(keys)
	slices.Sort(want)
	if !slices.Equal(keys, want) {
		t.Errorf("the keys are %v", keys)
	}
}

// MENU-31, MENU-32, PERM-01: display and operations follow the caller's permissions and the opened modules.
func TestTheTreeFollowsPermissions(t *testing.T) {
	actor := store.Actor{May: map[string]bool{"ems.machine.check": true, "ems.machine.add": true, "pm.mould.check": true}, Modules: map[string]bool{"ems": true}}
	shown := map[string]int{}
	for _, m := range menu.For(actor, "en") {
		for _, item := range m.MenuChildren {
			shown[item.MenuURL] = item.Display
			if item.TreeKey == "ems.machine" {
				operations := item.OptChildren["ems.machine"]
				slices.Sort(operations)
				if !slices.Equal(operations, []string{"add", "check"}) || item.MenuName != "Machines" {
					t.Errorf("machines: %+v", item)
				}
			}
		}
	}
	if shown["/ems/machine"] != 1 || shown["/pm/mould"] != 0 || shown["/aps/schedule"] != 0 {
		t.Errorf("shown: %v", shown)
	}
}
