package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/internal/bundled"
)

// The topics that describe flags.
const (
	formatsTopic  = "formats"
	grammarsTopic = "grammars"
	linesTopic    = "lines"
	lintTopic     = "lint"
)

// topics returns the topics of help.
func topics() (list []*cobra.Command) {
	for _, t := range []struct{ name, short, long, example string }{
		{"diagnostics", "Messages about invalid lines", diagnosticsHelp, ""},
		{program.ExitStatus, "Exit statuses and interruption", exitStatusHelp, ""},
		{"files", "Directories, patterns, compression and encodings", filesHelp, "  iri check --quiet '**/*.txt'"},
		{formatsTopic, "Formats of files: RDF, CSV, JSON lines, Parquet, text", formatsHelp,
			"  iri check data.nt\n  iri filter --column url --missing skip pages.csv"},
		{grammarsTopic, "Grammars, their main rules, and grammar files", grammarsHelp(),
			"  iri check -g ntriples data.nt\n  iri check -g grammar.abnf -r greeting hello.txt"},
		{"json", "Keys of the objects that --json prints", jsonHelp, ""},
		{linesTopic, "Line ends, blank lines, comments and escapes", linesHelp,
			"  find . -print0 | iri check -0 -r ipath-rootless"},
		{lintTopic, "Findings in valid lines", lintHelp, "  iri check --lint --deny browser-ipv4 urls.txt"},
		{"reports", "Reports of counts and examples", reportsHelp, "  iri check --quiet --report report.html urls.txt"},
	} {
		c := program.Topic(t.name, t.short, t.long)
		c.Example = t.example
		list = append(list, c)
	}
	return list
}

const diagnosticsHelp = `A diagnostic is a line file:line:column: message [code], the invalid line, and a
caret. The column counts code points from 1. It is that of the invalid component, such as the port.
A long line is cut around it. Invisible characters are printed as <U+202E>, and bytes that are
not UTF-8 as <0xFF>. "iri explain CODE" explains a code.

With check --explain, lines below the caret say where the automaton of the rule stops, which
characters it expects there, and how to repair the line. A proposed repair has been tried: the line
is then valid, or its first mistake is later.

Diagnostics are coloured on a terminal unless NO_COLOR is set, and elsewhere if CLICOLOR_FORCE is.`

const exitStatusHelp = `  0    success
  1    a line is invalid or has no result
  2    the command line is wrong, or a file or grammar cannot be read
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP

Some commands have more cases:

  check     1 if --deny makes a finding an error
  classify  2 if the grammar has errors, because some of its rules are missing
  find      1 if the text has no IRI
  fix       1 if a line could not be fixed
  rules     1 if the grammar has errors; the other rules are listed

An interrupted command ends its output with a complete line and prints the totals on stderr. A
second Ctrl-C stops it immediately.`

const filesHelp = `Without a FILE, and for "-", a command reads the standard input. Lines may have any length.

Directories
  A directory means all files in it and its subdirectories, sorted by name. Symbolic links are
  followed, and no directory is read twice. Names that begin with ".", binary files (a NUL in the
  first 64 KiB, unless -0 is set), archives, pipes and devices are skipped; stderr reports how many.

Patterns
  A FILE that does not exist is a pattern if it contains *, ? or [ as in a shell; ** matches
  directories of any depth. A pattern without matches is an error, and so is a directory without
  files to read. Files that the command writes are not read.

Compression
  Files compressed with gzip, zstd or bzip2 are decompressed, whatever their names. Positions refer
  to the decompressed text. A truncated, damaged or shrinking file is an error, and so are bytes
  after the compressed data, unless all are zero. A zstd window is limited to 64 MiB. A file named
  .gz, .zst or .bz2 is an error if it is empty or not compressed.

Encodings
  Text is UTF-8. A byte order mark at the start of a file is dropped and reported on stderr; offsets
  include it. UTF-16, archives, other compression and binary files are errors, and stderr prints the
  command that converts the file. For a pipe only the first read is inspected. With --json,
  check --verdicts and parse --fields, lines of the standard input may contain any bytes: a byte
  order mark is kept, and nothing is decompressed.`

const formatsHelp = `The extension of a FILE selects its format, also before .gz, .zst or .bz2:

  .nt .nq           N-Triples and N-Quads: every IRI of a statement, unescaped, also of a datatype
  .csv .tsv         rows: the columns named with --column
  .jsonl .ndjson    an object per line: the members named with --field
  .parquet          columns named with --column, such as page.url
  .md .rst .adoc    text: the IRIs that "iri find" finds, and links

Other files and the standard input have one IRI per line. stderr reports other formats. With
-g ntriples and -g nquads whole lines are matched.

In TSV a quote is part of the value; --format csv --delimiter $'\t' reads quoted fields.

In text, a link in angle brackets, in Markdown parentheses or in quotes after "=" extends to its
closing mark, so a character not allowed in an IRI is a mistake there; elsewhere it ends the IRI.
Character references such as &amp; are decoded. A space is a mistake in href, src and other
attributes with one URL, and in Markdown before anything but a title; in other quotes it ends the
IRI.

A record is valid if all of its values are. Its line is the one on which the record begins (Parquet:
the row), its column that of the first invalid value. parse, classify and fix --json print a line
for each value, and one for a malformed record or a missing value. A record may have 16 MiB. A file
that ends inside a record is truncated, which is an error.`

