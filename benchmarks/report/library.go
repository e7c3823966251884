package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// librarySubjects returns the subjects for operations of packages iri, lint, policy, text and rdf.
// A peer here is an operation applied to all lines, such as "iri.Parse, Normalize". child is a
// process with resolvers from other libraries. It may be nil.
func librarySubjects(o measure.Options, child *peers.Child) (subjects []*Subject, err error) {
	for _, of := range []func() ([]*Subject, error){
		func() ([]*Subject, error) { return resolveSubjects(o, child) },
		func() ([]*Subject, error) { return lineSubjects(o) },
		findSubjects,
		func() ([]*Subject, error) { return readerSubjects(o) },
	} {
		some, err := of()
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, some...)
	}
	return subjects, nil
}

// add adds a peer that counts.
func (s *Subject) add(name string, pass measure.Asked) {
	s.Peers = append(s.Peers, measure.Peer{Name: name, Counts: true,
		Open: func(measure.Question) (measure.Asked, error) { return pass, nil }})
}

// Library measures the operations of the library alongside others and returns a table with one row
// per bar. held is false if a bar is missed.
func Library(o measure.Options, p peers.Prepared) (t measure.Table, held bool, err error) {
	var child *peers.Child
	for _, f := range p.Children {
		if f.Language == "Rust" && f.Missing == "" {
			if child, err = peers.StartChild([]string{f.Command[0], "--resolvers"}); err != nil {
				return t, false, err
			}
			defer child.Close()
		}
	}
	subjects, err := librarySubjects(o, child)
	if err != nil {
		return t, false, err
	}
	t = measure.Table{Header: []string{"lines", "the time of", "to that of", "ratio", "the bar", "", "allocs"}, Left: 3}
	held = true
	for _, s := range subjects {
		defer s.Corpus.Remove()
		results, err := s.run(measure.Plan{Rounds: o.Rounds, Turn: o.Turn}, measure.Say)
		if err != nil {
			return t, false, err
		}
		for _, b := range s.bars {
			if !s.has(b.of) || !s.has(b.to) {
				continue // oxiri is missing
			}
			m, err := b.in(results)
			if err != nil {
				return t, false, err
			}
			verdict := ""
			if b.isPromise(measure.SIMD()) {
				verdict = map[bool]string{true: "holds", false: "missed"}[b.holds(m, measure.SIMD(), 1)]
			}
			held = held && verdict != "missed"
			t.Rows = append(t.Rows, []string{s.Corpus.Name, b.of, b.to, measure.Ratio(m.ratio), b.promise(measure.SIMD()),
				verdict, measure.Allocs(m.allocs)})
		}
	}
	return t, held, nil
}

// libraryRows lists the rows of the page, by the corpus and the peers of their bars.
var libraryRows = [][3]string{
	{"references", netURLResolve, ourResolve},
	{"references", oxiriAppend, ourAppend},
	{"prose with few links", strict, ourFind},
	{"N-Triples", ourLexer, ourReader},
	{"urls", ourPolicy, parsing},
	{"urls", ourFindings, parsing},
}

// LibrarySection fills the page's section with some rows of the table that Library returns.
func LibrarySection(s measure.Section, t measure.Table) (measure.Section, error) {
	s.Table = measure.Table{Header: t.Header, Left: t.Left}
	for _, of := range libraryRows {
		i := slices.IndexFunc(t.Rows, func(row []string) bool { return slices.Equal(row[:3], of[:]) })
		if i < 0 {
			return s, fmt.Errorf("%s, %s: it was not measured, and a page has all rows", of[0], of[1])
		}
		s.Table.Rows = append(s.Table.Rows, t.Rows[i])
	}
	s.Bars = barsText(t.Rows, 5)
	return s, nil
}

// barsText reports how many bars hold. column is the column of the verdicts.
func barsText(rows [][]string, column int) string {
	holds, missed := 0, 0
	for _, row := range rows {
		switch row[column] {
		case "holds":
			holds++
		case "missed":
			missed++
		}
	}
	return fmt.Sprintf("%d of %d bars hold.", holds, holds+missed)
}

// WriteLibrary writes the table that Library returns to w.
func WriteLibrary(w io.Writer, o measure.Options, p peers.Prepared) (held bool, err error) {
	t, held, err := Library(o, p)
	measure.Say("")
	if err != nil {
		return false, err
	}
	return held, t.Write(w)
}
