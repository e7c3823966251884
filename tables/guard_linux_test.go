package tables_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/irilex/iri/tables"
)

// A fence is memory that ends where the process may not read on, and begins where it may not read before.
type fence struct{ memory []byte }

func newFence(t *testing.T, size int) *fence {
	page := os.Getpagesize()
	size = (size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	for _, guard := range [][]byte{all[:page], all[page+size:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	return &fence{all[page : page+size]}
}

// first is put for a string whose first byte is the first that may be read.
func (f *fence) first(s string) string {
	copy(f.memory, s)
	return unsafe.String(unsafe.SliceData(f.memory), len(s))
}

// put returns s as a string whose last byte is the last that may be read. It is good until the next put.
func (f *fence) put(s string) string {
	at := f.memory[len(f.memory)-len(s):]
	copy(at, s)
	return unsafe.String(unsafe.SliceData(at), len(s))
}

// faults reports whether f reads what it may not, or panics for another reason.
func faults(f func()) (why any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { why = recover() }()
	f()
	return nil
}

func TestTheFenceIsClosed(t *testing.T) {
	s := newFence(t, 10).put("0123456789")
	var b byte
	if why := faults(func() { b = s[9] }); why != nil || b != '9' {
		t.Errorf("the last byte cannot be read: %v", why)
	}
	if faults(func() { b = *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), 10)) }) == nil {
		t.Error("a byte behind the fence can be read")
	}
	s = newFence(t, 10).first("0123456789")
	if why := faults(func() { b = s[0] }); why != nil || b != '0' {
		t.Errorf("the first byte cannot be read: %v", why)
	}
	if faults(func() { b = *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), -1)) }) == nil {
		t.Error("a byte in front of the fence can be read")
	}
}

// No kernel reads a byte in front of a string or behind it, nor of a table.
func TestNoKernelReadsOutside(t *testing.T) {
	table, text := newFence(t, 1<<20), newFence(t, 1<<14)
	r := seeded(7)
	for i, l := range provedLanguages(t) {
		mutator := &mutator{r, l, corpusLines(100)}
		for _, place := range []func(string) string{table.put, table.first} {
			there := *l
			there.rule = tables.Rule(place(string(l.rule)))
			kernels := enginesOf(t, &there).kernels
			one := func(s string) {
				want := l.accepts(s)
				for _, put := range []func(string) string{text.put, text.first} {
					s := put(s)
					for _, k := range kernels {
						verdict := want
						if why := faults(func() {
							switch {
							case k.many != nil && (k.fit == nil || k.fit(s)):
								verdict = k.many(nil, []string{s})[0]
							case k.many == nil:
								verdict = k.one(s)
							}
						}); why != nil {
							t.Fatalf("%s: %s on %q: %v", l.name, k.name, s, why)
						}
						if verdict != want {
							t.Fatalf("%s: %s is wrong about %q", l.name, k.name, s)
						}
					}
				}
			}
			for length := range 70 { // all lengths, in ASCII and with characters at either end
				for range few(4) {
					s := string(l.draw(r, length))
					for _, s := range []string{s, s + "é", "é" + s, s[:len(s)/2] + "中" + s[len(s)/2:], string(mutate(r, []byte(s))), "a:/" + s, "[" + s} {
						one(s)
					}
				}
			}
			for range few(1000) {
				if s := mutator.draw(); len(s) < 1<<14 {
					one(s)
				}
			}
		}
		if testing.Short() && i > 3 {
			break
		}
	}
}

