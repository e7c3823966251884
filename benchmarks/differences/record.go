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

// Says is what a parser says of a string: one of the constants, or a [Host].
type Says string

// What a parser can say.
const (
	Rejected Says = "!"
	NoHost   Says = "-" // accepted, without a host
	Accepted Says = "+" // accepted, by a parser that tells no hosts
	NotAsked Says = "?" // the string cannot be given to the parser: it is not UTF-8, or has a NUL
	Panics   Says = "^"
)

// Host is that a string is accepted and has this host.
func Host(host string) Says { return Says("=" + strings.ReplaceAll(Escape(host), " ", `\x20`)) }

// Accepts reports whether the string is accepted.
func (s Says) Accepts() bool {
	return s == NoHost || s == Accepted || strings.HasPrefix(string(s), "=")
}

// valid returns an error for what no parser can say.
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

// host returns the host that a parser sees, in a form in which the same host is the same string
// for all: without brackets, in small letters, as ASCII (RFC 3492, without any mapping), and an
// IPv6 address as RFC 5952 writes it. No host and an empty one are the same. ok is false when the
// parser does not say.
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

// lower makes the letters of ASCII small.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// A Parser is a column of the page.
type Parser struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Version  string `json:"version"`
	Rule     string `json:"rule"`              // that it claims to implement, or that comes nearest
	Missing  string `json:"missing,omitempty"` // why it is not there and the command that installs it
}

// A Record is what the parsers said at some time.
type Record struct {
	Date     string   `json:"date"`
	Command  string   `json:"command"`
	Revision string   `json:"revision"`
	Parsers  []Parser `json:"parsers"`
	Groups   []Asked  `json:"groups"`
}

// Asked is a group of inputs that parsers were asked about.
type Asked struct {
	Title  string   `json:"title"`
	From   string   `json:"from,omitempty"`
	Inputs []Answer `json:"inputs"`
}

// An Answer is what there is to say of one input.
type Answer struct {
	Input string `json:"input"` // with escapes
	Is    string `json:"is"`    // the smallest rule that it is a member of; "" when it is of none
	Says  []Says `json:"says"`  // by parser; "" of one that is missing
	Kinds string `json:"kinds"` // by parser: the letter of the kind of difference, or "."
}

//go:embed differences.json
var recorded []byte

// Recorded returns what was recorded last.
func Recorded() (*Record, error) {
	r := new(Record)
	err := json.Unmarshal(recorded, r)
	return r, err
}

// memberships are the rules that Is may name, the smallest first.
var memberships = []string{"rfc3986 URI", "rfc3987 IRI", "rfc3986 URI-reference", "rfc3987 IRI-reference"}

// membership returns the smallest rule that s is a member of.
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

// Fill puts in what the parsers said about the inputs of all groups in turn, and of which kind
// each difference is.
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

// contains reports whether the rule of a name has what is a member of another, at least.
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

// differs reports whether parser i says something else than its rule.
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

// Count returns how often parser i accepts and rejects wrongly, and how often it could not be asked.
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

// JSON writes the record, an input a line.
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
	errs := []error{field("{\n\"date\": ", r.Date), field(",\n\"command\": ", r.Command), field(",\n\"revision\": ", r.Revision)}
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
