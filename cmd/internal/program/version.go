package program

import (
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/jsonl"
)

// A version is what a program was built from.
type version struct {
	Program  string `json:"program"`
	Version  string `json:"version"`  // of the module; "(devel)" when it has none
	Revision string `json:"revision"` // of the repository; "" when that is not known
	Modified bool   `json:"modified"` // whether the revision had been changed
	Go       string `json:"go"`
}

func newVersion(program string, info *debug.BuildInfo) version {
	v := version{Program: program, Version: info.Main.Version, Go: info.GoVersion}
	if v.Version == "" {
		v.Version = "(devel)"
	}
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

// String is the version on one line.
func (v version) String() string {
	words := []string{v.Program, v.Version}
	if v.Revision != "" {
		words = append(words, "revision", v.Revision)
	}
	if v.Modified {
		words = append(words, "modified")
	}
	return strings.Join(append(words, v.Go), " ")
}

// versionFlag makes --version print the version, and with --json an object.
func versionFlag(root *cobra.Command) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	v := newVersion(root.Name(), info)
	root.Version = v.String()
	root.Flags().Bool("json", false, "with --version: print an object with the keys program, version, revision, modified and go")
	root.InitDefaultVersionFlag()
	root.Flags().Lookup("version").Usage = "print the version of the program"
	root.SetVersionTemplate("{{if .Flags.GetBool `json`}}" + string(jsonl.Append(nil, v)) + "{{else}}" + v.String() + "{{end}}\n")
}
