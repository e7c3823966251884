package redact_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/policy/redact"
)

const secret = "s3cret"

var (
	full     = iri.MustParse("ftp://ann:" + secret + "@example.org/")
	relative = iri.MustParseReference("//ann:" + secret + "@example.org/")
	plain    = iri.MustParse("ftp://ann@example.org/")
)

// Types for tests. Home has the promoted methods of an IRI.
type (
	Home iri.IRI
	home iri.IRI
	page struct {
		URL   iri.IRI `json:"url"`
		Title string
	}
	site struct {
		page
		Pages []*page
		Next  *site
		From  fmt.Stringer
		Map   map[iri.Reference]any
		other int
	}
	link struct {
		iri.IRI
		Rel string
	}
	pointing struct{ *page }
	named    struct{ home }
	locked   struct {
		_   sync.Mutex
		URL iri.IRI
	}
	valuer struct{ v any }
	failed struct{ URL iri.IRI }
)

func (v valuer) LogValue() slog.Value { return slog.AnyValue(v.v) }
func (e failed) Error() string        { return "cannot open " + e.URL.String() }

type newHandler func(io.Writer, *slog.HandlerOptions) slog.Handler

func text(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) }
func json(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) }

func withoutTime(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
		return slog.Attr{}
	}
	return a
}

// logged returns the log line for a value, with and without redaction.
func logged(handler newHandler, v any) (line, unchanged string) {
	var b, c bytes.Buffer
	slog.New(handler(&b, &slog.HandlerOptions{ReplaceAttr: redact.ReplaceAttr(withoutTime)})).Info("", "v", v)
	slog.New(handler(&c, &slog.HandlerOptions{ReplaceAttr: withoutTime})).Info("", "v", v)
	return strings.TrimSpace(b.String()), strings.TrimSpace(c.String())
}

func TestLines(t *testing.T) {
	const masked = "ftp://ann:xxxxx@example.org/"
	cycle := &site{page: page{URL: full}}
	cycle.Next = cycle
	for _, c := range []struct {
		v          any
		text, json string
	}{
		{full, `v=` + masked, `{"v":"` + masked + `"}`},
		{&full, `v=` + masked, `{"v":"` + masked + `"}`},
		{relative, `v=//ann:xxxxx@example.org/`, `{"v":"//ann:xxxxx@example.org/"}`},
		{&relative, `v=//ann:xxxxx@example.org/`, `{"v":"//ann:xxxxx@example.org/"}`},
		{Home(full), `v=` + masked, `{"v":"` + masked + `"}`},
		{[]iri.IRI{full, plain}, `v="[` + masked + ` ftp://ann@example.org/]"`,
			`{"v":["` + masked + `","ftp://ann@example.org/"]}`},
		{[1]iri.IRI{full}, `v=[` + masked + `]`, `{"v":["` + masked + `"]}`},
		{map[string]iri.IRI{"a": full}, `v=map[a:` + masked + `]`, `{"v":{"a":"` + masked + `"}}`},
		{map[iri.IRI]int{full: 1}, `v=map[` + masked + `:1]`, `{"v":{"` + masked + `":1}}`},
		{map[string]any{"a": []any{&full, 1}}, `v="map[a:[` + masked + ` 1]]"`, `{"v":{"a":["` + masked + `",1]}}`},
		{page{full, "x"}, `v="{URL:` + masked + ` Title:x}"`, `{"v":{"url":"` + masked + `","Title":"x"}}`},
		{&page{full, "x"}, `v="&{URL:` + masked + ` Title:x}"`, `{"v":{"url":"` + masked + `","Title":"x"}}`},
		{link{full, "x"}, `v=` + masked, `{"v":"` + masked + `"}`},
		{failed{full}, `v="cannot open ` + masked + `"`, `{"v":"cannot open ` + masked + `"}`},
		{valuer{full}, `v=` + masked, `{"v":"` + masked + `"}`},
		{valuer{valuer{page{full, "x"}}}, `v="{URL:` + masked + ` Title:x}"`,
			`{"v":{"url":"` + masked + `","Title":"x"}}`},
		{slog.GroupValue(slog.Any("a", full), slog.Group("b", "c", valuer{full}, "d", 1)),
			`v.a=` + masked + ` v.b.c=` + masked + ` v.b.d=1`, `{"v":{"a":"` + masked + `","b":{"c":"` + masked + `","d":1}}}`},
		{cycle, "", ""}, {pointing{&page{URL: full}}, "v=\"" + redact.Hidden + "\"", "{\"v\":\"" + redact.Hidden + "\"}"},
		{named{home(full)}, "v=\"" + redact.Hidden + "\"", "{\"v\":\"" + redact.Hidden + "\"}"},
		{&locked{URL: full}, "v=\"" + redact.Hidden + "\"", "{\"v\":\"" + redact.Hidden + "\"}"},
	} {
		for _, h := range []struct {
			handler newHandler
			want    string
		}{{text, c.text}, {json, c.json}} {
			before := fmt.Sprintf("%+v", c.v)
			if line, _ := logged(h.handler, c.v); h.want != "" && line != h.want || strings.Contains(line, secret) {
				t.Errorf("%T: %s\nwant %s", c.v, line, h.want)
			}
			if fmt.Sprintf("%+v", c.v) != before {
				t.Errorf("%T is changed", c.v)
			}
		}
	}
}

