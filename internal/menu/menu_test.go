package menu_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/store"
)

// CONST-03, SCOPE-06, SCOPE-07, SCOPE-08, SCOPE-10: exactly these module keys and two of the menu alone, these prefixes, an icon for each.
func TestCatalogue(t *testing.T) {
	want := strings.Fields("crm pm dfm cad bom capp aps cam tooling tools qa buy outsource whms asm tr form dlv cost reports ems oee common system cell linknode es finance aftersale")
	icons := strings.Fields("crm common ems pm dfm cad bom capp aps cam tools qa buy whms outsource asm tr cost reports oee act tooling form dlv system cell linknode aftersale")
	prefix := map[string]string{"tooling": "mf", "tools": "tool", "common": "comm", "system": "settings"}
	var keys, menuOnly []string
	for _, m := range menu.Catalogue() {
		if m.MenuOnly {
			menuOnly = append(menuOnly, m.Key)
		} else {
			keys = append(keys, m.Key)
		}
		expect := m.Key
		if p, ok := prefix[m.Key]; ok {
			expect = p
		}
		if m.Prefix != expect {
			t.Errorf("%s has prefix %s", m.Key, m.Prefix)
		}
		icon := "module"
		if slices.Contains(icons, m.Key) {
			icon = m.Key
		}
		if m.Name.Zh == "" || m.Name.En == "" || m.Icon != icon {
			t.Errorf("%s: names %v, icon %s", m.Key, m.Name, m.Icon)
		}
	}
	// ROUTE-23: pages of scheduling, administration and shared services stand under aps, settings and comm.
	for _, m := range menu.For(store.Actor{}, menu.View{Language: "en", Hidden: true}) {
		under := map[string]string{"aps": "/aps/", "system": "/settings/", "common": "/comm/"}[m.ModuleKey]
		for _, item := range m.MenuChildren {
			for _, leaf := range append([]menu.Item{item}, item.Children...) {
				if under != "" && leaf.MenuURL != "" && leaf.ExternalURLFlag == 0 && !strings.HasPrefix(leaf.MenuURL, under) && !strings.HasPrefix(leaf.MenuURL, "/account") {
					t.Errorf("%s stands at %s, not under %s", leaf.MenuKey, leaf.MenuURL, under)
				}
			}
		}
	}
	slices.Sort(keys)
	slices.Sort(want)
	if !slices.Equal(keys, want) || !slices.Equal(menuOnly, []string{"mas", "act"}) {
		t.Errorf("the keys are %v and %v", keys, menuOnly)
	}
}

// The catalogued areas, row by row of the checklist, by the last part of their keys.
var areas = map[string]string{
	// MENU-01, MENU-02
	"crm": "home kanban order order-audit pre-customer pre-project-list lost-reason cost-statistics" +
		" quotation-assign quotation-manage quotation-my quotation-audit quotation-overview difficulty mould-size calculation-rule quotation-template",
	// MENU-03
	"pm":   "project project-audit mould work-order cavity-count mould-status mould-source mould-resume change-report maintenance-report plan-phase plan-template plan-instance query worklog kanban evaluation-task",
	"dfm":  "task",                                                                                                 // MENU-04
	"cad":  "overview assign manage my-task bom-import bom-review ecn-lock ecn-review bom-query setting",           // MENU-05
	"bom":  "part batch exam order query",                                                                          // MENU-06
	"capp": "task design workshop-plan card-print merge copy outsource-request kpi template",                       // MENU-07
	"aps":  "schedule execution adjust detail query capacity setting report",                                       // MENU-08
	"cam":  "task assign receive manage error-apply error-check error-query program-query batch-upload setting qc", // MENU-09
	// MENU-10
	"tooling":   "setup electrode-material arrange cnc-task cmm-task edm-task we-task rework checkout worklog report setting knowledge storage",
	"tools":     "home kanban base inventory flow report",                                                                                                                                                                                                                      // MENU-11
	"qa":        "exception analysis training setting",                                                                                                                                                                                                                         // MENU-12
	"buy":       "request purchase settlement deduction query",                                                                                                                                                                                                                 // MENU-13
	"outsource": "request purchase deliver receive query",                                                                                                                                                                                                                      // MENU-14
	"whms":      "position safety-stock in-out iqc scrap count query",                                                                                                                                                                                                          // MENU-15
	"asm":       "task",                                                                                                                                                                                                                                                        // MENU-16
	"dlv":       "delivery",                                                                                                                                                                                                                                                    // MENU-17
	"cost":      "report hours cycle review kpi",                                                                                                                                                                                                                               // MENU-18
	"reports":   "progress-query id-query",                                                                                                                                                                                                                                     // MENU-19
	"ems":       "machine machine-type coordinate monitor" + " fixture-kanban fixture-index fixture-maintenance-item fixture-category fixture-type fixture-input fixture-manage fixture-maintain fixture-safety-stock fixture-distribution fixture-statistics fixture-history", // MENU-20, MENU-21
	"oee":       "monitor rate alarm stop kanban",                                                                                                                                                                                                                              // MENU-22
	"common":    "kanban barcode service-order machine-qr online-user installer message-history",                                                                                                                                                                               // MENU-23
	// MENU-24, MENU-25
	"system": "company-info module material process factory customer tolerance delivery-address supplier" +
		" calendar shift title department role role-detail role-menu role-app-menu role-user user-add user server",
	"cell": "order task rfid unit",                                                   // MENU-26
	"mas":  "automation",                                                             // MENU-27
	"act":  "task",                                                                   // MENU-27
	"tr":   "", "form": "", "linknode": "", "es": "", "finance": "", "aftersale": "", // MENU-28
}

