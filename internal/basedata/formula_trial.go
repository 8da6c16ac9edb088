package basedata

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"net/http"
	"strconv"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
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

var (
	msgFormulaNoFigure = L("用这些数字算不出结果，例如除以 0", "These figures give no result: something is divided by 0, for example")
	msgFormulaTwice    = L("变量“%s”给了两次", "The variable “%s” is given twice")
)

func (d *Master) mountFormulaTrial(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodPost, Path: "bms/formula-trial", ID: "formula-trial", Summary: "What a formula gives for some figures", Tag: "bms", Permission: "system.formula.check",
		Example: &api.Example{Body: map[string]any{"expression": "L * 7.85 / 1000", "figures": []map[string]any{{"name": "L", "value": 200}}}},
	}, func(_ context.Context, _ store.Tx, in *FormulaTrialInput) (FormulaResult, error) {
		result, err := TryFormula(in.Body.Expression, in.Body.Figures)
		return FormulaResult{result}, err
	})
}

// TryFormula calculates an expression, which is held to the rules of a formula that is saved.
func TryFormula(expression string, figures []FormulaFigure) (float64, error) {
	if len(expression) > 4*longestExpression || len(figures) > mostVariables {
		return 0, problem.Invalid(problem.Field("expression", "syntax", msgFormulaSyntax))
	}
	x, values := &Formula{Expression: expression}, map[string]float64{}
	for i, f := range figures {
		if _, twice := values[f.Name]; twice {
			return 0, problem.Invalid(problem.Field(fmt.Sprintf("figures.%d.name", i), "unique", msgFormulaTwice, f.Name))
		}
		x.Variables = append(x.Variables, FormulaVariable{Name: f.Name})
		values[f.Name] = f.Value
	}
	tree, err := x.parsed()
	if err != nil {
		return 0, err
	}
	result := calculate(tree, values)
	if math.IsNaN(result) || math.IsInf(result, 0) {
		return 0, problem.Invalid(problem.Field("expression", "figure", msgFormulaNoFigure))
	}
	return result, nil
}

// parsed is the expression as a tree, in which nothing is wrong.
func (x *Formula) parsed() (ast.Expr, error) {
	for i, v := range x.Variables {
		if _, is := formulaFunctions[v.Name]; is {
			return nil, problem.Invalid(problem.Field(fmt.Sprintf("variables.%d.name", i), "reserved", msgFormulaReserved, v.Name))
		}
	}
	tree, err := parser.ParseExpr(x.Expression)
	if err != nil {
		return nil, problem.Invalid(problem.Field("expression", "syntax", msgFormulaSyntax))
	}
	if rule, text := x.wrong(tree); rule != "" {
		return nil, problem.Invalid(problem.Field("expression", rule, text))
	}
	return tree, nil
}

// calculate gives the value of a tree in which nothing is wrong; NaN or infinite where there is none.
func calculate(e ast.Expr, values map[string]float64) float64 {
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
