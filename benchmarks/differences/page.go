package differences

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Hard holds the parsers' answers to the hard inputs.
type Hard struct {
	*Comparison
	groups []Group
	said   map[string][]Says // the parsers' answers, by input
}

// AskHard runs the parsers on the hard inputs.
func AskHard(parsers []Parser) (*Hard, error) {
	h := &Hard{said: map[string][]Says{}}
	var err error
	if h.Comparison, err = New(parsers, Kinds); err != nil {
		return nil, err
	}
	if h.groups, err = Groups(); err != nil {
		return nil, err
	}
	for _, g := range h.groups {
		all := h.Chunk(g.Inputs)
		for i, r := range h.Results {
			if r.Error != "" {
				return nil, fmt.Errorf("%s: %s", r.Name, r.Error)
			}
			for n, s := range g.Inputs {
				h.said[s] = append(h.said[s], all[i][n])
			}
		}
	}
	return h, nil
}

// seen is a host and the parsers that found it.
type seen struct {
	host string
	by   []string
}

// hosts returns the distinct hosts found in an input, most frequent first.
func (h *Hard) hosts(input string) (all []seen) {
	for i, s := range h.said[input] {
		host, ok := s.host()
		if !ok {
			continue
		}
		at := slices.IndexFunc(all, func(x seen) bool { return x.host == host })
		if at < 0 {
			at = len(all)
			all = append(all, seen{host: host})
		}
		all[at].by = append(all[at].by, h.Results[i].Name)
	}
	slices.SortStableFunc(all, func(a, b seen) int { return cmp.Compare(len(b.by), len(a.by)) })
	return all
}

// Details writes each input on which a parser differs from its rule or parsers find different
// hosts, together with the answers of those parsers.
func (h *Hard) Details(w io.Writer) error {
	for _, g := range h.groups {
		fmt.Fprintf(w, "\n# %s\n", g.Title)
		for _, s := range g.Inputs {
			var lines []string
			for i, r := range h.Results {
				says := h.said[s][i]
				if accepts := says.Accepts(); says != NotAsked && accepts != h.references[r.Rule].Valid(s) {
					n, err := r.reason(s, accepts)
					if err != nil {
						return err
					}
					lines = append(lines, fmt.Sprintf("%s %s: %s", r.Name, r.Found[n].verb(), r.Found[n].Title))
				}
			}
			if hosts := h.hosts(s); len(hosts) > 1 {
				for _, x := range hosts {
					lines = append(lines, fmt.Sprintf("host %s: %s", cut(strconv.QuoteToASCII(x.host)), strings.Join(x.by, ", ")))
				}
			}
			if lines != nil {
				fmt.Fprintf(w, "%s\n  %s\n", cut(strconv.QuoteToASCII(s)), strings.Join(lines, "\n  "))
			}
		}
	}
	return nil
}

// Page writes DIFFERENCES.md. recorded gives the date and revision of the answers.
func (h *Hard) Page(w io.Writer, recorded string) error {
	_, err := io.WriteString(w, h.parsersSection(recorded)+h.kindsSection()+h.hostsSection())
	return err
}

// parsersSection returns the introduction and the number of differences for each parser.
func (h *Hard) parsersSection(recorded string) string {
	var b strings.Builder
	inputs := 0
	for _, g := range h.groups {
		inputs += len(g.Inputs)
	}
	fmt.Fprintf(&b, `# Differences

We gave parsers for URIs and IRIs %d [hard inputs](differences/inputs.txt). Each verdict is compared with the
ABNF of RFC 3986 or RFC 3987, ignoring the prose and scheme rules. A difference is not always a fault: WHATWG
parsers repair on purpose, and curl and urllib do not claim to validate. But where two programs differ, one may check
one host and the other connect to a different one.

Recorded %s. `+"`go run -C benchmarks . -differences`"+` prints every input with its
differences, and with `+"`-write`"+` it writes this page. Inputs and kinds: `+"`%s`"+`.

| parser | version | judged by | wrong accepts | wrong rejects | panics | not asked |
| --- | --- | --- | --: | --: | --: | --: |
`, inputs, recorded, Hash())
	var exact []string
	for _, r := range h.Results {
		if r.WrongAccepts+r.WrongRejects == 0 {
			exact = append(exact, short(r.Name))
			continue
		}
		fmt.Fprintf(&b, "| %s (%s) | %s | %s | %d | %d | %d | %d |\n", r.Name, r.Language, r.Version, r.Rule,
			r.WrongAccepts, r.WrongRejects, r.Panics, r.NotAsked)
	}
	fmt.Fprintf(&b, `
These have no differences: %s. *Not asked*: the string is not UTF-8 or contains
a NUL, and the parser does not take such strings.
`, strings.Join(slices.Compact(exact), ", "))
	return b.String()
}

