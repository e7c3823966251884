package peers

import (
	"cmp"
	"strings"

	"github.com/irilex/iri/benchmarks/c"
	"github.com/irilex/iri/benchmarks/c/needs"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/re2go"
)

// CPeers returns the peers that cgo links, each twice: asked with one call of cgo for all
// lines, and with one for every line. Behind them is the Go that re2c generates.
func CPeers(p Prepared) (peers []measure.Peer) {
	for _, peer := range c.Peers() {
		need := needOf(peer)
		language, missing := "C", ""
		if need.CPlusPlus {
			language = "C++"
		}
		if peer.Missing != "" {
			missing = missingC(p, need)
		}
		row := measure.Peer{Name: peer.Name, Language: language, Version: peer.Version, Standard: standard(peer.Standard), Missing: missing}
		if missing != "" {
			peers = append(peers, row)
			continue
		}
		row.Name, row.Open = peer.Name+", one call for all", onlyIRI(func() measure.Asked { return uncounted{&loaded{peer: peer}} })
		peers = append(peers, row)
		if peer.One != nil {
			row.Name, row.Open = peer.Name+", a call a line", onlyIRI(func() measure.Asked { return uncounted{measure.ByLine(peer.One)} })
			peers = append(peers, row)
		}
	}
	re2goPeer := func(name string, valid func(string) bool) measure.Peer {
		missing := ""
		if re2go.Missing != "" {
			missing = cmp.Or(p.Missing["re2c"], "re2c is not installed here: "+needs.Find("re2c").Install())
		}
		return measure.Peer{
			Name: name, Language: "Go", Version: re2go.Version, Standard: measure.RFC3987, Missing: missing,
			Open: measure.Asks(valid, nil),
		}
	}
	return append(peers,
		re2goPeer("re2c -b for Go, sentinel", func(s string) bool { return re2go.ValidSentinel(measure.WithSentinel(s)) }),
		re2goPeer("re2c -b for Go", re2go.Valid))
}

// missingC returns why what needs something is not there.
func missingC(p Prepared, need needs.Need) string {
	return cmp.Or(p.Missing[need.Tag], "it is not installed here: "+need.Install())
}

// needOf returns what a peer needs: what its name begins with, the longest that fits.
func needOf(peer c.Peer) needs.Need {
	best := needs.Need{Packages: peer.Name}
	for _, need := range needs.All() {
		if len(need.Name) > len(best.Name) && strings.HasPrefix(strings.ToLower(peer.Name), strings.ToLower(need.Name)) {
			best = need
		}
	}
	return best
}

// standard returns the standard that a text begins with, or the text.
func standard(text string) measure.Standard {
	for _, s := range measure.Standards {
		if strings.HasPrefix(text, string(s)) {
			return s
		}
	}
	return measure.Standard(text)
}

func onlyIRI(open func() measure.Asked) func(measure.Question) (measure.Asked, error) {
	return func(q measure.Question) (measure.Asked, error) {
		if q != measure.IsIRI {
			return nil, measure.ErrNotAsked
		}
		return open(), nil
	}
}

// loaded is a peer that keeps a copy of the lines in memory of its own. To make that copy is
// no part of a pass.
type loaded struct {
	peer   c.Peer
	corpus *measure.Corpus
}

func (l *loaded) batch(c *measure.Corpus) measure.InBatch {
	if l.corpus != c {
		l.peer.Load(c.Text, c.Ends)
		l.corpus = c
	}
	return func(_ []byte, _ []int32, verdicts []byte) { l.peer.Run(verdicts) }
}

func (l *loaded) Verdicts(c *measure.Corpus) ([]byte, error) { return l.batch(c).Verdicts(c) }

func (l *loaded) Time(c *measure.Corpus) (measure.Sample, error) { return l.batch(c).Time(c) }

// uncounted is a peer whose allocations are not those of Go.
type uncounted struct{ measure.Asked }

func (u uncounted) Time(c *measure.Corpus) (measure.Sample, error) {
	s, err := u.Asked.Time(c)
	s.Allocs = -1
	return s, err
}
