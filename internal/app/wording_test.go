package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// I18N-04, I18N-06, HEADER-26, FAV-02, MENU wording: the module tree brings the six modules of texts with their cache time, and
// nothing while the copy is current; a company's own words stand in the maps, the menu and the metadata, at once and
// for nobody else; what the product does not call anything cannot be renamed.
func TestACompanysOwnWords(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		administrator := signedIn(t, server, "13800000001")
		tree := func(lang, cacheTime string) (tree menu.Tree, maps map[string]map[string]string) {
			t.Helper()
			_, r := ask(t, server, administrator, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{
				"needMenu": 1, "language": lang, "languageModules": "table,table_value,common,menu,system,aps", "languageCacheTime": cacheTime,
			})
			if err := json.Unmarshal(r.Data, &tree); err != nil {
				t.Fatal(err)
			}
			return tree, tree.LanguageData.Maps
		}
		first, maps := tree("en", "")
		if len(maps) != 6 || maps["table"]["machine.name"] != "Name" || maps["table_value"]["machine.status.1"] == "" || maps["menu"]["aps.schedule"] != "Schedules" || maps["menu"]["aps"] != "Planning and scheduling" || len(maps["common"]) != 0 {
			t.Errorf("the maps are %d: %v %v", len(maps), maps["menu"], maps["common"])
		}
		if again, maps := tree("en", first.LanguageData.CacheTime); maps != nil || again.LanguageData.CacheTime != first.LanguageData.CacheTime {
			t.Error("a copy that is current is sent again")
		}
		if _, maps := tree("zh", first.LanguageData.CacheTime); maps["menu"]["aps.schedule"] == "" || maps["menu"]["aps.schedule"] == "Schedules" {
			t.Errorf("in the other language: %v", maps["menu"]["aps.schedule"])
		}
		for _, w := range []map[string]any{
			{"module": 1, "word": "machine.name", "zh": "机台号", "en": "Station"},
			{"module": 4, "word": "aps.schedule", "zh": "", "en": "Plans"},
			{"module": 4, "word": "oee.kanban", "en": "Board of the hall"},
			{"module": 4, "word": "aps", "zh": "排产", "en": "Planning office"},
			{"module": 3, "word": "shell.home", "zh": "工作台", "en": "Workbench"},
		} {
			if status, r := ask(t, server, administrator, http.MethodPost, "bms/wording", w); status != http.StatusOK {
				t.Fatalf("%v: %d %+v", w, status, r)
			}
		}
		for rule, w := range map[string]map[string]any{
			"word:known":    {"module": 4, "word": "aps.nothing", "en": "x"},
			"zh:required":   {"module": 3, "word": "shell.away"},
			"word:pattern":  {"module": 3, "word": "two words", "en": "x"},
			"word:unique":   {"module": 4, "word": "aps.schedule", "en": "x"},
			"en:maxLength":  {"module": 3, "word": "shell.away", "en": strings.Repeat("x", 101)},
			"word:required": {"module": 3, "word": "", "en": "x"},
		} {
			if _, r := ask(t, server, administrator, http.MethodPost, "bms/wording", w); rulesOf(r) != rule {
				t.Errorf("%v: %+v", w, r)
			}
		}
		// What may be renamed is offered, in both languages and by where it stands.
		var offered ProductWords
		if _, r := ask(t, server, administrator, http.MethodGet, "bms/wording/words", nil); json.Unmarshal(r.Data, &offered) != nil {
			t.Fatal("no words are offered")
		}
		for _, want := range []ProductWord{
			{1, "machine.name", "Machine", "名称", "Name"}, {2, "machine.status.1", "Machine · Status", maps["table_value"]["machine.status.1"], ""}, {4, "aps", "", "计划排程", "Planning and scheduling"}, {4, "aps.schedule", "Planning and scheduling", "", "Schedules"},
		} {
			if !slices.ContainsFunc(offered.Words, func(w ProductWord) bool {
				return w.Kind == want.Kind && w.Word == want.Word && w.Of == want.Of && (want.En == "" || w.En == want.En) && w.Zh != ""
			}) {
				t.Errorf("%+v is not offered", want)
			}
		}
		for _, w := range offered.Words {
			if module := []string{"table", "table_value", "", "menu"}[w.Kind-1]; !a.knownWord(module, w.Word) {
				t.Errorf("%+v is offered and refused", w)
			}
		}
		second, maps := tree("en", first.LanguageData.CacheTime)
		if maps["table"]["machine.name"] != "Station" || maps["menu"]["aps.schedule"] != "Plans" || maps["common"]["shell.home"] != "Workbench" {
			t.Errorf("the company's words: %v %v %v", maps["table"]["machine.name"], maps["menu"]["aps.schedule"], maps["common"])
		}
		for _, m := range second.ModuleData {
			if m.ModuleKey != "aps" {
				continue
			}
			if m.ModuleName != "Planning office" || m.Name != "排产" || m.FName != "Planning office" || m.TreeKey != "aps" || m.MenuKey != "aps" || m.ModuleID == 0 || m.IconName == "" || m.ModuleURL != "/aps/medium" {
				t.Errorf("the module is %+v", m)
			}
			if i := strings.Index(string(mustJSON(t, m.MenuChildren)), `"menuName":"Plans"`); i < 0 {
				t.Error("the menu keeps its old name")
			}
		}
		// FAV-02: favourites, a module that is not opened and a kanban are called the same.
		if _, r := ask(t, server, administrator, http.MethodPost, "upms/userMenu/addUserMenu", map[string]any{"menuKey": "aps.schedule"}); !strings.Contains(string(r.Data), `"menuName":"Plans"`) {
			t.Errorf("the favourite is %s", r.Data)
		}
		if _, r := ask(t, server, administrator, http.MethodGet, "bms/sys/frame/kanban?menuKey=oee.kanban", nil); !strings.Contains(string(r.Data), `"menuName":"Board of the hall"`) {
			t.Errorf("the kanban is %s", r.Data)
		}
		close := func(modules string) {
			t.Helper()
			if err := a.DB.System(t.Context(), "a test", func(tx store.Tx) error {
				_, err := tx.Change((*tenancy.Tenant)(nil)).Set("modules = ?", modules).Where("code = ?", demoCode).Exec(t.Context())
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		close(`["system","common"]`)
		if status, r := ask(t, server, administrator, http.MethodPost, "aps/exe/job/query", map[string]any{}); status != http.StatusConflict || r.Message != "Module Planning office is not opened" {
			t.Errorf("a closed module: %d %+v", status, r)
		}
		close(`["system","common","aps","ems"]`)
		// A language that the company has not filled in keeps the product's word.
		if _, maps := tree("zh", ""); maps["menu"]["aps.schedule"] == "" || maps["menu"]["aps.schedule"] == "Plans" || maps["table"]["machine.name"] != "机台号" {
			t.Errorf("in Chinese: %v", maps["menu"]["aps.schedule"])
		}
		_, r := ask(t, server, administrator, http.MethodGet, "meta/machine", nil)
		if !strings.Contains(string(r.Data), `{"zh":"机台号","en":"Station"}`) {
			t.Error("the screens of machines keep the old name")
		}
		if strings.Contains(string(mustJSON(t, a.Master.Machines.Meta(func(string) bool { return true }))), "Station") {
			t.Error("the declaration has changed for every company")
		}
	})
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
