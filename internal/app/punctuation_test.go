package app

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	// inChinese is ASCII punctuation beside a Chinese character or a mark of ours, or beside what is put into a Chinese text.
	inChinese = regexp.MustCompile(`[\p{Han}”）】] ?[:;,()!?]|[:;,()!?] ?[\p{Han}“（【]|\p{Han}\.(?:\s|$)`)
	atVerb    = regexp.MustCompile(`%(?:\[\d\])?[sdvq](?:[:;,] | ?\()|(?:[:;,] |\()%`)
	// joins is a text that stands between two values, or begins or ends what is put together.
	joins = regexp.MustCompile(`^(?:: |; |, | \()|(?:: |; |, | \()$`)
	// unspaced is a figure or a Latin word beside a Chinese character; a %d is a figure, what other verbs put in is not known.
	unspaced  = regexp.MustCompile(`\p{Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Han}`)
	figureAt  = regexp.MustCompile(`%(?:\[\d\])?d`)
	unknownAt = regexp.MustCompile(`%(?:\[\d\])?[svqw]`)
)

// isUnspaced tells whether a text lacks the space beside a figure or a Latin word.
func isUnspaced(text string) bool {
	return unspaced.MatchString(unknownAt.ReplaceAllString(figureAt.ReplaceAllString(text, "0"), "_"))
}

// closeTexts are files whose texts are no sentences of ours: patterns that read dates, and names of records as people write them.
var closeTexts = []string{"platform/cell/when.go", "app/demo_catalogue.go", "demo/"}

// closeNames are such names among the sentences of other files: of a record in an example, of headings that are read still.
var closeNames = []string{"CNC粗加工", "行程X", "行程Y", "行程Z"}

// textsOf are the functions whose first text is Chinese, or whose second is where another value comes first.
var textsOf = map[string]int{"L": 0, "Count": 1, "opt": 1, "Opt": 1, "note": 0, "Help": 0, "Unit": 0, "Words": 0, "Pattern": 1, "Group": 0}

// ownTongue are those whose words no person reads in Chinese: our errors, logs, statements and panics.
var ownTongue = []string{
	"Errorf", "New", "panic", "Error", "Warn", "Info", "Debug", "ErrorContext", "WarnContext", "InfoContext", "Fatal", "Fatalf", "Exec", "Raw", "Where", "Set",
	"Join", "ContainsAny", "Trim", "Cut", "Split", "Contains", "TrimSuffix", "TrimPrefix", "CutPrefix", "CutSuffix", "HasPrefix", "HasSuffix", "ReplaceAll", "NewReplacer",
}

// inEnglish are the places that put an English text together: for operators, programs and the command line.
var inEnglish = []string{
	"platform/api/api.go", "platform/blob/place.go", "platform/store/folded.go", "platform/store/lock.go", "platform/store/open.go", "app/demo_tenant.go", "app/doctor.go",
	"verify/provider.go",
}

// marksAlone are texts that hold a mark as itself: the patterns of a date and of the word of a total.
var marksAlone = []string{"^(\\d{4,5})[-/.年]", "^([合总總小共] ?[计計]|"}

