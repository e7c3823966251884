//go:build trace

package tables_test

import (
	"bytes"
	"fmt"
	"go/parser"
	gotoken "go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3987"
)

// A traceLine is one trace on the engines page: a call, and the engines that read the bytes of its
// string, with offsets.
type traceLine struct {
	op, level, text, want string
	quoted                string // text as written on the page
}

var traceForm = regexp.MustCompile(`^\t(\S+) (tables|AVX2|SIMD) ("(?:[^"\\]|\\.)*")$`)

// pageOfEngines returns the traces on the page, and the names of its engines.
func pageOfEngines(t *testing.T) (lines []traceLine, names []string) {
	t.Helper()
	f, err := parser.ParseFile(gotoken.NewFileSet(), enginePage, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range f.Comments {
		for line := range strings.Lines(c.Text()) {
			if name, ok := strings.CutPrefix(line, "# "); ok && name != "Traces\n" {
				names = append(names, strings.TrimSpace(name))
			}
			line = strings.TrimRight(line, "\n")
			if more, ok := strings.CutPrefix(line, "\t\t"); ok {
				last := &lines[len(lines)-1]
				last.want = strings.TrimSpace(last.want + " " + more)
				continue
			}
			m := traceForm.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			text, err := strconv.Unquote(m[3])
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			lines = append(lines, traceLine{op: m[1], level: m[2], text: text, quoted: m[3]})
		}
	}
	return lines, names
}

// tracedOps holds the operations that appear in the page's traces.
var tracedOps = map[string]func(s string){
	"Valid":          func(s string) { rfc3987.IRI.Valid(s) },
	"Ends":           func(s string) { rfc3987.IRI.Ends(s, rfc3987.IRI) },
	"Check":          func(s string) { rfc3987.IRI.Check(s) },
	"Split":          func(s string) { rfc3987.IRI.Split(s) },
	"SplitAuthority": func(s string) { rfc3987.Iauthority.Split(s) },
	"Prefix":         func(s string) { rfc3987.IRI.Prefix(s) },
	"Advance":        func(s string) { rfc3987.IRI.AdvanceString(rfc3987.IRI.Start(), s) },
	"Lines": func(s string) {
		tables.NewBatch(rfc3987.IRI).AppendValidLines(nil, unsafe.Slice(unsafe.StringData(s), len(s)))
	},
	"Tokens": func(s string) {
		for range ntriples.Token.Tokens(s) {
		}
	},
}

// written returns the lines of a trace on the page.
func written(l traceLine, events string) []byte {
	text := fmt.Sprintf("//\t%s %s %s\n", l.op, l.level, l.quoted)
	if events == "" { // a new trace
		return []byte(text)
	}
	line := "//\t\t"
	for event := range strings.SplitSeq(events, ", ") {
		if len(line)+len(event) > 99 {
			text += strings.TrimSuffix(line, " ") + "\n"
			line = "//\t\t"
		}
		line += event + ", "
	}
	return []byte(text + strings.TrimSuffix(line, ", ") + "\n")
}

// trace returns the engines that read s, with the offsets of the bytes passed to them.
func trace(s string, op func(s string)) string {
	var events []string
	engine.Traced = func(engine, part string) {
		from := int(uintptr(unsafe.Pointer(unsafe.StringData(part))) - uintptr(unsafe.Pointer(unsafe.StringData(s))))
		events = append(events, fmt.Sprintf("%s %d-%d", engine, from, from+len(part)))
	}
	defer func() { engine.Traced = nil }()
	op(s)
	return strings.Join(events, ", ")
}

// The engines page shows the correct bytes for each engine, and the engines in the correct order.
// IRI_UPDATE=1 rewrites its traces.
func TestPageOfEngines(t *testing.T) {
	if !format.Shifts {
		t.Skip("the traces of the page are those of processors with format.Shifts")
	}
	page, err := os.ReadFile(enginePage)
	if err != nil {
		t.Fatal(err)
	}
	lines, names := pageOfEngines(t)
	seen := map[string]bool{}
	for _, l := range lines {
		op := tracedOps[l.op]
		if op == nil {
			t.Errorf("there is no operation %s", l.op)
			continue
		}
		tables.OnEveryCPU(func(cpu string) {
			if cpu != l.level && (l.level != "SIMD" || cpu == "tables") {
				return
			}
			got := trace(l.text, op)
			switch {
			case got == l.want:
			case golden.Updating() && bytes.Contains(page, written(l, got)): // written by a run on another processor
			case golden.Updating() && bytes.Contains(page, written(l, l.want)):
				page = bytes.Replace(page, written(l, l.want), written(l, got), 1)
			default:
				t.Errorf("%s of %q, %s: %s; the page says %s; if this is right, IRI_UPDATE=1 go test -tags trace "+
					"-run PageOfEngines ./tables rewrites it", l.op, l.text, cpu, got, l.want)
			}
			for event := range strings.SplitSeq(got, ", ") {
				if at := strings.LastIndexByte(event, ' '); at >= 0 {
					seen[event[:at]] = true
				}
			}
		})
	}
	if golden.Updating() {
		if err := os.WriteFile(enginePage, page, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if len(lines) < 15 {
		t.Errorf("the page has only %d traces", len(lines))
	}
	for _, name := range tracedNames(t) {
		if !slices.Contains(names, name) {
			t.Errorf("%s has no section %q", enginePage, "# "+name)
		}
	}
	for _, name := range names {
		if !seen[name] && name != "regions" && name != "newlines" {
			t.Errorf("%s has no trace of the engine %q: add a string that reaches it, or call saw", enginePage, name)
		}
	}
}

// tracedNames returns the engine names in calls to saw.
func tracedNames(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("internal/engine/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`saw\("([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) < 5 {
		t.Errorf("only the engines %q call saw", names)
	}
	return names
}
