package basedata_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource/resourcetest"
)

// BASE-FORMULA-01: a formula is tried out before it is saved, and held to the same rules.
func TestTryingAFormula(t *testing.T) {
	for expression, want := range map[string]float64{
		"L * W * H * 7.85 / 1000000": 15.7, "-L + +W": -100, "min(L, W, 3) + max(L, H)": 203, "round(7.5) - floor(7.5) + ceil(0.2)": 2,
		"abs(-2) * sqrt(16)": 8, "(L + W) / (H - 50)": 6, "1e3 + L": 1200,
		"（L＋W）× ２ ÷ 3 − 1": 199, "max（L，W）": 200,
	} {
		got, err := basedata.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 200}, {Name: "W", Value: 100}, {Name: "H", Value: 100}})
		if err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %v, want %v", expression, got, err, want)
		}
	}
	for expression, rule := range map[string]string{
		"L / (L - L)": "figure", "sqrt(-L)": "figure", "L +": "syntax", "L * X": "unknown", "min(L)": "arguments", "": "syntax",
		"min(100, L / (L - 1))": "figure", "1 / (L / (L - 1))": "figure", "100 - 1 / (L / (L - 1))": "figure", "L / (1e308 * 1e308)": "figure", "min(L, 1e308 * 1e308)": "figure", "sqrt(-1)": "figure",
		"L // 2": "syntax", "L * 2 // + X": "syntax", "L /* 2 */ + 1": "syntax", "L ÷÷ 2": "syntax", "1" + strings.Repeat("+1", 100): "maxLength",
		"1_000": "syntax", "0x10": "syntax", "0x1p4": "syntax", "1e999": "syntax", "1e" + strings.Repeat("9", 100): "syntax",
	} {
		_, err := basedata.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 1}})
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != rule {
			t.Errorf("%q: %v, want %s", expression, err, rule)
		}
	}
	for what, x := range map[string]struct {
		figures []basedata.FormulaFigure
		want    string
	}{
		"a variable with two figures": {[]basedata.FormulaFigure{{Name: "L", Value: 1}, {Name: "L ", Value: 2}}, "figures.1.name unique"},
		"a word of the language":      {[]basedata.FormulaFigure{{Name: "L"}, {Name: "type"}}, "variables.1.name reserved"},
		"more than a formula has":     {make([]basedata.FormulaFigure, 21), "figures maxItems"},
	} {
		_, err := basedata.TryFormula("L + L", x.figures)
		if got := resourcetest.Broken(err); !slices.Equal(got, []string{x.want}) {
			t.Errorf("%s: %v", what, got)
		}
	}
}
