package chars

import "testing"

// A set contains exactly the characters that were added and not removed.
func TestCharacterSets(t *testing.T) {
	has := func(s Set, chars ...byte) bool {
		for c := range 256 {
			wanted := false
			for _, char := range chars {
				wanted = wanted || char == byte(c)
			}
			if s.Has(byte(c)) != wanted {
				t.Errorf("%x: has %q is not %v", s, byte(c), wanted)
				return false
			}
		}
		return true
	}
	for a := range byte(0x80) {
		for b := range byte(0x80) {
			one := Set{}.With(string(rune(a)))
			two := one.With(string(rune(b)))
			if !has(one, a) || !has(one.Without(string(rune(a)))) || !has(two, a, b) ||
				a != b && !has(two.Without(string(rune(b))), a) {
				t.Fatalf("%q, %q", a, b)
			}
		}
	}
}
