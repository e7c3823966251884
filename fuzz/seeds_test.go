package fuzz

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// addSeeds adds seeds for a target that takes strings: the inputs, inputs from conformance suites
// if the shared test data is present, and a short suite of our own.
func addSeeds(f *testing.F) {
	for _, s := range slices.Concat(inputs(), conformance(f), ownSuite()) {
		f.Add(s)
	}
}

// fuzzing reports whether the fuzzer will run after the seeds.
func fuzzing() bool {
	f := flag.Lookup("test.fuzz")
	return f != nil && f.Value.String() != ""
}

// hasShared reports whether the shared test data is present. If the data is missing, the test logs
// what it leaves out, and fails in CI.
func hasShared(t testing.TB) bool {
	if os.Getenv("IRI_SHARED") == "" && os.Getenv("CI") != "true" {
		saidOnce.Do(func() {
			t.Log("without the shared test data, conformance suites and corpora: set IRI_SHARED to its folder")
		})
		return false
	}
	return true
}

var saidOnce sync.Once

// The tests allocate a lot but retain only a few megabytes.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// thorough reports whether tests run on every input rather than just a sample: in CI, with
// -hostile, and with more -strings than the default.
func thorough() bool { return testkit.OneIn(2, 1) || *hostileLong || *count > defaultCount() }

// oneIn reports whether item i of a series is tested: every item if tests are thorough, otherwise
// one in n.
func oneIn(n, i int) bool { return thorough() || i%n == 0 }

// conformance returns the distinct inputs of conformance suites, including the WHATWG's. Outside
// CI, with -short, with the race detector and under a fuzzer it returns only every tenth input: a
// fuzzer first tries all seeds, slowly, and might have no time left. The tests of package iri check
// the suites' verdicts.
func conformance(t testing.TB) []string {
	if !hasShared(t) {
		return nil
	}
	files := shared.Glob(t, "conformance/*.tsv")
	all := readConformance(files)
	few := testing.Short() || testkit.Slow || fuzzing()
	var some []string
	for i, s := range all {
		if few && i%10 == 0 || !few && oneIn(10, i) {
			some = append(some, s)
		}
	}
	return some
}

var readConformance = once(func(files []string) []string {
	var all []string
	for _, file := range files {
		columns := []int{3}
		if strings.HasSuffix(file, ".resolve.tsv") {
			columns = []int{0, 1, 2}
		}
		data, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		rows := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		for _, row := range rows[1:] {
			fields := strings.Split(row, "\t")
			for _, i := range columns {
				var s string // has U+FFFD for a surrogate, instead of bytes that are not UTF-8
				if err := json.Unmarshal([]byte(fields[i]), &s); err != nil {
					panic(file + ": " + row + ": " + err.Error())
				}
				all = append(all, s)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
})

// corpora returns the lines of all corpora.
func corpora(t testing.TB) []string {
	if !hasShared(t) {
		return nil
	}
	return readCorpora([]string{shared.Path(t, "corpora", "urls.txt"), shared.Path(t, "corpora", "iris.txt")})
}

var readCorpora = once(func(files []string) []string {
	var all []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		all = append(all, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")...)
	}
	return all
})

// once returns read with its first result cached.
func once(read func([]string) []string) func([]string) []string {
	var mu sync.Mutex
	var result []string
	return func(files []string) []string {
		mu.Lock()
		defer mu.Unlock()
		if result == nil {
			result = read(files)
		}
		return result
	}
}

// ownSuite returns members of the large rules, each with a string one edit away.
var ownSuite = sync.OnceValue(func() []string {
	var all []string
	random := rand.New(rand.NewPCG(13, 14))
	for _, r := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3986.URIReference, rfc3986.IPv6address} {
		drawer := sampler.New(underTest(r).machine)
		for range 50 {
			member := drawer.Draw(random, random.IntN(16), nil)
			all = append(all, string(member), string(edit(random, member)))
		}
	}
	return all
})

// notRaced skips a single-goroutine test under the race detector, which would only make it slow.
func notRaced(t testing.TB) {
	if testkit.Slow {
		t.Skip("slow under the race detector, and it has only one goroutine")
	}
}
