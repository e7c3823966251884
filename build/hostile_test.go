package build

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// lines returns n lines, each generated from its number.
func lines(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
		b.WriteByte('\n')
	}
	return b.String()
}

// nested returns text inside n pairs of brackets.
func nested(n int, open, text, end string) string {
	return strings.Repeat(open, n) + text + strings.Repeat(end, n)
}

// A hostile is a short grammar with a high cost.
type hostile struct {
	name  string
	text  string
	error string // part of the first error, or ""
	live  int    // states of rule a, if it is compiled
}

// dialect returns W3C for definitions with "::=", and ABNF otherwise.
func (h hostile) dialect() syntax.Dialect {
	if strings.Contains(h.text, "::=") {
		return syntax.W3C
	}
	return syntax.ABNF
}

// shape is a rule with the shape of a URI.
const shape = `shape = ALPHA *ALPHA ":" (["//" *(ALPHA/".") [":" *DIGIT]] *("/" *ALPHA) / *ALPHA *("/" *ALPHA)) ` +
	`["?" *(ALPHA/"/")] ["#" *(ALPHA/"/")]` + "\n"

// overBudget is part of the error for a grammar whose compilation would otherwise exhaust the
// transition budget.
const overBudget = "exceed the limit of"

// smallSteps is the step limit for a hostile grammar, except in the gate (CI=true) and with
// -full-budget. A large but harmless grammar may then be refused, with a proper error.
const smallSteps = 5_000_000

const spentSteps = "build.Limits.Automata.Steps"

var fullBudget = flag.Bool("full-budget", false,
	"let hostile grammars spend all of the default limits, which takes half a minute more")