// Neither a table nor a string is read beyond its end.
func TestNothingIsReadBehindTheEnd(t *testing.T) {
	r := seeded(5)
	table, text := newFence(t, 1<<20), newFence(t, 1<<12)
	for _, l := range allLanguages(t) {
		rule := tables.Rule(table.put(string(l.rule)))
		for _, s := range l.probes(r, 30, 1) {
			want := l.accepts(s)
			s = text.put(s)
			if why := faults(func() {
				if rule.Valid(s) != want {
					t.Errorf("%s: Valid is wrong about %q", l.name, s)
				}
				rule.Prefix(s)
				rule.Split(s)
				if rule.Check(s) == nil != want {
					t.Errorf("%s: Check is wrong about %q", l.name, s)
				}
				if rule.Accepting(rule.AdvanceString(rule.Start(), s)) != want {
					t.Errorf("%s: Advance is wrong about %q", l.name, s)
				}
			}); why != nil {
				t.Fatalf("%s: on %q: %v", l.name, s, why)
			}
		}
	}
}

// Nothing outside a member is read when it is cut, wherever its authority ends.
func TestCutsReadNothingOutside(t *testing.T) {
	text := newFence(t, 1<<12)
	for _, l := range rulesWithCuts(t) {
		for _, begin := range []string{"http://é", "http://", "é://", "a:é"} {
			for length := range 80 {
				for behind := range 12 {
					s := begin + strings.Repeat("a", length) + "/bbbbbbbbbb?"[:behind]
					want, ok := l.rule.SplitOnTables(s)
					for _, put := range []func(string) string{text.put, text.first} {
						tables.OnEveryCPU(func(cpu string) {
							if why := faults(func() {
								if got, gotOK := l.rule.Split(put(s)); got != want || gotOK != ok {
									t.Errorf("%s: %q is cut into %v, %v, not %v, %v", l.name, s, got, gotOK, want, ok)
								}
							}); why != nil {
								t.Fatalf("%s, %s: %q: %v", cpu, l.name, s, why)
							}
						})
					}
				}
			}
		}
	}
}

