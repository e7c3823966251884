package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// The files of the page, relative to the folder of this package.
const (
	differencesPage   = "DIFFERENCES.md"
	differencesRecord = "differences/differences.json"
)

// writeDifferences asks all parsers about the hard inputs. It writes the record and the page to
// their files, and a summary to w. It returns an error if the sources have uncommitted changes. It
// also returns an error if a parser is missing, unless partial is true, because the files of
// another run may have the answers of all parsers.
func writeDifferences(p peers.Prepared, w io.Writer, partial bool) error {
	if strings.HasSuffix(p.Revision, "-dirty") {
		return fmt.Errorf("%s: what is published must be of a revision that others have; commit first", p.Revision)
	}
	parsers, children := peers.AllParsers(p)
	defer func() {
		for _, c := range children {
			c.Close()
		}
	}()
	missing := 0
	for _, q := range parsers {
		if q.Missing != "" {
			fmt.Fprintf(os.Stderr, "missing: %s: %s\n", q.Name, q.Missing)
			missing++
		}
	}
	if missing > 0 && !partial {
		return fmt.Errorf("%d are missing, so %s stays as it is; -partial writes it nevertheless", missing, differencesPage)
	}
	r, err := record(parsers, time.Now().UTC().Format(time.DateOnly), p)
	if err != nil {
		return err
	}
	for _, out := range []struct {
		name  string
		write func(io.Writer) error
	}{{differencesRecord, r.JSON}, {differencesPage, r.Page}} {
		var b bytes.Buffer
		if err := out.write(&b); err != nil {
			return err
		}
		if err := os.WriteFile(out.name, b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	measure.Say("")
	return r.Summary(w)
}

// record asks all parsers about the hard inputs, and returns their answers as a record with the
// date now.
func record(parsers []peers.Parser, now string, p peers.Prepared) (*differences.Record, error) {
	groups, err := differences.Groups()
	if err != nil {
		return nil, err
	}
	texts, err := differences.All()
	if err != nil {
		return nil, err
	}
	list := make([]differences.Parser, len(parsers))
	said := make([][]differences.Says, len(parsers))
	for i, q := range parsers {
		list[i] = q.Parser
		if q.Missing != "" {
			continue
		}
		measure.Say("asking " + q.Name)
		if said[i], err = q.Says(texts); err != nil {
			return nil, fmt.Errorf("%s: %w", q.Name, err)
		}
		if len(said[i]) != len(texts) {
			return nil, fmt.Errorf("%s: %d answers about %d inputs", q.Name, len(said[i]), len(texts))
		}
	}
	measure.Say("explaining")
	r := &differences.Record{Date: now, Command: p.Command, Revision: p.Revision, Parsers: list}
	return r, r.Fill(groups, said)
}
