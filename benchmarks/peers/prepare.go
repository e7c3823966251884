package peers

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers/c"
	"github.com/irilex/iri/build"
)

// The benchmarks command is built twice from the same source. "go run" builds the first program,
// which does the preparation: it finds tools, builds the children, generates sources, and builds
// the second program with the build tags of the peers found. The second program measures. All peers
// that Go can link are thus in one process.

// variable is the environment variable in which the first program passes its Prepared to the
// second, as JSON.
const variable = "IRI_BENCHMARKS"

// Prepared is the result of Prepare, used by the program that measures.
type Prepared struct {
	Command  string            // the user's command line
	Revision string            // the revision of the sources, or ""
	Children []Foreign         // the children with peers, each with Command or Missing set
	Parsers  []Foreign         // the children with parsers, each with Command or Missing set
	Missing  map[string]string // why the peer with a tag is missing, by build tag
}

// A Foreign is a child to build: a program that contains peers or parsers in another language.
type Foreign struct {
	Language string
	Peers    string     // the names of its peers, for the row of a missing program
	Needs    []string   // the programs needed to build and run it
	Install  string     // the command that installs Needs
	Build    [][]string // the commands that build it, run in the benchmarks folder
	Command  []string   // the command that starts it
	Missing  string     // why it is missing, or ""
}

// foreigners returns the children with peers. cache is a folder for the programs built.
func foreigners(cache string) []Foreign {
	rust := filepath.Join(cache, "rust")
	return []Foreign{
		{
			Language: "Rust",
			Peers:    "abnf gen --lang rust, regex-automata, regex, oxiri, fluent-uri, iri-string, iref, url, ada-url",
			Needs:    []string{"cargo", "c++"}, // ada-url is written in C++
			Install:  "apt-get install g++ cargo (or rustup where that is older than 1.85)",
			Build: [][]string{
				{"cargo", "build", "--release", "--quiet", "--manifest-path", "peers/rust/Cargo.toml", "--target-dir", rust}},
			Command: []string{filepath.Join(rust, "release", "peers"+Exe()), "--regex", filepath.Join(cache, regexpFile)},
		},
		{
			Language: "Java",
			Peers:    "abnf gen --lang java, iri3986 of Apache Jena, java.net.URI",
			Needs:    []string{"java", "mvn"},
			Install:  "apt-get install maven default-jdk-headless",
			Build:    [][]string{{"mvn", "--quiet", "--batch-mode", "--file", "peers/java/pom.xml", "package"}},
			Command:  []string{"java", "-XX:+UseSerialGC", "-jar", filepath.Join("peers", "java", "target", "peers.jar")},
		},
		{
			Language: "JavaScript",
			Peers:    "abnf gen --lang js, RegExp, URL.canParse",
			Needs:    []string{"node"},
			Install:  "apt-get install nodejs",
			Command:  []string{"node", filepath.Join("peers", "node", "peers.mjs"), cache},
		},
		{
			Language: "Python",
			Peers:    "abnf gen --lang python, re; rfc3987 and ada-url, if installed",
			Needs:    []string{"python3"},
			Install:  "apt-get install python3; pip install rfc3987 ada-url",
			Command:  []string{"python3", filepath.Join("peers", "python", "peers.py"), cache},
		},
	}
}

// parserChildren returns the children with parsers. children holds the children with peers, which
// are already built. With the argument "--parsers" they list parsers instead of peers.
// parserChildren adds a Python child, which needs no build.
func parserChildren(children []Foreign, onlyGo bool) (with []Foreign) {
	for _, f := range children {
		if f.Language == "JavaScript" || f.Language == "Python" { // these have no parsers
			continue
		}
		f.Command = append(slices.Clone(f.Command), "--parsers")
		if f.Language == "Rust" { // these parsers do not use the grammar
			f.Command = []string{f.Command[0], "--parsers"}
		}
		with = append(with, f)
	}
	python := Foreign{
		Language: "Python", Peers: "urllib.parse, and curl's URL API", Needs: []string{"python3"},
		Install: "apt-get install python3 libcurl4",
		Command: []string{"python3", filepath.Join("peers", "python", "parsers.py")},
	}
	python.prepare(onlyGo, measure.Say)
	return append(with, python)
}

