// Package c links validators in C and C++ by cgo. Each has a build tag of its own, because a
// machine may lack its library. [Prepare] finds the tags for this machine, and generates the code
// of the peers that are made from our grammar:
//
//	go test -tags "$(go run . -tags)" ./peers/c
//
// Each peer runs in its best form. The lines are adjacent in C memory, with a NUL after each, so
// generated lexers need no test for the end of the line at each byte. A measured pass does not
// include the copying of lines to C memory. Package iri takes its lines as Go strings, without a
// copy too.
package c

import "strings"

// A Peer is a validator of another project.
type Peer struct {
	Name     string
	Language string // C, C++, or Go for code that a generator wrote
	Standard string // the standard that the peer claims to follow
	Install  string // the command that installs what the peer needs
	Tag      string // the build tag of the peer

	// Linked is nil if the program was built without the tag, or without cgo.
	*Linked
}

// Linked is a peer that is linked into this program. Only one goroutine at a time may use it.
type Linked struct {
	Version string

	// Load copies lines to C memory, for the next passes of Run: line i is text[ends[i-1]:ends[i]].
	// It replaces the lines loaded before.
	Load func(text []byte, ends []int32)

	// Run is one pass over the loaded lines, in one call of cgo: verdicts[i] becomes 1 if line i is
	// accepted, and 0 if not. It panics unless there are as many verdicts as lines.
	Run func(verdicts []byte)

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

// linked has the linked peers by name. The files with the tags add them.
var linked = map[string]func() *Linked{}

// Peers returns all peers, also those that are missing.
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
