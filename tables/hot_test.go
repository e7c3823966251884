package tables_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/tables"
)

// shipped are the rules of the generated packages, which say what the bundled grammars
// compile to without the time that it takes.
var shipped = sync.OnceValue(func() (all []*language) {
	for _, p := range generatedPackages {
		for _, name := range p.names() {
			rule, _ := p.lookup(name)
			m, err := rule.Machine()
			if err == nil && m.States() < 300 { // longer takes seconds, and the others come from the same generator
				err = m.Verify()
			}
			if err != nil {
				panic(rule.Grammar() + " " + name + " is of another layout, run go generate: " + err.Error())
			}
			all = append(all, languageFrom(rule, m))
		}
	}
	return all
})

// shippedLanguage returns a rule of a generated package.
func shippedLanguage(t testing.TB, grammar, rule string) *language {
	t.Helper()
	for _, l := range shipped() {
		if l.m.Grammar == grammar && l.m.Name == rule {
			return l
		}
	}
	t.Fatalf("%s has no %s", grammar, rule)
	return nil
}

// A hotTwin is a slow and obvious twin of what Encode puts into the rows: by byte, where
// the places and the tails of a Hot lead. Index 0 is the dead state, 1 the escape, and from 2 on are the places.
type hotTwin struct {
	m          *tables.Machine
	h          *tables.Hot
	characters []string // of each sequence of classes that tails know, one
	to         []int    // by state: where all characters lead, 0 when that is not one state
	alike      []int    // by state: the smallest that neither ASCII nor characters tell from it
	structure  [256][]int
	tails      [256][]int
	states     map[[2]int][]int // by indexes of place and tail
}

const (
	twinDead = iota
	twinEscape
	twinFirst
)

func newHotTwin(m *tables.Machine, h *tables.Hot) (*hotTwin, error) {
	w := &hotTwin{m: m, h: h, states: map[[2]int][]int{}}
	w.spell(int(h.Tails[0].State), "")
	for q := range m.States() {
		w.to = append(w.to, w.character(q))
	}
	w.tell()
	w.walkStructure()
	w.walkTails()
	if err := w.explore(); err != nil {
		return nil, err
	}
	w.deaden()
	return w, nil
}

func (w *hotTwin) after(q int, s string) int {
	for i := range len(s) {
		q = int(w.m.Next[q*w.m.Count+int(w.m.Class[s[i]])])
	}
	return q
}

func (w *hotTwin) tail(q int) int {
	for i, p := range w.h.Tails {
		if int(p.State) == q {
			return twinFirst + i
		}
	}
	return twinDead
}

// spell finds the characters that begin with what leads from home to the tail q.
func (w *hotTwin) spell(q int, begin string) {
	known := map[uint8]bool{}
	for b := 0x80; b < 256 && len(begin) < 5; b++ { // a tail that leads to itself would go on for ever
		c := w.m.Class[b]
		if known[c] {
			continue
		}
		known[c] = true
		s := begin + string([]byte{byte(b)})
		switch to := w.after(q, s[len(begin):]); w.tail(to) {
		case twinDead:
		case twinFirst:
			w.characters = append(w.characters, s)
		default:
			w.spell(to, s)
		}
	}
}

func (w *hotTwin) character(q int) (to int) {
	for i, c := range w.characters {
		end := w.after(q, c)
		if end == 0 || i > 0 && end != to {
			return 0
		}
		to = end
	}
	return to
}

// tell fills in alike, pair by pair: the algorithm of textbooks that fills a table.
func (w *hotTwin) tell() {
	n := w.m.States()
	told := make([][]bool, n)
	for p := range told {
		told[p] = make([]bool, n)
		for q := range n {
			told[p][q] = w.m.Accept[p] != w.m.Accept[q] || w.h.Apart && p != q
		}
	}
	var ascii []string
	known := map[uint8]bool{}
	for b := range 0x80 {
		if c := w.m.Class[b]; !known[c] {
			known[c] = true
			ascii = append(ascii, string([]byte{byte(b)}))
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range n {
			for q := range p {
				if told[p][q] {
					continue
				}
				tell := told[w.to[p]][w.to[q]]
				for _, s := range ascii {
					tell = tell || told[w.after(p, s)][w.after(q, s)]
				}
				if tell {
					told[p][q], told[q][p], changed = true, true, true
				}
			}
		}
	}
	for p := range n {
		w.alike = append(w.alike, slices.Index(told[p], false))
	}
}

func (w *hotTwin) place(q int) int {
	for i, p := range w.h.Places {
		if i > 0 && w.alike[q] == int(p.State) {
			return twinFirst + i
		}
	}
	if q == 0 {
		return twinDead
	}
	return twinEscape
}

// escaping returns a column in which all lead to the escape, but what is dead.
func escaping(places int) []int {
	c := []int{twinDead}
	for range 1 + places {
		c = append(c, twinEscape)
	}
	return c
}

// beginning is the column of a byte over 0x7F without the rows of tails.
func (w *hotTwin) beginning(b int) []int {
	placed := map[int]bool{}
	for _, p := range w.h.Places[1:] { // the first stands for the start alone
		placed[int(p.State)] = true
	}
	for q, class := range w.alike {
		if (placed[class] || q == int(w.m.Start)) && w.m.Next[q*w.m.Count+int(w.m.Class[b])] != 0 {
			return escaping(len(w.h.Places))
		}
	}
	c := escaping(len(w.h.Places))
	for i := range w.h.Places {
		c[twinFirst+i] = twinDead
	}
	if !slices.ContainsFunc(w.structure[:], func(of []int) bool { return slices.Equal(of, c) }) {
		return escaping(len(w.h.Places))
	}
	return c
}

func (w *hotTwin) walkStructure() {
	for b := range 256 {
		c := escaping(len(w.h.Places))
		for i, p := range w.h.Places {
			q := int(p.State)
			switch {
			case b == 0 && i == 0:
				c[twinFirst] = twinFirst
			case b < 0x80:
				c[twinFirst+i] = w.place(w.after(q, string([]byte{byte(b)})))
			default: // a character, and any number of them is the same as one
				to := w.to[q]
				if to == 0 || w.to[to] != to {
					continue
				}
				at := w.place(to)
				if at < twinFirst {
					c[twinFirst+i] = at
					continue
				}
				stays := int(w.h.Places[at-twinFirst].State)
				if again := w.to[stays]; again != 0 && w.to[again] == again && w.place(again) == at {
					c[twinFirst+i] = at
				}
			}
		}
		w.structure[b] = c
	}
}

func (w *hotTwin) walkTails() {
	for b := range 256 {
		c := escaping(len(w.h.Tails))
		for i, p := range w.h.Tails {
			to := w.tail(w.after(int(p.State), string([]byte{byte(b)})))
			switch {
			case b < 0x80 && i == 0:
				c[twinFirst] = twinFirst
			case b >= 0x80 && to != twinDead:
				c[twinFirst+i] = to
			}
		}
		w.tails[b] = c
	}
}

// explore finds the states that a place and a tail stand for, and checks that they are what the two say.
func (w *hotTwin) explore() error {
	type triple struct{ place, tail, state int }
	todo := []triple{{twinFirst, twinFirst, int(w.m.Start)}}
	seen := map[triple]bool{todo[0]: true}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		w.states[[2]int{at.place, at.tail}] = append(w.states[[2]int{at.place, at.tail}], at.state)
		accept := at.tail == twinFirst && at.place != twinDead && w.m.Accept[w.h.Places[at.place-twinFirst].State]
		if accept != w.m.Accept[at.state] || at.place == twinDead && at.state != 0 {
			return fmt.Errorf("place %d and tail %d accept: %v, state %d: %v", at.place, at.tail, accept, at.state, w.m.Accept[at.state])
		}
		for b := range 256 {
			if b == 0 && at.place == twinFirst { // a string that begins with NUL is not walked on shift rows
				continue
			}
			next := triple{w.structure[b][at.place], w.tails[b][at.tail], w.after(at.state, string([]byte{byte(b)}))}
			if next.place == twinEscape || next.tail == twinEscape || next.place == twinDead && next.state == 0 || seen[next] {
				continue
			}
			seen[next] = true
			todo = append(todo, next)
		}
	}
	for at, states := range w.states {
		if len(states) > 2 || slices.Contains(states, 0) {
			return fmt.Errorf("place %d and tail %d stand for %v", at[0], at[1], states)
		}
	}
	return nil
}

