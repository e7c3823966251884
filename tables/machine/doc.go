// Package machine is for compilers and proofs. It packs automata into tables, unpacks tables, and
// checks their properties.
//
// A compiler fills in a [Machine], or a [SetMachine] for several rules at once, and encodes it as a
// table. [Of] and [OfSet] unpack tables again. [Verify] and [VerifySet] check every invariant of
// the layout, for untrusted tables. A [Reference] is the textbook engine, with which all other
// engines are compared. [Places] give states places in shift rows. [Regions] are the content of a
// section of the table, for the region kernels (package hier). [Machine.VerifyRegions] proves that
// the kernels accept only members. [Machine.VerifyAuthority] and [SetMachine.VerifyHost] prove that
// delimiters suffice to split an authority into its components.
//
// Terms, in addition to those of the layout in package tables/internal/format (rows, wide table,
// far state, shift rows, slot, calls):
//
//   - member: a string in the language of a rule.
//   - canonical form: classes are numbered by their smallest byte, and states breadth first from
//     the start, in class order. So equal languages have equal machines.
//   - label: the slot of a state; in a set, the list of the rules that match there.
//   - word: a text for messages that describes next bytes, such as "a digit" ([Machine.Words]).
//   - place: the offset of a state in shift rows. The spill is the place of all states without a
//     separate place.
//   - front, rest: the two sets of places ([Machine.Front]).
//   - region: a part of a hierarchical identifier, such as its scheme ([Regions]).
//   - shape: the order of the regions. A string has the shape if it consists of regions in this
//     order.
//   - kernel: the engine in assembly that uses the regions (package hier).
//   - delimiter: a byte such as ":" or "?" at which a string is split into components.
//   - call, token, inside: a call is a reference of a rule to itself. A token is a byte that never
//     occurs in UTF-8; one of them represents a call in the automaton. The inside is the automaton
//     of the called rule, the innermost that of its strings without calls. See package
//     tables/internal/counter.
//
// The exported names of this package may change in any version.
package machine
