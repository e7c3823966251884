package build

// Semantics is the reading of choices and repetitions in a document.
type Semantics uint8

// The semantics.
const (
	Unordered Semantics = iota // a string is a member if some way through the rule reads it
	PEG                        // by order: the first alternative that matches, the longest repetition, without a way back
)

// String returns "unordered" or "peg", as the command line spells it.
func (s Semantics) String() string { return [...]string{"unordered", "peg"}[s] }

// Reading returns the semantics as a part of a sentence: "without an order", or "by order
// (PEG)".
func (s Semantics) Reading() string { return [...]string{"without an order", "by order (PEG)"}[s] }
