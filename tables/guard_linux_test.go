package tables_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"

	"github.com/irilex/iri/tables"
)

// A fence is memory that ends where the process may not read on.
type fence struct{ memory []byte }

func newFence(t *testing.T, size int) *fence {
	page := os.Getpagesize()
	size = (size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mprotect(all[size:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	return &fence{all[:size]}
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
			}); why != nil {
				t.Fatalf("%s: on %q: %v", l.name, s, why)
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
	probes := []string{"", "a", "http://[1:2:3:4:5:6:7:8]/", "12345678", string(every)}
	verdicts := map[bool]int{}
	try := func(kind string, garbage []byte, verify bool) {
		rule := tables.Rule(table.put(string(garbage)))
		for _, s := range append(probes, string(randomBytes(r, r.IntN(30)))) {
			s := text.put(s)
			if why := faults(func() { verdicts[rule.Valid(s)]++; rule.ValidBytes([]byte(s)) }); why != nil {
				t.Fatalf("%s: Valid(%q): %v\n%x", kind, s, why, garbage[:min(len(garbage), 80)])
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

	h16, iri := bundledRule(t, "rfc3987", "h16"), bundledRule(t, "rfc3987", "IRI")
	for i := range len(h16) {
		try("h16 cut off", []byte(h16[:i]), true)
		if i > 8 {
			try("h16 cut off and sealed", []byte(sealed([]byte(h16[:i]))), true)
		}
	}
	for range 300 {
		i := 9 + r.IntN(len(iri)-9)
		try("IRI cut off", []byte(iri[:i]), true)
		try("IRI cut off and sealed", []byte(sealed([]byte(iri[:i]))), true)
	}
	small := randomLanguages()
	for i := range 2000 {
		l := small[r.IntN(len(small))]
		if len(l.rule) > 1<<14 {
			continue
		}
		b := []byte(l.rule)
		for range 1 + r.IntN(4) {
			at := r.IntN(len(b))
			if i%2 == 0 {
				at = r.IntN(80)
			}
			b[at] = byte(r.IntN(256))
		}
		try(l.name+" with other bytes", b, false)
		try(l.name+" with other bytes, sealed", []byte(sealed(b)), false)
		try("random", randomTable(r), false)
	}
	if verdicts[true] < 1000 || verdicts[false] < 1000 {
		t.Errorf("hardly any garbage is walked: %v", verdicts)
	}
}

// randomTable returns random bytes with a header that is likely to be believed.
func randomTable(r *rand.Rand) []byte {
	mask := 1<<r.IntN(14) - 1
	if r.IntN(4) == 0 {
		mask = r.IntN(5000)
	}
	b := randomBytes(r, 592+256+mask+r.IntN(2)*r.IntN(3000))
	if r.IntN(4) == 0 {
		for i := 592; i < len(b); i++ {
			b[i] |= 0xF0 // escapes, often
		}
	}
	copy(b, "iri\x01")
	put := func(at, v int) { binary.LittleEndian.PutUint32(b[at:], uint32(v)) }
	n := 1 + r.IntN(600)
	put(4, len(b))
	put(8, n)
	binary.LittleEndian.PutUint16(b[12:], uint16(1+r.IntN(256)))
	binary.LittleEndian.PutUint16(b[14:], uint16(min(n, 256)))
	b[18] = []byte{0, 2, 4, 1, 255}[r.IntN(5)]
	put(20, mask)
	for at := 28; at < 48; at += 4 {
		if r.IntN(4) > 0 {
			put(at, r.IntN(len(b)+4))
		}
	}
	if r.IntN(2) == 0 {
		return []byte(sealed(b))
	}
	return b
}

// The longest reach of a walk is the last byte of the shortest table that is walked at
// all: every class begins its row at the mask, and every state is the last.
func TestTheLastByteOfATableIsTheLastThatIsRead(t *testing.T) {
	fence := newFence(t, 1<<17)
	for bits := range 17 {
		mask := 1<<bits - 1
		b := bytes.Repeat([]byte{255}, 592+mask+256)
		binary.LittleEndian.PutUint32(b[20:], uint32(mask))
		for _, cut := range []int{0, 1} {
			rule := tables.Rule(fence.put(string(b[:len(b)-cut])))
			for _, s := range []string{"a", "12345678", "123456789"} {
				if why := faults(func() { rule.Valid(s) }); why != nil {
					t.Fatalf("with mask %#x and %d bytes cut off: %v", mask, cut, why)
				}
			}
		}
	}
}

// The wide table may be said to be anywhere, its last cell across the end too.
func TestNoCellOfTheWideTableIsReadBehindTheEnd(t *testing.T) {
	fence := newFence(t, 1<<13)
	b := bytes.Repeat([]byte{255}, 1<<12)
	put := func(at int, v uint32) { binary.LittleEndian.PutUint32(b[at:], v) }
	put(20, 0) // the mask
	put(12, 1) // one class
	for _, width := range []int{1, 2, 3, 4, 255} {
		for behind := -8; behind < 8; behind++ {
			b[18] = byte(width)
			cell := width * (255 + 255) // of state 255 and class 255
			for _, wide := range []uint32{uint32(max(0, len(b)+behind-cell)), 1<<31 - 1, 1 << 31, 1<<32 - 1} {
				put(32, wide)
				rule := tables.Rule(fence.put(string(b)))
				for _, s := range []string{"a", "ab", "123456789"} {
					if why := faults(func() { rule.Valid(s) }); why != nil {
						t.Fatalf("a cell of %d bytes at %d behind the end: %v", width, behind, why)
					}
				}
			}
		}
	}
}
