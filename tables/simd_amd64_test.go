//go:build amd64 && gc && !purego

package tables_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

func regionsOf(t testing.TB, grammar, rule string) *machine.Regions {
	t.Helper()
	r := machineOf(t, bundledRule(t, grammar, rule)).Regions
	if r == nil {
		t.Fatalf("%s#%s has no regions", grammar, rule)
	}
	return r
}

// allRegions returns the regions of different rules: with and without UTF-8, with and without a
// fragment, opaque and not, relative and not.
func allRegions(t testing.TB) map[string]*machine.Regions {
	all := map[string]*machine.Regions{}
	for _, x := range [][2]string{{"rfc3987", "IRI"}, {"rfc3987", "IRI-reference"}, {"rfc3987", "absolute-IRI"},
		{"rfc3986", "URI"}, {"rfc2396", "URI-reference"}} {
		all[x[0]+"#"+x[1]] = regionsOf(t, x[0], x[1])
	}
	return all
}

// A regionTest compares the kernels with a slow version.
type regionTest struct {
	*testing.T
	kernels  []tables.RegionKernel
	regions  *machine.Regions
	section  string
	verdicts [2]int // numbers of strings with and without the shape
	said     [3]int // numbers of the kernels' verdicts
	rule     tables.Rule
	memory   []byte // for the last string built by join
	copied   []byte // the last string passed to the tables
}

func eachRegions(t *testing.T, f func(t *regionTest)) {
	kernels := tables.RegionKernels()
	if len(kernels) == 0 && os.Getenv("CI") == "true" {
		t.Fatal("this processor has neither AVX-512 VBMI nor AVX2: the kernels are not tested")
	}
	if len(kernels) == 0 {
		t.Skip("this processor has neither AVX-512 VBMI nor AVX2")
	}
	for _, k := range kernels {
		t.Logf("tested: the kernel for %s", k.Name)
	}
	for name, r := range allRegions(t) {
		t.Run(name, func(t *testing.T) {
			grammar, rule, _ := strings.Cut(name, "#")
			test := &regionTest{T: t, kernels: kernels, regions: r, section: string(r.Encode())}
			test.rule = bundledRule(t, grammar, rule)
			f(test)
			if min(test.verdicts[0], test.verdicts[1]) < testkit.Few(100) {
				t.Errorf("one-sided: %v", test.verdicts)
			}
			if min(test.said[0], test.said[1], test.said[2]) < 10*len(kernels) { // fewer strings under the race detector, too
				t.Errorf("what the kernels say is one-sided: %v", test.said)
			}
		})
	}
}

// inReach reports whether the authority of a string with the shape ends within the first 64 bytes
// of a longer string. Otherwise the kernels leave it undecided.
func (t *regionTest) inReach(s string, ends [4]int) bool {
	if len(s) <= 64 {
		return true
	}
	if ends[1] == 0 {
		return strings.ContainsAny(s[:64], "/?#") // the first segment ends there
	}
	return ends[0]+2 <= 64 && ends[1] < 64
}

// ends returns the ends of the components of a string with the shape.
func (t *regionTest) ends(s string) (ends [4]int) {
	for i := range len(s) {
		if b := s[i]; b == ':' || b == '/' || b == '?' || b == '#' {
			if b == ':' {
				ends[0] = i + 1
			}
			break
		}
	}
	ends[1], ends[2], ends[3] = ends[0], len(s), len(s)
	if strings.HasPrefix(s[ends[0]:], "//") {
		for ends[1] += 2; ends[1] < len(s) && (s[ends[1]] >= 0x80 || t.regions.Class[s[ends[1]]]&machine.InBody != 0); {
			ends[1]++
		}
	}
	if i := strings.IndexByte(s, '#'); i >= 0 {
		ends[2], ends[3] = i, i
	}
	if i := strings.IndexByte(s[:ends[3]], '?'); i >= 0 {
		ends[2] = i
	}
	return ends
}

