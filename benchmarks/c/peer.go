package c

import (
	"fmt"

	"github.com/irilex/iri/benchmarks/c/needs"
)

// A Peer is a validator of another project.
type Peer struct {
	Name     string
	Version  string // found when it was built or when it runs; "" when the peer is missing
	Standard string // that it follows
	Missing  string // why it is not there and the command that installs it; "" when it is there

	// Load copies lines to C memory, for the passes of Run that follow: line i is
	// text[ends[i-1]:ends[i]]. It takes the place of the lines loaded before.
	Load func(text []byte, ends []int32)

	// Run is one pass over the lines that are loaded, in one call of cgo: verdicts[i] becomes
	// 1 if line i is accepted, and 0 if not. It panics unless there are as many verdicts as lines.
	Run func(verdicts []byte)

	// Batch is Load and Run.
	Batch func(text []byte, ends []int32, verdicts []byte)

	// One reports whether s is accepted: one call of cgo for one line.
	One func(s string) bool

	// Says parses s as a reference, and says which host it sees; nil when it sees none.
	Says func(s string) Says
}

// Says is what a parser says of a string.
type Says struct {
	Accepted, HasHost bool
	Host              string // without brackets
}

const (
	rfc3987 = "RFC 3987, IRI"
	rfc3986 = "RFC 3986, URI"
)

// Peers returns all peers. One that is missing has its name, its standard and a reason, and
// no functions. One goroutine at a time may use peers: those of one name share memory in C.
func Peers() []Peer {
	return []Peer{re2c(), re2cg(), ragel(), uriparser(), re2(), boosturl(), hyperscan()}
}

func missing(name, tag, standard string) Peer {
	return Peer{Name: name, Standard: standard, Missing: fmt.Sprintf(
		"built without the tag %s or without cgo: %s, then build with the tags that go run ./c/prepare prints",
		tag, needs.Find(tag).Install())}
}
