package tables

import (
	"testing"
	"unsafe"
)

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
	lengths, verdict := r.lengths(s)
	if verdict == unsettled {
		ok = r.splitFar(s, &x)
		return x, ok
	}
	x.read(lengths)
	ok = verdict == member
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

// A ShiftBlock is the block of shift rows unpacked.
type ShiftBlock struct {
	Accepts, Stops, TailStops uint64

	First, Dead, Escape, Home, TailDead uint8

	Narrow, Structure, Tail [2][256]int // the classes of a byte: as the first of a pair, and as the second
	At, End                 int         // where it is in the table
	Places                  int         // where the section of places begins

	rule  Rule
	tails int // the number of classes
}

// Shifts is whether shift rows are walked on this platform.
const Shifts = shifts

// hasShiftRows is whether the table has them, wherever it is walked.
func (r Rule) hasShiftRows() bool {
	return len(r) >= atRows+fromEnd+hotSize && r[atHot]&^(hasRegions|hasCuts|hasRelative) == hasHot
}

// ShiftBlock returns the block, nil when there is none.
func (r Rule) ShiftBlock() *ShiftBlock {
	if !r.hasShiftRows() {
		return nil
	}
	at := len(r) - fromEnd - hotSize
	b := &ShiftBlock{At: at, End: at + hotSize, Places: r.uint32(at + hotPlaces), rule: r,
		Accepts: r.uint64(at + hotAccepts), Stops: r.uint64(at + hotStops), TailStops: r.uint64(at + hotTailStops),
		First: r[at+hotFirst], Dead: r[at+hotDead], Home: r[at+hotHome], TailDead: r[at+hotTailDead], Escape: r[at+hotEscape]}
	class := func(n, factor, classes int) int { // -1 when it is none
		if n%factor != 0 || n/factor >= classes {
			return -1
		}
		return n / factor
	}
	for i := range 256 {
		low, high := r.uint16(at+hotBothLow+2*i), r.uint16(at+hotBothHigh+2*i)
		b.Narrow[0][i], b.Narrow[1][i] = class(int(r[at+hotLow+i]), 1, pairClasses), class(int(r[at+hotHigh+i]), pairClasses, pairClasses)
		b.Structure[0][i], b.Structure[1][i] = class(low&0xFF, 1, pairClasses), class(high&0xFF, pairClasses, pairClasses)
		b.Tail[0][i], b.Tail[1][i] = class(low>>8, 1, tailClasses), high>>8
		b.tails = max(b.tails, low>>8+1)
	}
	for i, high := range b.Tail[1] {
		b.Tail[1][i] = class(high, b.tails, b.tails)
	}
	return b
}

// Row and TailRow return the rows of two classes, the first byte's and the second's.
func (b *ShiftBlock) Row(first, second int) uint64 {
	return b.rule.uint64(b.At + hotRows + 8*(pairClasses*second+first))
}

func (b *ShiftBlock) TailRow(first, second int) uint64 {
	return b.rule.uint64(b.At + hotTails + 8*(b.tails*second+first))
}

// A CountBlock is the section of the rows that count.
type CountBlock struct {
	Accepts, Stops uint64
	First          uint8
	Rows           [256]uint64
	Slots          [64]uint64
	At, End        int
}

// CountBlock returns the section, nil when there is none.
func (r Rule) CountBlock() *CountBlock {
	if !r.hasShiftRows() || r.uint32(len(r)-fromEnd-hotSize+hotCounts) == 0 {
		return nil
	}
	at := r.uint32(len(r) - fromEnd - hotSize + hotCounts)
	b := &CountBlock{At: at, End: at + countsSize, Accepts: r.uint64(at + countsAccepts), Stops: r.uint64(at + countsStops), First: r[at+countsFirst]}
	for i := range b.Rows {
		b.Rows[i] = r.uint64(at + countsRows + 8*i)
	}
	for i := range b.Slots {
		b.Slots[i] = r.uint64(at + countsSlots + 8*i)
	}
	return b
}

// A TextBlock is the section of the rows of text unpacked.
type TextBlock struct {
	Accepts, Stops uint64
	Escapes        uint64
	Dead           uint8
	Class          [2][256]int // of a byte: as the first of a pair, and as the second
	Rows           [256]uint64 // by 16 × class of the second byte + class of the first
	From           [64]uint8   // by place: that of the pair of it and no tail, of the dead that of the dead, 255 when there is none
	States         [64][2]int  // by place of a pair
	At, End        int
}

// TextBlock returns the section, nil when there is none.
func (r Rule) TextBlock() *TextBlock {
	if !r.hasShiftRows() || r.uint32(len(r)-fromEnd-hotSize+hotText) == 0 {
		return nil
	}
	at := r.uint32(len(r) - fromEnd - hotSize + hotText)
	b := &TextBlock{At: at, End: at + textSize, Accepts: r.uint64(at + textAccepts), Stops: r.uint64(at + textStops), Escapes: r.uint64(at + textEscapes), Dead: r[at+textDead]}
	for i := range 256 {
		b.Rows[i] = r.uint64(at + textRows + 8*i)
		b.Class[0][i], b.Class[1][i] = int(r[at+textLow+i]), int(r[at+textHigh+i])/pairClasses
	}
	for i := range 64 {
		b.From[i], b.States[i] = r[at+textFrom+i], [2]int{r.uint16(at + textStates + 4*i), r.uint16(at + textStates + 4*i + 2)}
	}
	return b
}

