package measure

import (
	"errors"
	"regexp"
	"unsafe"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// Ours is the name of the peer in the denominator of the ratios.
const Ours = "iri.Valid"

// A Standard names the strings that a peer means to accept.
type Standard string

// The standards. Those of children may have other names: they come last in tables, and the rule of
// RFC 3987 judges them.
const (
	RFC3987 Standard = "RFC 3987"
	RFC3986 Standard = "RFC 3986" // rejects bytes over 0x7F, as its standard does
	Lenient Standard = "lenient"  // accepts strings outside of all RFCs
	WHATWG  Standard = "WHATWG"   // repairs rather than rejects
	Bound   Standard = "bound"    // no validator, but a bound for the speed of one
)

// Standards is the order of the groups in tables.
var Standards = []Standard{RFC3987, Bound, RFC3986, Lenient, WHATWG}

// A Question is a question to peers about each line of a corpus.
type Question string

// The questions.
const (
	IsIRI       Question = "IRI"           // is it an IRI?
	IsReference Question = "IRI-reference" // is it an IRI or a relative reference?
)

// Rule returns the rule of the right verdicts by a standard.
func (q Question) Rule(s Standard) tables.Rule {
	switch {
	case s == RFC3986 && q == IsReference:
		return rfc3986.URIReference
	case s == RFC3986:
		return rfc3986.URI
	case q == IsReference:
		return rfc3987.IRIReference
	}
	return rfc3987.IRI
}

// A Peer is a row of the table: a validator of lines, or a bound.
type Peer struct {
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Version  string   `json:"version"`
	Standard Standard `json:"standard"`
	Missing  string   `json:"missing,omitempty"` // reason and the command to install it; "" for a peer that is here

	// Open makes the peer ready for a question. It is called once for a corpus, outside of the
	// timed passes, and returns [ErrNotAsked] for a question without an answer.
	Open func(Question) (Asked, error) `json:"-"`
}

var ErrNotAsked = errors.New("the peer cannot be asked this")

// Asked is a peer ready for the lines of corpora.
type Asked interface {
	// Verdicts returns 1 for each accepted line, and 0 for the others.
	Verdicts(*Corpus) ([]byte, error)
	// Time makes one pass over the corpus.
	Time(*Corpus) (Sample, error)
}

// A Sample has the figures of one pass over a corpus.
type Sample struct {
	Nanoseconds int64 // CPU time
	Accepted    int   // lines
	Allocs      int64 // heap allocations, or -1 if unknown
}

// ByLine is a peer with one call for each line.
type ByLine func(s string) bool

func (valid ByLine) Verdicts(c *Corpus) ([]byte, error) {
	verdicts := make([]byte, len(c.Lines))
	for i, s := range c.Lines {
		verdicts[i] = Number(valid(s))
	}
	return verdicts, nil
}

func (valid ByLine) Time(c *Corpus) (Sample, error) {
	return Pass(func() int { return valid.Count(c.Lines) }), nil
}

// Count is the timed loop. It calls the peer by a function value and counts its verdicts, so that
// the compiler can neither omit nor inline a call.
//
//go:noinline
func (valid ByLine) Count(lines []string) (accepted int) {
	for _, s := range lines {
		accepted += int(Number(valid(s)))
	}
	return accepted
}

// Number returns 1 for true. The compiler makes it an instruction without a branch.
func Number(b bool) (n byte) {
	if b {
		n = 1
	}
	return n
}

// InBatch is a peer with one call for all lines: line i is text[ends[i-1]:ends[i]], and after text
// there are [padding] zero bytes.
type InBatch func(text []byte, ends []int32, verdicts []byte)

func (valid InBatch) Verdicts(c *Corpus) ([]byte, error) {
	verdicts := make([]byte, len(c.Ends))
	valid.fill(c, verdicts)
	return verdicts, nil
}

func (valid InBatch) Time(c *Corpus) (Sample, error) {
	verdicts := make([]byte, len(c.Ends))
	for i := range verdicts {
		verdicts[i] = unsaid
	}
	s := Pass(func() int { valid.fill(c, verdicts); return 0 })
	for _, v := range verdicts {
		if v > 1 {
			return s, errors.New("the peer left lines without a verdict")
		}
		s.Accepted += int(v)
	}
	return s, nil
}

func (valid InBatch) fill(c *Corpus, verdicts []byte) { valid(c.Text, c.Ends, verdicts) }

const unsaid = 2 // no verdict

// WithSentinel returns s with the zero byte that follows each line of a corpus in memory.
func WithSentinel(s string) string {
	if s == "" { // its pointer may be anywhere
		return "\x00"
	}
	return unsafe.String(unsafe.StringData(s), len(s)+1)
}

// Asks returns an Open for a peer without preparation. A nil function means that the peer has no
// answer to the question.
func Asks(iri, reference func(string) bool) func(Question) (Asked, error) {
	return func(q Question) (Asked, error) {
		valid := iri
		if q == IsReference {
			valid = reference
		}
		if valid == nil {
			return nil, ErrNotAsked
		}
		return ByLine(valid), nil
	}
}

// Choose returns Ours and the peers whose name or language matches the expression.
func Choose(peers []Peer, expression string) ([]Peer, error) {
	re, err := regexp.Compile("(?i)" + expression)
	if err != nil {
		return nil, err
	}
	var chosen []Peer
	for _, p := range peers {
		if p.Name == Ours || re.MatchString(p.Name) || re.MatchString(p.Language) {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

// Group returns the place of the peer's standard in tables.
func (p *Peer) Group() int {
	for i, s := range Standards {
		if p.Standard == s {
			return i
		}
	}
	return len(Standards)
}
