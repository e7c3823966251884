package main

import (
	"slices"
	"strings"

	"github.com/irilex/iri/benchmarks/c"
	"github.com/irilex/iri/benchmarks/c/needs"
	"github.com/irilex/iri/benchmarks/re2go"
)

// cPeers returns the peers that cgo links, each twice: asked with one call of cgo for all
// lines, and with one for every line. Behind them is the Go that re2c generates.
func cPeers(p prepared) (peers []Peer) {
	for _, peer := range c.Peers() {
		language, missing := "C", peer.Missing
		i := slices.IndexFunc(needs.All(), func(n needs.Need) bool { return n.Name == peer.Name })
		if i >= 0 {
			need := needs.All()[i]
			if need.CPlusPlus {
				language = "C++"
			}
			if p.Missing[need.Tag] != "" {
				missing = p.Missing[need.Tag]
			}
		}
		row := Peer{Name: peer.Name, Language: language, Version: peer.Version, Standard: standard(peer.Standard), Missing: missing}
		if missing != "" {
			peers = append(peers, row)
			continue
		}
		row.Name, row.Open = peer.Name+", one call for all", onlyIRI(func() Asked { return uncounted{&loaded{peer: peer}} })
		peers = append(peers, row)
		if peer.One != nil {
			row.Name, row.Open = peer.Name+", a call a line", onlyIRI(func() Asked { return uncounted{byLine(peer.One)} })
			peers = append(peers, row)
		}
	}
	return append(peers,
		re2goPeer("re2c -b for Go, sentinel", func(s string) bool { return re2go.ValidSentinel(withSentinel(s)) }),
		re2goPeer("re2c -b for Go", re2go.Valid))
}

func re2goPeer(name string, valid func(string) bool) Peer {
	return Peer{name, "Go", re2go.Version, RFC3987, re2go.Missing, asks(valid, nil)}
}

// standard returns the standard that a text begins with, or the text.
func standard(text string) Standard {
	for _, s := range standards {
		if strings.HasPrefix(text, string(s)) {
			return s
		}
	}
	return Standard(text)
}

func onlyIRI(open func() Asked) func(Question) (Asked, error) {
	return func(q Question) (Asked, error) {
		if q != IsIRI {
			return nil, errNotAsked
		}
		return open(), nil
	}
}

// loaded is a peer that keeps a copy of the lines in memory of its own. To make that copy is
// no part of a pass.
type loaded struct {
	peer   c.Peer
	corpus *Corpus
}

func (l *loaded) batch(c *Corpus) inBatch {
	if l.corpus != c {
		l.peer.Load(c.Text, c.Ends)
		l.corpus = c
	}
	return func(_ []byte, _ []int32, verdicts []byte) { l.peer.Run(verdicts) }
}

func (l *loaded) Verdicts(c *Corpus) ([]byte, error) { return l.batch(c).Verdicts(c) }

func (l *loaded) Time(c *Corpus) (Sample, error) { return l.batch(c).Time(c) }

// uncounted is a peer whose allocations are not those of Go.
type uncounted struct{ Asked }

func (u uncounted) Time(c *Corpus) (Sample, error) {
	s, err := u.Asked.Time(c)
	s.Allocs = -1
	return s, err
}
