package race

// A Naive has the data of the naive loop: the minimal automaton of a rule, as a map from bytes to
// classes and a row of Stride next states for each state.
type Naive struct {
	Class  *[256]uint8
	Stride int
	Start  uint16
	Next   []uint16
	Accept []bool
}

// valid reports whether the automaton accepts s. Its loop is the naive loop, letter for letter as
// the bars of speed define it.
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

// Counted returns the Op of walk. walk returns the number of valid lines, and Op.Valid returns the
// number of the last walk.
func Counted(walk func(*Corpus) int) Op {
	valid := 0
	return Op{Walk: func(c *Corpus) { valid = walk(c) }, Valid: func() int { return valid }}
}

// Number returns 1 for true and 0 for false. The compiler makes an instruction without a branch of
// it.
func Number(b bool) (n int) {
	if b {
		n = 1
	}
	return n
}
