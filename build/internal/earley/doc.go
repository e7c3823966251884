// Package earley answers whether a string is a member of a rule, recursive in whatever way. It
// reads the definitions, so it needs no automaton of the rule and no table.
//
// The algorithm is Earley's (An efficient context-free parsing algorithm, Communications of the ACM
// 13, 1970) with Leo's right recursion (A general context-free parsing algorithm running in linear
// time on every LR(k) grammar without using lookahead, Theoretical Computer Science 82, 1991). The
// definitions become a [Network] (network.go), and a [Parser] walks it (parse.go).
//
//	syntax trees ── New ──> *Network ── NewParser ──> *Parser ── Match ──> verdict
//
// # Terms
//
//   - symbol: a part of the network that matches strings by itself: a rule, one side of a
//     difference, or a counted repetition.
//   - node: a place in the definition of a symbol.
//   - place: a byte offset in the string.
//   - call: a symbol begun at a place. All nodes that wait for the symbol at that place share one
//     call. In Earley's terms, the calls of a place are its predictions.
//   - item: a node reached at the current place, and the call in which it lies.
//   - waiter: what continues when a call ends: a node and a call.
//   - step: what the limit counts: an item, or a node compared with the string at one place. A call
//     and a waiter, which remain in memory, count as keptSteps steps each.
package earley
