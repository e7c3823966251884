package tables_test

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A question is a string together with the machine's answers about it.
type question struct {
	s      string
	path   []uint16 // the states after zero bytes, one byte and so on
	want   bool     // whether it is a member
	number int      // its index among the questions of a jury

	padded bool // one of many similar strings: slow engines answer only a share of these
}

func (q *question) state() uint16 { return q.path[len(q.s)] }

// A kernel is one way to obtain a verdict.
type kernel struct {
	name string
	one  func(s string) bool                    // the verdict for one string
	many func(dst []bool, list []string) []bool // or the verdicts for many, in order
	fit  func(s string) bool                    // whether it accepts the string as input; nil means always
	slow bool
}

// A claim is another condition on a string; wrong returns a violation.
type claim struct {
	name  string
	wrong func(q *question) string
	slow  bool
}

// Slow engines get one in slowShare strings, unless they get every string. slowShare is prime, so
// that every byte class occurs in a walk that tries the classes in turn. The share of padded
// strings is smaller still.
const (
	slowShare   = 17
	paddedShare = 7
)

// engines holds every function that returns an answer for a rule. Calls do not modify the engines,
// so several juries may share them.
type engines struct {
	*language
	kernels []kernel
	claims  []claim
}

// enginesOf returns a rule's engines, the fast ones first.
func enginesOf(t testing.TB, l *language) *engines {
	t.Helper()
	return &engines{l, slices.Concat(verdictKernels(l), plainKernels(t, l), shapeKernels(l), pieceKernels(l)),
		slices.Concat(stateClaims(l), splitClaims(t, l), shapeClaims(l), errorClaims(l))}
}

// named returns the engines whose names match the expression, or all of them if it is empty.
func (e *engines) named(t testing.TB, expression string) *engines {
	t.Helper()
	only, err := regexp.Compile(expression)
	if err != nil || expression != "" && !testkit.Long() {
		t.Fatalf("-engines %s goes with -long: %v", expression, err)
	}
	some := &engines{language: e.language}
	for _, k := range e.kernels {
		if only.MatchString(k.name) {
			some.kernels = append(some.kernels, k)
		}
	}
	for _, c := range e.claims {
		if only.MatchString(c.name) {
			some.claims = append(some.claims, c)
		}
	}
	if len(some.kernels)+len(some.claims) == 0 {
		t.Fatalf("-engines %s: there is none with such a name", expression)
	}
	return some
}

func verdictKernels(l *language) []kernel {
	batch := tables.NewBatch(l.rule)
	batch.Workers = 1
	return []kernel{
		{name: "Valid", one: l.rule.Valid},
		{name: "ValidBytes",
			one: func(s string) bool { return l.rule.ValidBytes(unsafe.Slice(unsafe.StringData(s), len(s))) }},
		{name: "ValidOnTables", one: l.rule.ValidOnTables},
		{name: "Reference", one: l.m.Reference().Valid},
		{name: "Batch, of strings", many: batch.AppendValid},
		{name: "Batch, of lines", many: func(dst []bool, list []string) []bool {
			var text []byte
			for _, s := range list {
				text = append(append(text, s...), '\n')
			}
			return batch.AppendValidLines(dst, text)
		}, fit: func(s string) bool { return !strings.HasSuffix(s, "\r") && strings.IndexByte(s, '\n') < 0 }},
	}
}

// plainKernels returns the engines that run the rule in a table without places and regions.
func plainKernels(t testing.TB, l *language) []kernel {
	t.Helper()
	plain := *l.m
	plain.Front, plain.Rest, plain.Regions = nil, nil, nil
	rule, err := plain.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return []kernel{{name: "the plain engine", one: rule.Valid}}
}

// pieceKernels returns engines that allocate for every string.
func pieceKernels(l *language) []kernel {
	return []kernel{
		{name: "ValidReader", slow: true, one: func(s string) bool {
			valid, err := l.rule.ValidReader(reader(s))
			return valid && err == nil
		}},
	}
}

// reader returns a reader for a string; unless the string is long, it reads byte by byte.
func reader(s string) io.Reader {
	if len(s) < 30 {
		return iotest.OneByteReader(strings.NewReader(s))
	}
	return strings.NewReader(s)
}

// maxSplits is the length up to which a string is split at every offset; a longer one is split
// about that many times, at varying offsets.
const maxSplits = 24

// splits returns the distance between the splits of a string.
func (q *question) splits() int { return 1 + len(q.s)/maxSplits }

// everyError is the length up to which a dead string is passed to a checker at every split.
const everyError = 5

