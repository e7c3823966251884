package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/internal/bundled"
)

// Names of the help topics that describe flags.
const (
	csvTopic       = "csv"
	filesTopic     = "files"
	formatsTopic   = "formats"
	grammarsTopic  = "grammars"
	ignoringTopic  = "ignoring"
	linesTopic     = "lines"
	linksTopic     = "links"
	lintTopic      = "lint"
	rewritingTopic = "rewriting"
)

// topics returns the help topics.
func topics() (list []*cobra.Command) {
	for _, t := range []struct{ name, short, long, example string }{
		{"diagnostics", "Messages about invalid lines", diagnosticsHelp, ""},
		{program.ExitStatus, "Exit statuses and interruption", exitStatusHelp, ""},
		{csvTopic, "Columns, quotes and missing values of CSV and TSV", csvHelp,
			"  iri filter --column url --missing-value NULL --missing skip pages.csv"},
		{filesTopic, "Directories, patterns, compression, encodings and output", filesHelp, "  iri check --quiet '**/*.txt'"},
		{formatsTopic, "File formats: RDF, CSV, JSON lines, Parquet, HTML, Markdown, text", formatsHelp,
			"  iri check data.nt\n  iri check --field 'page.links[].href' pages.jsonl"},
		{grammarsTopic, "Grammars, their main rules, and grammar files", grammarsHelp(),
			"  iri check -g ntriples data.nt\n  iri check -g formats -r date dates.txt\n" +
				"  iri check -g grammar.abnf -r greeting hello.txt"},
		{ignoringTopic, "Ignoring IRIs with comments, patterns and baselines", ignoringHelp,
			"  iri check --exclude-url 'http://localhost*' page.html\n  iri check --write-baseline known.jsonl page.html"},
		{"json", "Keys of the objects that --json prints", jsonHelp, ""},
		{linesTopic, "Line endings, blank lines, comments and escapes", linesHelp,
			"  find . -print0 | iri check -0 -r ipath-rootless"},
		{linksTopic, "Links in HTML, Markdown and text", linksHelp,
			"  iri check page.html\n  iri find --places page.html"},
		{lintTopic, "Findings in valid lines", lintHelp, "  iri check --lint --deny browser-ipv4 urls.txt"},
		{rewritingTopic, "Commands that replace values in lines and records", rewritingHelp,
			"  iri normalize --column url pages.csv\n  iri fix --dry-run links.txt"},
		{"reports", "Reports with counts and examples", reportsHelp, "  iri check --quiet --report report.html urls.txt"},
	} {
		c := program.Topic(t.name, t.short, t.long)
		c.Example = t.example
		list = append(list, c)
	}
	return list
}

const diagnosticsHelp = `A diagnostic consists of a line "file:line:column: message [code]", the invalid line, and a
caret. The column, counted in code points from 1, is the column of the invalid component, such as
the port. A long line is cut around the caret. Invisible characters are printed like <U+202E>, and
bytes that are not UTF-8 like <0xFF>. "iri explain CODE" explains a code.

With check --explain, the lines below the caret show where the rule's automaton stops, which
characters it expects there, and how to repair the line. Only tested repairs are proposed: the
repaired line is valid, or its first mistake comes later.

Diagnostics are colored on a terminal unless NO_COLOR is set, and elsewhere only if CLICOLOR_FORCE
is set. --color always or never overrides both.`

const exitStatusHelp = `  0    success
  1    a line is invalid or has no result
  2    the command line is wrong, or a file or grammar cannot be read
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP

Some commands also use these statuses:

  check     1 if --deny turns a finding into an error
  classify  2 if the grammar has errors, because some rules are missing
  find      1 if the text contains no IRI
  fix       1 if a line could not be fixed
  rules     1 if the grammar has errors; only rules without errors are listed

An interrupted command ends its output with a complete line and prints the totals on stderr. A
second Ctrl-C stops it immediately.`

