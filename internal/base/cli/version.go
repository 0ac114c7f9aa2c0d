package cli

import (
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// unknownVersion is the version that the Go command reports for a module without a known version.
const unknownVersion = "(devel)"

// versionFlag is the flag --version, which every command has.
type versionFlag struct {
	Version kong.VersionFlag `help:"Print the version of the program, the revision and time of its source, and the version of Go."`
}

// Version returns the version of the module that the program was built from, or "" if the build
// does not contain it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == unknownVersion {
		return ""
	}
	return info.Main.Version
}

// versionText returns the answer to --version: the name of the program and its build information.
func versionText(name string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return name + ", without build information"
	}
	return buildText(name, info)
}

// buildText returns a build's information on one line.
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
