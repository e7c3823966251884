package fuzz

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/irilex/iri"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// hostileLong enables hostile input at full size: one-gibibyte lines, lines whose length overflows
// an int32, all triples of bytes, and time measurements from 1 KiB to 64 MiB. Each test logs what
// it covered.
//
//	go test ./fuzz -run Hostile -timeout 0 -v -args -hostile
var hostileLong = flag.Bool("hostile", false,
	"let the tests of hostile input measure time, and cover all triples of bytes and strings of more than 4 GiB, which "+
		"takes an hour and a half and 6 GiB")

// allRules returns the rules of all shipped packages, except those with call-counting tables (see
// FuzzXRI).
func allRules() (all []tables.Rule) {
	for _, g := range bundled.Grammars() {
		all = append(all, slices.DeleteFunc(slices.Clone(g.Rules()), tables.Rule.Recursive)...)
	}
	return all
}

// mainRules are the rules used by package iri.
var mainRules = []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3986.URI, rfc3986.URIReference}

// view returns a string that aliases b.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// checkAll calls every entry point of a rule on a string, and compares the verdicts with each other
// and with the machine's. No call may panic, whatever the bytes.
func checkAll(t *testing.T, r tables.Rule, b []byte, member bool) {
	s := view(b)
	x, cut := r.Split(s)
	if r.Valid(s) != member || r.ValidBytes(b) != member || cut && !member || !cut && member && len(r.Components()) > 0 {
		t.Fatalf("%s %q: a member is %t, valid %t, %t, split %t", r.Name(), s, member, r.Valid(s), r.ValidBytes(b), cut)
	}
	if end := slices.Max(x[:]); end > len(s) {
		t.Fatalf("%s %q: split at %d", r.Name(), s, x)
	}
	if n := r.Prefix(s); n > len(s) || member && n != len(s) || n == len(s) && !member {
		t.Fatalf("%s %q: a prefix of %d", r.Name(), s, n)
	}
	checkRefusal(t, r, s, r.Check(s), member)
}

// checkRefusal checks that Check returns an error if and only if a string does not match the rule,
// and that the error's offset and column lie within the string.
func checkRefusal(t *testing.T, r tables.Rule, s string, err error, member bool) {
	var wrong *tables.SyntaxError
	switch {
	case (err == nil) != member:
		t.Fatalf("%s %q: a member is %t, %v", r.Name(), s, member, err)
	case err == nil:
	case !errors.As(err, &wrong) || wrong.Offset < 0 || wrong.Offset > len(s) || wrong.Column < 1 || wrong.Column > len(s)+
		1 || err.Error() == "":
		t.Fatalf("%s %q: %#v", r.Name(), s, err)
	}
}

// eachShort calls do with strings of n bytes and the machine's state after each. It covers all such
// strings, except that it uses only every step-th value of the last byte.
func eachShort(m *machine.Machine, n, step int, do func(b []byte, q int)) {
	b := make([]byte, 0, n)
	var walk func(q int)
	walk = func(q int) {
		if len(b) == n {
			do(b, q)
			return
		}
		by, from := 1, 0
		if len(b) == n-1 {
			by = step
			if n > 1 {
				from = int(b[n-2]) % step
			}
		}
		b = append(b, 0)
		at := len(b) - 1
		for c := from; c < 256; c += by {
			b[at] = byte(c)
			walk(int(m.Next[q*m.Count+int(m.Class[c])]))
		}
		b = b[:at]
	}
	walk(int(m.Start))
}

// TestHostileBytes checks all pairs of bytes, and with -hostile all triples, at every entry point
// of the rules: none may panic, and all must agree on the verdict.
func TestHostileBytes(t *testing.T) {
	step, stepOfMain := 41, 1
	switch {
	case *hostileLong:
		step = 1
	case testkit.Slow:
		step = 199
	case !thorough():
		step, stepOfMain = 251, 11
	}
	pairs, triples := 0, 0
	for _, r := range allRules() {
		m := underTest(r).machine
		for n := range 2 {
			eachShort(m, n, 1, func(b []byte, q int) { checkAll(t, r, b, m.Accept[q]) })
		}
		eachShort(m, 2, step, func(b []byte, q int) {
			checkAll(t, r, b, m.Accept[q])
			pairs++
		})
	}
	for i, r := range mainRules {
		m := underTest(r).machine
		if !*hostileLong {
			eachShort(m, 2, stepOfMain, func(b []byte, q int) { checkAll(t, r, b, m.Accept[q]) })
			if testkit.Slow || oneIn(4, i) {
				eachShort(m, 3, 256, func(b []byte, q int) { checkAll(t, r, b, m.Accept[q]) })
			}
			continue
		}
		eachShort(m, 3, 1, func(b []byte, q int) {
			checkAll(t, r, b, m.Accept[q])
			triples++
		})
	}
	t.Logf("%d pairs of bytes for %d rules, %d triples for %d", pairs, len(allRules()), triples, len(mainRules))
}

