package main

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A release holds a program for each system, static, stripped and without a path of the machine that built it, each with its
// checksum. `make test-long` builds one; here it is looked at where MOULDWORKS_DIST names its folder.
func TestTheRelease(t *testing.T) {
	dist := os.Getenv("MOULDWORKS_DIST")
	if dist == "" {
		t.Skip("LEFT OUT: MOULDWORKS_DIST names no folder of `make release`")
	}
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sums := read(t, filepath.Join(dist, "SHA256SUMS"))
	if n := strings.Count(sums, "\n"); n != 4 {
		t.Errorf("%d checksums: %s", n, sums)
	}
	for _, target := range []string{"linux-amd64", "linux-arm64", "windows-amd64.exe", "darwin-arm64"} {
		name := "mouldworks-" + target
		program, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			t.Error(err)
			continue
		}
		sum := sha256.Sum256(program)
		if !strings.Contains(sums, hex.EncodeToString(sum[:])+"  "+name+"\n") {
			t.Errorf("%s is not what SHA256SUMS says", name)
		}
		if bytes.Contains(program, []byte(here)) {
			t.Errorf("%s holds the path of this tree", name)
		}
		at := bytes.NewReader(program)
		switch {
		case strings.HasPrefix(target, "linux"):
			f, err := elf.NewFile(at)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range f.Progs {
				if p.Type == elf.PT_INTERP {
					t.Errorf("%s is not static", name)
				}
			}
			if f.Section(".symtab") != nil || f.Section(".debug_info") != nil {
				t.Errorf("%s is not stripped", name)
			}
		case strings.HasPrefix(target, "windows"):
			_, err = pe.NewFile(at)
		default:
			_, err = macho.NewFile(at)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if runtime.GOOS+"-"+runtime.GOARCH == "linux-amd64" {
		if out, err := exec.Command(filepath.Join(dist, "mouldworks-linux-amd64"), "version").Output(); err != nil || !strings.HasPrefix(string(out), "0.1.0") {
			t.Errorf("version: %v, %s", err, out)
		}
	}
}

// A release without its front end would serve an empty page: it is refused, with what to do.
func TestAReleaseNeedsItsFrontEnd(t *testing.T) {
	tree := t.TempDir()
	if err := os.Mkdir(filepath.Join(tree, "scripts"), 0o755); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(tree, "scripts", "release.sh")
	if err := os.WriteFile(script, []byte(read(t, "../../scripts/release.sh")), 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(script).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "make build") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(tree, "dist")); err == nil {
		t.Error("it has begun")
	}
}