// Values without a password are logged as they would be without ReplaceAttr.
func TestUnchanged(t *testing.T) {
	cycle := &site{page: page{URL: plain}}
	cycle.Next, cycle.Pages = cycle, []*page{nil, &cycle.page}
	deep := any(1)
	for range 40 {
		deep = []any{deep}
	}
	type list struct {
		Next *list
		Text string
	}
	var long *list
	for range 10_000 {
		long = &list{Next: long}
	}
	for _, v := range []any{
		nil, 1, "http://ann:" + secret + "@h/", []byte(secret), 1.5, true, plain, &plain, (*iri.IRI)(nil), iri.IRI{},
		[]iri.IRI(nil),
		[]iri.IRI{}, map[string]iri.IRI(nil), page{URL: plain}, &site{}, site{other: 1}, cycle, deep, long, link{}, &locked{},
		pointing{}, pointing{&page{URL: plain}}, errors.New("x"), &url.Error{Op: "x", URL: "y", Err: io.EOF}, failed{plain},
		valuer{nil}, valuer{plain}, slog.GroupValue(), slog.GroupValue(slog.Int("a", 1)), make(chan iri.IRI),
		func(iri.IRI) {}, (*site)(nil), struct{ error }{}, slog.LevelInfo, reflect.ValueOf(1), new(any),
		&struct{ a, B any }{plain, plain},
	} {
		for _, h := range []newHandler{text, json} {
			if line, want := logged(h, v); line != want {
				t.Errorf("%T: %s\nwant %s", v, line, want)
			}
		}
	}
}

// A value that is nested too deeply is hidden, with or without a password.
func TestDepth(t *testing.T) {
	for _, v := range []any{full, plain, 1} {
		for depth := range 300 {
			line, unchanged := logged(json, v)
			switch {
			case strings.Contains(line, secret):
				t.Fatalf("depth %d: %s", depth, line)
			case depth < 40 && v == 1 && line != unchanged, depth > 200 && !strings.Contains(line, redact.Hidden):
				t.Fatalf("depth %d: %s", depth, line)
			}
			if depth%2 == 0 {
				v = []any{v}
			} else {
				v = map[string]any{"a": v}
			}
		}
	}
}

// A value with too many nested values is hidden, in bounded time.
func TestSharedInterfaces(t *testing.T) {
	type node struct{ A, B any }
	var v any = full
	for range 40 {
		v = node{v, v}
	}
	hidden := false
	slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key != "v" {
				return a
			}
			a = redact.ReplaceAttr(nil)(groups, a)
			hidden = a.Value.String() == redact.Hidden
			return a
		},
	})).Info("", "v", v)
	if !hidden {
		t.Error("2^40 IRIs are copied")
	}
}

// Redacting cyclic slices and maps terminates, and a shared pointer remains shared.
func TestCycles(t *testing.T) {
	slice := []any{full, nil}
	slice[1] = slice
	m := map[string]any{"a": &full}
	m["b"] = m
	pointer := new(any)
	*pointer = pointer
	replace := redact.ReplaceAttr(nil)
	for _, v := range []any{slice, m} {
		got := replace(nil, slog.Any("", v)).Value.Any()
		var shown iri.Reference
		switch got := got.(type) {
		case []any:
			shown = got[1].([]any)[1].([]any)[0].(iri.IRI).Reference()
		case map[string]any:
			shown = got["b"].(map[string]any)["b"].(map[string]any)["a"].(*iri.IRI).Reference()
		}
		if shown.Userinfo() != "ann:xxxxx" {
			t.Errorf("%T: %v", v, shown)
		}
	}
	if got := replace(nil, slog.Any("", pointer)).Value.Any(); got != any(pointer) {
		t.Error("a pointer to itself is changed")
	}
	shared := []*page{{URL: full}, nil}
	shared[1] = shared[0]
	if got := replace(nil, slog.Any("", shared)).Value.Any().([]*page); got[0] != got[1] || got[0] == shared[0] {
		t.Error("a shared pointer is copied twice, or not at all")
	}
}

