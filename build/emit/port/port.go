// Package port writes the tables of a grammar in languages other than Go, as one self-contained
// file per language.
//
// A language is a template and a row in languages. The template receives a value of type file, with
// numbers and names; everything else about the language is in the template.
//
// The exported names of this package may change in any version.
package port

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables/machine"
)

// Options selects what a file contains.
type Options struct {
	Language string              // one of Languages
	Rules    []string            // the rules to write
	Sets     []build.DeclaredSet // the sets to write; without rules and sets, everything that has a table
	Only     bool                // write only the function valid
	Class    string              // the name of the Java class, which is also the name of its file
	Package  string              // the package of this class, if any
	Command  string              // the command that writes the file, for its header
}

// A language describes how a language writes names. Its template is NAME.tmpl.
type language struct {
	name     string
	keywords string // words that cannot be names, including those that the template uses
	inside   string // in the namespace of a set: names that the template uses
	suffixes string // what the template appends to the names of rules and sets to make other names
	bytes    bool   // functions take bytes, so a rule may match strings that are not UTF-8
	lower    bool   // names are in lowercase
}

var languages = []language{
	{name: "c", bytes: true, suffixes: "valid valid_lines valid_offsets prefix error_offset split classify token",
		keywords: `
		auto break case char const continue default do double else enum extern float for goto if inline int
		long register restrict return short signed sizeof static struct switch typedef union unsigned void
		volatile while bool true false class new delete this`},
	{name: "rust", bytes: true, lower: true, inside: "START OFFSET ROWS LABEL", keywords: `
		as async await become box break const continue crate do dyn else enum extern false final fn for gen
		if impl in let loop macro match mod move mut override priv pub ref return self static struct super
		trait true try type typeof unsafe unsized use virtual where while yield`},
	{name: "js", inside: "classify", keywords: `
		arguments await break case catch class const continue debugger default delete do else enum eval
		export extends false finally for function if implements import in instanceof interface let new null
		package private protected public return static super switch this throw true try typeof var void
		while with yield
		Array Object Uint16Array Uint32Array Uint8Array`},
	{name: "java", inside: "OFFSET ROWS LABEL", keywords: `
		abstract assert boolean break byte case catch char class const continue default do double else enum
		extends final finally float for goto if implements import instanceof int interface long native new
		package private protected public return short static strictfp super switch synchronized this throw
		throws transient true false null try void volatile while
		Character CharSequence String`},
	{name: "python", inside: "classify", keywords: `
		False None True and as assert async await class continue break def del elif else except finally for
		from global if import in is lambda nonlocal not or pass raise return try while with yield Any
		NamedTuple Optional Tuple annotations bool bytes int len list range str
		classmethod enumerate id zip`},
}