// Prepare builds the children that this machine can build and the program that measures. With
// purego that program contains no assembly. With onlyGo, Prepare omits peers in other languages. It
// calls say with a description of each step. runner is the path of the program that measures. p
// holds the children and the reasons why peers are missing. A peer that cannot be built is missing,
// which is not an error. Prepare returns an error if it cannot write to the user's cache folder or
// cannot build the program that measures.
func Prepare(purego, onlyGo bool, say func(string)) (runner string, p Prepared, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", p, err
	}
	cache = filepath.Join(cache, "iri", "benchmarks")
	p.Missing, p.Revision = map[string]string{}, revision()
	var tags []string
	if err := errors.Join(writeRegexp(cache), writePorted(cache)); err != nil {
		return "", p, err
	}
	for _, f := range foreigners(cache) {
		f.prepare(onlyGo, say)
		p.Children = append(p.Children, f)
	}
	p.Parsers = parserChildren(p.Children, onlyGo)
	env := os.Environ()
	if onlyGo {
		p.Missing["rure"] = leftOut
		for _, peer := range c.Peers() {
			p.Missing[peer.Tag] = leftOut
		}
	} else {
		more, rureTag := librure(&p, say)
		env = append(env, more...)
		tags = append(append(tags, rureTag...), generated(&p, say)...)
	}
	base := []string{}
	if purego {
		base = append(base, "purego")
	} else {
		p.Children = append(p.Children, itself(cache, say))
	}
	runner = filepath.Join(cache, strings.Join(append(base, "measure"), "-")+Exe())
	say("building what measures")
	if err := goBuild(runner, append(base, tags...), env); err == nil {
		return runner, p, nil
	} else if len(tags) == 0 {
		return "", p, err
	}
	var good []string
	for _, tag := range tags { // the program cannot be built with all tags, so try each tag separately
		say("building with the tag " + tag + " alone")
		if err := goBuild(runner, append(base, tag), env); err != nil {
			p.Missing[tag] = "it does not build with the tag " + tag + ", and the Go tool has said why"
			fmt.Fprintf(os.Stderr, "the tag %s: %v\n", tag, err)
			continue
		}
		good = append(good, tag)
	}
	return runner, p, goBuild(runner, append(base, good...), env)
}

// Exe returns the suffix of program names on this system: ".exe" or "".
func Exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

const leftOut = "left out by -go"

// regexpFile is the file that contains the regular expression of the rule IRI, for children.
const regexpFile = "iri.regexp"

func writeRegexp(cache string) error {
	text, err := measure.IsIRI.Expression()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(cache, regexpFile), []byte(text+"\n"), 0o666)
}

