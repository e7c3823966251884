package tables_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/engine"
)

// checkText compares every result of a batch for text with the machine's walk on each line.
func (l *language) checkText(t *testing.T, b *tables.Batch, text []byte) (valid int) {
	t.Helper()
	var list [][]byte
	verdicts, spans := []bool{true, false}, []tables.Span{{-1, -1}} // the existing elements must remain
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if len(line) > 0 {
			list = append(list, line)
		}
	}
	at := 0
	for i, line := range linesOf(string(text)) {
		ok := l.accepts(line)
		if verdicts = append(verdicts, ok); ok {
			valid++
		} else {
			spans = append(spans, tables.Span{Start: at, End: at + len(line)})
		}
		at += len(list[i])
	}
	if got := b.AppendValidLines(verdicts[:2:2], text); !slices.Equal(got, verdicts) {
		t.Fatalf("%s, %d workers: the verdicts of %.3000q are\n%v, not\n%v", l.name, b.Workers, text, got, verdicts)
	}
	if got := b.AppendInvalidLines(spans[:1:1], text); !slices.Equal(got, spans) {
		t.Fatalf("%s, %d workers: the bad lines of %.3000q are\n%v, not\n%v", l.name, b.Workers, text, got, spans)
	}
	if good, bad := b.CountLines(text); good != valid || bad != len(list)-valid {
		t.Fatalf("%s, %d workers: of %.3000q %d and %d, not %d and %d", l.name, b.Workers, text, good, bad, valid,
			len(list)-valid)
	}
	return valid
}

// checkList does the same for strings, with or without newlines.
func (l *language) checkList(t *testing.T, b *tables.Batch, list []string) (valid int) {
	t.Helper()
	want, inBytes := []bool{false, true}, [][]byte{}
	for _, s := range list {
		ok := l.accepts(s)
		if ok {
			valid++
		}
		want = append(want, ok)
		inBytes = append(inBytes, []byte(s))
	}
	if got := b.AppendValid(want[:2:2], list); !slices.Equal(got, want) {
		t.Fatalf("%s, %d workers: the verdicts of %.3000q are\n%v, not\n%v", l.name, b.Workers, list, got, want)
	}
	if got := b.AppendValidBytes(want[:2:2], inBytes); !slices.Equal(got, want) {
		t.Fatalf("%s, %d workers: the verdicts of bytes %.3000q are\n%v, not\n%v", l.name, b.Workers, list, got, want)
	}
	return valid
}

// batches returns batches of a rule for every number of workers, most of them with small blocks.
func batches(r *rand.Rand, rule tables.Rule) (all []*tables.Batch) {
	whole := tables.NewBatch(rule)
	whole.Workers = 1
	all = append(all, whole)
	for workers := 1; workers <= 5; workers++ {
		b := *whole
		b.Workers = workers
		all = append(all, b.Block([]int{1, 20, 300, 3000, 30_000}[r.IntN(5)]))
	}
	return all
}

// ends lists the texts placed between strings to turn them into lines.
var ends = []string{"\n", "\n", "\n", "\r\n", "\r\n", "\r\r\n", "\n\r\n", "\n\n", "\r", "\x00\n", "\xE3\n"}

// someText returns about n bytes of a language's probes, both as a text and as a list.
func (l *language) someText(r *rand.Rand, n int, long bool) (text []byte, list []string) {
	probes := l.probes(r, 30, 1)
	for len(text) < n {
		s := probes[r.IntN(len(probes))]
		if long && r.IntN(30) == 0 {
			s = strings.Repeat(s, 1+r.IntN(200))
		}
		if r.IntN(20) == 0 {
			s += ends[r.IntN(len(ends))]
		}
		list = append(list, s)
		text = append(append(text, s...), ends[r.IntN(len(ends))]...)
	}
	if r.IntN(2) == 0 {
		text = text[:len(text)-r.IntN(len(text)/4+1)]
	}
	return text, list
}

// crLanguages returns languages whose strings contain CR and newlines.
func crLanguages() (all []*language) {
	for i, f := range []made{
		star(alternatives(literal("a"), literal("\r"))),
		star(literal("a\r")),
		literal("\r"), literal("\r\r"), alternatives(literal("a\r"), literal("a")),
		star(alternatives(literal("\n"), literal("\r"), literal("ab"))),
		then(star(literal("a")), literal("\r\r\r")),
		star(literal("\r\r")),
		then(cycle(250), star(literal("\r"))), then(cycle(300), literal("\r")),
	} {
		d := canonical(f)
		m := machineFrom(d)
		m.Grammar, m.Name = "random", fmt.Sprintf("with CR %d", i)
		rule, err := m.Encode()
		if err != nil {
			panic(err)
		}
		l := &language{name: m.Name, rule: rule, m: m, dfa: d}
		l.draw = func(r *rand.Rand, length int) []byte {
			s := []byte(strings.Repeat([]string{"a\r", "\r", "ab", "a", "\n"}[r.IntN(5)], r.IntN(5)))
			return append(s, []string{"", "a", "\r", "\r\r"}[r.IntN(4)]...)
		}
		all = append(all, l)
	}
	return all
}

