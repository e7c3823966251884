package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
)

// Names of programs that have bars.
const (
	ourCheck    = "iri check"
	inMemory    = "tables.Batch, lines in memory to verdicts"
	oxttlReader = "oxttl, for_reader"
	oxttlSlice  = "oxttl, for_slice"
	rapper      = "rapper -c"
	ourGzip     = "iri check, of gzip"
	ourZstd     = "iri check, of zstd"
	ownGzip     = "klauspost/compress/gzip"
	ownZstd     = "klauspost/compress/zstd"
	riot        = "riot --validate"
)

// this is the version given for programs in this repository.
const this = "this"

// Expressions for program.refused: each matches a program's report about an input line, and its
// group is the line number.
var (
	numbered  = regexp.MustCompile(`^(\d+)(?::|$)`)
	ourReport = regexp.MustCompile(`^[^ ]+:(\d+):\d+: `)
)

// A toolbox holds the paths of built programs.
type toolbox struct {
	self, iri string // the paths of this program and of iri
	folder    string // for other built programs
}

// tools builds the Go programs.
func tools() (t toolbox, err error) {
	if t.self, err = os.Executable(); err != nil {
		return t, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return t, err
	}
	t.folder = filepath.Join(cache, "iri", "benchmarks", "programs")
	t.iri = filepath.Join(t.folder, "iri")
	measure.Say("building iri")
	return t, measure.Quietly(exec.Command("go", "build", "-C", "..", "-o", t.iri, "./cmd/iri"))
}

// our returns the program `iri check --format ntriples` under the given name, for the input named
// by reads. files holds its arguments, such as "FILE".
func (t toolbox) our(name, reads string, files ...string) program {
	return program{name: name, language: "Go", version: this, reads: reads, refused: ourReport, status: 1,
		command: append([]string{t.iri, "check", "--format", "ntriples"}, files...)}
}

// need returns "" if the named program is installed. Otherwise it returns a value for
// program.missing that includes the command install.
func need(name, install string) (missing string) {
	if _, err := exec.LookPath(name); err != nil {
		return fmt.Sprintf("there is no %s here: %s", name, install)
	}
	return ""
}

// versionOf runs a command and returns the first version in its output, such as 1.2.3, or "".
func versionOf(command ...string) string {
	out, _ := exec.Command(command[0], command[1:]...).CombinedOutput()
	return regexp.MustCompile(`\d+(\.\d+)+`).FindString(string(out))
}

// triples returns the section for N-Triples programs on one core. rapper, serdi and riot read a
// file without invalid lines: rapper takes quadratic time after an unterminated literal, and the
// others stop at the first invalid line.
func (t toolbox) triples() *section {
	s := &section{title: "N-Triples on one core", cores: "0"}
	oxttl, missing := t.oxttl()
	version := versionIn("files/oxttl/Cargo.toml", "oxttl")
	s.programs = []program{
		t.our(ourCheck, triples, "FILE"),
		{
			name: oxttlReader, language: "Rust", version: version, reads: triples, missing: missing,
			command: []string{oxttl, "reader", "FILE"}, refused: numbered, status: 1,
		},
		{
			name: oxttlSlice, language: "Rust", version: version, reads: triples, missing: missing,
			command: []string{oxttl, "slice", "FILE"}, refused: numbered, status: 1,
		},
		{
			name: rapper, language: "C", version: versionOf("rapper", "--version"), reads: rightOnes,
			missing: need("rapper", "apt-get install raptor2-utils"),
			command: []string{"rapper", "-c", "-i", "ntriples", "FILE"},
			status:  1,
		},
		{
			name: "serdi", language: "C", version: versionOf("serdi", "-v"), reads: rightOnes,
			missing: need("serdi", "apt-get install serdi"),
			command: []string{"sh", "-c", "exec serdi -i ntriples 'FILE' >/dev/null"},
			status:  1,
		},
		t.riot(),
	}
	s.bars = []bar{
		{of: riot, to: ourCheck, limit: 10},
		{of: rapper, to: ourCheck, limit: 5},
		{of: oxttlReader, to: ourCheck, limit: 1.5},
		{of: oxttlSlice, to: ourCheck, limit: 1.5},
	}
	return s
}

// riot returns Apache Jena's program riot. .ci/riot installs it.
func (t toolbox) riot() program {
	p := program{name: riot, language: "Java", reads: rightOnes, most: 1, status: 1}
	command, err := exec.LookPath("riot")
	if cache, _ := os.UserCacheDir(); err != nil {
		command = filepath.Join(cache, "iri", "jena", "bin", "riot")
	}
	if _, err := os.Stat(command); err != nil {
		p.missing = "there is no riot here: .ci/riot"
		return p
	}
	p.version = versionOf(command, "--version")
	p.command = []string{command, "--validate", "FILE"}
	return p
}

// oxttl builds the Rust program and returns its path. If the build fails, missing is the reason.
func (t toolbox) oxttl() (command, missing string) {
	if missing = need("cargo", "apt-get install cargo (or rustup where that is older than 1.85)"); missing != "" {
		return "", missing
	}
	measure.Say("building oxttl")
	target := filepath.Join(t.folder, "oxttl")
	build := exec.Command("cargo", "build", "--release", "--quiet",
		"--manifest-path", "files/oxttl/Cargo.toml", "--target-dir", target)
	if err := measure.Quietly(build); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return "", "it does not build, and cargo has said why"
	}
	return filepath.Join(target, "release", "oxttl-lines"), ""
}

