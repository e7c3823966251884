package build

// Semantics says how choices and repetitions in a document are read.
type Semantics uint8

// The semantics.
const (
	Unordered Semantics = iota // a string is a member if some way through the rule reads it
	PEG                        // by order: the first alternative that matches, and as many repetitions as possible
)

// String returns "unordered" or "peg", as the command line spells it.
func (s Semantics) String() string { return [...]string{"unordered", "peg"}[s] }

// Reading returns the semantics as words in a sentence: "without an order", or "by order (PEG)".
func (s Semantics) Reading() string { return [...]string{"without an order", "by order (PEG)"}[s] }
