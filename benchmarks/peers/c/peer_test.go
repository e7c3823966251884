package c

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/internal/shared"
)

// linkedPeers returns the linked peers.
func linkedPeers(t testing.TB) (peers []Peer) {
	for _, p := range Peers() {
		if p.Linked != nil {
			peers = append(peers, p)
		}
	}
	if len(peers) == 0 {
		t.Skip("no peer is linked: build with the tags that \"go run . -tags\" prints")
	}
	return peers
}

// join converts lines to the form that Load takes.
func join(lines []string) (text []byte, ends []int32) {
	for _, line := range lines {
		text = append(text, line...)
		ends = append(ends, int32(len(text)))
	}
	return text, ends
}

// seeds are lines that cover most parts of an IRI, and lines that are difficult for a sentinel.
var seeds = []string{
	"", ":", "a:", "a", "//a", "http://", "a:b:c", "1a:", "a+-.1:",
	"http://user:pw@example.org:80/a/b;c=d?e=f&g=%20#h",
	"http://[2001:db8::7]/c=GB?objectClass?one", "http://[::ffff:192.0.2.1]:80", "http://[v7.a:b]/", "http://[::1",
	"http://[1:2:3:4:5:6:7:8:9]/",
	"http://999.1.1.1/", "http://a:b/", "http://a@b@c/", "http://a/%4", "http://a/%", "http://a/%zz", "http://a/b#c#d",
	"http://ex\u00E4mple.org/\u20AC?\U000F0000#\U0001F600", "http://a/\uE000", "http://a/?\uE000", "http://a/\uFFFF",
	"http://a/\uFDD0", "http://a/\u0080",
	"http://a/\xFF", "http://a/\xC3", "http://a/\xED\xA0\x80", "http://a/\xC0\xAF", "http://a/\xF4\x90\x80\x80",
	"http://a/\xE2\x82",
	"\x00", "http://a/\x00", "http://a/\x00b", "\x00http://a/", "http://a\x00/b", "http://a/%\x00",
	"http://a/\xE2\x82\x00",
	"a:" + strings.Repeat("b", 2047), "a:" + strings.Repeat("b", 5000) + "%",
}

// mutate returns n lines, each one edit away from a given line.
func mutate(lines []string, n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	const odd = "\x00\x7f\x80\xbf\xc2\xe2\xed\xf4\xff %:/?#[]@<>\"{}|\\^`"
	out := make([]string, n)
	for i := range out {
		line := lines[r.IntN(len(lines))]
		at := r.IntN(len(line) + 1)
		c := string(odd[r.IntN(len(odd))])
		if r.IntN(4) == 0 {
			c = string(rune(r.IntN(utf8.MaxRune + 1)))
		}
		switch r.IntN(3) {
		case 0:
			out[i] = line[:at] + c + line[at:]
		case 1:
			out[i] = line[:at] + c + line[min(at+1, len(line)):]
		default:
			out[i] = line[:at] + line[min(at+1, len(line)):]
		}
	}
	return out
}

// deviations report the known wrong accepts of peers, by line. Other peers have no wrong accepts,
// and no peer has wrong rejects.
var deviations = map[string]func(line string) bool{
	"Boost.URL": wrongAuthority,
	"Hyperscan": func(line string) bool { return !utf8.ValidString(line) },
}

var authority = regexp.MustCompile(`^([^:/?#]*://)[^/?#]*`) // RFC 3986, appendix B

// wrongAuthority reports whether line would be a URI if not for its authority. Boost.URL 1.81
// accepts a second "@" and ports that contain letters.
func wrongAuthority(line string) bool {
	return iri.ValidURI(authority.ReplaceAllString(line, "${1}x"))
}

// check compares the verdicts of a peer with ours, calling it both for many lines and for single
// lines.
func check(t *testing.T, p Peer, lines []string) {
	want := iri.Valid
	if p.Standard == rfc3986 {
		want = iri.ValidURI
	}
	one := p.One
	if strings.HasSuffix(p.Name, "sentinel") {
		one = func(line string) bool { return p.One(line + "\x00") }
	}
	verdicts := make([]byte, len(lines))
	if p.Run != nil {
		p.Load(join(lines))
		p.Run(verdicts)
	} else {
		for i, line := range lines {
			verdicts[i] = measure.Number(one(line))
		}
	}
	accepts, rejects, deviates, known := 0, 0, 0, deviations[p.Name]
	for i, line := range lines {
		got := verdicts[i] == 1
		if verdicts[i] > 1 || one(line) != got {
			t.Fatalf("%s: line %q: the batch says %d, the call for one line %v", p.Name, line, verdicts[i], one(line))
		}
		switch {
		case got == want(line):
		case got && known != nil && known(line):
			deviates++
		case got:
			if accepts++; accepts <= 20 {
				t.Errorf("%s wrongly accepts %q", p.Name, line)
			}
		default:
			if rejects++; rejects <= 20 {
				t.Errorf("%s wrongly rejects %q", p.Name, line)
			}
		}
	}
	if deviates > 0 {
		t.Logf("%s accepts %d of %d lines wrongly, as is known", p.Name, deviates, len(lines))
	}
	if accepts+rejects > 0 {
		t.Errorf("%s: of %d lines %d are wrongly accepted and %d wrongly rejected", p.Name, len(lines), accepts, rejects)
	}
}

func TestVerdicts(t *testing.T) {
	for _, p := range linkedPeers(t) {
		check(t, p, seeds)
		check(t, p, mutate(seeds, 100_000))
	}
}

func corpus(t testing.TB, name string) []string {
	return strings.Split(strings.TrimSuffix(shared.Read(t, "corpora", name), "\n"), "\n")
}

func TestVerdictsOnCorpora(t *testing.T) {
	for _, name := range []string{"urls.txt", "iris.txt"} {
		lines := corpus(t, name)
		for _, p := range linkedPeers(t) {
			check(t, p, lines)
			check(t, p, mutate(lines, 100_000))
		}
	}
}

func TestRunWantsAVerdictALine(t *testing.T) {
	for _, p := range linkedPeers(t) {
		if p.Run == nil {
			continue
		}
		p.Load([]byte("ab"), []int32{1, 2})
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: three verdicts for two lines", p.Name)
				}
			}()
			p.Run(make([]byte, 3))
		}()
	}
}
