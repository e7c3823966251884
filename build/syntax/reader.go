package syntax

import (
	"cmp"
	"fmt"
	"slices"
)

// Limits bounds what a document may ask for. A document that goes over one gets an
// error that names the limit and the value met.
type Limits struct {
	Source     int // bytes of the document
	Nesting    int // brackets in brackets
	Repetition int // each number of a repeat
	Rules      int // definitions, increments included
}

// DefaultLimits returns the limits of [Read], with room to spare for real documents, whose needs
// the test TestNeeds of package build measures:
//
//   - Source: 1 MiB. The grammar of SIP (RFC 3261), among the longest of the RFCs, has 17 KB.
//     Every byte can cost a token of 24 bytes, so this bounds the memory as well.
//   - Nesting: 250. People lose track at 10, and the largest need is 5. Each level is a handful of
//     stack frames, here and in everything that walks the tree.
//   - Repetition: 100,000. A repeat becomes as many copies of its element, of which package build
//     allows as many. The limits for automata decide what becomes of them: 21,846 characters of
//     base64, the largest count seen, have as many states.
//   - Rules: 10,000. SIP has 331 definitions.
func DefaultLimits() Limits {
	return Limits{Source: 1 << 20, Nesting: 250, Repetition: 100_000, Rules: 10_000}
}

// Read reads a document written in the dialect d. It returns what could be read
// and everything that is wrong with the rest, ordered by position. A rule that holds an error
// is not in Rules, but in Unread: half a rule would match what nobody wrote. A rule holds the
// text from its name to the name of the next. The time is linear in the length of the text,
// whatever is in it, but for the sorting of the diagnostics.
//
// These liberties are taken with the letter of ABNF and of RFC 822's notation:
//
//   - A line may end in LF alone, and the last line in nothing.
//   - A definition ends where the next begins: at a name with "=" or "=/" behind it,
//     wherever that stands. So the rules of a document may share a line. A word with
//     letters beyond ASCII ends it too: the error in it is that of its own rule.
//   - All rules may be indented (RFC 5234, 2.1).
//   - Text before the first rule is skipped with a note. A line of it that begins with a name
//     and "=" is an error: a rule would be lost.
//   - An empty line inside a definition counts as a blank.
//
// A block of foreign text, code or prose, has one error with its lines. So has an idiom of another notation,
// "[0-9]", "\"a\"-\"z\"" or a comment after "//", with the form that ABNF has for it.
//
// The list form #element, which RFC 9110 (section 5.6.1) adds to ABNF, is read as a sender writes
// lists, with a note: 1#element is the same as element *( OWS "," OWS element ).
//
// And with that of the others: in aParse, U+00A0 is a blank, and a rule without its ";", an
// error, ends where the next begins; in Treetop, rules may stand without a
// grammar around them, and strings and classes do not reach over a line end. Treetop's
// predicates look ahead; a rule that has one is not read. In W3C's EBNF, comments after "#",
// declarations such as "@terminals", and headings between numbered productions are skipped, each with a
// diagnostic.
func Read(src *Source, d Dialect) (*Grammar, *List) {
	return ReadWith(src, ReadOptions{Dialect: d})
}

// ReadOptions say how to read a document.
type ReadOptions struct {
	Dialect Dialect // that the document is written in
	Limits  Limits  // DefaultLimits when zero. A document over Source or Rules is not read (any further); over another it loses the rule that goes over

	// Repair recovers what a document lost when its lines were joined. Each
	// recovery is a warning with the code "repaired". It changes nothing elsewhere.
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
		r.report("source-limit", 0, 0, "the document has over %d bytes, the limit; split it into several documents", r.limits.Source)
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

// withdraw takes the rules that hold an error from Rules to Unread.
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

// A reader is what the readers of all dialects share.
type reader struct {
	grammar *Grammar
	list    *List
	limits  Limits
	repair  bool
	starts  []Pos // of the definitions, in order; of an indented one only if the rules are
}

func (r *reader) report(code Code, pos, end Pos, format string, args ...any) {
	if !r.list.hush(code, pos) {
		r.list.Add(NewDiagnostic(code, pos, int(end-pos), format, args...))
	}
}

// unread notes that the rule of that name at pos could not be read.
func (r *reader) unread(name string, pos Pos) {
	r.grammar.Unread = append(r.grammar.Unread, &RuleName{name, pos})
}

// overLimit reports rule number n, which begins with t, when the document may not have so many.
func (r *reader) overLimit(n int, t token) bool {
	if n > r.limits.Rules {
		r.report("rule-limit", t.pos, t.end, "the document has more than %d rules, the limit; split it before rule %d", r.limits.Rules, n)
	}
	return n > r.limits.Rules
}

// skippedProse notes that what stands between from and to, before the first rule, is prose.
func (r *reader) skippedProse(from, to Pos) {
	src := r.grammar.Source
	first, last := src.Position(from).Line, src.Position(to).Line
	lines := fmt.Sprintf("lines %d to %d", first, last)
	if first == last {
		lines = fmt.Sprintf("line %d", first)
	}
	r.report("prose-skipped", from, to, "%s skipped: text before the first rule", lines)
}
