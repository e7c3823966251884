package peers

import (
	"cmp"
	"strings"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers/c"
)

// CPeers returns the peers of package c. A C peer appears twice: with one cgo call for all lines
// and with one cgo call per line. A missing peer appears once.
func CPeers(p Prepared) (peers []measure.Peer) {
	for _, peer := range c.Peers() {
		row := measure.Peer{Name: peer.Name, Language: peer.Language, Standard: measure.Standard(peer.Standard)}
		if row.Missing = missingC(p, peer); row.Missing != "" {
			peers = append(peers, row)
			continue
		}
		row.Version = peer.Version
		if peer.Run == nil { // generated Go code
			valid := peer.One
			if strings.HasSuffix(peer.Name, "sentinel") {
				valid = func(s string) bool { return peer.One(measure.WithSentinel(s)) }
			}
			row.Open = measure.Asks(valid, nil)
			peers = append(peers, row)
			continue
		}
		row.Name, row.Open = peer.Name+", one call for all",
			onlyIRI(func() measure.Asked { return uncounted{&loaded{peer: peer}} })
		peers = append(peers, row)
		row.Name, row.Open = peer.Name+", a call a line",
			onlyIRI(func() measure.Asked { return uncounted{measure.ByLine(peer.One)} })
		peers = append(peers, row)
	}
	return peers
}

// missingC returns the reason why a peer is missing, or "".
func missingC(p Prepared, peer c.Peer) string {
	if peer.Linked != nil {
		return ""
	}
	return cmp.Or(p.Missing[peer.Tag], "it is not installed here: "+peer.Install)
}

// standard returns the element of measure.Standards that text starts with. If there is none, it
// returns text itself as a standard.
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

// loaded is a peer with its own copy of the lines in C memory. batch copies the lines of a new
// corpus before the pass, so the copying is not part of it.
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

// uncounted is a peer whose allocations are unknown because they are not in Go's memory. Its
// samples report -1 allocations.
type uncounted struct{ measure.Asked }

func (u uncounted) Time(c *measure.Corpus) (measure.Sample, error) {
	s, err := u.Asked.Time(c)
	s.Allocs = -1
	return s, err
}
