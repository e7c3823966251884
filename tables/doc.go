// Package tables has the tables of grammar rules, and the operations on them.
//
// A table is a [Rule], or a [Set] of several: one immutable string with a minimal DFA over bytes
// and its labels. Generated packages ship tables as constants. The linker puts these in read-only
// pages, and leaves out the unused ones. A table compiled at run time has the same type. The
// functions of this package write only to their own results, so any number of goroutines may use a
// table at once.
//
// Tasks and operations:
//
//   - Is a string a member of a rule? [Rule.Valid]; [Rule.Check] returns the offset and the reason
//     of an error.
//   - Are many strings members, or the lines of a large text? A [Batch], on all cores.
//   - How long is the longest member at the beginning of a string? [Rule.Prefix].
//   - Into which components does a member fall? [Rule.Split].
//   - A string in pieces, or many with the same beginning: a [State], which [Rule.Advance] takes
//     from one piece to the next, gives verdicts alone; a [Checker] also gives the offset and the
//     reason.
//   - All bytes of an [io.Reader]: [Rule.ValidReader], [Rule.CheckReader]; every line of it:
//     [Batch.Lines].
//   - Which of several rules match a string? [Set.First], [Set.Classify].
//   - Text cut into tokens: [Set.Tokens], and a [Lexer] for a loop without allocations. A
//     [LongestMatch] makes one token of text in pieces.
//   - Statements of N-Triples and N-Quads: package rdf, in the folder of this one.
//
// A rule that refers to itself, as a comment in comments does, is a Rule as well: [Rule.Recursive].
//
// Package machine, below this one, is for compilers: it packs, unpacks and verifies tables.
//
// Semantic Versioning covers the exported names of this package.
package tables
