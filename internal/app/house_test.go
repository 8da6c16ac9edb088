package app

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The picture of the house shows every room of internal, and its table every way from one to another.
func TestTheHouseIsDrawnAsItStands(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string][]string{}
	row := regexp.MustCompile("(?m)^\\| `((?:internal|solver)[a-z/]*)` \\| (.*) \\|$")
	quoted := regexp.MustCompile("`([a-z/]+)`")
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		for _, to := range quoted.FindAllStringSubmatch(m[2], -1) {
			drawn[m[1]] = append(drawn[m[1]], to[1])
		}
	}
	picture := strings.Split(string(page), "```")[1]
	built := map[string][]string{}
	for _, folder := range []string{"internal/*", "internal/aps/*", "internal/production/*"} {
		rooms, err := filepath.Glob(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range rooms {
			name := filepath.ToSlash(strings.TrimPrefix(room, root+string(filepath.Separator)))
			ways := waysOf(t, room)
			if name == "internal/app" || ways == nil {
				continue
			}
			if len(ways) > 0 {
				built[name] = slices.Sorted(maps.Keys(ways))
			}
			if strings.Count(name, "/") == 1 && !strings.Contains(picture, name+" ") {
				t.Errorf("%s is not in the picture", name)
			}
		}
	}
	if len(built) < 5 {
		t.Errorf("only %d rooms lead into others", len(built))
	}
	for name := range built {
		if slices.Sort(drawn[name]); !slices.Equal(drawn[name], built[name]) {
			t.Errorf("%s imports %q, the table says %q", name, built[name], drawn[name])
		}
		delete(drawn, name)
	}
	for name, to := range drawn {
		t.Errorf("%s imports nothing of ours, the table says %q", name, to)
	}
}

// waysOf are the packages of ours that a room imports beside the kit, those of the solver as one; nil where it holds no code.
func waysOf(t *testing.T, room string) (ways map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(room, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		if ways == nil {
			ways = map[string]bool{}
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range tree.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			way, ours := strings.CutPrefix(path, "mouldworks/")
			switch {
			case !ours || strings.HasPrefix(way, "internal/platform/"):
			case strings.HasPrefix(way, "solver"):
				ways["solver"] = true
			default:
				ways[way] = true
			}
		}
	}
	return ways
}
