package basedata_test

import (
	"errors"
	"math"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
)

// BASE-FORMULA-01: a formula is tried out before it is saved, and held to the same rules.
func TestTryingAFormula(t *testing.T) {
	for expression, want := range map[string]float64{
		"L * W * H * 7.85 / 1000000": 15.7, "-L + +W": -100, "min(L, W, 3) + max(L, H)": 203, "round(7.5) - floor(7.5) + ceil(0.2)": 2,
		"abs(-2) * sqrt(16)": 8, "(L + W) / (H - 50)": 6, "1_000 + 0x10": 1016,
	} {
		got, err := basedata.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 200}, {Name: "W", Value: 100}, {Name: "H", Value: 100}})
		if err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %v, want %v", expression, got, err, want)
		}
	}
	for expression, rule := range map[string]string{
		"L / (L - L)": "figure", "sqrt(-L)": "figure", "L +": "syntax", "L * X": "unknown", "min(L)": "arguments", "": "syntax",
	} {
		_, err := basedata.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 1}})
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != rule {
			t.Errorf("%q: %v, want %s", expression, err, rule)
		}
	}
}
