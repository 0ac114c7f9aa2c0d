package cli

import (
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// unknownVersion is what the Go command calls the version of a module that it does not know.
const unknownVersion = "(devel)"

// versionFlag is the flag that every command has beside --help.
type versionFlag struct {
	Version kong.VersionFlag `help:"Print what the program was built from: version, revision and its time, Go."`
}

// Version returns the version of the module that the program was built from, or "" if the build does
// not know it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == unknownVersion {
		return ""
	}
	return info.Main.Version
}

// versionText is the answer to --version: the name of the program and what its build knows.
func versionText(name string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return name + ", of which the build says nothing"
	}
	return buildText(name, info)
}

// buildText writes a build on one line.
func buildText(name string, info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	version := info.Main.Version
	if version == "" {
		version = unknownVersion
	}
	parts := []string{name + " " + version}
	if revision := settings["vcs.revision"]; revision == "" {
		parts = append(parts, "revision unknown")
	} else {
		parts = append(parts, "revision "+revision)
	}
	if t := settings["vcs.time"]; t != "" {
		parts = append(parts, "of "+t)
	}
	if settings["vcs.modified"] == "true" {
		parts = append(parts, "modified since")
	}
	parts = append(parts, info.GoVersion)
	if system := settings["GOOS"]; system != "" {
		parts = append(parts, system+"/"+settings["GOARCH"])
	}
	return strings.Join(parts, ", ")
}
