package verdicts

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A record is two hashes of the engines' results: one covers the verdicts with all offsets, the
// other the words in messages. Rewording a message therefore leaves the first hash unchanged.
type record struct {
	hash    hash.Hash
	out     []byte // results for a string, not hashed yet
	words   hash.Hash
	strings int
	members int
}

func newRecord() *record { return &record{hash: sha256.New(), words: sha256.New()} }

func (r *record) number(n int) { r.out = binary.LittleEndian.AppendUint64(r.out, uint64(n)) }

func (r *record) text(s string) {
	r.number(len(s))
	r.out = append(r.out, s...)
}

// end ends the results for a string.
func (r *record) end() {
	r.hash.Write(r.out)
	r.out = r.out[:0]
}

// word records a piece of a message.
func (r *record) word(s string) { fmt.Fprintf(r.words, "%d %s\n", len(s), s) }

// String formats the record of the verdicts.
func (r *record) String() string {
	return fmt.Sprintf("%7d strings %7d members %x", r.strings, r.members, r.hash.Sum(nil))
}

// A verdict is an engine whose result is true or false.
type verdict struct {
	name string
	of   func(s string) bool
}

// verdictsOf returns the ways to get a verdict from a rule. To run the engines that do without
// vectors or shift rows, it builds tables without these from the machine in the rule's own table.
func verdictsOf(t *testing.T, r tables.Rule, m *machine.Machine) []verdict {
	t.Helper()
	list := []verdict{
		{"Valid", r.Valid},
		{"ValidBytes", func(s string) bool { return r.ValidBytes([]byte(s)) }},
		{"a state in three pieces", func(s string) bool {
			i, j := len(s)/3, len(s)-len(s)/4
			q := r.Advance(r.AdvanceString(r.Start(), s[:i]), []byte(s[i:j]))
			return r.Accepting(r.AdvanceString(q, s[j:]))
		}},
		{"a Checker in two pieces", func(s string) bool {
			c := tables.NewChecker(r)
			i := len(s) / 2
			c.WriteString(s[:i])
			c.WriteString(s[i:])
			return c.Close() == nil
		}},
	}
	plain := *m
	plain.Front, plain.Rest, plain.Regions = nil, nil, nil
	rule, err := plain.Encode()
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, verdict{"the plain engine", rule.Valid})
	if m.Front != nil {
		shift := *m
		shift.Regions = nil
		if rule, err = shift.Encode(); err != nil {
			t.Fatal(err)
		}
		list = append(list, verdict{"shift rows", rule.Valid})
	}
	return list
}

// ofRule records the results of all engines of a rule on the strings, and checks that the engines
// agree with the reference.
func (rec *record) ofRule(t *testing.T, r tables.Rule, m *machine.Machine, list []string) {
	t.Helper()
	truth, engines := m.Reference().Valid, verdictsOf(t, r, m)
	if r.Recursive() { // its machine counts calls, so there is no reference: only platforms are compared
		truth, engines = r.Valid, nil
	}
	batch := tables.NewBatch(r)
	together := batch.AppendValid(nil, list)
	for i, s := range list {
		want := truth(s)
		for _, e := range engines {
			if e.of(s) != want {
				t.Fatalf("%s#%s: %s is wrong about %q, it is %v", r.Grammar(), r.Name(), e.name, s, want)
			}
		}
		if together[i] != want {
			t.Fatalf("%s#%s: a Batch is wrong about %q, it is %v", r.Grammar(), r.Name(), s, want)
		}
		rec.member(want)
		rec.number(r.Prefix(s))
		rec.error(t, s, r.Check(s), want)
		x, ok := r.Split(s)
		if ok != (want && len(m.Components) > 0) {
			t.Fatalf("%s#%s: Split(%q) returns %v", r.Grammar(), r.Name(), s, ok)
		}
		for _, n := range x {
			rec.number(n)
		}
		if i%16 == 0 {
			rec.readers(t, r, s, want)
		}
		rec.end()
	}
	rec.lines(t, r, list)
}

func (rec *record) member(is bool) {
	rec.strings++
	if is {
		rec.members++
		rec.number(1)
	} else {
		rec.number(0)
	}
}

