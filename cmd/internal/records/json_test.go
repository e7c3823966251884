package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc8259"
)

// twinFields lists the fields used in the comparisons, and twinPaths their paths.
var twinFields, twinPaths = []string{"u", "u.x", `x\.u`}, [][]string{{"u"}, {"u", "x"}, {"x.u"}}

// pointers lists the JSON Pointers used in the comparisons, and pointerPaths their paths.
var pointers, pointerPaths = []string{"/u", "/u/0", "/0/x", "/x.u/1"},
	[][]string{{"u"}, {"u", "0"}, {"0", "x"}, {"x.u", "1"}}

// expected is the expected result for a line: the values of all fields in text order, and whether
// one of them has the wrong type.
type expected struct {
	exact    bool // whether the fields are JSON Pointers
	values   []string
	mistyped bool
}

// walkJSON finds the values of a line with the tokens of encoding/json. path is the path of the
// next value.
func walkJSON(d *json.Decoder, path []string, to *expected) {
	paths := twinPaths
	if to.exact {
		paths = pointerPaths
	}
	field := slices.ContainsFunc(paths, func(p []string) bool { return slices.Equal(p, path) })
	token, err := d.Token()
	if err != nil {
		panic(err)
	}
	switch token := token.(type) {
	case json.Delim:
		if field && (token == '{' || to.exact) {
			to.mistyped = true
		}
		for i := 0; d.More(); i++ {
			next := path
			if token == '{' {
				key, _ := d.Token()
				next = append(slices.Clone(path), key.(string))
			} else if to.exact {
				next = append(slices.Clone(path), strconv.Itoa(i))
			}
			walkJSON(d, next, to)
		}
		d.Token()
	case string:
		if field {
			to.values = append(to.values, token)
		}
	case nil:
	default:
		to.mistyped = to.mistyped || field
	}
}

// lexJSON reports whether a line is a JSON text, using the tokens of RFC 8259. open holds the
// opening brackets.
func lexJSON(line []byte) bool {
	lex := rfc8259.Token.LexerBytes(line)
	next := func() int {
		for lex.Next() {
			if lex.Rule() != rfc8259.TokenWs {
				return lex.Rule()
			}
		}
		return -2
	}
	var open []int
	rule := next()
	for { // rule is the first token of a value
		switch rule {
		case rfc8259.TokenBeginObject, rfc8259.TokenBeginArray:
			open = append(open, rule)
			if len(open) > MaxDepth {
				return false
			}
			begin := rule
			if rule = next(); rule == rfc8259.TokenEndObject || rule == rfc8259.TokenEndArray {
				break // the loop below compares the brackets
			}
			if begin == rfc8259.TokenBeginObject {
				if rule != rfc8259.TokenString || next() != rfc8259.TokenNameSeparator {
					return false
				}
				rule = next()
			}
			continue
		case rfc8259.TokenString, rfc8259.TokenNumber, rfc8259.TokenTrue, rfc8259.TokenFalse, rfc8259.TokenNull:
			rule = next()
		default:
			return false
		}
		for {
			if len(open) == 0 {
				return rule == -2
			}
			in := open[len(open)-1]
			if rule == rfc8259.TokenValueSeparator {
				if rule = next(); in == rfc8259.TokenBeginObject {
					if rule != rfc8259.TokenString || next() != rfc8259.TokenNameSeparator {
						return false
					}
					rule = next()
				}
				break
			}
			if in == rfc8259.TokenBeginObject && rule != rfc8259.TokenEndObject ||
				in == rfc8259.TokenBeginArray && rule != rfc8259.TokenEndArray {
				return false
			}
			open = open[:len(open)-1]
			rule = next()
		}
	}
}

var surrogates = regexp.MustCompile(`\\u[dD][89a-fA-F]`)

