// Package tables matches strings against grammar rules compiled to tables.
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
//   - Find the longest prefix that matches: [Rule.Prefix].
//   - Split a matching string into components: [Rule.Split].
//   - Validate a string in pieces, or many strings with a common prefix: [Rule.Advance], which maps
//     one [State] to the next. A [Checker] also reports the offset and the reason.
//   - Validate an [io.Reader]: [Rule.ValidReader] and [Rule.CheckReader]; validate its lines:
//     [Batch.Lines].
//   - Find which of several rules match a string: [Set.First] and [Set.Classify].
//   - Split text into tokens: [Set.Tokens], or [Lexer] to avoid allocation. A [LongestMatch] finds
//     one token in text that arrives in pieces.
//   - Read N-Triples and N-Quads: the sibling package rdf.
//
// A rule may refer to itself, like a rule for nested comments; see [Rule.Recursive].
//
// Compilers use package machine to encode, decode and verify tables.
//
// Semantic Versioning covers the exported names of this package.
package tables
