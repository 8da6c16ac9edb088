// Package resourcetest helps tests of entities that are made with the resource kit: it writes bodies as clients send them and
// reads refusals. It holds nothing of a single entity, and no product code imports it.
package resourcetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
)

// Body is v as a client sends it.
func Body(t testing.TB, v any) resource.Body {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var b resource.Body
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// Broken lists "field rule" for every rule that an error says is broken, sorted; the code of a problem without fields, the
// text of another error, nothing without one.
func Broken(err error) []string {
	if err == nil {
		return nil
	}
	var p *problem.Problem
	if !errors.As(err, &p) {
		return []string{err.Error()}
	}
	rules := make([]string, 0, len(p.Fields))
	for _, f := range p.Fields {
		rules = append(rules, f.Field+" "+f.Rule)
	}
	if len(rules) == 0 {
		return []string{fmt.Sprint(p.Code)}
	}
	slices.Sort(rules)
	return rules
}

// Worded are texts in lang.
func Worded(texts problem.Texts, lang string) (words []string) {
	for _, t := range texts {
		words = append(words, t.In(lang))
	}
	return words
}
