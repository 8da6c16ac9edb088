// Command mutants counts how many small changes of a Go package its tests notice. It compiles all of them into one
// test binary, each behind a question, and runs for each only the tests that come by it: minutes where a build for every
// mutant takes hours. scripts/mutate.sh is the way in.
//
//	go run ./scripts/mutants [-file NAME] [-tests "PACKAGE ..."] [-run PATTERN] [-every N] [-minimum PERCENT] [-again REPORT] PACKAGE
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

type options struct {
	pkg, only, run string
	tests          []string
	every, most    int
	minimum        float64
	again          map[string]bool // places and kinds of the only mutants to try; nil for all
}

func main() {
	var o options
	tests, again := "", ""
	flag.StringVar(&o.only, "file", "", "only these files of the package, with commas between them")
	flag.StringVar(&tests, "tests", "", "further packages whose tests hold the rules")
	flag.StringVar(&o.run, "run", "", "only tests whose names fit this pattern")
	flag.IntVar(&o.every, "every", 1, "one mutant in so many only")
	flag.IntVar(&o.most, "most", 0, "of the tests that come by a mutant so many only, the quickest; 0 is all")
	flag.Float64Var(&o.minimum, "minimum", 0, "fails below this share of killed mutants, in per cent")
	flag.StringVar(&again, "again", "", "only those that live in this report of an earlier run of the same code")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	o.pkg = "./" + strings.Trim(strings.TrimPrefix(flag.Arg(0), "./"), "/")
	o.tests = []string{o.pkg}
	for _, p := range strings.Fields(tests) {
		o.tests = append(o.tests, "./"+strings.TrimPrefix(p, "./"))
	}
	if again != "" {
		report, err := os.ReadFile(again)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		o.again = map[string]bool{}
		for line := range strings.Lines(string(report)) {
			if place, _, told := strings.Cut(line, ": "); told {
				o.again[place] = true
			}
		}
	}
	if err := o.measure(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// listed is what go list says of a package.
type listed struct {
	Dir, ImportPath, Export, Name string
	GoFiles                       []string
	DepOnly                       bool
}

func golist(ctx context.Context, pkg string) (self listed, exports map[string]string, err error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-json=Dir,ImportPath,Export,Name,GoFiles,DepOnly", pkg).Output()
	if err != nil {
		return self, nil, err
	}
	exports = map[string]string{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return self, exports, nil
		} else if err != nil {
			return self, nil, err
		}
		if exports[p.ImportPath] = p.Export; !p.DepOnly {
			self = p
		}
	}
}

// rewrite writes the package with its mutants into a folder and says which file stands for which.
func rewrite(self listed, exports map[string]string, only, folder string) ([]mutant, map[string]string, error) {
	fset := token.NewFileSet()
	var trees []*ast.File
	for _, name := range self.GoFiles {
		tree, err := parser.ParseFile(fset, filepath.Join(self.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		trees = append(trees, tree)
	}
	w := &rewriter{fset: fset, types: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	checks := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	if _, err := checks.Check(self.ImportPath, fset, trees, w.types); err != nil {
		return nil, nil, err
	}
	replace := map[string]string{}
	for i, tree := range trees {
		path := filepath.Join(self.Dir, self.GoFiles[i])
		if only != "" && !slices.Contains(strings.Split(only, ","), self.GoFiles[i]) {
			continue
		}
		text, err := w.file(path, tree)
		if err != nil {
			return nil, nil, err
		}
		replace[path] = filepath.Join(folder, self.GoFiles[i])
		if err := os.WriteFile(replace[path], []byte(text), 0o600); err != nil {
			return nil, nil, err
		}
	}
	path := filepath.Join(self.Dir, "zz_mutants.go")
	replace[path] = filepath.Join(folder, "zz_mutants.go")
	return w.mutants, replace, os.WriteFile(replace[path], fmt.Appendf(nil, helpers, self.Name, len(w.mutants)+1), 0o600)
}

// forgetFailures takes away what property tests note of the mutants that they find.
func forgetFailures(dir string) func() {
	notes := filepath.Join(dir, "testdata", "rapid")
	if _, err := os.Stat(notes); err == nil {
		return func() {}
	}
	return func() {
		_ = os.RemoveAll(notes)
		_ = os.Remove(filepath.Dir(notes)) // where it holds nothing else
	}
}

// suite is the tests of a package, compiled with the mutants.
type suite struct {
	dir, binary string
}

// test is one test function, how long it takes and the mutants that it comes by.
type test struct {
	suite *suite
	name  string
	took  time.Duration
}

func (o *options) measure(ctx context.Context, out io.Writer) error {
	self, exports, err := golist(ctx, o.pkg)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	defer forgetFailures(self.Dir)()
	mutants, replace, err := rewrite(self, exports, o.only, folder)
	if err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o600); err != nil {
		return err
	}
	var tests []*test
	for i, pkg := range o.tests {
		own, err := o.compile(ctx, pkg, folder, i)
		if err != nil {
			return err
		}
		tests = append(tests, own...)
	}
	passing := map[int][]*test{} // by mutant
	for _, t := range tests {
		log := filepath.Join(folder, "reached")
		_ = os.Remove(log)
		before := time.Now()
		if failed, text := t.suite.run(ctx, 0, log, 10*time.Minute, t.name); failed != "" {
			return fmt.Errorf("%s fails without any change: %s", t.name, text)
		}
		t.took = time.Since(before)
		reached, err := os.ReadFile(log)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for n := range strings.FieldsSeq(string(reached)) {
			number, err := strconv.Atoi(n)
			if err != nil {
				return err
			}
			passing[number] = append(passing[number], t)
		}
	}
	return o.tell(ctx, out, mutants, passing)
}

// compile builds the tests of a package and lists them.
func (o *options) compile(ctx context.Context, pkg, folder string, i int) (tests []*test, err error) {
	self, _, err := golist(ctx, pkg)
	if err != nil {
		return nil, err
	}
	s := &suite{self.Dir, filepath.Join(folder, fmt.Sprintf("%d.test", i))}
	if text, err := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", filepath.Join(folder, "overlay.json"), "-o", s.binary, pkg).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the mutants do not compile: %s", text)
	}
	list := exec.CommandContext(ctx, s.binary, "-test.list", cmp.Or(o.run, "."))
	list.Dir = s.dir
	names, err := list.Output()
	if err != nil {
		return nil, err
	}
	for name := range strings.FieldsSeq(string(names)) {
		if strings.HasPrefix(name, "Test") {
			tests = append(tests, &test{suite: s, name: name})
		}
	}
	return tests, nil
}

// run says how tests fail with a mutant on: "" where they pass, "failed", or "too long".
func (s *suite) run(ctx context.Context, mutant int, log string, limit time.Duration, names ...string) (failed, text string) {
	ctx, cancel := context.WithTimeout(ctx, limit+10*time.Second)
	defer cancel()
	run := exec.CommandContext(ctx, s.binary, "-test.failfast", "-test.timeout", limit.String(), "-test.run", "^("+strings.Join(names, "|")+")$")
	run.Dir = s.dir
	run.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "MOULDWORKS_TEST_POSTGRES=") })
	run.Env = append(run.Env, "MUTANT="+strconv.Itoa(mutant), "MUTANT_REACHED="+log)
	said, err := run.CombinedOutput()
	switch {
	case err == nil:
		return "", ""
	case ctx.Err() != nil || tooLong.Match(said):
		return "too long", string(said)
	}
	return "failed", string(said)
}

