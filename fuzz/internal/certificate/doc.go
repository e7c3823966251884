// Package certificate certifies that a table accepts exactly the language of a grammar's rule. It
// is a second path from the text of a grammar to its language, and shares no code with the first:
// it imports no package of this module. It was written from the documents that define the
// notations, not from the readers, the automata or the packer under test.
//
//	text ── Read ──> expressions over code points ── Lowering ──> terms over bytes
//	terms over bytes ── Certify ──> pairs (term, state)
//
// A term is a regular expression over bytes in a normal form. The derivative of a term t by a byte
// b is the term of the strings w with b w in t (J. A. Brzozowski, Derivatives of Regular
// Expressions, JACM 11(4), 1964). The number of derivatives is finite, because alternations are
// sets and concatenations distribute over an alternation at their head (V. Antimirov, Partial
// derivatives of regular expressions and finite automaton constructions, TCS 155, 1996). They are
// computed by sets of bytes, not byte by byte (S. Owens, J. Reppy, A. Turon, Regular-expression
// derivatives re-examined, JFP 19(2), 2009). The difference of two terms, used by profiles, is a
// term too: its derivative is the difference of their derivatives.
//
// [Terms.Certify] walks terms and table at the same time. Its pairs are the certificate. The rule's
// term is paired with the start. A pair's term matches the empty string exactly if its state
// accepts. The derivative and the next state by each of the 256 bytes are a pair, too. Such a
// relation is a bisimulation, so both sides have the same strings of any length. If the walk fails,
// the [Difference] holds a shortest string with different verdicts. [Minimal] shows that no smaller
// table has the language.
//
// Rules that refer to themselves at one end have terms, too: solutions of linear equations, see
// linear.go. The exact table of a recursive rule that counts calls has two such automata, and
// [Grammar.CertifyCalls] proves that they are those of the grammar.
//
// The certificate relies on the two readers of notations (abnf.go, ebnf.go), the UTF-8 encoding
// (utf8.go), the derivative (derive.go, compared with the textbook's definition in the tests), and
// check.go. The tests also list the strings of rules from the expressions alone. The certificate
// does not cover the component of a state, nor the messages of errors.
package certificate