// compare passes s to the kernels, and prints where if their results are wrong. It reports whether
// s has the shape.
func (t *regionTest) compare(s string, where any) bool {
	shaped, ends, refused := t.regions.Accepts(s), t.ends(s), false
	wantX := tables.Extents{ends[0], ends[1] - ends[0], ends[2] - ends[1], ends[3] - ends[2], len(s) - ends[3]}
	if len(s) > 64 {
		wantX = tables.Extents{wantX[0], wantX[1]}
	}
	for _, k := range t.kernels {
		want := shaped && t.inReach(s, ends) && len(s) >= k.Least && ends[0] <= k.Scheme
		got := k.Valid(t.section, s)
		if got == 1 != want {
			t.Fatalf("%s: %v about %q (%d bytes), %v", k.Name, got, s, len(s), where)
		}
		t.said[got]++
		refused = refused || got == 2
		x, again := k.Split(t.section, s)
		if again != got {
			t.Fatalf("%s with extents: %v about %q (%d bytes), %v", k.Name, again, s, len(s), where)
		}
		if want && x != wantX {
			t.Fatalf("%s: extents %v of %q, %v", k.Name, x, s, where)
		}
	}
	if refused {
		if t.copied = append(t.copied[:0], s...); t.rule.ValidOnTables(viewOf(t.copied)) {
			t.Fatalf("a kernel refuses %q (%d bytes), a member, %v", s, len(s), where)
		}
	}
	if shaped {
		t.verdicts[0]++
	} else {
		t.verdicts[1]++
	}
	return shaped
}

// join returns the concatenation of the parts, valid until the next call.
func (t *regionTest) join(parts ...string) string {
	t.memory = t.memory[:0]
	for _, part := range parts {
		t.memory = append(t.memory, part...)
	}
	return viewOf(t.memory)
}

// draw returns a string of about n bytes that has the shape.
func (t *regionTest) draw(r *rand.Rand, n int) string {
	w := newWalker(t.regions)
	var s []byte
	for tries := 0; tries < 1000; tries++ {
		if len(s) >= n && w.Accepting() {
			break
		}
		b := byte(r.IntN(256))
		if r.IntN(4) > 0 {
			b = "abcz:/?#%09AFé"[r.IntN(15)]
		}
		if len(s) >= 1 && len(s) < 20 && r.IntN(4) == 0 {
			b = "://"[r.IntN(3)]
		}
		if w.Step(b) {
			s = append(s, b)
		}
	}
	return string(s)
}

// The regions that package build derives pass the proof in another package.
func TestRegionsAreProved(t *testing.T) {
	proved := 0
	for _, name := range withRegions {
		for _, rule := range bundledGrammar(t, name).Rules {
			if rule.Table == "" {
				continue
			}
			m := machineOf(t, rule.Table)
			r := m.Regions
			if r == nil {
				continue
			}
			if err := m.VerifyRegions(); err != nil {
				t.Errorf("%s#%s: %v", name, rule.Name, err)
			}
			proved++
			if name == "rfc2396" { // there an authority may contain every byte of a path
				continue
			}
			for b := range r.Class { // a change must make the proof fail
				if r.Class[b] != 0 || !testkit.OneIn(4, proved+b) {
					continue
				}
				bits := []uint8{
					machine.Plain | machine.InBody, machine.InAuthority | machine.Plain, machine.InPort | machine.Plain,
					machine.Leads, machine.LeadsThree, machine.LeadsThree | machine.LeadsLow,
				}
				for _, bit := range bits {
					more := *r
					more.Class[b] |= bit
					m.Regions = &more
					if more != *r && m.VerifyRegions() == nil {
						t.Errorf("%s#%s: byte %#02x may have class %#02x, too", name, rule.Name, b, more.Class[b])
					}
				}
			}
		}
	}
	if proved < 8 {
		t.Errorf("only %d rules have regions", proved)
	}
}

// A filled is a position in memory surrounded by other bytes.
type filled struct {
	at int
	by byte
}

func (f filled) String() string { return fmt.Sprintf("at %d, filled with %q", f.at, f.by) }

// The test puts strings of all lengths (members, near members and random ones) at every alignment,
// between arbitrary bytes.
func TestRegionKernelsAtEveryAlignment(t *testing.T) {
	eachRegions(t, func(t *regionTest) {
		r := seeded(30)
		memory := make([]byte, 512)
		for n := range 131 {
			for at := range 64 {
				if !testkit.OneIn(2, n+at) {
					continue
				}
				for range testkit.Few(8) {
					s := []byte(t.draw(r, n))
					for range r.IntN(3) {
						s = mutate(r, s)
					}
					if r.IntN(8) == 0 {
						s = randomBytes(r, n)
					}
					s = s[:min(len(s), 300)]
					fill := "a/#%9\xE4\xBD\xA0\x00"[r.IntN(9)]
					for i := range memory {
						memory[i] = fill
					}
					copy(memory[at+64:], s)
					t.compare(viewOf(memory[at+64:at+64+len(s)]), filled{at, fill})
				}
			}
		}
	})
}

