package measure

import (
	"context"
	"errors"
	"regexp"
	"unsafe"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// Ours is the name of the peer in the denominator of the ratios.
const Ours = "iri.Valid"

// A Standard names the set of strings that a peer is meant to accept.
type Standard string

// The standards. A child may name another standard, whose peers come last in tables and are
// compared with RFC 3987.
const (
	RFC3987 Standard = "RFC 3987"
	RFC3986 Standard = "RFC 3986" // rejects bytes above 0x7F, as the standard requires
	Lenient Standard = "lenient"  // accepts strings that no RFC allows
	WHATWG  Standard = "WHATWG"   // repairs rather than rejects
	Bound   Standard = "bound"    // not a usable validator, but a bound on the speed of validators
)

// Standards lists the standards in the order in which tables show their peers.
var Standards = []Standard{RFC3987, Bound, RFC3986, Lenient, WHATWG}

// A Question names a rule: peers decide for each line of a corpus whether the rule matches it.
type Question string

// The questions.
const (
	IsIRI       Question = "IRI"           // is it an IRI?
	IsReference Question = "IRI-reference" // is it an IRI or a relative reference?
)

// Rule returns the rule that gives the correct verdicts for the question and for peers of a
// standard.
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

// expressions caches the results of Expression, because compiling a grammar is slow.
var expressions = map[Question]string{}

// Expression returns a regular expression for the question's rule, generated from the bundled RFC
// 3987 grammar. It matches only entire strings.
func (q Question) Expression() (text string, err error) {
	if expressions[q] == "" {
		expressions[q], err = q.ExpressionFor(build.RE2)
	}
	return expressions[q], err
}

// ExpressionFor is like Expression, for an engine.
func (q Question) ExpressionFor(engine build.Engine) (string, error) {
	bundled, _ := build.FindBundled("rfc3987")
	g, err := build.Compile(context.Background(), bundled.Source(),
		build.Options{Name: bundled.Name, Dialect: bundled.Dialect, Rules: []string{string(q)}})
	if err != nil {
		return "", err
	}
	return g.Regexp(context.Background(), string(q), engine)
}

// Ported returns the rule IRI in another language, as "abnf gen --lang" writes it, with only the
// validating function. name is the name of the grammar.
func Ported(language, name string) ([]byte, error) {
	bundled, _ := build.FindBundled("rfc3987")
	g, err := build.Compile(context.Background(), bundled.Source(),
		build.Options{Name: name, Dialect: bundled.Dialect, Rules: []string{"IRI"}, Places: true})
	if err != nil {
		return nil, err
	}
	text, _, err := port.File(g, port.Options{
		Language: language, Rules: []string{"IRI"}, Only: true, Command: "benchmarks", Class: "Ported",
		Package: "peers",
	})
	return text, err
}

// A Peer is a row of the table: a line validator, or a bound.
type Peer struct {
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Version  string   `json:"version"`
	Standard Standard `json:"standard"`
	Missing  string   `json:"missing,omitempty"` // why it is missing and how to install it; "" if it is available

	// Counts is set if the peer does something other than validation. It gives no verdicts: a pass
	// returns a count of something else, or -1 after an error.
	Counts bool `json:"-"`

	// Open prepares the peer for a question. Run calls it once per corpus, before the timed passes. It
	// returns [ErrNotAsked] if the peer cannot answer the question.
	Open func(Question) (Asked, error) `json:"-"`
}

var ErrNotAsked = errors.New("the peer cannot be asked this")

// Asked is a peer that is ready to process corpora.
type Asked interface {
	// Verdicts returns one byte per line: 1 if the peer accepts the line, 0 otherwise.
	Verdicts(*Corpus) ([]byte, error)
	// Time makes one pass over the corpus and returns its measurements.
	Time(*Corpus) (Sample, error)
}

// A Sample holds the measurements of one pass over a corpus.
type Sample struct {
	Nanoseconds int64 // CPU time
	Accepted    int   // lines
	Allocs      int64 // heap allocations, or -1 if unknown
}

// A Counting is a pass over all lines of a corpus, for a peer with Counts set.
type Counting func() int

// Verdicts returns [ErrNotAsked].
func (p Counting) Verdicts(*Corpus) ([]byte, error) { return nil, ErrNotAsked }

func (p Counting) Time(*Corpus) (Sample, error) { return Pass(p), nil }

// ByLine is a peer that is called once per line. The function reports whether the peer accepts the
// line.
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

// Count calls the peer for each line and returns the number of accepted lines. It is the timed
// loop. The compiler cannot inline the calls, because valid is a function value, and cannot omit
// them, because the count needs the verdicts.
//
//go:noinline
func (valid ByLine) Count(lines []string) (accepted int) {
	for _, s := range lines {
		accepted += int(Number(valid(s)))
	}
	return accepted
}

// Number returns 1 for true and 0 for false. It compiles to a branch-free instruction.
func Number(b bool) (n byte) {
	if b {
		n = 1
	}
	return n
}

// InBatch is a peer that is called once for all lines. Line i is text[ends[i-1]:ends[i]], and
// [padding] zero bytes follow text in memory. The call sets verdicts[i] to 1 or 0.
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

// WithSentinel returns s extended by a zero byte, without copying. s must be a line of a corpus,
// because only those are followed by a zero byte in memory.
func WithSentinel(s string) string {
	if s == "" { // its pointer may point anywhere
		return "\x00"
	}
	return unsafe.String(unsafe.StringData(s), len(s)+1)
}

// Asks returns a function for Peer.Open. That function returns the peer iri for the question IsIRI
// and the peer reference for IsReference, or ErrNotAsked if the peer is nil.
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

// Choose returns the peers whose name or language matches the regular expression, ignoring case. It
// always keeps the peer Ours.
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

// Group returns the index of the peer's standard in Standards, or len(Standards) if the standard is
// not listed.
func (p *Peer) Group() int {
	for i, s := range Standards {
		if p.Standard == s {
			return i
		}
	}
	return len(Standards)
}
