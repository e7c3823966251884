package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
)

// The topics with flags of commands.
const (
	grammarsTopic  = "grammars"
	semanticsTopic = "semantics"
)

// topics returns the topics.
func topics() (list []*cobra.Command) {
	for _, t := range []struct{ name, short, long string }{
		{"directives", "Comments that direct the compiler", directivesHelp},
		{"escapes", "Escapes in strings", escapesHelp},
		{program.ExitStatus, "Exit statuses, and which errors count", exitStatusHelp},
		{"go", "The Go files that gen writes", goHelp},
		{grammarsTopic, "Grammars, grammar files and dialects", grammarsHelp()},
		{"json", "Keys of the objects that --json prints", jsonHelp},
		{"members", "Lengths, order and ranks of members", membersHelp},
		{semanticsTopic, "Ordered choice and recursion", semanticsHelp},
		{"suites", "What a test suite proves, and its forms", suitesHelp},
	} {
		list = append(list, program.Topic(t.name, t.short, t.long))
	}
	return list
}

const directivesHelp = `A comment of a grammar may be a directive to the compiler. These are the comments in ABNF:

  ; @components RULE ...: COMPONENT[=RULE,...] ...
      The components of the members of these rules, in order, each with the rules that match it. A
      string next to a component is its delimiter; nothing else may be there. "iri parse" uses them.
  ; @alternatives RULE[: RULE ...]
      The alternatives of a rule, for "iri classify --alternatives": the first that matches wins.
  ; @set NAME: RULE ...
      Rules that one table tells apart, for gen.
  ; @profile NAME: RULE and not RULE
      A rule made of others with and, or, not and parentheses. GRAMMAR#RULE is a rule of another
      grammar.
  ; @words RULE: two words or more
      The words that messages use for the characters of a rule.
  ; @octets [RULE ...]
      Numbers are octets, in the whole document or in these rules.
  ; @code-points [RULE ...]
      Numbers are code points, as intended. The compiler does not warn about them.`

const escapesHelp = `sample, list and suite print strings in visible ASCII without spaces; match and walk read them with
--escaped:

  \xHH                 a byte
  \uHHHH, \U00HHHHHH   a code point, encoded in UTF-8
  \\                   a backslash

Any other backslash is an error with status 2. Columns and offsets in messages are those of the
escaped string.`

const exitStatusHelp = `  0    success
  1    something is invalid or differs
  2    the command line is wrong, or a file cannot be read or written
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP

If the command line names rules (-r, --set, --alternatives, GRAMMAR#RULE), only errors in these
rules and in the rules they refer to count; otherwise all errors of a grammar do:

  check, compile, stats            report them: status 1; the other rules are compiled
  gen, suite, sample, count, list  report them and write nothing: status 1
  diff                             compares the other rules: status 2 if a rule of both is missing,
                                   otherwise 1
  match, walk                      status 2 if the rule gets no table
  print, extract                   only errors of the notation: status 1; writes the other rules
  fmt                              only errors of the notation: status 1; writes no file

A rule that exceeds the limits of the compiler is not an error: check and compile print a warning
and exit with 0, gen writes nothing and exits with 1, and commands that need the table exit with 2.`

const goHelp = `The file that gen writes has a constant for each rule with a table, and the functions Lookup and
Names, which find rules by name. A recursive rule without a table is left out and reported on
stderr. The file depends only on the flags and the grammar; its header has the command, relative to
the folder of the file.

Names
  The name of a rule starts with a capital. The rule names becomes NamesRule. A table made with
  --superset ends in Superset, one made with --depth 3 in Depth3. A superset is written only if it
  is proved to have every member of its rule. With --prefix P the functions are PNames, PLookup and
  PAlternatives, so that a package can have several grammars, unless they have rules of one name.

Sets
  A set is a table for several rules. It tells which of them match a string, and splits text into
  tokens, longest match first. --set NAME=RULE,RULE... writes one; --alternatives RULE writes one of
  the alternatives of a rule, of which the first that matches wins. With -r, --set or
  --alternatives nothing else is written. Without them, the sets of the directives @set and
  @alternatives are written, too ("abnf help directives").

Errors
  Nothing is written if the grammar has errors, if a named rule has no table, or, without names, if
  a rule exceeds the limits of the compiler. Files are replaced completely or not at all.

go generate
  "go get -tool github.com/irilex/iri/cmd/abnf" makes the program available as "go tool abnf".`

func grammarsHelp() string {
	var names []string
	for line := range slices.Chunk(grammar.Bundled(), 7) {
		names = append(names, strings.Join(line, ", "))
	}
	return `A GRAMMAR is a file, "-" for the standard input, or the name of a bundled grammar. A file named like
a bundled grammar is ./NAME. GRAMMAR#RULE is a rule of a grammar; the last "#" is the separator. A
command that may omit the GRAMMAR reads the standard input, unless that is a terminal.

These are bundled:

  ` + strings.Join(names, ",\n  ") + `

A file is UTF-8 text: a grammar, or an RFC or Internet-Draft (text, xml2rfc or Markdown) that
contains one. For UTF-16 and compressed files, stderr prints the command that converts them. The
dialect of a file is inferred from the text and reported on stderr:

  abnf     RFC 5234 and RFC 7405, with the lists of RFC 9110
  rfc822   the notation of RFC 822, which RFC 2396 uses
  treetop  Treetop, which orders alternatives ("abnf help semantics")
  aparse   ABNF as the parser generator aParse writes it
  w3c      the EBNF of the W3C

Numbers are code points, and text is UTF-8, unless --octets or a directive says otherwise. --import
also takes the names that the rules of the imported grammar refer to. Diagnostics are coloured on a
terminal unless NO_COLOR is set, and elsewhere if CLICOLOR_FORCE is.`
}

