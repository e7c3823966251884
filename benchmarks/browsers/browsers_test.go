// Package browsers compares package iri's findings about browsers with Node's URL class.
package browsers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/bidi"

	"github.com/irilex/iri"
	unicode17 "github.com/irilex/iri/internal/idna"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/text"
)

// script prints, for each string in a JSON array, the host of its URL as JSON, or null if Node
// rejects the URL. Its argument is the base URL, or "".
const script = `
for (const text of JSON.parse(require('fs').readFileSync(0, 'utf8'))) {
	let host = null
	try { host = new URL(text, process.argv[1] || undefined).hostname } catch (e) {}
	console.log(JSON.stringify(host))
}`

// An answer is the host that Node found in a string, or Refused if Node rejected the string.
type answer struct {
	Host    string
	Refused bool
}

// ask returns the answers of one Node process for texts resolved against base, which may be "".
func ask(t *testing.T, base string, texts []string) (answers []answer) {
	t.Helper()
	for _, host := range askScript(t, script, base, texts) {
		if host == nil {
			answers = append(answers, answer{Refused: true})
		} else {
			answers = append(answers, answer{Host: *host})
		}
	}
	return answers
}

// askOrigins returns the origins of texts resolved against base, or "" for each rejected text.
func askOrigins(t *testing.T, base string, texts []string) (found []string) {
	t.Helper()
	for _, origin := range askScript(t, origins, base, texts) {
		if origin == nil {
			found = append(found, "")
		} else {
			found = append(found, *origin)
		}
	}
	return found
}

// askScript runs script in one Node process on texts and base and returns what it prints. It skips
// the test if Node is not installed, except in CI.
func askScript(t *testing.T, script, base string, texts []string) (answers []*string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("there is no program node, which this test compares with")
	}
	if err != nil {
		t.Skip("there is no program node: install Node 20 or later, https://nodejs.org or apt-get install nodejs")
	}
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", script, base)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var answer *string
		if err := d.Decode(&answer); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, answer)
	}
	if len(answers) != len(texts) {
		t.Fatalf("%d answers for %d texts", len(answers), len(texts))
	}
	return answers
}

// plainHost returns the host of an IRI without any mapping: percent-decoded, with ASCII in lower
// case, and with non-ASCII labels in Punycode. For schemes that browsers do not know, it only
// percent-encodes the host's non-ASCII characters.
func plainHost(i iri.IRI) string {
	host := i.Host()
	switch strings.ToLower(i.Scheme()) {
	case "http", "https", "ws", "wss", "ftp", "file":
	default:
		if strings.HasPrefix(host, "[") {
			return lowerASCII(host)
		}
		return percentEncode(host)
	}
	labels := strings.Split(lowerASCII(percentDecode(host)), ".")
	for n, label := range labels {
		if ascii, err := idna.Punycode.ToASCII(label); err == nil && !isASCII(label) {
			labels[n] = ascii
		}
	}
	return strings.Join(labels, ".")
}

func isASCII(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0 }

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

func percentDecode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		var octet byte
		fmt.Sscanf(s[i+1:i+3], "%02x", &octet)
		b.WriteByte(octet)
		i += 2
	}
	return b.String()
}

func percentEncode(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] < 0x80 {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}

// finding returns the code of the browser-related finding, or "" if there is none.
func finding(i iri.IRI) (code string) {
	linter := lint.MustNew(lint.Config{NFC: unicode17.IsNFC})
	for f := range linter.Findings(i.Reference()) {
		if strings.HasPrefix(f.Code, "browser-") || f.Code == "port-range" || f.Code == "ipv6-form" ||
			f.Code == "file-drive" && f.Component == iri.Authority {
			code = f.Code
		}
	}
	return code
}