// MENU-30: the areas of the catalogue are named in both languages and at most two levels deep, and every module has a
// landing page.
func TestEveryCataloguedArea(t *testing.T) {
	for _, m := range menu.Catalogue() {
		seen := map[string]bool{}
		walk(t, m, m.Areas, 1, seen)
		expect, ok := areas[m.Key]
		if !ok {
			t.Errorf("%s is in no row", m.Key)
		}
		for _, key := range strings.Fields(expect) {
			if !seen[key] {
				t.Errorf("%s lacks %s", m.Key, key)
			}
		}
	}
	for _, lang := range []string{"zh", "en"} {
		for _, m := range menu.For(store.Actor{}, menu.View{Language: lang}) {
			if !strings.HasSuffix(m.ModuleURL, "/medium") {
				t.Errorf("%s lands on %s", m.ModuleKey, m.ModuleURL)
			}
		}
	}
}

// A module without pages says what it will hold; one with pages, or whose pages are somebody else's, does not.
func TestPlannedModulesNameTheirAreas(t *testing.T) {
	of := func(lang, key string, v map[string]menu.ModuleSetting) menu.ModuleData {
		list := menu.For(store.Actor{}, menu.View{Language: lang, Modules: v})
		return list[slices.IndexFunc(list, func(m menu.ModuleData) bool { return m.ModuleKey == key })]
	}
	if crm := of("en", "crm", nil); crm.Kind != "planned" || len(crm.PlannedAreas) == 0 {
		t.Errorf("%+v", crm)
	}
	if zh, en := of("zh", "crm", nil).PlannedAreas, of("en", "crm", nil).PlannedAreas; len(zh) != len(en) || zh[0] == en[0] {
		t.Errorf("the areas are %v and %v", zh, en)
	}
	if aps := of("en", "aps", nil); aps.PlannedAreas != nil {
		t.Errorf("scheduling is there: %v", aps.PlannedAreas)
	}
	if other := of("en", "crm", map[string]menu.ModuleSetting{"crm": {Address: "https://crm.example/"}}); other.Kind != "external" || other.PlannedAreas != nil {
		t.Errorf("somebody else's: %+v", other)
	}
}

func walk(t *testing.T, m menu.Module, list []menu.Area, level int, seen map[string]bool) {
	t.Helper()
	if level > 2 && len(list) > 0 {
		t.Errorf("%s nests too deep", m.Key)
	}
	for _, a := range list {
		if a.Key == "" || seen[a.Key] || a.Name.Zh == "" || a.Name.En == "" || a.Path != "" && len(a.Children) > 0 || a.Need != "" && a.Tree == "" {
			t.Errorf("%s: %+v", m.Key, a)
		}
		seen[a.Key] = true
		walk(t, m, a.Children, level+1, seen)
	}
}

func leaves(items []menu.Item) (list []menu.Item) {
	for _, item := range items {
		list = append(append(list, item), leaves(item.Children)...)
	}
	return list
}