var hostiles = sync.OnceValue(func() []hostile {
	exponential := func(n int) string { return fmt.Sprintf(`a = *("a"/"b") "a" %d*%d("a"/"b")`, n, n) }
	many := strings.Repeat
	return []hostile{
		// Numbers, sizes and text that the reader rejects.
		{"count over the limit", `a = 0*9999999999 "x"`, "the repetition count 9999999999 exceeds the limit of 100000", 0},
		{"smaller number last", `a = 5*3"a"`, "at least 5 and at most 3 times", 0},
		{"64 bits", `a = 18446744073709551616"x"` + "\n" + `b = %x10000000000000000`,
			"18446744073709551616 exceeds the limit", 0},
		{"code point of 64 bits", `b = %x10000000000000041`, "exceeds U+10FFFF", 0},
		{"NUL", "a = \"x\"\x00\n", "1 NUL byte", 0},
		{"byte order mark", "\uFEFFa = \"x\"\n", "", 2}, // a warning
		{"CR only", "a = b\rb = \"x\"\r", "2 CRs without LF", 0},
		{"source", "a = \"" + many("x", 1<<20) + "\"", "exceeds the limit of 1048576 bytes", 0},
		{"nesting", "a = " + nested(251, "(", `"x"`, ")"), "is nested 251 deep, over the limit of 250", 0},
		{"rules", lines(10_001, func(i int) string { return fmt.Sprintf(`r%d = "x"`, i) }),
			"exceeds the limit of 10000 rules", 0},
		{"a mebibyte of quotes", many(`"`, 1<<20), "the document has no rules", 0},
		{"a mebibyte of quotes in a rule", "a = " + many(`"`, 1<<20-4), "", 1},
		{"a mebibyte of stars", "a = " + many("*", 1<<20-4), "needs an element directly after it", 0},
		{"a mebibyte of bars", "a = " + many("| ", 1<<19-2), "unexpected '|'", 0},
		{"comments of programs", "a = b" + many("//c=d", 1<<17-2), "is missing after", 0},
		{"comments of programs on lines", "a = b" + many("\n//ccccc", 1<<17-1), "does not begin a comment", 0},
		{"comments that are not closed", "a = b" + many("/*", 1<<19-3), "needs an element", 0},
		{"classes of regular expressions", "a = " + many("[0-90-9] ", 100_000), "no character classes", 0},
		{"ranges of strings", "a = " + many(`"a"-"b" `, 1<<17-1), "no string ranges", 0},
		{"blocks of code", many("a = \"x\" ! ?\n  {b, c} = d\n", 1<<15), "are not in ABNF", 0},
		{"similar names", "a = b" + lines(4_000, func(i int) string { return fmt.Sprintf(" %060dz", i) }) + "\n" +
			lines(9_000, func(i int) string { return fmt.Sprintf(`z%060d = "x"`, i) }), "is not defined", 0},
		{"a mistake in every line", many("a=*\n", 1<<18), "needs an element directly after it", 0},
		{"a mistake in every comment", many(";\"\n", 1<<18), "the document has no rules", 0},
		{"a mistake in every definition", many("a=|\n", 1<<18), "unexpected '|'", 0},
		{"a bracket that is not closed in every definition", many("a=(", 1<<18), "is not closed", 0},
		{"names of a kibibyte", "a = " + lines(1_000, func(i int) string { return many("x", 1_000) + fmt.Sprint(i) }),
			"is not defined", 0},
		{"a name of a mebibyte", "a = " + many("x", 1<<20-4), "is not defined", 0},

		// Large and harmless grammars.
		{"100 deep groups", "a = " + nested(100, "(", `"x"`, ")"), "", 2},
		{"250 deep repetitions", "a = " + nested(250, "*(", `"x"`, ")"), "", 1},
		{"250 deep options", "a = " + nested(250, "[", `"x"`, "]"), "", 2},
		{"100,000 alternatives", `a = "x"` + many(` / "y"`, 99_999), "", 2},
		{"100,000 alternatives, not a class", `a = "xy"` + many(`/"y"`, 99_999), "", 3},
		{"50,000 alternatives deep in groups", "a = " + nested(249, "(", many(`"y"/`, 50_000)+`"xy"`, ")"), "", 3},
		{"alternatives at every depth", "a = " + nested(249, "("+many(`"y"/`, 500), `"xy"`, ")"), "", 3},
		{"16,000 classes", "a = %x100" +
			lines(16_000, func(i int) string { return fmt.Sprintf(" / %%x%X", 0x102+2*i) }), "", 0},
		{"repeated empty", `a = *(*("" / *""))`, "", 1},
		{"repeated empty, counted", `a = 10000("")`, "", 1},
		{"100*100", `a = 100*100("a")`, "", 101},
		{"30*30 twice", `a = 30*30(30*30("a"))`, "", 901},
		{"everything, 1,000 times", "a = %x0-10FFFF" + many(" / %x0-10FFFF", 999), "", 9},
		{"everything, 1,000 in a row", "a = " + many(" %x0-10FFFF", 1000), "", 0},
		{"100,000 alternatives without a name, 60,000 times", "a = 6(10000(" + many(`"x"/`, 100_000) + `"y"))`, "", 60_001},
		{"10,000 in a row", `a = 10000"x"`, "", 10_001},

		// Exponential grammars, within and over the limits.
		{"exponential, 10", exponential(10), "", 2048},
		{"exponential, 14", exponential(14), "", 32768},
		{"exponential, 20", exponential(20), "rule a: determinize: 200001 subset states exceed the limit of 200000", 0},
		{"exponential, 30", exponential(30), "rule a: determinize: 200001 subset states exceed the limit of 200000", 0},
		{"subsets explode, the answer is small", `a = *12("a"/"c") "a" *12("a"/"c")`, "", 104},
		{"product of counts", `a = 1000*1000(1000*1000("x"))`,
			"rule a: lower: 1000000 copies of a repeated element exceed the limit of 100000", 0},
		{"product of three counts", `a = 100(100(*100("x")))`,
			"rule a: lower: 1000000 copies of a repeated element exceed the limit of 100000", 0},
		{"literal of a mebibyte", "a = \"" + many("x", 1<<20-10) + "\"",
			"rule a: lower: 1000001 NFA states exceed the limit of 1000000", 0},
		{"literal of 70,000 bytes", "a = \"" + many("x", 70_000) + "\"",
			"rule a: minimize: 70002 DFA states exceed the limit of 65535", 0},
		{"doubling chain", `r0 = "x"` + "\n" +
			lines(40, func(i int) string { return fmt.Sprintf("r%d = r%d r%d", i+1, i, i) }),
			"rule r16: minimize: 65538 DFA states exceed the limit of 65535", 0},
		{"a wide fan of empty moves in a loop", "a = *((\"\"" + many(`/""`, 100_000) + `) ("a"/"b")) "a" 12("a"/"b")`,
			"rule a: determinize: 250", 0},
		{"a fan of empty moves in a loop", "a = *((\"\"" + many(`/""`, 1_000) + `) ("a"/"b")) "a" 12("a"/"b")`, "", 0},

		// Graphs of rules.
		{"10,000 rules", lines(10_000, func(i int) string { return fmt.Sprintf(`r%d = "x%d"`, i, i) }), "", 0},
		{"10,000 classes with names",
			lines(10_000, func(i int) string { return fmt.Sprintf(`r%d = %%x%X-%X`, i, 0x100+i, 0x200+i) }), "", 0},
		{"9,000 classes, each in the next", "r0 = %x100\n" +
			lines(8_999, func(i int) string { return fmt.Sprintf(`r%d = r%d / %%x%X`, i+1, i, 0x102+2*i) }), overBudget, 0},
		{"10,000 references", "a = r0" + lines(9_999, func(i int) string { return fmt.Sprintf(" / r%d", i+1) }) +
			lines(9_999, func(i int) string { return fmt.Sprintf(`r%d = "x%d"`, i, i) }), "r9999 is not defined", 0},
		{"the last of 5,000 references, 100,000 times", "a = " +
			lines(5_000, func(i int) string { return fmt.Sprintf(" r%d/", i) }) + " r4999" + many("/r4999", 100_000) + "\n" +
			lines(5_000, func(i int) string { return fmt.Sprintf(`r%d = "x%d"`, i, i) }), "", 0},
		{"100,000 lost names", "a = b" + lines(99_999, func(i int) string { return fmt.Sprintf(" c%d", i) }),
			"is not defined", 0},
		{"chain down", lines(9_999, func(i int) string { return fmt.Sprintf("r%d = r%d", i, i+1) }) + `r9999 = "x"`, "", 0},
		{"chain up", `r0 = "x"` + "\n" + lines(9_999, func(i int) string { return fmt.Sprintf("r%d = r%d", i+1, i) }), "", 0},
		{"chain of empty rules", lines(9_999, func(i int) string { return fmt.Sprintf("r%d = r%d r%d", i, i+1, i+1) }) +
			`r9999 = ""`, "", 0},
		{"ring", lines(10_000, func(i int) string { return fmt.Sprintf("r%d = r%d", i, (i+1)%10_000) }), overBudget, 0},
		{"ring with chords", lines(10_000, func(i int) string {
			return fmt.Sprintf("r%d = r%d [r%d] *r%d r%d", i, (i+1)%10_000, i*7%10_000, i*31%10_000, i*101%10_000)
		}), overBudget, 0},
		{"recursion among 200,000 empty strings", "a = " + many(`"" `, 200_000) + " a", "", 0},
		{"recursion deep in groups", "a = " + nested(249, `(b `, many("b ", 100_000), ")") + " a\nb = \"\"", "", 0},
		{"10,000 definitions of one rule", "a = " + many(`"x"/`, 100_000) + `"x"` + "\n" + many("a=\"x\"\n", 9_999),
			"a is defined differently on line 1", 0},
		{"10,000 increments", "a = " + many(`"x"/`, 100_000) + `"x"` + "\n" + many("a=/\"x\"\n", 9_999), "", 0},

		// Many large rules: the document limits apply to all of them together.
		{"10,000 rules of 2,048 states", lines(10_000, func(i int) string {
			return strings.Replace(exponential(10), "a =", fmt.Sprintf("r%d =", i), 1)
		}), overBudget, 0},
		{"10,000 rules of 5,000 states",
			lines(10_000, func(i int) string { return fmt.Sprintf(`r%d = %%x%X 5000"x"`, i, 0x4E00+i) }), overBudget, 0},
		{"10,000 rules on one of 5,000 states", "big = 5000%x0-10FFFF\n" +
			lines(9_999, func(i int) string { return fmt.Sprintf(`r%d = "%d" big`, i, i) }), overBudget, 0},
		{"1,000 rules over the limit of subsets", lines(1_000, func(i int) string {
			return strings.Replace(exponential(20), "a =", fmt.Sprintf("r%d =", i), 1)
		}), overBudget, 0},
		{"1,000 rules over the limit of NFA states", "big = 500\"x\"\n" +
			lines(1_000, func(i int) string { return fmt.Sprintf(`r%d = 2001big`, i) }), overBudget, 0},

		// The words of states.
		{"30,000 words", "a = " +
			lines(30_000, func(i int) string { return fmt.Sprintf(" %%x%X \"x\" /", 0x100+3*i) }) + ` "x"`, "", 0},
		{"60,000 words in 200 states", "a = \"xyz\"" + lines(200, func(i int) string {
			return " / \"" + fmt.Sprintf("%03d", i) + "\" (\"zz\"" +
				lines(300, func(j int) string { return fmt.Sprintf(" /%%x%X", 0x100+3*(300*i+j)) }) + " )"
		}), "", 0},
		{"large classes in different company", "c = %x100\n" +
			lines(1000, func(i int) string { return fmt.Sprintf(" / %%x%X", 0x102+2*i) }) +
			"a = \"x\"\n" +
			lines(300, func(i int) string { return fmt.Sprintf(" / \"%d\" (c / %%x%X)", i+1000, 0x5000+2*i) }), "", 0},
		{"a long name", strings.Repeat("a", 70_000) + ` = "x"`,
			"the name is 70000 bytes long; the maximum is 65535", 0},

		// Classes, differences and octets.
		{"240 differences in each other", "a ::= 'x'* - " + nested(240, "( 'x' 'x'+ - ", "'y'", ")"), "", 242},
		{"300 differences in a row", "a ::= " + many("( 'x'+ - 'xx' )", 300), "", 303},
		{"a difference of large automata", "a ::= ( '" + many("x", 997) + "' )* - ( '" + many("x", 991) + "' )*",
			"rule a: lower: 200001 subset states exceed the limit of 200000", 0},
		{"a difference of explosions, and more behind it", "a ::= ( ( [ab]* 'a' " + many("[ab]", 30) + " ) - 'b' ) 'c'",
			"rule a: lower: 200001 subset states exceed the limit of 200000", 0},
		{"a difference of explosions", "a ::= ( [ab]* 'a' " + many("[ab]", 30) + " ) - 'b'",
			"rule a: lower: 200001 subset states exceed the limit of 200000", 0},
		{"a class of 250,000 ranges", "a ::= [" + many("a-z", 250_000) + "]+", "", 2},
		{"1,000 classes of 1,000 characters", "a ::= " +
			many("["+lines(1, func(int) string { return many("a-bc", 240) })[:960]+"]", 1_000), "", 1_001},
		{"100,000 octets", ";@octets\na = %x80" + many("/%xFF-FF", 100_000), "", 2},
		{"octets of every kind, 10,000 times", ";@octets\na = *(" + many("%xC3.80/%xE1.80/", 10_000) + "%xF1-FF)", "", 0},
		{"octets for 10,000 names", ";@octets" +
			strings.ReplaceAll(lines(9_999, func(i int) string { return fmt.Sprintf(" r%d", i) }), "\n", "") + "\n" +
			lines(9_999, func(i int) string { return fmt.Sprintf("r%d = %%x80-FF", i) }), "", 0},
		{"an explosion of a core rule", "ALPHA" + exponential(14)[1:], "", 0},
		{"10,000 rules of one language", "a = " + many(`"x"/`, 100_000) + `"y"` + "\n" +
			lines(9_999, func(i int) string { return fmt.Sprintf(`r%d = "y" / "x"`, i) }), "", 2},

		// Components.
		{"10,000 rules with components", ";@components" + lines(1, func(int) string {
			return strings.ReplaceAll(lines(9_999, func(i int) string { return fmt.Sprintf(" r%d", i) }), "\n", "") + ": c"
		}) + "c = \"c\"\n" + lines(9_999, func(i int) string { return fmt.Sprintf(`r%d = c`, i) }), "", 0},
		{"directives over the limit",
			lines(101, func(i int) string { return fmt.Sprintf(";@components r%d: c", i) }) + "c = \"c\"\n" +
				lines(101, func(i int) string { return fmt.Sprintf(`r%d = c`, i) }), "exceeds the limit of 100 directives", 0},
		{"a profile of a mebibyte", "; @profile p: a" + many(" and a", 1<<17) + "\na = \"a\"",
			"exceeds the limit of 100 rules", 0},
		{"parentheses of a mebibyte", "; @profile p: " + many("(", 1<<20-40) + "\na = \"a\"",
			"deeper than the limit of 50", 0},
		{"101 profiles", lines(101, func(i int) string { return fmt.Sprintf("; @profile p%d: a", i) }) + "a = \"a\"",
			"exceeds the limit of 100 directives", 0},
		{"profiles of profiles", "; @profile p0: a and b\n" + lines(98, func(i int) string {
			return fmt.Sprintf("; @profile p%d: p%d and b and not (p%d and a)", i+1, i, i)
		}) + exponential(9) + "\n" + strings.Replace(exponential(8), "a =", "b =", 1), "", 0},
		{"profiles that explode",
			lines(20, func(i int) string { return fmt.Sprintf("; @profile p%d: a%d and not a%d", i, i, i+1) }) +
				lines(21, func(i int) string { return fmt.Sprintf("a%d = *(\"a\"/\"b\") \"a\" %d(\"a\"/\"b\")", i, 12+i%6) }),
			"share of build.Limits", 0},
		{"doubling chain of components", ";@components r30: r0\n" + `r0 = ""` + "\n" +
			lines(30, func(i int) string { return fmt.Sprintf("r%d = r%d r%d", i+1, i, i) }), "", 0},
		{"a delimiter of 300 bytes", ";@components a: c\na = \"" + many("x", 300) + "\" c\nc = \"c\"", "", 302},
		{"components of an explosion of pairs", ";@components b: a c\nb = a c\nc = *10[*200\"x\"]\n" +
			exponential(13), "", 0},
		{"components of a large automaton, eight times",
			";@components a: c1 c2 c3 c4 c5 c6 c7 c8\na = c1 \"1\" c2 \"2\" c3 \"3\" c4 \"4\" c5 \"5\" c6 \"6\" c7 \"7\" c8\n" +
				lines(8, func(i int) string { return fmt.Sprintf(`c%d = 5000"x"`, i+1) }), "", 40_008},

		// The search for places, and the proofs of regions.
		{"5,000 rules with the shape of a URI", lines(5_000, func(i int) string {
			return fmt.Sprintf(`r%d = ALPHA *(ALPHA/DIGIT/"+") ":" ["//" *(ALPHA/".") [":" *DIGIT]] *("/" *(ALPHA/"%d")) `+
				`["?" *(ALPHA/"/"/"?")] ["#" *(ALPHA/"/"/"?")]`, i, i)
		}), "", 0},
		{"a shape with a long chain behind the colon",
			"a = shape / ALPHA *ALPHA \":\" *2000(ALPHA / \"/\") \"|\"\n" + shape, "", 0},
		{"a shape with an explosion behind the colon",
			"a = shape / ALPHA *ALPHA \":\" *(\"a\" / \"b\") \"a\" 11(\"a\" / \"b\") \"|\"\n" + shape, "", 0},
		{"3,000 rules to search places for", lines(3_000, func(i int) string {
			return fmt.Sprintf(`r%d = *("%c" / "%c" %d"%c" / "%c" [*"%d" "x"] / "x" "y" / "y" *"z" "a")`, i, 'a'+i%26, 'a'+
				i/26%26, 1+i%7, 'b'+i%5, 'A'+i%26, i)
		}), "", 0},
		{"a long way to the end of every member", `a = *("a" / "b" 9000"x" "y" / "c" *("d" / "e"))`, "", 0},
		{"a thousand long ways to the end",
			lines(1_000, func(i int) string { return fmt.Sprintf(`r%d = *("a" / "%c" %d"x" "y")`, i, 'b'+i%20, 2_000+i) }),
			overBudget, 0},
		{"a core rule that is nearly as it should be", "LWSP = *(WSP / CRLF WSP) / 10000WSP *(WSP / CRLF WSP) \"x\"", "", 0},
		{"128 names for every state", lines(128, func(i int) string {
			return fmt.Sprintf("n%d = %%x%X", i, 0x100+i) +
				strings.ReplaceAll(lines(60, func(j int) string { return fmt.Sprintf(" / %%x%X", 0x200+7*j+i%7+i*450) }), "\n", "")
		}) + "a = \"x\"" + lines(500, func(i int) string {
			return fmt.Sprintf(" / %%x%X (n%d / n%d / n%d / %%x%X)", 0x20000+2*i, i%128, i*7%128, i*31%128, 0x30000+2*i)
		}), "", 0},
		{"components of an explosion", ";@components b: a c\nb = a c\nc = \"x\"\n" + exponential(14), "", 32768},
	}
})