// compare compares the findings for every IRI in lines with Node. There must be a finding exactly
// for the IRIs that Node rejects or to which it assigns a different host, except for known
// differences.
func compare(t *testing.T, lines []string) {
	var iris []iri.IRI
	var valid []string
	for _, line := range lines {
		if i, err := iri.Parse(line); err == nil {
			iris, valid = append(iris, i), append(valid, line)
		}
	}
	differ, known, wrong := 0, map[string]int{}, map[string]int{}
	for n, a := range ask(t, "", valid) {
		i := iris[n]
		differs := a.Refused || a.Host != plainHost(i)
		if differs {
			differ++
		}
		code := finding(i)
		if differs == (code != "") {
			continue
		}
		if why := knownDifference(i, a, code); why != "" {
			known[why]++
			continue
		}
		kind := fmt.Sprintf("%v %v %s", a.Refused, differs, code)
		if wrong[kind]++; wrong[kind] <= 12 {
			t.Errorf("%q %+q: Node has %+v, the plain host is %q, the finding %q", i, i.String(), a, plainHost(i), code)
		}
	}
	t.Logf("%d IRIs, of which Node refuses or reads otherwise %d; known differences: %v; others: %v",
		len(valid), differ, known, wrong)
}

// knownDifference returns the reason why Node and a finding disagree, or "" if it is unknown.
// Findings follow UTS 46 with Unicode 17. Node 20 parses URLs with ada 2.9, which uses Unicode 15,
// as does golang.org/x/net/idna compiled with Go 1.26.
func knownDifference(i iri.IRI, a answer, code string) string {
	const lenient = "UTS 46 refuses the label, Node does not: "
	host := percentDecode(i.Host())
	if code == "" && a.Refused && unjoined.MatchString(decodePunycode(lowerASCII(host))) {
		return "Node refuses a non-joiner before a letter that is not joined, which uts46.abnf does not tell from others"
	}
	if code == "" && a.Refused && strings.ContainsFunc(decodePunycode(lowerASCII(host)), isNew) {
		return "Node refuses a character that Unicode allows in hosts since version 15.1"
	}
	if code != "browser-label" || a.Refused {
		return ""
	}
	for label := range strings.SplitSeq(lowerASCII(host), ".") {
		rest, isEncoded := strings.CutPrefix(label, "xn--")
		switch {
		case isEncoded && isASCII(rest) && strings.HasSuffix(rest, "-"):
			return lenient + "Punycode of ASCII alone"
		case strings.HasPrefix(decodePunycode(label), "xn--"):
			return lenient + "Punycode of a label that begins with \"xn--\""
		case isEncoded && !isASCII(rest):
			return lenient + "\"xn--\" before other characters than ASCII"
		}
	}
	labels := strings.Split(decodePunycode(lowerASCII(host)), ".")
	for _, label := range labels {
		r, _ := utf8.DecodeRuneInString(label)
		switch {
		case !direction(labels):
			return lenient + "directions (RFC 5893)"
		case misplaced.MatchString(label):
			return lenient + "a non-joiner beside another one, a symbol or a digit (RFC 5892, appendix A.1)"
		case unicode.Is(unicode.M, r) && label != "":
			return lenient + "a mark at the start, of Unicode 14 or later"
		}
	}
	return ""
}

var mapping = idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckJoiners(false),
	idna.CheckHyphens(false))

// isNew reports whether Unicode 17 allows a character in hosts and Unicode 15 does not.
func isNew(r rune) bool {
	_, err := mapping.ToUnicode(string(r))
	return err != nil && unicode17.PropertiesOf(r).Status != unicode17.Disallowed
}

// unjoined matches a non-joiner next to a letter of a right-to-left script whose joining type the
// rule does not include: a hamza, a tatweel, a Hebrew letter.
var unjoined = regexp.MustCompile(`\x{200C}\p{Mn}*[\x{621}\x{640}\p{Hebrew}]|\x{640}\p{Mn}*\x{200C}`)

var misplaced = regexp.MustCompile(`[\x{200C}\pS\pP\pN]\x{200C}|\x{200C}[\pS\pP\pN]`)