// Whatever the string that is taken for a table: Valid gives some verdict, and Verify an
// error, without a panic and without a look at what is behind it.
func TestGarbageIsWalkedInsideItself(t *testing.T) {
	r := seeded(6)
	table, text := newFence(t, 1<<18), newFence(t, 1<<12)
	var every []byte
	for b := range 256 {
		every = append(every, byte(b))
	}
	probes := []string{"", "a", "http://[1:2:3:4:5:6:7:8]/", "12345678", "é中", "aaaaaaaé", "http://é中.example/é?é#é", string(every),
		"http://a/?" + strings.Repeat("é\uE000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé", 9)}
	verdicts, walks := map[bool]int{}, map[string]int{}
	try := func(kind string, garbage []byte, verify bool) {
		rule := tables.Rule(table.put(string(garbage)))
		walks[believed(garbage)]++
		for _, s := range append(probes, string(randomBytes(r, r.IntN(30)))) {
			s := text.put(s)
			if why := faults(func() {
				verdicts[rule.Valid(s)]++
				verdicts[rule.ValidOnTables(s)]++
				rule.ValidBytes([]byte(s))
				walkStates(rule, s)
			}); why != nil {
				t.Fatalf("%s: Valid(%q): %v\n%x", kind, s, why, garbage[:min(len(garbage), 88)])
			}
		}
		if why := faults(func() {
			if err := rule.Verify(); verify && err == nil {
				t.Errorf("%s: Verify accepts it", kind)
			}
		}); why != nil {
			t.Fatalf("%s: Verify: %v", kind, why)
		}
	}

	h16, iri := shippedLanguage(t, "rfc3987", "h16").rule, shippedLanguage(t, "rfc3987", "IRI").rule
	for i := range len(h16) {
		try("h16 cut off", []byte(h16[:i]), true)
		if i > 8 {
			try("h16 cut off and sealed", []byte(sealed([]byte(h16[:i]))), true)
		}
	}
	port := string(shippedLanguage(t, "rfc3986", "port").rule) // the smallest table with shift rows
	for i := 9 + r.IntN(7); i < len(port); i += 1 + r.IntN(max(1, 10/few(10))) {
		try("port cut off", []byte(port[:i]), true)
		try("port cut off in front", append([]byte(port[:88]), port[88+len(port)-max(i, 88):]...), false)
		try("port cut off and sealed", []byte(sealed([]byte(port[:i]))), true)
	}
	for range few(300) {
		i := 9 + r.IntN(len(iri)-9)
		try("IRI cut off", []byte(iri[:i]), true)
		try("IRI cut off and sealed", []byte(sealed([]byte(iri[:i]))), true)
	}
	small := randomLanguages()
	hot := slices.DeleteFunc(slices.Clone(randomHot()), func(l *language) bool { return len(l.rule) > 1<<15 })
	for i := range few(2000) {
		l := small[r.IntN(len(small))]
		if len(l.rule) > 1<<14 {
			continue
		}
		b := []byte(l.rule)
		for range 1 + r.IntN(4) {
			at := r.IntN(len(b))
			if i%2 == 0 {
				at = r.IntN(88)
			}
			b[at] = byte(r.IntN(256))
		}
		try(l.name+" with other bytes", b, false)
		try(l.name+" with other bytes, sealed", []byte(sealed(b)), false)
		try("random", randomTable(r), false)
		try("random shift rows", randomShiftRows(r), false)
	}
	for range few(2000) {
		l := hot[r.IntN(len(hot))]
		b := []byte(l.rule)
		block := l.rule.ShiftBlock()
		for range 1 + r.IntN(6) {
			switch r.IntN(5) {
			case 4:
				if x := l.rule.TextBlock(); x != nil {
					b[x.At+r.IntN(x.End-x.At)] = byte(r.IntN(256))
				}
			case 0:
				b[block.At+r.IntN(tables.HotHeader)] = byte(r.IntN(256))
			case 1:
				b[block.Places+r.IntN(min(1000, len(b)-block.Places))] = byte(r.IntN(256))
			case 2:
				binary.LittleEndian.PutUint32(b[block.At+28+4*r.IntN(3):], []uint32{r.Uint32(), uint32(len(b) - r.IntN(1300)), 1<<32 - 1, 1 << 31}[r.IntN(4)])
			default:
				b[block.At+r.IntN(block.End-block.At)] = byte(r.IntN(256))
			}
		}
		try(l.name+" with other shift rows", b, false)
	}
	if least := few(1000); verdicts[true] < least || verdicts[false] < least {
		t.Errorf("hardly any garbage is walked: %v", verdicts)
	}
	for _, how := range []string{"forwards", "both ways", "on shift rows", ""} {
		if walks[how] < few(500) {
			t.Errorf("hardly any garbage is walked %q: %v", how, walks)
		}
	}
}

// walkStates goes on from every kind of state.
func walkStates(rule tables.Rule, s string) {
	for _, q := range []tables.State{rule.Start(), 0, 1, 254, 255, 256, 1<<16 - 1, 1 << 16, 1 << 31, 1<<32 - 1} {
		_ = rule.Accepting(rule.AdvanceString(rule.AdvanceString(q, s), s))
	}
}

// believed says how Valid walks a table: the last invariant of Rule decides.
func believed(b []byte) string {
	if len(b) < 88+516 {
		return ""
	}
	mask, back := uint64(binary.LittleEndian.Uint32(b[20:])), uint64(binary.LittleEndian.Uint32(b[24:]))
	switch {
	case b[19]&^2 == 1 && len(b) >= 88+516+tables.HotSize:
		return "on shift rows"
	case back+mask+256 > uint64(len(b)):
		return ""
	case back == 0:
		return "forwards"
	}
	return "both ways"
}

