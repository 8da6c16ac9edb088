package model

import (
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
)

// What a plan calls by words of the product, since nobody has named it, stands there as a code and is worded when it is
// read.
const (
	StepAssembly  = "@assembly"
	StepTryout    = "@tryout"
	StepElectrode = "@electrode"
	WordOutside   = "@outside"
	WordUnnamed   = "@unnamed"
)

var ownWords = map[string]problem.Text{
	StepAssembly: L("装配", "Assembly"), StepTryout: L("试模", "Try-out"), StepElectrode: L("电极加工", "Electrode making"), WordOutside: L("外协", "Outsourced"), WordUnnamed: L("未报资源", "Resource not reported"),
}

// Worded gives a name as it is read in a language.
func Worded(name, lang string) string {
	if own, is := ownWords[name]; is {
		return own.In(lang)
	}
	return name
}

// OwnWordsWith are the codes of what a search in a language means.
func OwnWordsWith(text, lang string) (codes []string) {
	if text == "" {
		return nil
	}
	for code, own := range ownWords {
		if strings.Contains(strings.ToLower(own.In(lang)), strings.ToLower(text)) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}
