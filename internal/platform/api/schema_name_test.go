package api

import (
	"reflect"
	"testing"
)

type seen struct{}

type pageOf[T any] struct{ Rows []T }

// A type has its package and its name in the document, a room's that of its domain, unless it was given another; a generic one is
// named after what it is of.
func TestNamesOfSchemas(t *testing.T) {
	here := reflect.TypeFor[seen]().PkgPath()
	for want, s := range map[string]*Server{
		"ApiSeen":      {},
		"PlatformSeen": {roomy: []string{"mouldworks/internal/platform"}},
	} {
		if got := s.schemaName(reflect.TypeFor[seen](), ""); got != want {
			t.Errorf("%s of %s, want %s", got, here, want)
		}
	}
	s := &Server{roomy: []string{"mouldworks/internal/platform"}}
	s.Named(reflect.TypeFor[seen](), "SeenBefore")
	if got := s.schemaName(reflect.TypeFor[*seen](), ""); got != "SeenBefore" {
		t.Errorf("named: %s", got)
	}
	if got := s.schemaName(reflect.TypeFor[pageOf[seen]](), ""); got != "pageOfSeenBefore" {
		t.Errorf("a page of it: %s", got)
	}
}
