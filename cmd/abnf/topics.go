package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/program"
)

// Names of the help topics that describe command flags.
const (
	grammarsTopic  = "grammars"
	semanticsTopic = "semantics"
)

// topics returns the help topics.
func topics() (list []*cobra.Command) {
	for _, t := range []struct{ name, short, long string }{
		{"directives", "Comments that direct the compiler", directivesHelp},
		{"escapes", "Escapes in strings", escapesHelp},
		{program.ExitStatus, "Exit statuses, and which errors count", exitStatusHelp},
		{"go", "The Go files that gen writes", goHelp},
		{grammarsTopic, "Grammars, grammar files and dialects", grammarsHelp()},
		{"json", "Keys of the objects that --json prints", jsonHelp},
		{"languages", "The files that gen --lang writes", languagesHelp},
		{"members", "Member lengths, order and ranks", membersHelp},
		{semanticsTopic, "Ordered choice and recursion", semanticsHelp},
		{"suites", "What a test suite proves, and its forms", suitesHelp},
	} {
		list = append(list, program.Topic(t.name, t.short, t.long))
	}
	return list
}

const directivesHelp = `A comment in a grammar can be a directive to the compiler. In ABNF, the directives are:

  ; @components RULE ...: COMPONENT[=RULE,...] ...
      The components of these rules, in order, each with the rules that match it. A string next to a
      component is its delimiter; nothing else may be adjacent. "iri parse" uses the components.
  ; @alternatives RULE[: RULE ...]
      The alternatives of a rule, for "iri classify --alternatives"; the first match wins.
  ; @set NAME: RULE ...
      Rules for which gen writes one table that distinguishes them.
  ; @profile NAME: RULE and not RULE
      A rule composed of other rules with and, or, not and parentheses. GRAMMAR#RULE is a rule of
      another grammar.
  ; @words RULE: two words or more
      The words that messages use for a rule's characters.
  ; @octets [RULE ...]
      Numbers are octets, in the whole document or in these rules.
  ; @code-points [RULE ...]
      Numbers are intentionally code points. The compiler does not warn about them.`

const escapesHelp = `sample, list and suite print strings in visible ASCII without spaces; sample --readable also prints
other visible characters, and spaces inside a string. match and walk read them with --escaped:

  \xHH                 a byte
  \uHHHH, \U00HHHHHH   a code point, encoded in UTF-8
  \\                   a backslash

Any other backslash is an error with status 2. Columns and offsets in messages refer to the escaped
string.`

const exitStatusHelp = `  0    success
  1    something is invalid or differs
  2    the command line is wrong, or a file cannot be read or written
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP

If the command line names rules (-r, --set, --alternatives, GRAMMAR#RULE), only errors in these
rules and in the rules they refer to count; otherwise all errors in a grammar count:

  check, compile, stats            report them: status 1; the other rules are compiled
  gen, suite, sample, count, list  report them and write nothing: status 1
  diff                             compares the other rules: status 2 if a rule in both is missing,
                                   otherwise 1
  match                            status 2 if the rule gets no table and no parser
  walk                             status 2 if the rule gets no table
  print, extract                   only notation errors count: status 1; the other rules are written
  fmt                              only notation errors count: status 1; no file is written

A rule that exceeds the compiler limits is not an error: check and compile print a warning and exit
with 0, gen writes nothing and exits with 1, and commands that need the table exit with 2.`

const goHelp = `The file that gen writes declares a constant for each rule with a table, and the functions Lookup
and Names, which find rules by name. A recursive rule without a table is omitted and reported on
stderr. The file depends only on the flags and the grammar; its header shows the command, relative
to the file's folder.

Names
  The constant for a rule is the rule name with an initial capital; the rule "names" becomes
  NamesRule. With --superset, the constant ends in Superset; with --depth 3, in Depth3. A superset
  is written only if gen has proved that it matches every member of the rule. With --prefix P, the
  functions are PNames, PLookup and PAlternatives, so a package can contain several grammars if
  their rule names differ.

Sets
  A set is a table for several rules. It determines which rules match a string, and splits text into
  tokens by longest match. --set NAME=RULE,RULE... writes a set; --alternatives RULE writes a set of
  the alternatives of a rule, where the first match wins. With -r, --set or --alternatives, nothing
  else is written. Without them, gen also writes the sets defined by @set and @alternatives
  directives ("abnf help directives").

Errors
  Nothing is written if the grammar has errors, if a named rule has no table, or, if no rules are
  named, if any rule exceeds the compiler limits. Files are replaced completely or not at all.

go generate
  "go get -tool github.com/irilex/iri/cmd/abnf" makes the program available as "go tool abnf".`

