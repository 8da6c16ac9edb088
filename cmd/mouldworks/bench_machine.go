package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// machine describes what a benchmark runs on: cores, processor and memory
// where Linux tells them, system and compiler.
func machine() string {
	words := []string{fmt.Sprintf("%d cores", runtime.NumCPU())}
	if model := field("/proc/cpuinfo", "model name"); model != "" {
		words = append(words, model)
	}
	if kB, err := strconv.ParseInt(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		words = append(words, fmt.Sprintf("%.1f GB", float64(kB)/(1<<20)))
	}
	return strings.Join(append(words, runtime.GOOS+"/"+runtime.GOARCH, runtime.Version()), ", ")
}

// field is what stands behind the first line "name : value" of a file, empty
// without one.
func field(file, name string) string {
	text, err := os.ReadFile(file) //nolint:gosec // two names, both above
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
