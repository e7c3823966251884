package tables

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A Hot says which states of a machine have places in shift rows, and where: see shift.go.
// A place is the offset in bits, 0 to 63, of six bits that hold the place of the next state.
//
// A language with characters over U+007F may be read as two automata side by side. One is
// its structure: a byte over 0x7F is a step of a whole character. The other, the tails,
// checks the bytes of such characters. For that, all characters that tails know must lead
// from a state to the same state, and another such character must not lead on from there, because a
// character of three bytes is three steps; states for which this does not hold have no such
// step and lead to the escape. In RFC 3987 it holds for IRI and most of its components: there
// characters of ucschar stand in runs, and where one may stand all may. It does not hold for
// ucschar itself, nor for ipchar, of which there is just one.
type Hot struct {
	Places []Place // of states between two characters; the first is that of the start while nothing was read
	Dead   uint8   // the place of the dead state
	Escape uint8   // the place that stands for all other states

	Tails      []Place // of states inside a character; the first is a state between two, from which they are reached
	TailDead   uint8   // the place of bytes that are nowhere part of a character
	TailEscape uint8

	// Apart is whether places tell all states apart. Otherwise one place stands for all states that
	// nothing made of ASCII and of the characters of tails tells apart: Place.State is the smallest of them.
	Apart bool

	// Text is for the rest of strings with characters over U+007F; nil when there is none.
	Text *Text
}

// A Place is where the six bits of a state begin.
type Place struct {
	State uint16
	At    uint8
}

// MaxHot is the most places of states, and of tails.
const MaxHot = 32

// How many classes of bytes the rows of pairs tell apart: those of structure, and those of tails.
const (
	pairClasses = 16
	tailClasses = 16
)

// A column says where a byte, or two, lead: from the dead state, from the escape, and from each
// of the places, to an index of the same kind.
type column []uint8

// The first indexes of a column.
const (
	dead  = 0
	gone  = 1 // to the escape
	first = 2 // of the places
)

// Columns returns what the rows must hold: for the dead state, the escape, and each of the places
// in their order, to which of these it leads; one column for every byte and, unless Apart, every pair
// of bytes that differ in that, and the same for pairs of bytes of tails. What At and the escapes
// are does not matter: this is what a search for places begins with.
func (h *Hot) Columns(m *Machine) (pairs, tails [][]uint8, err error) {
	return h.Read(m).Columns(h.Places)
}

// Alike returns, by state, the smallest of the states that share its place, if it had one: itself when Apart.
func (h *Hot) Alike(m *Machine) []uint16 { return h.Read(m).alike() }

// Characters returns, by state, the one to which any character leads that tails know, however
// many there are in a row; 0 when that is not one state.
func (h *Hot) Characters(m *Machine) []uint16 { return h.Read(m).Characters() }

// A Reading is a machine as it is read with certain tails, whatever the places. It is what
// a search has for all the places that it tries.
type Reading struct {
	m     *Machine
	h     *Hot           // of which the tails count, and Apart
	mid   []uint8        // by state: the index in columns of a tail, 0 when it is none
	after [][]uint8      // by index of a tail and byte over 0x7F among bytes: the index after it
	bytes []int          // one for each class of bytes; a class with bytes on both sides of 0x7F has two, and NUL is there if it has a class of its own
	high  int            // where those over 0x7F begin
	jump  []uint16       // by state: where all characters of tails lead, 0 when that is not one state
	class []uint16       // see alike; nil until it is asked for
	seen  []uint64       // by state: a bit for each tail, for character
	todo  []readingState // likewise
}

type readingState struct {
	q    uint16
	tail uint8 // index in columns
}

// Read returns the reading of m with the tails of h, which must be different live states.
// It takes time linear in the transitions of m, for each of the tails.
func (h *Hot) Read(m *Machine) *Reading {
	r := &Reading{m: m, h: h, mid: make([]uint8, m.States()), seen: make([]uint64, m.States())}
	for i, p := range h.Tails {
		r.mid[p.State] = uint8(first + i)
	}
	var known [2][256]bool
	for i := range 256 {
		b := i
		if i < 0x80 { // NUL behind the others: of a class that is not its own, any other byte is to stand for it
			b = (i + 1) % 0x80
		}
		if c := m.Class[b]; !known[b>>7][c] {
			known[b>>7][c] = true
			r.bytes = append(r.bytes, b)
		}
		if i < 0x80 {
			r.high = len(r.bytes)
		}
	}
	r.after = make([][]uint8, first+len(h.Tails))
	for i, p := range h.Tails {
		for _, b := range r.bytes[r.high:] {
			r.after[first+i] = append(r.after[first+i], r.mid[m.after(p.State, b)])
		}
	}
	r.jump = make([]uint16, m.States())
	for q := range r.jump {
		r.jump[q] = r.character(uint16(q))
	}
	return r
}