const languagesHelp = `"abnf gen --lang LANGUAGE" writes one self-contained file. The same flags and grammar
always give the same file; its header records the command. For a rule R of the grammar G, the file
contains:

  c       bool G_R_valid(const uint8_t *, size_t), for C99; C++ can include the declarations
  rust    a module R with a const fn valid(&[u8]) -> bool, for Rust 1.83, without std; it can check
          literals at compile time
  js      an ES module with an object R, whose function valid takes a string
  java    a nested class R with static methods, for Java 11; the outer class is named after the file
  python  a class R with static, type-annotated methods, for Python 3.9

With --only valid, a rule gets no other function. Otherwise it also gets:

  prefix        the length of the longest prefix that the rule matches
  error_offset  the offset of the first character that cannot follow the preceding ones; for a valid
                or incomplete string, its length, without a truncated final character (errorOffset
                in JavaScript and Java)
  split         the offsets of the components, for a rule with components
  valid_lines, valid_offsets
                only in C: the verdicts for the lines of a text, or for strings stored as in Arrow

Offsets count bytes in C and Rust, UTF-16 code units in JavaScript and Java, and code points in
Python, like string indexes in these languages. Lone surrogates never match, nor does invalid UTF-8,
except for rules that match bytes.

Names
  -r may be repeated, or lists rules as RULE,RULE. In names, "-" becomes "_"; a name that is a
  keyword or already used gets a number, as in a_b_2. In Rust, rule names are lowercased.

Sets
  --set NAME=RULE,RULE... writes a set with the function classify, which returns the number of the
  first rule that matches, and in C and Rust token, which returns the length of the longest nonempty
  prefix that a rule matches, and the number of that rule. Without -r and --set, the sets of @set
  directives are written too ("abnf help directives").

Not supported
  Rules whose tables count calls ("abnf help semantics") and, except in C and Rust, rules that match
  bytes that are not UTF-8. Without -r and --set, such rules are omitted.`

func grammarsHelp() string {
	var names []string
	for line := range slices.Chunk(grammar.Bundled(), 7) {
		names = append(names, strings.Join(line, ", "))
	}
	return `A GRAMMAR is a file, "-" for standard input, or the name of a bundled grammar. Write ./NAME for a
file with the name of a bundled grammar. GRAMMAR#RULE is a rule of a grammar; the last "#" is the
separator. If an optional GRAMMAR is omitted, a command reads standard input, unless that is a
terminal.

The bundled grammars are:

  ` + strings.Join(names, ",\n  ") + `

A file is UTF-8 text: a grammar, or a document that contains one ("abnf extract --help"). If a
document contains several grammars, --block selects one. For UTF-16 and compressed files, a
conversion command is printed on stderr. The dialect is inferred from the text and reported on
stderr:

  abnf     RFC 5234 and RFC 7405, with the lists of RFC 9110
  rfc822   the notation of RFC 822, which RFC 2396 uses
  treetop  Treetop, which orders alternatives ("abnf help semantics")
  aparse   the ABNF variant of the parser generator aParse
  iso-ebnf ISO/IEC 14977: "," between elements, ";" after a rule
  bnf      classic BNF: <name> ::= "text" | <name>
  w3c      the EBNF of the W3C

Numbers are code points, and text is UTF-8, unless --octets or a directive specifies otherwise.
--import also imports the rules that an imported rule refers to. Diagnostics are colored on a
terminal unless NO_COLOR is set, and elsewhere only if CLICOLOR_FORCE is set. --color always or
never overrides both.`
}

