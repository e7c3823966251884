package c

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

const (
	rfc3987 = "RFC 3987"
	rfc3986 = "RFC 3986"
)

// A need is a tool or library that some peers require.
type need struct {
	tag      string // the peers' build tag
	program  string // a program that must be installed, if its name is not the tag
	peers    []string
	language string
	standard string
	packages string // names of Debian packages; the first one that exists suffices

	include, link string // of a library: its header and linker option

	// generate writes the source files that are not in the repository to this package's folder. It is
	// nil for a peer without such files.
	generate func(folder string) error
}

var needs = []need{
	{tag: "ported", program: "gcc", peers: []string{"abnf gen --lang c", "abnf gen --lang c, without SIMD"},
		language: "C", standard: rfc3987, generate: generatePorted},
	{tag: "re2c", peers: []string{"re2c -b", "re2c -g", "re2c -b for Go, sentinel", "re2c -b for Go"},
		language: "C", standard: rfc3987, packages: "re2c", generate: generateRe2c},
	{tag: "ragel", peers: []string{"ragel -G2"}, language: "C", standard: rfc3987, packages: "ragel",
		generate: generateRagel},
	{tag: "uriparser", peers: []string{"uriparser"}, language: "C", standard: rfc3986, packages: "liburiparser-dev",
		include: "uriparser/Uri.h", link: "-luriparser"},
	{tag: "re2", peers: []string{"RE2"}, language: "C++", standard: rfc3987, packages: "libre2-dev",
		include: "re2/re2.h", link: "-lre2", generate: generateRE2Version},
	{tag: "boosturl", peers: []string{"Boost.URL"}, language: "C++", standard: rfc3986,
		packages: "libboost-url-dev libboost-url1.81-dev", include: "boost/url.hpp", link: "-lboost_url"},
	{tag: "hyperscan", peers: []string{"Hyperscan"}, language: "C", standard: rfc3987,
		packages: "libhyperscan-dev libvectorscan-dev", include: "hs/hs.h", link: "-lhs"},
}

// install returns the command that installs the need on Debian, along with a compiler for cgo.
func (n need) install() string {
	compiler := map[string]string{"C": "gcc", "C++": "g++"}[n.language]
	return "apt-get install " + compiler + " " + strings.ReplaceAll(n.packages, " ", ", or where there is none ")
}

// Prepare generates the sources of peers in folder, which is this package's folder. It returns the
// build tags of the peers that this machine supports.
func Prepare(folder string) (tags []string, err error) {
	for _, n := range needs {
		if n.find() != nil {
			continue
		}
		if n.generate != nil {
			if err := n.generate(folder); err != nil {
				return nil, fmt.Errorf("%s: %w", n.tag, err)
			}
		}
		tags = append(tags, n.tag)
	}
	return tags, nil
}

// find returns an error if a need is not installed. It looks up a tool in PATH. For a library, it
// compiles a one-line program and links it with the library.
func (n need) find() error {
	if n.include == "" {
		_, err := exec.LookPath(cmp.Or(n.program, n.tag))
		return err
	}
	compiler, err := run("", "go", "env", map[string]string{"C": "CC", "C++": "CXX"}[n.language])
	if err != nil {
		return err
	}
	program, err := os.CreateTemp("", "prepare")
	if err != nil {
		return err
	}
	program.Close()
	defer os.Remove(program.Name())
	_, err = run(fmt.Sprintf("#include <%s>\nint main() { return 0; }\n", n.include), "sh", "-c",
		strings.TrimSpace(compiler)+` -x "$0" - "$1" -o "$2"`, strings.ToLower(n.language), n.link, program.Name())
	return err
}

// run runs a command with the given standard input and returns its standard output. The error
// includes the first line of its standard error.
func run(stdin, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		line, _, _ := strings.Cut(string(exit.Stderr), "\n")
		err = fmt.Errorf("%s: %w: %s", name, err, line)
	}
	return string(out), err
}
