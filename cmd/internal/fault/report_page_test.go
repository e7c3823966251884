package fault

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/testkit"
)

// hostile lists texts that contain markup or control characters, or that are very long. A page must
// show them as text.
var hostile = []string{
	"</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", `"><b style='x`, "</pre></figure>", "]]>-->",
	"&lt;b&gt;&#0;",
	"\u202e\u2066abc\u2069", "\x00\x01\x1b[31m\r\n", "\xff\xc0\x80\xed\xa0\x80", "javascript:alert(1)", "{{.}}</title>",
	"a" + strings.Repeat("\u0300", 50_000), strings.Repeat("x", 10<<20),
	strings.Repeat("\"", 10<<20), strings.Repeat("\xff", 10<<20),
}

// filled returns a report that contains all kinds of data. Most texts in it consist of a number and
// s.
func filled(s string, list []string) (*Report, Run) {
	r := NewReport()
	name := s[:min(len(s), 10_000)] // for the many names of files, hosts and so on
	text := func(n int) string { return strconv.Itoa(n) + name }
	for i := range 60 {
		r.Open(ReportFile{Name: text(i), Format: name, Compression: name})
		r.Valid(10)
		r.Read(5, 6)
		r.Missing(1)
		r.Blank(1)
		r.Comments(1)
		r.Unread(text(i), name)
		r.LeftOut(text(i), name)
	}
	for i, code := range list {
		for range maxExamples + 1 {
			for _, severity := range []string{"", "warning"} {
				m := Mistake{Code: code, Severity: severity, Part: text(i), Field: text(i), Host: text(i)}
				add := r.Invalid
				if severity != "" {
					add = r.Finding
				}
				if add(m) {
					d := terminal.Diagnostic{File: s, Line: 1, Column: 2, Severity: severity, Code: code, Message: s}
					d.Text, d.Offset, d.Len = s, len(s)/2, 3
					r.Example(Example{Diagnostic: d, Record: 3, Field: s})
				}
			}
		}
	}
	with := run
	with.Command, with.Interrupted = slices.Repeat([]string{name}, 150), true
	return r, with
}

func pageOf(t *testing.T, r *Report, with Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteHTML(&b, with); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// skeleton returns the elements and attributes of a page, without its text.
func skeleton(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			depth := 0
			for range n.Ancestors() {
				depth++
			}
			fmt.Fprintf(&b, "%*s%s %q\n", depth, "", n.Data, n.Attr)
		case html.CommentNode:
			t.Errorf("a comment: %q", n.Data)
		}
	}
	return b.String()
}

// TestHostilePage writes pages of hostile texts. The data must not add elements or attributes, and
// all characters must be visible.
func TestHostilePage(t *testing.T) {
	list := []string{"port", "space", "scheme", "no such <code>"}
	r, with := filled("plain", list)
	want := skeleton(t, pageOf(t, r, with))
	for _, s := range hostile {
		checkPage(t, s, list, want)
	}
}

// checkPage fails unless the page of a report filled with s contains exactly the given elements,
// only visible characters, and at most maxBytes bytes.
func checkPage(t *testing.T, s string, codes []string, elements string) {
	t.Helper()
	r, with := filled(s, codes)
	page := pageOf(t, r, with)
	if got := skeleton(t, page); got != elements {
		t.Errorf("%.40q changes the elements of the page:\n%s", s, firstDifference(got, elements))
	}
	for line := range strings.SplitSeq(page, "\n") {
		if n := terminal.Printable(line); n < len(line) {
			t.Errorf("%.40q: the page has %.20q", s, line[n:])
			break
		}
	}
	if len(page) > maxBytes {
		t.Errorf("%.40q: a page of %d bytes", s, len(page))
	}
}

// FuzzPage checks the page for any text.
func FuzzPage(f *testing.F) {
	for _, s := range hostile {
		f.Add(s[:min(len(s), 1000)])
	}
	var want string
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" {
			return // without text there are no names
		}
		if want == "" {
			r, with := filled("plain", []string{"port"})
			want = skeleton(t, pageOf(t, r, with))
		}
		checkPage(t, s, []string{"port"}, want)
	})
}

func firstDifference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return left[i] + "\nnot\n" + right[i]
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(left), len(right))
}

// TestPageIsSmall writes pages with more codes than exist, and with the texts that grow most when
// escaped. No page may exceed maxBytes. Outside CI it writes only the largest page.
func TestPageIsSmall(t *testing.T) {
	var list []string
	for _, page := range program.Codes() {
		list = append(list, page.Code)
	}
	for i := range 20 {
		list = append(list, fmt.Sprint(strings.Repeat("<", 1000), i))
	}
	for i, s := range []string{"plain", hostile[11][:10_001], strings.Repeat("\xff", 10_000)} {
		if !testkit.OneIn(3, i+1) {
			continue
		}
		r, with := filled(s, list)
		page := pageOf(t, r, with)
		t.Logf("%.20q: %d bytes", s, len(page))
		if len(page) > maxBytes {
			t.Errorf("%.20q: a page of %d bytes", s, len(page))
		}
	}
}

