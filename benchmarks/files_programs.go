package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// The names of the programs that bars are about.
const (
	ourTriples  = "rdf.Reader in a loop" // until there is iri check --format ntriples
	ourURLs     = "iri check"
	inMemory    = "tables.Batch, lines in memory to verdicts"
	oxttlReader = "oxttl, for_reader"
	oxttlSlice  = "oxttl, for_slice"
	rapper      = "rapper -c"
	riot        = "riot --validate"
)

// stops is the note on programs that do not go on after a wrong line.
const stops = "without the wrong lines, because it stops at the first"

// this is the version of ours.
const this = "this"

// numbered is a line of the output that begins with the number of a line.
var numbered = regexp.MustCompile(`^(\d+)(?::|$)`)

// ourReport is a diagnostic of ours.
var ourReport = regexp.MustCompile(`^[^ ]+:(\d+):\d+: `)

// A toolbox has the programs that are built or installed.
type toolbox struct {
	folder string // of what is built
	step   func(string)
}

// fileSections returns the tables, with the programs that could be had.
func fileSections(step func(string)) ([]*section, runner, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, runner{}, err
	}
	t := toolbox{folder: filepath.Join(cache, "iri", "benchmarks", "programs"), step: step}
	if err := t.build(); err != nil {
		return nil, runner{}, err
	}
	sections := []*section{t.triples(), t.urls(), t.compressed()}
	return sections, runner{program: t.built("run")}, nil
}

// build builds ours, and what is a loop in Go.
func (t toolbox) build() error {
	t.step("building the programs in Go")
	if err := os.MkdirAll(t.folder, 0o777); err != nil {
		return err
	}
	if err := quietly(exec.Command("go", "build", "-o", t.folder+string(filepath.Separator), "./programs/...")); err != nil {
		return err
	}
	return quietly(exec.Command("go", "build", "-C", "..", "-o", t.built("iri"), "./cmd/iri"))
}

func (t toolbox) built(name string) string { return filepath.Join(t.folder, name+exe()) }

// need says how a program is installed that is not here.
func need(name, install string) (missing string) {
	if _, err := exec.LookPath(name); err != nil {
		return fmt.Sprintf("there is no %s here: %s", name, install)
	}
	return ""
}

// versionOf returns the version that a command prints, or "".
func versionOf(command ...string) string {
	out, _ := exec.Command(command[0], command[1:]...).CombinedOutput()
	return regexp.MustCompile(`\d+(\.\d+)+`).FindString(string(out))
}

// triples are the programs that read N-Triples on one core.
func (t toolbox) triples() *section {
	s := &section{title: "N-Triples on one core", cores: "0"}
	oxttl, missing := t.oxttl()
	version := versionIn("programs/oxttl/Cargo.toml", "oxttl")
	s.programs = []program{
		{
			name: ourTriples, language: "Go", version: this, reads: triples,
			command: []string{t.built("rdfreader"), "FILE"}, refused: ourReport,
		},
		{
			name: oxttlReader, language: "Rust", version: version, reads: triples, missing: missing,
			command: []string{oxttl, "reader", "FILE"}, refused: numbered, each: byStatus(oxttl, "reader"),
		},
		{
			name: oxttlSlice, language: "Rust", version: version, reads: triples, missing: missing,
			command: []string{oxttl, "slice", "FILE"}, refused: numbered, each: byStatus(oxttl, "slice"),
		},
		{
			name: rapper, language: "C", version: versionOf("rapper", "--version"), reads: rightOnes,
			missing: need("rapper", "apt-get install raptor2-utils"),
			command: []string{"rapper", "-c", "-i", "ntriples", "FILE"},
			refused: regexp.MustCompile(`^rapper: .*:(\d+) column`), each: byStatus("rapper", "-q", "-c", "-i", "ntriples"),
			note: "without the wrong lines, because it takes quadratic time after a literal without its end",
		},
		{
			name: "serdi", language: "C", version: versionOf("serdi", "-v"), reads: rightOnes,
			missing: need("serdi", "apt-get install serdi"), command: []string{"serdi", "-i", "ntriples", "FILE"},
			refused: regexp.MustCompile(`^error: .*:(\d+):\d+: `), each: byStatus("serdi", "-i", "ntriples"),
			note: stops,
		},
		t.riot(),
	}
	s.bars = []libraryBar{
		{of: riot, to: ourTriples, limit: 10},
		{of: rapper, to: ourTriples, limit: 5},
		{of: oxttlReader, to: ourTriples, limit: 1.5},
		{of: oxttlSlice, to: ourTriples, limit: 1.5},
	}
	return s
}