// kindsSection lists the kinds of strings that parsers wrongly accept or reject.
func (h *Hard) kindsSection() string {
	var b strings.Builder
	b.WriteString(`
## What is accepted or rejected

| wrongly | what | times | the shortest | parsers |
| --- | --- | --: | --- | --- |
`)
	for i := range Kinds {
		if row := h.kind(&Kinds[i]); row != "" {
			b.WriteString(row)
		}
	}
	return b.String()
}

// hostsSection lists the inputs in which parsers find different hosts.
func (h *Hard) hostsSection() string {
	different := 0
	var rows []string
	for _, g := range h.groups {
		best, most := "", 1
		for _, s := range g.Inputs {
			if n := len(h.hosts(s)); n > 1 {
				different++
				if n > most || n == most && len(s) < len(best) {
					best, most = s, n
				}
			}
		}
		if most > 1 {
			rows = append(rows, fmt.Sprintf("| %s | %s |\n", code(best), h.hostCell(best)))
		}
	}
	return fmt.Sprintf(`
## Which host is it?

Parsers that accept an input find different hosts in %d inputs; the table shows one example
per group. Hosts are compared without brackets, in lower case and in Punycode.

| input | hosts |
| --- | --- |
%s`, different, strings.Join(rows, ""))
}

// kind returns the table row for a kind, or "" if there are no differences of that kind.
func (h *Hard) kind(k *Reason) string {
	count, shortest := 0, ""
	var who []string
	for _, r := range h.Results {
		for _, f := range r.Found {
			if f.Reason == k && f.Count > 0 {
				if count == 0 || shorter(f.Shortest, shortest) < 0 {
					shortest = f.Shortest
				}
				count += f.Count
				who = append(who, short(r.Name))
			}
		}
	}
	if count == 0 {
		return ""
	}
	verb := strings.TrimPrefix(k.verb(), "wrongly ")
	return fmt.Sprintf("| %s | %s | %d | %s | %s |\n", verb, strings.ReplaceAll(k.Title, "|", `\|`), count,
		code(shortest), strings.Join(slices.Compact(who), ", "))
}

// hostCell returns the hosts found in an input, each with one of the parsers that find it and the
// number of other parsers that do.
func (h *Hard) hostCell(input string) string {
	var cells []string
	for _, x := range h.hosts(input) {
		who := short(x.by[0])
		if len(x.by) > 1 {
			who += fmt.Sprintf(" and %d more", len(x.by)-1)
		}
		host := "none"
		if x.host != "" {
			host = code(x.host)
		}
		cells = append(cells, host+" ("+who+")")
	}
	return strings.Join(cells, ", ")
}

// short returns the name of a parser without its function.
func short(name string) string {
	if strings.HasPrefix(name, "url ") {
		return "rust-url"
	}
	name, _, _ = strings.Cut(name, " ")
	return strings.TrimPrefix(name, "buf.build/go/")
}

// cut truncates a long text and appends the number of bytes that it removed.
func cut(text string) string {
	const most = 60
	if len(text) <= most+20 {
		return text
	}
	return fmt.Sprintf("%s… and %d bytes", text[:most], len(text)-most)
}

// code returns s in backticks, for a cell of a Markdown table.
func code(s string) string {
	if s == "" {
		return "(empty)"
	}
	text := strings.ReplaceAll(cut(escape(s)), "|", `\|`)
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}
