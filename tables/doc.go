// Package tables has the tables of grammar rules, and what a program does with them.
//
// A table is a [Rule], or a [Set] of several: one immutable string that holds a minimal
// DFA over bytes and what is known about it. Generated packages ship tables as constants,
// which the linker puts in read-only pages and leaves out when nothing refers to them; one
// that was compiled at run time is of the same type. Nothing here writes to anything but its
// own results, so a table may be used by any number of goroutines at once.
//
// What to use for what:
//
//   - Is a string a member of a rule? [Rule.Valid]; [Rule.Check] says where and why not.
//   - Are many strings members, or the lines of a large text? A [Batch], which uses all cores.
//   - How long is the longest member that a string begins with? [Rule.Prefix].
//   - Into which components does a member fall? [Rule.Split].
//   - A string in pieces, or many that begin alike: a [State], which [Rule.Advance] takes from
//     one piece to the next. It is a verdict in the making and no more; a [Checker] also
//     knows the place and the reason.
//   - All that an [io.Reader] has: [Rule.ValidReader], [Rule.CheckReader]; every line of it:
//     [Batch.Lines].
//   - Which of several rules match a string? [Set.First], [Set.Classify].
//   - Text cut into tokens: [Set.Tokens], and a [Lexer] for a loop that allocates nothing. A
//     [Munch] makes one token of text that comes in pieces.
//   - Statements of N-Triples and N-Quads: package rdf, in the folder of this one.
//
// A rule that refers to itself, as a comment in comments does, is a Rule as well: [Rule.Recursive].
//
// Package machine, below this one, is for compilers: it packs, unpacks and verifies tables.
package tables
