package automaton

import (
	"errors"
	"reflect"
	"testing"
)

func TestDumpGolden(t *testing.T) {
	tree := alt(cat(star(oneOf("a-")), byteIn('x', 0x80)), lit("é"))
	const want = `dfa: 4 live states, 5 classes
class 0: 00-, .-` + "`" + ` b-w 81-A8 AA-C2 C4-FF
class 1: - a
class 2: x-80
class 3: A9
class 4: C3
> 1: -→2 a→2 x-80→3 C3→4
  2: -→2 a→2 x-80→3
 *3:
  4: A9→3
`
	if got := dump(tree.dfa()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := dump(alt().dfa()), "dfa: 0 live states, 1 classes\nclass 0: 00-FF\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Printable ASCII, from ! to ~, is written literally. A space is not, because it would be
// invisible.
func TestFormatByte(t *testing.T) {
	for b, want := range map[byte]string{0: "00", ' ': "20", '!': "!", '"': "\"", '}': "}", '~': "~", 0x7F: "7F",
		0xFF: "FF"} {
		if got := formatByte(b); got != want {
			t.Errorf("%02X is written %q, want %q", b, got, want)
		}
	}
}

// A narrow writer fails after a given number of writes.
type narrow struct{ left int }

var errNarrow = errors.New("too narrow")

func (w *narrow) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errNarrow
	}
	return len(p), nil
}

func TestDumpReportsTheFirstError(t *testing.T) {
	d := lit("ab").dfa() // one line before them, three classes, three states
	for n := range 7 {
		w := &narrow{n}
		if err := d.Dump(w); err != errNarrow || w.left != -1 {
			t.Errorf("after %d lines: %v, %d writes too many", n, err, -1-w.left)
		}
	}
	if err := d.Dump(&narrow{7}); err != nil {
		t.Error(err)
	}
}

// Moves and ClassBytes agree with Step and Class on every byte, and their ranges are maximal.
func TestMovesAndClassBytes(t *testing.T) {
	r := seeded(15)
	for i := range 200 {
		d := randomTree(r, i%4).dfa()
		for q := range d.NumStates() {
			var next [256]StateID
			last, lastTo := -2, Dead
			for m, to := range d.Moves(StateID(q)) {
				if int(m.Lo) <= last || int(m.Lo) == last+1 && to == lastTo || m.Hi < m.Lo || to == Dead {
					t.Fatalf("%v→%d after %d", m, to, last)
				}
				last, lastTo = int(m.Hi), to
				for b := int(m.Lo); b <= last; b++ {
					next[b] = to
				}
			}
			for b := range 256 {
				if next[b] != d.Step(StateID(q), byte(b)) {
					t.Fatalf("state %d, byte %02X", q, b)
				}
			}
		}
		for c := range d.NumClasses() {
			var in, want [256]bool
			last := -2
			for _, m := range d.ClassBytes(c) {
				if int(m.Lo) <= last+1 {
					t.Fatalf("class %d: %v", c, d.ClassBytes(c))
				}
				last = int(m.Hi)
				for b := int(m.Lo); b <= last; b++ {
					in[b] = true
				}
			}
			for b := range 256 {
				want[b] = d.Class(byte(b)) == c
			}
			if in != want {
				t.Fatalf("class %d: %v", c, d.ClassBytes(c))
			}
		}
	}
}

func TestMovesStop(t *testing.T) {
	for m := range oneOf("ace").dfa().Moves(1) {
		if want := (ByteRange{'a', 'a'}); !reflect.DeepEqual(m, want) {
			t.Errorf("%v", m)
		}
		break
	}
}
