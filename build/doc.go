// Package build is the compiler of grammars: it turns the text of a grammar into tables and tables
// into Go. A program that only uses tables does not link package build.
//
// The compiler is a chain of stages. Each is a package, and its result is a value that later stages
// read and never change:
//
//	document   build/syntax              text -> syntax tree, with positions and diagnostics
//	names      build/internal/names      names -> rules: of the document, of RFC 5234, of other grammars; directives
//	recursion  build/internal/recursion  rules -> kinds of recursion, circles, an order for compiling
//	classes    build/internal/classes    rules that match single code points -> their sets
//	automata   build/internal/automata   definitions -> NFA -> minimal DFA; calls of recursive rules
//	labels     build/internal/labels     states -> components, and words for the text that may follow
//	places     build/internal/tune       states -> places in shift rows; regions
//	tables     build                     labeled automata -> tables
//
// [Compile] is a page that calls one stage after the other, and [Options].Dump shows the result of
// each. A [Grammar] holds them all: its methods forward to them, or run an operation on compiled
// rules:
//
//	lint    build/internal/lint    remarks on legal constructs with a doubtful meaning; each takes the stage it reads
//	derive  build/internal/derive  the rules above each byte of a string; the proof of a superset
//	regex   build/internal/regex   a definition as a regular expression
//
// All of them use build/internal/span, sets of numbers as lists of ranges. TestStages holds the
// order of the packages on this page: none refers to a later one.
//
// Words:
//
//   - member: a string matched by a rule.
//   - lower: turn an expression of the syntax tree into states and edges of an NFA.
//   - reference: the name of a rule in the definition of another, or in its own.
//   - own rule: a rule defined by the document. Core rules (RFC 5234) and rules of other grammars
//     are not its own.
//   - circle: a strongly connected component, rules that refer to one another.
//   - in the middle: a rule refers to itself in the middle if text may stand on both sides of the
//     reference, as in a = "(" a ")" / "x".
//   - called rule, calls: a rule of a circle, and the references to it, counted by a counter
//     (automata/calls.go).
//   - token: a byte outside of UTF-8 that stands in an automaton for such a reference. In package
//     syntax a token is a piece of a document instead.
//   - inside: the automaton of the called rule, over bytes and tokens.
//   - by order: the reading of PEG. The first alternative to match counts, and no later one is
//     tried (Options.Semantics).
//   - mark, slot: a mark is the number of a component on an edge of an NFA. A slot is the one or
//     two components of a state (labels/components.go).
//   - span, unit: a span is a range of numbers. A unit is one code point, or one byte of a rule of
//     octets (labels/follow.go).
//   - profile: a rule made of other rules by set algebra, by a directive @profile (names/profile.go).
//   - set: several rules in one table that names the rules matching a string (set.go).
//   - place: a bit offset for a state in the shift rows of a table (package tables/machine).
//   - training strings: the strings by which package tune chooses the states with places.
//   - words: the texts of a table for the bytes expected after a state, as "a digit".
//   - slip: a mistake of typing in a name, by which a message finds similar names (names/uses.go).
//   - limit: a bound of [Limits], or of the meter for steps and bytes. Unexported functions return
//     an error at a limit, and after the context is canceled. Their comments name only other
//     errors.
//   - twin: the slow and obvious version in the tests, with which a fast one is compared.
//
// A document extends its notation by directives in comments:
//
//	; @components RULE …: COMPONENT[=RULE,…] …   the components of the rules' members
//	; @alternatives RULE[: RULE …]               a set of the alternatives of a rule is to ship
//	; @set NAME: RULE …                          a set of rules is to ship
//	; @profile NAME: RULE and not RULE …         a rule made of others by set algebra
//	; @octets [RULE …]                           numbers are octets, in the document or the rules
//	; @code-points [RULE …]                      numbers are code points, and that is meant
package build
