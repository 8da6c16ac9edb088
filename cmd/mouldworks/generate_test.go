package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestGenerateGivesTheSameBytes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"shop.xlsx", "shop.json"} {
		var files [2][]byte
		for i := range files {
			c := generateCommand{Moulds: 6, Seed: 3, Out: filepath.Join(dir, name), Start: "2026-03-02", Masters: true}
			if err := c.Run(); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(c.Out)
			if err != nil {
				t.Fatal(err)
			}
			files[i] = data
		}
		if len(files[0]) == 0 || !bytes.Equal(files[0], files[1]) {
			t.Errorf("%s: %d and %d bytes", name, len(files[0]), len(files[1]))
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v %v", left, err)
	}
}

func TestGenerateRefusesBadFlags(t *testing.T) {
	out := filepath.Join(t.TempDir(), "shop.xlsx")
	for name, c := range map[string]generateCommand{
		"no mould": {Moulds: 0, Out: out}, "too many": {Moulds: 5001, Out: out}, "format": {Moulds: 5, Out: "shop.txt"},
		"date": {Moulds: 5, Out: out, Start: "soon"}, "folder": {Moulds: 5, Out: filepath.Join(out, "a", "shop.json")},
		"plan without planted": {Moulds: 5, Out: out, Plan: "plan.json"},
	} {
		if err := c.Run(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestNextMonday(t *testing.T) {
	for day, want := range map[string]string{"2026-03-01": "2026-03-02", "2026-03-02": "2026-03-09", "2026-03-07": "2026-03-09"} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := nextMonday(at).Format(time.DateOnly); got != want {
			t.Errorf("after %s: %s, want %s", day, got, want)
		}
	}
}