// Each hostile grammar is either compiled, or refused with an error that names the limit, within
// the counted limits. No exact bound on memory is promised: the one here is ten times the measured
// values. The time is logged for limits.go, and go test's own timeout catches a hang. By default
// one in fourteen grammars is tried, and in CI one in two.
func TestHostile(t *testing.T) {
	if testkit.Slow {
		t.Skip("compiling is one goroutine: there is nothing to race, and the bounds of time are for the plain run")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	var slowest, largest string
	var most time.Duration
	var maxHeap uint64
	tried := 0
	for i, tt := range hostiles() {
		if !*fullBudget && (!testkit.Sparse(5, i) || !testkit.OneIn(3, i/5)) {
			continue
		}
		tried++
		t.Run(tt.name, func(t *testing.T) {
			if size := len(tt.text); size > 1<<20 && tt.name != "source" {
				t.Fatalf("the document has %d bytes: the reader refuses it, which is not what is tested", size)
			}
			src := syntax.NewSource("hostile.abnf", tt.text)
			limits := DefaultLimits()
			small := !*fullBudget && os.Getenv("CI") != "true"
			switch {
			case small:
				limits.Tuning, limits.Automata.Steps = 5_000_000, smallSteps
			case !*fullBudget:
				limits.Tuning = 5_000_000
				if tt.error == overBudget {
					limits.Automata.Steps = 10_000_000
				}
			}
			stop := watchHeap()
			spent := testkit.CPUTime()
			g, list := compileSource(context.Background(), src,
				Options{Name: "hostile", Dialect: tt.dialect(), Limits: limits, Places: true, Lint: true})
			cpu, heap := testkit.CPUTime()-spent, stop()
			t.Logf("%.2f s, %d MiB of heap, counted: %d transitions, %d K steps, %d K for tuning, %d KiB, %d diagnostics",
				cpu.Seconds(), heap>>20, g.automata.Meter.Transitions(), g.automata.Meter.Steps()/1000,
				g.tuning.Steps()/1000, g.automata.Meter.Bytes()>>10,
				len(list.Items))
			if cpu > most {
				slowest, most = tt.name, cpu
			}
			if uint64(heap) > maxHeap {
				largest, maxHeap = tt.name, uint64(heap)
			}
			if heap > 256<<20 {
				t.Errorf("held %d MiB", heap>>20)
			}
			if err := complaint(list); small && err != nil && strings.Contains(err.Error(), spentSteps) {
				tt.error, tt.live = spentSteps, 0
			}
			checkHostile(t, tt, g, list, limits.Automata)
		})
	}
	t.Logf("%d grammars, the worst: %.2f s of processor time (%s), %d MiB (%s)", tried, most.Seconds(), slowest,
		maxHeap>>20, largest)
}

// complaint returns the first error or limit among the diagnostics, with its position, or nil.
func complaint(list *syntax.List) error {
	for _, d := range list.Items {
		if d.Severity == syntax.Error || d.Code == "limit" {
			return errors.New(list.Format(d))
		}
	}
	return nil
}

func checkHostile(t *testing.T, tt hostile, g *Grammar, list *syntax.List, limits automaton.Limits) {
	if n := g.automata.Meter.Transitions(); n > maxWholes*limits.Transitions {
		t.Errorf("%d transitions", n)
	}
	if n := g.automata.Meter.Bytes(); n < 0 || n > limits.Bytes {
		t.Errorf("%d bytes", n)
	}
	switch err := complaint(list); {
	case err == nil && tt.error != "":
		t.Errorf("no error, want %q", tt.error)
	case err != nil && (tt.error == "" || !strings.Contains(err.Error(), tt.error)):
		t.Errorf("%.300v, want %q", err, tt.error)
	}
	for _, r := range g.Rules {
		if r.Table == "" && !r.Core && r.Kind == Regular && r.Err == nil && !r.names.Unread {
			t.Errorf("%.80s has neither a table nor a reason", r.Name)
		}
		if r.Err != nil && (r.made().DFA != nil || r.Table != "") {
			t.Errorf("%.80s has failed, and something is left of it", r.Name)
		}
		var limit *automaton.LimitError
		if errors.As(r.Err, &limit) && limit.Reached <= limit.Max {
			t.Errorf("%v", r.Err)
		}
	}
	if r := g.Rule("a"); tt.live != 0 {
		if r.Table == "" || r.Table.States() != tt.live {
			t.Errorf("%d live states, want %d (%v)", r.Table.States(), tt.live, r.Err)
		}
	}
	for i, r := range compiled(g) {
		if i%500 != 0 || r.Table.States() > 3_000 {
			continue
		}
		if err := machine.Verify(r.Table); err != nil {
			t.Errorf("%.80s: %v", r.Name, err)
		}
	}
}

// Searching for each of a great many alternatives among all the others would take minutes. The
// budget stops the search long before that.
func TestManyAlternatives(t *testing.T) {
	testkit.SkipSlow(t)
	limits := DefaultLimits()
	n, steps := testkit.Few(8_000), testkit.Few(int(limits.Automata.Steps))
	if !testkit.Long() {
		n, steps = min(n, 2_000), min(steps, int(limits.Automata.Steps)/4)
	}
	limits.Automata.Steps = int64(steps)
	names := strings.ReplaceAll(lines(n, func(i int) string { return fmt.Sprintf("r%d /", i) }), "\n", " ")
	text := "; @alternatives a: " + strings.ReplaceAll(names, "/", "") + "\na = " + names + "\"x\"\n" +
		lines(n, func(i int) string { return fmt.Sprintf(`r%d = "a%d"`, i, i) })
	g, list := compileSource(context.Background(), syntax.NewSource("a", text), Options{Name: "a", Limits: limits})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	_, err := g.Alternatives("a")
	var limit *automaton.LimitError
	if !errors.As(err, &limit) {
		t.Errorf("%d alternatives: %v", n, err)
	}
}

func TestCancelledBeforehand(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	g, list := compileSource(ctx, syntax.NewSource("a", "a = b\nb = \"x\""), Options{})
	if len(compiled(g)) != 0 || list.Errors() != 1 || !errors.Is(g.Rule("b").Err, why) {
		t.Errorf("%d rules compiled, %v", len(compiled(g)), list.Err())
	}
}

// watchHeap measures the live heap every few milliseconds. The returned function stops it and
// returns the maximum growth.
func watchHeap() (stop func() uint64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	base, peak := m.HeapAlloc, m.HeapAlloc
	done, gone := make(chan bool), make(chan bool)
	go func() {
		defer close(gone)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapAlloc)
			}
		}
	}()
	return func() uint64 {
		close(done)
		<-gone
		return peak - base
	}
}
