//go:build amd64 && gc && !purego

package cpu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A processor maps the registers after cpuid and xgetbv, named as in Intel's manual, to values.
type processor map[string]uint32

// The bits that kernels require, by register. Every kernel requires the bits in bitsOfAVX2; AVX-512
// kernels also require those in bitsOfAVX512.
var (
	bitsOfAVX2 = map[string][]int{
		"1.ECX": {23, 27, 28}, // POPCNT, OSXSAVE, AVX
		"7.EBX": {3, 5, 8},    // BMI1, AVX2, BMI2
		"XCR0":  {1, 2},       // XMM, YMM
	}
	bitsOfAVX512 = map[string][]int{
		"7.EBX": {16, 30},  // F, BW
		"7.ECX": {1},       // VBMI
		"XCR0":  {5, 6, 7}, // masks, the upper halves of ZMM, ZMM16 and higher
	}
)

// level returns the level of a processor: 0, 1 for AVX2, 2 for AVX-512. The test fails if features
// reads a leaf that the processor lacks, or calls XGETBV without OSXSAVE.
func (p processor) level(t *testing.T) uint8 {
	return features(func(leaf, sub uint32) (a, b, c, d uint32) {
		if leaf > p["leaves"] || sub != 0 {
			t.Errorf("%v is asked for leaf %d, %d", p, leaf, sub)
		}
		of := func(register string) uint32 { return p[fmt.Sprintf("%d.%s", leaf, register)] }
		if leaf == 0 {
			return p["leaves"], 0, 0, 0
		}
		return of("EAX"), of("EBX"), of("ECX"), of("EDX")
	}, func() uint32 {
		if p["1.ECX"]>>27&1 == 0 {
			t.Errorf("%v has no XGETBV", p)
		}
		return p["XCR0"]
	})
}

// want is a slow version of level: a list of bits.
func (p processor) want() uint8 {
	has := func(all map[string][]int) bool {
		for register, bits := range all {
			for _, bit := range bits {
				if p[register]>>bit&1 == 0 {
					return false
				}
			}
		}
		return true
	}
	switch {
	case p["leaves"] < 7 || !has(bitsOfAVX2):
		return 0
	case !has(bitsOfAVX512):
		return 1
	}
	return 2
}

func everyBit(leaves uint32) processor {
	p := processor{"leaves": leaves, "XCR0": ^uint32(0)}
	for _, leaf := range []int{1, 7} {
		for _, register := range []string{"EAX", "EBX", "ECX", "EDX"} {
			p[fmt.Sprintf("%d.%s", leaf, register)] = ^uint32(0)
		}
	}
	return p
}

// Clearing a single required bit lowers the level; clearing any other bit does not change it.
func TestEachFeatureIsNeeded(t *testing.T) {
	if got := everyBit(7).level(t); got != 2 {
		t.Fatalf("with all bits the level is %d", got)
	}
	for _, register := range strings.Fields("1.EAX 1.EBX 1.ECX 1.EDX 7.EAX 7.EBX 7.ECX 7.EDX XCR0") {
		for bit := range 32 {
			p, want := everyBit(7), uint8(2)
			p[register] &^= 1 << bit
			switch {
			case slices.Contains(bitsOfAVX2[register], bit):
				want = 0
			case slices.Contains(bitsOfAVX512[register], bit):
				want = 1
			}
			if got := p.level(t); got != want {
				t.Errorf("without bit %d of %s the level is %d, not %d", bit, register, got, want)
			}
		}
	}
	for leaves := range uint32(30) {
		if p := everyBit(leaves); p.level(t) != p.want() {
			t.Errorf("with %d leaves the level is %d, not %d", leaves, p.level(t), p.want())
		}
	}
}

// Several bits may be cleared at the same time, and the required bits suffice.
func TestFeaturesOfAnyProcessor(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 20))
	var levels [3]int
	for range 20_000 {
		p := processor{"leaves": 7}
		for _, register := range []string{"1.ECX", "7.EBX", "7.ECX", "XCR0"} {
			for _, bit := range slices.Concat(bitsOfAVX2[register], bitsOfAVX512[register]) {
				if r.IntN(12) > 0 {
					p[register] |= 1 << bit
				}
			}
		}
		got := p.level(t)
		if got != p.want() {
			t.Fatalf("%v: the level is %d, not %d", p, got, p.want())
		}
		levels[got]++
	}
	if min(levels[0], levels[1], levels[2]) < 1000 {
		t.Errorf("one-sided: %v", levels)
	}
}
