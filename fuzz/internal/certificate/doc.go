// Package certificate certifies that a table accepts exactly the language of a grammar's rule. It
// provides a second path from the text of a grammar to its language. The second path shares no code
// with the first: this package does not import any package of this module. It was written from the
// documents that define the notations, not from the readers, the automata or the packer under test.
//
//	text ── Read ──> expressions over code points ── Lowering ──> terms over bytes
//	terms over bytes ── Certify ──> pairs (term, state)
//
// A term is a regular expression over bytes in a normal form. The derivative of a term t by a byte
// b is the term that matches the strings w for which t matches b w (J. A. Brzozowski, Derivatives
// of Regular Expressions, JACM 11(4), 1964). The number of derivatives is finite, because
// alternations are sets and concatenations distribute over an alternation at their head (V.
// Antimirov, Partial derivatives of regular expressions and finite automaton constructions, TCS
// 155, 1996). Derivatives are computed for byte sets rather than for single bytes (S. Owens, J.
// Reppy, A. Turon, Regular-expression derivatives re-examined, JFP 19(2), 2009). The difference of
// two terms, which profiles use, is also a term: its derivative is the difference of their
// derivatives.
//
// [Terms.Certify] walks terms and table at the same time. The pairs it visits are the certificate.
// The rule's term is paired with the start state. The term of a pair matches the empty string if
// and only if the state of that pair accepts. For each of the 256 bytes, the derivative and the
// next state also form a pair. These properties make the relation a bisimulation, so both sides
// match the same strings of any length. If the walk fails, the [Difference] holds a shortest string
// on which they disagree. [Minimal] shows that no smaller table accepts the same language.
//
// Rules that refer to themselves at one end also have terms, which are solutions of linear
// equations (see linear.go). An exact call-counting table contains two automata, and
// [Grammar.CertifyCalls] proves that both agree with the grammar.
//
// The certificate relies on the two notation readers (abnf.go, ebnf.go), the UTF-8 encoding
// (utf8.go), the derivative (derive.go, which the tests compare with the textbook definition), and
// check.go. The tests also enumerate the strings of rules directly from the expressions. The
// certificate covers neither the components of states nor error messages.
package certificate