var tooLong = regexp.MustCompile(`(?m)^panic: test timed out`)

// tell tries the mutants, lists those that live, and sums up.
func (o *options) tell(ctx context.Context, out io.Writer, mutants []mutant, passing map[int][]*test) error {
	count := map[string]int{}
	byFile := map[string]*[2]int{} // killed, all
	for i, m := range mutants {
		name := filepath.Base(m.at.Filename)
		place := fmt.Sprintf("%s:%d:%d %s", name, m.at.Line, m.at.Column, m.kind)
		if (i+1)%o.every != 0 || o.again != nil && !o.again[place] {
			continue
		}
		end := "without a test"
		if own := passing[i+1]; len(own) > 0 {
			end = o.try(ctx, i+1, own)
		}
		count[end]++
		if byFile[name] == nil {
			byFile[name] = &[2]int{}
		}
		byFile[name][1]++
		if end == "failed" || end == "too long" {
			byFile[name][0]++
			continue
		}
		fmt.Fprintf(out, "%s: %s\n", place, end)
	}
	killed, all := count["failed"]+count["too long"], 0
	for _, n := range count {
		all += n
	}
	if all == 0 {
		return errors.New("no mutant")
	}
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range byFile {
			if !yield(name) {
				return
			}
		}
	}) {
		fmt.Fprintf(out, "%-30s %4d of %4d\n", name, byFile[name][0], byFile[name][1])
	}
	share := 100 * float64(killed) / float64(all)
	fmt.Fprintf(out, "%s: %.1f %% of %d mutants killed (%d failed a test, %d ran too long, %d lived, %d without a test)\n",
		strings.TrimPrefix(o.pkg+"/"+o.only, "./"), share, all, count["failed"], count["too long"], count["lived"], count["without a test"])
	if share < o.minimum {
		return fmt.Errorf("below %.0f %%", o.minimum)
	}
	return nil
}

// try runs the tests that come by a mutant, the quickest first.
func (o *options) try(ctx context.Context, n int, tests []*test) string {
	slices.SortStableFunc(tests, func(a, b *test) int { return cmp.Compare(a.took, b.took) })
	if o.most > 0 && len(tests) > o.most {
		tests = tests[:o.most]
	}
	for own := range chunks(tests) {
		names, took := []string{}, time.Duration(0)
		for _, t := range own {
			names, took = append(names, t.name), took+t.took
		}
		if failed, _ := own[0].suite.run(ctx, n, "", 10*time.Second+5*took, names...); failed != "" {
			return failed
		}
	}
	return "lived"
}

// chunks are stretches of tests of one package, a few at a time.
func chunks(tests []*test) func(yield func([]*test) bool) {
	return func(yield func([]*test) bool) {
		for len(tests) > 0 {
			n := 1
			for n < len(tests) && n < 4 && tests[n].suite == tests[0].suite {
				n++
			}
			if !yield(tests[:n]) {
				return
			}
			tests = tests[n:]
		}
	}
}
