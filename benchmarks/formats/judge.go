package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/formatcases"
)

// official returns the cases of the JSON Schema test suite, which must not be copied into the
// repository. It reads them from the folder in IRI_SHARED, by default ../../shared.
func official() ([]formatcases.Case, error) {
	folder := cmp.Or(os.Getenv("IRI_SHARED"), filepath.Join("..", "..", "shared"))
	text, err := os.ReadFile(filepath.Join(folder, "formats", "json-schema-formats.tsv"))
	if err != nil {
		return nil, fmt.Errorf("the cases of JSON Schema: set IRI_SHARED to the shared test data: %w", err)
	}
	return formatcases.Parse(string(text))
}

// A verdicts value holds the wrong verdicts of a function on the cases of a format.
type verdicts struct {
	peer
	accepts, rejects []string // wrongly accepted and rejected strings, shortest first
}

// A comparison holds the verdicts on the cases of one format.
type comparison struct {
	row
	format          formats.Format
	members, others []string // the cases, without duplicates
	ours            verdicts
	peers           []verdicts
}

// compare runs the peers on the official cases and those of package formatcases.
func compare() (all []comparison, err error) {
	cases, err := official()
	if err != nil {
		return nil, err
	}
	cases = append(cases, formatcases.Cases()...)
	for _, r := range shelf {
		f, ok := formats.Lookup(r.name)
		if !ok {
			return nil, fmt.Errorf("there is no format %s", r.name)
		}
		c := comparison{row: r, format: f}
		for _, x := range cases {
			if x.Format != r.name {
				continue
			}
			if x.Valid {
				c.members = append(c.members, x.Input)
			} else {
				c.others = append(c.others, x.Input)
			}
		}
		slices.Sort(c.members)
		slices.Sort(c.others)
		c.members, c.others = slices.Compact(c.members), slices.Compact(c.others)
		for _, s := range c.members {
			if slices.Contains(c.others, s) {
				err = errors.Join(err, fmt.Errorf("%s: the cases disagree on %q", r.name, s))
			}
		}
		peers, broken := peersOf(r.name)
		err = errors.Join(err, broken)
		c.ours = c.judge(peer{name: "package formats", valid: f.Valid})
		for _, p := range peers {
			c.peers = append(c.peers, c.judge(p))
		}
		all = append(all, c)
	}
	return all, err
}

// judge returns the verdicts of a peer on the cases.
func (c *comparison) judge(p peer) verdicts {
	v := verdicts{peer: p}
	for _, s := range c.others {
		if p.valid(s) {
			v.accepts = append(v.accepts, s)
		}
	}
	for _, s := range c.members {
		if !p.valid(s) {
			v.rejects = append(v.rejects, s)
		}
	}
	for _, list := range [][]string{v.accepts, v.rejects} {
		slices.SortFunc(list, func(a, b string) int {
			return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
		})
	}
	return v
}
