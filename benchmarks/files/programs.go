package files

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/irilex/iri/benchmarks/library"
	"github.com/irilex/iri/benchmarks/peers"
)

// The names of those programs that have bars.
const (
	ourURLs     = "iri check"
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

// stops is the note on programs that stop at the first wrong line.
const stops = "without the wrong lines, because it stops at the first"

// this stands in place of a version for the programs of this repository.
const this = "this"

// Expressions for program.refused: each matches a report of a program about a line of the input,
// and its group is the number of the line.
var (
	numbered     = regexp.MustCompile(`^(\d+)(?::|$)`)
	ourReport    = regexp.MustCompile(`^[^ ]+:(\d+):\d+: `)
	rapperReport = regexp.MustCompile(`^rapper: .*:(\d+) column`)
	serdiReport  = regexp.MustCompile(`^error: .*:(\d+):\d+: `)
	riotStops    = regexp.MustCompile(`^\[.*\] ERROR `) // after a warning riot reads on
	riotReport   = regexp.MustCompile(`^\[.*\] (?:ERROR|WARN) .*?\[line: (\d+), `)
)

// riotFile matches a line of riot's output with the name of a file, its group. The reports about
// this file follow in the output.
var riotFile = regexp.MustCompile(`^\[.*\] INFO .*? - File: (.*)$`)

// A toolbox finds and builds the programs.
type toolbox struct {
	folder string       // the folder for built programs
	step   func(string) // shows the progress
}

// ourCheck is the name of the command iri as a program for N-Triples.
const ourCheck = "iri check"

// fileSections builds the programs. It returns the sections with their programs, also those that
// are missing, and the runner that starts programs. It returns an error if the programs in Go
// cannot be built.
func fileSections(step func(string)) ([]*section, runner, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, runner{}, err
	}
	t := toolbox{folder: filepath.Join(cache, "iri", "benchmarks", "programs"), step: step}
	if err := t.build(); err != nil {
		return nil, runner{}, err
	}
	sections := []*section{t.triples(), t.urls(), t.compressed(), t.twoFiles()}
	return sections, runner{program: t.built("run")}, nil
}

// build builds the command iri, and the commands in the folder programs.
func (t toolbox) build() error {
	t.step("building the programs in Go")
	if err := os.MkdirAll(t.folder, 0o777); err != nil {
		return err
	}
	to := t.folder + string(filepath.Separator)
	if err := peers.Quietly(exec.Command("go", "build", "-o", to, "./programs/...")); err != nil {
		return err
	}
	return peers.Quietly(exec.Command("go", "build", "-C", "..", "-o", t.built("iri"), "./cmd/iri"))
}

// our returns the program `iri check --format ntriples` with a name, for the input reads. files are
// its arguments, such as "FILE".
func (t toolbox) our(name, reads string, files ...string) program {
	p := program{name: name, language: "Go", version: this, reads: reads, refused: ourReport, status: 1}
	p.command = append([]string{t.built("iri"), "check", "--format", "ntriples"}, files...)
	return p
}

func (t toolbox) built(name string) string { return filepath.Join(t.folder, name+peers.Exe()) }

// need returns "" if the program with a name is installed. Otherwise it returns a text for
// program.missing, with the command install.
func need(name, install string) (missing string) {
	if _, err := exec.LookPath(name); err != nil {
		return fmt.Sprintf("there is no %s here: %s", name, install)
	}
	return ""
}

// versionOf runs a command and returns the first version, such as 1.2.3, in its output, or "".
func versionOf(command ...string) string {
	out, _ := exec.Command(command[0], command[1:]...).CombinedOutput()
	return regexp.MustCompile(`\d+(\.\d+)+`).FindString(string(out))
}

// triples returns the section of the programs for N-Triples, on one core.
func (t toolbox) triples() *section {
	s := &section{title: "N-Triples on one core", series: triples, cores: "0"}
	oxttl, missing := t.oxttl()
	version := versionIn("programs/oxttl/Cargo.toml", "oxttl")
	s.programs = []program{
		t.our(ourCheck, triples, "FILE"),
		{
			name: oxttlReader, language: "Rust", version: version, reads: triples, missing: missing,
			command: []string{oxttl, "reader", "FILE"}, refused: numbered, each: byStatus(oxttl, "reader"), status: 1,
		},
		{
			name: oxttlSlice, language: "Rust", version: version, reads: triples, missing: missing,
			command: []string{oxttl, "slice", "FILE"}, refused: numbered, each: byStatus(oxttl, "slice"), status: 1,
		},
		{
			name: rapper, language: "C", version: versionOf("rapper", "--version"), reads: rightOnes,
			missing: need("rapper", "apt-get install raptor2-utils"),
			command: []string{"rapper", "-c", "-i", "ntriples", "FILE"},
			refused: rapperReport, each: byStatus("rapper", "-q", "-c", "-i", "ntriples"), status: 1,
			note: "without the wrong lines, because it takes quadratic time after a literal without its end",
		},
		{
			name: "serdi", language: "C", version: versionOf("serdi", "-v"), reads: rightOnes,
			missing: need("serdi", "apt-get install serdi"),
			command: []string{"sh", "-c", "exec serdi -i ntriples 'FILE' >/dev/null"},
			refused: serdiReport, each: byStatus("serdi", "-i", "ntriples"), status: 1, stops: serdiReport,
			note: stops + ", and writes the others",
		},
		t.riot(),
	}
	s.bars = []library.Bar{
		{Of: riot, To: ourCheck, Limit: 10},
		{Of: rapper, To: ourCheck, Limit: 5},
		{Of: oxttlReader, To: ourCheck, Limit: 1.5},
		{Of: oxttlSlice, To: ourCheck, Limit: 1.5},
	}
	return s
}

