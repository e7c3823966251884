// Package certificate certifies that a table accepts exactly the language of a grammar's
// rule. It is a second way from the text of a grammar to its language, and shares no code
// with the first: it imports nothing of this module, and was written from the documents that
// define the notations, not from the readers, the automata or the packer that it judges.
//
//	text ── Read ──> expressions over code points ── Term ──> terms over bytes ── Certify ──> pairs (term, state)
//
// A term is a regular expression over bytes in a normal form. What a term t becomes behind
// a byte b is again a term, its derivative: the strings w for which b w is in t (J. A. Brzozowski,
// Derivatives of Regular Expressions, JACM 11(4), 1964). There are finitely many, as
// alternations are sets and concatenations distribute over those in front (V. Antimirov,
// Partial derivatives of regular expressions and finite automaton constructions, TCS 155, 1996),
// and they are found by sets of bytes and not byte by byte (S. Owens, J. Reppy, A. Turon,
// Regular-expression derivatives re-examined, JFP 19(2), 2009). A difference of two terms, which
// profiles have, is a term too: its derivative is the difference of theirs.
//
// [Terms.Certify] walks terms and table at the same time. The pairs that it meets are the
// certificate: the rule's term stands with the start, a pair's term has the empty string
// exactly if its state accepts, and for all 256 bytes the pair of what follows is there
// too. Such a relation is a bisimulation, so both sides have the same strings, of
// whatever length. Where it cannot be completed, the [Difference] has a shortest string
// that only one side has. [Minimal] shows that no smaller table has the language.
//
// Rules that refer to themselves at one end have terms, too: solutions of linear equations, see linear.go.
// The table of a recursive rule that counts calls has two such automata, and [Grammar.CertifyCalls] proves
// that they are those of the grammar.
//
// What has to be believed: the two readers of notations (abnf.go, ebnf.go), what a code
// point is in UTF-8 (utf8.go), the derivative (derive.go, beside which the tests hold the textbook's
// definition), and check.go. The tests also list the strings of rules from the expressions alone.
// What is not certified: which component of a string a state stands for, and the messages of errors.
package certificate
