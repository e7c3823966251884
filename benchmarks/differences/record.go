package differences

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/irilex/iri/benchmarks/languages"
)

// Ours is the name of the parser of package iri.
const Ours = "iri ParseReference"

// Says is the answer of a parser about a string, as text: one of the constants below, or the result
// of [Host].
type Says string

// The constants for answers without a host.
const (
	Rejected Says = "!"
	NoHost   Says = "-" // accepted, without a host
	Accepted Says = "+" // accepted, by a parser that returns no hosts
	NotAsked Says = "?" // not a string for the parser: it is not UTF-8, or has a NUL
	Panics   Says = "^"
)

// Host returns the answer of a parser that accepts a string and finds this host in it: "=" and the
// host with escapes.
func Host(host string) Says { return Says("=" + strings.ReplaceAll(Escape(host), " ", `\x20`)) }

// Accepts reports whether the parser accepts the string.
func (s Says) Accepts() bool {
	return s == NoHost || s == Accepted || strings.HasPrefix(string(s), "=")
}

// valid returns an error if s is no answer: neither a constant nor "=" and a host with escapes.
func (s Says) valid() error {
	switch s {
	case Rejected, NoHost, Accepted, NotAsked, Panics:
		return nil
	}
	if escaped, ok := strings.CutPrefix(string(s), "="); ok {
		_, err := Unescape(escaped)
		return err
	}
	return fmt.Errorf("%q is no answer: those are ! - + ? ^ and =HOST", s)
}

// host returns the host of an answer in a form in which hosts can be compared: without brackets, in
// lower case, in Punycode (RFC 3492, without any mapping), and an IPv6 address in the form of RFC
// 5952. For NoHost it returns "", as for an empty host. ok is false for the other answers without a
// host.
func (s Says) host() (host string, ok bool) {
	if s == NoHost {
		return "", true
	}
	escaped, ok := strings.CutPrefix(string(s), "=")
	if !ok {
		return "", false
	}
	host, err := Unescape(escaped)
	if err != nil {
		return "", false
	}
	if inner, ok := strings.CutPrefix(host, "["); ok && strings.HasSuffix(inner, "]") {
		host = strings.TrimSuffix(inner, "]")
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return a.String(), true
	}
	host = lower(host)
	if ascii, err := idna.Punycode.ToASCII(host); err == nil && utf8.ValidString(host) {
		host = ascii
	}
	return host, true
}

// lower returns s with the letters of ASCII in lower case.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// A Parser is a parser that is compared, and a column of the page.
type Parser struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Version  string `json:"version"`
	Rule     string `json:"rule"`              // the rule that judges it: the claimed rule, or the nearest
	Missing  string `json:"missing,omitempty"` // why it is missing, and the command to install it
}

// A Record has the answers of all parsers about all inputs, at a date.
type Record struct {
	Date     string   `json:"date"`
	Command  string   `json:"command"`
	Revision string   `json:"revision"`
	Parsers  []Parser `json:"parsers"`
	Groups   []Asked  `json:"groups"`
}

// Asked is a group of inputs with answers.
type Asked struct {
	Title  string   `json:"title"`
	From   string   `json:"from,omitempty"`
	Inputs []Answer `json:"inputs"`
}

// An Answer has one input, and the answers of all parsers about it.
type Answer struct {
	Input string `json:"input"` // the input with escapes, see Escape
	Is    string `json:"is"`    // the smallest rule that has the input as a member, or ""
	Says  []Says `json:"says"`  // by parser: its answer; "" for a missing parser
	Kinds string `json:"kinds"` // by parser: a letter, the kind of its difference, or "." without a difference
}

//go:embed differences.json
var recorded []byte

// Recorded returns the record of the file differences.json in the repository.
func Recorded() (*Record, error) {
	r := new(Record)
	err := json.Unmarshal(recorded, r)
	return r, err
}

// memberships are the values of [Answer.Is], a smaller rule before a larger one.
var memberships = []string{"rfc3986 URI", "rfc3987 IRI", "rfc3986 URI-reference", "rfc3987 IRI-reference"}

// membership returns the smallest of the rules that have s as a member, or "".
func membership(s string) (string, error) {
	for _, rule := range memberships {
		l, err := languages.Parse(rule)
		if err != nil {
			return "", err
		}
		has, err := l.Contains(s)
		if has || err != nil {
			return rule, err
		}
	}
	return "", nil
}