// riot returns the program riot of Apache Jena. .ci/riot installs it.
func (t toolbox) riot() program {
	p := program{name: riot, language: "Java", reads: rightOnes, most: 1, status: 1, stops: riotStops, note: stops}
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
	p.refused, p.each = riotReport, byReport(riotFile, riotReport, command, "--validate")
	return p
}

// oxttl builds the program in Rust, and returns its path. If this fails, missing is the reason.
func (t toolbox) oxttl() (command, missing string) {
	if missing = need("cargo", "apt-get install cargo (or rustup where that is older than 1.85)"); missing != "" {
		return "", missing
	}
	t.step("building oxttl")
	target := filepath.Join(t.folder, "oxttl")
	build := exec.Command("cargo", "build", "--release", "--quiet",
		"--manifest-path", "programs/oxttl/Cargo.toml", "--target-dir", target)
	if err := peers.Quietly(build); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return "", "it does not build, and cargo has said why"
	}
	return filepath.Join(target, "release", "oxttl-lines"+peers.Exe()), ""
}

// versionIn returns the version of a crate that a file Cargo.toml requires with "=", or "".
func versionIn(file, crate string) string {
	text, _ := os.ReadFile(file)
	m := regexp.MustCompile(`(?m)^` + crate + ` = "=(.*)"$`).FindSubmatch(text)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// urls returns the section of the programs for a list of web addresses, on one core.
func (t toolbox) urls() *section {
	s := &section{title: "URL list on one core", series: urlList, cores: "0"}
	s.programs = []program{
		{
			name: inMemory, language: "Go", version: this, reads: urlList,
			command: []string{t.built("memory"), "FILE"}, own: true,
		},
		{
			name: ourURLs, language: "Go", version: this, reads: urlList,
			command: []string{t.built("iri"), "check", "FILE"}, refused: ourReport, status: 1,
		},
		{
			name: "net/url in a loop", language: "Go", version: peers.GoVersion(), reads: urlList,
			command: []string{t.built("neturl"), "FILE"}, refused: numbered,
		},
	}
	s.programs = append(s.programs, greps()...)
	s.programs = append(s.programs, t.python()...)
	s.bars = []library.Bar{{Of: inMemory, To: ourURLs, Limit: 0.6}}
	return s
}

// greps returns two programs: grep with a regular expression for the URIs of RFC 3986, in the
// locales C and C.UTF-8.
func greps() (all []program) {
	for _, locale := range []string{"C", "C.UTF-8"} {
		all = append(all, program{
			name: "grep -P, RFC 3986, LC_ALL=" + locale, language: "C", version: versionOf("grep", "--version"),
			reads: urlList, missing: need("grep", "apt-get install grep"), most: 3,
			command: []string{"env", "LC_ALL=" + locale, "grep", "-navP", uriExpression(), "FILE"}, refused: numbered,
			status: 1, // it has found no wrong line
		})
	}
	return all
}

// python returns programs that call a library of Python for each line. It installs the libraries in
// a virtual environment.
func (t toolbox) python() (all []program) {
	folder := filepath.Join(t.folder, "python")
	missing := need("python3", "apt-get install python3 python3-venv")
	if missing == "" {
		t.step("installing libraries of Python")
		command := "python3 -m venv '" + folder + "' && '" + folder + "/bin/pip' install -q rfc3987==1.3.8 rfc3986==2.0.0"
		if err := peers.Quietly(exec.Command("sh", "-c", command)); err != nil {
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

// compressed returns the section of the programs for compressed N-Triples, on two cores.
func (t toolbox) compressed() *section {
	s := &section{title: "Compressed N-Triples on two cores", series: "compressed", cores: "0,1", wall: true}
	reader := "'" + t.built("iri") + "' check --format ntriples"
	// For 1 GB zstd takes 1.9 s of CPU time, and iri 1.9 s to judge it (Xeon, model 207). So both
	// reach at most 0.78 of the rate of zstd on two cores.
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
				name: f.own, language: "Go", version: peers.ModuleVersion("github.com/klauspost/compress"),
				reads: f.reads, command: []string{t.built("decompress"), "FILE"},
			})
		s.bars = append(s.bars, library.Bar{Of: f.own, To: f.ours, Limit: 0.9, Reached: f.reached})
	}
	return s
}

// twoFiles returns a section of the command iri alone: with one compressed file on one core, and
// with the same file twice on two cores.
func (t toolbox) twoFiles() *section {
	s := &section{title: "One compressed file on one core, two on two", cores: "0,1", wall: true}
	for _, f := range []struct{ reads, ours string }{{triplesGzip, ourGzip}, {triplesZstd, ourZstd}} {
		one, two := t.our(f.ours+", one", f.reads, "FILE"), t.our(f.ours+", two", f.reads, "FILE", "FILE")
		one.cores, two.files = "0", 2
		s.programs = append(s.programs, one, two)
		s.bars = append(s.bars, library.Bar{Of: one.name, To: two.name, Limit: 1.8})
	}
	return s
}
