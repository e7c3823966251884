package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// A repairTest is a document read both strictly and with its comments repaired.
type repairTest struct {
	dialect          syntax.Dialect
	text             string
	codes            string // read strictly
	want, wantRepair string
	codesRepair      string
}

var repairTests = []repairTest{
	// Ordinary comments are kept.
	{syntax.ABNF, "a = %x41 / b ; A-Z / a-z\nb = c\n", "", "a = alt{num{41} ref{b}}\nb = ref{c}",
		"a = alt{num{41} ref{b}}\nb = ref{c}", ""},
	{syntax.ABNF, "a = DIGIT ; where DIGIT = %x30-39\nb = a", "", "a = ref{DIGIT}\nb = ref{a}",
		"a = ref{DIGIT}\nb = ref{a}", ""},
	{syntax.ABNF, "a = b ; for b = 1 see below\nb = c", "", "a = ref{b}\nb = ref{c}", "a = ref{b}\nb = ref{c}", ""},
	{syntax.ABNF, "a = \"x\" ; for x = b and b = c\nd = a", "",
		"a = istr{\"x\"}\nd = ref{a}", "a = istr{\"x\"}\nd = ref{a}", ""},
	{syntax.ABNF, "a = b\n; b = \"c\"", "", "a = ref{b}", "a = ref{b}", ""},
	{syntax.ABNF, "a = b ; see c = a\nb = a", "", "a = ref{b}\nb = ref{a}", "a = ref{b}\nb = ref{a}", ""},
	{syntax.ABNF, "a = b ; c / d ; e", "", "a = ref{b}", "a = alt{ref{b} ref{d}}", "1:7 repaired warning"},
	{syntax.ABNF, "a = b ; c / d ; e\nb = c ; f", "", "a = ref{b}\nb = ref{c}", "a = ref{b}\nb = ref{c}", ""},
	{syntax.ABNF, "a = %x41 ; A b = 1*a", "1:10 comment-swallows", "unread a", "a = num{41}\nb = rep{1,-1 ref{a}}",
		"1:10 repaired warning"},
	{syntax.ABNF, "a = b ; the rest is = lost\nb = c", "", "a = ref{b}\nb = ref{c}", "a = ref{b}\nb = ref{c}", ""},
	{syntax.ABNF, "a = b ; the rest is = lost", "", "a = ref{b}", "a = ref{b}\nis = ref{lost}", "1:7 repaired warning"},

	{syntax.ABNF, "a = b ; c b = d", "1:7 comment-swallows", "unread a", "a = ref{b}\nb = ref{d}", "1:7 repaired warning"},
	{syntax.ABNF, "; c a = b b = d", "1:1 comment-swallows, 1:1 no-rules", "", "a = ref{b}\nb = ref{d}",
		"1:1 repaired warning"},
	{syntax.ABNF, `a = b ; not "//" or "/ x" / c ; "b = d" b = e`, "1:7 comment-swallows", "unread a",
		"a = alt{ref{b} ref{c}}\nb = ref{e}", "1:7 repaired warning, 1:31 repaired warning"},
	{syntax.ABNF, "a = b ; don't say '/ x' or and/or / c ; 5\" of / d b = e", "1:7 comment-swallows", "unread a",
		"a = alt{ref{b} ref{c} ref{d}}\nb = ref{e}", "1:7 repaired warning, 1:39 repaired warning"},
	{syntax.ABNF, "a = b ; c b = d\ne = f ; / g\n", "1:7 comment-swallows", "e = ref{f}\nunread a",
		"a = ref{b}\nb = ref{d}\ne = ref{f}", "1:7 repaired warning"},
	{syntax.ABNF, "a = b ; @octets b = d", "1:7 comment-swallows", "@octets b = d\nunread a",
		"@octets\na = ref{b}\nb = ref{d}",
		"1:7 repaired warning"},
	{syntax.ABNF, "a = ALPHA DIGIT ; A ALPHA = %x41 DIGIT = ALPHA", "1:17 comment-swallows", "unread a",
		"a = cat{ref{ALPHA} ref{DIGIT}}\nALPHA = num{41}\nDIGIT = ref{ALPHA}", "1:17 repaired warning"},
	{syntax.ABNF, "a = 0 b = c", "1:5 repeat-without-element", "b = ref{c}\nunread a", "a = istr{\"\"}\nb = ref{c}",
		"1:5 repaired warning"},
	{syntax.ABNF, "a = 0 / 0*0 / b", "1:5 repeat-without-element, 1:9 repeat-without-element", "unread a",
		"a = alt{istr{\"\"} istr{\"\"} ref{b}}", "1:5 repaired warning, 1:9 repaired warning"},
	{syntax.ABNF, "a = 1 b = c", "1:5 repeat-without-element", "b = ref{c}\nunread a", "b = ref{c}\nunread a",
		"1:5 repeat-without-element"},
	{syntax.RFC822, "a = b ; / x | c ; y b = d", "1:7 comment-swallows", "unread a", "a = alt{ref{b} ref{c}}\nb = ref{d}",
		"1:7 repaired warning, 1:17 repaired warning"},
	{syntax.AParse, "a = b # / c ; b = d;", "1:6 missing-terminator, 1:7 comment-swallows", "unread a",
		"a = alt{ref{b} ref{c}}\nb = ref{d}", "1:7 repaired warning"},

	{syntax.Treetop, "rule a b # the end / end\nend", "", "a = ref{b}", "a = ref{b}", ""},
	{syntax.Treetop, "rule a b end # the end", "", "a = ref{b}", "a = ref{b}", ""},
	{syntax.Treetop, "grammar A rule a b # c end rule d e end end", "1:20 comment-swallows", "unread a",
		"a = ref{b}\nd = ref{e}",
		"1:20 repaired warning"},
	{syntax.Treetop, "rule a b # '/ end' or \"/ x\" don't / c #/ d / e # the end of it end",
		"1:10 comment-swallows", "unread a",
		"a = first{ref{b} ref{c} ref{e}}", "1:10 repaired warning, 1:39 repaired warning, 1:48 repaired warning"},
	{syntax.Treetop, "rule a b # c end\nrule d e\nrule f g end", "1:10 comment-swallows, 2:6 missing-end",
		"f = ref{g}\nunread a\nunread d",
		"a = ref{b}\nf = ref{g}\nunread d", "1:10 repaired warning, 2:6 missing-end"},
	{syntax.Treetop, "rule a b # c end\nrule d e # f / g end\nrule h i # end\nend",
		"1:10 comment-swallows, 2:10 comment-swallows", "h = ref{i}\nunread a\nunread d",
		"a = ref{b}\nd = first{ref{e} ref{g}}\nh = ref{i}", "1:10 repaired warning, 2:10 repaired warning"},
}