// randomShiftRows returns random bytes with a header that is likely to be believed, and a block of
// shift rows of which any cell may lead anywhere, or most to few places.
func randomShiftRows(r *rand.Rand) []byte {
	b := randomTable(r)
	if r.IntN(4) > 0 {
		b = append(b, randomBytes(r, tables.HotSize+r.IntN(700))...)
	}
	b[19] = []byte{1, 3}[r.IntN(2)]
	at := len(b) - 516 - tables.HotSize
	if at < 0 {
		return b
	}
	if r.IntN(2) == 0 {
		for i := at + tables.HotHeader; i < len(b)-516; i++ {
			b[i] &= byte(r.IntN(256) & r.IntN(256)) // few bits
		}
	}
	if r.IntN(2) == 0 { // hardly ever over
		copy(b[at+8:], make([]byte, 16))
		b[at+8+r.IntN(16)] = 1
	}
	for _, field := range []int{28, 32, 36} {
		if r.IntN(4) > 0 {
			binary.LittleEndian.PutUint32(b[at+field:], uint32(r.IntN(len(b)+10)))
		}
	}
	return b
}

// The longest reach of a walk is the last byte of the shortest table that is walked at
// all: every class begins its row at the mask, and every state is the last. So it is
// with the walk from the end, which begins further behind.
func TestTheLastByteOfATableIsTheLastThatIsRead(t *testing.T) {
	fence := newFence(t, 1<<18)
	const least = 88 + 516
	for bits := range 17 {
		mask := 1<<bits - 1
		for _, back := range []int{0, 1, 2, max(1, least-256-mask), 1 << 10, 1 << 16} {
			size := max(least, mask+back+256)
			b := bytes.Repeat([]byte{255}, size)
			binary.LittleEndian.PutUint32(b[20:], uint32(mask))
			binary.LittleEndian.PutUint32(b[24:], uint32(back))
			for _, x := range [][2]byte{{0, 0}, {0, 255}, {255, 0}, {255, 255}} {
				b[16], b[19] = x[0], x[1] // where the walk begins, and whether there are shift rows and regions
				for _, cut := range []int{0, 1} {
					rule := tables.Rule(fence.put(string(b[:len(b)-cut])))
					for _, s := range []string{"", "a", "1234", "1234567", "12345678", "123456789"} {
						var verdict bool
						if why := faults(func() { walkStates(rule, s); verdict = rule.Valid(s) }); why != nil {
							t.Fatalf("with mask %#x, back %#x and %d bytes cut off: %v", mask, back, cut, why)
						}
						if cut > 0 && size == mask+back+256 && x[1] == 0 && verdict {
							t.Errorf("with mask %#x, back %#x and %d bytes cut off: %q is a member", mask, back, cut, s)
						}
					}
				}
			}
		}
	}
}

// What escapes from the rows of text is walked on the rows of all bytes, which a mask keeps
// inside the table as long as it is small enough: else nothing is walked.
func TestAnEscapeIsWalkedInsideItsTable(t *testing.T) {
	if !tables.Shifts {
		t.Skip("nothing escapes on this platform")
	}
	const window, line = 256, "http://a.example/é\uE000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	iri := shippedLanguage(t, "rfc3987", "IRI").rule
	fence := newFence(t, 1<<18)
	text := iri.TextBlock()
	for behind := -2; behind < 3*window; behind++ {
		b := []byte(iri)
		binary.LittleEndian.PutUint32(b[20:], uint32(len(b)-window+behind))
		for at := len(b) - 516; at < len(b)-4; at++ {
			b[at] = 255 // every class begins its row at the mask
		}
		for at := text.End - 256; at < text.End; at += 2 {
			binary.LittleEndian.PutUint16(b[at:], 254) // what escapes came from the last state that rows know
		}
		rule := tables.Rule(fence.put(string(b)))
		if why := faults(func() { rule.ValidOnTables(line) }); why != nil {
			t.Fatalf("rows that begin %d bytes behind the last: %v", behind, why)
		}
	}
}

