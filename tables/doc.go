// Package tables matches strings against grammar rules that are compiled to tables.
//
// A table is a [Rule], or a [Set] of several rules: one immutable string that holds a minimal DFA
// over bytes and its labels. Generated packages ship tables as constants, which the linker puts in
// read-only pages and drops if unused. A table compiled at run time has the same type. Tables are
// safe for concurrent use.
//
// Tasks and operations:
//
//   - Validate a string: [Rule.Valid]. [Rule.Check] returns an error with the offset and the
//     reason.
//   - Validate many strings, or the lines of a large text, on all cores: [Batch].
//   - Find the longest prefix that is a member: [Rule.Prefix].
//   - Split a member into components: [Rule.Split].
//   - Validate a string in pieces, or many strings with a common prefix: [Rule.Advance], which maps
//     a [State] to the next. A [Checker] also reports the offset and the reason.
//   - Validate an [io.Reader]: [Rule.ValidReader] and [Rule.CheckReader]; validate its lines:
//     [Batch.Lines].
//   - Find which of several rules match a string: [Set.First] and [Set.Classify].
//   - Split text into tokens: [Set.Tokens], and [Lexer] for a loop that does not allocate. A
//     [LongestMatch] reads one token from text in pieces.
//   - Read N-Triples and N-Quads: package rdf, next to this one.
//
// A rule may refer to itself, as nested comments do, see [Rule.Recursive].
//
// Package machine is for compilers: it packs, unpacks and verifies tables.
//
// Semantic Versioning covers the exported names of this package.
package tables