// error records an error from Check or Parse: its offset and column, and each word of its message.
func (rec *record) error(t *testing.T, s string, err error, valid bool) {
	t.Helper()
	var e *tables.SyntaxError
	if (err == nil) != valid || err != nil && !errors.As(err, &e) {
		t.Fatalf("the error about %q is %v, it is a member: %v", s, err, valid)
	}
	if err == nil {
		return
	}
	rec.number(e.Offset)
	rec.number(e.Column)
	rec.text(fmt.Sprint(e.After(), e.AtEnd, e.Incomplete))
	rec.word(fmt.Sprint(e.Component(), " ", e.Found()))
	rec.word(strings.Join(e.Expected(), " "))
	rec.word(e.Error())
}

// readers records the results of the methods that take readers.
func (rec *record) readers(t *testing.T, r tables.Rule, s string, want bool) {
	t.Helper()
	valid, err := r.ValidReader(iotest.HalfReader(strings.NewReader(s)))
	if err != nil || valid != want {
		t.Fatalf("%s#%s: ValidReader of %q: %v, %v", r.Grammar(), r.Name(), s, valid, err)
	}
	rec.error(t, s, r.CheckReader(iotest.OneByteReader(strings.NewReader(s))), want)
}

// lines records the results of the methods that process lines of a text.
func (rec *record) lines(t *testing.T, r tables.Rule, list []string) {
	t.Helper()
	text := []byte(strings.Join(list, "\n"))
	batch := tables.NewBatch(r)
	verdicts := batch.AppendValidLines(nil, text)
	number, invalid := 0, 0
	for l, failed := range batch.Lines(bytes.NewReader(text), '\n') {
		n, err := l.Number, l.Err()
		if number++; failed != nil || n != number || n > len(verdicts) || l.Valid != verdicts[n-1] ||
			l.Valid != (err == nil) {
			t.Fatalf("%s#%s: line %d: Lines returns %v, %v, AppendValidLines differs", r.Grammar(), r.Name(), n, l.Valid, err)
		}
		if err != nil {
			rec.number(n)
			rec.word(err.Error())
			invalid++
		}
	}
	if yes, no := batch.CountLines(text); number != len(verdicts) || no != invalid || yes+no != number {
		t.Fatalf("%s#%s: %d lines are valid and %d are not, of %d with %d", r.Grammar(), r.Name(), yes, no,
			len(verdicts), invalid)
	}
	rec.number(len(verdicts))
	rec.end()
}

// ofSet records the results of a set.
func (rec *record) ofSet(t *testing.T, set tables.Set, list []string) {
	t.Helper()
	for _, s := range list {
		rules := set.Classify(s)
		rec.member(len(rules) > 0)
		rec.number(set.First(s))
		for _, rule := range rules {
			rec.number(rule)
		}
		rule, n := set.Prefix(s)
		rec.number(rule)
		rec.number(n)
		for rule, span := range set.Tokens(s) {
			rec.number(rule)
			rec.number(span.Start)
			rec.number(span.End)
		}
		munch := set.LongestMatch()
		for i := 0; i < len(s) && munch.AdvanceString(s[i:min(i+7, len(s))]); i += 7 {
		}
		if r, length := munch.Match(); r != rule || rule != tables.NoRule && int(length) != n {
			t.Fatalf("%s: the longest token of %q is %d with %d bytes, in pieces %d with %d", set.Name(), s, rule, n, r, length)
		}
		rec.end()
	}
}

// ofPackage records the results of package iri.
func (rec *record) ofPackage(t *testing.T, list []string) {
	t.Helper()
	for _, s := range list {
		i, err := iri.Parse(s)
		rec.member(err == nil)
		rec.error(t, s, err, iri.Valid(s))
		rec.text(fmt.Sprint(i.Offsets(), i.HostKind(), i.PathKind()))
		r, err := iri.ParseReference(s)
		rec.error(t, s, err, iri.ValidReference(s))
		rec.text(fmt.Sprint(r.Offsets(), r.HostKind(), r.PathKind(), iri.ValidURI(s), iri.ValidURIReference(s)))
		rec.end()
	}
}
