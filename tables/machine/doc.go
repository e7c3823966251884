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
// Like package automaton, it changes with the needs of compilers.
package machine
