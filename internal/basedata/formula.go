package basedata

import (
	"context"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Formula calculates a figure, such as the weight of a blank, from named variables.
type Formula struct {
	bun.BaseModel `bun:"table:formula" json:"-"`
	store.Row
	Code        string            `bun:"code" json:"code"`
	Name        string            `bun:"name" json:"name"`
	EnglishName string            `bun:"english_name" json:"englishName"`
	Expression  string            `bun:"expression" json:"expression"`
	UnitID      string            `bun:"unit_id,nullzero" json:"unitId"` // of the result
	Variables   []FormulaVariable `bun:"variables,type:text" json:"variables"`
	Remark      string            `bun:"remark" json:"remark"`
	Valid       bool              `bun:"valid" json:"valid"`
}

// FormulaVariable is a figure that people enter.
type FormulaVariable struct {
	Name    string `json:"name"` // as it stands in the expression
	Meaning string `json:"meaning"`
}

// formulaFunctions are those that an expression may call, with how many figures each takes at least and at most.
var formulaFunctions = map[string][2]int{"min": {2, 9}, "max": {2, 9}, "round": {1, 1}, "ceil": {1, 1}, "floor": {1, 1}, "abs": {1, 1}, "sqrt": {1, 1}}

var (
	msgFormulaSyntax   = L("表达式不完整或有误：可以使用数字、变量、+ − * /、括号和函数", "The expression is incomplete or wrong: use figures, variables, + - * /, brackets and functions")
	msgFormulaUnknown  = L("表达式中的“%s”不是变量，也不是函数；函数有 min、max、round、ceil、floor、abs、sqrt", "“%s” in the expression is neither a variable nor a function; functions are min, max, round, ceil, floor, abs, sqrt")
	msgFormulaCount    = L("函数 %s 需要%s，现有 %d 个", "The function %s takes %s, not %d")
	msgFormulaFrom     = L("%d 至 %d 个参数", "%d to %d figures")
	msgFormulaZero     = L("表达式中不能除以 0：%s", "The expression divides by 0: %s")
	msgFormulaReserved = L("“%s”是保留字，不能作为变量", "“%s” is a reserved word and cannot be a variable")
)

func (d *Master) formula() resource.Spec[*Formula] {
	return resource.Spec[*Formula]{
		Path: "bms/formula", Label: L("计算公式", "Calculation formula"), Permission: "system.formula", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000133",
		Example: &api.Example{Body: map[string]any{
			"code": "BLANK9", "name": "方料重量九", "expression": "L * W * H * 7.85 / 1000000",
			"variables": []map[string]any{{"name": "L", "meaning": "长 mm"}, {"name": "W", "meaning": "宽 mm"}, {"name": "H", "meaning": "高 mm"}},
		}},
		Form: func(x *Formula, f *resource.Form) {
			f.Text(&x.Code, "编码", "Code").Required().Unique().Max(20)
			f.Text(&x.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&x.EnglishName)
			f.Text(&x.Expression, "表达式", "Expression").Required().Max(longestExpression).Help("例如 L * W * H * 7.85 / 1000000", "such as L * W * H * 7.85 / 1000000")
			f.Ref(&x.UnitID, d.Units, "结果单位", "Unit of the result")
			f.Valid(&x.Valid)
			resource.Lines(f, &x.Variables, "变量", "Variables", func(v *FormulaVariable, f *resource.Form) {
				f.Text(&v.Name, "名称", "Name").Required().Unique().Max(20).Pattern(`^[\p{L}_][\p{L}\p{Nd}_]*$`, "以字母或汉字开头，不含空格和符号", "starts with a letter, without blanks and signs")
				f.Text(&v.Meaning, "含义", "Meaning").Max(50)
			}).AtMost(mostVariables)
			f.LongText(&x.Remark, "备注", "Remark").Max(200)
		},
		Alone: true, BeforeSave: checkFormula,
	}
}

// checkFormula refuses an expression that could not be calculated: of other signs, or with names that nothing stands for.
func checkFormula(_ context.Context, _ store.Tx, _, now *Formula) error {
	_, err := now.parsed()
	return err
}

// wrong is the first thing in an expression that cannot be calculated, "" for none.
func (x *Formula) wrong(e ast.Expr) (rule string, text problem.Text) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if _, err := strconv.ParseFloat(e.Value, 64); err == nil && !strings.ContainsAny(e.Value, "_xX") { // not 0x1p4, 1_000 or 1e999
			return "", text
		}
	case *ast.Ident:
		if !slices.ContainsFunc(x.Variables, func(v FormulaVariable) bool { return v.Name == e.Name }) {
			return "unknown", msgFormulaUnknown.With(e.Name)
		}
		return "", text
	case *ast.ParenExpr:
		return x.wrong(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD {
			return x.wrong(e.X)
		}
	case *ast.BinaryExpr:
		if !slices.Contains([]token.Token{token.ADD, token.SUB, token.MUL, token.QUO}, e.Op) {
			break
		}
		if rule, text := x.wrong(e.X); rule != "" {
			return rule, text
		}
		if rule, text := x.wrong(e.Y); rule != "" {
			return rule, text
		}
		if e.Op == token.QUO && isZero(e.Y) {
			return "zero", msgFormulaZero.With(x.Expression[e.Pos()-1 : e.End()-1])
		}
		return "", text
	case *ast.CallExpr:
		name, named := e.Fun.(*ast.Ident)
		if !named || e.Ellipsis.IsValid() {
			break
		}
		takes, known := formulaFunctions[name.Name]
		switch {
		case !known:
			return "unknown", msgFormulaUnknown.With(name.Name)
		case len(e.Args) < takes[0] || len(e.Args) > takes[1]:
			return "arguments", msgFormulaCount.With(name.Name, figures(takes), len(e.Args))
		}
		for _, arg := range e.Args {
			if rule, text := x.wrong(arg); rule != "" {
				return rule, text
			}
		}
		return "", text
	}
	return "syntax", msgFormulaSyntax
}

// figures says how many figures a function takes.
func figures(takes [2]int) problem.Text {
	if takes[0] == takes[1] {
		return problem.Count(takes[0], "%d 个参数", "%d figure", "%d figures")
	}
	return msgFormulaFrom.With(takes[0], takes[1])
}

// isZero tells whether an expression in which nothing is wrong is 0 whatever its variables are: a figure of 0, or what is multiplied
// by one. L - L is not seen.
func isZero(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return isZero(e.X)
	case *ast.UnaryExpr:
		return isZero(e.X)
	case *ast.CallExpr: // each function gives 0 for zeros
		if !slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return !isZero(arg) }) {
			return true
		}
	case *ast.BinaryExpr:
		switch x, y := isZero(e.X), isZero(e.Y); {
		case e.Op == token.MUL && (x || y), e.Op == token.QUO && x, x && y:
			return true
		}
	}
	return !hangsOnVariable(e) && calculate(e, nil) == 0
}

// hangsOnVariable tells whether an expression in which nothing is wrong names a variable.
func hangsOnVariable(e ast.Expr) (does bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if name, is := n.(*ast.Ident); is {
			_, function := formulaFunctions[name.Name] // no variable has the name of one
			does = does || !function
		}
		return true
	})
	return does
}
