//go:build amd64 && gc && !purego

package tables_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri/tables"
)

// staySets are those of states, and random ones, with the bytes that they have.
func staySets(t testing.TB, r *rand.Rand) (sets [][16]uint8) {
	for i := range 20 {
		var set [16]uint8
		for range 1 << (i % 8) {
			b := r.IntN(128)
			set[b&15] |= 1 << (b >> 4)
		}
		sets = append(sets, set)
	}
	return append(sets, [16]uint8{}, [16]uint8([]byte(strings.Repeat("\xFF", 16))))
}

// bytesOf lists what a set has, the slow way.
func bytesOf(set [16]uint8) (in string) {
	for b := range 128 {
		if set[b%16]>>(b/16)&1 == 1 {
			in += string([]byte{byte(b)})
		}
	}
	return in
}

// stayTest asks the kernels about s, which has a bound.
func stayTest(t *testing.T, set [16]uint8, in, s string, begun int) {
	want := 0
	for want < len(s) && strings.IndexByte(in, s[want]) >= 0 {
		want++
	}
	for _, k := range tables.StayKernels() {
		if len(s) >= k.Least {
			if got := k.Stay(&set, s); got != want {
				t.Fatalf("%s: %d of %d bytes of %q at %d, not %d; the set has %q", k.Name, got, len(s), s, begun, want, in)
			}
		}
	}
}

// What is not in the set stands anywhere, or nowhere, in strings of all lengths at every alignment.
func TestStayKernels(t *testing.T) {
	r := seeded(31)
	memory := make([]byte, 512)
	for _, set := range staySets(t, r) {
		in := bytesOf(set)
		for n := range 300 {
			at := r.IntN(64)
			for i := range memory {
				memory[i] = byte(r.IntN(256))
				if in != "" && r.IntN(400) > 0 {
					memory[i] = in[r.IntN(len(in))]
				}
			}
			stayTest(t, set, in, viewOf(memory[at:at+n]), at)
			if n > 0 {
				memory[at+r.IntN(n)] = byte(r.IntN(256))
				stayTest(t, set, in, viewOf(memory[at:at+n]), at)
			}
		}
	}
	set := staySets(t, r)[7]
	in := bytesOf(set)
	for n := range 131 {
		for at := range 64 {
			for i := range memory {
				memory[i] = in[i%len(in)]
			}
			stayTest(t, set, in, viewOf(memory[at:at+n]), at)
			for i := range n {
				memory[at+i] = "\x00/\x80\xE3"[(n+i)%4]
				stayTest(t, set, in, viewOf(memory[at:at+n]), at)
				memory[at+i] = in[0]
			}
		}
	}
}

// viewOf returns b as a string, in its place.
func viewOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Where there is no kernel for a string the bytes are counted all the same.
func TestStayOnEveryCPU(t *testing.T) {
	set := staySets(t, seeded(9))[7]
	in := bytesOf(set)
	kernels := tables.StayKernels()
	chosen := kernels[len(kernels)-1]
	for n := range 70 {
		s := strings.Repeat(in, 70)[:n]
		tables.OnEveryCPU(func(cpu string) {
			if got := chosen.Stay(&set, s+"\x80"); got != n {
				t.Errorf("%s: %d of %d bytes", cpu, got, n)
			}
		})
	}
}
