package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder with one instance and one that Taillard's generator supplies gives
// a table with both; a wrong number in the list names the line.
func TestBenchMeasuresAndGenerates(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const head = "file,jobs,machines,operations,lower_bound,upper_bound\n"
	write("jsp/ta/tiny.txt", "2 2\n0 3 1 2\n1 4 0 1\n")
	write("best_known.csv", head+"jsp/ta/tiny.txt,2,2,4,6,6\njsp/ta/ta02.txt,15,15,225,1244,1244\n")
	out := filepath.Join(dir, "out.md")
	c := benchCommand{Instances: dir, Sets: []string{"ta", "mould-1", "planted-1"}, Seconds: 0.05, Every: 1, Shops: 2, Seed: 1, Workers: 1, Out: out}
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## ta", "| 2 |", "## mould-1", "first plan s", "## planted-1", "| 2 |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if picture, err := os.ReadFile(filepath.Join(dir, "out.svg")); err != nil || !strings.Contains(string(picture), ">mould-1</text>") {
		t.Errorf("the picture: %v\n%s", err, picture)
	}
	write("best_known.csv", head+"jsp/ta/tiny.txt,2,2,4,six,6\n")
	if err := c.Run(); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a word for a number: %v", err)
	}
	for _, set := range []string{"nothing", "mould-x"} {
		bad := benchCommand{Sets: []string{set}, Seconds: 1, Every: 1, Shops: 1, Workers: 1}
		if err := bad.Run(); err == nil {
			t.Errorf("set %q accepted", set)
		}
	}
}

// Another solver is measured on the same files with the same seconds and threads: those of the folder, those that are
// generated, and mould shops.
func TestBenchComparesAnotherSolver(t *testing.T) {
	dir := t.TempDir()
	solver := filepath.Join(dir, "other")
	script := `#!/bin/sh
case "$2 $3" in "0.05 1") ;; *) exit 3;; esac
case "$(head -n 1 "$1")" in
"15 15") echo '{"value": 2488}' ;;
"{"*) echo '{"value": 77}' ;;
*) exit 4 ;;
esac
`
	list := "file,jobs,machines,operations,lower_bound,upper_bound\njsp/ta/ta02.txt,15,15,225,1244,1244\n"
	for name, text := range map[string]string{solver: script, filepath.Join(dir, "best_known.csv"): list} {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil { //nolint:gosec // one of them is run
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out.md")
	c := benchCommand{
		Instances: dir, Sets: []string{"ta", "mould-1"}, Seconds: 0.05, Every: 1, Shops: 1, Seed: 1, Workers: 1, Out: out,
		Compare: solver + " {file} {seconds} {workers}",
	}
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" compared mean gap % |", " 100.000 |", " compared value |", " 77 |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if c.Compare = "false"; c.Run() == nil {
		t.Error("a solver that fails is passed over")
	}
}
