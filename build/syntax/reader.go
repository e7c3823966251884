package syntax

import (
	"cmp"
	"fmt"
	"slices"
)

// Limits bounds the demands of a document. A document over a limit gets an error, which names the
// limit.
type Limits struct {
	Source     int // bytes of the document
	Nesting    int // depth of brackets inside of brackets
	Repetition int // the largest number in a repeat
	Rules      int // definitions, increments included
}

// DefaultLimits returns the limits of [Read]. They leave room to spare for real documents.
// TestNeeds of package build measures the needs of these:
//
//   - Source: 1 MiB. The grammar of SIP (RFC 3261), among the longest of the RFCs, has 17 KB.
//     Every byte can cost a token of 24 bytes, so this bounds the memory as well.
//   - Nesting: 250. People lose track at 10, and the largest need is 5. Each level is a handful of
//     stack frames, here and in all other code that walks the tree.
//   - Repetition: 100,000. A repeat becomes as many copies of its element, and package build
//     allows the same number. The limits for automata bound the result: 21,846 characters of
//     base64, the largest count seen, have as many states.
//   - Rules: 10,000. SIP has 331 definitions.
func DefaultLimits() Limits {
	return Limits{Source: 1 << 20, Nesting: 250, Repetition: 100_000, Rules: 10_000}
}

// Read reads a document in the dialect d. It returns the readable rules, and all diagnostics in
// the order of their positions. A rule with an error is in Unread and not in Rules, because half a
// rule would match strings that its author never meant. An error belongs to the rule whose name
// stands before it. The time is linear in the length of the text, for any text, apart from the
// sorting of the diagnostics.
//
// Read departs from the letter of ABNF and of RFC 822's notation as follows:
//
//   - A line may end in LF alone, and the last line without a line end.
//   - A definition ends at the beginning of the next: a name followed by "=" or "=/", anywhere
//     on a line. So the rules of a document may share a line. A word with letters beyond ASCII,
//     followed by such a sign, also begins a definition, and is an error in it.
//   - All rules may be indented (RFC 5234, 2.1).
//   - Text before the first rule is skipped with a warning. A line of that text is an error if it
//     begins with a name and "=", or is meant to be such a line, as 3gpp-id = 1*DIGIT and a : "x"
//     are, because skipping it would lose a rule.
//   - An empty line inside a definition counts as a blank.
//
// A block of foreign text, code or prose, has one error for all its lines. An idiom of another
// notation has one error too, which shows the form in ABNF. Idioms are "[0-9]", "\"a\"-\"z\"" and
// a comment after "//".
//
// The list form #element of RFC 9110 (section 5.6.1), an addition to ABNF, is read as a sender
// writes lists, with a note: 1#element equals element *( OWS "," OWS element ).
//
// In aParse, U+00A0 is a blank. A rule without its ";" is an error, and ends at the beginning of
// the next. In Treetop, rules may stand without a grammar around them, and strings and classes end
// with their line. Treetop's predicates are read as [Predicate]. In W3C's EBNF, comments after
// "#", declarations such as "@terminals", and headings between numbered productions are skipped,
// each kind with a diagnostic.
func Read(src *Source, d Dialect) (*Grammar, *List) {
	return ReadWith(src, ReadOptions{Dialect: d})
}

// ReadOptions selects the dialect, the limits, and repairs. A document over Limits.Source is not
// read. After Limits.Rules definitions the rest of the document is not read. Over another limit
// only the rule with the excess is unread.
type ReadOptions struct {
	Dialect Dialect // of the document
	Limits  Limits  // DefaultLimits if zero

	// Repair recovers rules from comments. If the lines of a document were joined, a comment has
	// lost its end, and takes the rules after it. Repair also reads a repeat of zero times without
	// an element as the empty string. Each repair is a warning with the code "repaired".
	Repair bool
}

// ReadWith is [Read] with options.
func ReadWith(src *Source, opt ReadOptions) (*Grammar, *List) {
	if opt.Limits == (Limits{}) {
		opt.Limits = DefaultLimits()
	}
	r := &reader{
		grammar: &Grammar{Source: src, Dialect: opt.Dialect},
		list:    &List{Source: src},
		limits:  opt.Limits,
		repair:  opt.Repair,
	}
	if len(src.Text) > r.limits.Source {
		r.report("source-limit", 0, 0, "the document has over %d bytes, the limit; split it into several documents",
			r.limits.Source)
		return r.grammar, r.list
	}
	switch d := opt.Dialect; {
	case r.foreignNotation():
	case d == ABNF || d == RFC822 || d == AParse:
		readABNF(r, &notations[d])
	case d == Treetop:
		readTreetop(r)
	case d == W3C:
		readEBNF(r)
	default:
		r.report("unknown-dialect", 0, 0, "there is no reader for dialect %d", d)
	}
	r.list.end()
	r.list.Sort()
	r.withdraw()
	r.joinBlocks()
	return r.grammar, r.list
}

// withdraw moves each rule where an error stands from Rules to Unread.
func (r *reader) withdraw() {
	if r.list.Errors() == 0 {
		return
	}
	holders := r.grammar.Holders()
	holds := map[Pos]bool{}
	for _, d := range r.list.errors() {
		if i := HolderOf(holders, d); i >= 0 {
			holds[holders[i].Start] = true
		}
	}
	g := r.grammar
	g.Rules = slices.DeleteFunc(g.Rules, func(rule *Rule) bool {
		if holds[rule.NamePos] {
			r.unread(rule.Name, rule.NamePos)
		}
		return holds[rule.NamePos]
	})
	slices.SortFunc(g.Unread, func(a, b *RuleName) int { return cmp.Compare(a.Start, b.Start) })
}

// A reader is the common part of the readers of all dialects.
type reader struct {
	grammar *Grammar
	list    *List
	limits  Limits
	repair  bool
	starts  []Pos // positions of the definitions, in order; without indented ones if rules are not indented
}

func (r *reader) report(code Code, pos, end Pos, format string, args ...any) {
	if !r.list.hush(code, pos) {
		r.list.Add(NewDiagnostic(code, pos, int(end-pos), format, args...))
	}
}

// unread notes that the rule with this name, which stands at pos, could not be read.
func (r *reader) unread(name string, pos Pos) {
	r.grammar.Unread = append(r.grammar.Unread, &RuleName{name, pos})
}

// overLimit reports whether rule number n is over the limit on rules. If it is, overLimit adds an
// error at t, the first token of the rule.
func (r *reader) overLimit(n int, t token) bool {
	if n > r.limits.Rules {
		r.report("rule-limit", t.pos, t.end, "the document has more than %d rules, the limit; split it before rule %d",
			r.limits.Rules, n)
	}
	return n > r.limits.Rules
}

// skippedProse warns that the text from the offset from to the offset to, before the first
// rule, is skipped.
func (r *reader) skippedProse(from, to Pos) {
	src := r.grammar.Source
	first, last := src.Position(from).Line, src.Position(to).Line
	lines := fmt.Sprintf("lines %d to %d", first, last)
	if first == last {
		lines = fmt.Sprintf("line %d", first)
	}
	r.report("prose-skipped", from, to, "%s skipped: text before the first rule", lines)
}
