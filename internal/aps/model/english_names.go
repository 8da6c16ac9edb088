package model

import (
	"slices"
	"strings"
)

// EnglishNames are the English names of today, by the names that people type, which plans keep. Those without one are missing.
// Names differ within their kind alone: a group may be called like a process.
type EnglishNames struct {
	Processes, Groups, Sections map[string]string
	Resources                   map[string]string // machines, groups of people and suppliers
	Customers                   map[string]string
}

// Words says what plans call things as somebody reads them: words of the product in their language, names on English screens in
// English where they have it. Its zero value reads Chinese.
type Words struct {
	Lang    string
	English *EnglishNames // nil unless the language is English
}

// Process is what a process, or a step that an order implies, is called.
func (w Words) Process(name string) string {
	return w.said(name, func(n *EnglishNames) map[string]string { return n.Processes })
}

// Group is what a group is called.
func (w Words) Group(name string) string {
	return w.said(name, func(n *EnglishNames) map[string]string { return n.Groups })
}

// Section is what a section is called.
func (w Words) Section(name string) string {
	return w.said(name, func(n *EnglishNames) map[string]string { return n.Sections })
}

// Resource is what a machine, a group of people or a supplier is called.
func (w Words) Resource(name string) string {
	return w.said(name, func(n *EnglishNames) map[string]string { return n.Resources })
}

// Customer is what a customer is called.
func (w Words) Customer(name string) string {
	return w.said(name, func(n *EnglishNames) map[string]string { return n.Customers })
}

func (w Words) said(name string, of func(*EnglishNames) map[string]string) string {
	if w.English != nil {
		if english := of(w.English)[name]; english != "" {
			return english
		}
	}
	return Worded(name, w.Lang)
}

// GroupsNamed are the names, in plans, of what somebody calls a group; none for no text.
func (w Words) GroupsNamed(text string) []string {
	return w.named(text, func(n *EnglishNames) map[string]string { return n.Groups })
}

// SectionsNamed are those of a section.
func (w Words) SectionsNamed(text string) []string {
	return w.named(text, func(n *EnglishNames) map[string]string { return n.Sections })
}

func (w Words) named(text string, of func(*EnglishNames) map[string]string) []string {
	switch {
	case text == "":
		return nil
	case w.English == nil:
		return []string{text}
	}
	return append(matching(of(w.English), func(name string) bool { return name == text }), text)
}

// Containing are the names of rows whose English name contains a text, in upper or lower case.
func Containing(english map[string]string, text string) []string {
	if text == "" {
		return nil
	}
	text = strings.ToLower(text)
	return matching(english, func(name string) bool { return strings.Contains(strings.ToLower(name), text) })
}

func matching(english map[string]string, is func(name string) bool) (names []string) {
	for name, called := range english {
		if is(called) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