// MENU-29, MENU-31, MENU-32, PERM-01: display and operations follow the caller's permissions and the opened modules;
// what does not display is sent only to those who ask for hidden entries.
func TestTheTreeFollowsPermissions(t *testing.T) {
	actor := store.Actor{
		May:     map[string]bool{"ems.machine.check": true, "ems.machine.add": true, "pm.mould.check": true, "system.customer.check": true},
		Modules: map[string]bool{"ems": true, "system": true, "common": true},
	}
	shown := map[string]int{}
	for _, m := range menu.For(actor, menu.View{Language: "en", Hidden: true}) {
		for _, item := range leaves(m.MenuChildren) {
			shown[item.MenuKey] = item.Display
			switch item.MenuKey {
			case "ems.machine":
				if !slices.Equal(item.OptChildren["ems.machine"], []string{"add", "check"}) || item.MenuName != "Machines" || item.MenuURL != "/ems/machine" ||
					item.RouterURL != item.MenuURL || item.ModuleKey != "ems" || item.HTTPMenuKey != "machine" || item.IconName != "ems" || item.NewWindowFlag != 0 || item.Need != "ems.machine.check" {
					t.Errorf("machines: %+v", item)
				}
			case "system.user-add":
				if item.Need != "system.user.add" || item.Display != 0 {
					t.Errorf("a page that another permission shows: %+v", item)
				}
			case "common.api-reference":
				if item.Need != "" || item.MenuURL != "/docs" || item.RouterURL != "" || item.ExternalURLFlag != 1 || item.NewWindowFlag != 1 {
					t.Errorf("a page outside the shell: %+v", item)
				}
			}
		}
	}
	for key, display := range map[string]int{
		"ems.machine": 1, "ems.machine-attribute": 0, "pm.mould": 0, "aps.schedule": 0, "ems.fixture": 0, "ems.fixture-kanban": 0,
		"system.base": 1, "system.customer": 1, "system.material": 0, "system.business": 0, "common.message": 1,
	} {
		if got, ok := shown[key]; !ok || got != display {
			t.Errorf("%s has display %d, known %v", key, got, ok)
		}
	}
	for _, m := range menu.For(actor, menu.View{Language: "zh"}) {
		for _, item := range leaves(m.MenuChildren) {
			if item.Display != 1 {
				t.Errorf("%s is sent though it is hidden", item.MenuKey)
			}
		}
	}
	for _, m := range menu.For(actor, menu.View{NoMenus: true}) {
		if len(m.MenuChildren) > 0 {
			t.Errorf("%s comes with menus", m.ModuleKey)
		}
	}
}

// Only what a caller finds in the menu can be a favourite.
func TestOnlyLeavesOpen(t *testing.T) {
	actor := store.Actor{May: map[string]bool{"system.customer.check": true}, Modules: map[string]bool{"system": true}}
	leaves := menu.Company{}.Leaves(actor, "zh")
	if item, ok := leaves["system.customer"]; !ok || item.MenuName != "客户" {
		t.Errorf("customers: %v %+v", ok, item)
	}
	for _, key := range []string{"system.base", "system.material", "pm.mould", "", "nobody"} {
		if _, ok := leaves[key]; ok {
			t.Errorf("%q opens", key)
		}
	}
}

// GATEWAY-06: the way that the message about a missing port names is the way that the menu goes.
func TestTheMenuHasTheWayToTheGateways(t *testing.T) {
	actor := store.Actor{Modules: map[string]bool{"system": true}, May: map[string]bool{"system.server.check": true}}
	for lang, want := range map[string][]string{"zh": {"系统设置", "私有云", "服务器部署"}, "en": {"System settings", "Private cloud", "Server deployment"}} {
		found := false
		for _, m := range menu.For(actor, menu.View{Language: lang}) {
			for _, heading := range m.MenuChildren {
				for _, leaf := range heading.Children {
					found = found || slices.Equal([]string{m.ModuleName, heading.MenuName, leaf.MenuName}, want) && leaf.MenuURL == "/settings/server"
				}
			}
		}
		if !found {
			t.Errorf("no way %v", want)
		}
	}
}

// Permissions that stand behind several entries of the menu are called by what they are about, not by the first of them.
func TestPermissionsOfUsersAreCalledUsers(t *testing.T) {
	page, change := menu.PageName("system.user"), menu.PermissionName("system.user.modify")
	if page.Zh != "用户" || page.En != "Users" || change.Zh != "用户：修改" || change.En != "Users: change" {
		t.Errorf("they are called %v and %v", page, change)
	}
}