// decodePunycode decodes the Punycode labels of a host.
func decodePunycode(host string) string {
	labels := strings.Split(host, ".")
	for n, label := range labels {
		if text, err := idna.Punycode.ToUnicode(label); err == nil {
			labels[n] = text
		}
	}
	return strings.Join(labels, ".")
}

// direction reports whether labels satisfy RFC 5893, section 2, which applies only if some label
// contains a character of class R, AL or AN. It checks the conditions one by one, as the RFC does.
func direction(labels []string) bool {
	has := func(label string, classes ...bidi.Class) bool {
		return strings.IndexFunc(label, func(r rune) bool {
			p, _ := bidi.LookupRune(r)
			return slices.Contains(classes, p.Class())
		}) >= 0
	}
	if !slices.ContainsFunc(labels, func(label string) bool { return has(label, bidi.R, bidi.AL, bidi.AN) }) {
		return true
	}
	for _, label := range labels {
		if label == "" {
			continue
		}
		_, size := utf8.DecodeRuneInString(label)
		first, end := label[:size], strings.TrimRightFunc(label, func(r rune) bool { return has(string(r), bidi.NSM) })
		_, size = utf8.DecodeLastRuneInString(end)
		last := end[len(end)-size:]
		switch {
		case has(first, bidi.R, bidi.AL): // conditions 2, 3 and 4
			if has(label, bidi.L) || !has(last, bidi.R, bidi.AL, bidi.EN, bidi.AN) ||
				has(label, bidi.EN) && has(label, bidi.AN) {
				return false
			}
		case has(first, bidi.L): // conditions 5 and 6
			if has(label, bidi.R, bidi.AL, bidi.AN) || !has(last, bidi.L, bidi.EN) {
				return false
			}
		default: // condition 1
			return false
		}
	}
	return true
}

func TestWebPlatformTests(t *testing.T) {
	shared := os.Getenv("IRI_SHARED")
	if shared == "" {
		t.Skip("IRI_SHARED names no folder with conformance/wpt-url-inputs.tsv")
	}
	text, err := os.ReadFile(filepath.Join(shared, "conformance", "wpt-url-inputs.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for row := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		var input string
		if len(fields) == 5 && json.Unmarshal([]byte(fields[3]), &input) == nil && !strings.Contains(input, "\n") {
			lines = append(lines, input)
		}
	}
	compare(t, lines)
}

// pieces are parts of difficult hosts: digits, dots, hexadecimal numbers, full-width digits,
// joiners, marks, left-to-right and right-to-left letters, Punycode labels.
var pieces = strings.Fields("a b x 0 1 7 8 9 255 256 0x 0X7f 0xg 00 08 . . . - -- _ ~ ! ／ ＃ ｜ ℀ ´ % %2e %2E %41 " +
	"%61 %30 %31 %00 %20 %2f " +
	"%25 %7f %22 %7B %c3%a9 %C3%89 %ff %e2%80%8b A Z K \u212a ß ẞ ς Σ ı İ i \u0307 e\u0301 é É \u0301 １ ２ ．。｡ ａ " +
	"\u00ad \u200b \u200c \u200d \u2060 \u034f " +
	"\u0915\u094d \u0915 \u094d \u0628 \u0627 \u0621 \u200c\u0621 \u0628\u200c \u05d0 \u05d1 \u0661 \u06f1 " +
	"\u0640 \u064b \u0e01 \u0e31 日 本 \u3099 か \uac00 \u1100 \u1161 𝟙 ① ⁴ ½ ﬁ ㎏ 🙂 \u2260 < " +
	"\u0378 \U0001f9ff \u00b7 \u30fb xn-- xn--a xn--xn---epa xn--ls8h xn--zca xn--fa-hia xn--4db xn--abc- " +
	"xn--mgba3gch31f060k xn--e1afmkfd XN--4DB Xn--80ak6aa92e " +
	"com org localhost 127 192 4294967295 4294967296 65536 16777216 0177 0377 0400")

// randomIRI returns a string, often an IRI, whose host contains some of the pieces.
func randomIRI(r *rand.Rand) string {
	var b strings.Builder
	schemes := []string{"http", "https", "HTTP", "ws", "ftp", "file", "foo", "http"}
	b.WriteString(schemes[r.IntN(len(schemes))] + ":")
	starts := []string{"//", "//", "//", "//", "//", "//", "//", "", "/", "///", "//u@", "//u:p@", "//@", "////", "//["}
	b.WriteString(starts[r.IntN(len(starts))])
	for range r.IntN(6) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	ends := []string{"", "", "/", "/", ":", ":80", ":65535", ":65536", ":000080", "?q", "#f", "/p/../q", ":80/",
		"]", "::1]", "1:0:0:2::]/"}
	b.WriteString(ends[r.IntN(len(ends))])
	return b.String()
}

func TestRandomHosts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 46))
	var lines []string
	for len(lines) < 200_000 {
		lines = append(lines, randomIRI(r))
	}
	compare(t, lines)
}

