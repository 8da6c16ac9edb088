package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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
