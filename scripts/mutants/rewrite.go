package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
)

// mutant is one small change of the source: what stands there and what the change makes of it.
type mutant struct {
	at   token.Position
	kind string
}

// rewriter writes a package once more with all its mutants in it, each behind a question whether it is the one that is on.
type rewriter struct {
	fset    *token.FileSet
	types   *types.Info
	mutants []mutant
	source  []byte
	base    token.Pos // of the source's first byte
	loops   []ast.Stmt
}

// edit replaces a stretch of the source by what it yields.
type edit struct {
	from, to token.Pos
	text     func() string
}

// helpers is the file beside the package that the rewritten expressions call.
const helpers = `package %s

import (
	mutantCmp "cmp"
	mutantOS "os"
	mutantConv "strconv"
	mutantAtomic "sync/atomic"
)

var (
	mutantOn, _ = mutantConv.Atoi(mutantOS.Getenv("MUTANT"))
	mutantLog   = mutantOS.Getenv("MUTANT_REACHED")
	mutantSeen  [%d]mutantAtomic.Bool
)

// mutantIs tells whether a mutant is on, and notes that a test has come by.
func mutantIs(n int) bool {
	if mutantLog != "" && !mutantSeen[n].Load() && !mutantSeen[n].Swap(true) {
		if f, err := mutantOS.OpenFile(mutantLog, mutantOS.O_APPEND|mutantOS.O_CREATE|mutantOS.O_WRONLY, 0o600); err == nil {
			_, _ = f.WriteString(mutantConv.Itoa(n) + "\n")
			_ = f.Close()
		}
	}
	return mutantOn == n
}

type mutantNumber interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

type mutantWhole interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func mutantLess[T mutantCmp.Ordered](n int, x, y T) bool {
	if mutantIs(n) {
		return x <= y
	}
	return x < y
}

func mutantLessEqual[T mutantCmp.Ordered](n int, x, y T) bool {
	if mutantIs(n) {
		return x < y
	}
	return x <= y
}

func mutantAdd[T mutantNumber](n int, x, y T) T {
	if mutantIs(n) {
		return x - y
	}
	return x + y
}

func mutantSubtract[T mutantNumber](n int, x, y T) T {
	if mutantIs(n) {
		return x + y
	}
	return x - y
}

func mutantMultiply[T mutantNumber](n int, x, y T) T {
	if mutantIs(n) {
		return x / y
	}
	return x * y
}

func mutantDivide[T mutantNumber](n int, x, y T) T {
	if mutantIs(n) {
		return x * y
	}
	return x / y
}

func mutantRemainder[T mutantWhole](n int, x, y T) T {
	if mutantIs(n) {
		return x * y
	}
	return x %% y
}

func mutantNegate[T mutantNumber](n int, x T) T {
	if mutantIs(n) {
		return x
	}
	return -x
}

func mutantAnd(n int, x bool, y func() bool) bool {
	if mutantIs(n) {
		return x || y()
	}
	return x && y()
}

func mutantOr(n int, x bool, y func() bool) bool {
	if mutantIs(n) {
		return x && y()
	}
	return x || y()
}
`

// next is the number of a new mutant; they count from 1.
func (w *rewriter) next(at token.Pos, kind string) int {
	w.mutants = append(w.mutants, mutant{w.fset.Position(at), kind})
	return len(w.mutants)
}

// file is a file of the package with its mutants.
func (w *rewriter) file(path string, tree *ast.File) (string, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	w.source, w.base = source, tree.FileStart
	return w.text(tree.FileStart, tree.FileEnd, w.edits(tree)), nil
}

// text is a stretch of the source with its edits.
func (w *rewriter) text(from, to token.Pos, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return int(a.from - b.from) })
	var out strings.Builder
	for _, e := range edits {
		out.Write(w.source[from-w.base : e.from-w.base])
		out.WriteString(e.text())
		from = e.to
	}
	out.Write(w.source[from-w.base : to-w.base])
	return out.String()
}

func (w *rewriter) node(n ast.Node) string { return w.text(n.Pos(), n.End(), w.edits(n)) }

// edits are the outermost changes within a node; each asks for those within it.
func (w *rewriter) edits(root ast.Node) (all []edit) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.CONST && n.Tok != token.TYPE && n.Tok != token.IMPORT
		case *ast.ArrayType, *ast.FuncType:
			return false
		case *ast.ForStmt:
			return w.loop(&all, root, n, n.Body, n.Init, n.Cond, n.Post)
		case *ast.RangeStmt:
			return w.loop(&all, root, n, n.Body, n.X)
		case *ast.FuncLit:
			before := w.loops
			w.loops = nil
			if n != root {
				body := w.edits(n.Body)
				all = append(all, body...)
				w.loops = before
				return false
			}
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if n != root {
				w.loops = append(w.loops, n.(ast.Stmt))
				inner := w.edits(n)
				w.loops = w.loops[:len(w.loops)-1]
				all = append(all, inner...)
				return false
			}
		case *ast.BranchStmt:
			if text := w.branch(n); text != "" {
				all = append(all, edit{n.Pos(), n.End(), func() string { return text }})
			}
			return false
		case *ast.IncDecStmt:
			name := map[token.Token]string{token.INC: "mutantAdd", token.DEC: "mutantSubtract"}[n.Tok]
			all = append(all, edit{n.Pos(), n.End(), func() string { // a simple statement: it may stand before a condition
				x := string(w.source[n.X.Pos()-w.base : n.X.End()-w.base])
				return fmt.Sprintf("%s = %s(%d, %s, 1)", x, name, w.next(n.TokPos, "step"), x)
			}})
			return false
		case ast.Expr:
			if n == root {
				return true
			}
			if change := w.expression(n); change != nil {
				all = append(all, edit{n.Pos(), n.End(), change})
				return false
			}
		}
		return true
	})
	return all
}

