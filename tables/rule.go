package tables

import (
	"strings"

	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A Rule is the table of one grammar rule. Rules are comparable: they are equal if their tables are
// equal. The zero Rule matches no string.
//
// If the string is not a table (machine.Verify rejects it), Valid, ValidBytes, ValidReader, String,
// GoString, and the state methods (Start, Advance and so on) neither panic nor read outside the
// string; other methods may panic.
type Rule string

func (r Rule) table() format.Table { return format.Table(r) }

// Exactness describes how the strings that a table accepts relate to the strings that its rule
// matches.
type Exactness uint8

// Values of [Exactness].
const (
	Exact    Exactness = iota // the table accepts exactly the strings that the rule matches
	Superset                  // the table accepts these strings, and others
	Subset                    // the table accepts these strings only up to a depth of recursion
)

// String returns "exact", "superset" or "subset".
func (e Exactness) String() string {
	switch e {
	case Exact:
		return "exact"
	case Superset:
		return "superset"
	case Subset:
		return "subset"
	}
	return "unknown"
}

// States returns the number of states, not counting the dead state.
func (r Rule) States() int {
	if !r.table().Whole() {
		return 0
	}
	return r.table().Uint32(format.AtStates) - 1
}

// Classes returns the number of byte classes, including the class of bytes that never occur in a
// match.
func (r Rule) Classes() int {
	if !r.table().Whole() {
		return 0
	}
	return r.table().Uint16(format.AtCount)
}

// Recursive reports whether the rule refers to itself in a way that a finite automaton cannot
// represent, like a rule for nested comments in mail headers. Matching such a rule requires
// counting the nesting depth. A recursive rule has no components and no [State] except the dead
// one, and cannot be part of a [Set].
//
// A string may have several simultaneous parses, but rarely more than three. A string with more
// than 32 is rejected, and [SyntaxError.Undecided] reports true.
func (r Rule) Recursive() bool { return r.table().Whole() && r.table().HasCalls() }

// Name returns the name of the rule as its grammar spells it.
func (r Rule) Name() string {
	_, name := r.table().Names()
	return name
}

// Grammar returns the name of the rule's grammar.
func (r Rule) Grammar() string {
	grammar, _ := r.table().Names()
	return grammar
}

// Exactness reports how the table's language relates to the rule's. For a [Subset] it also returns
// the maximum depth of recursion.
func (r Rule) Exactness() (e Exactness, depth int) {
	if !r.table().Whole() {
		return Exact, 0
	}
	return Exactness(r[format.AtExactness]), r.table().Uint32(format.AtDepth)
}

// Hash returns the SHA-256 of the rule's minimal DFA in canonical form. Two rules accept the same
// strings if and only if their hashes are equal, regardless of their names, grammars and layout
// versions. For a [Rule.Recursive] rule it is the hash of the automaton with calls: equal hashes
// mean equal languages, but different hashes do not mean different languages.
func (r Rule) Hash() [32]byte {
	var hash [32]byte
	if r.table().Whole() {
		copy(hash[:], r[format.AtHash:])
	}
	return hash
}

// FoldName returns the canonical form of a rule name, for comparison. It lowercases the name,
// because rule names ignore case (RFC 5234, section 2.1), and replaces "_", which RFC 2396 and
// Treetop use, and blanks, which classic BNF and ISO EBNF use, with "-".
func FoldName(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", "-"), " ", "-")
}

// Valid reports whether the rule matches all of s. It takes time linear in len(s). It allocates
// only if the rule is [Rule.Recursive] and s has more than eight simultaneous parses. Invalid UTF-8
// never matches, unless the rule describes octets.
func (r Rule) Valid(s string) bool { return engine.Valid(r.table(), s) }

// ValidBytes is like Valid for a byte slice.
func (r Rule) ValidBytes(b []byte) bool {
	return r.Valid(format.View(b))
}

// Prefix returns the length in bytes of the longest prefix of s that the rule matches, or -1 if it
// matches no prefix, not even the empty one. It takes time linear in the length of the longest
// prefix of s that begins some matching string.
func (r Rule) Prefix(s string) int {
	if !r.table().Whole() {
		return -1
	}
	if r.table().HasCalls() {
		return counter.Prefix(r.table(), s)
	}
	return engine.Prefix(r.table(), s)
}
