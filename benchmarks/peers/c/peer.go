// Package c links C and C++ validators through cgo. Each has its own build tag, because its library
// may be missing. [Prepare] finds the tags for this machine and generates the code of the peers
// that are derived from our grammar:
//
//	go test -tags "$(go run . -tags)" ./peers/c
//
// Each peer runs in its best form. The lines are adjacent in C memory, each followed by a NUL, so
// generated lexers need not check for the end of the line at each byte. Copying the lines to C
// memory is not part of a measured pass. Package iri processes its lines as Go strings, likewise
// without copying them.
package c

import "strings"

// A Peer is a validator from another project.
type Peer struct {
	Name     string
	Language string // C, C++, or Go for generated code
	Standard string // the standard that the peer claims to follow
	Install  string // the command that installs the peer's dependencies
	Tag      string // the peer's build tag

	// Linked is nil if the program was built without the tag, or without cgo.
	*Linked
}

// Linked is a peer that is linked into this program. It must not be used by multiple goroutines at
// the same time.
type Linked struct {
	Version string

	// Load copies lines to C memory for subsequent passes of Run: line i is text[ends[i-1]:ends[i]].
	// It replaces the previously loaded lines.
	Load func(text []byte, ends []int32)

	// Run makes one pass over the loaded lines in a single cgo call: it sets verdicts[i] to 1 if line
	// i is accepted and to 0 if not. It panics if the number of verdicts is not the number of lines.
	Run func(verdicts []byte)

	// One reports whether the peer accepts s, using one cgo call for this string.
	One func(s string) bool

	// Says parses s as a URI reference and returns the verdict and the host. It is nil for a peer that
	// does not return hosts.
	Says func(s string) Says
}

// Says is a parser's answer for a string.
type Says struct {
	Accepted, HasHost bool
	Host              string // without brackets
}

// linked holds the linked peers by name. The files with build tags add them.
var linked = map[string]func() *Linked{}

// Peers returns all peers, including missing ones.
func Peers() (peers []Peer) {
	for _, n := range needs {
		for _, name := range n.peers {
			p := Peer{Name: name, Language: n.language, Standard: n.standard, Install: n.install(), Tag: n.tag}
			if strings.Contains(name, "for Go") {
				p.Language = "Go"
			}
			if link := linked[name]; link != nil {
				p.Linked = link()
			}
			peers = append(peers, p)
		}
	}
	return peers
}
