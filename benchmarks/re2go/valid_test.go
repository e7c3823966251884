//go:build re2c

package re2go

import (
	"math/rand/v2"
	"testing"

	"github.com/irilex/iri"
)

func TestVerdicts(t *testing.T) {
	seeds := []string{"", "a:", "http://user@ex\u00E4mple.org:80/a%20b?\uE000#c", "a://[2001:db8::7]/\U0001F600", "a:\x00",
		"a:b\x00c", "a:\x00\x00"}
	const odd = "\x00\x80\xC2\xED\xFF %:/?#[]@<a0"
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		line := seeds[r.IntN(len(seeds))]
		from := r.IntN(len(line) + 1)
		line = line[:from] + string(odd[r.IntN(len(odd))]) + line[min(from+r.IntN(2), len(line)):]
		if r.IntN(8) == 0 {
			line = line[:r.IntN(len(line))]
		}
		want := iri.Valid(line)
		if got := Valid(line); got != want {
			t.Fatalf("Valid(%q) = %v, want %v", line, got, want)
		}
		if got := ValidSentinel(line + "\x00"); got != want {
			t.Fatalf("ValidSentinel(%q) = %v, want %v", line+"\x00", got, want)
		}
	}
}
