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
	} {
		got, err := basedata.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 200}, {Name: "W", Value: 100}, {Name: "H", Value: 100}})
		if err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %v, want %v", expression, got, err, want)
		}
	}
	for expression, rule := range map[string]string{
		"L / (L - L)": "figure", "sqrt(-L)": "figure", "L +": "syntax", "L * X": "unknown", "min(L)": "arguments", "": "syntax",
		"1_000": "syntax", "0x10": "syntax", "0x1p4": "syntax", "1e999": "syntax", "L * " + strings.Repeat("9", 400): "syntax",
	} {
		_, err := basedata.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 1}})
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != rule {
			t.Errorf("%q: %v, want %s", expression, err, rule)
		}
	}
	_, err := basedata.TryFormula("L + L", []basedata.FormulaFigure{{Name: "L", Value: 1}, {Name: "L", Value: 2}})
	if got := resourcetest.Broken(err); !slices.Equal(got, []string{"figures.1.name unique"}) {
		t.Errorf("a variable with two figures: %v", got)
	}
}