// Logs of random values of random types contain no password, and the same values without passwords
// are logged as they would be without ReplaceAttr.
func TestRandomValues(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	address := regexp.MustCompile("0x[0-9a-f]+") // the address of a logged pointer or of its copy
	shown, hidden := 0, 0
	for range testkit.Few(8000) {
		seed := r.Uint64()
		with := randomValue(rand.New(rand.NewPCG(seed, 0)), full, relative)
		without := randomValue(rand.New(rand.NewPCG(seed, 0)), plain, plain.Reference())
		for _, h := range []newHandler{text, json} {
			line, unchanged := logged(h, with)
			if strings.Contains(line, secret) || strings.Contains(line, redact.Hidden) {
				t.Fatalf("%T: %s", with, line)
			}
			if strings.Contains(unchanged, secret) {
				want := strings.ReplaceAll(unchanged, secret, "xxxxx")
				if shown++; address.ReplaceAllString(want, "0x") != address.ReplaceAllString(line, "0x") {
					t.Fatalf("%T: %s\nwant %s", with, line, unchanged)
				}
			} else {
				hidden++
			}
			if line, unchanged = logged(h, without); line != unchanged {
				t.Fatalf("%T: %s\nwant %s", without, line, unchanged)
			}
		}
	}
	if t.Logf("%d lines with a password, %d without", shown, hidden); shown < 1000 {
		t.Error("they are too few")
	}
}

// randomValue nests an IRI or another value in values of random kinds.
func randomValue(r *rand.Rand, i iri.IRI, ref iri.Reference) any {
	inner := func() any {
		list := []any{i, ref, &i, &ref, Home(i), page{URL: i}, &page{URL: i}, link{IRI: i}, failed{i}, "text", 7, nil}
		return list[r.IntN(len(list))]
	}
	v := inner()
	for range r.IntN(8) {
		if v == nil {
			v = []any{v, inner()}
			continue
		}
		t := reflect.TypeOf(v)
		x := reflect.ValueOf(v)
		switch r.IntN(9) {
		case 0:
			p := reflect.New(t)
			p.Elem().Set(x)
			v = p.Interface()
		case 1:
			v = reflect.Append(reflect.MakeSlice(reflect.SliceOf(t), 1, 3), x).Interface()
		case 2:
			a := reflect.New(reflect.ArrayOf(2, t)).Elem()
			a.Index(r.IntN(2)).Set(x)
			v = a.Interface()
		case 3:
			m := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[iri.IRI](), t))
			m.SetMapIndex(reflect.ValueOf(i), x)
			v = m.Interface()
		case 4:
			s := reflect.New(reflect.StructOf([]reflect.StructField{
				{Name: "A", Type: reflect.TypeFor[int]()}, {Name: "B", Type: t}, {Name: "C", Type: reflect.TypeFor[any]()},
			})).Elem()
			s.Field(1).Set(x)
			if other := inner(); other != nil {
				s.Field(2).Set(reflect.ValueOf(other))
			}
			v = s.Interface()
		case 5:
			v = []any{v, inner()}
		case 6:
			v = map[string]any{"a": v}
		case 7:
			v = site{page: page{URL: i}, From: ref, Map: map[iri.Reference]any{ref: v}, Pages: []*page{{URL: i}}}
		case 8:
			v = &site{Next: &site{page: page{URL: i}}, From: &i, Map: map[iri.Reference]any{{}: v}}
		}
	}
	if r.IntN(4) == 0 {
		v = valuer{v}
	}
	return v
}

// Many goroutines can use the same function.
func TestConcurrent(t *testing.T) {
	replace := redact.ReplaceAttr(nil)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 200 {
				a := replace(nil, slog.Any("v", &site{page: page{URL: full}}))
				if a.Value.Any().(*site).URL.Userinfo() != "ann:xxxxx" {
					t.Error(a)
				}
			}
		}()
	}
	group.Wait()
}

// BenchmarkReplaceAttr measures ReplaceAttr on the attributes of a typical record.
func BenchmarkReplaceAttr(b *testing.B) {
	replace := redact.ReplaceAttr(nil)
	for name, v := range map[string]any{
		"string": "x", "error": io.EOF, "plain": plain, "password": full, "struct": &page{URL: plain},
		"url": &url.URL{Host: "h"},
	} {
		a := slog.Any("v", v)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				replace(nil, a)
			}
		})
	}
}
