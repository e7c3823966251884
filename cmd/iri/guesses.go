package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
)

// readers lists the commands that read files.
const readers = "check classify filter find fix normalize parse relativize resolve to-iri to-uri"

// guesses answers what newcomers type because other programs support it: commands, flags and flag
// values. Synonyms of commands are in SuggestFor, and typos need no answer: see package similar.
//
// Rejected: aliases that work. Someone reading a script could not look them up, and few have
// exactly the meaning of an iri flag.
var guesses = []struct {
	commands string // separated by spaces; "" means that the guesses are commands
	words    string // the guesses, separated by spaces
	answer   string
}{
	{"", "stats statistics", "iri check --report FILE counts mistakes by code, component, host and file"},
	{"", "count", "iri check prints totals, and iri find --count counts each IRI"},
	{"", "version", "use iri --version"},
	{"", "uniq unique", "use iri find --unique"},
	{"", "sort", "iri does not sort; use iri normalize FILE | sort"},
	{"", "host hosts domain", "use iri parse --fields host"},

	{readers, "--stdin", "iri reads standard input if no FILE is given"},
	{readers, "-f --file --input", "pass files as arguments; --format selects their format"},
	{readers, "--recursive -R", "directories are always read recursively"},
	{readers, "--files0-from", "use xargs -0 COMMAND < FILE"},
	{readers, "--head", "use head -n N FILE | COMMAND"},
	{readers, "--sample", "use shuf -n N FILE | COMMAND"},
	{readers, "--encoding", "text is UTF-8; use iconv -f ENCODING -t UTF-8 FILE | COMMAND"},
	{readers, "--ignore", "use --exclude to skip files"},
	{readers, "--text", "use --format text"},
	{readers, "-d --sep --separator", "use --delimiter"},
	{readers, "--columns", "repeat --column for each column"},
	{readers, "--json-path", "use --field"},
	{readers, "--format=ttl --format=turtle --format=n3", "this is Turtle" + convertRDF},
	{readers, "--format=warc", "this is WARC" + warcTargets},
	{readers, "--format=json", "use jsonl to read one object per line, and --json to print objects"},
	{readers, "-j --jobs --threads --workers", "iri uses all processors unless GOMAXPROCS is set"},
	{readers, "--progress", "a progress bar appears on a terminal after a second"},
	{readers, "--line-buffered", "results are always printed immediately"},

	{"check", "--strict", "check is always strict; --lint also reports findings in valid lines"},
	{"check", "-c --count --summary --silent", "totals are always printed; use --quiet to print nothing else"},
	{"check", "--limit", "use --max-errors"},
	{"check", "--fail-fast", "use --max-errors 1, which still reads all input"},
	{"check", "-v --verbose", "use --explain"},
	{"check", "--ignore", "use --exclude to skip files, and --allow to suppress findings of --lint"},
	{"check", "--sarif --format=sarif", "use --as sarif"},
	{"check", "--github --format=github", "use --as github"},
	{"check classify filter", "--uri", "use -g rfc3986"},
	{"filter", "-v --invert --invert-match", "to print the invalid lines, use -o /dev/null --invalid -"},
	{"filter", "-q --quiet", "filter prints only totals on stderr"},
	{"fix", "-i -w --write", "use --in-place"},
	{"normalize", "--whatwg", "iri follows RFC 3986 and RFC 3987, not the URL Standard of the WHATWG"},
	{"parse", "--csv --tsv", "use --fields, which separates columns with tabs"},
	{"parse", "--fields=all", "use --json"},
	{"parse", "--fields=url", "use input"},
	{"parse", "--fields=domain", "use host"},
}

// answerGuesses sets the answers of a program.
func answerGuesses(root *cobra.Command) {
	for _, g := range guesses {
		commands := []*cobra.Command{root}
		if g.commands != "" {
			commands = nil
			for name := range strings.FieldsSeq(g.commands) {
				cmd, _, _ := root.Find([]string{name})
				commands = append(commands, cmd)
			}
		}
		for _, cmd := range commands {
			for word := range strings.FieldsSeq(g.words) {
				program.Answer(cmd, word, g.answer)
			}
		}
	}
}
