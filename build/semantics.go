package build

// Semantics says how a document chooses between alternatives, and how far it repeats.
type Semantics uint8

// The semantics.
const (
	Unordered Semantics = iota // a string is a member if there is a way through the rule that reads it
	PEG                        // by order: the first alternative that matches, the longest repetition, no way back
)

// String returns "unordered" or "peg", as the command line spells it.
func (s Semantics) String() string { return [...]string{"unordered", "peg"}[s] }

// Reading returns how a document is read as a part of a sentence: "without an order", or "by order
// (PEG)".
func (s Semantics) Reading() string { return [...]string{"without an order", "by order (PEG)"}[s] }