// A region may end, and a sequence may begin, anywhere: two symbols at every offset in every
// region, followed by other bytes.
func TestRegionKernelsWithTwoSymbolsAnywhere(t *testing.T) {
	eachRegions(t, func(t *regionTest) {
		symbols := t.symbols()
		first := []string{"%4", "\xE4\xBD", "\xF0\x9F", "\xF1\xA0\xBF", "%a%", "://", ":8", ""}
		for _, b := range symbols {
			first = append(first, string([]byte{b}))
		}
		for i, region := range []string{"", "/", "//", "a:", "a:/", "a://", "a://a:", "a://a/", "a:?", "a://a#"} {
			fill := "a"
			if strings.HasSuffix(region, "a:") {
				fill = "8"
			}
			for k := range 132 {
				second := symbols
				if to64 := (len(region) + k + 4) % 64; to64 < testkit.Few(6) && !testing.Short() {
					second = []byte(every)
				}
				before := region + strings.Repeat(fill, k)
				for j, x := range first {
					if !testkit.Sparse(4, i+j+k) || !testkit.OneIn(2, (i+j+k)/4) {
						continue
					}
					for _, b := range second {
						s := t.join(before, x, every[b:int(b)+1], "a9")
						t.compare(s[:len(s)-2], k)
						t.compare(s, k)
					}
				}
			}
		}
	})
}

// After percent-encodings the kernels expect more of them, and reread the last bytes: the test
// inserts bytes of every class, allowed or not, at every offset of such strings, or replaces the
// byte there.
func TestRegionKernelsAmongEscapes(t *testing.T) {
	eachRegions(t, func(t *regionTest) {
		around := []string{"%", "%4", "%%", "#", "#%41#", "\xA5", "%\xB4\xB1", "\xC3\xA9", "\xE4\xBD\xA0", "\xE4", ""}
		for _, b := range t.symbols() {
			around = append(around, string([]byte{b}))
		}
		for _, unit := range []string{"%41", "a%41", "%41%4a" + strings.Repeat("b", 62), "%41%C3%A9" +
			strings.Repeat("b", 130)} {
			for phase := range 4 {
				s := "a://a/" + strings.Repeat("a", phase) + strings.Repeat(unit, 450/len(unit))
				s = s[:min(len(s), 330+phase)]
				for at := 6; at <= len(s); at += 1 + phase%2*2 {
					for i, x := range around {
						if testkit.OneIn(8, i+at+phase) {
							t.compare(t.join(s[:at], x, s[at:]), at)
							t.compare(t.join(s[:at], x, s[min(at+1, len(s)):]), at)
						}
					}
				}
			}
		}
	})
}

// every holds all bytes, each at its own index.
var every = func() string {
	all := make([]byte, 256)
	for b := range all {
		all[b] = byte(b)
	}
	return string(all)
}()

// symbols returns one byte of each class, and the delimiters.
func (t *regionTest) symbols() (symbols []byte) {
	seen := map[[2]uint8]bool{}
	for b := range 256 {
		key := [2]uint8{t.regions.Class[b], uint8(b >> 7)}
		if !seen[key] || strings.IndexByte(":/", byte(b)) >= 0 {
			seen[key] = true
			symbols = append(symbols, byte(b))
		}
	}
	return symbols
}

// The test tries all live strings of up to four symbols (with -long, five), followed by one more
// byte.
func TestRegionKernelsOnShortStrings(t *testing.T) {
	eachRegions(t, func(t *regionTest) {
		symbols, most, turn := t.symbols(), 5, 0
		if !testkit.Long() {
			most = 4
		}
		var grow func(s string, w walker)
		grow = func(s string, w walker) {
			turn++
			for b := range len(every) {
				if testkit.OneIn(4, turn+b) || slices.Contains(symbols, byte(b)) {
					t.compare(t.join(s, every[b:b+1]), "")
				}
			}
			if len(s) == most {
				return
			}
			for _, b := range symbols {
				if after := w; after.Step(b) {
					grow(s+string([]byte{b}), after)
				}
			}
		}
		grow("", *newWalker(t.regions))
	})
}

// viewOf returns b as a string that aliases b.
func viewOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