func TestBatchAgrees(t *testing.T) {
	r := seeded(70)
	valid := 0
	for number, l := range append(allLanguages(t), crLanguages()...) {
		if l.empty() {
			l.draw = func(r *rand.Rand, length int) []byte { return randomBytes(r, length) }
		}
		all := batches(r, l.rule)
		sizes := []int{0, 1, 100, engine.CallBytes - 1, 3000, 6*engine.CallBytes + 100}
		for i, n := range sizes {
			if !testkit.OneIn(len(sizes), i+number) {
				continue
			}
			text, list := l.someText(r, n, i%2 == 0)
			b := all[r.IntN(len(all))]
			if n > 5000 {
				b = all[0]
			}
			valid += l.checkText(t, b, text)
			valid += l.checkList(t, b, list)
		}
	}
	if valid < testkit.Few(10_000)/2 {
		t.Errorf("only %d strings are valid", valid)
	}
}

// hardLines returns lines of every kind for IRI, including lines with long addresses.
func hardLines(t *testing.T, r *rand.Rand, n int) (list []string) {
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI"))
	for range n {
		var s []byte
		switch r.IntN(8) {
		case 0:
			s = append([]byte("http://["), longAddress(r)...)
			s = append(s, "]/"...)
		case 1:
			s = l.draw(r, r.IntN(60))
		case 2:
		case 3:
			s = randomBytes(r, r.IntN(30))
		default:
			s = []byte("https://example.org/" + strings.Repeat("ab/é", r.IntN(20)))
		}
		if r.IntN(4) == 0 {
			s = mutate(r, s)
		}
		list = append(list, string(s))
	}
	return list
}

func TestBatchOfHardLines(t *testing.T) {
	r := seeded(71)
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI"))
	valid := 0
	for range testkit.Few(24) {
		list := hardLines(t, r, 2000)
		var text []byte
		for _, s := range list {
			text = append(append(text, s...), ends[r.IntN(len(ends))]...)
		}
		for _, b := range batches(r, l.rule) {
			valid += l.checkText(t, b, text)
			valid += l.checkList(t, b, list)
		}
	}
	if valid < testkit.Few(100_000) {
		t.Errorf("only %d lines are valid", valid)
	}
}

// Every kind of line gets the same verdict with every kernel and without kernels, in texts and in
// lists.
func TestBatchOnEveryCPU(t *testing.T) {
	r := seeded(72)
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI"))
	b := tables.NewBatch(l.rule)
	b.Workers = 1
	var list []string
	for i := range 1200 {
		list = append(list, "https://example.org/"+strings.Repeat("a", i%150)+[]string{"", "/é", "?q=%41", " "}[i/300])
	}
	list = append(list, hardLines(t, r, 2000)...)
	tables.OnEveryCPU(func(string) {
		l.checkList(t, b, list)
		for _, end := range []string{"\n", "\r\n"} {
			l.checkText(t, b, []byte(strings.Join(list, end)))
		}
	})
}

// Line endings occur at every offset around the block and batch boundaries of the newline kernel,
// after one long line or many lines.
func TestBatchOfEndsAtTheBorders(t *testing.T) {
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI"))
	b := tables.NewBatch(l.rule)
	b.Workers = 1
	small := *b
	small.Workers = 3
	small.Block(engine.BlockBytes)
	tables.OnEveryCPU(func(string) {
		const block, stretch = engine.BlockBytes, engine.CallBytes
		for _, border := range []int{block, 2 * block, stretch, stretch + block, 2 * stretch} {
			for n := border - 4; n <= border+3; n++ {
				for i, front := range []string{
					"a:" + strings.Repeat("b", n-2), strings.Repeat("a:\n", n)[:n],
					strings.Repeat("\n", n), strings.Repeat("a:b/\r\n", n)[:n],
				} {
					for j, end := range []string{"\n", "\r\n", "\r", "\r\r\n", "\n\r\n", "\n\n", "\r\n\n", ""} {
						if !testkit.OneIn(8, n+i+j) {
							continue
						}
						for _, rest := range []string{"", "a:b", "a b\r\n", strings.Repeat("a:c\n", testkit.Few(40))} {
							l.checkText(t, b, []byte(front+end+rest))
						}
						l.checkText(t, &small, []byte(front+end+front+end))
					}
				}
			}
		}
	})
}

