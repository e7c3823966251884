package differential

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Report writes the results to w, with a line of totals at the end. ok is false if an engine
// failed, or if a difference has no explanation.
func (c *Comparison) Report(w io.Writer) (ok bool) {
	ok = true
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ENGINE\tVERSION\tRULE\tSTRINGS\tACCEPTED\tWRONG ACCEPTS\tWRONG REJECTS\tEXPLAINED\tUNEXPLAINED")
	for _, r := range c.Results {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n", r.Name, r.Version, r.Rule,
			r.Strings, r.Accepted, r.WrongAccepts, r.WrongRejects, r.Explained, r.Unexplained)
		ok = ok && r.Unexplained == 0 && r.Error == ""
	}
	t.Flush()
	for _, r := range c.Results {
		if r.Error != "" {
			fmt.Fprintf(w, "%s: it was asked no more: %s\n", r.Name, r.Error)
		}
		for _, x := range r.explanations {
			how := "rejects"
			if x.Accepts {
				how = "accepts"
			}
			issue := ""
			if x.Issue != "" {
				issue = " (" + x.Issue + ")"
			}
			if x.Found == 0 {
				fmt.Fprintf(w, "%s wrongly %s none of these because: %s%s\n", r.Name, how, x.Reason, issue)
				continue
			}
			fmt.Fprintf(w, "%s wrongly %s %d, such as %+q: %s%s\n", r.Name, how, x.Found, x.Shortest, x.Reason, issue)
		}
	}
	for _, d := range c.Unexplained() {
		fmt.Fprintf(w, "unexplained: %s\n", d)
	}
	strings, explained, unexplained := 0, 0, 0
	for _, r := range c.Results {
		strings, explained, unexplained = max(strings, r.Strings), explained+r.Explained, unexplained+r.Unexplained
	}
	fmt.Fprintf(w, "covered: %d strings, %d engines, %d differences explained by %d reasons, %d unexplained\n",
		strings, len(c.Results), explained, len(c.Explanations)-c.unused(), unexplained)
	return ok
}

// unused returns the number of explanations that have explained no difference.
func (c *Comparison) unused() (n int) {
	for _, x := range c.Explanations {
		if x.Found == 0 {
			n++
		}
	}
	return n
}
