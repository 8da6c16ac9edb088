package api

import (
	"html/template"
	"net/http"
	"slices"
	"strings"
)

// docs lists the operations for people; nothing on it comes from elsewhere.
func (s *Server) docs(w http.ResponseWriter, _ *http.Request) {
	byTag := map[string][]Operation{}
	for _, o := range s.operations {
		if !strings.HasPrefix(o.Path, "/") {
			o.Path = Prefix + o.Path
		}
		byTag[o.Tag] = append(byTag[o.Tag], o)
	}
	type section struct {
		Tag        string
		Operations []Operation
	}
	var sections []section
	for tag, operations := range byTag {
		sections = append(sections, section{tag, operations})
	}
	slices.SortFunc(sections, func(a, b section) int { return strings.Compare(a.Tag, b.Tag) })
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+docsStyleHash+"'")
	if err := docsPage.Execute(w, map[string]any{"Version": s.huma.OpenAPI().Info.Version, "Sections": sections, "Style": template.CSS(docsStyle)}); err != nil {
		return // the client has gone
	}
}