// Characters is [Hot.Characters].
func (r *Reading) Characters() []uint16 {
	to := make([]uint16, len(r.jump))
	for q, next := range r.jump {
		if r.jump[next] == next {
			to[q] = next
		}
	}
	return to
}

// Alike is [Hot.Alike].
func (r *Reading) Alike() []uint16 { return slices.Clone(r.alike()) }

// Columns is [Hot.Columns], for places of which At does not matter.
func (r *Reading) Columns(places []Place) (pairs, tails [][]uint8, err error) {
	s, err := r.steps(places)
	if err != nil {
		return nil, nil, err
	}
	tails, err = s.tailColumns()
	return s.structureColumns(), tails, err
}

// StructureColumns are the first of Columns, where there may be none for tails.
func (r *Reading) StructureColumns(places []Place) ([][]uint8, error) {
	s, err := r.steps(places)
	if err != nil {
		return nil, err
	}
	return s.structureColumns(), nil
}

func (s *steps) structureColumns() [][]uint8 {
	if s.h.Apart {
		return distinct(s.columns)
	}
	return distinct(append(slices.Clip(s.columns), products(s.columns)...))
}

func (s *steps) tailColumns() ([][]uint8, error) {
	if err := fewClasses(s.tails); err != nil {
		return nil, err
	}
	return distinct(products(s.tails)), nil
}

// products returns the columns of all pairs.
func products(columns []column) (all []column) {
	for _, a := range columns {
		for _, b := range columns {
			all = append(all, a.then(b))
		}
	}
	return all
}

func distinct(columns []column) (list [][]uint8) {
	known := map[string]bool{}
	for _, c := range columns {
		if !known[string(c)] {
			known[string(c)] = true
			list = append(list, c)
		}
	}
	return list
}

// then is the column of two bytes.
func (c column) then(d column) column {
	both := make(column, len(c))
	for i, to := range c {
		both[i] = d[to]
	}
	return both
}

// steps are what shift rows know of a machine.
type steps struct {
	*Reading
	hot []Place
	of  map[uint16]uint8 // the index in columns of a class of states that are alike

	structure [256]column // by byte
	tail      [256]column
	columns   []column   // of the classes of structure
	low       [256]uint8 // class of a byte, when bytes over 0x7F are characters
	narrow    [256]uint8 // of a byte, when they lead to the escape
	tails     []column   // of the classes of tails
	tailClass [256]uint8

	states map[[2]uint8][]uint16 // by indexes in columns: the states that a place and a tail stand for, in the order they are found
}

func newSteps(m *Machine, h *Hot) (*steps, error) {
	known := map[uint16]bool{0: true}
	switch {
	case slices.ContainsFunc(m.Next, func(q uint16) bool { return int(q) >= m.States() }),
		slices.ContainsFunc(m.Class[:], func(c uint8) bool { return int(c) >= m.Count }):
		return nil, errors.New("the machine has transitions to no state, or bytes of no class")
	case len(h.Tails) < 1 || len(h.Tails) > MaxHot:
		return nil, fmt.Errorf("%d tails are not 1 to %d", len(h.Tails), MaxHot)
	}
	for i, p := range h.Tails {
		if int(p.State) >= m.States() || known[p.State] {
			return nil, fmt.Errorf("tail %d of state %d", i, p.State)
		}
		known[p.State] = true
	}
	s, err := h.Read(m).steps(h.Places)
	if err != nil {
		return nil, err
	}
	return s, fewClasses(s.tails)
}

