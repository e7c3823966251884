package tables_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// A state stays on a byte exactly when the machine says so.
func TestStays(t *testing.T) {
	for _, l := range bundledLanguages(t) {
		for q := range min(l.m.States(), 255) {
			set := l.rule.Stays(uint8(q))
			for b := range 128 {
				if got, want := set[b%16]>>(b/16)&1 == 1, l.to(q, string([]byte{byte(b)})) == q; got != want {
					t.Fatalf("%s: state %d stays on byte %#02x: %v", l.name, q, b, got)
				}
			}
		}
	}
}

// Long strings with runs that are long, short, and of many states, with an edit and without.
func TestSkim(t *testing.T) {
	r := seeded(36)
	how := map[[2]bool]int{}
	for _, l := range bundledLanguages(t) {
		for range few(40) {
			s := l.draw(r, 200)
			for range r.IntN(4) { // blow up what can be blown up
				i := r.IntN(len(s) + 1)
				q := l.after(string(s[:i]))
				for b := range 128 {
					if l.to(q, string([]byte{byte(b)})) == q && r.IntN(8) == 0 {
						s = append(s[:i:i], append([]byte(strings.Repeat(string([]byte{byte(b)}), r.IntN(3000))), s[i:]...)...)
						break
					}
				}
			}
			if r.IntN(2) == 0 {
				s = mutate(r, s)
			}
			want := l.accepts(string(s))
			tables.OnEveryCPU(func(cpu string) {
				valid, ok := l.rule.Skim(string(s))
				if ok && valid != want || l.rule.Valid(string(s)) != want {
					t.Fatalf("%s, %s: skim says %v, %v and Valid %v of %q", cpu, l.name, valid, ok, l.rule.Valid(string(s)), s)
				}
				how[[2]bool{valid, ok}]++
			})
		}
	}
	for _, outcome := range [][2]bool{{true, true}, {false, true}, {false, false}} {
		if how[outcome] < few(50) {
			t.Errorf("one-sided: %v", how)
		}
	}
}

// Two looks for a run in vain are forgiven, and then one for every sixteen that found some.
func TestSkimGivesUpWhenRunsAreShort(t *testing.T) {
	for escapes := range 60 {
		s := "a:" + strings.Repeat("%41", escapes) + strings.Repeat("a", 8000)
		valid, ok := rfc3987.IRI.Skim(s)
		if walked := 3*escapes + 2; ok && !valid || ok != (walked <= 96) && (walked <= 96 || walked > 128) {
			t.Errorf("behind %d bytes without runs it says %v, %v", walked, valid, ok)
		}
	}
	if _, ok := rfc3987.IRI.Skim("a:" + strings.Repeat(strings.Repeat("a", 700)+"%41", 20)); !ok {
		t.Error("it gives up though runs are long")
	}
}
