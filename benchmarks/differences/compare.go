// Package differences compares the verdicts of URI and IRI parsers with the grammar of the RFC they
// claim to follow, and the hosts they find with one another. It provides hard inputs, and generates
// random strings from them, from automata and from corpora. Every difference is given a reason: a
// variant of the grammar that agrees with the parser about the string.
//
// Terms:
//
//   - rule: the grammar rule that a parser's verdicts are compared with, such as "rfc3986
//     URI-reference".
//   - wrong accept: the parser accepts a string that its rule does not match.
//   - wrong reject: the parser rejects a string that its rule matches.
package differences

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// A Parser is a parser to compare.
type Parser struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Version  string `json:"version"`
	Rule     string `json:"rule"`              // the rule it claims to follow, or the closest one
	Missing  string `json:"missing,omitempty"` // why it is missing and how to install it

	// Says returns an answer for each string.
	Says func(strings []string) ([]Says, error) `json:"-"`
}

// rules lists the possible rules, smaller languages before larger ones.
var rules = []struct {
	name string
	rule tables.Rule
}{
	{"rfc3986 URI", rfc3986.URI}, {"rfc3987 IRI", rfc3987.IRI},
	{"rfc3986 URI-reference", rfc3986.URIReference}, {"rfc3987 IRI-reference", rfc3987.IRIReference},
}

// A Result counts the answers of a parser.
type Result struct {
	Parser
	Strings, Accepted, NotAsked, Panics int
	WrongAccepts, WrongRejects          int
	Error                               string // why the parser failed, or ""; a failed parser is skipped

	Found       []Found  // the differences, by reason
	Unexplained []string // the shortest unexplained strings
	unexplained int
}

// Found counts the differences that a reason explains.
type Found struct {
	*Reason
	Count    int
	Shortest string
}

// maxUnexplained is the maximum length of Result.Unexplained.
const maxUnexplained = 10

// A Comparison compares parsers on chunks of strings and holds the results so far.
type Comparison struct {
	Results    []Result
	references map[string]*machine.Reference
}

// New prepares a comparison. It omits missing parsers.
func New(parsers []Parser, reasons []Reason) (*Comparison, error) {
	c := &Comparison{references: map[string]*machine.Reference{}}
	for _, r := range rules {
		m, err := machine.Of(r.rule)
		if err != nil {
			return nil, err
		}
		c.references[r.name] = m.Reference()
	}
	for _, p := range parsers {
		if p.Missing != "" {
			continue
		}
		if c.references[p.Rule] == nil {
			return nil, fmt.Errorf("%s: no parser is judged by the rule %q", p.Name, p.Rule)
		}
		r := Result{Parser: p}
		for i := range reasons {
			if reasons[i].about(p.Name) {
				r.Found = append(r.Found, Found{Reason: &reasons[i]})
			}
		}
		c.Results = append(c.Results, r)
	}
	return c, nil
}

// Chunk compares the parsers on the given strings and updates the results. It returns each parser's
// answers, or nil for a failed parser.
func (c *Comparison) Chunk(strings []string) (said [][]Says) {
	want := map[string][]bool{}
	for rule, reference := range c.references {
		for _, s := range strings {
			want[rule] = append(want[rule], reference.Valid(s))
		}
	}
	said = make([][]Says, len(c.Results))
	for i := range c.Results {
		r := &c.Results[i]
		if r.Error != "" {
			continue
		}
		says, err := r.Says(strings)
		if err == nil && len(says) != len(strings) {
			err = fmt.Errorf("%d answers about %d strings", len(says), len(strings))
		}
		if err == nil {
			err = r.add(strings, says, want[r.Rule])
		}
		if err != nil {
			r.Error = err.Error()
			continue
		}
		said[i] = says
	}
	return said
}

// add counts the answers for strings. want holds the rule's verdicts.
func (r *Result) add(strings []string, says []Says, want []bool) error {
	r.Strings += len(strings)
	for i, s := range strings {
		accepts := says[i].Accepts()
		switch {
		case says[i] == NotAsked:
			r.NotAsked++
			continue
		case says[i] == Panics:
			r.Panics++
		case accepts:
			r.Accepted++
		}
		if accepts == want[i] {
			continue
		}
		if accepts {
			r.WrongAccepts++
		} else {
			r.WrongRejects++
		}
		n, err := r.reason(s, accepts)
		if err != nil {
			return err
		}
		if n < 0 {
			r.unexplained++
			r.Unexplained = append(r.Unexplained, s)
			slices.SortFunc(r.Unexplained, shorter)
			r.Unexplained = r.Unexplained[:min(len(r.Unexplained), maxUnexplained)]
			continue
		}
		f := &r.Found[n]
		if f.Count++; f.Count == 1 || shorter(s, f.Shortest) < 0 {
			f.Shortest = s
		}
	}
	return nil
}

// shorter compares strings by length, then by bytes.
func shorter(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// reason returns the index in r.Found of the first reason that explains a difference on s, or -1 if
// there is none. accepts is the parser's verdict.
func (r *Result) reason(s string, accepts bool) (int, error) {
	for i, f := range r.Found {
		if f.Accepts != accepts {
			continue
		}
		if is, err := f.explains(s, r.Rule); is || err != nil {
			return i, err
		}
	}
	return -1, nil
}

// Report writes the results to w, followed by a line of totals. ok is false if a parser failed or a
// difference is unexplained.
func (c *Comparison) Report(w io.Writer) (ok bool) {
	ok = true
	strings, explained, unexplained, used := 0, 0, 0, 0
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PARSER\tVERSION\tRULE\tSTRINGS\tACCEPTED\tNOT ASKED\tPANICS\t"+
		"WRONG ACCEPTS\tWRONG REJECTS\tUNEXPLAINED")
	for _, r := range c.Results {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", r.Name, r.Version, r.Rule,
			r.Strings, r.Accepted, r.NotAsked, r.Panics, r.WrongAccepts, r.WrongRejects, r.unexplained)
		strings, unexplained = max(strings, r.Strings), unexplained+r.unexplained
		ok = ok && r.unexplained == 0 && r.Error == ""
	}
	t.Flush()
	for _, r := range c.Results {
		if r.Error != "" {
			fmt.Fprintf(w, "%s failed: %s\n", r.Name, r.Error)
		}
		for _, f := range r.Found {
			if f.Count > 0 {
				fmt.Fprintf(w, "%s %s %d, such as %+q: %s\n", r.Name, f.verb(), f.Count, f.Shortest, f.Title)
				explained, used = explained+f.Count, used+1
			}
		}
		for _, s := range r.Unexplained {
			fmt.Fprintf(w, "unexplained: %s and %q\n", r.Name, s)
		}
	}
	fmt.Fprintf(w, "covered: %d strings, %d engines, %d differences explained by %d reasons, %d unexplained\n",
		strings, len(c.Results), explained, used, unexplained)
	return ok
}
