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

// UTF8Lead returns how many bytes must follow b in a sequence, and what the next may be.
func UTF8Lead(b uint8) (tail int, low, high uint8) { return utf8Lead(b) }

// Continuing returns the class of a byte from 80 to BF.
func Continuing(b uint8) uint8 { return continuing(b) }

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

// ValidOnTables and SplitOnTables are Valid and Split without kernels.
func (r Rule) ValidOnTables(s string) bool { return r.validOnTables(s) }

func (r Rule) SplitOnTables(s string) (x Extents, ok bool) {
	ok = r.splitByLabels(s, &x)
	return x, ok
}

// Block lets a batch take blocks of so many bytes, or at least one string of a list.
func (b *Batch) Block(size int) *Batch {
	b.block = size
	return b
}

// LineEnds is lineEnds. The other names are of its sizes.
func LineEnds(ends *[MaxLines]int, text []byte, at int) (n int) { return lineEnds(ends, text, at) }

const (
	MaxLines    = maxLines
	BlockBytes  = blockBytes
	StretchSize = stretchSize
)

// InOrder appends what do appends for each line of text, on so many goroutines.
func InOrder(workers int, text []byte, do func(dst []int, block []byte, at int) []int) []int {
	return inOrder((&Batch{Workers: workers}).Block(1), text, nil, 0, do)
}

// Shifts is whether shift rows are walked on this platform.
const Shifts = shifts

// Pack returns the row that holds a column, where places are at these offsets, by index.
func Pack(c, offsets []uint8) (row uint64, err error) { return pack(c, offsets) }

// The sections of places, and how long each is.
const (
	AtFront    = atFront
	AtRest     = atRest
	PlacesSize = placesSize
)

// A PlacesSection is a section of places unpacked.
type PlacesSection struct {
	Accepts, Stops     uint64
	First, Dead, Spill uint8
	Rows               [256]uint64 // by byte
	States             [64]int     // by place
	Of                 [256]uint8  // by state: its place
	At                 int         // where it is in the table
}

// PlacesSection returns a section of places, nil when there is none.
func (r Rule) PlacesSection(section int) *PlacesSection {
	at := r.uint32(section)
	if at == 0 {
		return nil
	}
	s := &PlacesSection{At: at, Accepts: r.uint64(at + placesAccepts), Stops: r.uint64(at + placesStops),
		First: r[at+placesFirst], Dead: r[at+placesDead], Spill: r[at+placesSpill]}
	for i := range 256 {
		s.Rows[i], s.Of[i] = r.uint64(at+placesRows+8*i), r[at+placesOf+i]
	}
	for i := range s.States {
		s.States[i] = r.uint16(at + placesStates + 2*i)
	}
	return s
}

func (r Rule) uint64(at int) uint64 { return uint64(uint32(r.uint32(at))) | uint64(r.uint32(at+4))<<32 }

// SlotBits is the width of a slot in the register of slots.
const SlotBits = slotBits

// The verdicts of region kernels.
const (
	Unknown       = unknown
	InLanguage    = inLanguage
	NotInLanguage = notInLanguage
)
