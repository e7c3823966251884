// Package build is the compiler of grammars: it turns the text of a grammar into tables, and
// package build/emit turns tables into Go. A program that only uses tables does not link package
// build.
//
//	src := syntax.NewSource("orders.abnf", "order = \"ORD-\" 6DIGIT\r\n")
//	g, err := build.Compile(ctx, src, build.Options{Name: "orders"}) // err: those of the document
//	order, err := g.Table("order")                                   // err: why there is no table
//	order.Valid("ORD-123456")                                        // true
//
// The compiler is a chain of stages. Each is a package, and its result is a value that later stages
// read and do not change:
//
//	document   build/syntax              text -> syntax tree, with positions and diagnostics
//	names      build/internal/names      names -> rules; directives
//	recursion  build/internal/recursion  rules -> circles, kinds, an order for compiling
//	classes    build/internal/classes    rules that match single code points -> their sets
//	automata   build/internal/automata   definitions -> NFA -> minimal DFA; calls of recursive rules
//	labels     build/internal/labels     states -> components, and words for the text that may follow
//	places     build/internal/tune       states -> places in shift rows; regions
//	tables     build                     labeled automata -> tables
//
// The first four stages see the whole document at once. The others see one rule after the other, in
// the order that stage recursion has found, so that the rules it refers to have automata before a
// rule is lowered. Rules of other grammars are compiled as grammars of their own (import.go).
//
// A [Grammar] holds the results of all stages. Some of its methods run an operation on compiled
// rules:
//
//	lint    build/internal/lint    remarks on legal constructs; a lint takes the stage it reads
//	derive  build/internal/derive  the rules above each byte of a string; the proof of a superset
//	regex   build/internal/regex   a definition as a regular expression
//
// All of them use build/internal/span, sets of numbers as lists of ranges. TestStages tests that no
// package refers to a later one, in the order of this page.
//
// # The way of a rule
//
// Five files show it:
//
//   - compile.go: compile calls the stages and the lints.
//   - internal/names/resolve.go: Resolve defines the rules and links them to one another.
//   - tables.go: tables makes the tables, a circle of rules at a time, by way of circle, rule and
//     table. A budget divides the limits of the document among the rules (budget.go).
//   - internal/automata/circle.go: Begin finds the calls of a circle (Circle.findCalls, calls.go),
//     and Make makes the automata of a rule: Make lowers its definition (lower.go), determinizes
//     and minimizes, and approximates a rule with calls (depth.go).
//   - internal/labels/label.go: Label labels the states of the table.
//
// Components. A directive @components names the components of a rule: stage names stores it in
// Grammar.Specs. Labeler.components lowers the rule once more with marks, and decides whether its
// states tell the components apart. If they do not, Labels.Lost has the reason, and the table is
// made without them.
//
// Why a rule has no table. Stage names finds what no stage can compile: Rule.Missing, Unread and
// Broken. Before a rule is lowered, compilable turns these into an error of the rule, and so it
// does with a missing table of a rule it refers to. Recursion that no table reads is a Refusal, by
// Circle.findCalls, Make or Join; [Rule.Refusal] returns it, and it is no error. Any other error is
// in [Rule].Err: a tabler stores it, and reports it as not-compiled, or as limit.
//
// [Options].Dump and "abnf compile --dump" show the results on the way (the command leaves out the
// places). For port = 1*2DIGIT they
// are, shortened:
//
//	read       port = rep{1,2 ref{DIGIT}}
//	resolve    port: DIGIT
//	recursion  port regular
//	lower      nfa: 10 states
//	minimize   1: 0-9→2    2: 0-9→3, accepting    3: accepting
//	pack       1: a digit    2: a digit, the end    3: the end
//
// # Words
//
//   - member: a string matched by a rule.
//   - lower: turn an expression of the syntax tree into states and edges of an NFA.
//   - reference: the name of a rule in the definition of another, or in its own.
//   - own rule: a rule defined by the document. Core rules (RFC 5234) and rules of other grammars
//     are not its own.
//   - circle: rules that refer to one another, a strongly connected component of references. A rule
//     outside of all circles is compiled as a circle of one rule.
//   - kind: whether a rule is recursive, and how, see [Kind].
//   - in the middle: a rule refers to itself in the middle if text may stand on both sides of the
//     reference, as in a = "(" a ")" / "x".
//   - called rule, calls: a rule of a circle, and the references to it, which a table counts
//     (automata/calls.go).
//   - token: a byte outside of UTF-8 that stands in an automaton for a call. In package syntax a
//     token is a piece of a document instead.
//   - inside: the automaton of the called rule, over bytes and tokens.
//   - refusal: the reason why recursion prevents a table.
//   - by order: the reading of PEG. The first alternative to match counts, and no later one is
//     tried (Options.Semantics).
//   - mark, slot: a mark is the number of a component on an edge of an NFA. A slot is the one or
//     two components of a state (labels/components.go).
//   - class: a set of code points, matched by one character.
//   - span, unit: a span is a range of numbers. A unit is one code point, or one byte in a rule of
//     octets (labels/follow.go).
//   - profile: a rule made of other rules by set algebra, by a directive @profile
//     (names/profile.go).
//   - set: several rules in one table that names the rules matching a string (set.go).
//   - place: a bit offset for a state in the shift rows of a table (package tables/machine).
//   - training strings: the strings by which package tune chooses the states with places.
//   - words: the texts of a table for the bytes expected after a state, as "a digit".
//   - slip: a typing mistake in a name, for which a message suggests similar names (names/uses.go).
//   - meter, limit: a meter counts steps, transitions and bytes. A limit is a bound on them, or
//     another one of [Limits]. Functions with a meter return an error at a limit, and after the
//     context is canceled. Their comments may name only other errors.
//   - twin: the slow and obvious version in the tests, with which a fast one is compared.
//
// # Directives
//
// A document extends its notation by directives in comments:
//
//	; @components RULE …: COMPONENT[=RULE,…] …   the components of the rules' members
//	; @alternatives RULE[: RULE …]               a set of the alternatives of a rule is to ship
//	; @set NAME: RULE …                          a set of rules is to ship
//	; @profile NAME: RULE and not RULE …         a rule made of others by set algebra
//	; @words RULE: two words or more             how messages name the characters of a rule
//	; @octets [RULE …]                           numbers are octets, in the document or the rules
//	; @code-points [RULE …]                      numbers are code points, and that is meant
//
// The exported names of this package may change in any version.
package build