const jsonHelp = `Each object is printed on its own line. The keys depend on the command; the last object's keys
follow "summary". For a string that is not UTF-8, a second key, such as string_hex, contains all
bytes in hexadecimal. Member counts are strings of digits, because they may be large.

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
  stats     as compile without cycle; also steps, calls, from (rule, times, states); summary: rules,
            tables, bytes, steps, transitions
  suite     command, grammar, rule, exactness, language (SHA-256 of the minimal automaton), states,
            classes, letters, method, tests, members, size (bytes), proves; then for each test
            valid, and string or hex
  walk      read, byte (null at the start), class, readings (state, depth, deepest, site: any number
            of calls from depth to deepest may be open), accepting, expected, rules; summary:
            grammar, rule, exactness, bytes, read, member, undecided (the string has too many
            readings), completion (the rest of a shortest member; null without members)

With --semantics peg, the key "semantics" is "peg". An error has the keys that "iri help json"
describes: code, column, offset, length, part, message, remedy, repaired, accepted_by, rule, and
stop (column, offset, component, found, expected, incomplete; a character is given by text and
code_point, byte, from and to, rule, class or end).`

const membersHelp = `The length of a member is its number of characters (code points), or of bytes with --bytes. If
a rule has members that are not UTF-8, lengths are in bytes, which is reported on stderr. By
default, sample and count use all lengths or, if there is no longest member, the shortest length and
the next 16.

Members are ordered by length, then by code point, which is also the byte order. The rank of a
member is the number of members before it.

The members of a recursive rule can be counted only up to a depth (--depth) or in a superset
(--superset); see "abnf help semantics".

Counting stores one exact number per state and length. If 256 MiB of memory is not enough, for
example for URIs of 1,864 characters, the status is 2.`

const semanticsHelp = `By default, alternatives are unordered: a rule matches if any choice of alternatives matches.
With --semantics peg, a rule is a parsing expression, as in Treetop: the first alternative that
matches is final, a repetition never backtracks, and & and ! look ahead. The table is exact, but
recursive rules get no table. "abnf diff --semantics unordered,peg A#R A#R" prints a string that
ordered choice excludes.

A rule that refers to itself at one end gets an exact table. A rule that refers to itself in the
middle gets an exact table if one counter suffices. Otherwise, this rule and all rules that refer to
it get a table only with one of these flags:

  --superset  The table matches every member and also other strings, such as unbalanced parentheses.
  --depth K   The table matches the members with at most K nested references to the rules that "abnf
              stats" lists as calls. A reference that reads no character does not count. With two
              kinds of brackets, the table size grows exponentially with K.

Without these flags, match uses a slower parser, whose verdicts are exact too. Each step of
--max-work compares an element of a definition with the line at one place; remembering one counts as
20. The default takes about two seconds and at most 0.5 GiB. If a line needs more, match prints the
byte that it reached, and the status is 2.`

const suitesHelp = `An implementation that returns all verdicts of a suite accepts exactly the language of the rule,
provided that it behaves like a deterministic automaton with at most as many states as the header
specifies and treats bytes as --bytes assumes:

  alike     Bytes that the rule never distinguishes are treated alike. This suite is the smallest.
  mistaken  In each state, a byte may be mistaken for any other byte. This is the default.
  any       Nothing is assumed.

--more allows for an implementation with more states than the minimal automaton. Each additional
state multiplies the number of tests by the number of byte classes.

Each line of a suite contains 1 or 0, a tab, and the string ("abnf help escapes"). Lines that start
with "#" form the header, which states what the suite proves. It names the grammar by its file name
without directory or extension, and the rule as spelled in the grammar, so the output does not
depend on the location of the file.

The other --as forms are:

  json-schema  a file for the JSON-Schema-Test-Suite; the format is the lowercase rule name. Strings
               that are not UTF-8 are omitted; a comment gives their number.
  n-triples    a ZIP archive of a manifest and files, like the W3C's N-Triples tests: one file with
               all IRIs, and one file for each other string. Only for the rule IRI of rfc3987.

--release DIR writes the published suites and their SHA256SUMS: URI and URI-reference of rfc3986,
IRI and IRI-reference of rfc3987, as lines and json-schema, and IRI as n-triples.`
