package tables

// Vain returns how many bytes behind tokens were looked at so far.
func (l *Lexer) Vain() int { return l.vain }

// Remembers reports whether the lexer remembers what was in vain.
func (l *Lexer) Remembers() bool { return l.futile != nil }

// Remember lets the lexer remember from here on, at places that are multiples of 1<<shift;
// with shift -1 those that it would choose itself.
func (l *Lexer) Remember(shift int) {
	l.futile = newFutile(l.set.States()+1, l.end, len(l.s))
	if shift >= 0 {
		f := &futile{from: l.end >> shift << shift, shift: shift, states: l.futile.states}
		f.bits = make([]uint64, ((len(l.s)>>shift+1)*f.states)/64+1)
		l.futile = f
	}
}

// MemoryOf returns how many bytes a lexer of a set with so many states remembers at most, for a string of n bytes.
func MemoryOf(states, n int) int { return 8 * len(newFutile(states, 0, n).bits) }

// EncodeRegions returns the section of a table.
func (r *Regions) EncodeRegions() string { return string(r.encode()) }

// A Walker walks the automaton of the shape.
type Walker struct {
	r *Regions
	q shape
}

func (r *Regions) Walker() *Walker { return &Walker{r, shape{shapeStart, pendingNone}} }

// Step reads a byte, unless the walk would be dead then.
func (w *Walker) Step(b byte) bool {
	to := w.r.step(w.q, b)
	if to != (shape{}) {
		w.q = to
	}
	return to != (shape{})
}

func (w *Walker) Accepting() bool { return w.r.accepting(w.q) }

// Stays returns the bytes below 0x80 on which a state stays.
func (r Rule) Stays(q uint8) [16]uint8 { return r.stays(q) }

// Skim decides about a long string, or gives up.
func (r Rule) Skim(s string) (valid, ok bool) { return r.skim(s) }

// ValidOnTables and SplitOnTables are Valid and Split without kernels.
func (r Rule) ValidOnTables(s string) bool { return r.validOnTables(s) }

func (r Rule) SplitOnTables(s string) (x Extents, ok bool) {
	ok = r.splitOnTables(s, &x)
	return x, ok
}

// Block lets a batch take blocks of so many bytes, or at least one string of a list.
func (b *Batch) Block(size int) *Batch {
	b.block = size
	return b
}

// Complete reports whether the table of lines has all states.
func (b *Batch) Complete() bool { return b.complete }

// Stride and Small are sizes, in bytes, at which a batch does something else.
const (
	Stride = stride
	Share  = share
	Small  = small
)

// InOrder appends what do appends for each line of text, on so many goroutines.
func InOrder(workers int, text []byte, do func(dst []int, block []byte, at int) []int) []int {
	return inOrder((&Batch{Workers: workers}).Block(1), text, nil, 0, do)
}
