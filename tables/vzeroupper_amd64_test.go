//go:build amd64 && gc && !purego

package tables_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file reads the assembly of the package. A function that uses the registers Y0 to Y15, or Z0
// to Z15, must zero their upper halves before it returns, because otherwise the caller's SSE
// instructions are slower. No verdict depends on this.

// An assembler expands macros as Go's assembler does, to the extent that this package needs it.
type assembler struct {
	testing.TB
	macros map[string]*macro
	lines  []string // expanded, one instruction, label or directive per line
}

type macro struct {
	params []string // nil for a macro without parentheses
	body   string
}

var (
	asmName     = regexp.MustCompile(`[A-Za-z_]\w*`)
	asmDefine   = regexp.MustCompile(`(?s)^#define\s+(\w+)(\([^)]*\))?[ \t]*(.*)$`)
	asmLabel    = regexp.MustCompile(`^(\w+):\s*(.*)$`)
	asmVectors  = regexp.MustCompile(`\b[YZ](\d|1[0-5])\b`)
	asmComments = regexp.MustCompile(`//[^\n]*`)
)

// read appends the lines of a file and of the files that it includes.
func (a *assembler) read(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		a.Fatal(err)
	}
	whole := strings.ReplaceAll(asmComments.ReplaceAllString(string(text), ""), "\\\n", "\x00")
	for line := range strings.SplitSeq(whole, "\n") {
		line = strings.TrimSpace(strings.ReplaceAll(line, "\x00", "\n"))
		switch name, rest, _ := strings.Cut(line, " "); {
		case name == "#include":
			if file := strings.Trim(strings.TrimSpace(rest), `"`); file != "textflag.h" && file != "go_asm.h" {
				a.read(filepath.Join(filepath.Dir(path), file))
			}
		case name == "#undef":
			delete(a.macros, strings.TrimSpace(rest))
		case name == "#define":
			a.define(line)
		case strings.HasPrefix(line, "#"):
			a.Fatalf("%s: the test knows no %q", path, line)
		default:
			a.emit(a.expand(line, 0))
		}
	}
}

func (a *assembler) define(line string) {
	m := asmDefine.FindStringSubmatch(line)
	if m == nil {
		a.Fatalf("no macro: %q", line)
	}
	of := &macro{body: m[3]}
	if m[2] != "" {
		of.params = []string{}
		for param := range strings.SplitSeq(strings.Trim(m[2], "()"), ",") {
			of.params = append(of.params, strings.TrimSpace(param))
		}
	}
	a.macros[m[1]] = of
}

func (a *assembler) emit(text string) {
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == ';' }) {
		line = strings.TrimSpace(line)
		if m := asmLabel.FindStringSubmatch(line); m != nil {
			a.lines = append(a.lines, m[1]+":")
			line = m[2]
		}
		if line != "" {
			a.lines = append(a.lines, line)
		}
	}
}

// expand replaces the names of macros in a text.
func (a *assembler) expand(text string, depth int) string {
	if depth > 20 {
		a.Fatalf("a macro has itself: %q", text)
	}
	var out strings.Builder
	for {
		at := asmName.FindStringIndex(text)
		if at == nil {
			return out.String() + text
		}
		name, rest := text[at[0]:at[1]], text[at[1]:]
		out.WriteString(text[:at[0]])
		m := a.macros[name]
		switch {
		case m != nil && m.params == nil:
			out.WriteString(a.expand(m.body, depth+1))
		case m != nil && strings.HasPrefix(rest, "("):
			args, n := arguments(rest)
			if len(args) != len(m.params) {
				a.Fatalf("%s has %d arguments: %q", name, len(args), rest)
			}
			body := asmName.ReplaceAllStringFunc(m.body, func(word string) string {
				if i := slices.Index(m.params, word); i >= 0 {
					return args[i]
				}
				return word
			})
			out.WriteString(a.expand(body, depth+1))
			rest = rest[n:]
		default:
			out.WriteString(name)
		}
		text = rest
	}
}

// arguments returns the arguments in parentheses at the beginning of a text, and their length.
func arguments(text string) (args []string, n int) {
	depth, begin := 0, 1
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if depth == 1 && text[i] == ',' || depth == 0 {
			args = append(args, strings.TrimSpace(text[begin:i]))
			begin = i + 1
		}
		if depth == 0 {
			return args, i + 1
		}
	}
	return nil, len(text)
}

// functions returns the instructions and labels of each function.
func (a *assembler) functions() map[string][]string {
	all, name := map[string][]string{}, ""
	for _, line := range a.lines {
		switch op, rest, _ := strings.Cut(line, " "); op {
		case "TEXT":
			name, _, _ = strings.Cut(strings.TrimSpace(rest), "(")
			all[name] = []string{}
		case "DATA", "GLOBL", "PCALIGN", "FUNCDATA", "PCDATA", "NO_LOCAL_POINTERS":
		default:
			if name == "" {
				a.Fatalf("%q is in no function", line)
			}
			all[name] = append(all[name], line)
		}
	}
	return all
}