const filesHelp = `Without a FILE, or if FILE is "-", a command reads standard input. Lines can be of any length.

Directories
  If FILE is a directory, the files in it and its subdirectories are read, sorted by name. Symbolic
  links are followed, but no directory is read twice. These are skipped, and their number is printed
  on stderr: names that begin with ".", binary files (with a NUL in the first 64 KiB, unless -0 is
  set), archives, pipes, devices, dangling links, and files that data programs write beside their
  data, such as _SUCCESS, _delta_log and *.crc. Without --format, files whose names do not
  determine a format are skipped too: see "iri help formats".

  Patterns in --exclude, --include, .gitignore and .iriignore have the syntax of gitignore(5). Those
  of --exclude and --include are relative to FILE. Files that --include matches are read, whatever
  their extension.

Patterns
  A FILE that does not exist is a shell pattern if it contains *, ? or [; ** matches directories at
  any depth. It is an error if a pattern matches no file or a directory contains no file to read. A
  command does not read its own output files.

Compression
  Files compressed with gzip, zstd, bzip2, xz or lz4 are decompressed, whatever their names are, and
  brotli files if they are named .br. Positions refer to the decompressed text. It is an error if a
  file is truncated or damaged, if it shrinks while it is being read, or if nonzero bytes follow the
  compressed data. A file with a compression extension must be compressed and must not be empty.

Output
  With -o, results are written to FILE, compressed if its name ends in .gz or .zst. After a read
  error or an interruption, FILE is unchanged.

Encodings
  Text is UTF-8. A byte order mark at the start of a file is dropped and reported on stderr, but
  offsets include it. UTF-16 text, archives, other compression formats and binary files are rejected
  with a message that shows a command to convert the file. For a pipe, only the first read is
  inspected. With --json, check --verdicts and parse --fields, lines on standard input may contain
  any bytes: a byte order mark is kept, and nothing is decompressed.`

const formatsHelp = `The extension of a FILE, ignoring a compression extension, selects its format:

  .nt .nq           N-Triples and N-Quads: every IRI in a statement, including datatypes, unescaped;
                    RDF 1.2 if a VERSION comes first
  .csv .tsv         rows: the columns selected with --column
  .jsonl .ndjson    one object per line: the members selected with --field
  .parquet          the columns selected with --column, such as page.url
  .html .htm .xhtml .xml .md .markdown .css
                    links in HTML, XML (such as sitemaps), Markdown and style sheets ("iri help
                    links")
  .rst .adoc        text: the IRIs that "iri find" finds, and links

Other files and standard input contain one IRI per line, or Parquet. In a directory, these are files
named *.lst, *.list, *.urls, part-*, *.txt or *.log, or without an extension; check and fix read the
last three kinds as text unless a flag selects a rule or edits lines. Other files are skipped.
Formats other than lines are reported on stderr unless --format or --quiet is set. With an RDF
grammar, the rule matches whole lines. Turtle is not supported.

A FIELD is a path of member names, such as page.url. An array on the path means all its elements;
links.href and links[].href are the same. Write a\.b for a name with a dot. A FIELD that begins with
"/" is a JSON Pointer, such as /links/0/href or /a.b, and "." is the line itself. If no record has a
field, one message lists the fields of the first record.

A record is valid if all its values are valid. In HTML, Markdown and text, check and fix count each
link separately. A diagnostic gives the line on which the record begins (Parquet: the row) and the
column of the first invalid value. parse, classify, --only and --json print one line per value,
malformed record or missing value. A record longer than --max-record is invalid, and commands that
copy records copy it. It is an error if a file ends inside a record. A NUL makes a file binary,
unless its format is known.`

const ignoringHelp = `Comments
  In HTML, Markdown and text, a comment that begins with <!--, # or // can ignore IRIs:

    iri-ignore-next-line   the next line that is not blank
    iri-ignore-start       all lines from this one through the line with iri-ignore-end

  as in <!-- iri-ignore-next-line -->.

Patterns
  --exclude-url matches IRIs as written, without normalizing them. fix and other commands that
  replace values copy ignored IRIs unchanged.

Files
  A .iriignore file lists the files and directories to skip when iri reads a directory. It has the
  syntax of .gitignore, and iri looks for it where git looks for .gitignore.

Baselines
  A baseline lists known diagnostics, one JSON object per line with the keys file, code and input.
  check neither reports them nor counts them as invalid. It reads .iri-baseline in the current
  directory unless --baseline names another file, such as /dev/null. With --write-baseline, check
  writes all diagnostics and findings to a file and counts them as known. A diagnostic remains known
  if only its line number changes.

The totals include the numbers of ignored IRIs and known diagnostics.`

