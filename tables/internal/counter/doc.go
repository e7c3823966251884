// Package counter walks the tables of rules that refer to themselves between other text, such as a
// rule for mail comments that contain comments. A finite automaton cannot store the depth, so a
// walk counts it.
//
// # Idea
//
// The compiler chooses one rule, the called rule. Without references to the called rule, no rule
// refers to itself between other text. The compiler replaces each such reference with a token, so
// the rules become automata over bytes and the token. The token is format.Call, a byte that never
// occurs in UTF-8. The table combines the automaton of the rule itself, the outside, and the
// automaton of the called rule, the inside:
//
//	start ── a byte of a member ──> the outside
//	start ── format.Enter ──> the first state of the inside ── format.Enter ──> that of the innermost
//	start ── format.Back ──> the state of the inside after a call
//	start ── format.Last ──> the accepting state without transitions, if any, of inside or innermost
//
// Only a subset (a table of the members up to a maximum depth) has an innermost automaton, which
// accepts the strings of the inside that contain no calls. A call that reaches the maximum depth
// enters the innermost automaton. So the walk never reaches a state from which only a deeper call
// could continue.
//
// A call enters the first state of the inside, one level deeper. When the inside accepts, the call
// returns. A pushdown automaton has a stack of return states. The compiler requires that all calls
// of the inside lead to one state, the state of format.Back. So the stack has a fixed form. At its
// bottom is the site: the state of the outside to which the outermost call returns. Above the site,
// format.Back's state occurs once for each nested call, so the site and the depth determine the
// stack. A reading is therefore a state, a site and a depth.
//
// A call does not consume a byte of its own: it begins with the first byte of the inside. If a
// state has transitions on both the token and that byte, the walk follows both. From an accepting
// state of the inside, the walk both returns and continues inside. So a walk keeps a set of
// readings. An example is the rule xri of XRI 3.0: in the member `=(?))` the first `)` is part of a
// query, and in the member `=(?)` it returns.
//
// # Invariants
//
// machine.Verify checks these for a table with the flag HasCalls:
//
//   - All calls of the inside lead to the state of format.Back.
//   - The inside does not accept the empty string and does not begin with a call. So each call
//     consumes at least one byte, and the depth is at most the number of bytes.
//   - Only the start has transitions on the bytes format.Enter, Back and Last. In a subset, the
//     first state of the inside also has a transition on format.Enter.
//   - The innermost of a subset accepts the strings of the inside that contain no calls.
//
// The walk maintains these for its readings:
//
//   - At depth 0 the site is 0, and the state belongs to the outside. At other depths the site is a
//     state of the outside, and the state belongs to the inside or the innermost.
//   - If the table is a subset, no depth exceeds the maximum depth of the table. At the maximum
//     depth, the state belongs to the innermost.
//   - If there is a reading, some member starts with the bytes so far. This holds only for tables
//     from the compiler, which rejects a called rule if all its strings contain calls.
//   - A reading covers a range of depths without gaps. A gap separates the ranges of two readings
//     with the same state and site.
//
// # Correctness
//
// Let a configuration be a state and a complete stack of return states. By induction on the bytes,
// the readings represent exactly the configurations that a pushdown automaton reaches: a transition
// on a byte changes only the state, a call pushes format.Back's state onto a nonempty stack and the
// site onto an empty one, and a return pops the top, which depends only on the depth. A string is a
// member if and only if a configuration with an empty stack accepts. Ranges are exact, because a
// transition has the same effect at every depth. There are two exceptions, each handled separately.
// A return from depth 1 leads to the site instead of format.Back's state. A call that reaches the
// maximum depth of a subset leads to the innermost, which has exactly the paths through the inside
// that return without a deeper call.
//
// # Requires and returns
//
// The table must have the flag HasCalls. If machine.Verify rejects the table, the verdict of a walk
// is arbitrary, but the walk does not read outside the table; [Walk.Between] may panic. A walk that
// needs more than MaxReadings readings ends undecided.
//
// # Cost
//
// Up to the first call, a walk takes two loads per byte: one for the transition, and one to test
// whether the byte may begin a call. Eight bytes share one branch for this test (outside.go).
// Inside calls, a walk with one reading and one depth also tests at each byte whether the state
// accepts. It keeps the state, the site and the depth in registers (single.go). With two to four
// readings, a byte that neither begins nor ends a call only updates the states (few.go); any other
// byte produces a new list of readings. In BenchmarkValid, the rate relative to the naive loop on
// the same table and bytes is 1.1 to 1.4 without calls, 0.6 to 0.7 inside calls, and 1.0 if nearly
// every byte is a call (Intel Xeon, model 207). It is 0.51 with two readings, 0.52 with three, and
// 0.46 with one reading if the last four of 42 bytes may each end several calls.
//
// Each of n readings is compared with the readings before it, so a byte takes on the order of n²
// steps. Few strings have more than three readings, because one range covers many depths. Depths
// separated by gaps each need a reading: in a query of XRI 3.0 every `)*(*(*(?` adds one. Random
// members of XRI 3.0 and of the comment rules of RFC 3261 and RFC 9110 had at most four readings,
// and random strings of XRI symbols had at most six. A Walk has room for eight readings, and
// allocates if there are more. There are at most MaxReadings (32), so the time is linear in the
// length of the string, and the memory is constant.
//
// # Rejected
//
//   - A stack: it would take memory for each level, and a set of stacks for the readings.
//   - A memo of the offsets at which the called rule matches: it would take quadratic memory, and
//     recursion.
//   - The minimum and maximum depth of a state: a set of depths can have gaps.
//   - A bit for each depth: it would take linear memory, and time proportional to the number of
//     levels.
//   - For several readings, blocks of eight bytes that neither begin nor end a call: where there
//     are several readings, calls begin and end too often. With two readings the rate was 0.25
//     times the naive loop's.
//   - For one reading inside calls, blocks of four bytes: 0.74 times the naive loop's rate instead
//     of 0.69 for an IRI inside a call, but only 0.63 for XRI segments, and 0.83 with frequent
//     calls.
//
// # Tests
//
// Tested against: a recursive-descent recognizer that finds the set of ends for each offset
// (TestCallsTwin in package build), and for each rule of XRI 3.0 another recognizer, written from
// the specification (TestXRIShort). Package certificate of the fuzz tests proves that the outside
// and the inside of XRI's 22 tables agree with the specification.
package counter