// steps returns all that follows from places; the classes of tails may be too many.
func (r *Reading) steps(places []Place) (*steps, error) {
	s := &steps{Reading: r, hot: places, of: map[uint16]uint8{}}
	switch {
	case min(len(places), len(r.h.Tails)) < 1 || len(places) > MaxHot:
		return nil, fmt.Errorf("%d and %d places are not 1 to %d", len(places), len(r.h.Tails), MaxHot)
	case r.m.Start == 0 || places[0].State != r.m.Start:
		return nil, errors.New("the first place is not that of the start")
	}
	class := r.alike()
	for i, p := range places {
		if int(p.State) >= r.m.States() || p.State == 0 || class[p.State] != p.State || s.of[p.State] != 0 {
			return nil, fmt.Errorf("place %d of state %d", i, p.State)
		}
		if i > 0 { // nothing leads to the first: there NULs count for nothing
			s.of[p.State] = uint8(first + i)
		}
	}
	s.findTails()
	s.findStructure()
	if err := s.explore(); err != nil {
		return nil, err
	}
	s.findDeadTails()
	return s, s.classify()
}

// fits checks what Columns does not look at.
func (h *Hot) fits() error {
	all := [][]uint8{at(h.Places, h.Dead, h.Escape), at(h.Tails, h.TailDead, h.TailEscape)}
	if h.Text != nil {
		all = append(all, h.Text.places())
	}
	for _, places := range all {
		var taken uint64
		for _, at := range places {
			if at > 63 || taken>>at&1 != 0 {
				return fmt.Errorf("the places at %v are not all different and below 64", places)
			}
			taken |= 1 << at
		}
	}
	return nil
}

// place returns the index of a state.
func (s *steps) place(q uint16) uint8 {
	if i, ok := s.of[s.alike()[q]]; ok {
		return i
	}
	if q == 0 {
		return dead
	}
	return gone
}

// newColumn returns a column that leads every one of so many places to the escape.
func newColumn(places int) column {
	c := make(column, first+places)
	for i := range c {
		c[i] = gone
	}
	c[dead] = dead
	return c
}

// alike returns, by state, the smallest state that nothing made of ASCII and of the
// characters of tails tells from it: Moore's refinement (1956). In RFC 3987 the path and the query differ
// in nothing but characters for private use.
//
// It stops, and takes no two states for alike, when the refinement costs more than
// maxRefinement: a machine of one long word needs a round for each of its bytes.
func (r *Reading) alike() []uint16 {
	if r.class == nil {
		r.class = r.refine()
	}
	return r.class
}

// maxRefinement is the most transitions that are looked at for alike, some fifty times those of IRI-reference.
const maxRefinement = 1 << 23

func (r *Reading) refine() []uint16 {
	n, ascii := r.m.States(), r.bytes[:r.high]
	class := make([]uint16, n)
	rounds := maxRefinement / (n * (len(ascii) + 2))
	var key []byte
	for classes := 0; rounds > 0 && !r.h.Apart; rounds-- {
		known, refined := map[string]uint16{}, make([]uint16, n)
		for q := range n {
			key = append(key[:0], 0)
			if r.m.Accept[q] {
				key[0] = 1
			}
			key = binary.LittleEndian.AppendUint16(key, class[q])
			key = binary.LittleEndian.AppendUint16(key, class[r.jump[q]])
			for _, b := range ascii {
				key = binary.LittleEndian.AppendUint16(key, class[r.m.after(uint16(q), b)])
			}
			to, ok := known[string(key)]
			if !ok {
				to = uint16(q)
				known[string(key)] = to
			}
			refined[q] = to
		}
		class = refined
		if len(known) == classes {
			return class
		}
		classes = len(known)
	}
	for q := range class {
		class[q] = uint16(q)
	}
	return class
}

func (m *Machine) after(q uint16, b int) uint16 { return uint16(m.next(int(q), int(m.Class[b]))) }

// findTails works out to which tails bytes lead: a character, byte by byte, and ASCII between characters.
func (s *steps) findTails() {
	for b := range 256 {
		c := newColumn(len(s.h.Tails))
		for i, p := range s.h.Tails {
			to := s.mid[s.m.after(p.State, b)]
			switch {
			case b >= 0x80 && to != 0:
				c[first+i] = to
			case b < 0x80 && i == 0:
				c[first] = first
			}
		}
		s.tail[b] = c
	}
}

// findDeadTails works out which bytes are dead wherever a tail is met: in all states that it stands for.
func (s *steps) findDeadTails() {
	type step struct {
		tail, class uint8
	}
	live := map[step]bool{}
	for at, states := range s.states {
		for _, b := range s.bytes {
			for _, q := range states {
				if s.m.after(q, b) != 0 {
					live[step{at[1], s.m.Class[b]}] = true
				}
			}
		}
	}
	for b, c := range s.tail {
		for i := first; i < len(c); i++ {
			if c[i] == gone && !live[step{uint8(i), s.m.Class[b]}] {
				c[i] = dead
			}
		}
	}
}