const linksHelp = `HTML
  A link is the value of an attribute such as href, src, srcset, action, cite, poster, data-src or
  data-url, a URL in a style sheet or in an SVG attribute such as fill, the URL of a meta refresh,
  the content of a loc element in a sitemap, or an IRI elsewhere, such as https://example.org/ in the
  text. Comments and scripts contain no links.

Markdown
  The links are the destinations of links, images and link definitions, IRIs in <…>, links in HTML,
  and IRIs in text or titles. The syntax is CommonMark, but [x](my file.md), which is text there,
  is a link with a space. A line for which the parser would take minutes is read as text.

Unless --code is set, both formats leave out IRIs in code: code spans and blocks in Markdown, and
the text of the elements code, kbd, pre, samp and script in HTML. Links may be relative references;
check, find and fix accept these by default. Character references such as &amp; and backslash
escapes in Markdown and CSS are decoded first; fix writes them back. A document is held in memory:
one longer than --max-record (for Markdown, 4 MiB by default) counts as one invalid record.

Text
  A link in angle brackets, in Markdown parentheses or in quotes after "=" extends to the closing
  mark, so a character not allowed in an IRI is a mistake there; elsewhere such a character ends the
  IRI. Character references are decoded. A space is a mistake in href, src and other single-URL
  attributes, and in Markdown unless a title follows; in other quotes, a space ends the IRI. Relative
  references are not found.`

const csvHelp = `Rows, including those of TSV files, follow RFC 4180: a field that begins with a quote ends at the
closing quote, and "" inside it means one quote. For a file whose quotes are data, use --no-quotes.

A field is missing if it is empty, or if it is unquoted and equal to a value of --missing-value,
such as NULL or \N. With --trim, spaces and tabs around a value are ignored, inside or
outside its quotes. --comment skips lines before the header and between rows. A first line such as
"sep=;" sets the delimiter unless --delimiter is set; filter and fix copy it.`

