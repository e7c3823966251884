package fuzz

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// A ported is a language for which files are generated, with a way to run them.
type ported struct {
	language string
	file     string // the name of the generated file
	program  string // which must be installed
	options  string // the name and options of a C compiler
	text     bool   // whether strings are text rather than bytes
	units    func(s string) int
	prepare  func(t *testing.T, dir string, rules []tables.Rule) *exec.Cmd // returns the runner
}

// compilers are the C compilers to test with; .ci/full installs all of them.
var compilers = [][]string{
	{"gcc", "-O2"},
	{"gcc", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"},
	{"gcc", "-O2", "-Drfc3986_NO_AVX512", "-Drfc3987_NO_AVX512"},
	{"gcc", "-O2", "-Drfc3986_NO_SIMD", "-Drfc3987_NO_SIMD"},
	{"clang", "-O2"},
	{"zig", "cc", "-O2"},
	{"s390x-linux-gnu-gcc", "-O2", "-static"},
	{"aarch64-linux-gnu-gcc", "-O2", "-static"},
}

// portedLanguages returns the languages, with C once for each compiler.
func portedLanguages() []ported {
	list := []ported{
		{"rust", "ported.rs", "rustc", "", false, bytesOf, prepareRust},
		{"java", "Ported.java", "javac", "", true, unitsOf, prepareJava},
		{"js", "ported.mjs", "node", "", true, unitsOf, func(t *testing.T, dir string, _ []tables.Rule) *exec.Cmd {
			return exec.Command("node", source(t, "main.mjs"), filepath.Join(dir, "ported.mjs"))
		}},
		{"python", "ported.py", "python3", "", true, utf8.RuneCountInString, func(t *testing.T, dir string, _ []tables.Rule,
		) *exec.Cmd {
			return exec.Command("python3", source(t, "main.py"), filepath.Join(dir, "ported.py"))
		}},
	}
	for _, c := range compilers {
		list = append(list, ported{"c", "ported.c", c[0], strings.Join(c, " "), false, bytesOf, prepareC(c)})
	}
	return list
}

// name returns the language and the program, or the compiler with its first option.
func (p *ported) name() string {
	if p.language == "c" {
		return p.options
	}
	return p.language + " " + p.program
}

func bytesOf(s string) int { return len(s) }

func unitsOf(s string) int { return len(utf16.Encode([]rune(s))) }

// source returns the absolute path of a runner.
func source(t *testing.T, name string) string {
	path, err := filepath.Abs(filepath.Join("testdata", "port", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Files generated in other languages give the same results as the Go tables: verdicts, prefixes,
// and offsets of errors and components, on the complete suites of IRI, URI, IPv6address and the
// rules of RFC 3986, on the conformance suites, and on strings one or two edits away from members.
func TestPorts(t *testing.T) {
	for _, p := range portedLanguages() {
		t.Run(p.name(), func(t *testing.T) {
			if _, err := exec.LookPath(p.program); err != nil {
				if os.Getenv("IRI_REQUIRE_ENGINES") != "" {
					t.Fatal(err)
				}
				t.Skipf("%s is not installed", p.program)
			}
			if !testkit.Long() && !slices.Contains([]string{"gcc -O2", "js node", "python python3"}, p.name()) {
				t.Skip("only with -long, as in .ci/full")
			}
			t.Parallel()
			for _, rules := range [][]tables.Rule{
				{rfc3987.IRI, rfc3987.IPv6address, rfc3987.IRIReference}, allOf(t, "rfc3986"),
			} {
				t.Run(rules[0].Grammar(), func(t *testing.T) { p.compare(t, rules) })
			}
		})
	}
}

func allOf(t *testing.T, grammar string) (rules []tables.Rule) {
	for _, r := range compiled(t, grammar).Rules {
		if r.Own() && r.Table != "" {
			rules = append(rules, shipped(t, r))
		}
	}
	return rules
}

func (p *ported) compare(t *testing.T, rules []tables.Rule) {
	dir := t.TempDir()
	var names []string
	for _, r := range rules {
		names = append(names, r.Name())
	}
	g, opt := compiledWithPlaces(t, rules[0].Grammar(), names...), port.Options{Language: p.language, Rules: names}
	if opt.Command, opt.Class = "abnf gen", "Ported"; hasHosts(rules) {
		opt.Sets = []build.DeclaredSet{hosts}
	}
	text, _, err := port.File(g, opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, p.file), text, 0o666); err != nil {
		t.Fatal(err)
	}
	runner := p.prepare(t, dir, rules)
	var in bytes.Buffer
	var want []string
	for _, r := range rules {
		for _, s := range portStrings(t, r) {
			if p.text && !utf8.ValidString(s) {
				continue
			}
			fmt.Fprintf(&in, "%s\t%x\n", p.id(r), s)
			want = append(want, p.results(r, s))
		}
	}
	if hasHosts(rules) {
		set, err := g.Set(hosts.Name, hosts.Rules...)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range portStrings(t, rfc3986.Host) {
			if !p.text || utf8.ValidString(s) {
				fmt.Fprintf(&in, "%s\t%x\n", hosts.Name, s)
				want = append(want, p.classified(set, s))
			}
		}
	}
	lines := bytes.Clone(in.Bytes())
	runner.Stdin, runner.Dir = &in, dir
	out, err := runner.Output()
	if status := (*exec.ExitError)(nil); errors.As(err, &status) {
		t.Fatalf("%v: %.3000s", err, status.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d results for %d strings", len(got), len(want))
	}
	for i := range want {
		if strings.TrimSpace(got[i]) != want[i] {
			t.Fatalf("%s: got %s, want %s", strings.Split(string(lines), "\n")[i], got[i], want[i])
		}
	}
	t.Logf("%d strings", len(want))
}

// hosts is the set that goes into the file for RFC 3986.
var hosts = build.DeclaredSet{Name: "hosts", Rules: []string{"IPv4address", "reg-name", "IP-literal", "port"}}

func hasHosts(rules []tables.Rule) bool { return rules[0].Grammar() == "rfc3986" }

// classified returns what a runner prints for a string and the set: the number of the first rule
// and, for languages with tokens, the length of the longest prefix and its rule.
func (p *ported) classified(set tables.Set, s string) string {
	if p.text {
		return fmt.Sprint(set.First(s))
	}
	rule, n := set.Prefix(s)
	if n <= 0 {
		rule, n = -1, 0
	}
	return fmt.Sprintf("%d %d %d", set.First(s), n, rule)
}

// id returns the identifier of a rule.
func (p *ported) id(r tables.Rule) string {
	id := strings.ReplaceAll(r.Name(), "-", "_")
	if p.language == "rust" {
		return strings.ToLower(id)
	}
	return id
}

// portStrings returns the strings to test a rule with.
func portStrings(t *testing.T, r tables.Rule) (list []string) {
	premise := automaton.AlikeBytes
	if testkit.Long() {
		premise = automaton.MistakenBytes
	}
	full := testkit.Long() // otherwise, every eighth string of a large rule's suite
	n := 0
	for s := range suiteOf(t, r.Grammar(), r.Name(), premise).Tests() {
		if n++; r.States() < 100 || full || n%8 == 0 {
			list = append(list, s)
		}
	}
	if r == rfc3987.IRI || r == rfc3987.IRIReference || r == rfc3986.URI {
		for _, s := range slices.Concat(inputs(), conformance(t), ownSuite()) {
			list = append(list, s, strings.Repeat("\x00", 3)+s, s+strings.Repeat("é", 9))
		}
	}
	drawer, random := sampler.New(underTest(r).machine), rand.New(rand.NewPCG(9, 8))
	for range testkit.Fewest(8000) { // mostly up to four blocks of the region kernels
		member := drawer.Draw(random, random.IntN(200), nil)
		list = append(list, string(member), string(edit(random, member)), string(edit(random, edit(random, member))))
	}
	return append(list, "\x00", strings.Repeat("a", 100_000), "\xC3", "a\xC3(", "http://[::1\xF0\x9F")
}

// results returns what a runner prints for a string, computed by package tables.
func (p *ported) results(r tables.Rule, s string) string {
	prefix := -1
	if n := r.Prefix(s); n >= 0 {
		prefix = p.units(s[:n])
	}
	offset := p.units(s)
	if e := (*tables.SyntaxError)(nil); errors.As(r.Check(s), &e) {
		offset = p.units(s[:e.Offset])
	}
	result := fmt.Sprintf("%t %d %d", r.Valid(s), prefix, offset)
	if x, ok := r.Split(s); ok {
		at := 0
		for i, c := range r.Components() {
			begin, end := at+c.Prefix, at+x[i]-c.Suffix
			if at += x[i]; x[i] == 0 && c.Prefix+c.Suffix > 0 {
				result += " -1--1"
				continue
			}
			result += fmt.Sprintf(" %d-%d", p.units(s[:begin]), p.units(s[:end]))
		}
	}
	return result
}

// must runs a command that prepares a runner.
func must(t *testing.T, cmd *exec.Cmd) {
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%.3000s", cmd, err, out)
	}
}

func write(t *testing.T, dir, name, text string) string {
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func prepareC(compiler []string) func(*testing.T, string, []tables.Rule) *exec.Cmd {
	return func(t *testing.T, dir string, rules []tables.Rule) *exec.Cmd {
		var b strings.Builder
		b.WriteString("#define DISPATCH")
		for _, r := range rules {
			id := r.Grammar() + "_" + strings.ReplaceAll(r.Name(), "-", "_")
			fmt.Fprintf(&b, " if (!strcmp(line, \"%s\")) { printf(\"%%s %%td %%zu\", %s_valid(text, n) ? \"true\" : \"false\", "+
				"%[2]s_prefix(text, n), %[2]s_error_offset(text, n));", strings.ReplaceAll(r.Name(), "-", "_"), id)
			if len(r.Components()) > 0 {
				fmt.Fprintf(&b, " struct %s_parts parts; if (%[1]s_split(text, n, &parts)) {", id)
				for _, c := range r.Components() {
					fmt.Fprintf(&b, " part(parts.%s.begin, parts.%[1]s.end);", c.Name)
				}
				b.WriteString("}")
			}
			b.WriteString("}")
		}
		if hasHosts(rules) {
			b.WriteString(" if (!strcmp(line, \"hosts\")) { int rule; size_t length = rfc3986_hosts_token(text, n, &rule); " +
				"printf(\"%d %zu %d\", rfc3986_hosts_classify(text, n), length, rule); }")
		}
		write(t, dir, "dispatch.h", b.String()+"\n")
		out := filepath.Join(dir, "runner")
		args := append(compiler[1:], "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror",
			"-DPORTED=\""+filepath.Join(dir, "ported.c")+"\"", "-include", filepath.Join(dir, "dispatch.h"), "-o", out,
			source(t, "main.c"))
		must(t, exec.Command(compiler[0], args...))
		if machine, _, cross := strings.Cut(compiler[0], "-linux-"); cross {
			return exec.Command("qemu-"+machine+"-static", out)
		}
		return exec.Command(out)
	}
}

func prepareRust(t *testing.T, dir string, rules []tables.Rule) *exec.Cmd {
	var b strings.Builder
	b.WriteString("match rule {\n")
	for _, r := range rules {
		id := strings.ToLower(strings.ReplaceAll(r.Name(), "-", "_"))
		fmt.Fprintf(&b, "%q => { use ported::%[1]s as r; let mut out = format!(\"{} {} {}\", r::valid(&text), "+
			"r::prefix(&text).map_or(-1, |n| n as isize), r::error_offset(&text));\n", id)
		if len(r.Components()) > 0 {
			b.WriteString("if let Some(parts) = r::split(&text) {")
			for _, c := range r.Components() {
				option := "parts." + c.Name
				if c.Prefix+c.Suffix == 0 {
					option = "Some(" + option + ")"
				}
				fmt.Fprintf(&b, " out += &part(%s);", option)
			}
			b.WriteString("}\n")
		} else {
			b.WriteString("out += \"\";\n")
		}
		b.WriteString("out }\n")
	}
	if hasHosts(rules) {
		b.WriteString("\"hosts\" => { use ported::hosts as s; " +
			"let (n, rule) = s::token(&text).map_or((0, -1), |(n, r)| (n, r as isize)); " +
			"format!(\"{} {n} {rule}\", s::classify(&text).map_or(-1, |r| r as isize)) }\n")
	}
	b.WriteString("_ => panic!(\"{rule}\"),\n}\n")
	write(t, dir, "dispatch.rs", b.String())
	main, err := os.ReadFile(source(t, "main.rs"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "main.rs", string(main))
	out := filepath.Join(dir, "runner")
	must(t, exec.Command("rustc", "--edition", "2021", "-O", "-D", "warnings", "-A", "unused_mut", "-A", "dead_code",
		"-o", out, filepath.Join(dir, "main.rs")))
	return exec.Command(out)
}

func prepareJava(t *testing.T, dir string, rules []tables.Rule) *exec.Cmd {
	var b strings.Builder
	b.WriteString("class Dispatch {\n static String results(String rule, String text) {\n  switch (rule) {\n")
	for _, r := range rules {
		id := strings.ReplaceAll(r.Name(), "-", "_")
		fmt.Fprintf(&b, "  case %q: { String out = Ported.%[1]s.valid(text) + \" \" + Ported.%[1]s.prefix(text) + \" \" + "+
			"Ported.%[1]s.errorOffset(text);\n", id)
		if len(r.Components()) > 0 {
			fmt.Fprintf(&b, "   Ported.%s.Parts p = Ported.%[1]s.split(text);\n   if (p != null) { out +=", id)
			for i, c := range r.Components() {
				if i > 0 {
					b.WriteString(" +")
				}
				fmt.Fprintf(&b, " Main.part(p.%sBegin, p.%[1]sEnd)", c.Name)
			}
			b.WriteString("; }\n")
		}
		b.WriteString("   return out; }\n")
	}
	if hasHosts(rules) {
		b.WriteString("  case \"hosts\": return \"\" + Ported.hosts.classify(text);\n")
	}
	b.WriteString("  default: throw new IllegalArgumentException(rule);\n  }\n }\n}\n")
	write(t, dir, "Dispatch.java", b.String())
	must(t, exec.Command("javac", "-Xlint:all", "-Werror", "-d", dir, filepath.Join(dir, "Ported.java"),
		filepath.Join(dir, "Dispatch.java"), source(t, "Main.java")))
	return exec.Command("java", "-cp", dir, "Main")
}

// C batches give the same verdicts as the Go tables, both for lines and for strings with offsets.
func TestPortBatches(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	rule := rfc3987.IRI
	text, _, err := port.File(compiledWithPlaces(t, "rfc3987", "IRI"), port.Options{Language: "c", Rules: []string{"IRI"}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "ported.c", string(text))
	program := filepath.Join(dir, "batch")
	must(t, exec.Command("gcc", "-O2", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror",
		"-fsanitize=address,undefined",
		"-DPORTED=\""+filepath.Join(dir, "ported.c")+"\"", "-o", program, source(t, "batch.c")))
	var lines []string
	for i, s := range portStrings(t, rule) {
		if i < 20_000 && !strings.ContainsAny(s, "\r\n") && len(s) < 1000 {
			lines = append(lines, s)
		}
	}
	for _, in := range []string{"", "\n", "\r\n", "a:b", "a:b\r", "a:b\n", "\r\na:b\r\n\n", strings.Join(lines, "\n"),
		strings.Join(lines, "\r\n") + "\r\n"} {
		cmd := exec.Command(program)
		cmd.Stdin = strings.NewReader(in)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for line := range strings.Lines(in) {
			if strings.HasSuffix(line, "\n") {
				line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			}
			fmt.Fprint(&want, digit(rule.Valid(line)))
		}
		fmt.Fprintln(&want)
		matches, parts := 0, strings.Split(in, "\n")
		for i, part := range parts[:len(parts)-1] { // each string but the first begins with the LF before it
			valid := rule.Valid(strings.Repeat("\n", min(i, 1)) + part)
			fmt.Fprint(&want, digit(valid))
			matches += digit(valid)
		}
		fmt.Fprintf(&want, "\n%d\n", matches)
		if string(out) != want.String() {
			t.Errorf("%.100q: the batches print %.300q, want %.300q", in, out, want.String())
		}
	}
}

// compiledWithPlaces compiles rules of a bundled grammar with shift rows.
func compiledWithPlaces(t *testing.T, grammar string, rules ...string) *build.Grammar {
	bundled, _ := build.FindBundled(grammar)
	g, err := build.Compile(t.Context(), bundled.Source(),
		build.Options{Name: bundled.Name, Dialect: bundled.Dialect, Places: true, Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A table may be too large for a Java string literal, or for 16-bit offsets in the other languages.
func TestPortLarge(t *testing.T) {
	if !testkit.Long() {
		t.Skip("only with -long, as in .ci/full")
	}
	const document = "r = *15000( \"a\" / %x4E00-9FFF ) \"c\"\n"
	g, err := build.Compile(t.Context(), syntax.NewSource("large", document), build.Options{Name: "large", Places: true})
	if err != nil {
		t.Fatal(err)
	}
	member := strings.Repeat("\u4E00a", 7000) + "c"
	for _, language := range portedLanguages() {
		if _, err := exec.LookPath(language.program); err != nil || language.language == "c" && language.program != "gcc" {
			continue
		}
		dir, rule := t.TempDir(), g.Rule("r").Table
		text, _, err := port.File(g, port.Options{Language: language.language, Class: "Ported"})
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, language.file, string(text))
		if language.language == "rust" {
			write(t, dir, "main.rs", "#[path = \"ported.rs\"]\nmod ported;\nfn main() {\n    let mut s = String::new();\n"+
				"    std::io::Read::read_to_string(&mut std::io::stdin(), &mut s).unwrap();\n"+
				"    println!(\"{}\", ported::r::valid(s.as_bytes()));\n}\n")
			must(t, exec.Command("rustc", "-A", "dead_code", "-o", filepath.Join(dir, "runner"), filepath.Join(dir, "main.rs")))
			cmd := exec.Command(filepath.Join(dir, "runner"))
			cmd.Stdin = strings.NewReader(member)
			if out, err := cmd.Output(); err != nil || string(out) != "true\n" {
				t.Errorf("rust: %s, %v", out, err)
			}
			continue
		}
		runner := language.prepare(t, dir, []tables.Rule{rule})
		runner.Dir, runner.Stdin = dir, strings.NewReader(fmt.Sprintf("r\t%x\nr\t%x\n", member, member[1:]))
		want := language.results(rule, member) + "\n" + language.results(rule, member[1:]) + "\n"
		if language.text { // which member[1:] is not
			want = ""
			runner.Stdin = strings.NewReader(fmt.Sprintf("r\t%x\nr\t%x\n", member, member[3:]+"x"))
			for _, s := range []string{member, member[3:] + "x"} {
				want += language.results(rule, s) + "\n"
			}
		}
		if out, err := runner.Output(); err != nil || string(out) != want {
			t.Errorf("%s: %.300s, want %s (%v)", language.language, out, want, err)
		}
	}
}
