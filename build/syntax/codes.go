package syntax

import (
	"cmp"
	"fmt"
	"slices"
)

// A Code is the name of a kind of diagnostic, short and stable: "unterminated-string".
type Code string

// A Kind describes all diagnostics about grammars that share a code.
type Kind struct {
	Code     Code
	Severity Severity
	Pedantic bool   // a note about style or about strict conformance to a notation, of interest to few readers
	Summary  string // the defect or remark, phrased as part of a sentence
}

// Codes returns all kinds of diagnostics about grammars, ordered by code. It includes the
// diagnostics that package build and the programs report.
func Codes() []Kind {
	all := slices.Clone(kinds[:])
	slices.SortFunc(all, func(a, b Kind) int { return cmp.Compare(a.Code, b.Code) })
	return all
}

// Lookup returns the kind of diagnostic with the given code. If the code is unknown, ok is false.
func Lookup(code string) (k Kind, ok bool) {
	k, ok = kindOf[Code(code)]
	return k, ok
}

// NewDiagnostic returns a diagnostic about the n bytes at pos. The code determines its severity.
func NewDiagnostic(code Code, pos Pos, n int, format string, args ...any) Diagnostic {
	return Diagnostic{kindOf[code].Severity, string(code), pos, n, fmt.Sprintf(format, args...)}
}

var kindOf = func() map[Code]Kind {
	m := map[Code]Kind{}
	for _, k := range kinds {
		m[k.Code] = k
	}
	return m
}()

const pedantic = true

