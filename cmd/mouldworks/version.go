package main

import (
	"fmt"
	"runtime/debug"

	"mouldworks/internal/app"
)

type versionCommand struct{}

// Run prints the version and what it was built of.
func (versionCommand) Run() error {
	info, _ := debug.ReadBuildInfo() // nil in a program that was built without modules
	fmt.Println(versionOf(info))
	return nil
}

// versionOf is the version, with the commit that the go command has stamped into the program.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return app.Version
	}
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	revision := stamp["vcs.revision"]
	if revision == "" {
		return fmt.Sprintf("%s, %s", app.Version, info.GoVersion)
	}
	changed := ""
	if stamp["vcs.modified"] == "true" {
		changed = " with changes"
	}
	return fmt.Sprintf("%s (commit %s of %s%s), %s", app.Version, revision[:min(12, len(revision))], stamp["vcs.time"], changed, info.GoVersion)
}
