package iri_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

func pairsOf(q iri.Pairs) (all []string) {
	for p := range q.All() {
		text := p.Key
		if p.HasValue {
			text += "=" + p.Value
		}
		all = append(all, text)
	}
	return all
}

func pairs(t *testing.T, s string) iri.Pairs {
	t.Helper()
	r, err := iri.ParseReference("?" + s)
	if err != nil {
		t.Fatal(err)
	}
	return r.Pairs()
}

func TestPairs(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"a:", nil},
		{"a:?", nil},
		{"a:?&", nil},
		{"a:?x", []string{"x"}},
		{"a:?x=", []string{"x="}},
		{"a:?=x", []string{"=x"}},
		{"a:?=", []string{"="}},
		{"a:?b=2&a=1&b=2#c=3", []string{"b=2", "a=1", "b=2"}},
		{"a:?a=b=c&&d;e=f&", []string{"a=b=c", "d;e=f"}},
		{"a:?%41=%26+é?x", []string{"%41=%26+é?x"}},
	} {
		r, err := iri.ParseReference(c.in)
		q := r.Pairs()
		if got := pairsOf(q); err != nil || !slices.Equal(got, c.want) || q.Len() != len(c.want) || q.String() != r.Query() {
			t.Errorf("%q has the %d pairs %q, %v, not %q", c.in, q.Len(), got, err, c.want)
		}
	}
}

func TestPairsAreRead(t *testing.T) {
	const text = "a=1&%61=%32&b&c=&a=x+y%2B&%FF=%C3%28&&=e&é=ü"
	for _, c := range []struct {
		q         iri.Pairs
		key, want string
	}{
		{pairs(t, text), "a", "1 2 x+y+"},
		{pairs(t, text).Form(), "a", "1 2 x y+"},
		{pairs(t, text), "b", ""},
		{pairs(t, text), "\xff", "\xc3("},
		{pairs(t, text), "", "e"},
		{pairs(t, text), "é", "ü"},
		{pairs(t, text), "%61", "-"},
		{pairs(t, text), "A", "-"},
		{pairs(t, text), "ab", "-"},
		{pairs(t, "x+y=1"), "x y", "-"},
		{pairs(t, "x+y=1").Form(), "x y", "1"},
		{pairs(t, "x%2By=1").Form(), "x+y", "1"},
		{iri.Pairs{}, "", "-"},
	} {
		all := slices.Collect(c.q.Values(c.key))
		first, ok := c.q.Get(c.key)
		if got := strings.Join(all, " "); ok != (c.want != "-") || ok && (got != c.want || first != all[0]) {
			t.Errorf("%q: %q, %t, of %q %q, want %s", c.q, first, ok, c.key, all, c.want)
		}
	}
}

func TestPairsAreEdited(t *testing.T) {
	for _, c := range []struct {
		in   string
		edit func(iri.Pairs) iri.Pairs
		want string
	}{
		{"x=1&flag&&c=", func(q iri.Pairs) iri.Pairs { return q.Set("x", "a b&=é") }, "x=a%20b%26%3Dé&flag&&c="},
		{"x=1&flag&&c=", func(q iri.Pairs) iri.Pairs { return q.Form().Set("x", " a b+") }, "x=+a+b%2B&flag&&c="},
		{"x=1&flag&&c=", func(q iri.Pairs) iri.Pairs { return q.Set("flag", "") }, "x=1&flag=&&c="},
		{"x=1&y&%78=2&x", func(q iri.Pairs) iri.Pairs { return q.Set("x", "3") }, "x=3&y"},
		{"", func(q iri.Pairs) iri.Pairs { return q.Set("x", "") }, "x="},
		{"&", func(q iri.Pairs) iri.Pairs { return q.Set("", "v") }, "&&=v"},
		{"a", func(q iri.Pairs) iri.Pairs { return q.Add("a", "1").Add("b", "2") }, "a&a=1&b=2"},
		{"a=1&b&&a", func(q iri.Pairs) iri.Pairs { return q.Delete("a") }, "b&"},
		{"a=1&b&&a", func(q iri.Pairs) iri.Pairs { return q.Delete("a", "b") }, ""},
		{"&a&", func(q iri.Pairs) iri.Pairs { return q.Delete("a", "") }, "&"},
		{"a=", func(q iri.Pairs) iri.Pairs { return q.Delete() }, "a="},
		{"utm_a=1&q=2&%75tm_b", func(q iri.Pairs) iri.Pairs {
			return q.Filter(func(p iri.Pair) bool { return !strings.HasPrefix(p.Key, "utm_") })
		}, "q=2&%75tm_b"},
		{"b=2&a&&%61=1&a=&B", iri.Pairs.Sort, "B&a&%61=1&a=&b=2"},
	} {
		if got := c.edit(pairs(t, c.in)); got.String() != c.want {
			t.Errorf("%q becomes %q, want %q", c.in, got, c.want)
		}
	}
}