// riot is that of Apache Jena, which .ci/riot installs.
func (t toolbox) riot() program {
	p := program{name: riot, language: "Java", reads: rightOnes, most: 2, note: stops}
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
	p.refused = regexp.MustCompile(`\[line: (\d+), .*`)
	p.each = byReport(regexp.MustCompile(`INFO .*File: (.*)$`), regexp.MustCompile(`ERROR|WARN`), command, "--validate")
	return p
}

// oxttl builds the program in Rust.
func (t toolbox) oxttl() (command, missing string) {
	if missing = need("cargo", "apt-get install cargo (or rustup where that is older than 1.85)"); missing != "" {
		return "", missing
	}
	t.step("building oxttl")
	target := filepath.Join(t.folder, "oxttl")
	build := exec.Command("cargo", "build", "--release", "--quiet", "--manifest-path", "programs/oxttl/Cargo.toml", "--target-dir", target)
	if err := quietly(build); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return "", "it does not build, and cargo has said why"
	}
	return filepath.Join(target, "release", "oxttl-lines"+exe()), ""
}

// versionIn returns the version of a crate that a Cargo.toml asks for.
func versionIn(file, crate string) string {
	text, _ := os.ReadFile(file)
	m := regexp.MustCompile(`(?m)^` + crate + ` = "=(.*)"$`).FindSubmatch(text)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// urls are the programs that read a list of web addresses on one core.
func (t toolbox) urls() *section {
	s := &section{title: "URL list on one core", cores: "0"}
	s.programs = []program{
		{name: inMemory, language: "Go", version: this, reads: urlList, command: []string{t.built("memory"), "FILE"}, own: true},
		{
			name: ourURLs, language: "Go", version: this, reads: urlList,
			command: []string{t.built("iri"), "check", "FILE"}, refused: ourReport,
		},
		{
			name: "net/url in a loop", language: "Go", version: goVersion(), reads: urlList,
			command: []string{t.built("neturl"), "FILE"}, refused: numbered,
		},
	}
	s.programs = append(s.programs, greps()...)
	s.programs = append(s.programs, t.python()...)
	s.bars = []libraryBar{{of: inMemory, to: ourURLs, limit: 0.6}}
	return s
}

// greps are grep with the regular expression of RFC 3986, in two locales.
func greps() (all []program) {
	for _, locale := range []string{"C", "C.UTF-8"} {
		all = append(all, program{
			name: "grep -P, RFC 3986, LC_ALL=" + locale, language: "C", version: versionOf("grep", "--version"), reads: urlList,
			missing: need("grep", "apt-get install grep"), most: 3,
			command: []string{"env", "LC_ALL=" + locale, "grep", "-navP", uriExpression(), "FILE"}, refused: numbered,
		})
	}
	return all
}

// python are libraries of Python in a loop, in a virtual environment.
func (t toolbox) python() (all []program) {
	folder := filepath.Join(t.folder, "python")
	missing := need("python3", "apt-get install python3 python3-venv")
	if missing == "" {
		t.step("installing libraries of Python")
		command := "python3 -m venv '" + folder + "' && '" + folder + "/bin/pip' install -q rfc3987==1.3.8 rfc3986==2.0.0"
		if err := quietly(exec.Command("sh", "-c", command)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			missing = "its libraries cannot be installed, and pip has said why"
		}
	}
	python := filepath.Join(folder, "bin", "python3")
	for _, library := range []string{"rfc3987 1.3.8", "rfc3986 2.0.0", "urllib " + versionOf("python3", "--version")} {
		name, version, _ := strings.Cut(library, " ")
		all = append(all, program{
			name: name + " in a loop", language: "Python", version: version, reads: someURLs, missing: missing, most: 2,
			command: []string{python, "programs/lines.py", name, "FILE"}, refused: numbered,
		})
	}
	return all
}

// compressed are the programs that read compressed N-Triples on two cores.
func (t toolbox) compressed() *section {
	s := &section{title: "Compressed N-Triples on two cores", cores: "0,1", wall: true}
	for _, f := range []struct{ reads, program string }{{triplesGzip, "gzip"}, {triplesZstd, "zstd"}} {
		missing := need(f.program, "apt-get install "+f.program)
		version := versionOf(f.program, "--version")
		s.programs = append(s.programs,
			program{
				name: f.program + " -dc | " + ourTriples, language: "C and Go", version: this, reads: f.reads, missing: missing,
				command: []string{"sh", "-c", f.program + " -dc 'FILE' | '" + t.built("rdfreader") + "'"}, refused: ourReport,
			},
			program{
				name: f.program + " -dc", language: "C", version: version, reads: f.reads, missing: missing,
				command: []string{"sh", "-c", f.program + " -dc 'FILE' >/dev/null"},
			},
			program{
				name: "klauspost/compress/" + f.program, language: "Go", version: moduleVersion("github.com/klauspost/compress"),
				reads: f.reads, command: []string{t.built("decompress"), "FILE"},
			})
	}
	return s
}
