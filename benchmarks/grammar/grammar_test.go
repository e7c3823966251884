package grammar

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

func compile(t *testing.T, text string) *build.Grammar {
	t.Helper()
	g, err := build.Compile(context.Background(), syntax.NewSource("test", text), build.Options{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func bundled(t *testing.T, name string) *build.Grammar {
	t.Helper()
	b, ok := build.FindBundled(name)
	if !ok {
		t.Fatalf("no grammar %s is bundled", name)
	}
	g, err := b.Compile(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestDefinitions(t *testing.T) {
	const text = "" +
		"top-rule = a-b *any 1*2%x61.20AC [ \"Ab\" ] / 0a-b\r\n" +
		"a-b = %s\"x'\\\" 2( \"-\" / 3*a ) / %xA0-100 / \"\"\r\n" +
		"a = %x00A0-D7FF / 1*a0\r\n" +
		"a0 = DIGIT\r\n" +
		"any = \"*\" / \"7\"\r\n" +
		"top-rule =/ *5a0 a0 / 7*a0\r\n"
	g := compile(t, text)
	for _, test := range []struct {
		name string
		of   func(*build.Grammar, string) (string, error)
		want string
	}{
		{"re2c", Re2c, `DIGIT = [0-9];
a0 = DIGIT;
a = [\u00A0-\uD7FF] | a0+;
a_b = "x\x27\x5C" ("\x2D" | a{3,}){2} | [\u00A0-\u0100] | "";
any = "\x2A" | "7";
top_rule = a_b any* "a\u20AC"{1,2} 'Ab'? | "" | a0{0,5} a0 | a0{7,};
`},
		{"Ragel", Ragel, `DIGIT = '0'..'9';
a0 = DIGIT;
a = (0xC2 0xA0..0xBF | 0xC3..0xDF 0x80..0xBF | 0xE0 0xA0..0xBF 0x80..0xBF | 0xE1..0xEC 0x80..0xBF 0x80..0xBF | 0xED ` +
			`0x80..0x9F 0x80..0xBF) | a0+;
a_b = 'x\'\\' ('-' | a{3,}){2} | (0xC2 0xA0..0xBF | 0xC3 0x80..0xBF | 0xC4 0x80) | "";
any_ = '*' | '7';
top_rule = a_b any_* ('a' 0xE2 0x82 0xAC){1,2} 'Ab'i? | "" | a0{0,5} a0 | a0{7,};
`},
	} {
		got, err := test.of(g, "TOP-RULE")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestDefinitionsRefuse(t *testing.T) {
	for text, want := range map[string]string{
		"a = %x00-20\r\n":                "U+0000",
		"a = \"b\" c\r\nc = %x61.00\r\n": "U+0000",
		"a = \"(\" a \")\" / \"b\"\r\n":  "recursion",
		"; @octets\r\na = %x80-FF\r\n":   "octets",
		"a = \"b\" / %xD800-DFFF\r\n":    "matches nothing",
		"a = b\r\nb = 100000\"x\"\r\n":   "",
		"a = b\r\nb = <prose>\r\n":       "",
	} {
		g, _ := build.Compile(context.Background(), syntax.NewSource("test", text), build.Options{Name: "test"})
		for _, of := range []func(*build.Grammar, string) (string, error){Re2c, Ragel} {
			if got, err := of(g, "a"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %q, error %v, want one that says %q", text, got, err, want)
			}
		}
	}
	if _, err := Re2c(compile(t, "a = \"b\"\r\n"), "nobody"); err == nil {
		t.Error("a rule that is not there is written")
	}
}

// TestSpans compares spans with a loop over all code points.
func TestSpans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	edges := []rune{0, 1, 0x7F, 0x80, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, unicode.MaxRune - 1,
		unicode.MaxRune}
	for range 200 {
		var ranges []syntax.ClassRange
		for range r.IntN(4) {
			a, b := edges[r.IntN(len(edges))], edges[r.IntN(len(edges))]
			ranges = append(ranges, syntax.ClassRange{Lo: min(a, b), Hi: max(a, b)})
		}
		negated := r.IntN(2) == 0
		var want []span
		for c := rune(0); c <= unicode.MaxRune; c++ {
			in := slices.ContainsFunc(ranges, func(r syntax.ClassRange) bool { return r.Lo <= c && c <= r.Hi })
			switch {
			case in == negated || surrogates.Lo <= c && c <= surrogates.Hi:
			case len(want) > 0 && want[len(want)-1].hi == c-1:
				want[len(want)-1].hi = c
			default:
				want = append(want, span{c, c})
			}
		}
		if got := spans(ranges, negated); !slices.Equal(got, want) {
			t.Fatalf("spans(%v, %v) = %v, want %v", ranges, negated, got, want)
		}
	}
}

// A generator turns a template into C.
type generator struct {
	Template
	command func(source, result string) []string
}

var generators = map[string]generator{
	"re2c": {Re2cC,
		func(source, result string) []string { return []string{"re2c", "-8", "-b", "-i", "-o", result, source} }},
	"re2cg": {Re2cC,
		func(source, result string) []string { return []string{"re2c", "-8", "-g", "-i", "-o", result, source} }},
	"ragel": {RagelC, func(source, result string) []string {
		return []string{"ragel", "-C", "-G2", "-L", "-o", result, source}
	}},
}

// TestGenerated compares the generated code with the table, on members and their mutations.
func TestGenerated(t *testing.T) {
	for _, test := range []struct {
		grammar, rule string
		seeds         []string
	}{
		{"rfc3987", "IRI-reference",
			[]string{"http://user@ex\u00E4mple.org:80/a%20b?\uE000#c", "//[2001:db8::7]/", "a:b", "?a#b", "\U0001F600/b:c"}},
		{"rfc3986", "URI", []string{"http://user@example.org:80/a%20b?q#c", "a://[v7.x]/b;c=d", "a:"}},
		{"rfc3987", "IPv6address", []string{"::", "1:2:3:4:5:6:7:8", "1::ffff:192.0.2.255", "abcd::1", "1:2:3:4:5:6::8"}},
		{"ntriples", "IRIREF", []string{"<http://a/b\u00E9>", `<http://a/\u00E9\U0001F600>`, "<\U0010FFFF\uFFFF>"}},
		{"ntriples", "LANGTAG", []string{"@en", "@de-AT-1996"}},
	} {
		g := bundled(t, test.grammar)
		rule := g.Rule(test.rule)
		lines := append(mutate(test.seeds, 20_000), test.seeds...)
		for name, generator := range generators {
			t.Run(fmt.Sprintf("%s/%s/%s", test.grammar, test.rule, name), func(t *testing.T) {
				verdicts := ask(t, generator, g, test.rule, lines)
				members := 0
				for i, line := range lines {
					want := rule.Table.Valid(line)
					if want {
						members++
					}
					if got := verdicts[i] == '1'; got != want {
						t.Fatalf("%q is accepted: %v, want %v", line, got, want)
					}
				}
				if members < len(test.seeds) || members == len(lines) {
					t.Errorf("of %d lines %d are members: too few to tell, or too many", len(lines), members)
				}
			})
		}
	}
}

// mutate returns n lines, each one or two edits away from one of the lines.
func mutate(lines []string, n int) (mutated []string) {
	r := rand.New(rand.NewPCG(3, 4))
	odd := []string{"\x00", "\x7F", "\x80", "\xC2", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\u00A0", "\uD7FF",
		"\uE000", "\uFFFE", "\U000E0FFF", "\U0010FFFD",
		" ", "%", ":", "/", "?", "#", "[", "]", "@", "<", ">", `\`, `\u00e9`, "a", "F", "0", "256", "::", "-", "."}
	for range n {
		line := lines[r.IntN(len(lines))]
		for range 1 + r.IntN(2) {
			from := r.IntN(len(line) + 1)
			to := min(from+r.IntN(3), len(line))
			insert := ""
			if r.IntN(4) > 0 {
				insert = odd[r.IntN(len(odd))]
			}
			line = line[:from] + insert + line[to:]
		}
		mutated = append(mutated, line)
	}
	return mutated
}

// ask generates and compiles a program, and returns its verdict, '0' or '1', on each line.
func ask(t *testing.T, generator generator, g *build.Grammar, rule string, lines []string) string {
	folder := t.TempDir()
	source, result, program := filepath.Join(folder, "source"), filepath.Join(folder, "result.c"),
		filepath.Join(folder, "program")
	var b bytes.Buffer
	if err := generator.Write(&b, g, rule, Options{Peer: "peer", Version: "1"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, nil, generator.command(source, result)...)
	run(t, nil, "cc", "-I../c", "-o", program, "testdata/main.c", result)
	var input bytes.Buffer
	for _, line := range lines {
		input.Write(binary.NativeEndian.AppendUint32(nil, uint32(len(line))))
		input.WriteString(line)
	}
	verdicts := run(t, &input, program)
	if len(verdicts) != len(lines) {
		t.Fatalf("%d verdicts on %d lines", len(verdicts), len(lines))
	}
	return verdicts
}

func run(t *testing.T, input *bytes.Buffer, command ...string) string {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(command[0], command[1:]...)
	if input != nil {
		cmd.Stdin = input
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", command[0], err)
	}
	return string(out)
}