func TestWithPairs(t *testing.T) {
	for _, s := range []string{"a:b", "a:b?", "a:b?x#f", "//h?y#", "?z"} {
		r := iri.MustParseReference(s)
		bare, _, _ := strings.Cut(s, "#")
		bare, _, _ = strings.Cut(bare, "?")
		fragment := s[len(r.WithoutFragment().String()):]
		if got, want := r.WithPairs(iri.Pairs{}), iri.MustParseReference(bare+fragment); got != want {
			t.Errorf("%q without pairs is %q", s, got)
		}
		if got := r.WithPairs(r.Pairs().Add("k", "v")); got.Query() != r.Pairs().Add("k", "v").String() ||
			got != iri.MustParseReference(got.String()) {
			t.Errorf("%q with a pair is %q", s, got)
		}
	}
	if i := (iri.IRI{}).WithPairs(pairs(t, "a")); i != (iri.IRI{}) {
		t.Errorf("the zero IRI has the pair %q", i)
	}
}

// A slowPairs does what Pairs does, on a slice of strings and with the net/url decoder.
type slowPairs struct {
	list []string
	form bool
}

func (q slowPairs) key(pair string) string {
	key, _, _ := strings.Cut(pair, "=")
	return q.text(key)
}

func (q slowPairs) text(s string) string {
	decode := url.PathUnescape
	if q.form {
		decode = url.QueryUnescape
	}
	text, err := decode(s)
	if err != nil {
		panic(err)
	}
	return text
}

func (q slowPairs) pair(key, value string) string {
	escape := func(s string) string { return iri.Escape(s, iri.QueryField) }
	if q.form {
		escape = func(s string) string { return strings.ReplaceAll(iri.Escape(s, iri.QueryField), "%20", "+") }
	}
	return escape(key) + "=" + escape(value)
}

func (q slowPairs) edit(kind int, key, value string) []string {
	var out []string
	set := false
	for _, pair := range q.list {
		is := pair != "" && q.key(pair) == key
		switch {
		case kind == 0 && is && !set:
			out, set = append(out, q.pair(key, value)), true
		case kind == 0 && is, kind == 1 && is:
		case kind == 3 && pair == "":
		default:
			out = append(out, pair)
		}
	}
	switch {
	case kind == 2, kind == 0 && !set:
		if len(out) == 1 && out[0] == "" {
			out = nil
		}
		out = append(out, q.pair(key, value))
	case kind == 3:
		slices.SortStableFunc(out, func(a, b string) int { return strings.Compare(q.key(a), q.key(b)) })
	}
	return out
}

// Tested against: slowPairs, with random edits of random queries.
func TestPairsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(59, 1))
	pieces := strings.Fields("a b %61 %41 = = & & + %2B %20 é %C3%A9 %FF %26 %3D ; ?")
	keys := []string{"a", "b", "A", "", " ", "+", "é", "\xff", "a b", "&", "ab", "="}
	for range testkit.Cases(100_000) {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := b.String()
		slow := slowPairs{strings.Split(s, "&"), r.IntN(2) == 0}
		q := pairs(t, s)
		if slow.form {
			q = q.Form()
		}
		key, value := keys[r.IntN(len(keys))], keys[r.IntN(len(keys))]
		var want []string
		for _, pair := range slow.list {
			if pair != "" && slow.key(pair) == key {
				_, value, _ := strings.Cut(pair, "=")
				want = append(want, slow.text(value))
			}
		}
		if got := slices.Collect(q.Values(key)); !slices.Equal(got, want) {
			t.Fatalf("%q, %t: the values of %q are %q, want %q", s, slow.form, key, got, want)
		}
		kind := r.IntN(4)
		got := []iri.Pairs{q.Set(key, value), q.Delete(key), q.Add(key, value), q.Sort()}[kind]
		if want := strings.Join(slow.edit(kind, key, value), "&"); got.String() != want || !iri.ValidReference("?"+want) {
			t.Fatalf("%q, %t: edit %d of %q, %q is %q, want %q", s, slow.form, kind, key, value, got, want)
		}
		if read, _ := q.Set(key, value).Get(key); read != value {
			t.Fatalf("%q: %q is set to %q, and read as %q", s, key, value, read)
		}
	}
}