// findStructure works out to which places bytes lead.
func (s *steps) findStructure() {
	character := newColumn(len(s.hot))
	for i, p := range s.hot {
		if to := s.jump[p.State]; to != 0 && s.jump[to] == to {
			character[first+i] = s.place(to)
		}
	}
	for i, to := range character { // the place it leads to may be that of the start, which nothing leads to
		if character[to] != to {
			character[i] = gone
		}
	}
	for b := range 256 {
		if b >= 0x80 {
			s.structure[b] = character
			continue
		}
		c := newColumn(len(s.hot))
		for i, p := range s.hot {
			c[first+i] = s.place(s.m.after(p.State, b))
		}
		if b == 0 {
			c[first] = first
		}
		s.structure[b] = c
	}
}

// character returns the state to which all characters of tails lead from q, 0 when that is not one.
func (r *Reading) character(q uint16) (to uint16) {
	const home = first
	todo := append(r.todo[:0], readingState{q, home})
	defer func() {
		for _, p := range todo {
			r.seen[p.q] = 0
		}
		r.todo = todo
	}()
	for i := 0; i < len(todo); i++ {
		p := todo[i]
		for j, b := range r.bytes[r.high:] {
			next := readingState{r.m.after(p.q, b), r.after[p.tail][j]}
			switch {
			case next.tail == dead: // no character, or none that tails know
			case next.tail == home:
				if next.q == 0 || to != 0 && to != next.q {
					return 0
				}
				to = next.q
			case r.seen[next.q]>>next.tail&1 == 0:
				r.seen[next.q] |= 1 << next.tail
				todo = append(todo, next)
			}
		}
	}
	return to
}

// classify numbers the columns of structure and of tails: that of NUL is class 0, the others follow by smallest byte.
func (s *steps) classify() error {
	structure, tails := numbers{}, numbers{}
	for b, c := range s.structure {
		s.low[b] = structure.number(c, &s.columns)
		s.narrow[b] = s.low[b]
		if b >= 0x80 {
			s.narrow[b] = structure.number(newColumn(len(s.hot)), &s.columns)
		}
		s.tailClass[b] = tails.number(s.tail[b], &s.tails)
	}
	return fewClasses(s.columns)
}

func fewClasses(columns []column) error {
	if n := len(columns); n > pairClasses {
		return fmt.Errorf("%d classes of bytes are more than %d", n, pairClasses)
	}
	return nil
}

// numbers are the numbers of columns.
type numbers map[string]uint8

func (n numbers) number(c column, list *[]column) uint8 {
	if _, ok := n[string(c)]; !ok {
		n[string(c)] = uint8(len(*list))
		*list = append(*list, c)
	}
	return n[string(c)]
}

// explore walks places, tails and machine side by side, over every byte and to every state
// that they reach together, and checks that a place and a tail stand for at most two states,
// which accept alike, and inside a character not at all.
func (s *steps) explore() error {
	type triple struct {
		at    [2]uint8
		state uint16
	}
	const home = first
	s.states = map[[2]uint8][]uint16{{first, home}: {s.m.Start}}
	todo := []triple{{[2]uint8{first, home}, s.m.Start}}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range s.bytes {
			if b == 0 && t.at[0] == first { // there NULs count for nothing
				continue
			}
			next := triple{[2]uint8{s.structure[b][t.at[0]], s.tail[b][t.at[1]]}, s.m.after(t.state, b)}
			known := s.states[next.at]
			if next.at[1] == gone || next.at[0] == gone || slices.Contains(known, next.state) || next.at[0] == dead && next.state == 0 {
				continue
			}
			between := next.at[1] == home
			if next.state == 0 || next.at[0] == dead || len(known) == maxStates ||
				between && s.place(next.state) != next.at[0] || !between && s.m.Accept[next.state] {
				return fmt.Errorf("place %d and tail %d stand for state %d, too", int(next.at[0])-first, int(next.at[1])-first, next.state)
			}
			s.states[next.at] = append(known, next.state)
			todo = append(todo, next)
		}
	}
	return nil
}

// maxStates is how many states a place and a tail may stand for.
const maxStates = 2