func grammarsHelp() string {
	var b strings.Builder
	b.WriteString(`A GRAMMAR is the name of a bundled grammar, or a file, which iri compiles when it starts. Write
./NAME for a file with the name of a bundled grammar. "iri rules" lists all rules. For a file, check
and filter require -r; for a bundled grammar, they use its main rule by default:

`)
	var rows []string
	for _, g := range bundled.Grammars() {
		if g.Name != shelf {
			rows = append(rows, fmt.Sprintf("  %-20s%-20s", g.Name, g.Main))
		}
	}
	for half, i := (len(rows)+1)/2, 0; i < half; i++ { // two columns
		line := rows[i]
		if half+i < len(rows) {
			line += rows[half+i]
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString(`
The grammar formats requires -r too. Its rules are the formats of JSON Schema and other identifiers,
such as email, uuid and isbn-13. check, filter and classify also check what a standard demands
beyond the table.

The flags below apply only to files, except --semantics, --superset, --depth and --max-work. A file
may be a document that contains a grammar. "abnf compile" and "abnf check" describe it in detail.

A recursive rule that needs more than one counter gets a table only with --superset or --depth.
Without them, check and filter use a slower parser. Each step of --max-work compares an element of a
definition with the line at one place. If a line needs more, the status is 2.`)
	return b.String()
}

const jsonHelp = `Each object is printed on its own line. The keys depend on the command:

  check      an invalid line: PLACE, an error, input; findings of --lint: PLACE, severity, code,
             column, offset, length, part, message, section (its source), input; at the end a summary
  classify   PLACE, valid, input, rules (an array), error
  find       PLACE, column, offset, length, iri; with --count: iri, count
  fix        PLACE, input, output, changes or error; a change has the keys code, column, offset,
             length, part, from, to
  parse      PLACE, valid, input, components or error
  rules      grammar, rule, states, classes, bytes, exactness, format (table, table+prose or null),
             components, language (a hash of the accepted strings)
  normalize, relativize, resolve, to-iri, to-uri
             PLACE, input, output or error

PLACE is file, line and, for a value in a record, record and field. record counts from 1, ignoring
the header, blank lines and comments; field is a column, a member or a position in a statement.

An error has these keys; check puts them in the object itself:

  code              the kind of mistake
  column            of the invalid part, in code points from 1
  offset, length    of the invalid part, in bytes
  part              its name, such as port, or null
  message, remedy   text; remedy may be null
  repaired          the repaired line, or null
  accepted_by       a wider rule that accepts the line, or null
  rule              the rule that rejects the line or value, or whose format it violates; null if the
                    record is malformed or has no value, if the line is valid but has no result, or if
                    --schemes rejects it
  stop              where its automaton stops: column, offset, component, found (text and
                    code_point, byte, or end), expected (an array of objects with these keys, from
                    and to, rule, or class), incomplete (whether more characters could help); null
                    without rule

In check, input is null if it is longer than 16 KiB.

The summary counts lines or records (valid, invalid, hidden: invalid but not printed, blank,
comments, missing: skipped because they have no value, without_iri: lines of text without one),
ignored IRIs, known diagnostics, findings (denied, warnings, notes, hidden_findings) and unread
files; interrupted is true after Ctrl-C. Without a summary, the output is incomplete.

In a string that is not UTF-8, U+FFFD replaces each invalid byte. The next key, such as input_hex or
file_hex, contains all bytes in hexadecimal.`

const linesHelp = `A line ends in LF or CRLF, and blank lines count. Line numbers, columns and offsets refer to the
original file.

With --escaped, \xHH is a byte, \uHHHH and \U00HHHHHH are code points, and \\ is a backslash. Any
other backslash is an error, with exit status 2.

With --trim, --comment also skips comments indented with spaces or tabs. The number of skipped lines
is printed on stderr. check uses constant memory unless --lint, --trim, --skip-blank or --comment is
set, or a format demands more than its table; other commands hold one line in memory.`

const rewritingHelp = `fix, normalize, relativize, resolve, to-iri and to-uri print one line for each input line that no
flag skips. If there is no result, the output line is empty (for fix, unchanged), and a diagnostic
is printed on stderr. Totals are printed at the end.

In other formats ("iri help formats"), these commands replace the values and copy everything else,
including quotes and the escapes of unchanged characters. A record is copied unchanged if one of its
values has no result; in HTML, Markdown and text, the other links of a line are replaced. In RDF, a
value must be an IRI, not a reference.

Parquet cannot be written; use --only or --json. This also applies to relativize for RDF and text,
which cannot contain relative references.

With --in-place, each file that changes is replaced atomically. Line endings, comments, a byte order
mark, the file mode, links to the file, and gzip or zstd compression are preserved. A file that
cannot be read to its end is left unchanged. --dry-run prints a diff for "git apply".`

const lintHelp = `With --lint, check also prints warnings and notes about valid lines: hosts that browsers read
differently, look-alikes, invisible characters, mixed text directions, passwords, violations of
scheme rules, and IRIs that have a better form. With --deny local-address, it also prints IRIs whose
host is a local or metadata address. The rule must describe IRIs, URIs or references.

A denied finding makes the exit status 1. "iri explain" lists the codes. Findings in the same line
are not sorted.`

const reportsHelp = `With --report FILE, check, filter and fix also write a report: an HTML page if FILE ends in .html,
otherwise a JSON object. It counts invalid lines and findings by code, component, host and file; for
check, valid IRIs by scheme and host; for fix, lines not fixed and mistakes fixed. It also contains
five examples per code, the time, and the versions of the program and the rule. The host of an
invalid line is taken from the authority if the mistake leaves it readable.

Up to 10,000 hosts are counted exactly. Beyond that limit, only the most frequent hosts are kept;
over is the largest possible error in count.

The report covers every invalid line, even with --quiet or beyond --max-errors. FILE is replaced at
the end, even after an interruption. It must not be an input or the grammar. If FILE is "-"
(standard output), check requires --quiet and fix --in-place.`
