// Package machine is for compilers and proofs: a table unpacked, how it is packed, and what must
// hold of it.
//
// A compiler fills in a [Machine], or a [SetMachine] for several rules at once, and encodes it.
// [Of] and [OfSet] unpack tables again; [Verify] and [VerifySet] check every invariant of the
// layout, for tables that come from elsewhere. A [Reference] is the textbook's engine, which all
// others are compared with. [Places] say which states have places in shift rows, [Regions] what the
// region kernels know, and [Machine.VerifyRegions] proves that what they accept is in the language.
// [Machine.VerifyAuthority] and [SetMachine.VerifyHost] prove that delimiters take an authority
// apart.
//
// As package automaton, it changes with what compilers need.
package machine