// pack returns the row that holds a column; at are the places by index.
func pack(c column, at []uint8) (row uint64, err error) {
	var known uint64
	for i, to := range c {
		place, value := at[i], uint64(at[to])
		if place > 63 || value > 63 {
			return 0, fmt.Errorf("a place at %d", max(uint64(place), value))
		}
		if place > 58 && value>>(64-place) != 0 || (row^value<<place)&known&(63<<place) != 0 {
			return 0, fmt.Errorf("the place at %d has no room for %d", place, value)
		}
		row |= value << place
		known |= 63 << place
	}
	return row, nil
}

// at returns the places by index.
func at(places []Place, before ...uint8) []uint8 {
	for _, p := range places {
		before = append(before, p.At)
	}
	return before
}

// hot writes the sections of the shift rows, all but the block in front of the classes, which it returns.
func (e *encoder) hot() (block []byte, err error) {
	h := e.m.Hot
	s, err := newSteps(e.m, h)
	if err == nil {
		err = h.fits()
	}
	if err == nil && h.Apart {
		err = errors.New("their places tell states apart, which only those of rows that count do")
	}
	if err != nil {
		return nil, fmt.Errorf("shift rows: %w", err)
	}
	block = make([]byte, hotTails, hotSize)
	block[hotFirst], block[hotDead], block[hotHome], block[hotTailDead] = h.Places[0].At, h.Dead, h.Tails[0].At, h.TailDead
	binary.LittleEndian.PutUint64(block[hotAccepts:], e.m.accepts(h))
	binary.LittleEndian.PutUint64(block[hotStops:], 1<<(h.Dead&63)|1<<(h.Escape&63))
	binary.LittleEndian.PutUint64(block[hotTailStops:], 1<<(h.TailDead&63)|1<<(h.TailEscape&63))
	begin := func(at int) { binary.LittleEndian.PutUint32(block[at:], uint32(len(e.out))) }
	if e.m.Counts != nil {
		begin(hotCounts)
		counts, countsErr := e.m.counts()
		e.out, err = append(e.out, counts...), errors.Join(err, countsErr)
	}
	if h.Text != nil {
		begin(hotText)
		text, textErr := s.encodeText(h.Text)
		e.out, err = append(e.out, text...), errors.Join(err, textErr)
	}
	begin(hotPlaces)
	e.out = append(e.out, s.places()...)
	block, tailsErr := appendRows(block, s.tails, len(s.tails), at(h.Tails, h.TailDead, h.TailEscape))
	block = append(block, make([]byte, hotRows-len(block))...) // the room for more classes is behind the rows, not between them
	block, structureErr := appendRows(block, s.columns, pairClasses, at(h.Places, h.Dead, h.Escape))
	block = append(append(block, s.narrow[:]...), high(s.narrow)...)
	for b := range 256 {
		block = binary.LittleEndian.AppendUint16(block, uint16(s.low[b])|uint16(s.tailClass[b])<<8)
	}
	for b := range 256 {
		block = binary.LittleEndian.AppendUint16(block, uint16(s.low[b])*pairClasses|uint16(s.tailClass[b])*uint16(len(s.tails))<<8)
	}
	return block, errors.Join(err, structureErr, tailsErr)
}

// appendRows appends the rows of all pairs of so many classes, the first bytes' next to each other; at are the places by index.
func appendRows(to []byte, columns []column, classes int, at []uint8) (_ []byte, err error) {
	for i := range classes * classes {
		var row uint64 // of classes that there are not: never walked
		if low, high := i%classes, i/classes; max(low, high) < len(columns) {
			var packErr error
			row, packErr = pack(columns[low].then(columns[high]), at)
			err = errors.Join(err, packErr)
		}
		to = binary.LittleEndian.AppendUint64(to, row)
	}
	return to, err
}

func high(classes [256]uint8) []byte {
	b := make([]byte, 256)
	for i, c := range classes {
		b[i] = c * pairClasses
	}
	return b
}