// TestHostileBytesOfPackage is TestHostileBytes for package iri and all its accessors.
func TestHostileBytesOfPackage(t *testing.T) {
	n, step := 2, 1
	if *hostileLong {
		n = 3
	} else if testkit.Slow || !thorough() {
		step = 61
	}
	count, valid := 0, 0
	eachShort(underTest(rfc3987.IRIReference).machine, n, step, func(b []byte, _ int) {
		valid += useAll(t, b)
		count++
	})
	t.Logf("%d strings of %d bytes, %d of them references", count, n, valid)
}

// useAll calls the functions and methods of package iri on a string, and returns 1 if the string is
// a reference.
func useAll(t *testing.T, b []byte) int {
	s := view(b)
	i, err := iri.Parse(s)
	if (err == nil) != iri.Valid(s) || iri.ValidBytes(b) != iri.Valid(s) || iri.ValidURI(s) && err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	if err == nil {
		putTogether(t, s, i.Reference())
	}
	ref, err := iri.ParseReference(s)
	if (err == nil) != iri.ValidReference(s) || iri.ValidURIReference(s) && err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	if err != nil {
		if err.Error() == "" {
			t.Fatalf("%q: an error without a word", s)
		}
		return 0
	}
	putTogether(t, s, ref)
	return 1
}

// putTogether recomposes the string from its components and calls all other methods of r.
func putTogether(t *testing.T, s string, r iri.Reference) {
	var b []byte
	if r.HasScheme() {
		b = append(append(b, r.Scheme()...), ':')
	}
	if r.HasAuthority() {
		b = append(append(b, "//"...), r.Authority()...)
		n := len(r.Host())
		if r.HasUserinfo() {
			n += len(r.Userinfo()) + 1
		}
		if r.HasPort() {
			n += len(r.Port()) + 1
		}
		if n != len(r.Authority()) {
			t.Fatalf("%q: the authority is not what it is made of", s)
		}
	}
	b = append(b, r.Path()...)
	if r.HasQuery() {
		b = append(append(b, '?'), r.Query()...)
	}
	if r.HasFragment() {
		b = append(append(b, '#'), r.Fragment()...)
	}
	if string(b) != s || r.String() != s || r.Offsets().Path.End-r.Offsets().Path.Start != len(r.Path()) ||
		r.HostKind().String() == "" && r.HasAuthority() || r.PathKind().String() == "" {
		t.Fatalf("%q is put together as %q", s, b)
	}
}

// TestHostileDocuments checks the grammar readers with all pairs of bytes, and with -hostile all
// triples, as a document and as the end of one.
func TestHostileDocuments(t *testing.T) {
	n, step := 2, 13
	if *hostileLong {
		n, step = 3, 1
	} else if testkit.Slow {
		step = 199
	} else if !thorough() {
		step = 109
	}
	count := 0
	any := &machine.Machine{Count: 1, Next: []uint16{0}, Accept: []bool{false}}
	for _, d := range syntax.Dialects() {
		for _, front := range []string{"", "a = \"x\" "} {
			if front != "" && n == 3 {
				continue // only pairs: see below
			}
			eachShort(any, n, step, func(b []byte, _ int) {
				readHostile(t, front+string(b), d)
				count++
			})
		}
		if *hostileLong {
			for _, front := range []string{"a = \"x\" ", "a ::= 'x' ", "<a> ::= 'x' ", "rule a 'x' "} {
				eachShort(any, 2, 1, func(b []byte, _ int) {
					readHostile(t, front+string(b), d)
					count++
				})
			}
		}
	}
	t.Logf("%d documents", count)
}

func readHostile(t *testing.T, text string, d syntax.Dialect) {
	notation.Detect(text)
	g, list := notation.ReadWith(syntax.NewSource("hostile", text), notation.ReadOptions{Dialect: d})
	for _, item := range list.Items {
		if item.Pos < 0 || int(item.Pos)+item.Len > len(text) || item.Message == "" {
			t.Fatalf("%q: %#v", text, item)
		}
	}
	for _, r := range g.Rules {
		if notation.FormatExpr(r.Expr, d) == "" {
			t.Fatalf("%q: a rule without an expression", text)
		}
	}
}