// writePorted writes the code that "abnf gen" generates for the children's languages, and the
// regular expressions that "abnf regexp" generates. It sets the variable through which Cargo finds
// the Rust file.
func writePorted(cache string) error {
	for language, file := range map[string]string{
		"rust": filepath.Join(cache, "iri.rs"), "js": filepath.Join(cache, "iri.mjs"),
		"python": filepath.Join(cache, "iri.py"),
		"java":   filepath.Join("peers", "java", "src", "main", "java", "peers", "Ported.java"),
	} {
		text, err := measure.Ported(language, "rfc3987")
		if err == nil {
			err = os.WriteFile(file, text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	for _, engine := range []build.Engine{build.Python, build.ECMAScript} {
		text, err := measure.IsIRI.ExpressionFor(engine)
		if err == nil {
			err = os.WriteFile(filepath.Join(cache, "iri."+string(engine)), []byte(text+"\n"), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return os.Setenv("IRI_PORTED", filepath.Join(cache, "iri.rs"))
}

// goBuild builds the benchmarks command with the given build tags and environment and writes the
// program to the given path.
func goBuild(to string, tags, env []string) error {
	cmd := exec.Command("go", "build", "-tags", strings.Join(tags, ","), "-o", to, ".")
	cmd.Env = env
	return measure.Quietly(cmd)
}

// prepare builds the child. If the build fails, it sets f.Missing to the reason.
func (f *Foreign) prepare(onlyGo bool, say func(string)) {
	if onlyGo {
		f.Missing = leftOut
		return
	}
	for _, program := range f.Needs {
		if _, err := exec.LookPath(program); err != nil {
			f.Missing = fmt.Sprintf("there is no %s here: %s", program, f.Install)
			return
		}
	}
	for _, command := range f.Build {
		say("building the peers in " + f.Language)
		if err := measure.Quietly(exec.Command(command[0], command[1:]...)); err != nil {
			f.Missing = fmt.Sprintf("it does not build, and %s has said why", command[0])
			fmt.Fprintln(os.Stderr, err)
			return
		}
	}
}

// revision returns the revision of the sources from git describe, or "" if it fails. Go's build
// information also contains the revision, except in a git worktree or with -buildvcs=false.
func revision() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude", "*").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// itself builds the benchmarks command without SIMD and returns it as a child with the peers of
// iri.
func itself(cache string, say func(string)) Foreign {
	f := Foreign{Language: "Go", Peers: measure.Ours + Portable,
		Command: []string{filepath.Join(cache, "portable"+Exe()), ServeArgument}}
	say("building ours without SIMD")
	if err := goBuild(f.Command[0], []string{"purego"}, os.Environ()); err != nil {
		f.Missing = "it does not build, and the Go tool has said why"
		fmt.Fprintln(os.Stderr, err)
	}
	return f
}

// ServeArgument is the argument that makes the benchmarks command act as a child (Serve).
const ServeArgument = "-serve"

// librure builds the C library of Rust's regex crate. It returns the environment variables that let
// a C compiler find the library, and the build tag rure. If it cannot build the library, it sets
// p.Missing instead.
func librure(p *Prepared, say func(string)) (env, tags []string) {
	if _, err := exec.LookPath("cargo"); err != nil {
		p.Missing["rure"] = "there is no cargo here: apt-get install cargo (or rustup where that is older than 1.85)"
		return nil, nil
	}
	say("building librure")
	script := `eval "$(../.ci/librure/build)" && echo "$LIBRARY_PATH" && echo "$C_INCLUDE_PATH"`
	out, err := exec.Command("sh", "-c", script).Output()
	paths := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(paths) != 2 {
		p.Missing["rure"] = "librure does not build: .ci/librure/build says why"
		return nil, nil
	}
	return []string{"LIBRARY_PATH=" + paths[0], "C_INCLUDE_PATH=" + paths[1]}, []string{"rure"}
}

// CFolder is the folder of package c, where generated sources are written.
var CFolder = filepath.Join("peers", "c")

// generated returns the build tags of the C peers for this machine (c.Prepare). If any of them
// cannot be prepared, it sets p.Missing for all of them.
func generated(p *Prepared, say func(string)) (tags []string) {
	say("generating the peers in C")
	tags, err := c.Prepare(CFolder)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		for _, peer := range c.Peers() {
			p.Missing[peer.Tag] = "its code cannot be generated: " + err.Error()
		}
	}
	return tags
}

// Start runs runner, the program that measures, with the arguments of this program, and passes it
// p. ok is false if runner exits with status 1.
func Start(runner string, p Prepared) (ok bool, err error) {
	text, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	cmd := exec.Command(runner, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), variable+"="+string(text))
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		return false, nil
	}
	return true, err
}

// WasPrepared returns the Prepared that Start passed to this program. ok is false if Start did not
// start this program.
func WasPrepared() (p Prepared, ok bool, err error) {
	text, ok := os.LookupEnv(variable)
	if !ok {
		return p, false, nil
	}
	return p, true, json.Unmarshal([]byte(text), &p)
}
