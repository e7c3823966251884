package tables

import (
	"strings"

	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// A Rule is the table of one grammar rule. Rules are comparable: equal rules are equal tables. The
// zero Rule has no members.
//
// A string that is no table, one refused by machine.Verify, can be given to Valid, ValidBytes,
// ValidReader, String, GoString, and the methods of states (Start, Advance and so on). These
// neither panic nor read outside it; the other methods may panic.
type Rule string

func (r Rule) table() format.Table { return format.Table(r) }

// Exactness relates the language of a table to the language of its rule.
type Exactness uint8

// The exactnesses.
const (
	Exact    Exactness = iota // the same language
	Superset                  // every member of the rule, and other strings
	Subset                    // members of the rule only: those with recursion up to a depth
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

// States returns the number of live states, so without the dead one.
func (r Rule) States() int {
	if !r.table().Whole() {
		return 0
	}
	return r.table().Uint32(format.AtStates) - 1
}

// Classes returns the number of byte classes, the class of the bytes in no member included.
func (r Rule) Classes() int {
	if !r.table().Whole() {
		return 0
	}
	return r.table().Uint16(format.AtCount)
}

// Recursive reports whether the rule refers to itself beyond the power of a finite automaton, as a
// comment of mail does: the table counts the depth of a string. Such a rule has no components, no
// [State] but the dead one, and is in no [Set].
//
// A string may have several readings at an offset. Few strings have more than three. A string that
// needs more than 32 at once is not valid, and [SyntaxError.Undecided] reports this.
func (r Rule) Recursive() bool { return r.table().Whole() && r.table().HasCalls() }

// Name returns the name of the rule in the spelling of its grammar.
func (r Rule) Name() string {
	_, name := r.table().Names()
	return name
}

// Grammar returns the name of the rule's grammar.
func (r Rule) Grammar() string {
	grammar, _ := r.table().Names()
	return grammar
}

// Exactness relates the table's language to the rule's. For a [Subset] it returns the depth of
// recursion up to which the table has the members.
func (r Rule) Exactness() (e Exactness, depth int) {
	if !r.table().Whole() {
		return Exact, 0
	}
	return Exactness(r[format.AtExactness]), r.table().Uint32(format.AtDepth)
}

// Hash returns the SHA-256 of the language: of its minimal DFA in canonical form. Two rules accept
// the same strings exactly when their hashes are equal, whatever their names, their grammars and
// the version of the layout. The hash of a [Rule.Recursive] rule is that of the automaton with
// calls: equal hashes mean equal languages, and other hashes leave the question open.
func (r Rule) Hash() [32]byte {
	var hash [32]byte
	if r.table().Whole() {
		copy(hash[:], r[format.AtHash:])
	}
	return hash
}

// FoldName returns the folded form of a rule's name. Equal names have equal forms: upper and lower
// case are one (RFC 5234, section 2.1), and so are "-" and "_", the spelling of the notation of RFC
// 2396 and of Treetop.
func FoldName(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// Valid reports whether s, as a whole, is a member of the rule's language. It takes time linear in
// len(s) and does not allocate, except for a [Rule.Recursive] rule and a string with more than
// eight readings at once. Ill-formed UTF-8 is never a member.
func (r Rule) Valid(s string) bool { return engine.Valid(r.table(), s) }

// ValidBytes is Valid for a slice of bytes.
func (r Rule) ValidBytes(b []byte) bool {
	return r.Valid(format.View(b))
}

// Prefix returns the length in bytes of the longest prefix of s that is a member, or -1 if even the
// empty prefix is no member. It takes time linear in the longest prefix of s that begins a member.
func (r Rule) Prefix(s string) int {
	if !r.table().Whole() {
		return -1
	}
	if r.table().HasCalls() {
		return counter.Prefix(r.table(), s)
	}
	return engine.Prefix(r.table(), s)
}