// Languages returns the languages in which files can be written.
func Languages() (names []string) {
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

//go:embed *.tmpl
var templates embed.FS

// File returns the file for rules of g. The text depends only on the grammar and the options. If
// the options name no rule and no set, File writes all rules and declared sets, omits those that
// the language cannot express, and returns a [*RuleError] for each.
func File(g *build.Grammar, opt Options) (text []byte, omitted []*RuleError, err error) {
	i := slices.IndexFunc(languages, func(l language) bool { return l.name == opt.Language })
	if i < 0 {
		return nil, nil, fmt.Errorf("unknown language %q; the languages are %s",
			opt.Language, strings.Join(Languages(), ", "))
	}
	l := languages[i]
	f, omitted, err := newFile(g, l, opt)
	if err != nil {
		return nil, nil, err
	}
	source, err := templates.ReadFile(l.name + ".tmpl")
	if err != nil {
		return nil, nil, err
	}
	text, err = execute(l.name+".tmpl", string(source), f)
	return text, omitted, err
}

// A RuleError reports why a rule or set cannot be written in a language.
type RuleError struct {
	Name string
	Err  error
}

func (e *RuleError) Error() string { return e.Name + ": " + e.Err.Error() }

func (e *RuleError) Unwrap() error { return e.Err }

// A file is the data for a template.
type file struct {
	Document, Hash, Command string // for the header
	Grammar                 string // the name of the grammar as an identifier
	Class, Package          string // for Java
	Only                    bool
	Rules, Sets             []*rule
}

// HasParts reports whether some rule has components.
func (f *file) HasParts() bool {
	return !f.Only && slices.ContainsFunc(f.Rules, func(r *rule) bool { return r.Components != nil })
}

// HasRegions reports whether some rule has a region kernel.
func (f *file) HasRegions() bool {
	return slices.ContainsFunc(f.Rules, func(r *rule) bool { return r.Regions != nil })
}

// HasPlaces reports whether some rule has shift rows.
func (f *file) HasPlaces() bool {
	return slices.ContainsFunc(f.Rules, func(r *rule) bool { return r.Places != nil })
}

// A rule is the table of a rule or set. States and bytes are indexes.
type rule struct {
	Name, ID string // as spelled in the grammar, and as an identifier
	Grammar  string
	Start    int
	States   int   // including the dead state 0
	ClassOf  []int // by byte: its class
	Classes  int
	Offset   []int // by byte: where the row of its class begins
	Rows     []int // Rows[Offset[b]+q] is the state after q on the byte b
	ByState  []int // ByState[q*Classes+c] is the state after q on a byte of class c
	Flags    []int // by state: 1 if it accepts, plus 2 if it is inside the UTF-8 form of a character
	Places   []*places

	Regions []int // 512 bytes for the region kernels: classes, and sets of ASCII and of other bytes; or nil
	opaque  bool  // "//" may be missing after the colon of a scheme

	Labels  []int    // of a set, by state: the number of the first matching rule plus 1, or 0
	Members []member // of a set: its rules

	Components []component
	SlotOf     []int // by state: an index into First and Second
	First      []int // by slot: see machine.Slot
	Second     []int
}

// Accepts returns, for each state, 1 if it accepts, and 0 otherwise.
func (w *rule) Accepts() (list []int) {
	for _, flags := range w.Flags {
		list = append(list, flags&1)
	}
	return list
}

// A member is a rule of a set.
type member struct {
	Name, ID string
	Number   int
}

// A component is a part of a rule's strings. Prefix and Suffix are the lengths in bytes of its
// delimiters.
type component struct {
	Name, ID       string
	Index          int
	Prefix, Suffix int
}

// Optional reports whether the component may be missing, not only empty.
func (c component) Optional() bool { return c.Prefix+c.Suffix > 0 }

// places are a set of shift rows; see package tables/internal/format. A rule has two: the front,
// up to the first block of eight bytes in which some byte is not ASCII, and the rest.
type places struct {
	Name        string
	Front       bool
	First       int      // in a front: the place of the start before the first byte
	Rows        []uint64 // by byte
	State       []int    // by place
	Of          []int    // by state: its place, or the spill
	Stops       uint64   // the bits of the dead place and of the spill
	Dead, Spill int
}

// ASCII returns the shift rows of ASCII characters.
func (p *places) ASCII() []uint64 { return p.Rows[:0x80] }

func newFile(g *build.Grammar, l language, opt Options) (f *file, omitted []*RuleError, err error) {
	f = &file{
		Document: comment(g.Source.Name), Hash: fmt.Sprintf("%x", sha256.Sum256([]byte(g.Source.Document().Text))),
		Command: comment(opt.Command), Only: opt.Only, Class: opt.Class, Package: opt.Package,
		Grammar: fold(g.Name, l),
	}
	sets, everything := opt.Sets, len(opt.Rules)+len(opt.Sets) == 0
	if everything {
		sets = g.DeclaredSets()
		for _, r := range g.DeclaredAlternatives() {
			omitted = append(omitted, &RuleError{"the set of alternatives of " + r.Name, errors.New("it is written only in Go")})
		}
	}
	names := words(l.keywords, opt.Class)
	for _, r := range g.Rules {
		asked := slices.ContainsFunc(opt.Rules, func(name string) bool { return g.Rule(name) == r })
		if r.Table == "" || !asked && (!everything || !r.Own()) {
			continue
		}
		w, err := newRule(r, l)
		switch e := (&RuleError{r.Name, err}); {
		case err == nil:
		case asked:
			return nil, nil, e
		default:
			omitted = append(omitted, e)
			continue
		}
		w.Grammar = f.Grammar
		w.ID = l.distinct(w.ID, names)
		f.Rules = append(f.Rules, w)
	}
	for _, s := range sets {
		w, err := newSet(g, s, l)
		switch e := (&RuleError{s.Name, err}); {
		case err == nil:
		case !everything:
			return nil, nil, e
		default:
			omitted = append(omitted, e)
			continue
		}
		w.Grammar = f.Grammar
		w.ID = l.distinct(w.ID, names)
		w.nameMembers(l, names)
		f.Sets = append(f.Sets, w)
	}
	if len(f.Rules)+len(f.Sets) == 0 {
		return nil, nil, fmt.Errorf("no rule in the grammar %s has a table", g.Name)
	}
	return f, omitted, nil
}

// comment returns s with replacements for anything that could end a comment or a documentation
// string, or be invisible in one.
func comment(s string) string {
	s = strings.NewReplacer("*/", "* /", `\`, "/", `"`, "'").Replace(s)
	return strings.Map(func(c rune) rune {
		if !strconv.IsPrint(c) {
			return '?'
		}
		return c
	}, s)
}

// fold returns a name as an identifier, with "_" for every character that is not an ASCII letter or
// digit.
func fold(name string, l language) string {
	id := strings.Map(func(c rune) rune {
		if c < 0x80 && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z') {
			return c
		}
		return '_'
	}, name)
	if l.lower {
		id = strings.ToLower(id)
	}
	if strings.Trim(id, "_") == "" {
		id = "rule"
	}
	if id[0] <= '9' {
		id = "_" + id
	}
	return id
}

// distinct returns id, followed by a number if names already contains id or a name that the
// template derives from id. It adds the result and the names derived from it to names.
func (l language) distinct(id string, names map[string]bool) string {
	derived := func(id string) []string {
		list := []string{id}
		for _, suffix := range strings.Fields(l.suffixes) {
			list = append(list, id+"_"+suffix)
		}
		return list
	}
	unique := id
	for i := 2; slices.ContainsFunc(derived(unique), func(name string) bool { return names[name] }); i++ {
		unique = fmt.Sprintf("%s_%d", id, i)
	}
	for _, name := range derived(unique) {
		names[name] = true
	}
	return unique
}

// nameMembers gives the rules of a set distinct names. Without namespaces, these also differ from
// names, to which it adds them.
func (w *rule) nameMembers(l language, names map[string]bool) {
	if l.inside != "" { // a namespace; without one, rule numbers are top-level names
		names = words(l.keywords, l.inside)
	}
	for i, m := range w.Members {
		if l.inside == "" {
			m.ID = w.ID + "_" + m.ID
		}
		w.Members[i].ID = l.distinct(m.ID, names)
	}
}

// IsName reports whether name can be the name of a class in a language.
func IsName(of, name string) bool {
	i := slices.IndexFunc(languages, func(l language) bool { return l.name == of })
	return i >= 0 && name != "" && fold(name, languages[i]) == name && !words(languages[i].keywords)[name]
}

// words returns the set of the words in lists.
func words(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(strings.Join(lists, " ")) {
		set[word] = true
	}
	return set
}

func newRule(r *build.Rule, l language) (*rule, error) {
	m, err := machine.Of(r.Table)
	if err != nil {
		return nil, err
	}
	w, err := newTable(r.Name, m, l)
	if err != nil {
		return nil, err
	}
	w.place(m)
	w.split(m, l)
	if m.Regions != nil {
		w.regions(m.Regions)
	}
	return w, nil
}

func newSet(g *build.Grammar, s build.DeclaredSet, l language) (*rule, error) {
	table, err := g.Set(s.Name, s.Rules...)
	if err != nil {
		return nil, err
	}
	m, err := machine.OfSet(table)
	if err != nil {
		return nil, err
	}
	w, err := newTable(s.Name, &m.Machine, l)
	if err != nil {
		return nil, err
	}
	for _, matches := range m.Matches {
		label := 0
		if len(matches) > 0 {
			label = matches[0] + 1
		}
		w.Labels = append(w.Labels, label)
	}
	for i, name := range m.Rules {
		id := fold(name, l)
		if l.name == "rust" {
			id = strings.ToUpper(id)
		}
		w.Members = append(w.Members, member{comment(name), id, i})
	}
	return w, nil
}

// newTable returns a rule with the fields that rules and sets share.
func newTable(name string, m *machine.Machine, l language) (*rule, error) {
	if m.Calls {
		return nil, errors.New("the table counts calls, which only the Go package supports; use --depth or --superset")
	}
	w := &rule{Name: comment(name), ID: fold(name, l), Start: int(m.Start), States: m.States(), Classes: m.Count}
	for _, c := range m.Class {
		w.ClassOf, w.Offset = append(w.ClassOf, int(c)), append(w.Offset, int(c)*m.States())
	}
	for _, to := range m.Next {
		w.ByState = append(w.ByState, int(to))
	}
	for c := range m.Count {
		for q := range m.States() {
			w.Rows = append(w.Rows, int(m.Next[q*m.Count+c]))
		}
	}
	for q, accept := range m.Accept {
		flags := 0
		if accept {
			flags = 1
		}
		if q != 0 && m.Expect[q] == nil {
			flags |= 2
		}
		w.Flags = append(w.Flags, flags)
	}
	if !l.bytes && !utf8Only(m) {
		return nil, errors.New("it matches bytes that are not UTF-8, which strings in this language cannot hold")
	}
	return w, nil
}

// utf8Only reports whether all strings of m are UTF-8: no byte over 0x7F leads from a state outside
// a UTF-8 sequence to a state outside one.
func utf8Only(m *machine.Machine) bool {
	for q := range m.States() {
		for b := 0x80; b < 0x100; b++ {
			to := m.Next[q*m.Count+int(m.Class[b])]
			if to != 0 && m.Expect[q] != nil && m.Expect[to] != nil {
				return false
			}
		}
	}
	return true
}

// place sets the shift rows.
func (w *rule) place(m *machine.Machine) {
	if m.Front == nil || m.Rest == nil {
		return
	}
	for i, set := range []*machine.Places{m.Front, m.Rest} {
		rows := m.ShiftRows(set)
		p := &places{
			Name: []string{"front", "rest"}[i], Front: i == 0, Rows: rows[:], State: make([]int, 64),
			Of: slices.Repeat([]int{int(set.Spill)}, m.States()), Stops: 1<<set.Dead | 1<<set.Spill,
			Dead: int(set.Dead), Spill: int(set.Spill),
		}
		for i, s := range set.States {
			if p.State[s.At] = int(s.State); i == 0 && p.Front {
				p.First = int(s.At) // only NUL leads to this place
			} else {
				p.Of[s.State] = int(s.At)
			}
		}
		w.Places = append(w.Places, p)
	}
}

// regions sets the data of the region kernels; see package tables/internal/hier.
func (w *rule) regions(r *machine.Regions) {
	w.opaque, w.Regions = r.Opaque, make([]int, 512)
	for b, class := range r.Class {
		w.Regions[b] = int(class)
		for bit := range 8 {
			if class>>bit&1 != 0 { // in sets, as package machine encodes them
				w.Regions[256+b/128*128+16*bit+b&15] |= 1 << (b >> 4 & 7)
			}
		}
	}
}

// A Kernel is the data for the template of a region kernel.
type Kernel struct {
	Name, ISA, Target string
	Opaque            bool
}

// Kernel returns the kernel of w for an instruction set. target is the attribute of its function.
func (w *rule) Kernel(isa, target string) Kernel {
	return Kernel{w.Grammar + "_" + w.ID, isa, target, w.opaque}
}

// split sets the components.
func (w *rule) split(m *machine.Machine, l language) {
	names := words(l.keywords)
	for i, c := range m.Components {
		id := language{}.distinct(fold(c.Name, language{lower: true}), names)
		w.Components = append(w.Components, component{c.Name, id, i, c.Prefix, c.Suffix})
	}
	for _, s := range m.Slots {
		w.First, w.Second = append(w.First, s.First), append(w.Second, s.Second)
	}
	for _, slot := range m.SlotOf {
		w.SlotOf = append(w.SlotOf, int(slot))
	}
}

// ints writes numbers, separated by commas, in lines of at most 100 columns.
func ints(list []int) string {
	return lines(len(list), func(i int) string { return fmt.Sprint(list[i]) }, ",")
}

// longs writes 64-bit numbers.
func longs(list []uint64, suffix string) string {
	return lines(len(list), func(i int) string { return fmt.Sprintf("%#x%s", list[i], suffix) }, ",")
}

func lines(n int, item func(i int) string, separator string) string {
	var b strings.Builder
	column := 0
	for i := range n {
		text := item(i)
		if i > 0 {
			b.WriteString(separator)
		}
		if column += len(text) + len(separator); i > 0 && column > 100 {
			b.WriteByte('\n')
			column = len(text) + len(separator)
		}
		b.WriteString(text)
	}
	return b.String()
}

// chars writes 16-bit numbers as Java string literals, one character each, because an array
// initializer is limited to some 10,000 elements. A literal is limited to 65,535 bytes of modified
// UTF-8, so there are several, separated by commas.
func chars(list []int) string {
	var b strings.Builder
	i := 0
	for literal := range slices.Chunk(list, 20_000) {
		for line := range slices.Chunk(literal, 24) {
			switch i++; {
			case i == 1:
			case len(line) > 0 && &line[0] == &literal[0]:
				b.WriteString(",\n            ")
			default:
				b.WriteString("\n            + ")
			}
			b.WriteByte('"')
			for _, n := range line {
				if n < 0x100 {
					fmt.Fprintf(&b, `\%03o`, n)
				} else {
					fmt.Fprintf(&b, `\u%04x`, n)
				}
			}
			b.WriteByte('"')
		}
	}
	return b.String()
}

// longChars is like chars for 64-bit numbers, each of which takes four characters.
func longChars(list []uint64) string {
	var parts []int
	for _, n := range list {
		parts = append(parts, int(n>>48), int(n>>32&0xFFFF), int(n>>16&0xFFFF), int(n&0xFFFF))
	}
	return chars(parts)
}
