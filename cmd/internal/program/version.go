package program

import (
	"cmp"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/terminal"
)

// A Version identifies the source of a program.
type Version struct {
	Program  string `json:"program"`
	Version  string `json:"version"`  // module version, or "(devel)" if there is none
	Revision string `json:"revision"` // repository revision, or "" if unknown
	Modified bool   `json:"modified"` // whether the source differs from the revision
	Go       string `json:"go"`
}

// release is the version that .ci/release passes to the linker, or "".
var release string

func newVersion(program, release string, info *debug.BuildInfo) Version {
	v := Version{Program: program, Version: cmp.Or(release, info.Main.Version, "(devel)"), Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

// String returns the version on one line.
func (v Version) String() string {
	words := []string{v.Program, v.Version}
	if v.Revision != "" {
		words = append(words, "revision", v.Revision)
	}
	if v.Modified {
		words = append(words, "modified")
	}
	return strings.Join(append(words, v.Go), " ")
}

// VersionOf returns the version of the running program.
func VersionOf(program string) Version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return newVersion(program, release, info)
}

// versionFlag adds --version, which prints a JSON object if --json is set.
func versionFlag(root *cobra.Command) {
	v := VersionOf(root.Name())
	root.Version = v.String()
	root.Flags().Bool("json", false,
		"with --version, print a JSON object")
	root.InitDefaultVersionFlag()
	root.Flags().Lookup("version").Usage = "print the version"
	root.SetVersionTemplate("{{if .Flags.GetBool `json`}}" + string(terminal.AppendJSON(nil, v)) + "{{else}}" +
		v.String() + "{{end}}\n")
}