// compareJSON compares the record of a line, without LF, with walkJSON and lexJSON.
func compareJSON(t testing.TB, s Syntax, line string) {
	t.Helper()
	var r Record
	text := []byte(line)
	rest := s.Next(&r, text)
	if len(rest) > 0 || r.Blank != (strings.Trim(line, " \t\r") == "") {
		t.Fatalf("%q: blank is %v, rest is %q", line, r.Blank, rest)
	}
	if r.Blank {
		return
	}
	valid, lexed := json.Valid(text), lexJSON(text)
	if valid && utf8.Valid(text) != lexed || !valid && lexed {
		t.Fatalf("%q: valid is %v to encoding/json, %v to the lexer", line, valid, lexed)
	}
	code := ""
	if p := r.Problem; p != nil {
		code = p.Code
		if p.Offset < 0 || p.Length < 0 || p.Offset+p.Length > len(r.Raw) || p.Message == "" || !slices.Contains(Codes(),
			code) ||
			!p.Open && code == JSONOpen || len(r.Values) > 0 {
			t.Fatalf("%q: %+v, %d values", line, *p, len(r.Values))
		}
	}
	switch code {
	case JSONSyntax, JSONOpen, JSONDepth:
		if valid {
			t.Fatalf("%q: %+v, but encoding/json has no error", line, *r.Problem)
		}
		return
	case JSONEncoding:
		if utf8.Valid(text) || !valid {
			t.Fatalf("%q: %+v, but encoding/json has no error", line, *r.Problem)
		}
		return
	}
	if !valid || !utf8.Valid(text) {
		t.Fatalf("%q: %+v, but encoding/json has an error", line, r.Problem)
	}
	compareValues(t, s, &r, line, code)
}

// compareValues compares the values of a well-formed line with those of encoding/json.
func compareValues(t testing.TB, s Syntax, r *Record, line, code string) {
	t.Helper()
	want, fields := expected{exact: s.(*jsonLines).exact}, twinFields
	if want.exact {
		fields = pointers
	}
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	walkJSON(d, []string{}, &want)
	switch code {
	case JSONType:
		if !want.mistyped {
			t.Fatalf("%q: %+v", line, *r.Problem)
		}
		return
	case JSONSurrogate:
		if !surrogates.MatchString(line) || !strings.Contains(fmt.Sprint(want.values), "\uFFFD") {
			t.Fatalf("%q: %+v", line, *r.Problem)
		}
		return
	}
	var got []string
	for _, v := range r.Values {
		got = append(got, string(v.Text))
		checkValue(t, r, v)
	}
	if want.mistyped || !slices.Equal(got, want.values) {
		t.Fatalf("%q: %q, want %q, mistyped: %v", line, got, want.values, want.mistyped)
	}
	var missing []Gap
	for _, field := range fields {
		if !slices.ContainsFunc(r.Values, func(v Value) bool { return v.Name == field }) {
			missing = append(missing, Gap{field, len(r.Values)})
		}
	}
	if !slices.Equal(r.Missing, missing) {
		t.Fatalf("%q: without %v, want %v", line, r.Missing, missing)
	}
}

func twinSyntax(t testing.TB) Syntax { return syntaxOf(t, twinFields) }