// TestPage searches a page for all its parts and counts.
func TestPage(t *testing.T) {
	r, with := filled("<x>", []string{"port"})
	page := pageOf(t, r, with)
	for _, want := range []string{
		`<html lang="en">`, "<h1>6 of 666 records are invalid</h1>",
		"The run was interrupted. 60 files were not read completely.",
		"default-src &#39;none&#39;", `<a href="#code-1"><code>port</code></a>: the port is not a number`,
		`<h3 id="code-1"><code>port</code>`, "<summary>What it means",
		"<dd>1.5 s</dd>",
		`<figcaption><bdi>&lt;x&gt;:1:2, record 3, &lt;x&gt;</bdi>: <bdi>&lt;x&gt;</bdi></figcaption>`, "<b> ^~</b></pre>",
		"(10 others)", "The first 50 of 60 files, with the reasons",
		"e5703a35492111220540fe741bf9fe27677119f7e5e7624a345ada8e24771810",
		"Findings in valid records", "By field", "By host", "By file", "Files skipped",
	} {
		if !strings.Contains(page, want) && !strings.Contains(page, strings.ReplaceAll(want, "&#39;", "'")) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, never := range []string{"<script", "http://", "https://", "url(", "@import", "ZgotmplZ", " on"} {
		if i := strings.Index(strings.Split(page, "<main>")[0], never); i >= 0 {
			t.Errorf("the page has %q", never)
		}
	}
}

// TestBarsFit checks that the widest bar of each chart fills the chart, even in tables with a row
// for the remaining names.
func TestBarsFit(t *testing.T) {
	for _, n := range []int{1, maxPageNames, maxPageNames + 1, 3 * maxPageNames, maxFiles + 3*maxPageNames} {
		r := NewReport()
		for i := range n {
			r.Open(ReportFile{Name: strconv.Itoa(i), Format: "lines"})
			r.Invalid(Mistake{Code: "port", Part: "port", Host: strconv.Itoa(i % (3 * maxPageNames))})
		}
		sections := r.page(&run, maxExamples).Sections
		for _, section := range sections {
			widest := 0.0
			for _, row := range section.Rows {
				widest = max(widest, row.Bar.Width)
			}
			if widest != 100 {
				t.Errorf("%d files: the widest bar of %s has %g hundredths of its chart", n, section.Title, widest)
			}
		}
		if len(sections) != 4 {
			t.Errorf("%d files: %d tables with charts", n, len(sections))
		}
	}
}

// TestValidValues checks the tables of valid values. Rare names share a row.
func TestValidValues(t *testing.T) {
	r := NewReport()
	for i := range 1000 {
		r.Value("https", "a.example")
		if i < 5 {
			r.Value("x"+strconv.Itoa(i), "")
		}
	}
	var got []string
	for _, section := range r.page(&run, maxExamples).Sections {
		for _, row := range section.Rows {
			got = append(got, section.Title+": "+row.Name+" "+strings.Join(row.Numbers, ", "))
		}
	}
	want := []string{"Valid values by scheme: https 1,000, 99.5 %", "Valid values by scheme: (5 others) 5, 0.5 %",
		"Valid values by host: a.example 1,000, 99.5 %", "Valid values by host: (none) 5, 0.5 %"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestVerdict checks the page heading for various counts.
func TestVerdict(t *testing.T) {
	for want, c := range map[string]Counts{
		"There are no lines":                       {},
		"The one line is valid":                    {Valid: 1},
		"All 1,234 lines are valid":                {Valid: 1234},
		"1 of 2 lines is invalid":                  {Valid: 1, Invalid: 1},
		"1,000,000 of 1,000,002 lines are invalid": {Valid: 1, Invalid: 1e6, Missing: 1},
		"1 of 2 lines have no value":               {Valid: 1, Missing: 1},
	} {
		if got := NewReport().verdict(&c); got != want {
			t.Errorf("%+v: %q, not %q", c, got, want)
		}
	}
}

// TestContrast checks the contrast of text and chart colors against both backgrounds, as WCAG 2.2
// requires in 1.4.3 and 1.4.11.
func TestContrast(t *testing.T) {
	schemes := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(pageText, -1)
	if len(schemes) != 2 {
		t.Fatalf("%d schemes", len(schemes))
	}
	for _, scheme := range schemes {
		colors := map[string]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): #([0-9a-f]{6})`).FindAllStringSubmatch(scheme[1], -1) {
			colors[m[1]] = luminance(t, m[2])
		}
		for _, ground := range []string{"ground", "panel"} {
			for name, least := range map[string]float64{"text": 4.5, "soft": 4.5, "link": 4.5, "mark": 4.5, "bad": 3, "bar": 3} {
				low, high := min(colors[name], colors[ground]), max(colors[name], colors[ground])
				if ratio := (high + 0.05) / (low + 0.05); ratio < least || colors[name] == 0 {
					t.Errorf("%s on %s: %.2f, less than %.1f", name, ground, ratio, least)
				}
			}
		}
	}
}

// luminance returns the relative luminance of a color (WCAG 2.2).
func luminance(t *testing.T, hex string) float64 {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for shift, weight := range map[int]float64{16: 0.2126, 8: 0.7152, 0: 0.0722} {
		v := float64(n>>shift&0xFF) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

func TestNumbers(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", time.Millisecond: "0.001 s", 1500 * time.Millisecond: "1.5 s", 59949 * time.Millisecond: "59.9 s",
		90 * time.Second:                    "1m30s",
		3*time.Hour + 1600*time.Millisecond: "3h0m2s",
	} {
		if got := duration(d); got != want {
			t.Errorf("duration(%d) = %q, not %q", d, got, want)
		}
	}
	for want, of := range map[string][2]int64{"0.0 %": {0, 0}, "100.0 %": {7, 7}, "33.3 %": {1, 3},
		"< 0.1 %": {1, 10_000}} {
		if got := share(of[0], of[1]); got != want {
			t.Errorf("share of %d: %q, not %q", of, got, want)
		}
	}
}