// kinds is the table of all codes. Each code has a section in
// cmd/internal/program/codes/grammar.md.
var kinds = [...]Kind{
	// The entire text.
	{"byte-order-mark", Warning, false, "the text begins with a byte order mark"},
	{"foreign-notation", Error, false, "the document is in a notation that is not supported"},
	{"ill-formed-utf8", Error, false, "bytes in the grammar are not UTF-8"},
	{"ill-formed-comment", Warning, false, "bytes in a comment are not UTF-8"},
	{"lone-cr", Error, false, "a CR is not followed by LF"},
	{"no-rules", Error, false, "the document has no rules"},
	{"nul", Error, false, "the text contains NUL bytes"},
	{"source-limit", Error, false, "the document exceeds the size limit"},
	{"rule-limit", Error, false, "the document exceeds the limit on rules"},
	{"unknown-dialect", Error, false, "there is no reader for the dialect"},
	{"dialect-guess", Warning, false, "the file is read in a different notation than its name suggests"},

	// Departures from the letter of a notation whose meaning is nevertheless clear.
	{"final-line-end", Note, pedantic, "the last line has no line ending"},
	{"line-end", Note, pedantic, "lines end in LF without CR"},
	{"list-form", Note, pedantic, "a list is written with # (RFC 9110)"},
	{"bare-text", Warning, false, "literal text is not quoted"},
	{"missing-blank", Warning, false, "no blank separates two elements"},
	{"missing-comma", Warning, false, "no comma separates two elements"},
	{"name-underscore", Warning, false, "a name contains an underscore"},
	{"nbsp", Note, pedantic, "no-break spaces are read as blanks"},
	{"non-ascii", Note, pedantic, "comments or prose contain non-ASCII characters"},
	{"prose-skipped", Warning, false, "text before the first rule is skipped"},
	{"shared-line", Note, pedantic, "several definitions share a line"},
	{"unindented-line", Warning, false, "a continuation line is not indented, but its meaning is clear"},

	// Definitions and their names.
	{"bracketed-name", Error, false, "a rule is defined with its name in angle brackets"},
	{"comment-swallows", Error, false, "a comment swallows rules up to the end of its line"},
	{"empty-rule", Error, false, "a rule has no definition"},
	{"foreign-comment", Error, false, "a comment uses the syntax of a programming language"},
	{"foreign-definition", Error, false, "a rule uses the definition sign of another notation"},
	{"heading-skipped", Note, false, "a heading between productions is skipped"},
	{"interrupted-rule", Error, false, "a rule may continue after a line that does not belong to it"},
	{"missing-equals", Error, false, "a definition sign is missing after a name"},
	{"missing-terminator", Error, false, "a rule has no terminator"},
	{"no-increments", Error, false, "the notation has no =/"},
	{"production-label", Note, false, "brackets before a rule are read as a production number"},
	{"repaired", Warning, false, "--repair recovered part of the document"},
	{"foreign-text", Error, false, "lines are not in the notation"},
	{"skipped-definition", Error, false, "a definition before the first rule is skipped"},
	{"stray-definition", Error, false, "a definition sign has no name before it"},
	{"stray-text", Error, false, "text between rules does not belong to any rule"},
	{"unindented-continuation", Error, false, "a continuation line is not indented"},

	// Elements.
	{"bad-character", Error, false, "a character cannot begin an element"},
	{"bad-number", Error, false, "a number value contains no digits in its base"},
	{"blank-in-repeat", Error, false, "a blank separates a repeat from its element"},
	{"code-point-limit", Error, false, "a number exceeds the last code point"},
	{"character-class", Error, false, "an element is a regular expression class"},
	{"character-range", Error, false, "a range is written with two strings"},
	{"empty-alternative", Error, false, "an alternative is missing"},
	{"empty-group", Error, false, "a group is empty"},
	{"empty-option", Error, false, "an option is empty"},
	{"foreign-blank", Error, false, "a blank is not ASCII"},
	{"list-limit", Error, false, "lists are nested too deeply"},
	{"list-not-read", Error, false, "the list form of RFC 822 is not supported"},
	{"mismatched-bracket", Error, false, "a bracket is closed by the wrong bracket"},
	{"nesting-limit", Error, false, "brackets are nested too deeply"},
	{"no-number-values", Error, false, "the notation has no number values"},
	{"range-cut", Note, false, "a range ends after the last code point"},
	{"range-order", Error, false, "the larger end of a range comes first"},
	{"repeat-order", Error, false, "the larger number of a repeat comes first"},
	{"repeat-without-element", Error, false, "a repeat has no element"},
	{"repetition-limit", Error, false, "a repetition count exceeds the limit"},
	{"stray-bracket", Error, false, "a closing bracket has no opening bracket"},
	{"string-character", Error, false, "a string contains a character that is not allowed in strings"},
	{"unterminated-group", Error, false, "a group is not closed"},
	{"unterminated-option", Error, false, "an option is not closed"},
	{"unterminated-prose", Error, false, "a prose description is not closed"},
	{"unterminated-string", Error, false, "a string is not closed"},

	// W3C's EBNF.
	{"annotation-skipped", Note, pedantic, "a constraint described in words is skipped"},
	{"bar-in-class", Warning, false, "a class contains |"},
	{"blank-in-class", Warning, false, "a class contains a blank"},
	{"difference-without-operand", Error, false, "a difference has no second operand"},
	{"empty-class", Error, false, "a class is empty"},
	{"escape-in-class", Warning, false, "a class contains a backslash"},
	{"escape-in-string", Warning, false, "a string contains what looks like an escape"},
	{"hash-comment", Warning, false, "comments begin with #"},
	{"operator-without-operand", Error, false, "an operator has no operand before it"},
	{"pass-mark", Note, false, "a white space declaration has no effect on tables"},
	{"range-outside-class", Warning, false, "a difference looks like a range"},
	{"repeated-operator", Error, false, "an operator follows another operator"},
	{"terminals-mark", Note, pedantic, "a terminals declaration has no effect on tables"},
	{"unterminated-class", Error, false, "a class is not closed"},
	{"unterminated-comment", Error, false, "a comment is not closed"},

	// Treetop and aParse.
	{"bad-escape", Error, false, "an escape is incomplete or too large"},
	{"blank-before-suffix", Error, false, "a blank separates an element from its suffix"},
	{"class-in-class", Error, false, "a class contains a class"},
	{"class-intersection", Error, false, "a class is an intersection"},
	{"posix-class", Error, false, "a class contains a POSIX class"},
	{"class-duplicate", Warning, false, "a class lists a character twice"},
	{"directive-not-read", Error, false, "an aParse directive is not supported"},
	{"fold-escape", Error, false, "an escape may change meaning when lowercased"},
	{"fold-non-ascii", Error, false, "a case-insensitive string contains non-ASCII letters"},
	{"host-code", Note, pedantic, "labels and host language code are skipped"},
	{"include", Warning, false, "the rules of another document are not read"},
	{"interpolation", Error, false, "a string interpolates Ruby"},
	{"keyword", Error, false, "a rule name is a keyword"},
	{"missing-end", Error, false, "an end is missing"},
	{"predicate", Error, false, "a predicate looks ahead"},
	{"regexp-string", Error, false, "a string is a regular expression"},
	{"repeat-zero", Error, false, "a repetition range ends in 0"},
	{"second-suffix", Error, false, "an element has two suffixes"},
	{"set-in-range", Error, false, "a range in a class ends in a set"},
	{"short-escape", Warning, false, "an escape uses fewer digits than follow it"},
	{"stray-code", Error, false, "host language code has no element before it"},
	{"stray-end", Error, false, "an end closes nothing"},
	{"stray-number", Error, false, "a number does not belong to a range"},
	{"stray-suffix", Error, false, "a suffix has no element before it"},
	{"surrogate", Error, false, "an escape is a surrogate"},
	{"suspicious-class", Warning, false, "a class looks like an option or a string, or contains a range such as A-z"},
	{"unsupported-escape", Error, false, "an escape is not supported"},
	{"unterminated-block", Error, false, "a Ruby block is not closed"},

	// Names and the rules they refer to.
	{"bracketed-reference", Warning, false, "a reference is in angle brackets"},
	{"duplicate-rule", Error, false, "a rule has two different definitions"},
	{"import", Error, false, "an imported rule has no table"},
	{"increment-first", Error, false, "=/ adds to a rule that was not defined earlier"},
	{"overridden-rule", Warning, false, "a rule is defined again, and the later definition is used"},
	{"prose", Error, false, "a prose description cannot be compiled"},
	{"prose-bound", Note, false, "prose is read as a rule of another document"},
	{"repeated-rule", Warning, false, "a rule has two identical definitions"},
	{"undefined-rule", Error, false, "a name is not defined"},
	{"unused-rule", Note, pedantic, "a rule is not used by any other rule"},

	// Directives and flags.
	{"bad-directive", Error, false, "a directive cannot be read"},
	{"components", Warning, false, "a rule is compiled without its components"},
	{"octets-rule", Error, false, "a rule to be read as octets does not exist"},
	{"no-octet", Error, false, "a number in an octet rule is not an octet"},
	{"unknown-directive", Note, false, "a directive is unknown"},

	// The languages that rules describe.
	{"case-insensitive", Warning, false, "two rules match the same strings, because strings are case-insensitive"},
	{"core-differs", Warning, false, "a core rule differs from RFC 5234"},
	{"core-spelling", Note, false, "a reference to a core rule is not in uppercase"},
	{"covered-alternative", Warning, false,
		"an alternative is redundant, because an earlier alternative matches all its strings"},
	{"duplicate-alternative", Warning, false, "a choice contains an alternative twice"},
	{"empty-language", Warning, false, "a rule matches no string"},
	{"lint-limit", Note, pedantic, "the alternatives of a rule are not compared"},
	{"limit", Warning, false, "a rule exceeds the compiler's limits"},
	{"not-compiled", Error, false, "a rule cannot be compiled"},
	{"name-spelling", Note, pedantic, "a reference differs from the name of its rule in the case of letters"},
	{"octets", Warning, false, "numbers over 7F are read as code points"},
	{"ordered-choice", Note, false, "a table is a superset, because it ignores the order of alternatives"},
	{"ordered-overlap", Note, false, "two alternatives of an ordered choice match the same string"},
	{"overlapping-alternatives", Note, pedantic, "two alternatives match the same string"},
	{"recursion", Note, false,
		"a rule is recursive; the note explains how its table handles recursion, or why it has no table"},
	{"repeat-never", Warning, false, "what looks like a number means zero repetitions of a rule"},
	{"repeat-once", Note, false, "repeating an element exactly once is redundant"},
	{"repeated-empty", Note, false, "a repeated or optional element matches the empty string"},
	{"same-language", Note, pedantic, "two rules match the same strings"},
	{"specific-alternative", Note, pedantic,
		"an alternative is redundant, because a later alternative matches all its strings"},
	{"ungrouped-sequence", Note, pedantic, "a choice contains a sequence without parentheses"},
	{"surrogates", Note, pedantic, "a range contains surrogates"},
	{"surrogates-only", Warning, false, "a number is a surrogate"},

	// Translation into ABNF.
	{"difference", Error, false, "ABNF cannot express a difference"},
	{"difference-rewritten", Note, false, "a difference is replaced by an equivalent expression"},
	{"name-changed", Note, false, "a name is spelled differently in ABNF"},
	{"name-collision", Error, false, "two names are the same"},
	{"name-not-abnf", Error, false, "a name is not allowed in ABNF"},
	{"no-abnf", Error, false, "ABNF cannot express a character"},
	{"octets-unclear", Error, false, "a number could be an octet"},
	{"order-lost", Warning, false, "a choice or a repetition loses its order in ABNF"},
	{"set-limit", Error, false, "the code point sets are too large"},
}
