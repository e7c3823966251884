// Package build is the grammar compiler: it turns the text of a grammar into tables. Package
// build/emit turns the tables into Go, and build/emit/port into other languages. A program that
// only uses tables does not link package build.
//
//	src := syntax.NewSource("orders.abnf", "order = \"ORD-\" 6DIGIT\r\n")
//	g, err := build.Compile(ctx, src, build.Options{Name: "orders"}) // err: errors in the document
//	order, err := g.Table("order")                                   // err: why there is no table
//	order.Valid("ORD-123456")                                        // true
//
// The compiler is a chain of stages. Each stage is a package whose result is a value that later
// stages read but do not change:
//
//	document   build/syntax              text -> syntax tree, with positions and diagnostics
//	names      build/internal/names      names -> rules; directives
//	recursion  build/internal/recursion  rules -> cycles, kinds, a compilation order
//	classes    build/internal/classes    rules that match single code points -> their sets
//	automata   build/internal/automata   definitions -> NFA -> minimal DFA; calls of recursive rules
//	labels     build/internal/labels     states -> components, and words for the text that may follow
//	places     build/internal/tune       states -> places in shift rows; regions
//	tables     build                     labeled automata -> tables
//
// The first four stages process the complete document. The others process one rule at a time, in
// the order that the recursion stage determines, so the rules that a rule refers to have automata
// before the rule itself is lowered. Rules of other grammars are compiled as separate grammars
// (import.go).
//
// A [Grammar] holds the results of all stages. Some of its methods run an operation on compiled
// rules:
//
//	lint      build/internal/lint      remarks on legal constructs; a lint takes the results it reads
//	derive    build/internal/derive    the rules above each byte of a string; the proof of a superset
//	earley    build/internal/earley    membership by the definitions, for rules without a table
//	readable  build/internal/readable  members that a person can read
//	regex     build/internal/regex     a definition as a regular expression
//
// All of them use build/internal/span, which represents sets of numbers as lists of ranges.
// TestStages checks that no package refers to a later one in the order listed here.
//
// # From a rule to its table
//
// Five files show how a rule becomes a table:
//
//   - compile.go: compile calls the stages and the lints.
//   - internal/names/resolve.go: Resolve defines the rules and resolves the references between
//     them.
//   - tables.go: tables builds the tables, one cycle of rules at a time, by calling cycle, rule and
//     table. A budget divides the limits of the document among the rules (budget.go).
//   - internal/automata/cycle.go: Begin finds the calls of a cycle (Cycle.findCalls, calls.go), and
//     Make builds the automata: it lowers the definition (lower.go), determinizes and minimizes
//     the result, and approximates a rule that has calls (depth.go).
//   - internal/labels/label.go: Label labels the states of the table.
//
// Components. A @components directive names the components of a rule; the names stage stores it in
// Grammar.Specs. Labeler.components lowers the rule again with marks, and checks whether its states
// determine the components. If they do not, Labels.Lost holds the reason and the table is built
// without components.
//
// Rules without a table. The names stage records what no stage can compile: Rule.Missing, Unread
// and Broken. Before a rule is lowered, compilable turns each of these, or a reference to a rule
// without a table, into an error of the rule. Recursion that no table can match is a Refusal,
// returned by Cycle.findCalls, Make or Join; it is not an error, and [Rule.Refusal] returns it. A
// tabler stores any other error in [Rule].Err and reports it as not-compiled or limit.
//
// [Options].Dump and "abnf compile --dump" show intermediate results (the command omits the
// places). For port = 1*2DIGIT these are (shortened):
//
//	read       port = rep{1,2 ref{DIGIT}}
//	resolve    port: DIGIT
//	recursion  port regular
//	lower      nfa: 10 states
//	minimize   1: 0-9→2    2: 0-9→3, accepting    3: accepting
//	pack       1: a digit    2: a digit, the end    3: the end
//
// # Terms
//
//   - member: a string that a rule matches.
//   - lower: turn an expression of the syntax tree into states and edges of an NFA.
//   - reference: a rule name in the definition of another rule or of the same rule.
//   - own rule: a rule that the document defines, unlike core rules (RFC 5234) and imported rules.
//   - cycle: rules that refer to one another, a strongly connected component of the reference
//     graph. A rule outside all cycles is compiled as a cycle of one rule.
//   - kind: whether and how a rule is recursive (see [Kind]).
//   - in the middle: a rule refers to itself in the middle if text may surround the reference, as
//     in a = "(" a ")" / "x".
//   - called rule, call: a called rule is a rule of a cycle whose references a table counts; a call
//     is one of these references (automata/calls.go).
//   - token: a byte that never occurs in UTF-8 and represents a call in an automaton. In package
//     syntax, a token is a piece of a document instead.
//   - inside: the automaton of the called rule over bytes and tokens.
//   - refusal: the reason why recursion prevents a table. A [Parser] still matches the rule.
//   - unwind: rewrite X = A / X B as X = A *B, if a table then becomes possible
//     (recursion/unwind.go).
//   - PEG semantics: the first alternative that matches wins, and no later one is tried
//     (Options.Semantics).
//   - mark, slot: a mark is the number of a component on an edge of an NFA. A slot is the one or
//     two components of a state (labels/components.go).
//   - class: a set of code points; it matches a single character.
//   - span, unit: a span is a range of numbers. A unit is one code point, or one byte in a rule
//     whose numbers are octets (labels/follow.go).
//   - profile: a rule composed of other rules by set algebra in a @profile directive
//     (names/profile.go).
//   - set: several rules compiled to one table, which names the rules that match a string (set.go).
//   - place: the bit offset of a state in the shift rows of a table (package tables/machine).
//   - training strings: the strings from which package tune determines the states that get places.
//   - words: the texts in a table that describe the bytes expected after a state, such as "a
//     digit".
//   - meter, limit: a meter counts steps, transitions and bytes. A limit bounds one of these
//     counts, or another quantity in [Limits]. Functions that take a meter return an error if a
//     limit is exceeded or the context is canceled. Their comments may mention only other errors.
//
// # Directives
//
// A document extends its notation with directives in comments:
//
//	; @components RULE …: COMPONENT[=RULE,…] …   the components of the rules' members
//	; @alternatives RULE[: RULE …]               ship a set of the rule's alternatives
//	; @set NAME: RULE …                          ship a set of rules
//	; @profile NAME: RULE and not RULE …         a rule composed of others by set algebra
//	; @words RULE: two words or more             how messages name the characters of a rule
//	; @octets [RULE …]                           numbers are octets, in the document or the rules
//	; @code-points [RULE …]                      numbers are code points, without a diagnostic
//
// The exported names of this package may change in any version.
package build
