package race

// A Naive is the naive loop over a minimal table: a class map and rows of uint16.
type Naive struct {
	Class  *[256]uint8
	Stride int
	Start  uint16
	Next   []uint16
	Accept []bool
}

// valid is the loop in the definition of the bars of speed, letter for letter.
//
//go:noinline
func (n *Naive) valid(s string) bool {
	class, stride, start, next, accept := n.Class, n.Stride, n.Start, n.Next, n.Accept
	q := start
	for i := 0; i < len(s); i++ {
		q = next[int(q)*stride+int(class[s[i]])]
	}
	return accept[q]
}

//go:noinline
func (n *Naive) count(lines []string) (valid int) {
	for _, s := range lines {
		valid += Number(n.valid(s))
	}
	return valid
}

func (n *Naive) op() Op { return Counted(func(c *Corpus) int { return n.count(c.Lines) }) }

// Counted returns the op of a walk that returns the number of valid lines.
func Counted(walk func(*Corpus) int) Op {
	valid := 0
	return Op{Walk: func(c *Corpus) { valid = walk(c) }, Valid: func() int { return valid }}
}

// Number returns 1 for true and 0 for false. The compiler makes no branch of it, but sets a
// register by the flag.
func Number(b bool) (n int) {
	if b {
		n = 1
	}
	return n
}