func TestRepair(t *testing.T) {
	for _, tt := range repairTests {
		for _, repair := range []bool{false, true} {
			want, wantCodes := tt.want, tt.codes
			if repair {
				want, wantCodes = tt.wantRepair, tt.codesRepair
			}
			g, l := ReadWith(syntax.NewSource("test", tt.text), ReadOptions{Dialect: tt.dialect, Repair: repair})
			if got := dump(t, g); got != want {
				t.Errorf("%s: read %q, repair %t\n got %s\nwant %s", tt.dialect, tt.text, repair, got, want)
			}
			if got := codes(l); got != wantCodes {
				t.Errorf("%s: read %q, repair %t\n got %s\nwant %s", tt.dialect, tt.text, repair, got, wantCodes)
			}
			checkList(t, l)
			checkGrammar(t, g)
		}
	}
}

func TestRepairMessages(t *testing.T) {
	text := `a = b ; as "/" or é / c ; more b = "0123456789 0123456789 0123456789" d = b`
	for repair, want := range map[bool]string{
		false: "test:1:7: the comment runs to the end of its line and swallows 70 bytes of text containing 2 definitions; " +
			"--repair ends such comments before the next rule or alternative",
		true: `test:1:7: the comment '; as "/" or <U+00E9>' is read as ending ` +
			`before '/ c ; more b = "0123456789 0123456789 ` +
			`01...', which strictly speaking is part of it`,
	} {
		_, l := ReadWith(syntax.NewSource("test", text), ReadOptions{Repair: repair})
		for _, d := range l.Items {
			if d.Severity != syntax.Note {
				if got := l.Format(d); got != want {
					t.Errorf("repair %t\n got %s\nwant %s", repair, got, want)
				}
				break
			}
		}
	}
}

// Repairing a long line costs as much per byte as repairing a short one.
func TestRepairLinear(t *testing.T) {
	for _, unit := range []string{"; / b ", "; \" / b ", "; ' / b ", "; b = c ", "; b c ", "b =", "; x = 0 "} {
		cost := func(n int) float64 {
			src := syntax.NewSource("test", "a = z ; z = b "+strings.Repeat(unit, n))
			return testing.AllocsPerRun(1, func() { ReadWith(src, ReadOptions{Repair: true}) })
		}
		if small, large := cost(1_000), cost(4_000); large > 6*small+100 {
			t.Errorf("%q: %v allocations for 1,000, %v for 4,000", unit, small, large)
		}
	}
}

// The notes about departures from the letter of a notation: one of each kind, with the number of
// occurrences.
func TestLetter(t *testing.T) {
	for _, tt := range []struct {
		d          syntax.Dialect
		text, want string
	}{
		{syntax.ABNF, "a = b\r\n", ""},
		{syntax.ABNF, "a = b\n",
			"test:1:6: 1 line without CR before LF (first one here); RFC 5234 (appendix B.1) requires CR LF"},
		{syntax.ABNF, "a = b\r\nc = d\n\n\n",
			"test:2:6: 3 lines without CR before LF (first one here); RFC 5234 (appendix B.1) requires CR LF"},
		{syntax.ABNF, "a = b",
			"test:1:6: the last line has no line ending; RFC 5234 (section 4) requires one after every rule"},
		{syntax.ABNF, "a = b c = d e = f\r\n",
			"test:1:7: 2 definitions on the same line as another (first one here); RFC 5234 (section 2.1) requires a new " +
				"line for each"},
		{syntax.ABNF, "a = b ; cé\r\nd = <éé> ; e\r\n",
			"test:1:10: 3 non-ASCII characters in comments or prose (first one here); RFC 5234 (section 4) allows only ASCII"},
		{syntax.RFC822, "a = b ; é\nc = d e = f", ""},
		{syntax.AParse, "a = b ; # é\nc = d; e = f;", ""},
		{syntax.AParse, "a\u00A0=\u00A0b;",
			"test:1:2: 2 no-break spaces (U+00A0) read as blanks (first one here)"},
	} {
		_, l := Read(syntax.NewSource("test", tt.text), tt.d)
		var got []string
		for _, d := range l.Items {
			if got = append(got, l.Format(d)); d.Severity != syntax.Note {
				t.Errorf("%q: %+v", tt.text, d)
			}
		}
		if joined := strings.Join(got, "\n"); joined != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, joined, tt.want)
		}
	}
}