// stateClaims returns the claims about states: a walk that stops at any byte and then continues
// reaches the same state. Every live prefix is itself a question, so this also holds for any number
// of stops.
func stateClaims(l *language) []claim {
	return []claim{
		{name: "a State at every split", wrong: func(q *question) string {
			step := q.splits()
			for i := q.number % step; i <= len(q.s); i += step {
				if got := l.rule.AdvanceString(tables.State(q.path[i]), q.s[i:]); got != tables.State(q.state()) {
					return fmt.Sprintf("from state %d, behind %d bytes, to %d, not %d", q.path[i], i, got, q.state())
				}
			}
			if q.path[0] != uint16(l.rule.Start()) || l.rule.Accepting(tables.State(q.state())) != q.want {
				return "it starts or accepts elsewhere"
			}
			return ""
		}},
		{name: "Prefix", wrong: func(q *question) string {
			want := len(q.s)
			for ; want >= 0 && !l.m.Accept[q.path[want]]; want-- {
			}
			if got := l.rule.Prefix(q.s); got != want {
				return fmt.Sprintf("%d, not %d", got, want)
			}
			return ""
		}},
	}
}

// splitClaims returns the claims about component extents. There are two slow versions: the labels
// of the machine's states, and the RFC 3986 regular expression for any string. In addition, every
// span must be a member of its component's rule.
func splitClaims(t testing.TB, l *language) (all []claim) {
	if len(l.m.Components) == 0 {
		return []claim{{name: "Split", wrong: func(q *question) string {
			if x, ok := l.rule.Split(q.s); ok || x != (tables.Extents{}) {
				return "a rule without components has some"
			}
			return ""
		}}}
	}
	split := func(name string, slow bool, f func(s string) (tables.Extents, bool)) {
		all = append(all, claim{name: name, slow: slow, wrong: func(q *question) string {
			want := l.labelled(q)
			if x, ok := f(q.s); ok != q.want || x != want {
				return fmt.Sprintf("%v, %v, not %v, %v", x, ok, want, q.want)
			}
			return ""
		}})
	}
	split("Split", false, l.rule.Split)
	split("SplitOnTables", false, l.rule.SplitOnTables)
	all = append(all, claim{name: "Ends", wrong: func(q *question) string {
		var want [4]int
		for i, n := range l.labelled(q) {
			for j := range want {
				if i <= j {
					want[j] += n
				}
			}
		}
		scheme, authority, path, query, err := l.rule.Ends(q.s, l.rule)
		if got := [4]int{scheme, authority, path, query}; (err == nil) != q.want || got != want {
			return fmt.Sprintf("%v, %v, not %v, %v", got, err, want, q.want)
		}
		return ""
	}})
	if parse := parserOf(l); parse != nil {
		split("Parse", true, parse)
	}
	twin := cut(t, l.rule.Components())
	all = append(all, claim{name: "the components that RFC 3986 says", slow: true, wrong: func(q *question) string {
		if !q.want {
			return ""
		}
		if x, want := l.labelled(q), twin(q.s); x != want {
			return fmt.Sprintf("%v, not %v", x, want)
		}
		return ""
	}})
	if spans := spansOf(t, l); spans != nil {
		all = append(all, claim{name: "every span is a member of its own rule", wrong: func(q *question) string {
			if !q.want {
				return ""
			}
			return spans(q.s, l.labelled(q))
		}})
	}
	return all
}

// labelled assigns the bytes one by one to the components of states, as the comment on
// [machine.Slot] describes. The extents of a string outside the language are zero.
func (l *language) labelled(q *question) (x tables.Extents) {
	if !q.want {
		return x
	}
	alone := 0 // one bit for each component that some state has as its only component
	for _, state := range q.path[1:] {
		if s := l.m.Slots[l.m.SlotOf[state]]; s.First == s.Second {
			alone |= 1 << s.First
		}
	}
	for _, state := range q.path[1:] {
		s := l.m.Slots[l.m.SlotOf[state]]
		if alone>>s.First&1 != 0 {
			x[s.First]++
		} else {
			x[s.Second]++
		}
	}
	return x
}

// parserOf returns a function that gets the extents from Parse or ParseReference; nil for rules
// without such a function.
func parserOf(l *language) func(s string) (tables.Extents, bool) {
	extents := func(o iri.Offsets, s string, err error) (x tables.Extents, ok bool) {
		if err != nil {
			return x, false
		}
		ends := []int{o.Scheme.End + 1, o.Authority.End, o.Path.End, o.Query.End, o.Fragment.End}
		for i, at := 0, 0; i < len(ends); i++ {
			if ends[i] > at {
				x[i] = ends[i] - at
				at = ends[i]
			}
		}
		return x, true
	}
	switch l.name {
	case "rfc3987 IRI":
		return func(s string) (tables.Extents, bool) {
			i, err := iri.Parse(s)
			return extents(i.Offsets(), s, err)
		}
	case "rfc3987 IRI-reference":
		return func(s string) (tables.Extents, bool) {
			r, err := iri.ParseReference(s)
			return extents(r.Offsets(), s, err)
		}
	}
	return nil
}

