package notation

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// A document whose lines have been joined reads the same after repair as the original. Comments are
// where RFCs and their copies usually have them: after an alternative or at the end of a rule.
func TestJoinedDocuments(t *testing.T) {
	comments := []string{
		"", "0-9", `as "/" says`, "'/' or '//'", `don't say "a = b" / x`, "don't or/and", `a 5" disk`, "(see / above)",
		"; # ,", "rule the end is near", `"`,
	}
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 1))
		d := []syntax.Dialect{syntax.ABNF, syntax.RFC822, syntax.Treetop, syntax.AParse}[seed%4]
		choice, sign := "/", ";"
		if d == syntax.RFC822 {
			choice = "|"
		}
		if d == syntax.Treetop || d == syntax.AParse {
			sign = "#"
		}
		comment := func() string {
			text := comments[random.IntN(len(comments))]
			if text == "" || strings.HasPrefix(text, `don't say`) || strings.HasPrefix(text, "(see") || text == `"` {
				return "\n" // only a line break determines the meaning of "/ x" and of an odd quote in a comment
			}
			return " " + sign + " " + text + "\n"
		}
		var b strings.Builder
		for i := range 4 {
			element := func() string {
				return []string{fmt.Sprintf("r%d", random.IntN(4)), `"/"`, `";"`, `( r0 r1 )`, `"#"`}[random.IntN(5)]
			}
			name := fmt.Sprintf("r%d = ", i)
			if d == syntax.Treetop {
				name = fmt.Sprintf("rule r%d ", i)
			}
			b.WriteString(name + fmt.Sprintf("r%d ", (i+1)%4) + element())
			for random.IntN(2) == 0 {
				b.WriteString(comment() + "  " + choice + " " + element() + " " + element())
			}
			switch d {
			case syntax.Treetop:
				b.WriteString(comment() + "end\n")
			case syntax.AParse:
				b.WriteString(" ;" + comment()) // after a comment, the joined ";" would be part of it
			default:
				b.WriteString(comment())
			}
		}
		whole, l := Read(syntax.NewSource("whole", b.String()), d)
		if l.Errors() > 0 {
			t.Fatalf("seed %d, %s: %v\n%s", seed, d, l, b.String())
		}
		joined := strings.ReplaceAll(b.String(), "\n", " ")
		g, l := ReadWith(syntax.NewSource("joined", joined), ReadOptions{Dialect: d, Repair: true})
		if l.Errors() > 0 || dump(t, g) != dump(t, whole) {
			t.Fatalf("seed %d, %s: %v\n%s\n got %s\nwant %s", seed, d, l, joined, dump(t, g), dump(t, whole))
		}
	}
}

// The character classes of Ruby and of Go's regular expressions agree on the forms they share.
func TestClassesAsInGo(t *testing.T) {
	parts := []string{"a", "b", "z", "0", "9", "-", "-", "^", `\-`, `\]`, `\\`, `\d`, `\s`, `\w`, `\D`, "é", "ü", `\n`,
		`\x41`, "[:xdigit:]", " ", "'"}
	agreed := 0
	for seed := range uint64(6_000) {
		random := rand.New(rand.NewPCG(seed, 2))
		var b strings.Builder
		for range 1 + random.IntN(6) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := "[" + b.String() + "]"
		if strings.Contains(text, `\s`) { // Ruby's includes \v
			continue
		}
		re, err := regexp.Compile("^" + text + "$")
		if err != nil {
			continue
		}
		g, l := Read(syntax.NewSource("test", "rule a "+text+" end"), syntax.Treetop)
		if strings.Contains(codes(l), "set-in-range") { // Go treats the "-" as a literal
			continue
		}
		if len(g.Rules) == 0 {
			t.Fatalf("%s: %v", text, l)
		}
		c, _ := g.Rules[0].Expr.(*syntax.Class)
		for r := range rune(0x100) {
			if matches(c, r) != re.MatchString(string(r)) {
				t.Fatalf("%s: %U: %t", text, r, matches(c, r))
			}
		}
		agreed++
	}
	if agreed < 1_500 {
		t.Errorf("only %d classes compared", agreed)
	}
}

func matches(c *syntax.Class, r rune) bool {
	return c.Negated != slices.ContainsFunc(c.Ranges, func(x syntax.ClassRange) bool { return x.Lo <= r && r <= x.Hi })
}
