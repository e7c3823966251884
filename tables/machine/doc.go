// Package machine is for compilers and proofs. It packs tables and unpacks them, and checks their
// properties.
//
// A compiler fills in a [Machine], or a [SetMachine] for several rules at once, and encodes it.
// [Of] and [OfSet] unpack tables again. [Verify] and [VerifySet] check every invariant of the
// layout, for tables from elsewhere. A [Reference] is the textbook's engine, the measure of all
// others. [Places] give states places in shift rows, and [Regions] are the contents of the region
// kernels' section. [Machine.VerifyRegions] proves that the kernels accept members only.
// [Machine.VerifyAuthority] and [SetMachine.VerifyHost] prove that delimiters take an authority
// apart.
//
// Words; package tables/internal/format has those of the layout (rows, wide table, far state, shift
// rows, slot, calls):
//
//   - canonical form: classes numbered by their smallest byte, states breadth first from the start
//     in the order of classes. So equal languages have equal machines.
//   - word: a text for messages that names next bytes, as "a digit" ([Machine.Words]).
//   - place: the offset of a state in shift rows; the spill is that of all states without a place.
//   - front, rest: the two sets of places ([Machine.Front]).
//   - region: a part of a hierarchical identifier; the shape is the order of the parts ([Regions]).
//   - delimiter: a byte such as ":" or "?" at which a string is cut into components.
//   - inside, token: of a rule that refers to itself, see package tables/internal/counter.
//   - twin: the slow and obvious version, mostly in tests, with which a fast one is compared.
//
// Like package automaton, it changes with the needs of compilers.
package machine
