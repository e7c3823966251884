// Package counter walks the tables of rules that refer to themselves between other text, such as a
// mail comment that contains comments. A finite automaton cannot store the depth. A walk keeps it
// in a number.
//
// # Idea
//
// The compiler chooses one rule, the called rule. Without references to it no rule refers to itself
// between other text. The compiler writes a token for each such reference, so the rules have
// automata over bytes and the token. The token is format.Call, a byte that never occurs in UTF-8.
// The table combines the automaton of the rule itself, the outside, and that of the called rule,
// the inside:
//
//	start ── a byte of a member ──> the outside
//	start ── format.Enter ──> the first state of the inside ── format.Enter ──> that of the innermost
//	start ── format.Back ──> the state of the inside after a call
//	start ── format.Last ──> the accepting state without transitions, if any, of inside or innermost
//
// Only a subset, a table of the members up to a depth, has an innermost: the automaton of the
// strings of the inside without calls. A call that reaches the maximum depth enters it. So the walk
// is never in a state from which only a deeper call continues.
//
// A call enters the first state of the inside, one level deeper. Where the inside accepts, the call
// returns. A pushdown automaton has a stack of return states. The compiler requires that all calls
// of the inside lead to one state, that of format.Back. So the stack has a fixed form. At its
// bottom is the site: the state of the outside after the call there. Above it, format.Back's state
// occurs once for each nested call, so the depth, a number, determines the stack. A reading is
// therefore a state, the site, and the depth.
//
// A call has no byte of its own: it begins with the first byte of the inside. If a state has a
// transition on the token and one on that byte, the walk follows both. An accepting state of the
// inside both returns and remains. So a walk has a set of readings. An example is the rule xri of
// XRI 3.0: in the member `=(?))` the first `)` is a part of a query, and in the member `=(?)` it
// returns.
//
// # Invariants
//
// machine.Verify checks these for a table with the flag HasCalls:
//
//   - All calls of the inside lead to the state of format.Back.
//   - The inside does not accept the empty string and does not begin with a call. So a call takes a
//     byte, and the depth is at most the number of bytes.
//   - Only the start has transitions on the bytes format.Enter, Back and Last, and the first state
//     of the inside of a subset on format.Enter.
//   - The innermost of a subset accepts the strings of the inside that have no calls.
//
// The walk maintains these for its readings:
//
//   - At depth 0 the site is 0 and the state is one of the outside. At other depths the site is a
//     state of the outside, and the state is one of the inside or the innermost.
//   - If the table is a subset, no depth exceeds that of the table. At that depth the state is one
//     of the innermost.
//   - If there is a reading, some member starts with the bytes so far. This requires a table from
//     the compiler, which rejects a called rule without strings that contain no calls.
//   - A reading has a range of depths, without gaps. The ranges of two readings with the same state
//     and site are separated by a gap.
//
// # Correctness
//
// Let a configuration be a state and a complete stack of return states. By induction on the bytes,
// the readings represent exactly the configurations that a pushdown automaton reaches: a transition
// on a byte changes only the state, a call pushes format.Back's state onto a nonempty stack and the
// site onto an empty one, and a return pops the top, which depends only on the depth. A string is a
// member exactly if a configuration with an empty stack accepts. Ranges are exact, because a
// transition does the same at each depth. There are two exceptions, each handled separately. A
// return from depth 1 leads to the site instead of format.Back's state. A call that reaches the
// depth of a subset leads to the innermost: it has exactly the paths through the inside that return
// without a deeper call.
//
// # Requires and returns
//
// A table with HasCalls. On a table that machine.Verify rejects, a walk has some verdict, and reads
// no byte outside the table; [Walk.Between] may panic. A walk that needs more than MaxReadings
// readings ends, undecided.
//
// # Cost
//
// Up to the first call a walk takes two loads a byte: one for the transition, and one to test
// whether the byte may begin a call. Eight bytes share the branch of this test (outside.go). Inside
// calls a walk with one reading and one depth also tests at each byte whether the state accepts. It
// keeps state, site and depth in registers (single.go). A walk with two to four readings changes
// only the states, as long as a byte only moves them (few.go), and makes a new list of readings
// after any other byte. BenchmarkValid, relative to the naive loop on the same table and bytes: 1.1
// to 1.4 times its rate without calls, 0.6 to 0.7 inside, 1.0 if nearly each byte is a call (Intel
// Xeon, model 207). With two readings the rate is 0.51 times the naive loop's, with three 0.52
// times, and with one 0.46 times if the last four of 42 bytes may end several calls each.
//
// Each of n readings is compared with those before it, so a byte takes n² steps. Few strings have
// more than three readings, because one range holds many depths. Depths with gaps take a reading
// each: in a query of XRI 3.0 each `)*(*(*(?` adds one. Random members of XRI 3.0 and of the
// comments of RFC 3261 and 9110 had at most four, and random strings of the symbols of XRI six. The
// memory of the walk holds eight readings, and a walk with more allocates. There are at most
// MaxReadings, 32. So the time is linear in the length of a string, and the memory constant.
//
// # Rejected
//
//   - A stack: memory for each level, and a set of stacks for the readings.
//   - A memo of the offsets at which the called rule matches: quadratic memory, and recursion.
//   - The minimum and maximum depth of a state: sets of depths may have gaps.
//   - A bit for each depth: linear memory, and time proportional to the number of levels.
//   - For several readings, blocks of eight bytes that begin or end no call: such bytes are
//     frequent where there are several readings. Two took 0.25 of the naive loop's rate.
//   - For one reading inside calls, blocks of four bytes: 0.74 times the naive loop's rate instead
//     of 0.69 for an IRI in a call, but 0.63 for segments of XRI, and 0.83 with frequent calls.
//
// # Tests
//
// Tested against: a recognizer by recursive descent with a set of ends for each offset
// (TestCallsTwin of package build), and for each rule of XRI 3.0 another one, written from its
// document (TestXRIShort). Package certificate of the fuzz tests proves that outside and inside of
// XRI's 22 tables are those of the document.
package counter