// versionIn returns the version of a crate that a Cargo.toml file requires with "=", or "".
func versionIn(file, crate string) string {
	text, _ := os.ReadFile(file)
	m := regexp.MustCompile(`(?m)^` + crate + ` = "=(.*)"$`).FindSubmatch(text)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// urls returns the section for programs that read a list of web addresses, on one core.
func (t toolbox) urls() *section {
	s := &section{title: "URL list on one core", cores: "0"}
	s.programs = []program{
		{
			name: inMemory, language: "Go", version: this, reads: urlList,
			command: []string{t.self, "memory", "FILE"}, own: true,
		},
		{
			name: ourCheck, language: "Go", version: this, reads: urlList,
			command: []string{t.iri, "check", "FILE"}, refused: ourReport, status: 1,
		},
		{
			name: "net/url in a loop", language: "Go", version: strings.TrimPrefix(runtime.Version(), "go"), reads: urlList,
			command: []string{t.self, "neturl", "FILE"}, refused: numbered,
		},
	}
	s.programs = append(s.programs, greps()...)
	s.programs = append(s.programs, t.python()...)
	s.bars = []bar{{of: inMemory, to: ourCheck, limit: 0.6}}
	return s
}

// greps returns two programs: grep in the locales C and C.UTF-8, with a regular expression for RFC
// 3986 URIs.
func greps() (all []program) {
	for _, locale := range []string{"C", "C.UTF-8"} {
		all = append(all, program{
			name: "grep -P, RFC 3986, LC_ALL=" + locale, language: "C", version: versionOf("grep", "--version"),
			reads: urlList, missing: need("grep", "apt-get install grep"), most: 3,
			command: []string{"env", "LC_ALL=" + locale, "grep", "-navP", uriExpression(), "FILE"}, refused: numbered,
			status: 1, // no invalid line was found
		})
	}
	return all
}

// python returns programs that call a Python library for each line. It installs these libraries in
// a virtual environment.
func (t toolbox) python() (all []program) {
	folder := filepath.Join(t.folder, "python")
	missing := need("python3", "apt-get install python3 python3-venv")
	if missing == "" {
		measure.Say("installing libraries of Python")
		command := "python3 -m venv '" + folder + "' && '" + folder + "/bin/pip' install -q rfc3987==1.3.8 rfc3986==2.0.0"
		if err := measure.Quietly(exec.Command("sh", "-c", command)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			missing = "its libraries cannot be installed, and pip has said why"
		}
	}
	python := filepath.Join(folder, "bin", "python3")
	for _, library := range []string{"rfc3987 1.3.8", "rfc3986 2.0.0", "urllib " + versionOf("python3", "--version")} {
		name, version, _ := strings.Cut(library, " ")
		all = append(all, program{
			name: name + " in a loop", language: "Python", version: version, reads: someURLs, missing: missing, most: 2,
			command: []string{python, "files/lines.py", name, "FILE"}, refused: numbered,
		})
	}
	return all
}

// compressed returns the section for compressed N-Triples, on two cores.
func (t toolbox) compressed() *section {
	s := &section{title: "Compressed N-Triples on two cores", cores: "0,1", wall: true}
	reader := "'" + t.iri + "' check --format ntriples"
	// For 1 GB, zstd takes 1.9 s of CPU time and iri takes 1.9 s to validate it (Xeon, model 207), so
	// together they reach at most 0.78 of the zstd rate on two cores.
	for _, f := range []struct {
		reads, program, ours, own string
		reached                   float64
	}{
		{triplesGzip, "gzip", ourGzip, ownGzip, 0}, {triplesZstd, "zstd", ourZstd, ownZstd, 0.69},
	} {
		missing := need(f.program, "apt-get install "+f.program)
		s.programs = append(s.programs,
			t.our(f.ours, f.reads, "FILE"),
			program{
				name: f.program + " -dc | " + ourCheck, language: "C and Go", version: this, reads: f.reads, missing: missing,
				command: []string{"sh", "-c", f.program + " -dc 'FILE' | " + reader}, refused: ourReport, status: 1,
			},
			program{
				name: f.program + " -dc", language: "C", version: versionOf(f.program, "--version"), reads: f.reads,
				missing: missing, command: []string{"sh", "-c", f.program + " -dc 'FILE' >/dev/null"},
			},
			program{
				name: f.own, language: "Go", version: moduleVersion("github.com/klauspost/compress"),
				reads: f.reads, command: []string{t.self, "decompress", "FILE"},
			})
		s.bars = append(s.bars, bar{of: f.own, to: f.ours, limit: 0.9, reached: f.reached})
	}
	return s
}

// twoFiles returns a section for the iri command only: with one compressed file on one core, and
// with the same file twice on two cores.
func (t toolbox) twoFiles() *section {
	s := &section{title: "One compressed file on one core, two on two", cores: "0,1", wall: true}
	for _, f := range []struct{ reads, ours string }{{triplesGzip, ourGzip}, {triplesZstd, ourZstd}} {
		one, two := t.our(f.ours+", one", f.reads, "FILE"), t.our(f.ours+", two", f.reads, "FILE", "FILE")
		one.cores, two.files = "0", 2
		s.programs = append(s.programs, one, two)
		s.bars = append(s.bars, bar{of: one.name, to: two.name, limit: 1.8})
	}
	return s
}

// moduleVersion returns the version of a module linked into this program, without the "v".
func moduleVersion(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		if dep.Path == module {
			return strings.TrimPrefix(dep.Version, "v")
		}
	}
	return ""
}