// unclean returns the instructions that return, call or jump to a function after a vector register
// has been used, without an intervening VZEROUPPER. It follows all jumps.
func unclean(lines []string) (found []string, err error) {
	at := map[string]int{}
	for i, line := range lines {
		if label, ok := strings.CutSuffix(line, ":"); ok {
			at[label] = i
		}
	}
	type place struct {
		line int
		used bool
	}
	seen, queue := map[place]bool{}, []place{{0, false}}
	for len(queue) > 0 {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if p.line == len(lines) {
			return nil, fmt.Errorf("the function ends without RET")
		}
		if seen[p] {
			continue
		}
		seen[p] = true
		op, rest, _ := strings.Cut(lines[p.line], " ")
		rest = strings.TrimSpace(rest)
		leaves := op == "RET" || op == "CALL" || op == "JMP" && strings.HasSuffix(rest, "(SB)")
		switch {
		case leaves && p.used:
			found = append(found, fmt.Sprintf("line %d, %s", p.line, lines[p.line]))
		case op == "VZEROUPPER" || op == "VZEROALL":
			p.used = false
		case asmVectors.MatchString(rest):
			p.used = true
		}
		if strings.HasPrefix(op, "J") && !leaves {
			to, ok := at[rest]
			if !ok {
				return nil, fmt.Errorf("%q goes to no label", lines[p.line])
			}
			queue = append(queue, place{to, p.used})
		}
		if op != "RET" && op != "JMP" {
			queue = append(queue, place{p.line + 1, p.used})
		}
	}
	return found, nil
}

// assembled returns the functions in all assembly files.
func assembled(t *testing.T) map[string][]string {
	files, err := filepath.Glob("internal/*/*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("no assembly: %v", err)
	}
	all := map[string][]string{}
	for _, file := range files {
		a := &assembler{TB: t, macros: map[string]*macro{}}
		a.read(file)
		for name, lines := range a.functions() {
			all[name] = lines
		}
	}
	return all
}

// Every function zeroes the upper halves on every path to a return. If any VZEROUPPER is removed,
// the test fails, so it covers all of them.
func TestUpperHalvesAreZeroed(t *testing.T) {
	all, needed := assembled(t), 0
	for name, lines := range all {
		found, err := unclean(lines)
		if err != nil || len(found) > 0 {
			t.Errorf("%s: %v %q", name, err, found)
		}
		for i, line := range lines {
			if line != "VZEROUPPER" {
				continue
			}
			needed++
			if found, err := unclean(slices.Delete(slices.Clone(lines), i, i+1)); len(found) == 0 || err != nil {
				t.Errorf("%s: unclean does not need the VZEROUPPER of line %d (%v)", name, i, err)
			}
		}
	}
	// One source file assembles to two kernels: one uses registers Y0 to Y15, the other Z16 and
	// higher.
	one, other := all["·Regions256"], all["·Regions512"]
	returns := 0
	for _, line := range one {
		if line == "RET" {
			returns++
		}
	}
	if len(one) < 300 || len(other) < 200 || returns < 3 || needed < returns {
		t.Errorf("%d and %d lines of kernels, %d returns, %d times VZEROUPPER", len(one), len(other), returns, needed)
	}
	if strings.Contains(strings.Join(one, "\n"), "LEAVE") || slices.Contains(other, "VZEROUPPER") {
		t.Error("the macro LEAVE is not expanded as it should be")
	}
}

// unclean finds the small functions that use a wide register from 0 to 15 on some path and then
// leave without VZEROUPPER, and no others.
func TestUncleanFunctionsAreFound(t *testing.T) {
	for text, want := range map[string]int{
		"RET":                               0,
		"VPXOR Y0, Y0, Y0\nRET":             1,
		"VPXOR X0, X0, X0\nRET":             0,
		"VPXORQ Z16, Z31, Z20\nRET":         0,
		"VPXORQ Z16, Z15, K1\nRET":          1,
		"VPXOR Y0, Y0, Y0\nVZEROUPPER\nRET": 0,
		"VPXOR Y0, Y0, Y0\nTESTQ AX, AX\nJZ a\nVZEROUPPER\na:\nRET":             1,
		"TESTQ AX, AX\nJZ a\nVPXOR Y0, Y0, Y0\nVZEROUPPER\na:\nRET":             0,
		"a:\nRET\nb:\nVPXOR Y0, Y0, Y0\nJMP a":                                  0,
		"JMP b\na:\nRET\nb:\nVPXOR Y0, Y0, Y0\nJMP a":                           1,
		"VPXOR Y15, Y0, Y0\nJMP ·other(SB)":                                     1,
		"VPXOR Y15, Y0, Y0\nCALL ·other(SB)\nVZEROUPPER\nRET":                   1,
		"a:\nVPXOR Y1, Y1, Y1\nVZEROUPPER\nJNE a\nVMOVDQU (SI), Y9\nJNE a\nRET": 1,
	} {
		if found, err := unclean(strings.Split(text, "\n")); len(found) != want || err != nil {
			t.Errorf("%q: %q, %v", text, found, err)
		}
	}
	for _, text := range []string{"JMP a", "NOP", "JMP (AX)"} {
		if _, err := unclean(strings.Split(text, "\n")); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
