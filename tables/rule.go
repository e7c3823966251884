package tables

import (
	"strings"

	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A Rule is the table of one grammar rule. Rules are comparable: they are equal if their tables
// are. The zero Rule matches no string.
//
// For a string that is not a table, one that machine.Verify rejects, Valid, ValidBytes,
// ValidReader, String, GoString, and the methods for states (Start, Advance and so on) neither
// panic nor read outside the string; other methods may panic.
type Rule string

func (r Rule) table() format.Table { return format.Table(r) }

// Exactness relates the language of a table to that of its rule.
type Exactness uint8

// The exactnesses.
const (
	Exact    Exactness = iota // both languages are equal
	Superset                  // all members of the rule, and other strings
	Subset                    // only those members of the rule that recurse up to a depth
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

// States returns the number of states, except the dead one.
func (r Rule) States() int {
	if !r.table().Whole() {
		return 0
	}
	return r.table().Uint32(format.AtStates) - 1
}

// Classes returns the number of byte classes, including that of bytes that occur in no member.
func (r Rule) Classes() int {
	if !r.table().Whole() {
		return 0
	}
	return r.table().Uint16(format.AtCount)
}

// Recursive reports whether the rule refers to itself in a way that exceeds finite automata, as the
// nested comments of mail do: the table counts the depth. Such a rule has no components and no
// [State] but the dead one, and cannot be part of a [Set].
//
// A string may have several simultaneous parses, rarely more than three. A string with more than 32
// is rejected, which [SyntaxError.Undecided] reports.
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

// Exactness relates the language of the table to that of the rule. For a [Subset] it also returns
// the maximum depth of recursion.
func (r Rule) Exactness() (e Exactness, depth int) {
	if !r.table().Whole() {
		return Exact, 0
	}
	return Exactness(r[format.AtExactness]), r.table().Uint32(format.AtDepth)
}

// Hash returns the SHA-256 of the rule's minimal DFA in canonical form. Two rules accept the same
// strings exactly if their hashes are equal, whatever their names, grammars and layout versions.
// For a [Rule.Recursive] rule it is the hash of the automaton with calls: equal hashes mean equal
// languages, but different hashes do not mean different languages.
func (r Rule) Hash() [32]byte {
	var hash [32]byte
	if r.table().Whole() {
		copy(hash[:], r[format.AtHash:])
	}
	return hash
}

// FoldName returns a canonical form of a rule name, to compare names. It ignores case (RFC 5234,
// section 2.1), and replaces "_", which the notations of RFC 2396 and Treetop use, by "-".
func FoldName(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// Valid reports whether the rule matches all of s. It takes time linear in len(s), and allocates
// only for a [Rule.Recursive] rule and a string with more than eight simultaneous parses. Unless
// the rule describes octets, invalid UTF-8 is never a member.
func (r Rule) Valid(s string) bool { return engine.Valid(r.table(), s) }

// ValidBytes is like Valid for a byte slice.
func (r Rule) ValidBytes(b []byte) bool {
	return r.Valid(format.View(b))
}

// Prefix returns the length in bytes of the longest prefix of s that is a member, or -1 if there is
// none, not even the empty one. It takes time linear in the length of the longest prefix that
// begins a member.
func (r Rule) Prefix(s string) int {
	if !r.table().Whole() {
		return -1
	}
	if r.table().HasCalls() {
		return counter.Prefix(r.table(), s)
	}
	return engine.Prefix(r.table(), s)
}
