package machine

import (
	"testing"
	"unicode/utf8"
)

// The first bytes of sequences and the second bytes that may follow them agree with package
// unicode/utf8.
func TestLeadsAreThoseOfUTF8(t *testing.T) {
	for b := range 256 {
		tail, low, high := utf8Lead(uint8(b))
		for second := range 256 {
			got, want := tail > 0 && int(low) <= second && second <= int(high), false
			for n := 2; n <= utf8.UTFMax; n++ {
				if s := append([]byte{byte(b), byte(second)}, "\x80\x80"[:n-2]...); utf8.Valid(s) && utf8.RuneCount(s) == 1 {
					want = n == tail+1
				}
			}
			if got != want {
				t.Errorf("%#02x %#02x begin a sequence: %v", b, second, got)
			}
		}
	}
}
