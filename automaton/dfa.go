package automaton

import (
	"fmt"
	"io"
	"iter"
	"slices"
)

// Dead is the state of a [DFA] from which no accepting state can be reached.
const Dead StateID = 0

// A DFA is a complete deterministic automaton over bytes. Its invariants:
//
//	1 ≤ NumClasses ≤ 256;  every class(b) < NumClasses
//	len(next) = NumStates × NumClasses;  every next[i] < NumStates
//	Dead does not accept and leads only to Dead
//	start = Dead when the language is empty; otherwise, in a canonical DFA, start = 1
type DFA struct {
	class   [256]uint8
	classes int
	next    []StateID // the row of state q starts at q × classes
	accept  []bool
	start   StateID
}

// NumStates returns the number of states, including the dead state.
func (d *DFA) NumStates() int { return len(d.accept) }

// Live returns the number of states, excluding the dead state. Reports use this number.
func (d *DFA) Live() int { return len(d.accept) - 1 }

// NumClasses returns the number of byte classes, including the class of bytes that never occur in a
// member.
func (d *DFA) NumClasses() int { return d.classes }

// Class returns the class of a byte.
func (d *DFA) Class(b byte) int { return int(d.class[b]) }

// Start returns the start state.
func (d *DFA) Start() StateID { return d.start }

// Next returns the state reached from q on a byte of class c.
func (d *DFA) Next(q StateID, c int) StateID { return d.next[int(q)*d.classes+c] }

// Step returns the state reached from q on byte b.
func (d *DFA) Step(q StateID, b byte) StateID { return d.Next(q, d.Class(b)) }

// Accepting reports whether the strings leading to q are members of the language.
func (d *DFA) Accepting(q StateID) bool { return d.accept[q] }

// Accepts reports whether s is a member of the language.
func (d *DFA) Accepts(s string) bool {
	q := d.start
	for i := 0; i < len(s); i++ {
		q = d.Step(q, s[i])
	}
	return d.accept[q]
}

// Leaf returns the live state from which every byte leads to Dead, or Dead if there is no such
// state. The leaf accepts, and it is unique because d is canonical.
func (d *DFA) Leaf() StateID {
	for q := StateID(1); int(q) < d.NumStates(); q++ {
		if slices.Max(d.next[int(q)*d.classes:][:d.classes]) == Dead {
			return q
		}
	}
	return Dead
}

// Moves yields the moves from q to live states, as maximal byte ranges in ascending order.
func (d *DFA) Moves(q StateID) iter.Seq2[ByteRange, StateID] {
	return func(yield func(ByteRange, StateID) bool) {
		row := d.next[int(q)*d.classes:][:d.classes]
		for lo := 0; lo < 256; {
			to, hi := row[d.class[lo]], lo
			for hi < 255 && row[d.class[hi+1]] == to {
				hi++
			}
			if to != Dead && !yield(ByteRange{byte(lo), byte(hi)}, to) {
				return
			}
			lo = hi + 1
		}
	}
}

// ClassBytes returns the bytes of class c as maximal ranges in ascending order.
func (d *DFA) ClassBytes(c int) []ByteRange {
	var ranges []ByteRange
	for b := range 256 {
		switch n := len(ranges); {
		case d.Class(byte(b)) != c:
		case n > 0 && int(ranges[n-1].Hi)+1 == b:
			ranges[n-1].Hi = byte(b)
		default:
			ranges = append(ranges, ByteRange{byte(b), byte(b)})
		}
	}
	return ranges
}

// From returns a copy of d that starts at q. It shares the transitions of d and need not be minimal
// or canonical.
func (d *DFA) From(q StateID) *DFA {
	from := *d
	from.start = q
	return &from
}

// Swap returns an automaton for the members of d with every a and b exchanged. It shares the
// transitions of d and is not canonical.
func (d *DFA) Swap(a, b byte) *DFA {
	swapped := *d
	swapped.class[a], swapped.class[b] = d.class[b], d.class[a]
	return &swapped
}

// size returns the automaton's memory use in bytes.
func (d *DFA) size() int64 { return int64(len(d.next))*4 + int64(len(d.accept)) }

// Release returns the automaton's memory to the meter. Call it when the automaton is no longer
// needed.
func (d *DFA) Release(meter *Meter) { meter.release(d.size()) }

// Dump writes the automaton in a stable, readable form: one line per class, then one line per live
// state with its moves. ">" marks the start, and "*" marks an accepting state.
func (d *DFA) Dump(w io.Writer) error {
	_, err := fmt.Fprintf(w, "dfa: %d live states, %d classes\n", d.Live(), d.classes)
	for c := range d.classes {
		if err == nil {
			_, err = fmt.Fprintf(w, "class %d:%s\n", c, formatRanges(d.ClassBytes(c)))
		}
	}
	for q := 1; q < d.NumStates() && err == nil; q++ {
		_, err = fmt.Fprintf(w, "%s%s%d:%s\n", pick(StateID(q) == d.start, ">"), pick(d.accept[q], "*"), q,
			d.formatMoves(StateID(q)))
	}
	return err
}

func (d *DFA) formatMoves(q StateID) string {
	text := ""
	for r, to := range d.Moves(q) {
		text += fmt.Sprintf("%s→%d", formatRanges([]ByteRange{r}), to)
	}
	return text
}

func pick(ok bool, s string) string {
	if ok {
		return s
	}
	return " "
}

// formatRanges writes printable ASCII literally and other bytes in hexadecimal.
func formatRanges(ranges []ByteRange) string {
	text := ""
	for _, r := range ranges {
		text += " " + formatByte(r.Lo)
		if r.Hi > r.Lo {
			text += "-" + formatByte(r.Hi)
		}
	}
	return text
}

func formatByte(b byte) string {
	if '!' <= b && b <= '~' {
		return string(rune(b))
	}
	return fmt.Sprintf("%02X", b)
}
