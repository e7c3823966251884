package c

import (
	"fmt"

	"github.com/irilex/iri/benchmarks/c/needs"
)

// A Peer is a validator of another project.
type Peer struct {
	Name     string
	Version  string // the version that is linked; "" for a missing peer
	Standard string // the standard and the rule that the peer claims to follow
	Missing  string // why the peer is missing, and the command to install it; "" for a linked peer

	// Load copies lines to C memory, for the next passes of Run: line i is text[ends[i-1]:ends[i]].
	// It replaces the lines loaded before.
	Load func(text []byte, ends []int32)

	// Run is one pass over the loaded lines, in one call of cgo: verdicts[i] becomes 1 if line i is
	// accepted, and 0 if not. It panics unless there are as many verdicts as lines.
	Run func(verdicts []byte)

	// Batch calls Load and then Run.
	Batch func(text []byte, ends []int32, verdicts []byte)

	// One reports whether the peer accepts s, with one call of cgo for this string.
	One func(s string) bool

	// Says parses s as a URI reference, and returns the verdict and the host. It is nil for a peer
	// that returns no hosts.
	Says func(s string) Says
}

// Says is the answer of a parser about a string.
type Says struct {
	Accepted, HasHost bool
	Host              string // without brackets
}

const (
	rfc3987 = "RFC 3987, IRI"
	rfc3986 = "RFC 3986, URI"
)

// Peers returns all peers, also those that are missing. A missing peer has its name, its standard
// and the reason, and no functions. Only one goroutine at a time may use peers, because peers with
// the same name share memory in C.
func Peers() []Peer {
	return []Peer{re2c(), re2cg(), ragel(), uriparser(), re2(), boosturl(), hyperscan()}
}

func missing(name, tag, standard string) Peer {
	return Peer{Name: name, Standard: standard, Missing: fmt.Sprintf(
		"built without the tag %s or without cgo: %s, then build with the tags that go run ./c/prepare prints",
		tag, needs.Find(tag).Install())}
}
