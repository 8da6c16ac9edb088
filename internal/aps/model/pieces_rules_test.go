package model

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/solver/instance"
)

// The pieces of an electrode go from user to user, those that nobody has had first; who has begun waits for nobody, and what a
// route keeps apart already gets no edge.
func TestHowPiecesAreHandedOn(t *testing.T) {
	use := func(id string, pieces, status int) burner {
		return burner{op: &Operation{ID: id, Progress: Progress{Status: status}}, pieces: pieces}
	}
	for _, c := range []struct {
		what    string
		users   []burner
		pieces  int
		follows map[string][]string
		want    string
	}{
		{"enough for all", []burner{use("a", 1, 0), use("b", 1, 0)}, 2, nil, ""},
		{"one for two", []burner{use("a", 1, 0), use("b", 1, 0)}, 1, nil, "a>b"},
		{"one for three", []burner{use("a", 1, 0), use("b", 1, 0), use("c", 1, 0)}, 1, nil, "a>b b>c"},
		{"two for three", []burner{use("a", 1, 0), use("b", 1, 0), use("c", 1, 0)}, 2, nil, "a>c"},
		{"both at once", []burner{use("a", 1, 0), use("b", 1, 0), use("c", 2, 0)}, 2, nil, "a>c b>c"},
		{"both back", []burner{use("a", 2, 0), use("b", 1, 0), use("c", 1, 0)}, 2, nil, "a>b a>c"},
		{"who has begun waits for nobody", []burner{use("a", 1, 0), use("b", 1, 1)}, 1, nil, ""},
		{"after who has begun", []burner{use("a", 1, 1), use("b", 1, 0)}, 1, nil, "a>b"},
		{"the route says so already", []burner{use("a", 1, 0), use("b", 1, 0), use("c", 1, 0)}, 1, map[string][]string{"a": {"b"}}, "b>c"},
		{"the route says the contrary", []burner{use("a", 1, 0), use("b", 1, 0), use("c", 1, 0)}, 1, map[string][]string{"b": {"x"}, "x": {"a"}}, "b>c"},
	} {
		follows := map[string][]string{}
		for from, to := range c.follows {
			follows[from] = slices.Clone(to)
		}
		a := &Adapter{File: &instance.File{}}
		a.handOn(c.users, c.pieces, follows)
		var got []string
		for _, e := range a.File.Edges {
			got = append(got, e.From+">"+e.To)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %q, want %q", c.what, text, c.want)
		}
	}
}

// What follows reaches over any number of steps, once around a ring, and never backwards.
func TestWhatReachesWhat(t *testing.T) {
	follows := map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"d", "e"}, "d": {"a"}, "x": {"y"}}
	for pair, want := range map[[2]string]bool{
		{"a", "a"}: true, {"a", "b"}: true, {"a", "d"}: true, {"a", "e"}: true, {"d", "e"}: true, {"e", "a"}: false, {"a", "x"}: false, {"x", "y"}: true, {"y", "x"}: false, {"none", "a"}: false,
	} {
		if got := reaches(follows, pair[0], pair[1]); got != want {
			t.Errorf("%v: %v", pair, got)
		}
	}
}
