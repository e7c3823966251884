package tables_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/machine"
)

// No kernel reads a byte outside a string or a table.
func TestNoKernelReadsOutside(t *testing.T) {
	table, text := testkit.NewFence(t, 1<<20), testkit.NewFence(t, 1<<14)
	r := seeded(7)
	for i, l := range provedLanguages(t) {
		mutator := &mutator{r, l, corpusLines(100)}
		for _, place := range []func(string) string{table.Last, table.First} {
			there := *l
			there.rule = tables.Rule(place(string(l.rule)))
			kernels := enginesOf(t, &there).kernels
			one := func(s string) {
				want := l.accepts(s)
				for _, put := range []func(string) string{text.Last, text.First} {
					s := put(s)
					for _, k := range kernels {
						verdict := want
						if why := testkit.Faults(func() {
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
			for length := range 70 { // all lengths, in ASCII and with non-ASCII characters at either end
				for range testkit.Few(4) {
					s := string(l.draw(r, length))
					for _, s := range []string{s, s + "é", "é" + s, s[:len(s)/2] + "中" + s[len(s)/2:], string(mutate(r, []byte(s))),
						"a:/" + s, "[" + s} {
						one(s)
					}
				}
			}
			for range testkit.Few(1000) {
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

// No read goes past the end of a table or a string.
func TestNothingIsReadBehindTheEnd(t *testing.T) {
	r := seeded(5)
	table, text := testkit.NewFence(t, 1<<20), testkit.NewFence(t, 1<<12)
	for _, l := range allLanguages(t) {
		rule := tables.Rule(table.Last(string(l.rule)))
		for _, s := range l.probes(r, 30, 1) {
			want := l.accepts(s)
			s = text.Last(s)
			if why := testkit.Faults(func() {
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

// Splitting never reads a byte outside the member, wherever its authority ends.
func TestCutsReadNothingOutside(t *testing.T) {
	text := testkit.NewFence(t, 1<<12)
	for _, l := range rulesWithCuts(t) {
		begins := []string{"http://é", "é://", "a:é"}
		for n := range 9 { // every end of the scheme within the first eight bytes
			begins = append(begins, "sssssssss"[n:]+"://", "sssssssss"[n:]+":/")
		}
		for _, begin := range begins {
			lengths := 80
			if strings.HasPrefix(begin, "s") {
				lengths = 24
			}
			for length := range lengths {
				for behind := range 12 {
					s := begin + strings.Repeat("a", length) + "/bbbbbbbbbb?"[:behind]
					want, ok := l.rule.SplitOnTables(s)
					for _, put := range []func(string) string{text.Last, text.First} {
						tables.OnEveryCPU(func(cpu string) {
							if why := testkit.Faults(func() {
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

// Given any string in place of a table, Valid returns some verdict and Verify returns an error.
// Neither panics or reads past the end of the string.
func TestGarbageIsWalkedInsideItself(t *testing.T) {
	r := seeded(6)
	table, text := testkit.NewFence(t, 1<<18), testkit.NewFence(t, 1<<12)
	var every []byte
	for b := range 256 {
		every = append(every, byte(b))
	}
	probes := []string{"", "a", "http://a.example:80/b", "a://" + strings.Repeat("b", 58) + ":",
		"http://[1:2:3:4:5:6:7:8]/", "12345678", "é中", "aaaaaaaé", "http://é中.example/é?é#é", string(every),
		"http://a/?" + strings.Repeat("é\uE000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé", 9)}
	verdicts, walks := map[bool]int{}, map[string]int{}
	try := func(kind string, garbage []byte, verify bool) {
		rule := tables.Rule(table.Last(string(garbage)))
		walks[believed(garbage)]++
		for _, s := range append(probes, string(randomBytes(r, r.IntN(30)))) {
			s := text.Last(s)
			tables.OnEveryCPU(func(cpu string) {
				if why := testkit.Faults(func() { verdicts[rule.Valid(s)]++ }); why != nil {
					t.Fatalf("%s, %s: Valid(%q): %v\n%x", kind, cpu, s, why, garbage[:min(len(garbage), 88)])
				}
			})
			if why := testkit.Faults(func() {
				verdicts[rule.ValidOnTables(s)]++
				rule.ValidBytes([]byte(s))
				walkStates(rule, s)
			}); why != nil {
				t.Fatalf("%s: ValidOnTables(%q): %v\n%x", kind, s, why, garbage[:min(len(garbage), 88)])
			}
		}
		if why := testkit.Faults(func() {
			if err := machine.Verify(rule); verify && err == nil {
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
	for i := 9 + r.IntN(7); i < len(port); i += 1 + r.IntN(max(1, 10/testkit.Few(10))) {
		try("port cut off", []byte(port[:i]), true)
		try("port cut off in front", append([]byte(port[:88]), port[88+len(port)-max(i, 88):]...), false)
		try("port cut off and sealed", []byte(sealed([]byte(port[:i]))), true)
	}
	for range testkit.Fewer(300) {
		i := 9 + r.IntN(len(iri)-9)
		try("IRI cut off", []byte(iri[:i]), true)
		try("IRI cut off and sealed", []byte(sealed([]byte(iri[:i]))), true)
	}
	small := randomLanguages()
	placed := slices.DeleteFunc(slices.Clone(randomPlaces()), func(l *language) bool { return len(l.rule) > 1<<15 })
	for i := range testkit.Few(2000) {
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
		try("random places", randomPlacesSections(r), false)
	}
	for range testkit.Few(2000) {
		l := placed[r.IntN(len(placed))]
		b := []byte(l.rule)
		for range 1 + r.IntN(6) {
			sets := placesOf(l)
			at := sets[r.IntN(len(sets))].section.At
			switch r.IntN(4) {
			case 0: // masks and places
				b[at+r.IntN(24)] = byte(r.IntN(256))
			case 1: // states
				b[at+format.PlacesSize-1-r.IntN(384)] = byte(r.IntN(256))
			case 2:
				binary.LittleEndian.PutUint32(b[24+4*r.IntN(2):],
					[]uint32{r.Uint32(), uint32(len(b) - r.IntN(3000)), 1<<32 - 1, 1 << 31}[r.IntN(4)])
			default:
				b[at+r.IntN(format.PlacesSize)] = byte(r.IntN(256))
			}
		}
		try(l.name+" with other places", b, false)
	}
	for _, l := range provedLanguages(t) { // with different regions
		regions, most := sectionOf(t, l.rule, "regions"), testkit.Few(1000)
		if regions.From == regions.To {
			continue
		}
		for i := range most {
			b := []byte(l.rule)
			at := regions.From + i%(regions.To-regions.From) // every byte, Class[0] first
			b[at] ^= byte(1 + r.IntN(255))
			for range r.IntN(4) {
				b[regions.From+r.IntN(regions.To-regions.From)] = byte(r.IntN(256))
			}
			try(l.name+" with other regions", b, false)
		}
	}
	if least := testkit.Few(1000); verdicts[true] < least || verdicts[false] < least {
		t.Errorf("hardly any garbage is walked: %v", verdicts)
	}
	for _, how := range []string{"on plain rows", "on shift rows", ""} {
		if walks[how] < testkit.Few(500) {
			t.Errorf("hardly any garbage is walked %q: %v", how, walks)
		}
	}
}

// sectionOf returns the section with the given name.
func sectionOf(t *testing.T, r tables.Rule, name string) tables.Section {
	t.Helper()
	list := r.Sections()
	return list[slices.IndexFunc(list, func(s tables.Section) bool { return s.Name == name })]
}

// walkStates continues from every kind of state, and finds the longest prefix.
func walkStates(rule tables.Rule, s string) {
	for _, q := range []tables.State{rule.Start(), 0, 1, 254, 255, 256, 1<<16 - 1, 1 << 16, 1 << 31, 1<<32 - 1} {
		_ = rule.Accepting(rule.AdvanceString(rule.AdvanceString(q, s), s))
	}
	_ = rule.Prefix(s)
}

// believed describes how Valid walks a table. This is determined by the table's length, its mask
// and the offset of its front.
func believed(b []byte) string {
	if len(b) < 88+516 {
		return ""
	}
	mask, front := uint64(binary.LittleEndian.Uint32(b[20:])), uint64(binary.LittleEndian.Uint32(b[24:]))
	switch {
	case len(b) >= 88+516+format.PlacesSize && front > 0 && front <= uint64(len(b)-format.PlacesSize):
		return "on shift rows"
	case mask+256 > uint64(len(b)):
		return ""
	}
	return "on plain rows"
}

// randomPlacesSections returns random bytes with a header that is probably valid, and with places
// sections whose fields lead anywhere, or mostly to a few places.
func randomPlacesSections(r *rand.Rand) []byte {
	b := randomTable(r)
	for section := range 2 {
		at := len(b)
		b = append(b, randomBytes(r, format.PlacesSize)...)
		if r.IntN(2) == 0 {
			for i := at + 24; i < len(b); i++ {
				b[i] &= byte(r.IntN(256) & r.IntN(256)) // few bits set
			}
		}
		if r.IntN(2) == 0 { // rarely past the end
			copy(b[at+8:], make([]byte, 8))
			b[at+8+r.IntN(8)] = 1
		}
		binary.LittleEndian.PutUint32(b[24+4*section:], uint32(at-r.IntN(2)*r.IntN(300)))
	}
	return append(b, randomBytes(r, r.IntN(2)*516)...)
}

// In the shortest table that is walked at all, a walk reads nothing after the last byte, even if
// every class begins its row at the mask and every state is the last one.
func TestTheLastByteOfATableIsTheLastThatIsRead(t *testing.T) {
	fence := testkit.NewFence(t, 1<<18)
	const least = 88 + 516
	for bits := range 17 {
		mask := 1<<bits - 1
		size := max(least, mask+256)
		b := bytes.Repeat([]byte{255}, size)
		binary.LittleEndian.PutUint32(b[20:], uint32(mask))
		for _, x := range [][2]byte{{0, 0}, {0, 255}, {255, 0}, {255, 255}} {
			b[16], b[19] = x[0], x[1] // the start of the walk, and the regions flag
			for _, cut := range []int{0, 1} {
				rule := tables.Rule(fence.Last(string(b[:len(b)-cut])))
				for _, s := range []string{"", "a", "1234", "1234567", "12345678", "123456789"} {
					var verdict bool
					if why := testkit.Faults(func() { walkStates(rule, s); verdict = rule.Valid(s) }); why != nil {
						t.Fatalf("with mask %#x and %d bytes cut off: %v", mask, cut, why)
					}
					if cut > 0 && size == mask+256 && x[1] == 0 && verdict {
						t.Errorf("with mask %#x and %d bytes cut off: %q is a member", mask, cut, s)
					}
				}
			}
		}
	}
}

// A places section is walked if it ends where the table ends, but not if it would extend beyond
// this end.
func TestPlacesAreReadInsideTheirTable(t *testing.T) {
	if !format.Shifts {
		t.Skip("no places are read on this platform")
	}
	fence := testkit.NewFence(t, 1<<14)
	walked := map[bool]int{}
	for _, size := range []int{88 + 516 + format.PlacesSize, 88 + 516 + 2*format.PlacesSize} {
		for _, value := range []byte{0, 63, 255} {
			for behind := -3; behind < 4; behind++ {
				b := bytes.Repeat([]byte{value}, size)
				at := size - format.PlacesSize + behind
				binary.LittleEndian.PutUint32(b[20:], 255) // the mask
				binary.LittleEndian.PutUint32(b[24:], uint32(at))
				binary.LittleEndian.PutUint32(b[28:], uint32(at))
				for i := at; i < min(size, at+16); i++ {
					b[i] = []byte{255, 0}[(i-at)/8] // all of them accept, and no place stops the walk
				}
				if spill := at + 18; spill < size {
					b[spill] = 1 // state 0 has place 0, so if value is 0 the rest is also walked
				}
				rule := tables.Rule(fence.Last(string(b)))
				onRest := "aaaaaaaaaaaaaaaaé"
				for _, s := range []string{"a", "12345678", "123456789", onRest, "\xFF\xFF\xFF"} {
					var verdict bool
					if why := testkit.Faults(func() { walkStates(rule, s); verdict = rule.ValidOnTables(s) }); why != nil {
						t.Fatalf("places that end %d bytes after the table: %v", behind, why)
					}
					if behind <= 0 && !verdict && (s != onRest || value == 0) {
						t.Errorf("places that end %d bytes after the table are not walked", behind)
					}
					walked[verdict]++
				}
			}
		}
	}
	if walked[true] < 50 {
		t.Errorf("hardly any places are walked: %v", walked)
	}
}

// A walk that spills continues in the plain rows, and the mask keeps it inside the table. If the
// mask is too large, there is no walk.
func TestASpillIsWalkedInsideItsTable(t *testing.T) {
	if !format.Shifts {
		t.Skip("nothing spills on this platform")
	}
	const window, line = 256, "http://a.example/é\uE000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	iri := shippedLanguage(t, "rfc3987", "IRI").rule
	fence := testkit.NewFence(t, 1<<18)
	for _, section := range []int{format.AtFront, format.AtRest} {
		at := iri.PlacesSection(section).At
		for behind := -2; behind < 3*window; behind++ {
			b := []byte(iri)
			binary.LittleEndian.PutUint32(b[20:], uint32(len(b)-window+behind))
			for i := len(b) - 516; i < len(b)-4; i++ {
				b[i] = 255 // every class begins its row at the mask
			}
			for i := at + format.PlacesSize - 384; i < at+format.PlacesSize-256; i += 2 {
				binary.LittleEndian.PutUint16(b[i:], 254) // every place is that of the last state with a row
			}
			rule := tables.Rule(fence.Last(string(b)))
			if why := testkit.Faults(func() { rule.ValidOnTables(line); walkStates(rule, line) }); why != nil {
				t.Fatalf("rows that begin %d bytes after the last: %v", behind, why)
			}
		}
	}
}

// The wide table may claim any offset, even one that would put its last cell across the end of the
// table.
func TestNoCellOfTheWideTableIsReadBehindTheEnd(t *testing.T) {
	fence := testkit.NewFence(t, 1<<17)
	b := bytes.Repeat([]byte{255}, 1<<16)
	put := func(at int, v uint32) { binary.LittleEndian.PutUint32(b[at:], v) }
	b[19] = 0  // no blocks
	put(20, 0) // the mask
	put(24, 0) // no places
	read, last := 0, 0
	for _, first := range []int{0, 1, 129, 200, 254, 255} {
		for _, states := range []uint32{0, 1, 255, 256, 257, 512, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
			b[18] = byte(first)
			put(8, states)
			cell := 2 * (255*(int64(states)-int64(first)) + 255 - int64(first)) // for state 255 and class 255
			for behind := int64(-8); behind < 8; behind++ {
				for _, wide := range []uint32{uint32(max(0, int64(len(b))+behind-cell)), 1<<31 - 1, 1 << 31, 1<<32 - 1} {
					put(36, wide)
					rule := tables.Rule(fence.Last(string(b)))
					for _, s := range []string{"a", "ab", "123456789"} {
						if why := testkit.Faults(func() { rule.Valid(s); walkStates(rule, s) }); why != nil {
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