// loop notes what a break and a continue in its body are about.
func (w *rewriter) loop(all *[]edit, root, n ast.Node, body *ast.BlockStmt, heads ...ast.Node) bool {
	if n == root {
		return true
	}
	for _, head := range heads {
		switch head := head.(type) {
		case nil:
		case *ast.IncDecStmt: // the step of a loop: turned round it never ends
		case ast.Expr:
			if head != nil {
				if change := w.expression(head); change != nil {
					*all = append(*all, edit{head.Pos(), head.End(), change})
				} else {
					*all = append(*all, w.edits(head)...)
				}
			}
		default:
			*all = append(*all, w.edits(head)...)
		}
	}
	w.loops = append(w.loops, n.(ast.Stmt))
	*all = append(*all, w.edits(body)...)
	w.loops = w.loops[:len(w.loops)-1]
	return false
}

// branch turns a break into a continue and the other way round, where both are about the same loop.
func (w *rewriter) branch(n *ast.BranchStmt) string {
	if n.Label != nil || len(w.loops) == 0 {
		return ""
	}
	switch loop := w.loops[len(w.loops)-1].(type) {
	case *ast.RangeStmt:
	case *ast.ForStmt:
		if loop.Cond == nil { // a break that is new to it may need a return behind it
			return ""
		}
	default:
		return ""
	}
	switch n.Tok {
	case token.BREAK:
		return fmt.Sprintf("if mutantIs(%d) { continue } else { break }", w.next(n.Pos(), "loop"))
	case token.CONTINUE:
		return fmt.Sprintf("if mutantIs(%d) { break } else { continue }", w.next(n.Pos(), "loop"))
	}
	return ""
}

// expression is what stands for an expression that has mutants; nil for any other.
func (w *rewriter) expression(e ast.Expr) func() string {
	known, typed := w.types.Types[e]
	if !typed || known.Value != nil || !known.IsValue() { // a constant may be needed as one
		return nil
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.SUB && number(known.Type) {
			return func() string {
				return fmt.Sprintf("mutantNegate(%d, %s)", w.next(e.Pos(), "sign"), w.node(paren(e.X)))
			}
		}
	case *ast.BinaryExpr:
		return w.binary(e, known.Type)
	}
	return nil
}

func (w *rewriter) binary(e *ast.BinaryExpr, result types.Type) func() string {
	both := func() (x, y string) { return w.operand(e.X), w.operand(e.Y) }
	call := func(name, kind string) func() string {
		return func() string {
			n := w.next(e.OpPos, kind)
			x, y := both()
			return fmt.Sprintf("%s(%d, %s, %s)", name, n, x, y)
		}
	}
	switch e.Op {
	case token.LAND, token.LOR:
		if !types.Identical(types.Default(result), types.Typ[types.Bool]) {
			return nil
		}
		name := map[token.Token]string{token.LAND: "mutantAnd", token.LOR: "mutantOr"}[e.Op]
		return func() string {
			n := w.next(e.OpPos, "logic")
			x, y := both()
			return fmt.Sprintf("%s(%d, %s, func() bool { return %s })", name, n, x, y)
		}
	case token.EQL, token.NEQ:
		return func() string {
			n := w.next(e.OpPos, "negation")
			x, y := both()
			return fmt.Sprintf("(mutantIs(%d) != (%s %s %s))", n, x, e.Op, y)
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if !w.alike(e) {
			return nil
		}
		return func() string {
			boundary, negation := w.next(e.OpPos, "boundary"), w.next(e.OpPos, "negation")
			x, y := both()
			name := "mutantLess"
			if e.Op == token.LEQ || e.Op == token.GEQ {
				name = "mutantLessEqual"
			}
			if e.Op == token.GTR || e.Op == token.GEQ {
				x, y = y, x
			}
			return fmt.Sprintf("(mutantIs(%d) != %s(%d, %s, %s))", negation, name, boundary, x, y)
		}
	}
	if name := arithmetic[e.Op]; name != "" && number(result) && w.alike(e) {
		return call(name, "arithmetic")
	}
	return nil
}

var arithmetic = map[token.Token]string{
	token.ADD: "mutantAdd", token.SUB: "mutantSubtract", token.MUL: "mutantMultiply", token.QUO: "mutantDivide", token.REM: "mutantRemainder",
}

// operand is a side of a binary expression, with the mutants in it.
func (w *rewriter) operand(e ast.Expr) string {
	if change := w.expression(e); change != nil {
		return change()
	}
	return w.node(e)
}

// paren keeps node from passing over an expression that has a mutant itself.
func paren(e ast.Expr) ast.Node { return &ast.ParenExpr{Lparen: e.Pos(), X: e, Rparen: e.End() - 1} }

// alike tells whether both sides are of one type that is no type parameter, so that the helpers can take them.
func (w *rewriter) alike(e *ast.BinaryExpr) bool {
	x, y := w.types.TypeOf(e.X), w.types.TypeOf(e.Y)
	for _, t := range []types.Type{x, y} {
		if _, open := t.(*types.TypeParam); open {
			return false
		}
	}
	return types.Identical(x, y)
}

func number(t types.Type) bool {
	if _, open := t.(*types.TypeParam); open {
		return false
	}
	b, basic := t.Underlying().(*types.Basic)
	return basic && b.Info()&types.IsNumeric != 0 && b.Info()&types.IsComplex == 0
}
