package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every line of the glossary names words that people read in both languages, and a name that is in the code.
func TestTheGlossaryNamesWhatThereIs(t *testing.T) {
	root := filepath.Join("..", "..")
	var code strings.Builder
	for _, folder := range []string{"internal", "solver", "web/src", "docs/guide"} {
		if err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !regexp.MustCompile(`\.(go|tsx?|md)$`).MatchString(path) || strings.Contains(path, "_test.") || strings.Contains(path, ".test.") {
				return err
			}
			text, err := os.ReadFile(path)
			code.Write(text)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	all := code.String()
	lower := strings.ToLower(all)
	text, err := os.ReadFile(filepath.Join(root, "docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	terms := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.Contains(line, "---") || strings.Contains(line, "English") {
			continue
		}
		terms++
		zh, en, name := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.Trim(cells[4], " `")
		if !strings.Contains(all, zh) || !strings.Contains(lower, strings.ToLower(en)) {
			t.Errorf("nobody reads %q or %q", zh, en)
		}
		pkg, kind, isType := strings.Cut(name, ".")
		switch folder := filepath.Join(root, pkg); {
		case isType:
			if !strings.Contains(all, "\ntype "+kind+" ") {
				t.Errorf("%s: there is no type %s in %s", en, kind, pkg)
			}
		case strings.Contains(name, "/"):
			if _, err := os.Stat(folder); err != nil {
				t.Errorf("%s: %v", en, err)
			}
		case !strings.Contains(all, name):
			t.Errorf("%s: nothing is called %s", en, name)
		}
	}
	if terms < 45 {
		t.Errorf("%d terms", terms)
	}
}

// otherMeanings are the words of a term where it means something else, otherNames the terms of a word.
var (
	otherMeanings = map[string][]string{
		"排程": {"run"},          // the action
		"报工": {"Reports work"}, // of a group or a machine
		"设备": {"Device"},       // with which somebody signed in
		"批次": {"Batch no"},     // a column of numbers
		"发布": {"Published"},    // a moment, an entry of the log
		"分割": {"Segment"},      // the action
	}
	otherNames = map[string][]string{
		"Batch": {"批量"}, "run": {"排程", "运行排程"}, "Carried over": {"沿用执行中计划"}, "Supplier": {"外协"}, "Delivery": {"交付"}, "Progress": {"生产进度"},
		"Assembly": {"装配件"}, "Electrode": {"等电极"}, "Late": {"晚班"}, "Conflict": {"有冲突"}, "Title": {"标题"},
		"delivery": {"示例模具"}, "Earliest start": {"最早可用"}, "Lead time": {"周期"},
	}
)

// formerWords are those that texts once had for a thing which has another one now.
var formerWords = map[string]string{
	"拆分": "分割", "分段": "分割", "变动任务": "移动任务", "最早开工": "最早开始", "假定提前期": "假定日期", "晚 {{days}} 天": "延期 {{days}} 天",
	"resource is taken": "resource occupied", "as overdue": "as late", "Assumed lead": "Assumed date", "Earliest date": "Earliest start", "earliest date": "earliest start",
	"task is split": "task is segmented", "can be split": "can be segmented", "task is cut": "task is segmented", "that was cut": "that was segmented", "are cut otherwise": "are segmented otherwise",
	"Lead days (": "Lead time (", "be cut into": "be segmented", "never cut": "never segmented",
}

// sameWord tells that a text is a term of the glossary, or its plural.
func sameWord(text, term string) bool {
	text, term = strings.ToLower(text), strings.ToLower(term)
	return text == term || text == term+"s" || text == term+"es" || text == strings.TrimSuffix(term, "y")+"ies" || text == "people" && term == "person"
}

var goPair = regexp.MustCompile(`"((?:[^"\\]|\\.)*\p{Han}(?:[^"\\]|\\.)*)",\s*(?:En: )?"((?:[^"\\]|\\.)*)"`)

// A term has one word in English, and a word one term in Chinese, in whatever text of the server, the sheets and the pages.
func TestATermHasOneWord(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	words, terms := map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) > 4 && !strings.Contains(line, "---") && strings.TrimSpace(cells[2]) != "English" {
			zh, en := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])
			words[zh], terms[strings.ToLower(en)] = en, zh
		}
	}
	used := map[string]bool{}
	allowed := func(list map[string][]string, word, other string) bool {
		used[word+"/"+other] = true
		return slices.Contains(list[word], other)
	}
	seen := 0
	check := func(where, zh, en string) {
		for other, word := range formerWords {
			if strings.Contains(zh, other) || strings.Contains(en, other) {
				t.Errorf("%s: %q, %q: say %q, not %q", where, zh, en, word, other)
			}
		}
		if term, is := words[zh]; is {
			seen++
			if !sameWord(en, term) && !allowed(otherMeanings, zh, en) {
				t.Errorf("%s: %s is %q, the glossary says %q", where, zh, en, term)
			}
		}
		if term, is := terms[strings.ToLower(en)]; is && zh != term && !allowed(otherNames, en, zh) {
			t.Errorf("%s: %q is %s, the glossary says %s", where, en, zh, term)
		}
	}
	for _, folder := range []string{"internal", "web/src"} {
		if err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.Contains(path, "_test.") || strings.Contains(path, ".test.") {
				return err
			}
			switch {
			case strings.HasSuffix(path, ".go"):
				text, err := os.ReadFile(path)
				for _, m := range goPair.FindAllStringSubmatch(string(text), -1) {
					check(path, m[1], m[2])
				}
				return err
			case strings.HasSuffix(path, "texts.ts"):
				file, _ := filepath.Rel(filepath.Join(root, "web/src"), path)
				zh, en := screenWords(t, file)
				for key := range zh {
					check(file, zh[key], en[key])
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range []map[string][]string{otherMeanings, otherNames} {
		for word, others := range list {
			for _, other := range others {
				if !used[word+"/"+other] {
					t.Errorf("%s is nowhere %s any more: allow it no longer", word, other)
				}
			}
		}
	}
	if seen < 400 {
		t.Errorf("%d texts with a term", seen)
	}
}
