package differences

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Page writes the page of a record, as Markdown.
func (r *Record) Page(w io.Writer) error {
	var b bytes.Buffer
	total := 0
	for _, g := range r.Groups {
		total += len(g.Inputs)
	}
	fmt.Fprintf(&b, `# Differences

What parsers of URIs and IRIs say about %d hard inputs, beside what the grammar of their RFC says, and which hosts they
see. Recorded on %s by

    %s

of revision %s. [differences/differences.json](differences/differences.json) has every answer,
[differences/inputs.txt](differences/inputs.txt) the inputs, with the escapes of %s.

The verdict of the grammar is that of the ABNF alone, compiled from the text of RFC 3986 and RFC 3987: no prose,
no scheme's own rules. To differ from it is not always wrong. A WHATWG parser repairs, because browsers do;
others document what they add. But where two programs differ, one may check a host and the other connect to
another one: that is how most of the incidents came about that the groups name.

`, total, r.Date, r.Command, r.Revision, "`iri check --escaped`")
	r.summary(&b)
	r.legend(&b)
	r.hosts(&b)
	for _, g := range r.Groups {
		r.group(&b, g)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// code returns s in backticks, for a cell of a table in Markdown. If s is longer than 80 bytes, it
// keeps the first 60 and adds the length.
func code(s string) string {
	if s == "" {
		return "(empty)"
	}
	const most = 60
	if len(s) > most+20 {
		s = fmt.Sprintf("%s… (%d)", s[:most], len(s))
	}
	s = strings.ReplaceAll(s, "|", `\|`)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 || strings.HasPrefix(s, " ") {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}

// short returns the heading of the parser's column.
func (p Parser) short() string {
	name, _, _ := strings.Cut(p.Name, " ")
	name = name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case strings.HasPrefix(p.Name, "net/url"):
		name = "net/url"
	case strings.HasPrefix(p.Name, "fredbi/uri"):
		name = "fredbi"
	case strings.HasPrefix(p.Name, "nlnwa"):
		name = "whatwg"
	case strings.HasPrefix(p.Name, "url "):
		name = "url (Rust)"
	case strings.HasPrefix(p.Name, "urllib"):
		name = "urllib"
	case strings.HasPrefix(p.Name, "curl"):
		name = "curl"
	case strings.HasPrefix(p.Name, "java"):
		name = "java.net"
	case strings.Contains(p.Name, "UriRef"), strings.Contains(p.Name, "UriReference"):
		name += " (URI)"
	}
	return name
}

func (r *Record) summary(b *bytes.Buffer) {
	b.WriteString("| parser | version | claims to be | judged by | wrong accepts | wrong rejects | not asked |\n" +
		"| --- | --- | --- | --- | --: | --: | --: |\n")
	for i, p := range r.Parsers {
		if p.Missing != "" {
			fmt.Fprintf(b, "| %s (%s) | missing | %s | | | | |\n", p.Name, p.Language, p.Missing)
			continue
		}
		accepts, rejects, notAsked, panics := r.Count(i)
		broken := ""
		if panics > 0 {
			broken = fmt.Sprintf(", and %d panics", panics)
		}
		fmt.Fprintf(b, "| %s (%s) | %s | %s | %s | %d | %d%s | %d |\n", p.Name, p.Language, p.Version, about[p.Name].claims,
			p.Rule, accepts, rejects, broken, notAsked)
	}
	b.WriteString("\n*Not asked*: the string cannot be given to the parser, for it is not UTF-8, or has a NUL in it.\n" +
		"\nBy design, or documented:\n\n")
	for _, p := range r.Parsers {
		if a := about[p.Name]; a.design != "" && p.Missing == "" {
			fmt.Fprintf(b, "* **%s**: %s\n", p.Name, a.design)
		}
	}
	b.WriteByte('\n')
}

func (r *Record) legend(b *bytes.Buffer) {
	count := map[byte]int{}
	for _, g := range r.Groups {
		for _, a := range g.Inputs {
			for i := range a.Kinds {
				count[a.Kinds[i]]++
			}
		}
	}
	b.WriteString("## Kinds\n\nA wrong accept is `+` and a wrong reject `−` with a letter: what the string is like, " +
		"not what the parser thought.\nWhich one it is follows from variants of the grammar " +
		"([kinds.go](differences/kinds.go)).\n\n| | of | there are | |\n| --- | --- | --: | --- |\n")
	for _, k := range Kinds() {
		if n := count[k.Letter]; n > 0 {
			fmt.Fprintf(b, "| %s | %s | %d | %s |\n", mark(k.Letter, k.Accepts), k.Title, n,
				strings.ReplaceAll(k.Why, "|", `\|`))
		}
	}
	b.WriteByte('\n')
}

func mark(letter byte, accepts bool) string {
	if accepts {
		return "+" + string(letter)
	}
	return "−" + string(letter)
}

// A seen is a host, and the parsers that found this host in an input.
type seen struct {
	host string
	who  []int // indexes into Record.Parsers
}

// hostsOf returns the different hosts in the answers about one input, each with its parsers. It
// returns nil if there are fewer than two different hosts.
func hostsOf(a Answer) (all []seen) {
	for i, s := range a.Says {
		host, ok := s.host()
		if !ok {
			continue
		}
		at := slices.IndexFunc(all, func(x seen) bool { return x.host == host })
		if at < 0 {
			at = len(all)
			all = append(all, seen{host: host})
		}
		all[at].who = append(all[at].who, i)
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// exact returns the indexes of the parsers that never differ from their rule. It leaves out Ours
// and missing parsers.
func (r *Record) exact() (exact []int) {
	for i, p := range r.Parsers {
		if accepts, rejects, _, _ := r.Count(i); p.Missing == "" && p.Name != Ours && accepts+rejects == 0 {
			exact = append(exact, i)
		}
	}
	return exact
}

// headings returns the headings of parsers, given by their indexes, with commas between. If Ours is
// the first parser, headings leaves out those in exact, to keep the cell of the table short.
func (r *Record) headings(parsers, exact []int) string {
	ours := r.Parsers[parsers[0]].Name == Ours
	var names []string
	for _, i := range parsers {
		if !ours || !slices.Contains(exact, i) {
			names = append(names, r.Parsers[i].short())
		}
	}
	return strings.Join(names, ", ")
}

func (r *Record) hosts(b *bytes.Buffer) {
	exact := r.exact()
	var names []string
	for _, i := range exact {
		names = append(names, r.Parsers[i].short())
	}
	fmt.Fprintf(b, `## Which host is it?

The inputs that at least two parsers accept and see different hosts in. Hosts are compared without brackets, in
small letters, in Punycode, and IPv6 addresses as RFC 5952 writes them, so what is left is not a matter of form;
*none* is no host or an empty one. *iri* is what the RFC says; where it is not in a row, no RFC has the string.
Who rejects an input, or does not tell hosts, is not in its row. Nor are those that differ nowhere from their
RFC, where iri is, with whom they agree:
%s.

`, strings.Join(names, ", "))
	for _, g := range r.Groups {
		began := false
		for _, a := range g.Inputs {
			all := hostsOf(a)
			if all == nil {
				continue
			}
			if !began {
				fmt.Fprintf(b, "### %s\n\n| input | the grammar has it as | hosts |\n| --- | --- | --- |\n", g.Title)
				began = true
			}
			var cells []string
			for _, s := range all {
				host := "*none*"
				if s.host != "" {
					host = code(Escape(s.host))
				}
				cells = append(cells, host+": "+r.headings(s.who, exact))
			}
			fmt.Fprintf(b, "| %s | %s | %s |\n", code(a.Input), membershipText(a.Is), strings.Join(cells, "<br>"))
		}
		if began {
			b.WriteByte('\n')
		}
	}
}

// membershipText returns the text of [Answer.Is] on the page: the rule without its grammar, or a
// dash for a string in no rule.
func membershipText(is string) string {
	_, rule, _ := strings.Cut(is, " ")
	if rule == "" {
		return "–"
	}
	return rule
}

func (r *Record) group(b *bytes.Buffer, g Asked) {
	var columns []int
	differing := 0
	for i := range r.Parsers {
		if slices.ContainsFunc(g.Inputs, func(a Answer) bool { return a.Kinds[i] != '.' }) {
			columns = append(columns, i)
		}
	}
	for _, a := range g.Inputs {
		if strings.Trim(a.Kinds, ".") != "" {
			differing++
		}
	}
	fmt.Fprintf(b, "## %s\n\n", g.Title)
	if g.From != "" {
		fmt.Fprintf(b, "%s. ", g.From)
	}
	fmt.Fprintf(b, "%d inputs; on these %d a parser differs from its rule. A dot is a parser that was not asked.\n\n",
		len(g.Inputs), differing)
	if differing == 0 {
		return
	}
	b.WriteString("| input | the grammar has it as |")
	for _, i := range columns {
		fmt.Fprintf(b, " %s |", r.Parsers[i].short())
	}
	b.WriteString("\n| --- | --- |" + strings.Repeat(" --- |", len(columns)) + "\n")
	for _, a := range g.Inputs {
		if strings.Trim(a.Kinds, ".") == "" {
			continue
		}
		fmt.Fprintf(b, "| %s | %s |", code(a.Input), membershipText(a.Is))
		for _, i := range columns {
			cell := ""
			switch {
			case a.Kinds[i] != '.':
				cell = mark(a.Kinds[i], a.Says[i].Accepts())
			case a.Says[i] == NotAsked:
				cell = "·"
			}
			fmt.Fprintf(b, " %s |", cell)
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// Summary writes a line for each parser, with the numbers of its wrong accepts and wrong rejects.
func (r *Record) Summary(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PARSER\tVERSION\tRULE\tWRONG ACCEPTS\tWRONG REJECTS\tNOT ASKED\tPANICS")
	for i, p := range r.Parsers {
		if p.Missing != "" {
			fmt.Fprintf(t, "%s\tmissing\n", p.Name)
			continue
		}
		accepts, rejects, notAsked, panics := r.Count(i)
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%d\t%d\n", p.Name, p.Version, p.Rule, accepts, rejects, notAsked, panics)
	}
	return t.Flush()
}
