package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestGuesses checks command lines that newcomers typed: each must print its message, or work if it
// has none.
func TestGuesses(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "u.txt", "http://a/\n")
	write(t, "u.csv", "url,n\nhttp://a/,1\n")
	for _, c := range []struct{ line, message string }{
		{"validate u.txt", `unknown command "validate"; did you mean "iri check"?`},
		{"u.txt", `"u.txt" is not a command; to check a file: iri check u.txt`},
		{"stats", `unknown command "stats"; iri check --report FILE counts mistakes by code, component, host and file`},
		{"count u.txt", `unknown command "count"; iri check prints totals, and iri find --count counts each IRI`},
		{"version", `unknown command "version"; use iri --version`},
		{"--version", ""},
		{"encode", `unknown command "encode"; did you mean "iri to-uri"?`},
		{"decode", `unknown command "decode"; did you mean "iri to-iri"?`},
		{"uniq", `unknown command "uniq"; use iri find --unique`},
		{"sort", `unknown command "sort"; iri does not sort; use iri normalize FILE | sort`},
		{"host", `unknown command "host"; use iri parse --fields host`},
		{"extract", `unknown command "extract"; did you mean "iri find"?`},

		{"check --strict", "unknown flag --strict; check is always strict; --lint also reports findings in valid lines"},
		{"check --uri", "unknown flag --uri; use -g rfc3986"},
		{"check --output x u.txt", ""},
		{"check -o x u.txt", ""},
		{"check -f u.txt", "unknown flag -f; pass files as arguments; --format selects their format"},
		{"check -j 4", "unknown flag -j; iri uses all processors unless GOMAXPROCS is set"},
		{"check -j4", "unknown flag -j; iri uses all processors unless GOMAXPROCS is set"},
		{"check --jobs 4", "unknown flag --jobs; iri uses all processors unless GOMAXPROCS is set"},
		{"check --threads=4", "unknown flag --threads; iri uses all processors unless GOMAXPROCS is set"},
		{"check -c", "unknown flag -c; totals are always printed; use --quiet to print nothing else"},
		{"check --count", "unknown flag --count; totals are always printed; use --quiet to print nothing else"},
		{"check --color always u.txt", ""},
		{"check --no-color u.txt", "unknown flag --no-color; use --color never"},
		{"check --progress", "unknown flag --progress; a progress bar appears on a terminal after a second"},
		{"check --limit 5", "unknown flag --limit; use --max-errors"},
		{"check --exclude *.csv u.txt", ""},
		{"check --include *.txt u.txt", ""},
		{"check --ignore x",
			"unknown flag --ignore; use --exclude to skip files, and --allow to suppress findings of --lint"},
		{"find --ignore x", "unknown flag --ignore; use --exclude to skip files"},
		{"check --recursive .", "unknown flag --recursive; directories are always read recursively"},
		{"check -R .", "unknown flag -R; directories are always read recursively"},
		{"check -r docs", `the grammar rfc3987 has no rule "docs"`},
		{"check --schemes http u.txt", ""},
		{"check --stdin", "unknown flag --stdin; iri reads standard input if no FILE is given"},
		{"check --files0-from x", "unknown flag --files0-from; use xargs -0 iri check < FILE"},
		{"find --files0-from x", "unknown flag --files0-from; use xargs -0 iri find < FILE"},
		{"check --fail-fast", "unknown flag --fail-fast; use --max-errors 1, which still reads all input"},
		{"check --summary", "unknown flag --summary; totals are always printed; use --quiet to print nothing else"},
		{"check -v", "unknown flag -v; use --explain"},
		{"check --verbose", "unknown flag --verbose; use --explain"},
		{"check --sarif", "unknown flag --sarif; use --as sarif"},
		{"check --github", "unknown flag --github; use --as github"},
		{"check --text", "unknown flag --text; use --format text"},
		{"check --line-buffered", "unknown flag --line-buffered; results are always printed immediately"},
		{"check --head 9", "unknown flag --head; use head -n N FILE | iri check"},
		{"check --sample 9", "unknown flag --sample; use shuf -n N FILE | iri check"},
		{"check --encoding latin1",
			"unknown flag --encoding; text is UTF-8; use iconv -f ENCODING -t UTF-8 FILE | iri check"},
		{"check --sep ;", "unknown flag --sep; use --delimiter"},
		{"check -d ;", "unknown flag -d; use --delimiter"},
		{"check --json-path a", "unknown flag --json-path; use --field"},
		{"check --columns a", "unknown flag --columns; repeat --column for each column"},
		{"check --format nt", ""},
		{"check --format nq", ""},
		{"check --format html u.txt", ""},
		{"check --format md u.txt", ""},
		{"check --format markdown u.txt", ""},
		{"check --format ndjson --field .", ""},
		{"check --format ttl", `unknown format "ttl"; this is Turtle, which iri does not read; ` +
			"convert it with riot --output=ntriples"},
		{"check --format turtle", `unknown format "turtle"; this is Turtle, which iri does not read; ` +
			"convert it with riot --output=ntriples"},
		{"check --format json", `unknown format "json"; use jsonl to read one object per line, and --json to print objects`},
		{"check --format warc", `unknown format "warc"; this is WARC, which iri does not read; ` +
			"extract the URIs with sed -n 's/^WARC-Target-URI: //p'"},
		{"check --format github", `unknown format "github"; use --as github`},

		{"find --unique u.txt", ""},
		{"find --format csv --column url u.csv", ""},
		{"find --column url u.csv", ""},
		{"find --count u.txt", ""},
		{"find -o x u.txt", ""},
		{"parse --csv", "unknown flag --csv; use --fields, which separates columns with tabs"},
		{"parse --tsv", "unknown flag --tsv; use --fields, which separates columns with tabs"},
		{"parse --format json", `unknown format "json"; use jsonl to read one object per line, and --json to print objects`},
		{"parse --fields all", `unknown field "all"; use --json`},
		{"parse --fields host,url", `unknown field "url"; use input`},
		{"parse --fields domain", `unknown field "domain"; use host`},
		{"parse -o x u.txt", ""},
		{"filter --invert u.txt", "unknown flag --invert; to print the invalid lines, use -o /dev/null --invalid -"},
		{"filter -v u.txt", "unknown flag -v; to print the invalid lines, use -o /dev/null --invalid -"},
		{"filter -q u.txt", "unknown flag -q; filter prints only totals on stderr"},
		{"filter --scheme https u.txt", "unknown flag --scheme; similar: --schemes"},
		{"fix -i u.txt", "unknown flag -i; use --in-place"},
		{"fix -w u.txt", "unknown flag -w; use --in-place"},
		{"fix --in-place u.txt", ""},
		{"fix -o x u.txt", ""},
		{"fix --dry-run u.txt", ""},
		{"fix --report x u.txt", ""},
		{"normalize --whatwg",
			"unknown flag --whatwg; iri follows RFC 3986 and RFC 3987, not the URL Standard of the WHATWG"},
		{"normalize -o x u.txt", ""},
	} {
		got := runOn("", strings.Fields(c.line)...)
		message, _, _ := strings.Cut(strings.TrimPrefix(got.stderr, "iri: "), "\n")
		switch {
		case c.message != "" && (message != c.message || got.status != 2):
			t.Errorf("%s: status %d, %q, not %q", c.line, got.status, message, c.message)
		case c.message == "" && got.status == 2:
			t.Errorf("%s does not work: %s", c.line, got.stderr)
		}
	}
}