// deaden finds the bytes on which all states die that a tail stands for.
func (w *hotTwin) deaden() {
	for b := range 256 {
		for i := range w.h.Tails {
			lives := false
			for at, states := range w.states {
				for _, q := range states {
					lives = lives || at[1] == twinFirst+i && w.after(q, string([]byte{byte(b)})) != 0
				}
			}
			if w.tails[b][twinFirst+i] == twinEscape && !lives {
				w.tails[b][twinFirst+i] = twinDead
			}
		}
	}
}

// places returns the places by index.
func twinPlaces(dead, escape uint8, list []tables.Place) []uint8 {
	at := []uint8{dead, escape}
	for _, p := range list {
		at = append(at, p.At)
	}
	return at
}

// compareColumn compares what a row says of every place with two columns, one behind the other.
func compareColumn(row uint64, at []uint8, a, b []int) error {
	for i, place := range at {
		if got, want := uint8(row>>place&63), at[b[a[i]]]; got != want {
			return fmt.Errorf("from %d (at %d) to %d, not %d", i, place, got, want)
		}
	}
	return nil
}

// compare compares all cells of a table with the twin.
func (w *hotTwin) compare(r tables.Rule) error {
	b := r.ShiftBlock()
	if b == nil {
		return fmt.Errorf("there are no shift rows")
	}
	h := w.h
	places, tails := twinPlaces(h.Dead, h.Escape, h.Places), twinPlaces(h.TailDead, h.TailEscape, h.Tails)
	for _, list := range [][]uint8{places, tails} {
		sorted := slices.Sorted(slices.Values(list))
		if len(slices.Compact(sorted)) != len(list) || sorted[len(sorted)-1] > 63 {
			return fmt.Errorf("places %v", list)
		}
	}
	if b.First != h.Places[0].At || b.Dead != h.Dead || b.Escape != h.Escape || b.Home != h.Tails[0].At || b.TailDead != h.TailDead ||
		b.Stops != 1<<h.Dead|1<<h.Escape || b.TailStops != 1<<h.TailDead|1<<h.TailEscape || b.Accepts != w.accepts() {
		return fmt.Errorf("the beginning of the block is %+v", b)
	}
	// Bytes of one class in every map, and of one column, are as good as one of them.
	var bytes []int
	known := map[string]bool{}
	for x := range 256 {
		for name, classes := range map[string][2][256]int{"narrow": b.Narrow, "structure": b.Structure, "tail": b.Tail} {
			if one, two := classes[0][x], classes[1][x]; one < 0 || one != two {
				return fmt.Errorf("byte %#02x is of %s class %d, behind another of %d", x, name, one, two)
			}
		}
		if key := fmt.Sprint(b.Narrow[0][x], b.Structure[0][x], b.Tail[0][x], w.structure[x], w.tails[x], x >= 0x80); !known[key] {
			known[key] = true
			bytes = append(bytes, x)
		}
	}
	column := func(x int) []int {
		if x >= 0x80 {
			return w.beginning(x)
		}
		return w.structure[x]
	}
	for _, x := range bytes {
		for _, y := range bytes {
			if err := compareColumn(b.Row(b.Narrow[0][x], b.Narrow[1][y]), places, column(x), column(y)); err != nil {
				return fmt.Errorf("bytes %#02x %#02x: %w", x, y, err)
			}
			if err := compareColumn(b.Row(b.Structure[0][x], b.Structure[1][y]), places, w.structure[x], w.structure[y]); err != nil {
				return fmt.Errorf("bytes %#02x %#02x, with those over 0x7F: %w", x, y, err)
			}
			if err := compareColumn(b.TailRow(b.Tail[0][x], b.Tail[1][y]), tails, w.tails[x], w.tails[y]); err != nil {
				return fmt.Errorf("bytes %#02x %#02x, in tails: %w", x, y, err)
			}
		}
	}
	return errors.Join(w.compareStates(r), w.compareText(r))
}

// compareText compares the rows of text: of pairs of a place and a tail, where the two lead side by side.
func (w *hotTwin) compareText(r tables.Rule) error {
	b, text := r.TextBlock(), w.h.Text
	if b == nil || text == nil {
		if (b == nil) != (text == nil) {
			return fmt.Errorf("there is text: %v", b != nil)
		}
		return nil
	}
	places, pairs := []uint8{text.Dead, text.Escape}, [][2]int{}
	var accepts uint64
	var from [64]uint8
	for i := range from {
		from[i] = 255
	}
	from[w.h.Dead] = text.Dead
	for _, p := range text.Pairs {
		places, pairs = append(places, p.At), append(pairs, [2]int{twinFirst + int(p.Place), twinFirst + int(p.Tail)})
		place := w.h.Places[p.Place]
		if p.Tail == 0 {
			from[place.At] = p.At
			if w.m.Accept[place.State] {
				accepts |= 1 << p.At
			}
		}
		if x, y := r.StatesAt(place.At, w.h.Tails[p.Tail].At); b.States[p.At] != [2]int{x, y} {
			return fmt.Errorf("text: the pair at %d is of the states %v, not %d and %d", p.At, b.States[p.At], x, y)
		}
	}
	if b.Accepts != accepts || b.Stops != 1<<text.Dead|1<<text.Escape || b.Escapes != 1<<text.Escape || b.Dead != text.Dead || b.From != from {
		return fmt.Errorf("text: the beginning is %+v", b)
	}
	var columns [256][]int
	var bytes []int
	known := map[string]bool{}
	for x := range 256 {
		columns[x] = escaping(len(pairs))
		for i, p := range pairs {
			to := [2]int{w.structure[x][p[0]], w.tails[x][p[1]]}
			switch at := slices.Index(pairs, to); {
			case at >= 0:
				columns[x][twinFirst+i] = twinFirst + at
			case to == [2]int{twinDead, twinDead}, to[0] == twinDead && to[1] != twinEscape, to[1] == twinDead && to[0] != twinEscape:
				columns[x][twinFirst+i] = twinDead
			}
		}
		if b.Class[0][x] != b.Class[1][x] {
			return fmt.Errorf("text: byte %#02x is of class %d, behind another of %d", x, b.Class[0][x], b.Class[1][x])
		}
		if key := fmt.Sprint(b.Class[0][x], columns[x]); !known[key] {
			known[key] = true
			bytes = append(bytes, x)
		}
	}
	for _, x := range bytes {
		for _, y := range bytes {
			if err := compareColumn(b.Rows[b.Class[0][x]+16*b.Class[1][y]], places, columns[x], columns[y]); err != nil {
				return fmt.Errorf("text: bytes %#02x %#02x: %w", x, y, err)
			}
		}
	}
	return nil
}

