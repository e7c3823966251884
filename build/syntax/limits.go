package syntax

// Limits bounds the size and complexity of a document. If a document exceeds a limit, an error
// names the limit.
type Limits struct {
	Source     int // document size in bytes
	Nesting    int // bracket nesting depth
	Repetition int // largest number in a repeat
	Rules      int // number of definitions, including increments
}

// DefaultLimits returns the readers' default limits, which are far above what real documents need.
// TestNeeds in package build measures those needs:
//
//   - Source: 1 MiB. The SIP grammar (RFC 3261), one of the longest in any RFC, is 17 KB long.
//     Every byte may become a 24-byte token, so this limit also bounds memory use.
//   - Nesting: 250. People lose track at a depth of 10, and no known document needs more than 5.
//     Each level costs a handful of stack frames, here and in all other code that walks the tree.
//   - Repetition: 100,000. A repeat expands into that many copies of its element. Package build
//     allows the same number, and the automaton limits bound the result: 21,846 base64 characters,
//     the largest count seen, need as many states.
//   - Rules: 10,000. The SIP grammar has 331 definitions.
func DefaultLimits() Limits {
	return Limits{Source: 1 << 20, Nesting: 250, Repetition: 100_000, Rules: 10_000}
}