const jsonHelp = `Each object is on a line of its own. These are the keys by command, with those of the last object
after "summary"; a string that is not UTF-8 has all its bytes in hexadecimal in a second key, such
as string_hex. Numbers of members are strings of digits, because they may be large.

  check     file, line, column, offset, length, severity, code, message; summary: files, unread,
            errors, warnings, notes, hidden, unlisted (counts by severity and code, if there are over
            1,000 diagnostics), interrupted
  compile   rule, kind, exactness, nfa, dfa, states, classes, bytes, cycle (names, or null); with
            --places: front, rest. A rule without a table has null sizes
  count     length, members; at the end grammar, rule, exactness, unit (characters or bytes), from,
            to, sum, total (null if infinite), finite, shortest, longest
  diff      rule, other, relation (equal, subset, superset or incomparable), only_first,
            only_second, path_first, path_second (the rules that read these strings); summary:
            equal, differ, lacks_first, lacks_second, not_compared, interrupted
  gen       file, state (written, stale or missing)
  list      rank, string, length
  match     line, valid, error
  sample    string, length; with --invalid: member, edit (kind, column, offset, old, new)
  stats     as compile without cycle, and steps, calls, from (rule, times, states); summary: rules,
            tables, bytes, steps, transitions
  suite     command, grammar, rule, exactness, language (SHA-256 of the minimal automaton), states,
            classes, letters, method, tests, members, size (bytes), proves; then for each test
            valid, and string or hex
  walk      read, byte (null at the start), class, readings (state, depth, deepest, site: any number
            of calls from depth to deepest may be open), accepting, expected, rules; summary:
            grammar, rule, exactness, bytes, read, member, undecided (the string has too many
            readings), completion (the rest of a shortest member; null without members)

With --semantics peg the key semantics is "peg". An error has the keys of "iri help json": code,
column, offset, length, part, message, remedy, repaired, accepted_by, rule, and stop (column,
offset, component, found, expected, incomplete; the characters have text and code_point, or byte,
from and to, rule, class or end).`

const membersHelp = `The length of a member is its number of characters, which are code points, or with --bytes its
number of bytes. If a rule has members that are not UTF-8, lengths are in bytes, as stderr reports.
By default sample and count use all lengths, or, if members may be arbitrarily long, the shortest
and the next 16.

Members are ordered by length, then by their code points, which is also the order of their bytes.
The rank of a member is the number of members before it.

The members of a recursive rule can be counted only up to a depth (--depth) or as those of a
superset (--superset): see "abnf help semantics".

Counting needs a number per state and length, with as many digits as the counts have. If 256 MiB do
not suffice, as for a URI of 1,864 characters, the status is 2.`

const semanticsHelp = `By default alternatives have no order: a rule matches if any choice of alternatives does. With
--semantics peg a rule is a parsing expression, as in Treetop: the first alternative that matches is
final, a repetition gives nothing back, and & and ! look ahead. The table is exact. Recursive rules
get none. "abnf diff --semantics unordered,peg A#R A#R" prints a string that the order loses.

A rule that refers to itself at one end has an exact table. One that refers to itself in the middle
has an exact table if one counter suffices. Otherwise this rule and those that refer to it get a
table only with one of these flags:

  --superset  The table matches every member and other strings, such as unbalanced parentheses.
  --depth K   The table matches the members with at most K nested references to the rules that
              "abnf stats" lists as calls. A reference that reads no character does not count. With
              two kinds of brackets the size of the table grows exponentially in K.`

const suitesHelp = `An implementation that gives all verdicts of a suite accepts exactly the language of the rule,
provided that it decides as a deterministic automaton does that has at most the number of states in
the header, and that treats bytes as --bytes assumes:

  alike     Bytes that the rule nowhere distinguishes are treated alike. The suite is smallest.
  mistaken  In each state a byte may be treated like any other byte. This is the default.
  any       Nothing is assumed.

--more allows for an implementation with more states than the minimal automaton. Each additional
state multiplies the number of tests by the number of byte classes.

A line of a suite is 1 or 0, a tab, and the string ("abnf help escapes"). Lines that start with "#"
are the header, which states what the suite proves. It names the grammar by its file name without
folder and extension, and the rule as the grammar spells it, so that the output does not depend on
where the file is.

The other forms of --as are

  json-schema  a file for the JSON-Schema-Test-Suite: the format is the rule in lower case. Strings
               that are not UTF-8 are left out; a comment has their number.
  n-triples    a ZIP archive of a manifest and files, as W3C's tests for N-Triples: one file with
               all IRIs, and one for each other string. Only for the rule IRI of rfc3987.

--release DIR writes the published suites and their SHA256SUMS: URI and URI-reference of rfc3986,
IRI and IRI-reference of rfc3987, as lines and json-schema, and IRI as n-triples.`