// compareTells checks that the byte of a table tells the states apart that share a place and a
// tail, and, where it has none, that no byte does or that there are none to tell.
func (w *hotTwin) compareTells(r tables.Rule, pairs [][2]int) error {
	for b := range 0x80 {
		if len(pairs) == 0 || r.Tells() < 0x80 && int(r.Tells()) != b {
			continue
		}
		met := w.meet(byte(b))
		tells, inOrder := true, true
		for _, p := range pairs {
			x, y := [2]bool{met[[2]int{p[0], 0}], met[[2]int{p[0], 1}]}, [2]bool{met[[2]int{p[1], 0}], met[[2]int{p[1], 1}]}
			tells = tells && x[0] != x[1] && y[0] != y[1] && x[0] != y[0]
			inOrder = inOrder && x[0]
		}
		if tells != (int(r.Tells()) == b) || tells && !inOrder {
			return fmt.Errorf("%q tells %v apart: %v, in this order: %v", rune(b), pairs, tells, inOrder)
		}
	}
	if len(pairs) == 0 && r.Tells() != 0 {
		return fmt.Errorf("%q tells nothing apart", r.Tells())
	}
	return nil
}

// meet returns the states to which strings without a byte lead, with 0, and those to which strings with it do, with 1.
func (w *hotTwin) meet(tell byte) map[[2]int]bool {
	begin := [2]int{int(w.m.Start), 0}
	met, todo := map[[2]int]bool{begin: true}, [][2]int{begin}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for b := range 256 {
			next := [2]int{w.after(at[0], string([]byte{byte(b)})), at[1]}
			if byte(b) == tell {
				next[1] = 1
			}
			if next[0] != 0 && !met[next] {
				met[next] = true
				todo = append(todo, next)
			}
		}
	}
	return met
}

func (w *hotTwin) accepts() (bits uint64) {
	for _, p := range w.h.Places {
		if w.m.Accept[p.State] {
			bits |= 1 << p.At
		}
	}
	return bits
}

// compareStates compares which states places stand for, and where a walk goes on from a state.
func (w *hotTwin) compareStates(r tables.Rule) error {
	stands := map[int]bool{}
	var pairs [][2]int
	for i, place := range w.h.Places {
		for j, tail := range w.h.Tails {
			at := [2]int{twinFirst + i, twinFirst + j}
			want := slices.Sorted(slices.Values(w.states[at]))
			x, y := r.StatesAt(place.At, tail.At)
			got, told := []int{x, y}, [][]int{{0, 0}, slices.Concat(want, want), want}[len(want)]
			if slices.Sort(got); !slices.Equal(got, told) {
				return fmt.Errorf("place %d and tail %d stand for %v, not %v", i, j, got, told)
			}
			if len(want) == 2 {
				pairs = append(pairs, [2]int{x, y})
			}
			for _, q := range want {
				stands[q] = stands[q] || i > 0
			}
		}
	}
	if err := w.compareTells(r, pairs); err != nil {
		return err
	}
	for q := range w.m.States() {
		place, tail, ok := r.PlaceOf(q)
		if ok != (stands[q] && q < 255) {
			return fmt.Errorf("state %d has a place: %v", q, ok)
		}
		if ok {
			i := slices.IndexFunc(w.h.Places, func(p tables.Place) bool { return p.At == place })
			j := slices.IndexFunc(w.h.Tails, func(p tables.Place) bool { return p.At == tail })
			if i < 1 || j < 0 || !slices.Contains(w.states[[2]int{twinFirst + i, twinFirst + j}], q) {
				return fmt.Errorf("state %d has place %d and tail %d", q, i, j)
			}
		}
	}
	return nil
}

// compareCounts compares the rows that count.
func (w *hotTwin) compareCounts(r tables.Rule) error {
	b := r.CountBlock()
	if b == nil || !w.h.Apart {
		return fmt.Errorf("there are no rows that count, or of places that stand for several states")
	}
	places := twinPlaces(w.h.Dead, w.h.Escape, w.h.Places)
	if b.First != w.h.Places[0].At || b.Stops != 1<<w.h.Dead|1<<w.h.Escape || b.Accepts != w.accepts() {
		return fmt.Errorf("the beginning of the block is %+v", b)
	}
	var nothing []int
	for i := range places {
		nothing = append(nothing, i)
	}
	for x, row := range b.Rows {
		if err := compareColumn(row, places, w.structure[x], nothing); err != nil {
			return fmt.Errorf("byte %#02x: %w", x, err)
		}
	}
	var slots [64]uint64
	for i, p := range w.h.Places {
		if i == 0 {
			continue
		}
		slots[p.At] = 1 << (int(w.m.SlotOf[p.State]) * tables.SlotBits)
		for at, states := range w.states {
			for _, q := range states {
				if at[0] == twinFirst+i && w.m.SlotOf[q] != w.m.SlotOf[p.State] {
					return fmt.Errorf("state %d does not count as state %d, in whose place it is", q, p.State)
				}
			}
		}
	}
	if b.Slots != slots {
		return fmt.Errorf("the slots are %x, not %x", b.Slots, slots)
	}
	return nil
}

