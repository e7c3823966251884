package measure

import (
	"errors"
	"regexp"
	"unsafe"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// Ours is the name of the peer that the others are compared with.
const Ours = "iri.Valid"

// A Standard says which strings a peer means to accept.
type Standard string

// The standards. Children may name others, which come behind these and are judged by RFC 3987.
const (
	RFC3987 Standard = "RFC 3987"
	RFC3986 Standard = "RFC 3986" // stops at the first byte over 0x7F, which is right by its standard
	Lenient Standard = "lenient"  // takes strings apart that no RFC allows
	WHATWG  Standard = "WHATWG"   // repairs rather than rejects
	Bound   Standard = "bound"    // no validator, but a limit to what one can reach
)

// Standards is the order of the groups in tables.
var Standards = []Standard{RFC3987, Bound, RFC3986, Lenient, WHATWG}

// A Question is what peers are asked about every line of a corpus.
type Question string

// The questions.
const (
	IsIRI       Question = "IRI"           // is it an IRI?
	IsReference Question = "IRI-reference" // is it an IRI or a relative reference?
)

// Rule returns the rule by which verdicts of a standard are judged.
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

// A Peer is a row of the table: something that says whether a line is an IRI, or a bound.
type Peer struct {
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Version  string   `json:"version"`
	Standard Standard `json:"standard"`
	Missing  string   `json:"missing,omitempty"` // why it is not there and the command that installs it; empty when it is there

	// Open makes the peer ready for a question. It is called once for a corpus, outside of
	// what is timed, and returns errNotAsked for questions that the peer has no answer to.
	Open func(Question) (Asked, error) `json:"-"`
}

var ErrNotAsked = errors.New("the peer cannot be asked this")

// Asked is a peer that is asked about the lines of corpora.
type Asked interface {
	// Verdicts returns 1 for every line that is accepted, and 0 for the others.
	Verdicts(*Corpus) ([]byte, error)
	// Time is one pass over the corpus.
	Time(*Corpus) (Sample, error)
}

// A Sample is what one pass over a corpus took.
type Sample struct {
	Nanoseconds int64 // CPU time
	Accepted    int   // lines
	Allocs      int64 // heap allocations, -1 when nobody counts them
}

// ByLine is asked with one call a line.
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

// Count is the loop that is timed. The peer is behind a function value and its verdict is
// counted, so that the compiler can neither leave a call out nor inline it.
//
//go:noinline
func (valid ByLine) Count(lines []string) (accepted int) {
	for _, s := range lines {
		accepted += int(Number(valid(s)))
	}
	return accepted
}

// Number is 1 for true; the compiler makes it an instruction without a branch.
func Number(b bool) (n byte) {
	if b {
		n = 1
	}
	return n
}

// InBatch is asked with one call for all lines: line i is text[ends[i-1]:ends[i]], and
// behind text are [padding] zero bytes.
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

// WithSentinel returns s with the zero byte that stands behind every line of a corpus in memory.
func WithSentinel(s string) string {
	if s == "" { // which may be anywhere in memory
		return "\x00"
	}
	return unsafe.String(unsafe.StringData(s), len(s)+1)
}

// Asks returns an Open for a peer that needs no preparation. A nil function is a question
// that it has no answer to.
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

// Choose returns the peers whose name or language the expression matches, and us.
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

// Group returns where the peer's standard stands in tables.
func (p *Peer) Group() int {
	for i, s := range Standards {
		if p.Standard == s {
			return i
		}
	}
	return len(Standards)
}
