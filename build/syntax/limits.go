package syntax

// Limits bounds the demands of a document. A document that exceeds a limit gets an error, which
// names the limit.
type Limits struct {
	Source     int // bytes of the document
	Nesting    int // nesting depth of brackets
	Repetition int // maximum number in a repeat
	Rules      int // definitions, increments included
}

// DefaultLimits returns the limits of the readers, far above the needs of real documents. TestNeeds
// of package build measures these needs:
//
//   - Source: 1 MiB. The grammar of SIP (RFC 3261), among the longest in RFCs, has 17 KB. Every
//     byte can cost a token of 24 bytes, so this also bounds the memory.
//   - Nesting: 250. People lose track at 10, and the largest need is 5. Each level is a handful of
//     stack frames, here and in all other code that walks the tree.
//   - Repetition: 100,000. A repeat becomes as many copies of its element, and package build allows
//     the same number. The limits for automata bound the result: 21,846 characters of base64, the
//     largest count seen, have as many states.
//   - Rules: 10,000. SIP has 331 definitions.
func DefaultLimits() Limits {
	return Limits{Source: 1 << 20, Nesting: 250, Repetition: 100_000, Rules: 10_000}
}