// spansOf returns a function that lists the components, without their delimiters, that are not
// members of their rules; nil for grammars without known rules.
func spansOf(t testing.TB, l *language) func(s string, x tables.Extents) string {
	i, known := map[string]string{"rfc3986": "", "rfc3987": "i"}[l.m.Grammar]
	if !known {
		return nil
	}
	rule := func(name string) tables.Rule { return shippedLanguage(t, l.m.Grammar, name).rule }
	own := map[string]tables.Rule{"scheme": rule("scheme"), "authority": rule(i + "authority"), "query": rule(i + "query"),
		"fragment": rule(i + "fragment"),
		"userinfo": rule(i + "userinfo"), "host": rule(i + "host"), "port": rule("port")}
	abempty, absolute, rootless, noscheme := rule(i+"path-abempty"), rule(i+"path-absolute"), rule(i+"path-rootless"),
		rule(i+"path-noscheme")
	isPath := func(p string, scheme, authority bool) bool {
		switch {
		case authority:
			return abempty.ValidOnTables(p)
		case p == "":
			return true
		case scheme:
			return absolute.ValidOnTables(p) || rootless.ValidOnTables(p)
		}
		return absolute.ValidOnTables(p) || noscheme.ValidOnTables(p)
	}
	return func(s string, x tables.Extents) string {
		at := 0
		has := map[string]bool{}
		for i, c := range l.m.Components {
			from, to := at+c.Prefix, at+x[i]-c.Suffix
			at += x[i]
			if c.Name == "path" {
				if !isPath(s[from:to], has["scheme"], has["authority"]) {
					return fmt.Sprintf("%q is no path there", s[from:to])
				}
				continue
			}
			if x[i] == 0 && c.Prefix+c.Suffix > 0 {
				continue
			}
			has[c.Name] = true
			if from > to || !own[c.Name].ValidOnTables(s[from:to]) {
				return fmt.Sprintf("%q is no %s", s[at-x[i]:at], c.Name)
			}
		}
		if at != len(s) {
			return fmt.Sprintf("the components have %d bytes", at)
		}
		return ""
	}
}

// errorClaims returns the claims about errors: their offset must equal that of the slow version,
// and a string in pieces must get the same error as the complete string.
func errorClaims(l *language) []claim {
	return []claim{
		{name: "Check, CheckReader, and a Checker at every split", wrong: func(q *question) string {
			want := l.rule.Check(q.s)
			if wrong := l.wrongError(q, want); wrong != "" {
				return wrong
			}
			if got := l.rule.CheckReader(reader(q.s)); !sameError(got, want) {
				return fmt.Sprintf("from a reader: %+v, not %+v", got, want)
			}
			fresh := *tables.NewChecker(l.rule)
			whole := fresh
			if q.state() != 0 {
				whole.WriteString(q.s)
			}
			step := q.splits()
			if q.state() == 0 && len(q.s) > everyError { // every split returns an error, and few of the errors are new
				step = 1 + len(q.s)
			}
			for i := int(q.number) % step; i <= len(q.s); i += step {
				c := fresh
				c.WriteString(q.s[:i])
				if c.WriteString(q.s[i:]); c == whole { // from here on it would continue identically
					continue
				}
				if got := c.Close(); !sameError(got, want) {
					return fmt.Sprintf("in two pieces, cut at %d: %+v, not %+v", i, got, want)
				}
			}
			if got := whole.Close(); q.state() != 0 && !sameError(got, want) {
				return fmt.Sprintf("whole: %+v, not %+v", got, want)
			}
			return ""
		}, slow: true},
	}
}

// wrongError describes what is wrong with an error from Check.
func (l *language) wrongError(q *question, err error) string {
	if err == nil != q.want {
		return fmt.Sprintf("%v", err)
	}
	if q.want {
		return ""
	}
	e, want := err.(*tables.SyntaxError), l.place(q)
	if e.Offset != want || e.Column != utf8.RuneCountInString(q.s[:want])+1 || e.Incomplete != (q.state() != 0) ||
		e.AtEnd != l.m.Accept[q.path[want]] || len(e.Expected()) != len(l.m.Expect[q.path[want]]) {
		return fmt.Sprintf("%+v, not at %d", e, want)
	}
	return ""
}

// place returns the length of the longest live prefix that consists of complete code points.
func (l *language) place(q *question) int {
	i := len(q.s)
	for i > 0 && (q.path[i] == 0 || !utf8.ValidString(q.s[:i])) {
		i--
	}
	return i
}