func TestCacheKey(t *testing.T) {
	n := iri.Normalizer{Form: iri.SyntaxForm | iri.DefaultPortForm | iri.RootPathForm}
	keep := func(p iri.Pair) bool { return !strings.HasPrefix(p.Key, "utm_") }
	const want = "https://example.org/a/b?a=1&b=2"
	for _, s := range []string{
		"https://example.org/a/b?a=1&b=2", "HTTPS://u:p@EXAMPLE.org:443/a/./b?b=2&&a=1#f",
		"https://example.org/a/b?utm_x&b=2&%61=1",
		"https://example.org/x/../a/%62?%75tm_y=3&b=2&a=1&",
	} {
		if got := n.CacheKey(iri.MustParse(s), keep); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
	for s, want := range map[string]string{
		"https://h?utm_a#f": "https://h/", "https://h/?&": "https://h/", "urn:a?": "urn:a", "a://u@h?b&a": "a://h/?a&b",
	} {
		if got := n.CacheKey(iri.MustParse(s), keep); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if got := n.CacheKey(iri.MustParse("a:?utm_b&a"), nil); got != "a:?a&utm_b" {
		t.Error(got)
	}
}

// Tested against: the steps of CacheKey, one by one.
func TestCacheKeyRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(59, 2))
	keep := func(p iri.Pair) bool { return !p.Is("a") }
	for range testkit.Cases(20_000) {
		i, err := iri.Parse(randomReference(r, 8))
		if err != nil {
			continue
		}
		form := iri.Form(r.IntN(1 << 8))
		slow := i.WithoutFragment().Normalize(form)
		if slow.HasAuthority() && slow.HasUserinfo() {
			if slow, err = slow.Without(iri.Userinfo); err != nil {
				continue // an authority without a host
			}
		}
		slow = slow.WithPairs(slow.Pairs().Filter(keep).Sort())
		if got := (iri.Normalizer{Form: form}).CacheKey(i, keep); got != slow.String() {
			t.Fatalf("%q, %v: %q, want %q", i, form, got, slow)
		}
	}
}

func ExamplePairs() {
	i := iri.MustParse("https://example.org/?q=caf%C3%A9+au+lait&flag&&page=2")
	q := i.Pairs().Form()
	fmt.Println(q.Get("q"))
	fmt.Println(i.WithPairs(q.Set("page", "3").Add("lang", "fr")))
	fmt.Println(i.WithPairs(q.Delete("q", "page")))
	// Output:
	// café au lait true
	// https://example.org/?q=caf%C3%A9+au+lait&flag&&page=3&lang=fr
	// https://example.org/?flag&
}

func ExamplePairs_All() {
	i := iri.MustParse("http://example.org/?q=a%26b+c&lang=fr&flag")
	for p := range i.Pairs().Form().All() {
		key, value := p.Decode()
		fmt.Println(key, value, p.HasValue)
	}
	// Output:
	// q a&b c true
	// lang fr true
	// flag  false
}

func ExamplePairs_Len() {
	const limit = 1000
	i := iri.MustParse("http://example.org/?" + strings.Repeat("a&", 5000))
	if n := i.Pairs().Len(); n > limit {
		fmt.Println(n, "pairs are more than", limit)
	}
	// Output: 5000 pairs are more than 1000
}

func ExampleNormalizer_CacheKey() {
	n := iri.Normalizer{Form: iri.SyntaxForm | iri.DefaultPortForm}
	i := iri.MustParse("HTTPS://user@Example.org:443/a/../b?utm_source=x&q=1&lang=fr#top")
	fmt.Println(n.CacheKey(i, func(p iri.Pair) bool { return !strings.HasPrefix(p.Key, "utm_") }))
	// Output: https://example.org/b?lang=fr&q=1
}
