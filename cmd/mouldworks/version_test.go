package main

import (
	"runtime/debug"
	"testing"

	"mouldworks/internal/app"
)

// The version names the commit of the program, and says when there were changes beside it.
func TestVersionNamesTheCommit(t *testing.T) {
	of := func(pairs ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{GoVersion: "go1.26.8"}
		for i := 0; i < len(pairs); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return info
	}
	for want, info := range map[string]*debug.BuildInfo{
		"":           nil,
		", go1.26.8": of(),
		" (commit 0123456789ab of 2026-03-20T08:00:00Z), go1.26.8":              of("vcs.revision", "0123456789abcdef", "vcs.time", "2026-03-20T08:00:00Z", "vcs.modified", "false"),
		" (commit 0123456789ab of 2026-03-20T08:00:00Z with changes), go1.26.8": of("vcs.revision", "0123456789abcdef", "vcs.time", "2026-03-20T08:00:00Z", "vcs.modified", "true"),
	} {
		if got := versionOf(info); got != app.Version+want {
			t.Errorf("%q instead of %q", got, app.Version+want)
		}
	}
}