// TestCodePoints compares hosts that contain a single non-ASCII code point.
func TestCodePoints(t *testing.T) {
	var lines []string
	for r := rune(0x80); r <= 0x10FFFF; r++ {
		if r < 0x30000 || r >= 0xE0000 && r < 0xE1000 {
			lines = append(lines, "http://"+percentEncode(string(r))+"/", "http://a"+string(r)+"b/")
		}
	}
	compare(t, lines)
}

// TestSecurityTable compares the browser hosts listed in SECURITY.md with Node's.
func TestSecurityTable(t *testing.T) {
	text, err := os.ReadFile("../../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines, hosts []string
	row := regexp.MustCompile("(?m)^\\| `([a-z]+:.*)` \\| .* \\| (.*) \\| `[a-z0-9-]+` \\|$")
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		lines, hosts = append(lines, m[1]), append(hosts, strings.Trim(m[2], "`"))
	}
	if len(lines) < 20 {
		t.Fatalf("the table has %d rows", len(lines))
	}
	for n, a := range ask(t, "", lines) {
		host := a.Host
		switch {
		case a.Refused:
			host = "refused"
		case host == "":
			host = "empty"
		}
		if host != hosts[n] {
			t.Errorf("%s: Node has %s, the table %s", lines[n], host, hosts[n])
		}
	}
}

// TestFixKeepsHosts compares the hosts that Node finds in strings before and after Fix and
// FixReference repair them. It leaves out strings in quotes or angle brackets, because Fix reads
// only the text between them.
func TestFixKeepsHosts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	heads := []string{"", "http:", "HTTPS:", "http://", "//", "/", `\`, "urn:", "file:", "file:/", "ws:", "foo:/", "ht",
		"javascript", "http://h/", "\t"}
	pieces := []string{"h", ":", "/", `\`, "\t", "\n", "\r", " ", "#", "?", "@", ".", "a", "%", "[", "4", "|", `"`, "\x00",
		"é", "evil", "http:", "//", "41", "example.org", ":80", "[::1]", "C:"}
	var before, after []string
	for len(before) < 30_000 {
		s := heads[r.IntN(len(heads))]
		for range r.IntN(9) {
			s += pieces[r.IntN(len(pieces))]
		}
		i, changes, err := text.FixReference(s)
		if err == nil && len(changes) > 0 && changes[0].Code != "delimiters-around" {
			before, after = append(before, s), append(after, i.String())
		}
	}
	for _, base := range []string{"", "http://base.example/x/", "https://base.example/x/", "file:///x/y", "foo://a/x/"} {
		refused, changed := 0, ask(t, base, after)
		for n, a := range ask(t, base, before) {
			if a.Refused {
				refused++
			}
			if a != changed[n] {
				t.Errorf("base %q: Node has %+v for %q, %+v for %q", base, a, before[n], changed[n], after[n])
			}
		}
		t.Logf("base %q: %d strings, of which Node refuses %d", base, len(before), refused)
	}
}
