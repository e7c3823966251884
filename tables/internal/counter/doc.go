// Package counter walks the tables of rules that refer to themselves between other text, as a
// comment of mail does with comments inside. A finite automaton has no room for the depth. A walk
// keeps it in a number.
//
// # Idea
//
// The compiler chooses one rule, the called rule. Without references to it no rule refers to itself
// between other text. The compiler writes a token for each such reference, so the rules have
// automata over bytes and the token. The token is format.Call, a byte that occurs in no UTF-8. The
// table holds the automaton of the rule itself, the outside, and that of the called rule, the
// inside, together as one:
//
//	start ── a byte of a member ──> the outside
//	start ── format.Enter ──> the first state of the inside ── format.Enter ──> that of the innermost
//	start ── format.Back ──> the state of the inside after a call
//	start ── format.Last ──> the accepting state without transitions, if any, of inside or innermost
//
// Only a subset, a table of the members up to a depth, has an innermost. The innermost is the
// automaton of the strings of the inside without calls. A call that reaches the greatest depth goes
// there. So the walk is in no state from which only a deeper call leads on.
//
// A call goes to the first state of the inside, one level deeper. Where the inside accepts, the
// call returns. A pushdown automaton has a stack of the states to return to. The compiler requires
// that all calls of the inside lead to one state, that of format.Back. So the stack has one form.
// At its bottom is the site: the state of the outside after the call there. Above it, format.Back's
// state stands once for each call inside that call, so the depth, a number, determines the stack. A
// reading is therefore a state, the site, and the depth.
//
// A call has no byte of its own: it begins with the first byte of the inside. If a state has a
// transition on the token and one on that byte, the walk follows both. An accepting state of the
// inside both returns and stays. So a walk has a set of readings. An example is the rule xri of XRI
// 3.0: in the member `=(?))` the first `)` is a part of a query, and in the member `=(?)` it
// returns.
//
// # Invariants
//
// machine.Verify checks these of a table with the flag HasCalls:
//
//   - All calls of the inside lead to the state of format.Back.
//   - The inside does not accept the empty string and does not begin with a call. So a call takes
//     a byte, and the depth is at most the number of bytes.
//   - The bytes format.Enter, Back and Last leave the start only, and format.Enter the first state
//     of the inside of a subset.
//   - The innermost of a subset accepts the strings of the inside that have no calls.
//
// And the walk keeps these of its readings:
//
//   - At depth 0 the site is 0 and the state is one of the outside. At other depths the site is a
//     state of the outside, and the state is one of the inside or the innermost.
//   - If the table is a subset, no depth is over that of the table. At that depth the state is one
//     of the innermost.
//   - If there is a reading, a member begins with the bytes so far. This needs a table that the
//     compiler made: it refuses a called rule that has no string without calls.
//   - A reading has a range of depths, without gaps. Between the ranges of two readings with the
//     same state and site there is a gap.
//
// # Why it is right
//
// Let a configuration be a state and a whole stack of states to return to. By induction on the
// bytes, the readings stand for exactly the configurations reached by a pushdown automaton: a
// transition on a byte changes the state alone, a call adds format.Back's state to a stack that is
// not empty and the site to an empty one, and a return takes the top, which depends on the depth
// alone. A string is a member exactly if a configuration with an empty stack accepts. Ranges are
// exact, because a transition does the same at each depth. There are two exceptions, each with a
// case of its own. A return from depth 1 leads to the site and not to format.Back's state. A call
// that reaches the depth of a subset leads to the innermost: it has exactly the ways through the
// inside that return without a deeper call.
//
// # Requires and returns
//
// A table with HasCalls. On a table refused by machine.Verify a walk has some verdict, and reads no
// byte outside the table; [Walk.Between] may panic. A walk that needs more than MaxReadings
// readings ends, undecided.
//
// # Cost
//
// Up to the first call a walk takes two loads a byte: one for the transition, and one to test
// whether the byte may begin a call. Eight bytes share the branch of this test (outside.go). Inside
// calls a walk with one reading and one depth also tests at each byte whether the state accepts. It
// keeps state, site and depth in registers (lone.go). A walk with two to four readings changes the
// states alone, as long as a byte only moves them (few.go), and makes a new list of readings after
// any other byte. BenchmarkValid, against the naive loop on the same table and bytes: 1.1 to 1.4
// times its rate without calls, 0.6 to 0.7 inside, 1.0 if nearly each byte is a call (Intel Xeon,
// model 207). With two readings the rate is 0.51 times the naive loop's, with three 0.52 times, and
// with one 0.46 times if the last four of 42 bytes may end several calls each.
//
// Of n readings each is compared with those before it, so a byte takes n² steps. Few strings have
// more than three readings, because one range holds many depths. Depths with gaps take a reading
// each: in a query of XRI 3.0 each `)*(*(*(?` adds one. Members of XRI 3.0 and of the comments of
// RFC 3261 and 9110, drawn at random, had at most four, and random strings of the symbols of XRI
// six. Eight readings are in the memory of the walk, and a walk with more allocates. There are at
// most MaxReadings, 32. So the time is linear in the length of a string, and the memory constant.
//
// # Rejected
//
//   - A stack: memory for each level, and a set of stacks for the readings.
//   - A memo of the offsets at which the called rule matches: quadratic memory, and recursion.
//   - The least and the greatest depth of a state: sets of depths may have gaps.
//   - A bit for each depth: linear memory, and time by the number of levels.
//   - For several readings, blocks of eight bytes without the begin or the end of a call: such
//     bytes are frequent where there are several readings. Two took 0.25 of the naive loop's rate.
//   - For one reading inside calls, blocks of four bytes: 0.74 times the naive loop's rate and not
//     0.69 for an IRI in a call, but 0.63 for segments of XRI, and 0.83 with frequent calls.
//
// # Twin
//
// A recognizer by recursive descent with a set of ends for each offset (TestCallsTwin of package
// build), and for each rule of XRI 3.0 another one, written from its document alone (TestXRIShort).
// Package certificate of the fuzz tests proves that outside and inside of XRI's 22 tables are those
// of the document.
package counter