// The section of counts: rows of single bytes, which tell all states apart, and by how much
// each place counts in the register of slots (split.go).
const (
	countsAccepts = 0                   // uint64: a bit for every place, whether its state accepts
	countsFirst   = 8                   // uint8: the place of the start while nothing was read
	countsStops   = 16                  // uint64: a bit for the place of the dead state, and for that of the escape
	countsSole    = 24                  // uint64: the bits of the slots of one component
	countsTwos    = 32                  // uint8: the number of slots of two components; for each, by how much to shift to it, to the first and to the second
	countsRows    = 56                  // 256 × uint64, by byte
	countsSlots   = countsRows + 256*8  // 64 × uint64, by place
	countsStates  = countsSlots + 64*8  // 64 × uint16, by place: the state
	countsPlaces  = countsStates + 64*2 // 256 × uint8, by state: the place, noPlace when there is none
	countsShifts  = countsPlaces + 256  // 256 × uint8, by state: slotBits × slot
	countsSize    = countsShifts + 256
)

// VerifyCounts checks that rows can hold Counts, and that each of its places counts for one slot.
func (m *Machine) VerifyCounts() error {
	_, err := m.counts()
	return err
}

func (m *Machine) counts() ([]byte, error) {
	h := m.Counts
	s, err := newSteps(m, h)
	if err == nil {
		err = h.fits()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("rows that count: %w", err)
	case len(m.Components) == 0 || len(m.Components) > len(m.Slots) || !h.Apart:
		return nil, errors.New("rows that count: of a rule without components, or of places that stand for several states")
	case h.Text != nil:
		return nil, errors.New("rows that count: they have no text")
	case m.Hot == nil || h.TailDead != m.Hot.TailDead || h.TailEscape != m.Hot.TailEscape || !slices.Equal(h.Tails, m.Hot.Tails):
		return nil, errors.New("rows that count: their tails are not those of shift rows")
	}
	b := make([]byte, countsRows, countsSize)
	binary.LittleEndian.PutUint64(b[countsAccepts:], m.accepts(h))
	b[countsFirst] = h.Places[0].At
	binary.LittleEndian.PutUint64(b[countsStops:], 1<<(h.Dead&63)|1<<(h.Escape&63))
	for i, s := range m.Slots {
		n := &b[countsTwos]
		switch {
		case i < len(m.Components) && s != Slot{i, i}:
			return nil, fmt.Errorf("rows that count: slot %d is not of component %d alone", i, i)
		case s.First != s.Second:
			copy(b[countsTwos+1+3*int(*n):], []byte{byte(slotBits * i), byte(slotBits * s.First), byte(slotBits * s.Second)})
			*n++
		}
	}
	binary.LittleEndian.PutUint64(b[countsSole:], 1<<(slotBits*len(m.Components))-1)
	for _, c := range s.structure {
		row, err := pack(c, at(h.Places, h.Dead, h.Escape))
		if err != nil {
			return nil, fmt.Errorf("rows that count: %w", err)
		}
		b = binary.LittleEndian.AppendUint64(b, row)
	}
	var slots [64]uint64
	for i, p := range h.Places[1:] {
		slots[p.At&63] = 1 << (m.SlotOf[p.State] * slotBits)
		for at, states := range s.states {
			if int(at[0]) == first+1+i && m.SlotOf[states[0]] != m.SlotOf[p.State] {
				return nil, fmt.Errorf("rows that count: states %d and %d have different slots", states[0], p.State)
			}
		}
	}
	for _, n := range slots {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	var states [2 * 64]byte
	var places, shifts [256]uint8
	for i := range places {
		places[i] = noPlace
	}
	for i, p := range h.Places {
		binary.LittleEndian.PutUint16(states[2*(p.At&63):], p.State)
		if i > 0 && p.State < escape {
			places[p.State] = p.At
		}
	}
	for q, slot := range m.SlotOf[:min(escape, len(m.SlotOf))] {
		shifts[q] = slot * slotBits
	}
	return slices.Concat(b, states[:], places[:], shifts[:]), nil
}

// accepts returns a bit for each place, whether its states accept.
func (m *Machine) accepts(h *Hot) (bits uint64) {
	for _, p := range h.Places {
		if m.Accept[p.State] {
			bits |= 1 << (p.At & 63)
		}
	}
	return bits
}

// The section of places: which state a place and a tail stand for, and the other way round.
const (
	placesOf     = 0   // 256 × 2 bytes, by state: place and tail, noPlace when there is none
	placesRank   = 512 // 64 bytes, by place: its number
	placesTail   = 576 // 64 bytes, by place of a tail: its number
	placesCount  = 640 // uint8: the number of places; that of tails; the places of the two escapes
	placesStates = 644 // 2 × uint16, by number of tail × number of places + number of place: the states, 0 when there is none; then all places, then all tails: place and state

	noPlace = 255
)

func (s *steps) places() []byte {
	h, b := s.h, make([]byte, placesStates)
	for i := range 256 {
		b[placesOf+2*i] = noPlace
	}
	for i, p := range h.Places {
		b[placesRank+int(p.At)] = uint8(i)
	}
	for i, p := range h.Tails {
		b[placesTail+int(p.At)] = uint8(i)
	}
	b[placesCount], b[placesCount+1], b[placesCount+2], b[placesCount+3] = uint8(len(h.Places)), uint8(len(h.Tails)), h.Escape, h.TailEscape
	for tail := range h.Tails {
		for place := range h.Places {
			at := [2]uint8{uint8(first + place), uint8(first + tail)}
			var states [maxStates]uint16
			copy(states[:], s.states[at])
			for _, q := range states {
				b = binary.LittleEndian.AppendUint16(b, q)
				if of := placesOf + 2*int(q); place > 0 && 0 < q && q < escape && b[of] == noPlace {
					b[of] = h.Places[place].At
					b[of+1] = h.Tails[tail].At
				}
			}
		}
	}
	b = appendPlaces(appendPlaces(b, h.Places), h.Tails)
	if c := s.m.Counts; c != nil {
		b = appendPlaces(append(b, c.Dead, c.Escape, uint8(len(c.Places))), c.Places)
	}
	if t := h.Text; t != nil {
		b = append(b, t.Dead, t.Escape, uint8(len(t.Pairs)))
		for _, p := range t.Pairs {
			b = append(b, p.Place, p.Tail, p.At)
		}
	}
	return b
}

func appendPlaces(b []byte, list []Place) []byte {
	for _, p := range list {
		b = binary.LittleEndian.AppendUint16(append(b, p.At), p.State)
	}
	return b
}

// hot reads the places again; that all the rest follows from them is seen by encoding again.
func (d *decoder) hot() {
	block := len(d.rule) - fromEnd - hotSize
	if d.rule[atHot]&^hasRegions != hasHot || block < atRows {
		return
	}
	h := &Hot{Dead: d.rule[block+hotDead], TailDead: d.rule[block+hotTailDead]}
	d.at = d.rule.uint32(block+hotPlaces) + placesCount
	places, tails := d.uint8(), d.uint8()
	h.Escape, h.TailEscape = uint8(d.uint8()), uint8(d.uint8())
	d.bytes(2 * maxStates * places * tails)
	h.Places = d.places(places)
	h.Tails = d.places(tails)
	d.m.Hot = h
	if d.rule.uint32(block+hotCounts) != 0 {
		d.m.Counts = &Hot{Apart: true, Dead: uint8(d.uint8()), Escape: uint8(d.uint8()), TailDead: h.TailDead, TailEscape: h.TailEscape, Tails: h.Tails}
		d.m.Counts.Places = d.places(d.uint8())
	}
	if d.rule.uint32(block+hotText) != 0 {
		h.Text = &Text{Dead: uint8(d.uint8()), Escape: uint8(d.uint8())}
		for range d.uint8() {
			h.Text.Pairs = append(h.Text.Pairs, Pair{Place: uint8(d.uint8()), Tail: uint8(d.uint8()), At: uint8(d.uint8())})
		}
	}
}

func (d *decoder) places(n int) (list []Place) {
	for range n {
		at := uint8(d.uint8())
		list = append(list, Place{At: at, State: uint16(d.uint16())})
	}
	return list
}

// statesAt returns the states that a place and a tail stand for, 0 where there is none.
func (r Rule) statesAt(block int, place, tail uint8) (a, b int) {
	at := r.uint32(block + hotPlaces)
	if uint(at) > uint(len(r)-placesStates) {
		return 0, 0
	}
	number := int(r[at+placesTail+int(tail&63)])*int(r[at+placesCount]) + int(r[at+placesRank+int(place&63)])
	if at += placesStates + 2*maxStates*number; at > len(r)-2*maxStates {
		return 0, 0
	}
	return r.uint16(at), r.uint16(at + 2)
}

// placeOf returns the place and the tail that stand for a state, if there are such.
func (r Rule) placeOf(block, state int) (place, tail uint8, ok bool) {
	at := r.uint32(block + hotPlaces)
	if state >= escape || uint(at) > uint(len(r)-placesStates) {
		return 0, 0, false
	}
	at += placesOf + 2*state
	return r[at], r[at+1], r[at] != noPlace
}
