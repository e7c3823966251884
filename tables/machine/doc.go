// Package machine is for compilers and proofs. It packs automata into tables, unpacks tables, and
// checks their properties.
//
// A compiler fills in a [Machine], or a [SetMachine] for several rules at once, and encodes it as a
// table. [Of] and [OfSet] unpack tables again. [Verify] and [VerifySet] check every invariant of
// the layout, for tables from elsewhere. A [Reference] is the textbook's engine: all other engines
// are compared with it. [Places] give states places in shift rows. [Regions] are the content of a
// section of the table, for the region kernels (package hier). [Machine.VerifyRegions] proves that
// the kernels accept members only. [Machine.VerifyAuthority] and [SetMachine.VerifyHost] prove that
// delimiters are enough to cut an authority into its components.
//
// Words; package tables/internal/format has those of the layout (rows, wide table, far state, shift
// rows, slot, calls):
//
//   - member: a string of the language of a rule.
//   - canonical form: classes are numbered by their smallest byte. States are numbered breadth
//     first from the start, in the order of classes. So equal languages have equal machines.
//   - label: the slot of a state; in a set, the list of the rules that match there.
//   - word: a text for messages that names next bytes, as "a digit" ([Machine.Words]).
//   - place: the offset of a state in shift rows. The spill is the place of all states without a
//     place of their own.
//   - front, rest: the two sets of places ([Machine.Front]).
//   - region: a part of a hierarchical identifier, such as its scheme ([Regions]).
//   - shape: the order of the regions. A string is of the shape if it consists of regions in this
//     order.
//   - kernel: the engine in assembly that decides by the regions (package hier).
//   - delimiter: a byte such as ":" or "?" at which a string is cut into components.
//   - call, token, inside: a call is a reference of a rule to itself. A token is a byte that
//     occurs in no UTF-8; one of them stands for a call in the automaton. The inside is the
//     automaton of the called rule, the innermost that of its strings without calls. See package
//     tables/internal/counter.
//   - twin: the slow and obvious version, mostly in tests, with which a fast one is compared.
//
// The exported names of this package may change in any version.
package machine