func syntaxOf(t testing.TB, fields []string) Syntax {
	s, err := openJSON(fields)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestJSONInTheSmall checks every short line composed of JSON pieces, or of bytes that occur in
// strings and numbers.
func TestJSONInTheSmall(t *testing.T) {
	s := twinSyntax(t)
	n := 0
	var all func(text string, pieces []string, after string, more int)
	all = func(text string, pieces []string, after string, more int) {
		n++
		compareJSON(t, s, text+after)
		if more == 0 {
			return
		}
		for _, p := range pieces {
			all(text+p, pieces, after, more-1)
		}
	}
	const less = 1 // 0 passes too
	all("", []string{"{", "}", "[", "]", ",", ":", `"u"`, `"x"`, "1", "null", "true"}, "", 5-less)
	all(`{"u":`, []string{"{", "}", "[", "]", ",", `"x":`, `"u":`, `"y"`, " ", "\t", "\r"}, "", 5-less)
	all(`{"u":"`, []string{`"`, `\`, "u", "n", "0", "d8", "DC", "00", "é", "\xC3", "\x1f", " "}, `"}`, 5-less)
	all("", []string{"-", "+", ".", "e", "E", "0", "7", "12"}, "", 6-less)
	all("", []string{"t", "r", "u", "e", "tru", "nul", "l", "fals", "F"}, "", 4)
	t.Logf("%d lines", n)
}

// randomJSON appends a random JSON text.
func randomJSON(rng *rand.Rand, b []byte, depth int) []byte {
	texts := []string{`"u"`, `"x"`, `"\u0075"`, `"x.u"`, `"http://example.org/\u00e9\ud83d\ude00"`, `"http:\/\/a/é"`,
		`"\ud83d"`,
		`"a long text without any escape"`, `"\\\"\b\f\n\r\t"`, `""`, `"` + strings.Repeat("é", 9) + `"`}
	blank := func() { b = append(b, []string{"", "", "", " ", "\t", "  "}[rng.IntN(6)]...) }
	kind := rng.IntN(10)
	if depth == 0 {
		kind = min(kind, 5)
	}
	blank()
	switch kind {
	case 0, 1, 2, 3:
		b = append(b, texts[rng.IntN(len(texts))]...)
	case 4:
		b = append(b, []string{"0", "-1", "1.5", "2e9", "-0.1E+7", "123456789"}[rng.IntN(6)]...)
	case 5:
		b = append(b, []string{"true", "false", "null"}[rng.IntN(3)]...)
	case 6, 7, 8:
		b = append(b, '{')
		for i := range rng.IntN(4) {
			if i > 0 {
				b = append(b, ',')
			}
			blank()
			b = append(b, texts[rng.IntN(4)]...)
			blank()
			b = randomJSON(rng, append(b, ':'), depth-1)
		}
		b = append(b, '}')
	default:
		b = append(b, '[')
		for i := range rng.IntN(4) {
			if i > 0 {
				b = append(b, ',')
			}
			b = randomJSON(rng, b, depth-1)
		}
		b = append(b, ']')
	}
	blank()
	return b
}

const bytesOfJSON = "{}[],:\"\\u0eE.+-\xFF\xC3é\x00 tn"

// mutate changes a few bytes of a line.
func mutate(rng *rand.Rand, line []byte) []byte {
	for range rng.IntN(3) {
		if len(line) == 0 {
			break
		}
		at := rng.IntN(len(line))
		b := bytesOfJSON[rng.IntN(len(bytesOfJSON))]
		switch rng.IntN(3) {
		case 0:
			line[at] = b
		case 1:
			line = slices.Delete(line, at, at+1)
		default:
			line = slices.Insert(line, at, b)
		}
	}
	return line
}

// TestEncodingJSON compares random lines, some of them mutated, with encoding/json, which may
// differ in two ways: it replaces invalid UTF-8 and lone surrogates, and uses only one of several
// members with the same name.
func TestEncodingJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s, exact := twinSyntax(t), syntaxOf(t, pointers)
	for range testkit.Few(60_000) {
		line := randomJSON(rng, nil, 4)
		compareJSON(t, s, string(line))
		compareJSON(t, exact, string(line))
		compareJSON(t, s, string(bytes.ReplaceAll(mutate(rng, line), newline, nil)))
	}
}

func TestJSONDepth(t *testing.T) {
	s := twinSyntax(t)
	for depth, code := range map[int]string{MaxDepth: "", MaxDepth + 1: JSONDepth} {
		for i, line := range []string{
			strings.Repeat("[", depth) + `"a"` + strings.Repeat("]", depth),
			"[" + strings.Repeat(`{"y":`, depth-1) + "1" + strings.Repeat("}", depth-1) + "]",
			strings.Repeat("[", depth-1) + "{}" + strings.Repeat("]", depth-1),
		} {
			if !testkit.OneIn(2, i+depth) {
				continue
			}
			compareJSON(t, s, line)
			var r Record
			s.Next(&r, []byte(line))
			if p := r.Problem; code == JSONDepth && (p == nil || p.Code != code) {
				t.Errorf("%d levels: %+v", depth, p)
			}
		}
	}
}

// TestJSONLines reads the lines of a text as records.
func TestJSONLines(t *testing.T) {
	for _, test := range []struct{ fields, text, want string }{
		{"u", "\n \t\r\n{}\r\n[\n1", "1 blank, 1 blank, 1 without u, 1 json-open, 0 without u"},
		{".", "\"a\"\n[\"b\",\"c\"]\r\n{}\n", "1 .=a, 1 .=b .=c, 1 json-type"},
		{"u", "{\"u\":\"a\"}\n{\"u\":", "1 u=a, 0 json-open"},
		{"u", "{\"u\":\"\\ud83d\"}\r", "0 json-surrogate"},
		{"u", "{\"u\":[null,[\"a\"]]}\n{\"u\":[]}\n{\"u\":null}\n", "1 u=a, 1 without u, 1 without u"},
		{"u", "{\"u\":\"a\",\"\\u0075\":\"b\"}", "0 u=a u=b"},
		{"u u.x", "{\"u\":\"a\"}\n{\"u\":{\"x\":\"a\"}}", "1 u=a without u.x, 0 json-type"},
		{"u.x.y u.z", "{\"u\":[{\"x\":{\"y\":\"a\"}},{\"x\":[],\"z\":\"b\"},1]}", "0 u.x.y=a u.z=b"},
		{"u", "{\"u\":true}\n{\"u\":[1]}\n{\"u\":[{}]}", "1 json-type, 1 json-type, 0 json-type"},
		{`a\.b`, `{"a.b":"c"}`, `0 a\.b=c`},
		{`a\\b`, `{"a\\b":"c"}`, `0 a\\b=c`},
		{"u u", `{"u":"c"}`, `0 u=c`},
		{"u[].x[] [].v", `[{"u":[{"x":"a"},{"x":["b"]}]},{"v":"c"}]`, "0 u[].x[]=a u[].x[]=b [].v=c"},
		{"/a.b/0/~1~0", `{"a.b":[{"/~":"c"},{"/~":"d"}],"a":{"b":[]}}`, "0 /a.b/0/~1~0=c"},
		{"/0", "{\"0\":\"a\"}\n[\"b\",\"c\"]\n[[\"d\"]]\n[]", "1 /0=a, 1 /0=b, 1 json-type, 0 without /0"},
		{"/u/01 /u/-", `{"u":["a","b"]}`, "0 without /u/01 without /u/-"},
		{"/ /[]", `{"":"a","[]":"b"}`, "0 /=a /[]=b"},
		{". /u", `["a"]`, "0 json-type"},
	} {
		s, err := openJSON(strings.Fields(test.fields))
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		var r Record
		for rest := []byte(test.text); len(rest) > 0; {
			rest = s.Next(&r, rest)
			x := fmt.Sprint(r.Lines)
			if r.Blank {
				x += " blank"
			}
			for _, v := range r.Values {
				x += fmt.Sprintf(" %s=%s", v.Name, v.Text)
			}
			for _, gap := range r.Missing {
				x += " without " + gap.Name
			}
			if r.Problem != nil {
				x += " " + r.Problem.Code
			}
			all = append(all, x)
		}
		if got := strings.Join(all, ", "); got != test.want {
			t.Errorf("%s of %q: %s, want %s", test.fields, test.text, got, test.want)
		}
		readAll(t, s, test.text)
	}
	for text, want := range map[string]int{"": 0, "{}": 0, "{}\n": 3, "{}\n[": 3, "\n\n{\"\n\"": 5} {
		if n := twinSyntax(t).Whole([]byte(text)); n != want {
			t.Errorf("%q: %d", text, n)
		}
	}
}

func TestOpenJSON(t *testing.T) {
	for field, want := range map[string]string{
		"":      `the field "" contains an empty name; write a.b, or a\.b for a name that contains a dot`,
		".a":    `the field ".a" contains an empty name; write a.b, or a\.b for a name that contains a dot`,
		"a..b":  `the field "a..b" contains an empty name; write a.b, or a\.b for a name that contains a dot`,
		"a.":    `the field "a." contains an empty name; write a.b, or a\.b for a name that contains a dot`,
		`a\b`:   `the field "a\\b" contains a backslash before a character other than "." or "\"; write \\ for a backslash`,
		`a\`:    `the field "a\\" contains a backslash before a character other than "." or "\"; write \\ for a backslash`,
		`é.\.`:  "<nil>",
		"a b.$": "<nil>",
		"/a~2":  `the field "/a~2" contains a ~ that is not part of ~0 (for ~) or ~1 (for /)`,
		"/a~":   `the field "/a~" contains a ~ that is not part of ~0 (for ~) or ~1 (for /)`,
	} {
		if _, err := openJSON([]string{field}); fmt.Sprint(err) != want {
			t.Errorf("%q: %v", field, err)
		}
	}
	if _, err := openJSON(nil); err == nil {
		t.Error("no field is no error")
	}
	const want = `the field "a" is not a JSON Pointer, but another field is; write all fields in one form`
	if _, err := openJSON([]string{"/a", ".", "a"}); fmt.Sprint(err) != want {
		t.Error(err)
	}
}

// TestAbsentField reads files in which no record has a field.
func TestAbsentField(t *testing.T) {
	const first = `{"uri":"a:b","x":{"y.z":[1,{"~":null}],"\\":true,"e":{}},"uri":"b:"}` + "\n"
	for _, test := range []struct{ fields, text, want string }{
		{"url", first + "{\"v\":1}", `no record of - has the field "url"; similar: "uri"; ` +
			`the first one has: "uri", "x.y\\.z", "x.y\\.z.~", "x.\\\\"`},
		{"/uri /x/y.z/2", first, `no record of - has the field "/x/y.z/2"; similar: "/x/y.z/0"; ` +
			`the first one has: "/uri", "/x/y.z/0", "/x/y.z/1/~0", "/x/\\"`},
		{"url", "{}\n", `no record of - has the field "url"`},
		{"url", "[\n\"a\"\n", `no record of - has the field "url"; the first one has: "."`},
		{"url", "{}\n{\"url\":null}\n", ""},
		{"uri url", "{\"uri\":\"a:b\"}\n{\"url\":\"a:b\"}\n", ""},
		{"url", "[\n", ""}, // no record is well-formed
		{"url", "", ""},
	} {
		o := Options{Format: JSONLines, Fields: strings.Fields(test.fields)}
		for _, each := range []func(*Reader) outcome{inChunks, onebyone} {
			r := open(t, o, strings.NewReader(test.text))
			r.source.workers, r.source.size = 3, 9
			if got := each(r).err; got != test.want {
				t.Errorf("%s of %q: %s, want %s", test.fields, test.text, got, test.want)
			}
		}
	}
}

// TestJSONMessages checks the error messages, including positions and remedies.
func TestJSONMessages(t *testing.T) {
	const noEscape = ` is not an escape; write \\ for a backslash, or one of \" \/ \b \f \n \r \t \uHHHH`
	const several = "; jq -c . FILE joins the lines of a JSON text"
	for line, want := range map[string]string{
		`{`:                  "1+0 the line ends within a JSON text, where a name in quotes was expected" + several,
		`[`:                  "1+0 the line ends within a JSON text, where a value was expected" + several,
		`{"a":[{`:            "7+0 the line ends within a JSON text, where a name in quotes was expected" + several,
		`{"a":"b`:            "7+0 the line ends within a JSON text, where the closing quote was expected" + several,
		`tru`:                "3+0 the line ends within a JSON text, where a value was expected" + several,
		`  "a": 1,`:          "5+1 \":\" instead of the end of the line; write one JSON text per line",
		`{} {}`:              "3+1 \"{\" instead of the end of the line; write one JSON text per line",
		`}`:                  "0+1 \"}\" instead of a value",
		`{'a':1}`:            "1+1 \"'\" instead of a name in quotes; write JSON strings in double quotes",
		`{a:1}`:              "1+1 \"a\" instead of a name in quotes; write names as \"name\"",
		`{"a":1,}`:           "7+1 \"}\" instead of a name in quotes; remove the comma before it",
		`[1,]`:               "3+1 \"]\" instead of a value; remove the comma before it",
		`{"a" "b"}`:          "5+1 a quote instead of a colon",
		`{"a":1 "b":2}`:      "7+1 a quote instead of a comma or }",
		`[1 2]`:              "3+1 \"2\" instead of a comma or ]",
		`{"a":None}`:         "5+4 \"None\" instead of a value; write null",
		`{"a":True}`:         "5+4 \"True\" instead of a value; write true",
		`{"a":NaN}`:          "5+3 \"NaN\" instead of a value; JSON does not allow this number; write null or a string",
		`{"a":nan}`:          "5+3 \"nan\" instead of a value; JSON does not allow this number; write null or a string",
		`// a`:               "0+1 \"/\" instead of a value; JSON does not allow comments; remove the comment",
		`{"a":"\x41"}`:       `6+4 "\x41"` + noEscape,
		`{"a":"\u00g1"}`:     `6+6 "\u00g1"` + noEscape,
		`{"a":"\'"}`:         `6+2 "\'"` + noEscape,
		"{\"a\":\"b\tc\"}":   `7+1 the control character U+0009 in a string; write \u0009`,
		`[01]`:               "2+1 \"1\" instead of a comma or ]",
		`[-]`:                "2+1 \"]\" instead of a digit; write a JSON number such as 0, -1.5 or 2e9",
		`[+1]`:               "1+1 \"+\" instead of a value",
		"{\"u\":\"a\xFFb\"}": "7+1 the byte FF is not UTF-8, which JSON requires; convert the file, for example with iconv",
		"[\xFF]":             "1+1 the byte FF instead of a value",
		`[é]`:                "1+2 \"é\" instead of a value",
		`{"u":12.5}`:         "5+4 the field u is a number, not a string; write the IRI as a string in quotes",
		`{"u":{"y":1}}`:      "5+1 the field u is an object, not a string; write the IRI as a string in quotes",
		`{"u":[false]}`:      "6+5 the field u is false, not a string; write the IRI as a string in quotes",
		`{"u":"a\ud83d"}`: `7+6 \ud83d is half of a surrogate pair, not a character; ` +
			`write both halves, or the character`,
	} {
		var r Record
		if twinSyntax(t).Next(&r, []byte(line)); r.Problem == nil {
			t.Errorf("%s: no problem", line)
		} else if got := fmt.Sprintf("%d+%d %s", r.Problem.Offset, r.Problem.Length, r.Problem.Message); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", line, got, want)
		}
	}
	deep := strings.Repeat("[", MaxDepth+1)
	var r Record
	twinSyntax(t).Next(&r, []byte(deep))
	if p := r.Problem; p.Offset != MaxDepth ||
		p.Message != "objects and arrays are nested more than 10000 deep here; reduce the nesting" {
		t.Errorf("%+v", *p)
	}
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"u":{"x":["http://a/\u00e9",null]},"x.u":-1.5e+7}`)
	f.Add(`{"u":"\ud83d\ude00","u":"\ud83d"`)
	s := twinSyntax(f)
	f.Fuzz(func(t *testing.T, line string) { compareJSON(t, s, strings.ReplaceAll(line, "\n", "")) })
}
