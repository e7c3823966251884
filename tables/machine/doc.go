// Package machine supports compilers and proofs. It encodes automata as tables, decodes tables, and
// verifies their properties.
//
// A compiler fills in a [Machine], or a [SetMachine] for several rules at once, and encodes it as a
// table. [Of] and [OfSet] decode tables. For untrusted tables, [Verify] and [VerifySet] check every
// invariant of the layout. A [Reference] is the textbook engine, against which all other engines
// are tested. [Places] assigns places in shift rows to states. [Regions] is the content of the
// table section that the region kernels use (package hier). [Machine.VerifyRegions] proves that the
// kernels accept only members. [Machine.VerifyAuthority] and [SetMachine.VerifyHost] prove that
// delimiters suffice to split an authority into its components.
//
// Terms, in addition to the layout terms that package tables/internal/format defines (rows, wide
// table, far state, shift rows, slot, calls):
//
//   - member: a string in the language of a rule.
//   - canonical form: classes are numbered by their smallest byte, and states breadth first from
//     the start, in class order. So equal languages have equal machines.
//   - label: the slot of a state; in a set, the list of rules that match there.
//   - word: a description of next bytes for messages, such as "a digit" ([Machine.Words]).
//   - place: the offset of a state in shift rows. The spill is the place shared by all states
//     without a separate place.
//   - front, rest: the two sets of places ([Machine.Front]).
//   - region: a part of a hierarchical identifier, such as its scheme ([Regions]).
//   - shape: the order of the regions. A string has the shape if it consists of regions in this
//     order.
//   - kernel: the assembly engine that uses the regions (package hier).
//   - delimiter: a byte such as ":" or "?" at which a string is split into components.
//   - call, token, inside: a call is a rule's reference to itself. A token is a byte that never
//     occurs in UTF-8; one token represents a call in the automaton. The inside is the automaton of
//     the called rule. The innermost is the automaton that accepts those of the rule's strings that
//     contain no call. See package tables/internal/counter.
//
// The exported names of this package may change in any version.
package machine