func sameError(a, b error) bool {
	x, ok := a.(*tables.SyntaxError)
	y, both := b.(*tables.SyntaxError)
	if !ok || !both {
		return a == b
	}
	return *x == *y
}

// A jury passes strings to engines, many at a time, and compares their answers with the machine's.
type jury struct {
	t *testing.T
	*engines
	thorough bool // whether slow engines get every string

	number   int // number of the first question in the list
	list     []question
	memory   []byte // the strings
	used     int
	paths    []uint16 // the paths
	verdicts map[bool]int64
	asked    int64 // number of answers from engines

	strings   []string // the strings for one call of a kernel
	want, got []bool
}

// manyQuestions is the number of strings in a round: enough for a batch, but few enough for the
// cache.
const manyQuestions = 1024

func newJury(t *testing.T, e *engines) *jury {
	return &jury{t: t, engines: e, thorough: testkit.Long(), memory: make([]byte, 1<<17), verdicts: map[bool]int64{}}
}

// ask adds a string.
func (j *jury) ask(s string) { j.put([]byte(s), -1).padded = false }

// put adds a copy of s at an address align bytes after a multiple of 64, or after the last copy if
// align is -1.
func (j *jury) put(s []byte, align int) *question {
	if len(j.list) == manyQuestions || len(s)+64 > len(j.memory)-j.used {
		j.decide()
	}
	if len(s)+64 > len(j.memory) {
		j.memory = make([]byte, 2*len(s)+64)
	}
	if align >= 0 {
		address := uintptr(unsafe.Pointer(unsafe.SliceData(j.memory))) + uintptr(j.used)
		j.used += int(uintptr(align)-address) & 63
	}
	copy(j.memory[j.used:], s)
	q := question{number: j.number + len(j.list), padded: true,
		s: unsafe.String(unsafe.SliceData(j.memory[j.used:]), len(s))}
	j.used += len(s)
	from, state := len(j.paths), j.m.Start
	j.paths = append(j.paths, state)
	for _, b := range s {
		state = j.m.Next[int(state)*j.m.Count+int(j.m.Class[b])]
		j.paths = append(j.paths, state)
	}
	q.path, q.want = j.paths[from:len(j.paths):len(j.paths)], j.m.Accept[state]
	j.list = append(j.list, q)
	return &j.list[len(j.list)-1]
}

// decide passes the strings collected so far to all engines.
func (j *jury) decide() {
	j.t.Helper()
	for i, k := range j.kernels {
		j.choose(i, k.slow, k.fit)
		j.asked += int64(len(j.strings))
		if k.many != nil {
			j.got = k.many(j.got[:0], j.strings)
			if len(j.got) != len(j.strings) {
				j.t.Fatalf("%s: %s: %d verdicts about %d strings", j.name, k.name, len(j.got), len(j.strings))
			}
		} else {
			j.got = j.got[:0]
			for _, s := range j.strings {
				j.got = append(j.got, k.one(s))
			}
		}
		if !slices.Equal(j.got, j.want) {
			for i, s := range j.strings {
				if j.got[i] != j.want[i] {
					j.t.Fatalf("%s: %s is wrong about %q (%d bytes), it is %v", j.name, k.name, s, len(s), j.want[i])
				}
			}
		}
	}
	for i, c := range j.claims {
		for n := range j.list {
			if c.slow && !j.turn(len(j.kernels)+i, n) {
				continue
			}
			j.asked++
			if wrong := c.wrong(&j.list[n]); wrong != "" {
				j.t.Fatalf("%s: %s: of %q (%d bytes): %s", j.name, c.name, j.list[n].s, len(j.list[n].s), wrong)
			}
		}
	}
	for i := range j.list {
		j.verdicts[j.list[i].want]++
	}
	j.number += len(j.list)
	j.list, j.paths, j.used = j.list[:0], j.paths[:0], 0
}

// choose selects the strings for a kernel.
func (j *jury) choose(engine int, slow bool, fit func(s string) bool) {
	j.strings, j.want = j.strings[:0], j.want[:0]
	for n := range j.list {
		q := &j.list[n]
		if (!slow || j.turn(engine, n)) && (fit == nil || fit(q.s)) {
			j.strings, j.want = append(j.strings, q.s), append(j.want, q.want)
		}
	}
}

// turn reports whether a slow engine gets question n of the list.
func (j *jury) turn(engine, n int) bool {
	if j.list[n].padded {
		return (j.number+n+engine)%(slowShare*paddedShare) == 0
	}
	return j.thorough || (j.number+n+engine)%slowShare == 0
}