// What two walks meet to may be said to be anywhere.
func TestNoBitOfTheJoinIsReadBehindTheEnd(t *testing.T) {
	fence := newFence(t, 1<<13)
	verdicts := map[bool]int{}
	for _, stride := range []int{0, 1, 8, 256, 1<<16 - 1} {
		for f := 0; f < 255; f += 127 {
			for b := 1; b < 255; b += 126 {
				table := make([]byte, 1<<11)
				put := func(at, v uint32) { binary.LittleEndian.PutUint32(table[at:], v) }
				for i := range 256 {
					table[88+i], table[88+256+i] = byte(f), byte(b) // the only row of both
				}
				for i := range 256 {
					binary.LittleEndian.PutUint16(table[len(table)-516+2*i:], 88)
				}
				for at := 88 + 512; at < len(table)-516; at++ {
					table[at] = 255
				}
				table[len(table)-1] = 255
				binary.LittleEndian.PutUint16(table[14:], uint16(stride))
				put(20, 1<<7-1)
				put(24, 256)
				bit := b*((stride+7)/8) + f/8
				for _, join := range []int{88 + 512 - bit, 88 + 511 - bit, len(table) - 1 - bit, len(table) - bit, len(table) + 1 - bit} {
					put(28, uint32(join))
					rule := tables.Rule(fence.put(string(table)))
					at := int64(uint32(join)) + int64(bit)
					want := at < int64(len(table)) && table[at]>>(f%8)&1 != 0
					if ^uint(0)>>32 == 0 { // the sum wraps
						at = int64(uint32(at))
						want = at < int64(len(table)) && table[at]>>(f%8)&1 != 0
					}
					for _, s := range []string{"1234", "12345", "1234567890"} {
						if f == 0 { // dead
							want = false
						}
						var got bool
						if why := faults(func() { got = rule.Valid(s) }); why != nil || got != want {
							t.Fatalf("stride %d, states %d and %d, join at %d: %v, %v", stride, f, b, join, got, why)
						}
						verdicts[got]++
					}
				}
				for _, join := range []uint32{1<<31 - 1, 1 << 31, 1<<32 - 1} {
					put(28, join)
					rule := tables.Rule(fence.put(string(table)))
					if why := faults(func() { rule.Valid("12345"); walkStates(rule, "12345") }); why != nil {
						t.Fatalf("stride %d, states %d and %d, join at %#x: %v", stride, f, b, join, why)
					}
				}
			}
		}
	}
	if verdicts[true] < 50 || verdicts[false] < 50 {
		t.Errorf("one-sided: %v", verdicts)
	}
}

// The wide table may be said to be anywhere, its last cell across the end too.
func TestNoCellOfTheWideTableIsReadBehindTheEnd(t *testing.T) {
	fence := newFence(t, 1<<17)
	b := bytes.Repeat([]byte{255}, 1<<16)
	put := func(at int, v uint32) { binary.LittleEndian.PutUint32(b[at:], v) }
	b[19] = 0  // no blocks
	put(20, 0) // the mask
	put(24, 0) // nothing to walk backwards with
	read, last := 0, 0
	for _, first := range []int{0, 1, 129, 200, 254, 255} {
		for _, states := range []uint32{0, 1, 255, 256, 257, 512, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
			b[18] = byte(first)
			put(8, states)
			cell := 2 * (255*(int64(states)-int64(first)) + 255 - int64(first)) // of state 255 and class 255
			for behind := int64(-8); behind < 8; behind++ {
				for _, wide := range []uint32{uint32(max(0, int64(len(b))+behind-cell)), 1<<31 - 1, 1 << 31, 1<<32 - 1} {
					put(36, wide)
					rule := tables.Rule(fence.put(string(b)))
					for _, s := range []string{"a", "ab", "123456789"} {
						if why := faults(func() { rule.Valid(s); walkStates(rule, s) }); why != nil {
							t.Fatalf("the wide table from state %d of %d on, a cell at %d behind the end: %v", first, states, behind, why)
						}
					}
					if rule.AdvanceString(255, "a") != 0 {
						read++
						if int64(wide)+cell+2 == int64(len(b)) {
							last++
						}
					}
				}
			}
		}
	}
	if read < 50 || last < 8 {
		t.Errorf("%d cells were read, %d of them the last that there may be", read, last)
	}
}
