//go:build linux && amd64 && gc && !purego

package tables_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A damage function passes unproven sections to the kernels.
type damage struct {
	*testing.T
	text, section *testkit.Fence
	verdicts      [3]int
}

// stringsOfLength returns n-byte strings that lead a kernel along every path to the end of an
// authority and of a port, even past the last byte.
func stringsOfLength(n int) (all []string) {
	for _, begin := range []string{"a://", "//", "a:/", "a:", "/", ""} {
		for _, end := range []string{"", ":", ":8", ":80/", "/", "\u00E9", "\U0001F600", "%41", "#"} {
			if pad := n - len(begin) - len(end); pad >= 0 {
				all = append(all, begin+strings.Repeat("b", pad)+end)
			}
		}
	}
	if n > 6 {
		all = append(all, "a://b:"+strings.Repeat("8", n-6), "a://"+strings.Repeat(":", n-4), strings.Repeat("a", n-1)+":")
	}
	return all
}

// try passes the string to the kernels three times: with no readable byte before it, with none
// after it, and with the given bytes after it. The verdict must be the same.
func (d *damage) try(section, s string) {
	var text string
	why := testkit.Faults(func() {
		for _, k := range tables.RegionKernels() {
			text = d.text.Last(s)
			want := k.Valid(section, text)
			d.verdicts[want%3]++
			if _, got := k.Split(section, text); got != want {
				d.Fatalf("%s: %q has the verdicts %d and %d", k.Name, s, want, got)
			}
			for _, after := range []string{":8", "\x00:", "/"} {
				text = d.text.First(s + after)[:len(s)]
				if got := k.Valid(section, text); got != want {
					d.Fatalf("%s: %q before %q has the verdict %d, not %d\n%x", k.Name, s, after, got, want, section)
				}
				if _, got := k.Split(section, text); got != want {
					d.Fatalf("%s: %q before %q has the verdict %d of Split, not %d\n%x", k.Name, s, after, got, want, section)
				}
			}
		}
	})
	if why != nil {
		d.Fatalf("%q (%d bytes): %v\n%x", s, len(s), why, section)
	}
}

func damaged(t *testing.T, f func(d *damage, real string, all [][]string)) {
	if len(tables.RegionKernels()) == 0 {
		t.Skip("this processor has neither AVX-512 VBMI nor AVX2")
	}
	d := &damage{T: t, text: testkit.NewFence(t, 1<<12), section: testkit.NewFence(t, 1<<12)}
	var all [][]string
	for n := 4; n <= 130; n++ {
		all = append(all, stringsOfLength(n))
	}
	for _, rule := range []string{"IRI", "IRI-reference"} {
		f(d, string(regionsOf(t, "rfc3987", rule).Encode()), all)
	}
	if min(d.verdicts[0], d.verdicts[1], d.verdicts[2]) < testkit.Few(1000) {
		t.Errorf("one-sided: %v", d.verdicts)
	}
}

// Whatever byte of a section is changed, no kernel reads outside a string of any length.
func TestDamagedRegionsReadNothingOutside(t *testing.T) {
	damaged(t, func(d *damage, real string, all [][]string) {
		r, step := seeded(38), 16 // try one in step lengths, different ones for each byte
		switch {
		case testkit.Long():
			step = 4
		case testkit.Few(8) < 8:
			step = len(all)
		}
		for at := range real {
			for i, value := range []byte{0xFF, 0, ^real[at], byte(r.IntN(256))} {
				if !testkit.OneIn(2, at+i) {
					continue
				}
				section := []byte(real)
				section[at] = value
				g := d.section.Last(string(section))
				for n := (at + int(value)) % step; n < len(all); n += step {
					for _, s := range all[n] {
						d.try(g, s)
					}
				}
			}
		}
	})
}

// The same holds for any class of byte 0, which follows the end of a string in a vector.
func TestDamagedClassOfTheEndReadsNothingOutside(t *testing.T) {
	const sets = 272
	damaged(t, func(d *damage, real string, all [][]string) {
		r := seeded(39)
		for class := range 256 {
			section := []byte(real)
			section[0] = byte(class)
			for bit := range 8 {
				section[sets+16*bit] = section[sets+16*bit]&^1 | byte(class>>bit&1)
			}
			if class%4 == 3 { // and much more
				for range r.IntN(100) {
					section[1+r.IntN(len(section)-1)] = byte(r.IntN(256))
				}
			}
			g := d.section.Last(string(section))
			for n, list := range all {
				if testkit.Few(8) < 8 && (n+class)%64 > 0 && n != class%len(all) {
					continue
				}
				for _, s := range list {
					d.try(g, s)
				}
			}
		}
	})
}

// The same holds for a section of random bytes.
func TestRandomRegionsReadNothingOutside(t *testing.T) {
	damaged(t, func(d *damage, real string, all [][]string) {
		r := seeded(40)
		for round := range testkit.Few(400) {
			g := d.section.Last(string(randomBytes(r, len(real))))
			for i, list := range all {
				if !testkit.OneIn(3, i+round) {
					continue
				}
				for range 8 {
					d.try(g, list[r.IntN(len(list))])
				}
			}
		}
	})
}
