// Package engine walks tables. This is the page of its engines and of their order.
//
// Words:
//
//   - member: a string of the language of a rule.
//   - whole table: one long enough that no walk on it reads outside it (format.Table.Whole).
//   - rows, here plain rows: the transitions of a table, a byte each, for states up to 254.
//   - far state: one over 254. Only the wide table, here the far table, has cells for it.
//   - place: a bit offset in shift rows; it stands for a state (see shift.go).
//   - spill: the place for all states without one. A walk spills when it comes to it.
//   - front, rest: the two sets of places, for the bytes before and from the first block of eight
//     with a byte over 0x7F.
//   - block: eight bytes read together.
//   - fatal byte: the byte that leads to the dead state. The walk dies there.
//   - boundary: an offset in a string between two code points.
//   - slot: the component of the byte before a state, or two possible ones (machine.Slot).
//   - shape: the form of a hierarchical identifier, and of its regions (machine.Regions).
//   - stretch: up to 256 consecutive lines of a text, read together.
//   - naive loop: the textbook's loop, a transition a byte; the measure of all times.
//   - twin: the slow and obvious version in the tests, with which a fast one is compared.
//   - jury: the test that compares all engines with the machine (jury_test.go of package tables).
//
// Engines read a string in this order until one of them decides about it.
//
//  1. regions, where the processor has AVX2 and the rule has regions: Valid, Check, Split, Ends, a
//     Batch. It answers yes, no or unknown. Strings of less than 4 bytes are unknown.
//  2. front, where the rule has places and the string does not begin with a NUL: up to the first
//     block of eight bytes with a byte over 0x7F or with a state without a place.
//  3. rest, from the first block with a byte over 0x7F.
//  4. plain rows, for eight bytes after a spill; then front or rest again, where the state has a
//     place. Without places plain rows walk to the end, or to a far state.
//  5. far table, from a far state to the next state in plain rows. It reads 64 bytes at least, but
//     in a table with places no more than the eight bytes of 4.
//
// The table of a rule with calls has neither regions nor places. Package counter walks it in place
// of 4 and 5, and has a page of its own.
//
// Regions give Split and Ends the ends of the components too, beyond 64 bytes those of the scheme
// and the authority alone. After any other verdict, and for the other ends, delimiters cut a member
// into components. Labels give the verdict and the components of a rule without delimiters.
// Newlines or IndexByte find the lines of a text before any of them. Tokens serves lexers alone.
//
// Package tune chooses the states with a place for each table. The states met most have one: in
// rfc3987.IRI the states of a pct in a path do, those of a port or of an IPv6 address do not.
//
// Check and Ends give a string to regions. If these do not accept it, Live walks it on front, rest
// and plain rows to the byte in error (see live.go). So Live also decides about the strings left
// unknown by regions. Without regions Check and Ends compute the verdict first.
//
// An engine stays if a headline row takes 1.3 times as long without it. These rows are Valid,
// Parse, Parse with all parts, Check, Prefix, AdvanceString and text to verdicts, on URLs, IRIs and
// the generated kinds; each with AVX-512, with AVX2 and without SIMD. "Without" below names the row
// and the factor; processors are named where it was measured. Plain rows and the far table are
// there for correctness. Bars are multiples of the naive loop over the minimal table
// (BenchmarkPlain has the loop), unless another peer is named; benchmarks/report/bars.go has them
// all.
//
// # regions
//
// Input: a string of 4 bytes or more of a rule whose identifiers are hierarchical; 64 bytes a turn.
// Code: Valid, Certain for Check, and CutInShape for Split and Ends call hier.InShape; Stretch.Read
// calls hier.InShapes.
// Idea: no walk. Masks of 64 bits have a bit for each byte, set if the byte may stand in a region
// of a URI; a few operations on masks decide whether the regions follow each other as in the shape.
// Cost: 6 ns for a URL of 48 bytes, 0.01 ns a byte of long strings (AVX-512, Zen 5).
// Twin: Regions.Accepts, byte by byte; its proof is VerifyRegions.
// Bar: 60 on 4 KB, 6 on short strings.
// Without: Valid of urls.txt 2.3, with AVX2 1.8; of data 4.0 (Zen 4). Its parts, each with the row
// that keeps it: AVX-512 beside AVX2, urls.txt 1.3 (Zen 5); two vectors a turn, data 1.8; turns of
// pct-encodings, percent 5.2; refusals, invalid 1.65; references without a scheme, references 2.1;
// UTF-8 of two and three bytes, iris.txt 1.5; UTF-8 of four bytes, nonascii 1.5 (Zen 5); extents,
// Parse of urls.txt 2.4.
//
// # front
//
// Input: a string from its start, in blocks of eight bytes. The first block of Valid has NULs and
// the first 1 to 8 bytes, so whole blocks remain. Other walks read single bytes after the last
// block.
// Code: validOnShiftRows for Valid, Life.onFront for Check, walkMembers for Prefix, walk for
// AdvanceString and for the bytes after another engine.
// Idea: a row of 64 bits holds the next place of a dozen states; a step is a shift. See shift.go.
// Cost: a cycle a byte, and some 40 cycles a string.
// Twin: placed.wrong for the fields (TestShiftRows), the plain engine for the walk.
// Bar: 3.3 on URLs, 8 on data, 3.0 on short strings without SIMD; Prefix 2.3, AdvanceString 2.2.
// Without: Valid of urls.txt 2.2, of data 4.4; Prefix 4.9; AdvanceString 1.4 (no SIMD, Zen 5).
//
// # rest
//
// Input: a string from the first block with a byte over 0x7F.
// Code: validOnRest for Valid, Life.onRest for Check; walkMembers and walk, those of front.
// Idea, cost, twin: those of front, with the states met most there.
// Bar: 3.0 on IRIs without SIMD.
// Without: Valid of iris.txt 1.6; Prefix 3.1; AdvanceString 1.5 (no SIMD, Zen 5).
//
// # plain rows
//
// Input: any string, from any state up to 254. Life.onRows and Prefix step from far states too.
// Code: advancePlain calls near; Life.onRows for Check, Prefix for the bytes after a spill.
// Idea: one load a byte, from the row of the byte's class. See rows.go.
// Cost: four or five cycles a byte.
// Twin: the naive loop over the Machine (newNaive in the tests).
// Bar: no row; it is there for correctness.
//
// # far table
//
// Input: a string from a far state, or from the turn of plain rows that led to one.
// Code: advancePlain calls far.
// Idea: cells of two bytes for the few states near and above 254.
// Cost: two loads and a multiplication a byte.
// Twin: the naive loop over the Machine.
// Bar: no row; it is there for correctness.
//
// # delimiters
//
// Input: a member of a rule of five components.
// Code: cutMember, and cutRest after the ends of the scheme and of the authority.
// Idea: the first ":", "//", "/", "?" and "#" end the components; a word of eight bytes is searched
// at a time. See delimiters.go.
// Cost: 8 ns for a URL (Zen 5). Processors without words of eight bytes search byte by byte.
// Twin: Regions.cutting, in the proof VerifyRegions; the labels, in the jury.
// Bar: Parse at most 1.7 times Valid without SIMD.
// Without: Parse of urls.txt 5.0 (no SIMD, Zen 4; the labels alone).
//
// # labels
//
// Input: any string of a rule with components and without delimiters, such as an authority alone.
// Code: SplitByLabels.
// Idea: each state names the component of the byte before it; an array counts these bytes. See
// labels.go.
// Cost: 2 ns a byte (Zen 5). Only rules without delimiters need it.
// Twin: labelled, in the jury.
// Bar: no row.
//
// # newlines
//
// Input: a text, 2 KB a turn.
// Code: LineEnds.
// Idea: the offsets of LFs are stored without a branch, 64 bytes at a time. See newlines.go.
// Cost: 1.5 ns a line of 48 bytes (Zen 5).
// Twin: TestLineEnds has a loop over bytes.
// Bar: text to verdicts 3.3 on URLs and IRIs with SIMD.
// Without: text to verdicts of urls.txt 1.8, AVX2 1.7 (Zen 5).
//
// # IndexByte
//
// Input: a text where newlines finds no end, and every text without SIMD.
// Code: EndOfLine.
// Idea: [bytes.IndexByte] a line.
// Cost: 10 ns a line of 48 bytes (Zen 5).
// Twin: it is one of the standard library.
//
// # tokens
//
// Input: a text, from where a token begins.
// Code: Munch calls munch, and munchFar after a far state.
// Idea: most bytes of a token lead from a state to itself, so the inner loop tests for this alone.
// See tokens.go.
// Cost: 34 ns a token of N-Triples with the check of its IRIs (Zen 5).
// Twin: setCase.longest in the tests.
// Bar: N-Triples at 0.3 of the rate of the plain engine.
//
// # Traces
//
// A trace is an operation, "SIMD" or "tables", a string, and the engines in the order of their
// reads, each with the offsets of the bytes it read. TestPageOfEngines compares them all (go test
// -tags trace ./tables).
//
//	Valid SIMD "http://example.org/a?b=c"
//		regions 0-24
//	Valid SIMD "a:b"
//		regions 0-3, front 0-3
//	Valid SIMD "http://[1:2:3:4:5:6:7:8]/"
//		regions 0-25, front 0-9, plain rows 1-9, plain rows 9-17, plain rows 17-25
//	Valid tables "http://example.org/a?b=c"
//		front 0-24
//	Valid tables "http://example.org/ a?b=cd&e=f"
//		front 0-22
//	Valid tables "http://example.org:8080/a?b=c"
//		front 0-21, plain rows 13-21, plain rows 21-29
//	Valid tables "http://example.org/é/b/c/d"
//		front 0-19, rest 19-27
//	Valid tables "http://example.org/a?\ue000bbbbbbbbbbbbbbbb"
//		front 0-16, rest 16-24, plain rows 16-24, rest 24-40
//	Valid tables "http://[1:2:3:4:5:6:7:8]/"
//		front 0-9, plain rows 1-9, plain rows 9-17, plain rows 17-25
//	Valid tables "a://[1:2:3:4:5:6:7:a9]/b"
//		front 0-8, plain rows 0-8, plain rows 8-16, plain rows 16-24, far table 16-24
//	Valid tables "\x00abc"
//		plain rows 0-4
//	Valid SIMD "http://example.org/a%20b?x=é#f"
//		regions 0-31
//	Valid tables "http://example.org/a%20b?x=é#f"
//		front 0-23, rest 23-31
//	Split SIMD "http://example.org/a%20b?x=é#f"
//		regions 0-31
//	Split tables "http://example.org/a%20b?x=é#f"
//		front 0-23, rest 23-31, delimiters 0-31
//	Ends SIMD "http://example.org/a?b=c"
//		regions 0-24
//	Ends tables "http://example.org/a?b=c"
//		front 0-24, delimiters 0-24
//	Check SIMD "http://example.org/a b"
//		regions 0-22, front 0-20
//	Check SIMD "http://example.org/é<"
//		regions 0-22, front 0-19, rest 19-21
//	Check tables "http://[::1]:8o/"
//		front 0-8, plain rows 0-8, plain rows 8-16, front 0-7, plain rows 7-14
//	SplitAuthority tables "user@example.org:80"
//		labels 0-19
//	Prefix SIMD "http://example.org/a?b=c d"
//		front 0-26, plain rows 24-25
//	Prefix SIMD "http://example.org/éaa/bcd b"
//		front 0-16, rest 16-29, plain rows 27-28
//	Advance SIMD "http://example.org/a?b=c"
//		front 0-24
//	Advance SIMD "http://example.org/a?b=é"
//		front 0-16, rest 16-25
//	Lines SIMD "http://example.org/aaaa\nhttp://example.org/bbbb\nhttp://example.org\nd"
//		newlines 0-64, regions 0-23, regions 24-47, IndexByte 48-67, regions 48-66, IndexByte 67-68,
//		regions 67-68, front 67-68
//	Lines tables "http://example.org/a\nb"
//		IndexByte 0-21, front 0-20, IndexByte 21-22, front 21-22
//	Tokens SIMD "<http://a.example/> ."
//		tokens 0-20, tokens 19-21, tokens 20-21
package engine