// The lines have every length around the critical sizes, and begin at every offset within eight
// bytes.
func TestBatchOfLinesOfAllLengths(t *testing.T) {
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI"))
	b := tables.NewBatch(l.rule)
	b.Workers = 1
	other := *b
	other.Workers = 3
	other.Block(500)
	lengths := []int{0, 1, 2, 3, 10, 1 << 16}
	for _, size := range []int{engine.BlockBytes, engine.CallBytes, 2 * engine.CallBytes, 6 * engine.CallBytes} {
		for d := -9; d <= 9; d++ {
			lengths = append(lengths, size+d)
		}
	}
	if testkit.Slow {
		lengths = lengths[:24]
	}
	for number, n := range lengths {
		for begin := range 8 {
			if !testkit.OneIn(8, number+begin) {
				continue
			}
			line := strings.Repeat("b", max(n-2, 0))
			for _, line := range []string{"a:" + line, "a " + line} {
				for _, end := range []string{"", "\n", "\r\n", "\r"} {
					text := strings.Repeat("\n", begin) + line + "\n" + line + end
					l.checkText(t, b, []byte(text))
					if begin == 7 {
						text := strings.Repeat("a:b\n", 1000) + line + "\n" + strings.Repeat("a:b\nc\n", 1000) + line + end
						l.checkText(t, b, []byte(text))
						l.checkText(t, &other, []byte(text))
						l.checkList(t, b, strings.Split(text, "\n"))
					}
				}
			}
		}
	}
}

func TestBatchOfMonotonousText(t *testing.T) {
	r := seeded(72)
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI-reference"))
	texts := map[string]string{
		"one line of 1 MB": "a:" + strings.Repeat("b/é", 1<<18),
		"newlines only":    strings.Repeat("\n", 50_000),
		"CRLF only":        strings.Repeat("\r\n", 50_000),
		"CR only":          strings.Repeat("\r", 50_000),
		"NUL only":         strings.Repeat("\x00", 50_000),
		"all bad":          strings.Repeat("a b\n", 20_000),
		"every other":      strings.Repeat("a b\nab\n", 20_000),
		"ill-formed":       strings.Repeat("a\xFF\na\xE3\x81\n\xC0\x80\n\xED\xA0\x80\n", 10_000),
		"long addresses": strings.Repeat(
			"//[1:22:333:4444:5:6:77:255.255.255.255]\n//[1:22:333:4444:5:6:77:8888]\n", 5000),
		"a long one, often": strings.Repeat(strings.Repeat("x", 5000)+"\na\n b\n", 50),
	}
	for name, text := range texts {
		for i, b := range batches(r, l.rule) {
			if !testkit.OneIn(3, i+len(name)) {
				continue
			}
			t.Run(name, func(t *testing.T) { l.checkText(t, b, []byte(text)) })
		}
	}
}

// The test uses the corpora, with and without errors in most lines.
func TestBatchOfCorpora(t *testing.T) {
	r := seeded(73)
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI"))
	for _, name := range []string{"urls.txt", "iris.txt"} {
		text := []byte(shared.Read(t, "corpora", name))
		text = text[:len(text)/8*testkit.Few(8)]
		broken := bytes.Clone(text)
		for i := 0; i < len(broken); i += 1 + r.IntN(100) {
			broken[i] = "\n \r\x00%[éA:"[r.IntN(10)]
		}
		for _, b := range batches(r, l.rule) {
			if n := l.checkText(t, b, text); n < testkit.Few(20_000) {
				t.Errorf("%s: %d lines", name, n)
			}
			l.checkText(t, b, broken)
			l.checkList(t, b, linesOf(string(text)))
		}
	}
}

func TestBatchOfNoTable(t *testing.T) {
	r := seeded(74)
	text, list := []byte("a:b\n\n"), []string{"a:b", ""}
	iri := bundledRule(t, "rfc3987", "IRI")
	for range testkit.Few(400) {
		rule := tables.Rule(randomTable(r))
		if r.IntN(2) == 0 {
			damaged := []byte(iri)
			for range 1 + r.IntN(100) {
				damaged[r.IntN(len(damaged))] = byte(r.IntN(256))
			}
			rule = tables.Rule(damaged)
		}
		b := tables.NewBatch(rule)
		text, list := bytes.Repeat(text, 1+r.IntN(1000)), slices.Repeat(list, 1+r.IntN(1000))
		b.AppendValid(nil, list)
		b.AppendInvalidLines(nil, text)
		n := bytes.Count(text, []byte("\n"))
		if good, bad := b.CountLines(text); good+bad != n || len(b.AppendValidLines(nil, text)) != n {
			t.Errorf("%d and %d of %d lines", good, bad, n)
		}
	}
	b := tables.NewBatch("")
	if good, bad := b.CountLines(text); good != 0 || bad != 2 {
		t.Errorf("the zero rule: %d and %d", good, bad)
	}
	if got := b.AppendValid(nil, list); !slices.Equal(got, []bool{false, false}) {
		t.Errorf("the zero rule: %v", got)
	}
}