var flagsNamed = regexp.MustCompile(`(?:^| )--([a-z-]+)`)

// TestGuessesAreNoFlags checks that no guess is an existing command or flag, and that each flag
// named in an answer exists.
func TestGuessesAreNoFlags(t *testing.T) {
	root := prepared()
	exists := func(commands []*cobra.Command, name string) bool {
		return slices.ContainsFunc(commands, func(c *cobra.Command) bool { return c.Flags().Lookup(name) != nil })
	}
	for _, g := range guesses {
		commands := append(root.Commands(), root)
		if g.commands != "" {
			commands = nil
			for _, name := range strings.Fields(g.commands) {
				cmd, _, err := root.Find([]string{name})
				if err != nil || cmd == root {
					t.Fatalf("there is no command %s", name)
				}
				commands = append(commands, cmd)
			}
		}
		for _, word := range strings.Fields(g.words) {
			name := strings.TrimLeft(word, "-")
			switch {
			case g.commands == "" && slices.ContainsFunc(commands, func(c *cobra.Command) bool { return c.Name() == name }),
				strings.HasPrefix(word, "--") && exists(commands, name),
				len(name) == 1 && slices.ContainsFunc(commands, func(c *cobra.Command) bool {
					return c.Flags().ShorthandLookup(name) != nil
				}):
				t.Errorf("%s: %s exists", g.commands, word)
			}
		}
		for _, m := range flagsNamed.FindAllStringSubmatch(g.answer, -1) {
			ofRiot := strings.HasSuffix(g.answer, convertRDF)
			if !ofRiot && !exists(commands, m[1]) {
				t.Errorf("%q: there is no flag --%s", g.answer, m[1])
			}
		}
	}
}