func (r Rule) uint64(at int) uint64 { return uint64(uint32(r.uint32(at))) | uint64(r.uint32(at+4))<<32 }

// StatesAt returns the states that a place and a tail stand for, the one twice, 0 where there is none.
func (r Rule) StatesAt(place, tail uint8) (without, with int) {
	two := r.statesAt(r.hot(), uint64(place), uint64(tail))
	return int(two[0]), int(two[1])
}

// PlaceOf returns the place and the tail that stand for a state, if there are such.
func (r Rule) PlaceOf(state int) (place, tail uint8, ok bool) { return r.placeOf(r.hot(), state) }

// Tells returns the byte that tells such states apart, 0xFF when none does, 0 when there are none.
func (r Rule) Tells() byte { return r[len(r)-fromEnd-hotSize+hotTells] }

// hot returns the block of the shift rows, wherever it is walked.
func (r Rule) hot() unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.StringData(string(r))), len(r)-fromEnd-hotSize)
}

// HotSize is how long the block of shift rows is, and HotHeader what of it is in front of the rows.
const (
	HotSize   = hotSize
	HotHeader = hotTails
)

// SlotBits is the width of a slot in the register of slots.
const SlotBits = slotBits

// The verdicts of region kernels.
const (
	Unknown       = unknown
	InLanguage    = inLanguage
	NotInLanguage = notInLanguage
)

// PlainSections returns the sections of a table that has none of the blocks in front of the classes, and may be read backwards.
func (r Rule) PlainSections() (list []Section) {
	_, listed := r.text(r.uint32(atNames))
	_, padding := r.text(listed)
	from := 0
	for _, s := range []Section{
		{Name: "header", To: atRows}, {Name: "rows", To: max(atRows, atRows+r.uint32(atBack))}, {Name: "back", To: r.uint32(atJoin)}, {Name: "join", To: r.uint32(atAccept)},
		{Name: "accept", To: r.uint32(atWide)}, {Name: "wide", To: r.uint32(atLabels)}, {Name: "labels", To: r.uint32(atWords)}, {Name: "words", To: r.uint32(atNames)},
		{Name: "names", To: padding}, {Name: "padding", To: len(r) - fromEnd}, {Name: "classes", To: len(r) - checksumSize}, {Name: "checksum", To: len(r)},
	} {
		s.From, from = from, s.To
		list = append(list, s)
	}
	return list
}

// Forget lets a batch have nothing but its table of lines.
func (b *Batch) Forget() *Batch {
	b.rule = ""
	return b
}

// LanesOfText and LanesOfList return what the lanes of a weave take from at on, one lane behind the other, and where the next begins.
func LanesOfText(text []byte, at int) (lanes []Span, end int) {
	var w weave
	end = w.fill(text, at)
	return w.taken(), end
}

func LanesOfList(list []string, at int) (lanes []Span, end int) {
	var w weave
	end = fillList(&w, list, at)
	return w.taken(), end
}

func (w *weave) taken() (lanes []Span) {
	for k := range w.n {
		lanes = append(lanes, Span{w.from[k], w.end[k]})
	}
	return lanes
}

// Lanes is how many there are.
const Lanes = lanes

// A FreeSet is what is free at a state.
type FreeSet struct {
	State                uint16
	Bytes                [128]bool
	Escape, Once         bool
	EscapeByte, OnceByte byte // over 0x7F when there is none
}

// FreeSets returns what is free at the states of the places of shift rows.
func (m *Machine) FreeSets(t testing.TB) (list []FreeSet) {
	if m.Hot == nil {
		return nil
	}
	s, err := newSteps(m, m.Hot)
	if err != nil {
		t.Fatal(err)
	}
	f, at := s.findFree()
	for i, p := range s.hot[1:] {
		for set, bit := range f.bit {
			if at[p.At&63] != bit {
				continue
			}
			for _, q := range s.states[[2]uint8{uint8(first + 1 + i), first}] {
				list = append(list, FreeSet{q, set.bytes, set.escape, set.once, f.escape, f.once})
			}
		}
	}
	return list
}

// LongestRun is longestRun.
func LongestRun(in func(b int) bool) [2]int { return longestRun(in) }

// HexDigits is hexDigits.
func HexDigits(w uint64) uint64 { return hexDigits(w) }

// InRuns is inRuns, and FreeWord the word of a byte of ASCII, of a rule that has shift rows.
func (r Rule) InRuns(s string) int { return inRuns(unsafe.Add(r.shiftRows(), hotFree), s) }
func (r Rule) FreeWord(b uint8) uint8 {
	return *(*uint8)(unsafe.Add(r.shiftRows(), hotFree+freeWords+int(b&0x7F)))
}