// sameStrings checks that states that share a place accept the same strings of ASCII and of
// characters that have a step, by a search of all pairs that these lead to.
func (w *hotTwin) sameStrings() error {
	var symbols []string
	known := map[uint8]bool{}
	for b := range 0x80 {
		if c := w.m.Class[b]; !known[c] {
			known[c] = true
			symbols = append(symbols, string([]byte{byte(b)}))
		}
	}
	seen := map[[2]int]bool{}
	var todo [][2]int
	for q, p := range w.alike {
		if p != q && p != 0 {
			todo = append(todo, [2]int{p, q})
		}
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w.m.Accept[at[0]] != w.m.Accept[at[1]] || w.alike[at[0]] != w.alike[at[1]] {
			return fmt.Errorf("a string leads from states that are alike to %d and %d", at[0], at[1])
		}
		ways := symbols
		if w.to[at[0]] != 0 && w.to[at[1]] != 0 {
			ways = append(ways[:len(ways):len(ways)], w.characters...)
		}
		for _, s := range ways {
			if next := [2]int{w.after(at[0], s), w.after(at[1], s)}; !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return nil
}

// checkHot compares a table that has shift rows with the twin.
func checkHot(t *testing.T, l *language) {
	t.Helper()
	for _, h := range []*tables.Hot{l.m.Hot, l.m.Counts} {
		if h == nil {
			continue
		}
		w, err := newHotTwin(l.m, h)
		switch {
		case err != nil:
		case h == l.m.Hot:
			err = w.compare(l.rule)
		default:
			err = w.compareCounts(l.rule)
		}
		if err == nil {
			err = w.sameStrings()
		}
		if err != nil {
			t.Errorf("%s: %v", l.name, err)
			return
		}
		for q, p := range h.Alike(l.m) {
			if int(p) != w.alike[q] {
				t.Errorf("%s: state %d is like %d, not %d", l.name, q, p, w.alike[q])
			}
		}
		for q, to := range h.Characters(l.m) {
			if want := w.to[q]; want != 0 && w.to[want] != want && to != 0 || want != 0 && w.to[want] == want && int(to) != want {
				t.Errorf("%s: characters lead from %d to %d, not %d", l.name, q, to, want)
			}
		}
	}
}

// Every cell of the rows of every shipped rule says what the machine says.
func TestShiftRowsOfShippedRules(t *testing.T) {
	rules, counting, several := 0, 0, 0
	for _, l := range shipped() {
		if raceDetector && l.m.States() > 50 {
			continue
		}
		if l.m.Hot == nil {
			if l.rule.ShiftBlock() != nil {
				t.Errorf("%s: shift rows of nothing", l.name)
			}
			continue
		}
		rules++
		if l.m.Counts != nil {
			counting++
		}
		for _, p := range l.m.Hot.Places {
			for _, u := range l.m.Hot.Tails {
				if one, other := l.rule.StatesAt(p.At, u.At); one != other {
					several++
				}
			}
		}
		checkHot(t, l)
	}
	t.Logf("%d rules, %d of which count; %d places stand for two states", rules, counting, several)
	if !raceDetector && (rules < 100 || counting < 6 || several < 10) {
		t.Errorf("%d rules, %d of which count; %d places stand for two states", rules, counting, several)
	}
}

// fieldsApart are places whose six bits do not overlap: what leads to them may be anything.
var fieldsApart = []uint8{0, 6, 12, 18, 24, 30, 36, 42, 48, 54}

// fieldsAtRandom are as many, in any order, and all as far from the beginning of the row.
func fieldsAtRandom(r *rand.Rand) []uint8 {
	list, by := slices.Clone(fieldsApart), uint8(r.IntN(5))
	for i := range list {
		list[i] += by
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// hotAtRandom returns places for states of a machine, chosen at random; nil when there are none that fit it.
func hotAtRandom(r *rand.Rand, m *tables.Machine, apart bool) *tables.Hot {
	if m.Start == 0 {
		return nil
	}
	for range 20 {
		h := &tables.Hot{Apart: apart}
		at := func() []uint8 { return fieldsAtRandom(r) }
		random := func() uint16 { return uint16(1 + r.IntN(m.States()-1)) }
		tails := at()
		h.TailDead, h.TailEscape = tails[0], tails[1]
		h.Tails = []tables.Place{{State: random(), At: tails[2]}}
		if r.IntN(2) == 0 {
			h.Tails[0].State = m.Start
		}
		for _, at := range tails[3 : 3+r.IntN(8)] { // states that bytes over 0x7F lead to
			from := h.Tails[r.IntN(len(h.Tails))].State
			q := m.Next[int(from)*m.Count+int(m.Class[0x80+r.IntN(0x80)])]
			if q != 0 && !slices.ContainsFunc(h.Tails, func(p tables.Place) bool { return p.State == q }) {
				h.Tails = append(h.Tails, tables.Place{State: q, At: at})
			}
		}
		alike, places := h.Alike(m), at()
		h.Dead, h.Escape = places[0], places[1]
		h.Places = []tables.Place{{State: m.Start, At: places[2]}}
		for _, at := range places[3 : 3+r.IntN(8)] {
			q := alike[random()]
			if r.IntN(2) == 0 { // one behind another
				q = alike[m.Next[int(h.Places[r.IntN(len(h.Places))].State)*m.Count+r.IntN(m.Count)]]
			}
			if q != 0 && !slices.ContainsFunc(h.Places[1:], func(p tables.Place) bool { return p.State == q }) {
				h.Places = append(h.Places, tables.Place{State: q, At: at})
			}
		}
		if _, _, err := h.Columns(m); err != nil {
			continue
		}
		if !apart && r.IntN(4) > 0 {
			h.Text = textAtRandom(r, m, h)
		}
		return h
	}
	return nil
}

// textAtRandom returns pairs of a place and a tail; nil when there are none that fit.
func textAtRandom(r *rand.Rand, m *tables.Machine, h *tables.Hot) *tables.Text {
	if len(h.Places) == 1 {
		return nil
	}
	for range 10 {
		at := fieldsAtRandom(r)
		text := &tables.Text{Dead: at[0], Escape: at[1]}
		for _, at := range at[2 : 3+r.IntN(8)] {
			p := tables.Pair{Place: uint8(1 + r.IntN(len(h.Places)-1)), Tail: uint8(r.IntN(len(h.Tails))), At: at}
			if r.IntN(2) == 0 {
				p.Tail = 0
			}
			if !slices.ContainsFunc(text.Pairs, func(q tables.Pair) bool { return q.Place == p.Place && q.Tail == p.Tail }) {
				text.Pairs = append(text.Pairs, p)
			}
		}
		if _, err := text.Columns(m, h); err == nil {
			return text
		}
	}
	return nil
}

// withHot returns a language with shift rows, nil when it cannot have any.
func withHot(r *rand.Rand, l *language) *language {
	m := *l.m
	if m.Hot = hotAtRandom(r, &m, false); m.Hot == nil {
		return nil
	}
	if len(m.Components) > 0 {
		if len(m.Components) <= tables.MaxSlots && r.IntN(2) == 0 {
			slotsInOrder(r, &m)
		}
		if m.Counts = hotAtRandom(r, &m, true); m.Counts != nil {
			m.Counts.Tails, m.Counts.TailDead, m.Counts.TailEscape = m.Hot.Tails, m.Hot.TailDead, m.Hot.TailEscape
		}
	}
	rule, err := m.Encode()
	if err != nil && m.Counts != nil { // these tails may not fit, and states of different slots may be in one place
		m.Counts = nil
		rule, err = m.Encode()
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %v: %+v", l.name, err, m.Hot))
	}
	return &language{name: fmt.Sprintf("%s, places %v, tails %v", l.name, m.Hot.Places, m.Hot.Tails), rule: rule, m: &m, dfa: l.dfa, draw: l.draw}
}

// madeHot are languages that shift rows might be wrong about, by what is special in them.
func madeHot() (all []*language) {
	r := seeded(100)
	character := alternatives(then(bytesFrom(0xC3, 0xC5), bytesFrom(0x80, 0xBF)), then(bytesFrom(0xE1, 0xE2), bytesFrom(0x80, 0xBF), bytesFrom(0x80, 0xBF)))
	one := bytesFrom(0xC3, 0xC3)
	var digits []made
	for i := range 20 { // more than 16 classes
		digits = append(digits, literal(string([]byte{byte('a' + i), byte('z' - i)})))
	}
	for _, x := range []struct {
		name string
		made made
	}{
		{"the start is entered again", star(then(literal("/"), bytesFrom('a', 'z')))},
		{"the start is entered again, at once", star(alternatives(bytesFrom('a', 'z'), character))},
		{"octets", star(then(literal("a"), bytesFrom(0x80, 0xFF), bytesFrom(0, 0xFF)))},
		{"octets and nothing else", star(bytesFrom(0x80, 0xFF))},
		{"NUL", star(bytesFrom(0, 'z'))},
		{"NUL in front", then(literal("\x00"), star(bytesFrom('a', 'z')))},
		{"NUL or nothing", alternatives(literal("\x00"), star(literal("ab")))},
		{"NUL in the middle", then(star(bytesFrom('a', 'z')), literal("\x00"), star(bytesFrom('a', 'y')), literal("!"), star(bytesFrom('a', 'x')))},
		{"many classes", star(alternatives(digits...))},
		{"one state", star(bytesFrom('a', 'z'))},
		{"one state, of all bytes", star(bytesFrom(0, 0xFF))},
		{"characters that differ", star(alternatives(then(one, bytesFrom(0x80, 0x8F)), then(one, bytesFrom(0x90, 0x9F), literal("a"))))},
		{"one character", then(star(bytesFrom('a', 'z')), character)},
		{"two characters", then(star(bytesFrom('a', 'z')), character, character)},
		{"characters between", then(literal("a"), star(character), literal("b"), star(alternatives(character, literal("%"))))},
		{"more characters behind", then(star(alternatives(bytesFrom('a', 'z'), character)), literal("?"), star(alternatives(bytesFrom('a', 'z'), character, then(bytesFrom(0xE5, 0xE5), bytesFrom(0x80, 0xBF), bytesFrom(0x80, 0xBF)))))},
		{"two alike", alternatives(then(literal("1"), star(alternatives(bytesFrom('a', 'z'), character))), then(literal("2"), star(alternatives(bytesFrom('a', 'z'), character, literal("é\xA9")))))},
		{"half a character accepts", star(alternatives(literal("a"), one, then(one, bytesFrom(0x80, 0xBF))))},
		{"cycle of 300", cycle(300)},
		{"cycle of 300, and characters", then(cycle(300), star(alternatives(character, bytesFrom('a', 'z'))))},
	} {
		d := canonical(x.made)
		m := machineFrom(d)
		m.Grammar, m.Name = "made", x.name
		describeAtRandom(r, m)
		rule, err := m.Encode()
		if err != nil {
			panic(err)
		}
		l := languageFrom(rule, m)
		l.dfa = d
		all = append(all, l)
	}
	return all
}

// randomHot are random and made-up languages with places chosen at random, each with several.
var randomHot = sync.OnceValue(func() (all []*language) {
	r := seeded(101)
	for _, l := range slices.Concat(madeHot(), randomLanguages()) {
		if len(l.m.Next) > 20_000 || raceDetector && l.m.States() > 40 {
			continue
		}
		tries := few(4)
		if l.m.Grammar == "made" {
			tries = few(25)
		}
		if l.m.States() > 100 { // which take the twin long
			tries = 2
		}
		for range tries {
			if hot := withHot(r, l); hot != nil {
				all = append(all, hot)
			}
		}
	}
	return all
})

// Whatever states have places: the rows say what the machine says, and so do the engines that walk them.
func TestShiftRowsOfRandomPlaces(t *testing.T) {
	r := seeded(102)
	found, made := map[string]int{}, map[string]bool{}
	for _, l := range randomHot() {
		checkHot(t, l)
		if err := l.rule.Verify(); err != nil && !strings.Contains(err.Error(), "their only tail is of state") { // which changes nothing
			t.Errorf("%s: %v", l.name, err)
		}
		again, err := machineOf(t, l.rule).Encode()
		if err != nil || again != l.rule {
			t.Errorf("%s: its machine encodes to something else (%v)", l.name, err)
		}
		for _, s := range l.probes(r, 34, 1) {
			want := l.accepts(s)
			found[fmt.Sprint(want)]++
			if l.rule.Valid(s) != want || l.rule.ValidOnTables(s) != want {
				t.Fatalf("%s: Valid is wrong about %q, it is %v", l.name, s, want)
			}
		}
		made[l.m.Name] = true
		found["tails"] += min(1, len(l.m.Hot.Tails)-1)
		if l.m.Counts != nil {
			found["counts"]++
		}
		if l.m.Hot.Text != nil {
			found["text"]++
		}
		if slices.ContainsFunc(l.m.Hot.Places[1:], func(p tables.Place) bool { return p.State == l.m.Start }) {
			found["start again"]++
		}
		for _, p := range l.m.Hot.Places {
			for _, u := range l.m.Hot.Tails {
				if one, other := l.rule.StatesAt(p.At, u.At); one != other && l.rule.Tells() < 0x80 {
					found["two states"]++
				} else if one != other {
					found["two states that nothing tells apart"]++
				}
			}
		}
	}
	t.Logf("%d tables: %v", len(randomHot()), found)
	for kind, least := range map[string]int{"true": 10_000, "false": 10_000, "tails": 100, "start again": 40, "two states": 5, "counts": 5, "text": 200} {
		if found[kind] < few(least)/2 {
			t.Errorf("%s: only %d", kind, found[kind])
		}
	}
	for _, l := range madeHot() { // of the excluded, no string that ASCII and tails make is a member
		if !made[l.m.Name] && !raceDetector && l.m.Name != "one character" && l.m.Name != "two characters" {
			t.Errorf("%s: has no places", l.m.Name)
		}
	}
}

// A bit that is changed anywhere in what belongs to shift rows is refused, though the checksum fits.
func TestVerifyRefusesOtherShiftRows(t *testing.T) {
	r := seeded(103)
	for _, l := range []*language{shippedLanguage(t, "rfc3987", "ipath"), shippedLanguage(t, "rfc3986", "authority"), shippedLanguage(t, "ntriples", "IRIREF")} {
		block := l.rule.ShiftBlock()
		bits := []int{8 * 19, 8*19 + 1, 8*19 + 2, 8*19 + 7} // in the header
		for range few(150) {
			bits = append(bits, 8*block.At+r.IntN(8*(block.End-block.At)))
		}
		for bit := 8 * block.At; bit < 8*(block.At+48); bit++ {
			if bit%few(8) == 0 {
				bits = append(bits, bit)
			}
		}
		places := 4*len(l.m.Hot.Places)*len(l.m.Hot.Tails) + 3*len(l.m.Hot.Places) + 3*len(l.m.Hot.Tails)
		for range few(150) {
			bits = append(bits, 8*block.Places+r.IntN(8*(644+places)))
		}
		if c := l.rule.CountBlock(); c != nil {
			for range few(150) {
				bits = append(bits, 8*c.At+r.IntN(8*(c.End-c.At)))
			}
		}
		if x := l.rule.TextBlock(); x != nil {
			for range few(150) {
				bits = append(bits, 8*x.At+r.IntN(8*(x.End-x.At)))
			}
		}
		for _, bit := range bits {
			b := []byte(l.rule)
			b[bit/8] ^= 1 << (bit % 8)
			if sealed(b).Verify() == nil {
				t.Errorf("%s: bit %d of byte %d may be another: the block is at %d, places at %d", l.name, bit%8, bit/8, block.At, block.Places)
			}
		}
	}
}

// hotCase is a machine with places that fit it: strings of "a" and "é", then "b", then any number of "c" and "é".
func hotCase() *tables.Machine {
	character := literal("é")
	m := machineFrom(canonical(then(star(alternatives(literal("a"), character)), literal("b"), star(alternatives(literal("c"), character)))))
	m.Grammar, m.Name = "g", "r"
	start := int(m.Start)
	to := func(q int, b byte) uint16 { return m.Next[q*m.Count+int(m.Class[b])] }
	second := to(start, 'b')
	m.Hot = &tables.Hot{Dead: 0, Escape: 6, TailDead: 0, TailEscape: 6,
		Places: []tables.Place{{State: m.Start, At: 12}, {State: m.Start, At: 18}, {State: second, At: 24}},
		Tails:  []tables.Place{{State: m.Start, At: 12}, {State: to(start, 0xC3), At: 18}},
		Text:   &tables.Text{Dead: 0, Escape: 6, Pairs: []tables.Pair{{Place: 1, Tail: 0, At: 12}, {Place: 2, Tail: 0, At: 18}, {Place: 2, Tail: 1, At: 24}}}}
	return m
}

// Places that are wrong are refused, and never a panic.
func TestWrongPlacesAreRefused(t *testing.T) {
	if _, err := hotCase().Encode(); err != nil {
		t.Fatalf("the case that is right: %v", err)
	}
	many := func(n int) (list []tables.Place) {
		for i := range n {
			list = append(list, tables.Place{State: 1, At: uint8(i)})
		}
		return list
	}
	counts := func(m *tables.Machine) {
		m.Components, m.Slots, m.SlotOf = []tables.Component{{Name: "x"}}, []tables.Slot{{}}, make([]uint8, m.States())
		c := *m.Hot
		c.Apart, c.Text = true, nil
		c.Places = slices.Clone(c.Places)
		m.Counts = &c
	}
	good := hotCase()
	counts(good)
	if _, err := good.Encode(); err != nil {
		t.Fatalf("the case with rows that count: %v", err)
	}
	for _, tt := range []struct {
		name   string
		change func(m *tables.Machine)
	}{
		{"no places", func(m *tables.Machine) { m.Hot.Places = nil }},
		{"no tails", func(m *tables.Machine) { m.Hot.Tails = nil }},
		{"too many places", func(m *tables.Machine) { m.Hot.Places = many(33) }},
		{"too many tails", func(m *tables.Machine) { m.Hot.Tails = many(33) }},
		{"the first is not the start", func(m *tables.Machine) { m.Hot.Places = m.Hot.Places[2:] }},
		{"a state twice", func(m *tables.Machine) { m.Hot.Places[1] = m.Hot.Places[2] }},
		{"a tail twice", func(m *tables.Machine) { m.Hot.Tails[1].State = m.Hot.Tails[0].State }},
		{"a state that there is not", func(m *tables.Machine) { m.Hot.Places[2].State = uint16(m.States()) }},
		{"a state far away", func(m *tables.Machine) { m.Hot.Places[2].State = 65535 }},
		{"a tail that there is not", func(m *tables.Machine) { m.Hot.Tails[1].State = uint16(m.States()) }},
		{"a place of the dead state", func(m *tables.Machine) { m.Hot.Places[2].State = 0 }},
		{"a tail of the dead state", func(m *tables.Machine) { m.Hot.Tails[1].State = 0 }},
		{"the start twice at one place", func(m *tables.Machine) { m.Hot.Places[1].At = m.Hot.Places[0].At }},
		{"two states at one place", func(m *tables.Machine) { m.Hot.Places[2].At = m.Hot.Places[1].At }},
		{"a state at the place of the dead", func(m *tables.Machine) { m.Hot.Places[2].At = m.Hot.Dead }},
		{"a state at the place of the escape", func(m *tables.Machine) { m.Hot.Places[2].At = m.Hot.Escape }},
		{"dead and escape at one place", func(m *tables.Machine) { m.Hot.Escape = m.Hot.Dead }},
		{"dead and escape at one place of tails", func(m *tables.Machine) { m.Hot.TailEscape = m.Hot.TailDead }},
		{"two tails at one place", func(m *tables.Machine) { m.Hot.Tails[1].At = m.Hot.Tails[0].At }},
		{"fields that disagree", func(m *tables.Machine) { m.Hot.Places[2].At = m.Hot.Places[1].At + 1 }},
		{"tails that disagree", func(m *tables.Machine) { m.Hot.Tails[1].At = m.Hot.Tails[0].At + 1 }},
		{"no room at the end", func(m *tables.Machine) { m.Hot.Places[2].At = 63 }},
		{"a place over 63", func(m *tables.Machine) { m.Hot.Places[2].At = 64 }},
		{"a place far over 63", func(m *tables.Machine) { m.Hot.Places[2].At = 255 }},
		{"a tail over 63", func(m *tables.Machine) { m.Hot.Tails[1].At = 64 }},
		{"a tail far over 63", func(m *tables.Machine) { m.Hot.Tails[1].At = 255 }},
		{"the dead over 63", func(m *tables.Machine) { m.Hot.Dead = 200 }},
		{"the escape over 63", func(m *tables.Machine) { m.Hot.Escape = 200 }},
		{"the dead of tails over 63", func(m *tables.Machine) { m.Hot.TailDead = 64 }},
		{"the escape of tails over 63", func(m *tables.Machine) { m.Hot.TailEscape = 255 }},
		{"an empty language", func(m *tables.Machine) { m.Start = 0 }},
		{"a start that there is not", func(m *tables.Machine) { m.Start = 900; m.Hot.Places[0].State = 900 }},
		{"a transition to no state", func(m *tables.Machine) { m.Next[len(m.Next)-1] = 9999 }},
		{"a transition to one state too many", func(m *tables.Machine) { m.Next[len(m.Next)-1] = uint16(m.States()) }},
		{"a class that there is not", func(m *tables.Machine) { m.Class['z'] = 200 }},
		{"more than 16 classes", func(m *tables.Machine) { *m = *manyClasses() }},
		{"half a character accepts", func(m *tables.Machine) {
			m.Accept[m.Hot.Tails[1].State] = true
		}},
		{"a state that is not the smallest of its like", func(m *tables.Machine) { *m = *alikeCase(false) }},
		{"a tail behind which one of two states is dead", func(m *tables.Machine) { *m = *deadTailCase() }},
		{"places that tell states apart", func(m *tables.Machine) { m.Hot.Apart = true }},
		{"text without pairs", func(m *tables.Machine) { m.Hot.Text.Pairs = nil; m.Hot.Text.Escape = m.Hot.Text.Dead }},
		{"text of the first place", func(m *tables.Machine) { m.Hot.Text.Pairs[0].Place = 0 }},
		{"text of no place", func(m *tables.Machine) { m.Hot.Text.Pairs[0].Place = 3 }},
		{"text of no tail", func(m *tables.Machine) { m.Hot.Text.Pairs[0].Tail = 255 }},
		{"text with two pairs at one place", func(m *tables.Machine) { m.Hot.Text.Pairs[0].At = m.Hot.Text.Pairs[1].At }},
		{"text with fields that disagree", func(m *tables.Machine) { m.Hot.Text.Pairs[0].At = m.Hot.Text.Pairs[1].At + 1 }},
		{"text over 63", func(m *tables.Machine) { m.Hot.Text.Pairs[0].At = 64 }},
		{"text far over 63", func(m *tables.Machine) { m.Hot.Text.Pairs[0].At = 255 }},
		{"text with dead and escape at one place", func(m *tables.Machine) { m.Hot.Text.Escape = m.Hot.Text.Dead }},
		{"text with the dead over 63", func(m *tables.Machine) { m.Hot.Text.Dead = 255 }},
		{"text with a pair twice", func(m *tables.Machine) {
			m.Hot.Text.Pairs = append(m.Hot.Text.Pairs, m.Hot.Text.Pairs[0])
			m.Hot.Text.Pairs[3].At = 40
		}},
		{"counts with text", func(m *tables.Machine) { counts(m); m.Counts.Text = m.Hot.Text }},
		{"counts without components", func(m *tables.Machine) { c := *m.Hot; c.Apart, c.Text = true, nil; m.Counts = &c }},
		{"counts of places that stand for several states", func(m *tables.Machine) { counts(m); m.Counts.Apart = false }},
		{"counts without places", func(m *tables.Machine) { counts(m); m.Counts.Places = nil }},
		{"counts without tails", func(m *tables.Machine) { counts(m); m.Counts.Tails = nil }},
		{"counts with other tails", func(m *tables.Machine) { counts(m); m.Counts.Tails = m.Counts.Tails[:1] }},
		{"counts at one place", func(m *tables.Machine) { counts(m); m.Counts.Places[2].At = m.Counts.Places[1].At }},
		{"counts over 63", func(m *tables.Machine) { counts(m); m.Counts.Places[2].At = 255 }},
		{"counts with dead and escape at one place", func(m *tables.Machine) { counts(m); m.Counts.Escape = m.Counts.Dead }},
		{"counts with two slots of one component alone", func(m *tables.Machine) { counts(m); m.Slots = append(m.Slots, m.Slots[0]) }},
		{"counts without shift rows", func(m *tables.Machine) { counts(m); m.Hot = nil }},
	} {
		m := hotCase()
		tt.change(m)
		r, err := encodeOrPanic(m)
		switch {
		case err == nil:
			t.Errorf("%s: is encoded; Verify says %v", tt.name, r.Verify())
		case strings.HasPrefix(err.Error(), "panic"):
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	m := hotCase()
	m.Hot.Places = nil
	if pairs, err := m.Hot.PairOf(m); err == nil {
		t.Errorf("pairs of no places: %v", pairs)
	}
	if _, err := alikeCase(true).Encode(); err != nil {
		t.Errorf("the smallest of its like: %v", err)
	}
}

func encodeOrPanic(m *tables.Machine) (r tables.Rule, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("panic: %v", why)
		}
	}()
	return m.Encode()
}

// manyClasses has 20 bytes of which each leads from other places to the dead state.
func manyClasses() *tables.Machine {
	var all []made
	for i := range 5 {
		var ways []made
		for j := range 20 {
			if j>>i&1 == 1 {
				ways = append(ways, literal(string([]byte{byte('a' + j)})))
			}
		}
		all = append(all, then(literal(string([]byte{byte('A' + i)})), star(alternatives(ways...)), literal("z")))
	}
	m := machineFrom(canonical(star(alternatives(all...))))
	m.Hot = &tables.Hot{Dead: 0, Escape: 6, TailDead: 0, TailEscape: 6, Places: []tables.Place{{State: m.Start, At: 12}}, Tails: []tables.Place{{State: m.Start, At: 12}}}
	for i := range 5 {
		q := m.Next[int(m.Start)*m.Count+int(m.Class['A'+i])]
		m.Hot.Places = append(m.Hot.Places, tables.Place{State: q, At: uint8(18 + 6*i)})
	}
	return m
}

// alikeCase has two states that only a byte over 0x7F tells apart.
func alikeCase(smallest bool) *tables.Machine {
	m := machineFrom(canonical(alternatives(
		then(literal("1"), star(bytesFrom('a', 'z'))),
		then(literal("2"), star(alternatives(bytesFrom('a', 'z'), literal("é")))))))
	to := func(b byte) uint16 { return m.Next[int(m.Start)*m.Count+int(m.Class[b])] }
	q := max(to('1'), to('2'))
	if smallest {
		q = min(to('1'), to('2'))
	}
	m.Hot = &tables.Hot{Dead: 0, Escape: 6, TailDead: 0, TailEscape: 6, Places: []tables.Place{{State: m.Start, At: 12}, {State: q, At: 18}}, Tails: []tables.Place{{State: m.Start, At: 12}}}
	return m
}

// deadTailCase has a place for two states, of which one knows a character that the other does not, and tails
// for the first byte of it, but not for all.
func deadTailCase() *tables.Machine {
	m := machineFrom(canonical(alternatives(
		then(literal("a"), star(literal("é"))),
		then(literal("b"), star(alternatives(literal("é"), literal("日")))))))
	to := func(q uint16, b byte) uint16 { return m.Next[int(q)*m.Count+int(m.Class[b])] }
	a, b := to(m.Start, 'a'), to(m.Start, 'b')
	m.Hot = &tables.Hot{Dead: 0, Escape: 6, TailDead: 0, TailEscape: 6,
		Places: []tables.Place{{State: m.Start, At: 12}, {State: min(a, b), At: 18}},
		Tails:  []tables.Place{{State: b, At: 12}, {State: to(b, 0xC3), At: 18}, {State: to(b, 0xE6), At: 24}}}
	return m
}

// What is dead for one of two automata that walk side by side is no verdict as long as the other escapes: here
// tails do not know the character behind which the mark may stand.
func TestACharacterThatTailsDoNotKnowIsNotDead(t *testing.T) {
	m := machineFrom(canonical(then(star(alternatives(literal("a"), literal("é"))), alternatives(literal("b"), then(literal("日!"), star(literal("a")))))))
	m.Hot = &tables.Hot{Dead: 6, Escape: 12, TailDead: 6, TailEscape: 12,
		Places: []tables.Place{{State: m.Start, At: 18}, {State: m.Start, At: 24}},
		Tails:  []tables.Place{{State: m.Start, At: 18}, {State: m.Next[int(m.Start)*m.Count+int(m.Class[0xC3])], At: 24}}}
	rule, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	l := languageFrom(rule, m)
	for n := range 20 {
		for _, end := range []string{"é日!aaaa", "日!aaa", "日a", "é日!!", "!", "éb", "b!"} {
			if s := strings.Repeat("a", n) + end; rule.ValidOnTables(s) != l.accepts(s) {
				t.Errorf("%q is a member: %v", s, !l.accepts(s))
			}
		}
	}
}

// Two states that lead to the same places, one of which accepts, must not be in one place.
func TestAPlaceIsOfOneState(t *testing.T) {
	m := machineFrom(canonical(star(alternatives(literal("xb"), literal("xcxb")))))
	for p := range m.States() {
		for q := range m.States() {
			if p == 0 || q == 0 || p == q {
				continue
			}
			m.Hot = &tables.Hot{Dead: 0, Escape: 6, TailDead: 0, TailEscape: 6, Tails: []tables.Place{{State: m.Start, At: 12}},
				Places: []tables.Place{{State: m.Start, At: 12}, {State: uint16(p), At: 18}, {State: uint16(q), At: 18}}}
			if _, err := encodeOrPanic(m); err == nil {
				t.Errorf("states %d and %d are in one place", p, q)
			}
		}
	}
}

// Changes at random to the places of tables that are right give an error or a table that is
// right about all short strings, and never a panic.
func TestPlacesChangedAtRandom(t *testing.T) {
	r := seeded(104)
	outcomes := map[string]int{}
	all := slices.Clone(randomHot())
	all = slices.DeleteFunc(all, func(l *language) bool { return l.m.States() > 60 })
	for range few(8000) {
		l := all[r.IntN(len(all))]
		m := *l.m
		h := *m.Hot
		m.Hot, h.Places, h.Tails = &h, slices.Clone(h.Places), slices.Clone(h.Tails)
		for range 1 + r.IntN(3) {
			list := &h.Places
			if r.IntN(2) == 0 {
				list = &h.Tails
			}
			i := r.IntN(len(*list))
			switch r.IntN(9) {
			case 8:
				if h.Text != nil {
					text := *h.Text
					h.Text, text.Pairs = &text, slices.Clone(text.Pairs)
					text.Pairs[r.IntN(len(text.Pairs))].At = uint8(r.IntN(80))
					text.Pairs[r.IntN(len(text.Pairs))].Tail = uint8(r.IntN(len(h.Tails) + 1))
					text.Pairs[r.IntN(len(text.Pairs))].Place = uint8(r.IntN(len(h.Places) + 1))
				}
			case 0, 1:
				(*list)[i].At = uint8(r.IntN(80))
			case 2:
				(*list)[i].State = uint16(r.IntN(m.States() + 1))
			case 3:
				h.Dead = fieldsApart[r.IntN(10)]
			case 4:
				h.TailEscape = uint8(r.IntN(256))
			case 5:
				m.Counts = nil
			case 6:
				*list = append(*list, tables.Place{State: uint16(r.IntN(m.States())), At: fieldsApart[r.IntN(10)]})
			case 7:
				(*list)[i].At = (*list)[r.IntN(len(*list))].At
			}
		}
		rule, err := encodeOrPanic(&m)
		switch {
		case err == nil:
			outcomes["a table"]++
			changed := &language{name: l.name, rule: rule, m: &m, dfa: l.dfa, draw: l.draw}
			for _, s := range changed.probes(r, 20, 1) {
				if rule.Valid(s) != l.accepts(s) {
					t.Fatalf("%s: with %+v it is wrong about %q", l.name, h, s)
				}
			}
			checkHot(t, changed)
		case strings.HasPrefix(err.Error(), "panic"):
			t.Fatalf("%s: %+v: %v", l.name, h, err)
		default:
			outcomes["refused"]++
		}
	}
	t.Logf("%v", outcomes)
	if outcomes["a table"] < few(500) || outcomes["refused"] < few(500) {
		t.Errorf("one-sided: %v", outcomes)
	}
}

// What the section of places says, sealed with a checksum that fits, is never a panic.
func TestVerifyOfOtherPlaces(t *testing.T) {
	r := seeded(105)
	l := shippedLanguage(t, "rfc3987", "ipath")
	block := l.rule.ShiftBlock()
	for range few(1000) {
		b := []byte(l.rule)
		for range 1 + r.IntN(4) {
			at := block.Places + 640 + r.IntN(4*len(l.m.Hot.Places)*len(l.m.Hot.Tails)+60)
			switch r.IntN(4) {
			case 0:
				at = block.At + r.IntN(tables.HotHeader)
			case 1:
				binary.LittleEndian.PutUint32(b[block.At+28+4*r.IntN(2):], uint32(r.IntN(len(b)+100)))
			}
			b[at] = byte(r.IntN(256))
		}
		if rule := sealed(b); rule != l.rule && rule.Verify() == nil {
			t.Fatal("another table is accepted")
		}
	}
}

// Verify says why places cannot be, and not only that the table is another.
func TestVerifySaysWhatIsWrongWithPlaces(t *testing.T) {
	rule := shippedLanguage(t, "rfc3987", "IRI").rule
	for _, s := range rule.Sections() {
		if s.Name == "places" {
			b := []byte(rule)
			b[s.From+3] = b[s.From] // the second at the place of the first
			if got, want := text(sealed(b).Verify()), "shift rows: the places at "; !strings.HasPrefix(got, want) {
				t.Errorf("%q, not %q", got, want)
			}
			return
		}
	}
	t.Error("there are no places")
}
