package basedata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// A formula is tried out on its form, before anybody relies on it.

// FormulaTrialInput is an expression with a figure for each of its variables.
type FormulaTrialInput struct {
	Body struct {
		Expression string          `json:"expression"`
		Figures    []FormulaFigure `json:"figures" nullable:"false"`
	}
}

// FormulaFigure is what a variable stands for in a trial.
type FormulaFigure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// FormulaResult is what an expression gives.
type FormulaResult struct {
	Result float64 `json:"result"`
}

const (
	longestExpression = 200
	mostVariables     = 20
)

var msgFormulaNoFigure = L("算不出结果：例如除以 0、负数开平方或数值过大", "It gives no result: something is divided by 0, a root is taken of a negative figure, or a figure is too large")

func (d *Master) mountFormulaTrial(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodPost, Path: "bms/formula-trial", ID: "formula-trial", Summary: "What a formula gives for some figures", Tag: "bms", Permission: "system.formula.check",
		Example: &api.Example{Body: map[string]any{"expression": "L * 7.85 / 1000", "figures": []map[string]any{{"name": "L", "value": 200}}}},
	}, func(_ context.Context, _ store.Tx, in *FormulaTrialInput) (FormulaResult, error) {
		result, err := d.TryFormula(in.Body.Expression, in.Body.Figures)
		return FormulaResult{result}, err
	})
}

// TryFormula calculates an expression, which is read and held to the rules as that of a formula that is saved. Errors are Problems at the
// expression, or at the figure whose name is wrong.
func (d *Master) TryFormula(expression string, figures []FormulaFigure) (float64, error) {
	type line struct {
		Name string `json:"name"`
	}
	lines := make([]line, len(figures))
	for i, f := range figures {
		lines[i].Name = f.Name
	}
	body := resource.Body{}
	for field, value := range map[string]any{"expression": expression, "variables": lines} {
		raw, err := json.Marshal(value)
		if err != nil {
			return 0, err
		}
		body[field] = raw
	}
	x, faults := d.Formulas.FromBody(body, time.UTC)
	var bad []problem.FieldError
	for _, f := range faults {
		if f.Field == "expression" || strings.HasPrefix(f.Field, "variables") { // it has no name yet
			bad = append(bad, asFigure(f))
		}
	}
	if len(bad) > 0 {
		return 0, problem.Invalid(bad...)
	}
	tree, err := x.parsed()
	var refused *problem.Problem
	if errors.As(err, &refused) {
		for i := range refused.Fields {
			refused.Fields[i] = asFigure(refused.Fields[i])
		}
		return 0, refused
	}
	values := map[string]float64{}
	for i, v := range x.Variables {
		values[v.Name] = figures[i].Value
	}
	result := calculate(tree, values)
	if math.IsNaN(result) {
		return 0, problem.Invalid(problem.Field("expression", "figure", msgFormulaNoFigure))
	}
	return result, nil
}

// asFigure puts a fault of a variable to the figure that stands for it in a trial.
func asFigure(f problem.FieldError) problem.FieldError {
	if rest, of := strings.CutPrefix(f.Field, "variables"); of {
		f.Field = "figures" + rest
	}
	return f
}

// asWritten are the signs of an expression in the spelling that is calculated: people type those of their keyboard.
var asWritten = strings.NewReplacer("（", "(", "）", ")", "，", ",", "×", "*", "＊", "*", "÷", "/", "／", "/", "−", "-", "－", "-", "＋", "+", "．", ".",
	"０", "0", "１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9")

// parsed is the expression as a tree, in which nothing is wrong.
func (x *Formula) parsed() (ast.Expr, error) {
	for i, v := range x.Variables {
		if _, is := formulaFunctions[v.Name]; is || token.IsKeyword(v.Name) {
			return nil, problem.Invalid(problem.Field(fmt.Sprintf("variables.%d.name", i), "reserved", msgFormulaReserved, v.Name))
		}
	}
	y := &Formula{Expression: asWritten.Replace(x.Expression), Variables: x.Variables}
	tree, err := parser.ParseExpr(y.Expression)
	if err != nil || strings.Contains(y.Expression, "//") || strings.Contains(y.Expression, "/*") { // a comment would hide what follows
		return nil, problem.Invalid(problem.Field("expression", "syntax", msgFormulaSyntax))
	}
	rule, text := y.wrong(tree)
	if rule == "" && hasNoFigure(tree) {
		rule, text = "figure", msgFormulaNoFigure
	}
	if rule != "" {
		return nil, problem.Invalid(problem.Field("expression", rule, text))
	}
	return tree, nil
}

// hasNoFigure tells whether a part of an expression, in which nothing is wrong, gives no figure whatever its variables are.
func hasNoFigure(tree ast.Expr) (has bool) {
	ast.Inspect(tree, func(n ast.Node) bool {
		if e, is := n.(ast.Expr); is && !hangsOnVariable(e) {
			has = has || math.IsNaN(calculate(e, nil))
		}
		return !has
	})
	return has
}

// calculate gives the value of a tree in which nothing is wrong; NaN where a part of it has none.
func calculate(e ast.Expr, values map[string]float64) float64 {
	if figure := worth(e, values); !math.IsInf(figure, 0) {
		return figure
	}
	return math.NaN() // else 1 / (1 / 0) were 0
}

func worth(e ast.Expr, values map[string]float64) float64 {
	switch e := e.(type) {
	case *ast.BasicLit:
		figure, _ := strconv.ParseFloat(e.Value, 64)
		return figure
	case *ast.Ident:
		return values[e.Name]
	case *ast.ParenExpr:
		return calculate(e.X, values)
	case *ast.UnaryExpr:
		if e.Op == token.SUB {
			return -calculate(e.X, values)
		}
		return calculate(e.X, values)
	case *ast.BinaryExpr:
		return joined(e.Op, calculate(e.X, values), calculate(e.Y, values))
	case *ast.CallExpr:
		args := make([]float64, len(e.Args))
		for i, arg := range e.Args {
			args[i] = calculate(arg, values)
		}
		name, _ := e.Fun.(*ast.Ident)
		return called(name.Name, args)
	}
	return math.NaN()
}

func joined(op token.Token, a, b float64) float64 {
	switch op {
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL:
		return a * b
	case token.QUO:
		return a / b
	}
	return math.NaN()
}

// called is the value of a function of formulaFunctions.
func called(name string, args []float64) float64 {
	result := args[0]
	switch name {
	case "min", "max":
		for _, arg := range args[1:] {
			if name == "min" {
				result = math.Min(result, arg)
			} else {
				result = math.Max(result, arg)
			}
		}
	case "round":
		result = math.Round(result)
	case "ceil":
		result = math.Ceil(result)
	case "floor":
		result = math.Floor(result)
	case "abs":
		result = math.Abs(result)
	case "sqrt":
		result = math.Sqrt(result)
	}
	return result
}
