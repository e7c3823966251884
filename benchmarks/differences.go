package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

const differencesPage = "DIFFERENCES.md"

// hardInputs runs all parsers on the hard inputs and writes the differences to w. With -write it
// writes only the page. It returns an error if a parser is missing, unless -partial is set.
func hardInputs(o measure.Options, p peers.Prepared, w io.Writer) error {
	parsers, children := peers.AllParsers(p)
	defer func() {
		for _, c := range children {
			c.Close()
		}
	}()
	var missing []error
	for _, q := range parsers {
		if q.Missing != "" {
			missing = append(missing, fmt.Errorf("missing: %s: %s", q.Name, q.Missing))
		}
	}
	if missing != nil && (o.Write || !o.Partial) {
		return errors.Join(append(missing, errors.New("-partial prints the others; a page has all parsers"))...)
	}
	h, err := differences.AskHard(parsers)
	if err != nil {
		return err
	}
	if !o.Write {
		h.Report(w)
		return h.Details(w)
	}
	section, err := measure.NewSection("", p.Revision)
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := h.Page(&b, "on "+section.Date+" at commit "+section.Revision); err != nil {
		return err
	}
	return os.WriteFile(differencesPage, []byte(b.String()), 0o666)
}

// chunk is the maximum number of strings in one request to a parser.
const chunk = 50_000

// exact returns the peers that claim to be exact, in the form of parsers that return no hosts.
func exact(all []measure.Peer) (parsers []differences.Parser, err error) {
	for _, p := range all {
		if p.Missing != "" || notCompared(p) != "" {
			continue
		}
		asked, err := p.Open(measure.IsIRI)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		rule := measure.IsIRI.Rule(p.Standard)
		parsers = append(parsers, differences.Parser{
			Name: p.Name, Language: p.Language, Version: p.Version, Rule: rule.Grammar() + " " + rule.Name(),
			Says: func(strings []string) ([]differences.Says, error) {
				c, err := measure.NewCorpus("strings", measure.IsIRI, strings)
				if err != nil {
					return nil, err
				}
				defer c.Remove()
				verdicts, err := asked.Verdicts(c)
				says := make([]differences.Says, len(verdicts))
				for i, v := range verdicts {
					says[i] = map[byte]differences.Says{0: differences.Rejected, 1: differences.Accepted}[v]
				}
				return says, err
			},
		})
	}
	return parsers, nil
}

// notCompared returns the reason why a peer's verdicts are not compared, or "" if they are. A
// lenient peer, for example, differs from the RFC by design.
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

// required lists prefixes of peer names. Without -partial, a comparison fails unless it includes a
// peer for each prefix.
var required = []string{"oxiri", "fluent-uri", "iri-string", "iref", "uriparser", "wasilibs/go-re2"}

// wanted returns an error if a peer in required is missing.
func wanted(all []measure.Peer) error {
	var errs []error
	for _, name := range required {
		if slices.ContainsFunc(all, func(p measure.Peer) bool { return p.Missing == "" && strings.HasPrefix(p.Name, name) }) {
			continue
		}
		why := "there is no such peer"
		for _, p := range all {
			if strings.Contains(p.Name, name) {
				why = p.Missing
			}
		}
		errs = append(errs, fmt.Errorf("%s is missing, and -partial was not given: %s", name, why))
	}
	return errors.Join(errs...)
}

// compareVerdicts compares the verdicts of all exact peers on generated strings and writes a report
// to standard output. agree is false if a peer failed or a difference is unexplained.
func compareVerdicts(o measure.Options, all []measure.Peer) (agree bool, err error) {
	if !o.Partial && !o.OnlyGo && o.Peers == "" {
		if err := wanted(all); err != nil {
			return false, err
		}
	}
	c, err := compareGenerated(all, o.Differential)
	if err != nil {
		return false, err
	}
	measure.Say("")
	agree = c.Report(os.Stdout)
	for _, p := range all {
		if why := cmp.Or(p.Missing, notCompared(p)); why != "" {
			fmt.Printf("not compared: %s: %s\n", p.Name, why)
		}
	}
	return agree, nil
}

// compareGenerated compares the exact peers on generated strings; total is their number.
func compareGenerated(all []measure.Peer, total int) (*differences.Comparison, error) {
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
	parsers, err := exact(all)
	if err != nil {
		return nil, err
	}
	c, err := differences.New(parsers, differences.Known)
	if err != nil {
		return nil, err
	}
	g := differences.NewGenerator(hard, iri, uri)
	for done, number := 0, 0; done < total; number++ {
		size := min(chunk, total-done)
		c.Chunk(g.Chunk(number, size))
		done += size
		measure.Say(fmt.Sprintf("%d of %d strings", done, total))
	}
	return c, nil
}
