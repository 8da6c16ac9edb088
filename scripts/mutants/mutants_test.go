package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// small is a module whose tests miss some of its mutants, a line each.
var small = map[string]string{
	"go.mod": "module small\n\ngo 1.26\n",
	"small.go": `package small

// Fits is tried within its limits and beyond, not at the upper one.
func Fits(n int) bool { return n >= 1 && n < 10 }

// Sum leaves out what does not fit.
func Sum(all ...int) (sum int) {
	for _, n := range all {
		if !Fits(n) {
			continue
		}
		sum += n * 2
	}
	return sum
}

// Lost has no test.
func Lost(n int) int {
	n++
	return -n
}
`,
	"small_test.go": `package small

import "testing"

func TestSmall(t *testing.T) {
	for n, want := range map[int]bool{0: false, 1: true, 9: true, 11: false} {
		if Fits(n) != want {
			t.Error(n)
		}
	}
	if Sum(3, 0) != 6 {
		t.Error(Sum(3, 0))
	}
}
`,
}

// Mutants that no test notices are listed by their places, and each kind of change is counted once.
func TestMutantsOfASmallPackage(t *testing.T) {
	dir := t.TempDir()
	for name, text := range small {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out bytes.Buffer
	o := options{pkg: ".", tests: []string{"."}, every: 1, minimum: 50}
	if err := o.measure(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{
		"small.go:4:44 boundary: lived", // n <= 10
		"small.go:10:4 loop: lived",     // the last of the list does not fit
		"small.go:19:3 step: without a test",
		"small.go:20:9 sign: without a test",
	}
	slices.Sort(want)
	got := slices.Sorted(slices.Values(lines[:len(lines)-2]))
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// >=, <, && and *: two changes of each comparison, one of each other.
	if last := lines[len(lines)-1]; !strings.Contains(last, "of 9 mutants killed") || !strings.Contains(last, "2 lived, 2 without a test") {
		t.Errorf("%s", last)
	}
	o.minimum = 99
	if err := o.measure(t.Context(), &out); err == nil {
		t.Error("a share below the least is not told")
	}
}
