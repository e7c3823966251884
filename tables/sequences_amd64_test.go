//go:build amd64 && gc && !purego

package tables_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	mix "github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/hier"
)

// sequences returns sequences of every kind: two-, three- and four-byte characters at the ends of
// planes and rows; the same truncated or with an extra byte; overlong sequences, surrogates, code
// points beyond U+10FFFF; ASCII.
func sequences() (all []string) {
	basic := []rune{
		0x80, 0x9F, 0xA0, 0xE9, 0x7FF, 0x800, 0xFFF, 0x4F60, 0xD7FF,
		0xE000, 0xF8FF, 0xF900, 0xFDD0, 0xFFEF, 0xFFFD, 0xFFFE, 0x10FFFF,
	}
	for _, c := range basic {
		all = append(all, string(c))
	}
	inPlane := []rune{
		0, 0x0FFD, 0x0FFE, 0x1000, 0x7FBF, 0xF600, 0xFF80, 0xFFBD, 0xFFBE, 0xFFBF, 0xFFFD, 0xFFFE, 0xFFFF,
	}
	for plane := rune(1); plane <= 16; plane++ {
		for _, c := range inPlane {
			all = append(all, string(plane<<16|c))
		}
	}
	for _, s := range all {
		if c, _ := utf8.DecodeRuneInString(s); c&0xFFFF == 0xFFFD || c&0xFFFF == 0xFFFE || c < 0x10000 {
			for n := 1; n < len(s); n++ {
				all = append(all, s[:n])
			}
			all = append(all, s+"\x80", s+"\xBF")
		}
	}
	return append(all, "a", "%41", "\x80", "\xBE\xBE", "\xBF\xBF\xBF", "\xC0\x80", "\xC1\xBF",
		"\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
		"\xF0\x80\x80\x80", "\xF0\x8F\x80\x80", "\xF0\x8F\xBF\xBD", "\xF3\xA0\x80\x80", "\xF3\xB0\x80\x80",
		"\xF4\x8F\xBF\xBD", "\xF4\x90\x80\x80", "\xF4\xBF\xBF\xBF", "\xF5\x80\x80\x80",
		"\xF8\x88\x80\x80\x80", "\xFC\x84\x80\x80\x80\x80", "\xFE", "\xFF")
}

// Sequences of every kind occur at every offset, up to the third 64-byte block, among characters of
// every length. The reference engine accepts every string that the kernels accept.
func TestRegionKernelsOnSequencesAtEveryOffset(t *testing.T) {
	all := sequences()
	eachRegions(t, func(t *regionTest) {
		reference := machineOf(t, t.rule).Reference()
		for i, s := range all {
			for offset := range 141 {
				if !testkit.Sparse(4, i+offset) || !testkit.OneIn(8, (i+offset)/4) {
					continue
				}
				for _, fill := range []string{"a", "\u00E9", "\u4F60", "\U0001F600", "\U0001FFFD"} {
					afters := [...]string{"", "a", fill + fill, fill + strings.Repeat("a", 130)}
					for _, begin := range []string{"", "a:", "a://", "a:#"} {
						n := offset - len(begin)
						if n < 0 {
							continue
						}
						before := begin + strings.Repeat("b", n%len(fill)) + strings.Repeat(fill, n/len(fill))
						for _, after := range afters {
							whole := t.join(before, s, after)
							if t.compare(whole, offset) && !reference.Valid(whole) {
								t.Fatalf("%q is of the shape, and no member", whole)
							}
						}
					}
				}
			}
		}
	})
}

// Two four-byte sequences, including truncated and invalid ones, follow one another at every
// offset.
func TestRegionKernelsOnTwoSequencesAtEveryOffset(t *testing.T) {
	pieces := []string{
		"\U0001F600", "\U0001FFFD", "\U0001FFBF", "\U0001FFFE", "\U0002FFBE", "\U0009F03F", "\U000DFFFD",
		"\xF0\x8F\x80\x80", "\xF3\xA1\x80\x80", "\xF4\x80\x80\x80", "\xF0", "\xF0\x9F", "\xF0\x9F\xBF", "\xF1\x80\xBF",
		"\xBF", "\xBF\xBF", "\x80", "a", "\u4F60", "\u00E9", "\xEF\xBF\xBF", "%41", "%4", "#",
	}
	eachRegions(t, func(t *regionTest) {
		for offset := range 141 {
			for _, begin := range []string{"a:", "a://", ""} {
				before := begin + strings.Repeat("a", max(0, offset-len(begin)))
				for i, x := range pieces {
					for j, y := range pieces {
						if testkit.OneIn(8, i+j+offset) {
							t.compare(t.join(before, x, y), offset)
							t.compare(t.join(before, x, y, "a\U0001F600"), offset)
						}
					}
				}
			}
		}
	})
}

// The kernels decide most lines: of 10,000, at least a known number minus a small margin.
func TestKernelsDecideMostLines(t *testing.T) {
	section := string(regionsOf(t, "rfc3987", "IRI").Encode())
	all := map[string]int{"urls.txt": 10_000, "iris.txt": 9_990, "urls": 9_900, "iris": 9_990, "nonascii": 9_500}
	for kind, least := range all {
		t.Run(kind, func(t *testing.T) {
			lines := mix.Lines(kind, 20_000)
			if lines == nil {
				lines = strings.Split(strings.TrimSuffix(shared.Read(t, "corpora", kind), "\n"), "\n")
			}
			for _, k := range tables.RegionKernels() {
				decided := 0
				for _, s := range lines {
					if k.Valid(section, s) != hier.Unknown {
						decided++
					}
				}
				t.Logf("%s: %d of %d lines are decided", k.Name, decided, len(lines))
				if decided*10_000 < least*len(lines) {
					t.Errorf("%s: only %d of %d lines are decided", k.Name, decided, len(lines))
				}
			}
		})
	}
}