// TestHostileUTF8 checks all sequences of one to four bytes against package unicode/utf8, for rules
// that match one code point. There are 4.3 billion of them. A string is accepted only after a live
// prefix, so the test follows live prefixes only: every accepted string must be one of the rule's
// code points, and there must be as many strings as code points.
func TestHostileUTF8(t *testing.T) {
	g, err := build.Compile(context.Background(), syntax.NewSource("any", "any = %x0-10FFFF\nhigh = %x80-10FFFF\n"),
		build.Options{Name: "any", Places: true})
	if err != nil {
		t.Fatal(err)
	}
	runs := func(pairs ...rune) (n int) {
		for i := 0; i < len(pairs); i += 2 {
			n += int(pairs[i+1]-pairs[i]) + 1
		}
		return n
	}
	ucschar := runs(0xA0, 0xD7FF, 0xF900, 0xFDCF, 0xFDF0, 0xFFEF) + 13*0xFFFE + runs(0xE1000, 0xEFFFD)
	iprivate := runs(0xE000, 0xF8FF) + 2*0xFFFE
	for i, x := range []struct {
		rule tables.Rule
		size int
	}{
		{g.Rule("any").Table, 0x110000 - 0x800}, {g.Rule("high").Table, 0x110000 - 0x800 - 0x80},
		{rfc3987.Ucschar, ucschar}, {rfc3987.Iprivate, iprivate}, {rfc3987.Iunreserved, ucschar + 66},
	} {
		if !oneIn(3, i) {
			continue
		}
		m, err := machine.Of(x.rule)
		if err != nil {
			t.Fatal(err)
		}
		accepted, tried := 0, 0
		var b [utf8.UTFMax]byte
		var extend func(n, q int)
		extend = func(n, q int) {
			for c := range 256 {
				b[n] = byte(c)
				to := int(m.Next[q*m.Count+int(m.Class[c])])
				s := view(b[:n+1])
				tried++
				if x.rule.Valid(s) {
					accepted++
					if !utf8.ValidString(s) || utf8.RuneCountInString(s) != 1 {
						t.Fatalf("%s accepts %q", x.rule.Name(), s)
					}
				}
				if to != 0 && n+1 < len(b) {
					extend(n+1, to)
				}
			}
		}
		extend(0, int(m.Start))
		if accepted != x.size {
			t.Errorf("%s accepts %d sequences and has %d code points", x.rule.Name(), accepted, x.size)
		}
		t.Logf("%s: %d of %d sequences behind live prefixes", x.rule.Name(), accepted, tried)
		if testkit.Slow {
			return
		}
	}
}

// TestHostileTogether calls all entry points on the same tables from 64 goroutines, for the race
// detector.
func TestHostileTogether(t *testing.T) {
	list := inputs()
	rounds := 10
	if os.Getenv("CI") == "true" && !testkit.Slow {
		rounds = 40
	}
	set := rfc3987.IRIReferenceAlternatives
	checker := func(s string) error {
		c := tables.NewChecker(rfc3987.IRIReference)
		c.WriteString(s)
		return c.Close()
	}
	var group sync.WaitGroup
	for worker := range 64 {
		group.Add(1)
		go func() {
			defer group.Done()
			for round := range rounds {
				s := list[(worker*31+round)%len(list)]
				for _, r := range mainRules {
					err := r.Check(s)
					if _, cut := r.Split(s); r.Valid(s) != (err == nil) || cut != (err == nil && len(r.Components()) > 0) {
						t.Errorf("%s %q: %v", r.Name(), s, err)
					}
				}
				_, err := iri.ParseReference(s)
				_, readerErr := rfc3987.IRIReference.ValidReader(strings.NewReader(s))
				if (err == nil) != (set.First(s) >= 0) || (err == nil) != (checker(s) == nil) || readerErr != nil {
					t.Errorf("%q: %v", s, err)
				}
				for l := ntriples.Token.Lexer(s); l.Next(); {
					if l.Text() == "" {
						t.Errorf("%q: an empty token", s)
					}
				}
				if n := len(tables.NewBatch(rfc3987.IRI).AppendValidLines(nil, []byte(s+"\n"))); n != strings.Count(s, "\n")+1 {
					t.Errorf("%q: %d verdicts", s, n)
				}
			}
		}()
	}
	group.Wait()
	t.Logf("%d goroutines, %d rounds each, on %d processors", 64, rounds, runtime.GOMAXPROCS(0))
}

// allocated returns the number of bytes that f allocates, and how much the stacks grow.
func allocated(f func()) (bytes, stacks int64) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc), int64(after.StackInuse) - int64(before.StackInuse)
}

func sizeName(n int64) string {
	for _, unit := range []string{"B", "KiB", "MiB"} {
		if n < 1024 {
			return fmt.Sprintf("%d %s", n, unit)
		}
		n /= 1024
	}
	return fmt.Sprintf("%d GiB", n)
}
