// Package engine reads strings with the table of a rule: it validates them, splits them into
// components, and finds lines and tokens in a text. Each engine is one way to do part of this work.
// This page lists the engines in the order in which they read a string.
//
// Terms:
//
//   - member: a string in the language of a rule.
//   - walk: a sequence of states, one step per byte of a string, along the transitions of a table.
//   - complete table: a table long enough that no walk on it reads past its bounds
//     (format.Table.Whole).
//   - rows, or plain rows: the transitions of the states up to 254, one byte each.
//   - far state: a state over 254. Only the wide table, also called the far table, has cells for
//     it.
//   - dead state: state 0. It leads to itself and does not accept.
//   - fatal byte: the byte that leads to the dead state. The walk dies there.
//   - place: a bit offset in shift rows that represents a state (see shift.go).
//   - spill: the place for all states without a separate place. A walk that reaches it spills.
//   - front, rest: the two sets of places. A verdict walk switches from the front to the rest
//     before the first complete block with a byte over 0x7F; WalkToError switches at this byte.
//   - verdict walk: the walk that decides whether a string is a member (ValidOnTables). Valid needs
//     it if the regions engine answers unknown, and Split needs it unless that engine answers yes.
//     Check and Ends need it only if the rule or the processor lacks regions.
//   - block: eight bytes read together. Only newline kernels read blocks of 64 bytes.
//   - turn: one iteration of an engine's loop, or the bytes that the iteration reads.
//   - kernel: a loop in assembly for processors with AVX2 or AVX-512.
//   - boundary: an offset in a string between two code points.
//   - slot: the component of the byte before a state, or two possible components (machine.Slot).
//   - region: a part of a hierarchical identifier, such as its scheme (machine.Regions).
//   - shape: the order of the regions in an identifier.
//   - delimiter: a byte such as ":" or "?" at which a member is split into components.
//   - batch: up to 256 consecutive lines of a text, read together.
//   - naive loop: the textbook loop, one transition per byte. Times are relative to it.
//   - jury: the test that compares all engines with the machine (jury_test.go of package tables).
//
// Engines read a string in this order until one decides.
//
//  1. regions, where the processor has AVX2 and the rule has regions: for Valid, Check, Split, Ends
//     and a Batch. The answer is yes, no or unknown. It is unknown for a string that is shorter
//     than 4 bytes, contains "[" or userinfo, or has an authority that extends beyond the first 64
//     bytes (see hier.InShape). For Valid and a Batch, both yes and no are final. For Check, Split
//     and Ends only yes is final: after no or unknown, the next engines read the string again.
//  2. front, where the rule has places and the string does not begin with a NUL: up to the first
//     block of eight bytes that contains a byte over 0x7F or reaches a state without a place on the
//     front. Processors without format.Shifts, such as 386, cannot use places: plain rows replace
//     the front and the rest there.
//  3. rest, from the first block with a byte over 0x7F. For the first block, a verdict walk always
//     uses the front (see front).
//  4. plain rows, for a block that spills, and for the first block of the rest if the state before
//     the block has no place there. Plain rows read one block after another until a state has a
//     place in the set; then the front or the rest continues. Without places, plain rows walk to
//     the end of the string, or to a far state.
//  5. far table, from a far state to the next state that is not far. It reads at least 64 bytes, or
//     all that remain. In a table with places, it rereads the block that plain rows have just read.
//
// The table of a rule with calls (a rule that refers to itself) has neither regions nor places.
// Package counter walks this table instead of the plain rows and the far table; its documentation
// describes how.
//
// If the regions engine accepts a string of up to 64 bytes, it also reports to Split and Ends where
// the components end. For a longer string it reports where the scheme and the authority end, and
// the delimiters engine finds the other two ends. If another engine accepts the string, the
// delimiters engine finds all ends. For a rule without delimiters, the labels engine provides both
// the verdict and the components. The newlines engine or IndexByte finds the lines of a text before
// another engine reads them. Only lexers use the tokens engine.
//
// For each table, package tune gives places to the most frequent states. The list below shows the
// states of rfc3987.IRI that have places, each as a string that leads to it from the start. All
// other states spill, for example in a port, after userinfo, in an IPv6 address and in most long
// UTF-8 sequences.
//
//	front "", "a", "a:", "a:/", "a://", "a://b", "a:b", "a:%", "a:%2", "a:?", "a:#"
//	rest "a://b", "a://\xc3", "a://\xe0", "a:b", "a:\xc3", "a:\xe0", "a:\xe6", "a:\xf0", "a:?"
//	rest "a:?\xc3", "a:#", "a:#\xc3"
//
// Seven states of this table are far; they occur in the last two pieces of an IPv6 address.
//
// Check and Ends pass a string to the regions engine first. If that engine does not accept it,
// WalkToError walks the string on the front, the rest and plain rows, up to the fatal byte. So
// WalkToError also decides the strings for which the regions engine answers unknown. Without
// regions, Check and Ends walk the string for the verdict, like Valid, and call WalkToError only
// for an invalid string.
//
// An engine is kept in this package only if some benchmark row would take at least 1.3 times as
// long without it. The rows are Valid, Parse, Parse with all parts, Check, Prefix, AdvanceString
// and text to verdicts, on URLs, IRIs and the generated kinds; each is run with AVX-512, with AVX2
// and without SIMD. "Without" below names the row and the factor, and the processor if it matters.
// Plain rows and the far table are kept for correctness.
//
// "Bar" below is a promised speed, as a multiple of the speed of the naive loop over the minimal
// table (BenchmarkPlain), unless another baseline is named. benchmarks/report/bars.go lists all
// bars.
//
// # regions
//
// Input: a string of at least 4 bytes, for a rule with hierarchical identifiers; 64 bytes per turn.
// Code: Valid, Certain for Check (valid.go), and CutInShape for Split and Ends (components.go) call
// hier.InShape. Without regions Valid and Certain call ValidOnTables. Batch.Read (lines.go) calls
// hier.InShapes. (Check and Ends are methods of tables.Rule.)
// Idea: there is no walk. Each region gets a 64-bit mask, one bit per byte of a turn: a bit is set
// if its byte is allowed in the region. A few mask operations decide whether the regions follow
// each other in the order of the shape. Both kernels, AVX2 and AVX-512, also check
// percent-encodings and UTF-8.
// Cost: 6 ns for a 48-byte URL, 0.01 ns per byte of a long string (AVX-512, Zen 5).
// Tested against: Regions.Accepts, byte by byte, which VerifyRegions proves correct.
// Bar: 60 on 4 KB, 6 on short strings.
// Without: Valid of urls.txt 2.3, with AVX2 1.8; of data 4.0 (Zen 4). Parts of the kernels, each
// with its row and factor: AVX-512 in addition to AVX2, urls.txt 1.3 (Zen 5); two vectors per turn,
// data 1.8; turns for percent-encodings, percent 5.2; rejections, invalid 1.65; references without
// a scheme, references 2.1; UTF-8 of two and three bytes, iris.txt 1.5; UTF-8 of four bytes,
// nonascii 1.5 (Zen 5); extents, Parse of urls.txt 2.4.
//
// # front
//
// Input: a string from its start, in blocks of eight bytes. For a string of n bytes, a verdict walk
// fills the first block with NULs and the first (n-1) mod 8 + 1 bytes, so that only complete blocks
// remain (see head): a string of 31 bytes has blocks at 0, 7, 15 and 23. Other walks read the bytes
// after the last complete block one by one. The front also walks a byte over 0x7F in the first
// block of a verdict walk and, for Prefix and AdvanceString, after the last complete block. The
// walk usually spills or dies at such a byte.
// Code: validOnShiftRows for a verdict walk (shift.go), ErrorWalk.onFront for WalkToError
// (error_walk.go), walkMembers for Prefix (prefix.go), walk for AdvanceString and for the bytes
// after another engine (shift.go).
// Idea: a 64-bit row holds the next places of a dozen states, and a step is one shift of a row. See
// shift.go.
// Cost: one cycle per byte, and about 40 cycles per string.
// Tested against: placed.wrong for the fields (TestShiftRows), the plain engine for the walk.
// Bar: 3.3 on URLs, 8 on data, 3.0 on short strings without SIMD; Prefix 2.3, AdvanceString 2.2.
// Without: Valid of urls.txt 2.2, of data 4.4; Prefix 4.9; AdvanceString 1.4 (no SIMD, Zen 5).
//
// # rest
//
// Input: a string from the first block with a byte over 0x7F.
// Code: validOnRest, which calls walk, for a verdict walk; ErrorWalk.onRest for WalkToError;
// walkMembers and walk as for the front, in the same files.
// Idea, cost, tested against: as for the front, but with the states that are most frequent there.
// Bar: 3.0 on IRIs without SIMD.
// Without: Valid of iris.txt 1.6; Prefix 3.1; AdvanceString 1.5 (no SIMD, Zen 5).
//
// # plain rows
//
// Input: any string, from any state up to 254. ErrorWalk.onRows and Prefix also continue from far
// states.
// Code: advancePlain calls near, for a verdict walk and AdvanceString (rows.go); ErrorWalk.onRows
// for WalkToError; Prefix for the bytes after a spill.
// Idea: one load per byte, from the row of the byte's class. See rows.go.
// Cost: four or five cycles per byte.
// Tested against: the naive loop over the Machine (newNaive in the tests).
// Bar: no row; the engine is kept for correctness.
//
// # far table
//
// Input: a string from a far state, or from the turn of plain rows that led to a far state.
// Code: advancePlain calls far.
// Idea: the wide table has two-byte cells for the few states near and above 254.
// Cost: two loads and a multiplication per byte.
// Tested against: the naive loop over the Machine.
// Bar: no row; the engine is kept for correctness.
//
// # delimiters
//
// Input: a member of a rule with five components.
// Code: cutMember finds the ends of the scheme and the authority, and calls cutRest for the other
// two ends. After regions, CutInShape calls only cutRest, and only for a string of more than 64
// bytes.
// Idea: the first ":", "//", "/", "?" and "#" end the components; the search reads eight bytes at a
// time. See delimiters.go.
// Cost: 8 ns for a URL (Zen 5). Members of fewer than 18 bytes, members without a delimiter in
// their first eight bytes, and all members on processors without format.Shifts are searched byte by
// byte.
// Tested against: Regions.cutting, in the proof VerifyRegions; the labels, in the jury.
// Bar: Parse at most 1.7 times Valid without SIMD.
// Without: Parse of urls.txt 5.0 (no SIMD, Zen 4; only labels).
//
// # labels
//
// Input: any string, for a rule with components but without delimiters, such as an authority.
// Code: SplitByLabels.
// Idea: each state names the component of the byte before it; an array counts these bytes. See
// labels.go.
// Cost: 2 ns per byte (Zen 5). Only rules without delimiters need this engine.
// Tested against: labelled, in the jury.
// Bar: no row.
//
// # newlines
//
// Input: a text, 2 KB per turn.
// Code: LineEnds.
// Idea: the kernel stores the offsets of LFs without a branch, 64 bytes at a time. See newlines.go.
// Cost: 1.5 ns per 48-byte line (Zen 5).
// Tested against: a loop over bytes (TestLineEnds).
// Bar: text to verdicts 3.3 on URLs and IRIs with SIMD.
// Without: text to verdicts of urls.txt 1.8, AVX2 1.7 (Zen 5).
//
// # IndexByte
//
// Input: a text in which the newlines engine finds no line ending, and every text without SIMD.
// Code: EndOfLine.
// Idea: one call to [bytes.IndexByte] per line.
// Cost: 10 ns per 48-byte line (Zen 5).
// Tested against: nothing; it is in the standard library.
// Bar: no row.
//
// # tokens
//
// Input: a text, from the start of a token.
// Code: LongestMatch calls nearMatch and, after a far state, farMatch.
// Idea: most bytes of a token leave the state unchanged, so the inner loop tests only for this. See
// tokens.go.
// Cost: 34 ns per N-Triples token, including the validation of its IRIs (Zen 5).
// Tested against: setCase.longest in the tests.
// Bar: 0.3 times the rate of the plain engine on N-Triples.
//
// # Traces
//
// A trace shows which engines read a string. It begins with the operation, the word "SIMD" (for a
// run with AVX2 or AVX-512) or "tables" (for a run without), and the string. The engines follow in
// order, each with two offsets: the offset of the first byte passed to it, and the offset after the
// last byte passed. An engine may stop before the second offset. For "a:b", the regions engine even
// stops at the first offset, without reading a byte. For the front and the rest, the offsets
// delimit the bytes walked; the front also checks the next block for a byte over 0x7F. If
// WalkToError ends at a fatal byte, the second offset is the offset of this byte or, from a far
// state, the offset after it. If WalkToError spills, the second offset is the offset of the byte
// that spills. "tables" traces assume a processor with format.Shifts.
//
// TestPageOfEngines compares all traces with an actual run, and rewrites them if IRI_UPDATE=1 is
// set (go test -tags trace -run PageOfEngines ./tables). Adding an engine changes the trace of each
// string passed to it.
//
//	Valid SIMD "http://example.org/a?b=c"
//		regions 0-24
//	Valid SIMD "http://u@a/bcdefg"
//		regions 0-17, front 0-9, plain rows 1-9, plain rows 9-17
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
//	Valid tables "s://é/"
//		front 0-7, plain rows 0-7
//	Valid tables "\x00abc"
//		plain rows 0-4
//	Valid SIMD "http://example.org/a%20b?x=é#f"
//		regions 0-31
//	Valid tables "http://example.org/a%20b?x=é#f"
//		front 0-23, rest 23-31
//	Split SIMD "http://example.org/a%20b?x=é#f"
//		regions 0-31
//	Split SIMD "http://example.org/a b"
//		regions 0-22, front 0-22
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
//	Check tables "http://example.org/a%20b?x=é#f"
//		front 0-23, rest 23-31
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
//	Tokens tables "<http://a.example/> ."
//		tokens 0-20, tokens 19-21, tokens 20-21
package engine
