package iri_test

import (
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

func pairsOf(r iri.Reference) (all [][2]string) {
	for key, value := range r.Pairs() {
		all = append(all, [2]string{key, value})
	}
	return all
}

func TestPairs(t *testing.T) {
	for _, c := range []struct {
		in   string
		want [][2]string
	}{
		{"a:", nil},
		{"a:?", nil},
		{"a:?&", nil},
		{"a:?x", [][2]string{{"x", ""}}},
		{"a:?x=", [][2]string{{"x", ""}}},
		{"a:?=x", [][2]string{{"", "x"}}},
		{"a:?=", [][2]string{{"", ""}}},
		{"a:?b=2&a=1&b=2#c=3", [][2]string{{"b", "2"}, {"a", "1"}, {"b", "2"}}},
		{"a:?a=b=c&&d;e=f&", [][2]string{{"a", "b=c"}, {"d;e", "f"}}},
		{"a:?%41=%26+é?x", [][2]string{{"%41", "%26+é?x"}}},
	} {
		r, err := iri.ParseReference(c.in)
		if got := pairsOf(r); err != nil || !slices.Equal(got, c.want) || r.CountPairs() != len(c.want) {
			t.Errorf("%q has the %d pairs %q, %v, not %q", c.in, r.CountPairs(), got, err, c.want)
		}
		for key := range r.Pairs() {
			if key != c.want[0][0] {
				t.Errorf("%q begins with %q", c.in, key)
			}
			break
		}
	}
}

// Appended pairs come back in their order; net/url reads the same.
func TestAppendPairRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3987))
	for range testkit.Cases(20_000) {
		var query []byte
		var want [][2]string
		wantValues := url.Values{}
		for range r.IntN(5) {
			key, value := strings.ToValidUTF8(testkit.RandomText(r, 3), ""), strings.ToValidUTF8(testkit.RandomText(r, 3), "")
			query = iri.AppendPair(query, key, value)
			want = append(want, [2]string{key, value})
			wantValues.Add(key, value)
		}
		ref, err := iri.Parts{Query: string(query)}.Reference()
		if err != nil {
			t.Fatal(err)
		}
		var got [][2]string
		for key, value := range ref.Pairs() {
			k, err := iri.Unescape(key)
			v, err2 := iri.Unescape(value)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			got = append(got, [2]string{k, v})
		}
		values, err := url.ParseQuery(string(query))
		if !slices.Equal(got, want) || err != nil || values.Encode() != wantValues.Encode() {
			t.Fatalf("%q make %q, which has %q; net/url: %q, %v", want, query, got, values, err)
		}
	}
}
