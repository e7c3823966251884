package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/benchmarks/differential"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// chunk is the largest number of strings in one request to an engine.
const chunk = 50_000

// engines returns the peers whose verdicts are compared, as engines of package differential. It
// leaves out missing peers, and those for which notCompared has a reason.
func engines(peers []measure.Peer) (engines []differential.Engine, err error) {
	for _, p := range peers {
		if p.Missing != "" || notCompared(p) != "" {
			continue
		}
		asked, err := p.Open(measure.IsIRI)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		engines = append(engines, differential.Engine{
			Name: p.Name, Version: p.Version, Rule: measure.IsIRI.Rule(p.Standard),
			Ask: func(strings []string) ([]byte, error) {
				c, err := measure.NewCorpus("strings", measure.IsIRI, strings)
				if err != nil {
					return nil, err
				}
				defer c.Remove()
				return asked.Verdicts(c)
			},
		})
	}
	return engines, nil
}

// notCompared returns the reason why the verdicts of a peer are not compared, or "" if they are.
// For example, a lenient peer differs from the RFC by design.
func notCompared(p measure.Peer) string {
	switch {
	case p.Standard == measure.Bound && p.Name != peers.TheNaiveLoop:
		return "no validator"
	case p.Standard != measure.RFC3986 && p.Standard != measure.RFC3987 && p.Standard != measure.Bound:
		return "it is lenient by design: see DIFFERENCES.md"
	case strings.HasSuffix(p.Name, ", a call a line"), strings.Contains(p.Name, "checked before"),
		strings.Contains(p.Name, "decoded before"):
		return "the same functions as the row before"
	case strings.HasPrefix(p.Name, "tables.Batch, text"):
		return "for text with newlines, which strings may hold"
	case strings.HasPrefix(p.Name, "Hyperscan"):
		return "what it does with ill-formed UTF-8 is undefined"
	}
	return ""
}

// required has prefixes of the names of peers. Without a peer for each prefix, and without the flag
// -partial, a comparison is an error.
var required = []string{"oxiri", "fluent-uri", "iri-string", "iref", "uriparser", "wasilibs/go-re2"}

// wanted returns an error if a peer in required is missing.
func wanted(peers []measure.Peer) error {
	var errs []error
	for _, name := range required {
		present := func(p measure.Peer) bool { return p.Missing == "" && strings.HasPrefix(p.Name, name) }
		if slices.ContainsFunc(peers, present) {
			continue
		}
		why := "there is no such peer"
		if i := slices.IndexFunc(peers,
			func(p measure.Peer) bool { return p.Missing != "" && strings.Contains(p.Name, name) }); i >= 0 {
			why = peers[i].Missing
		}
		errs = append(errs, fmt.Errorf("%s is missing, and -partial was not given: %s", name, why))
	}
	return errors.Join(errs...)
}

// compareVerdicts compares the verdicts of all engines on generated strings, and writes a report to
// standard output. The exit status is 1 if an engine failed or a difference has no explanation.
func compareVerdicts(o measure.Options, peers []measure.Peer) (status int, err error) {
	if !o.Partial && !o.OnlyGo && o.Peers == "" {
		if err := wanted(peers); err != nil {
			return 2, err
		}
	}
	c, err := runDifferential(peers, o.Differential, progressOf(o.Differential))
	if err != nil {
		return 2, err
	}
	ok := c.Report(os.Stdout)
	for _, p := range peers {
		if why := cmp.Or(p.Missing, notCompared(p)); why != "" {
			fmt.Printf("not compared: %s: %s\n", p.Name, why)
		}
	}
	if !ok {
		return 1, nil
	}
	return 0, nil
}

// progressOf returns a function that shows the progress on standard error: on a terminal at each
// call, and elsewhere a line for each tenth of total.
func progressOf(total int) func(done int, left time.Duration) {
	tenths := 0
	return func(done int, left time.Duration) {
		text := fmt.Sprintf("%d of %d strings, %v to go", done, total, left)
		if term.IsTerminal(int(os.Stderr.Fd())) {
			if done == total {
				text = ""
			}
			measure.Say(text)
		} else if now := done * 10 / total; now > tenths {
			tenths = now
			fmt.Fprintln(os.Stderr, text)
		}
	}
}

// runDifferential compares the engines among the peers on total strings. It calls progress after
// each chunk, unless progress is nil.
func runDifferential(peers []measure.Peer, total int,
	progress func(done int, left time.Duration)) (*differential.Comparison, error) {
	hard, err := differences.All()
	if err != nil {
		return nil, err
	}
	iri, err := machine.Of(rfc3987.IRI)
	if err != nil {
		return nil, err
	}
	uri, err := machine.Of(rfc3986.URI)
	if err != nil {
		return nil, err
	}
	engines, err := engines(peers)
	if err != nil {
		return nil, err
	}
	c, err := differential.New(engines, differential.Explanations)
	if err != nil {
		return nil, err
	}
	g := differential.NewGenerator(hard, iri, uri)
	start := time.Now()
	for done, number := 0, 0; done < total; number++ {
		size := min(chunk, total-done)
		c.Chunk(g.Chunk(number, size))
		done += size
		if progress != nil {
			left := time.Duration(float64(time.Since(start)) / float64(done) * float64(total-done))
			progress(done, left.Round(time.Second))
		}
	}
	return c, nil
}