// Fill adds the groups with the answers of the parsers, and finds the kind of each difference.
// said[i][n] is the answer of parser i about input n, counted through all groups.
func (r *Record) Fill(groups []Group, said [][]Says) error {
	n := 0
	for _, g := range groups {
		asked := Asked{Title: g.Title, From: g.From}
		for _, s := range g.Inputs {
			is, err := membership(s)
			if err != nil {
				return err
			}
			a := Answer{Input: Escape(s), Is: is, Says: make([]Says, len(r.Parsers))}
			kinds := bytes.Repeat([]byte("."), len(r.Parsers))
			for i, p := range r.Parsers {
				if p.Missing != "" {
					continue
				}
				a.Says[i] = said[i][n]
				if err := a.Says[i].valid(); err != nil {
					return fmt.Errorf("%s about %s: %w", p.Name, a.Input, err)
				}
				if a.differs(i, p) {
					kind, err := kindOf(s, p.Name, a.Says[i].Accepts())
					if err != nil {
						return err
					}
					kinds[i] = kind
				}
			}
			a.Kinds = string(kinds)
			asked.Inputs = append(asked.Inputs, a)
			n++
		}
		r.Groups = append(r.Groups, asked)
	}
	return nil
}

// contains reports whether every member of the rule is is a member of rule. Both are names from
// memberships. If is is "", contains reports false.
func contains(rule, is string) bool {
	absolute := is == "rfc3986 URI" || is == "rfc3987 IRI"
	ascii := is == "rfc3986 URI" || is == "rfc3986 URI-reference"
	switch rule {
	case "rfc3986 URI":
		return absolute && ascii
	case "rfc3987 IRI":
		return absolute
	case "rfc3986 URI-reference":
		return ascii
	}
	return is != ""
}

// differs reports whether p, the parser i, accepts the input and its rule does not, or the reverse.
// Missing parsers and inputs that the parser was not asked about do not differ.
func (a *Answer) differs(i int, p Parser) bool {
	says := a.Says[i]
	return p.Missing == "" && says != NotAsked && says.Accepts() != contains(p.Rule, a.Is)
}

// Partial returns the parsers that are missing.
func (r *Record) Partial() (missing []Parser) {
	for _, p := range r.Parsers {
		if p.Missing != "" {
			missing = append(missing, p)
		}
	}
	return missing
}

// Count returns four numbers for parser i: of its wrong accepts, of its wrong rejects without
// panics, of the inputs that it was not asked about, and of its panics.
func (r *Record) Count(i int) (accepts, rejects, notAsked, panics int) {
	for _, g := range r.Groups {
		for _, a := range g.Inputs {
			switch {
			case a.Says[i] == NotAsked:
				notAsked++
			case a.Says[i] == Panics:
				panics++
			case !a.differs(i, r.Parsers[i]):
			case a.Says[i].Accepts():
				accepts++
			default:
				rejects++
			}
		}
	}
	return accepts, rejects, notAsked, panics
}

// JSON writes the record as JSON, with one line for each parser and for each input.
func (r *Record) JSON(w io.Writer) error {
	var b bytes.Buffer
	encode := func(v any) error {
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return err
		}
		b.Truncate(b.Len() - 1) // the newline
		return nil
	}
	field := func(before string, v any) error { b.WriteString(before); return encode(v) }
	errs := []error{field("{\n\"date\": ", r.Date), field(",\n\"command\": ", r.Command),
		field(",\n\"revision\": ", r.Revision)}
	separator := ",\n\"parsers\": [\n"
	for _, p := range r.Parsers {
		errs = append(errs, field(separator, p))
		separator = ",\n"
	}
	separator = "\n],\n\"groups\": [\n"
	for _, g := range r.Groups {
		errs = append(errs, field(separator+"{\"title\": ", g.Title), field(", \"from\": ", g.From))
		separator = ", \"inputs\": [\n"
		for _, a := range g.Inputs {
			errs = append(errs, field(separator, a))
			separator = ",\n"
		}
		b.WriteString("\n]}")
	}
	b.WriteString("\n]\n}\n")
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return errs[i]
	}
	_, err := w.Write(b.Bytes())
	return err
}
