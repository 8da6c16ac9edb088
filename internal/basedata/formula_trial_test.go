package basedata_test

import (
	"errors"
	"fmt"
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
	master := basedata.New(basedata.Deps{})
	for expression, want := range map[string]float64{
		"L * W * H * 7.85 / 1000000": 15.7, "-L + +W": -100, "min(L, W, 3) + max(L, H)": 203, "round(7.5) - floor(7.5) + ceil(0.2)": 2,
		"abs(-2) * sqrt(16)": 8, "(L + W) / (H - 50)": 6, "1e3 + L": 1200,
		"（L＋W）× ２ ÷ 3 − 1": 199, "max（L，W）": 200, "Ｌ　+\nW": 300, "ｍｉｎ（L，W）": 100,
	} {
		got, err := master.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 200}, {Name: "W", Value: 100}, {Name: "H", Value: 100}})
		if err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %v, want %v", expression, got, err, want)
		}
	}
	for expression, rule := range map[string]string{
		"L / (L - L)": "figure", "sqrt(-L)": "figure", "L +": "syntax", "L * X": "unknown", "min(L)": "arguments", "": "required",
		"min(100, L / (L - 1))": "figure", "1 / (L / (L - 1))": "figure", "100 - 1 / (L / (L - 1))": "figure", "L / (1e308 * 1e308)": "figure", "min(L, 1e308 * 1e308)": "figure", "sqrt(-1)": "figure",
		"L // 2": "syntax", "L * 2 // + X": "syntax", "L /* 2 */ + 1": "syntax", "L ÷÷ 2": "syntax", "1" + strings.Repeat("+1", 100): "maxLength",
		"1_000": "syntax", "0x10": "syntax", "0x1p4": "syntax", "1e999": "syntax", "1e" + strings.Repeat("9", 100): "syntax",
	} {
		_, err := master.TryFormula(expression, []basedata.FormulaFigure{{Name: "L", Value: 1}})
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != rule {
			t.Errorf("%q: %v, want %s", expression, err, rule)
		}
	}
	many := make([]basedata.FormulaFigure, 21)
	for i := range many {
		many[i].Name = fmt.Sprint("v", i)
	}
	for what, x := range map[string]struct {
		figures []basedata.FormulaFigure
		want    string
	}{
		"a variable with two figures": {[]basedata.FormulaFigure{{Name: "L", Value: 1}, {Name: "L ", Value: 2}}, "figures.1.name unique"},
		"in two spellings":            {[]basedata.FormulaFigure{{Name: "L"}, {Name: "l"}}, "figures.1.name unique"},
		"no name of a variable":       {[]basedata.FormulaFigure{{Name: "L"}, {Name: "1a"}}, "figures.1.name pattern"},
		"no name":                     {[]basedata.FormulaFigure{{Name: "L"}, {Name: ""}}, "figures.1.name required"},
		"a long one":                  {[]basedata.FormulaFigure{{Name: "L"}, {Name: strings.Repeat("a", 21)}}, "figures.1.name maxLength"},
		"a word of the language":      {[]basedata.FormulaFigure{{Name: "L"}, {Name: "type"}}, "figures.1.name reserved"},
		"more than a formula has":     {many, "figures atMost"},
	} {
		_, err := master.TryFormula("L + L", x.figures)
		if got := resourcetest.Broken(err); !slices.Equal(got, []string{x.want}) {
			t.Errorf("%s: %v", what, got)
		}
	}
}