// wrongMarks are the texts of a file with a mark that Chinese writes otherwise.
func wrongMarks(name string, source any) (wrong []string, texts int, err error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, 0, err
	}
	tell := func(node ast.Node, text string) {
		wrong = append(wrong, fmt.Sprintf("%s:%d %q", name, files.Position(node.Pos()).Line, text))
	}
	var see func(node ast.Node) bool
	see = func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "Error" { // a message for ourselves
				return false
			}
		case *ast.CallExpr:
			called := nameOf(n.Fun)
			if at, is := textsOf[called]; is && at < len(n.Args) {
				if text, is := literal(n.Args[at]); is && atVerb.MatchString(text) {
					tell(n, text)
				}
				for i, arg := range n.Args { // the other one is English
					if i != at+1 {
						ast.Inspect(arg, see)
					}
				}
				return false
			}
			if called == "Join" && len(n.Args) == 2 && !slices.Contains(inEnglish, name) {
				if text, is := literal(n.Args[1]); is && joins.MatchString(text) {
					tell(n, text)
				}
			}
			if slices.Contains(ownTongue, called) {
				for _, arg := range n.Args { // a text of ours among them is one yet
					ast.Inspect(arg, func(inner ast.Node) bool {
						call, is := inner.(*ast.CallExpr)
						if is && !slices.Contains(ownTongue, nameOf(call.Fun)) {
							ast.Inspect(call, see)
						}
						return !is
					})
				}
				return false
			}
		case *ast.BinaryExpr:
			for _, side := range []ast.Expr{n.X, n.Y} {
				if text, is := literal(side); is && n.Op == token.ADD && joins.MatchString(text) && !slices.Contains(inEnglish, name) {
					tell(n, text)
				}
			}
		case *ast.BasicLit:
			if text, is := literal(n); is && regexp.MustCompile(`\p{Han}`).MatchString(text) {
				isOurs := !slices.ContainsFunc(closeTexts, func(begin string) bool { return strings.HasPrefix(name, begin) }) && !slices.Contains(closeNames, text)
				if isOurs && isUnspaced(text) && !strings.HasPrefix(text, marksAlone[0]) {
					tell(n, text)
				}
				if texts++; inChinese.MatchString(text) && !slices.ContainsFunc(marksAlone, func(begin string) bool { return strings.HasPrefix(text, begin) }) {
					tell(n, text)
				}
			}
		}
		return true
	}
	ast.Inspect(tree, see)
	return wrong, texts, nil
}

func literal(e ast.Expr) (string, bool) {
	lit, is := e.(*ast.BasicLit)
	if !is || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

func nameOf(e ast.Expr) string {
	switch f := e.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// Chinese texts have Chinese punctuation, also where a text is put together: 工时：2, not 工时: 2. A figure and a Latin word have a space
// beside a Chinese character, also where a figure is put in: 第 3 行.
func TestChineseTextsHaveChinesePunctuation(t *testing.T) {
	for source, want := range map[string]int{
		`"最多%d个"`: 1, `"最多 %d 个"`: 0, `"CAM状态"`: 1, `"CAM 状态，共 %[1]d 行（%d）"`: 0, `"%s不能为空"`: 0, `"快 25%"`: 0, `L("共"+count, "")`: 0,
		`"模具:"`: 1, `"模具 (备用)"`: 1, `"工时(时)"`: 1, `"完成."`: 1, `L("%s: %s", "%s: %s")`: 1, `name + ": " + hours`: 1, `name + " (" + note + ")"`: 1,
		`strings.Join(names, ", ")`: 1, `L("重"+name+": ", "Weight: "+name)`: 1, `L("重："+name, "Weight: "+name)`: 0,
		`"模具：%d（备用）"`: 0, `L("%s：%s", "%s: %s")`: 0, `errors.New("no file: " + name)`: 0, `slog.Error("no file: " + L("%s: %s", ""))`: 1, `"08:00 开始"`: 0,
	} {
		if wrong, _, err := wrongMarks("x.go", "package x\nvar x = "+source); err != nil || len(wrong) != want {
			t.Errorf("%s: %q %v", source, wrong, err)
		}
	}
	all := 0
	root := os.DirFS("..")
	if err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		wrong, texts, err := wrongMarks(name, source)
		all += texts
		for _, w := range wrong {
			t.Error(w)
		}
		return err
	}); err != nil || all < 2000 {
		t.Fatalf("%d texts, %v", all, err)
	}
}

// Pages for readers of Chinese have the same space; what stands in code is quoted to the letter, as is the name of a process
// of the demo.
func TestChinesePagesHaveTheSpaceBesideFigures(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*", "*zh.md"))
	if err != nil || len(pages) < 3 {
		t.Fatalf("pages %v, %v", pages, err)
	}
	quoted := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|\\]\\([^)]*\\)|CNC粗铣")
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(quoted.ReplaceAllStringFunc(string(text), func(code string) string {
			return "_" + strings.Repeat("\n", strings.Count(code, "\n"))
		}), "\n") {
			if found := unspaced.FindString(line); found != "" {
				t.Errorf("%s:%d: no space in %q", filepath.Base(page), i+1, found)
			}
		}
	}
}
