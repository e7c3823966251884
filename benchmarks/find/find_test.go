package main

import (
	"testing"

	"mvdan.cc/xurls/v2"
)

// The two find the same in these texts, so that their times are those of the same work.
func TestBothFindTheSame(t *testing.T) {
	for _, x := range texts() {
		n, strict := count(x.text), countStrict(xurls.Strict(), x.text)
		if n != strict {
			t.Errorf("%s: %d and %d are found", x.name, n, strict)
		}
	}
	if n := count(texts()[0].text); n < 6 {
		t.Errorf("only %d are found", n)
	}
}

func BenchmarkFind(b *testing.B) {
	for _, x := range texts() {
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(int64(len(x.text)))
			b.ReportAllocs()
			for b.Loop() {
				count(x.text)
			}
		})
	}
}