func TestBatchAllocatesNothing(t *testing.T) {
	r := seeded(75)
	list := hardLines(t, r, 20_000)
	text := []byte(strings.ReplaceAll(strings.Join(list, "\r\n"), "é", "ü") + strings.Repeat("a", 1<<16))
	n := len(linesOf(string(text)))
	b := tables.NewBatch(bundledRule(t, "rfc3987", "IRI"))
	b.Workers = 1
	inBytes := make([][]byte, len(list))
	for i, s := range list {
		inBytes[i] = []byte(s)
	}
	verdicts, spans := make([]bool, 0, n), make([]tables.Span, 0, len(b.AppendInvalidLines(nil, text)))
	listed := make([]bool, 0, len(list))
	for name, f := range map[string]func(){
		"AppendValidLines":   func() { b.AppendValidLines(verdicts, text) },
		"AppendInvalidLines": func() { b.AppendInvalidLines(spans, text) },
		"CountLines":         func() { b.CountLines(text) },
		"AppendValid":        func() { b.AppendValid(listed, list) },
		"AppendValidBytes":   func() { b.AppendValidBytes(listed, inBytes) },
		"a short text":       func() { b.AppendValidLines(verdicts, text[:100]) },
	} {
		if n := testing.AllocsPerRun(5, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// Apart from dst, memory does not grow with the text.
func TestBatchTogetherTakesConstantMemory(t *testing.T) {
	if testkit.Slow {
		t.Skip("the detector allocates")
	}
	b := tables.NewBatch(bundledRule(t, "rfc3987", "IRI"))
	b.Workers = 3
	line := "https://example.org/what/is/this/line\n"
	most := func(n int) uint64 {
		text := bytes.Repeat([]byte(line), n)
		dst := make([]bool, 0, n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		b.AppendValidLines(dst, text)
		b.CountLines(text)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if small, large := most(200_000), most(2_000_000); large > small+small/2+1<<16 {
		t.Errorf("%d bytes for 200,000 lines, %d for 2,000,000", small, large)
	}
}

func TestBatchIsForManyGoroutines(t *testing.T) {
	r := seeded(76)
	l := languageOf(t, bundledRule(t, "rfc3987", "IRI"))
	b := tables.NewBatch(l.rule).Block(1000)
	b.Workers = 3
	list := hardLines(t, r, 3000)
	text := []byte(strings.Join(list, "\n"))
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			l.checkText(t, b, text)
			l.checkList(t, b, list)
		}()
	}
	wait.Wait()
}

// TestInOrder checks that results are appended in block order, whichever goroutine is late. With
// two or more workers, each block whose number is divisible by 8 ends only after the third block
// after it has begun, so the two blocks in between may end earlier.
func TestInOrder(t *testing.T) {
	text := bytes.Repeat([]byte("a\n"), 300)
	var want []int
	for i := range 300 {
		want = append(want, 2*i)
	}
	for workers := 1; workers <= 5; workers++ {
		begun := make([]chan bool, 300)
		for i := range begun {
			begun[i] = make(chan bool)
		}
		got := tables.InOrder(workers, text, func(dst []int, block []byte, at int) []int {
			i := at / 2
			close(begun[i])
			if workers > 1 && i%8 == 0 {
				<-begun[i+3]
			}
			return append(dst, at)
		})
		if !slices.Equal(got, want) {
			t.Errorf("%d workers: %v", workers, got)
		}
	}
}

// A panic in any goroutine reaches the caller after all goroutines have ended.
func TestAPanicReachesTheCaller(t *testing.T) {
	text := bytes.Repeat([]byte("a\n"), 300)
	for workers := 1; workers <= 5; workers++ {
		for _, wrong := range []int{0, 2, 100, 598} {
			why := func() (why any) {
				defer func() { why = recover() }()
				tables.InOrder(workers, text, func(dst []int, block []byte, at int) []int {
					if at == wrong {
						panic(fmt.Sprint("at ", at))
					}
					return dst
				})
				return nil
			}()
			if !reflect.DeepEqual(why, fmt.Sprint("at ", wrong)) {
				t.Errorf("%d workers, at %d: %v", workers, wrong, why)
			}
		}
	}
}