func grammarsHelp() string {
	var b strings.Builder
	b.WriteString(`A GRAMMAR is the name of a bundled grammar or a file, which is compiled when iri starts. A file
named like a bundled grammar is ./NAME. "iri rules" lists all rules. Without -r, check and filter
use the main rule of a bundled grammar; for a file, -r is required:

`)
	for _, g := range bundled.Grammars() {
		fmt.Fprintf(&b, "  %-20s%s\n", g.Name, g.Main)
	}
	b.WriteString(`
The flags below are for files, except --semantics, --superset and --depth. A recursive rule that
needs more than a counter has a table only with --superset or --depth. A file may be an RFC that
contains a grammar. "abnf compile" and "abnf check" describe a grammar in detail.`)
	return b.String()
}

const jsonHelp = `Each object is on a line of its own. These are the keys by command:

  check      an invalid line: file, line, record, field, an error, input; findings of --lint: file,
             line, record, field, severity, code, column, offset, length, part, message, section
             (its source), input; at the end a summary
  classify   file, line, valid, input, rules (an array), error
  find       file, line, column, offset, length, iri
  fix        file, line, input, output, changes or error; a change has the keys code, column,
             offset, length, part, from, to
  parse      file, line, valid, input, components or error
  rules      grammar, rule, states, classes, bytes, exactness, components, language (a hash of the
             accepted strings)
  normalize, relativize, resolve, to-iri, to-uri
             file, line, input, output or error

An error has these keys; in check they are keys of the object itself:

  code              the kind of mistake
  column            of the invalid part, in code points from 1
  offset, length    of the invalid part, in bytes
  part              its name, such as port, or null
  message, remedy   text; remedy may be null
  repaired          the repaired line, or null
  accepted_by       a wider rule that accepts the line, or null
  rule              the rule that rejects the line or value; null if the record is malformed or has
                    no value, or if the line is valid but has no result
  stop              where its automaton stops: column, offset, component, found (text and
                    code_point, byte, or end), expected (an array of such, of from and to, of rule
                    or class), incomplete (whether more characters could help); null without rule

A record is numbered from 1, without header, blank lines and comments; field is a column, a member
or a position in a statement. The input of check is null if it is longer than 16 KiB.

The summary counts lines (valid, invalid, hidden: invalid but not printed, blank, comments, missing:
skipped because they have no value), findings (denied, warnings, notes, hidden_findings) and unread
files; interrupted is true after Ctrl-C. Without a summary the output is incomplete.

A string that is not UTF-8 has U+FFFD for each invalid byte. The next key, such as input_hex or
file_hex, has all bytes in hexadecimal.`

const linesHelp = `A line ends in LF or CRLF, and blank lines count. Line numbers, columns and offsets are those of
the file.

fix, normalize, relativize, resolve, to-iri and to-uri print one line for each input line, unless
flags skip lines. If there is no result, the line is empty (fix: unchanged), and the diagnostic is
printed on stderr. The totals are printed at the end.

With --escaped, \xHH is a byte, \uHHHH and \U00HHHHHH are code points, and \\ is a backslash. Any
other backslash ends the program with status 2.

--comment with --trim also skips comments after spaces and tabs. stderr reports how many lines were
skipped. check needs constant memory unless --lint, --trim, --skip-blank or --comment is set; the
other commands hold one line in memory.`

const lintHelp = `With --lint, check also reports valid lines that may surprise, as warnings and notes: hosts that
browsers read differently, text in both directions, a password, a violation of the rules of a
scheme, a better form. The rule must be one for IRIs, URIs or their references.

--deny makes the exit status 1. "iri explain" lists the codes. The findings of a line are unsorted.`

const reportsHelp = `With --report FILE, check and filter also write a report: a page if FILE ends in .html, otherwise
a JSON object. It counts invalid lines and findings by code, component, host and file, with five
examples of each code, the time, and the versions of the program and the rule. The host is that of
the authority, if the mistake leaves it readable.

Up to 10,000 hosts are counted exactly. Beyond that limit the most frequent hosts are kept; over is
the largest possible error of count.

The report covers every invalid line, also with --quiet and beyond --max-errors. FILE is replaced at
the end, also after an interruption. It must differ from the inputs and the grammar. With "-", the
standard output, --quiet is required.`
