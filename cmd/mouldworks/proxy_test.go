package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Vite passes on every path that the server answers by itself, so that `make dev` shows the whole product.
func TestVitePassesOnWhatTheServerServes(t *testing.T) {
	config, err := os.ReadFile("../../web/vite.config.ts")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)const served = \[(.*?)\]`).FindSubmatch(config)
	if list == nil {
		t.Fatal("no list of served paths in web/vite.config.ts")
	}
	isServed := func(path string) bool { // as Vite decides, by the beginning
		for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllSubmatch(list[1], -1) {
			if strings.HasPrefix(path, string(m[1])) {
				return true
			}
		}
		return false
	}
	out, err := exec.Command(binary, "openapi").Output()
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Paths map[string]any }
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&document); err != nil {
		t.Fatal(err)
	}
	if len(document.Paths) < 100 {
		t.Fatalf("%d paths", len(document.Paths))
	}
	for path := range document.Paths {
		if !isServed(path) {
			t.Errorf("%s of the API is not passed on", path)
		}
	}
	for _, path := range []string{"/front/api/v1/push", "/sso/authorize", "/docs", "/openapi.json", "/openapi.yaml", "/healthz", "/readyz"} {
		if !isServed(path) {
			t.Errorf("%s is not passed on", path)
		}
	}
	for _, path := range []string{"/", "/login", "/settings/server", "/aps/gantt", "/src/app/main.tsx", "/setup"} {
		if isServed(path) {
			t.Errorf("%s is a page's, and is passed on", path)
		}
	}
}
