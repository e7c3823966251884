package grammar

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// damaged lists the documents that contain foreign code.
var damaged = []string{"ex_abnf-RFC3261.abnf", "ex_abnf-RFC4566.abnf", "ex_abnf-RFC5322.abnf"}

// Every rule of the shared grammars gets a table, unless it is recursive or depends on a name that
// no document defines. testdata/foreign.md lists the rules without a table and the reasons.
func TestForeignRules(t *testing.T) {
	files := shared.Glob(t, "grammars/*.abnf")
	imports := readImports(t, filepath.Dir(files[0]))
	var b strings.Builder
	b.WriteString("# Rules without a table\n\nThe rules of the shared grammars that get no table, " +
		"with the imports of imports.txt, and why. Of damaged documents, parts are foreign code.\n" +
		"The list is made by `IRI_UPDATE=1 go test ./cmd/internal/grammar -run ForeignRules`.\n")
	total := map[bool]int{} // key: whether with imports; excludes rules lost to damage
	rules, lost := 0, 0
	for _, file := range files {
		name := filepath.Base(file)
		broken := slices.Contains(damaged, name)
		for _, with := range []bool{false, true} {
			how := Automatic()
			if with {
				how.Imports = imports[name]
			}
			missing, n := tableless(t, file, how)
			switch {
			case !with:
				rules += n
				if !broken {
					total[with] += len(missing)
				}
			case broken:
				kept := slices.DeleteFunc(slices.Clone(missing), func(line string) bool {
					return strings.Contains(line, "is recursive") || strings.HasSuffix(line, "which has no table")
				})
				lost += len(kept)
				total[with] += len(missing) - len(kept)
				total[false] += len(missing) - len(kept)
			default:
				total[with] += len(missing)
			}
			if with && len(missing) > 0 {
				fmt.Fprintf(&b, "\n## %s\n\n%s\n", name, strings.Join(missing, "\n"))
			}
		}
	}
	fmt.Fprintf(&b, "\n%d rules; without a table %d, with imports %d, and %d for the damage of three documents.\n",
		rules, total[false], total[true], lost)
	if total[false] > 116 || total[true] > 34 || lost > 207 {
		t.Errorf("without a table: %d, with imports %d, damaged %d", total[false], total[true], lost)
	}
	if golden.Compare(t, "testdata/foreign.md", b.String()); strings.Contains(b.String(), "over the limit") {
		t.Error("a rule starves")
	}
}

// readImports returns the imports in testdata/imports.txt by file name. Names of files in dir
// become paths.
func readImports(t *testing.T, dir string) map[string][]string {
	text := testkit.ReadFile(t, "testdata/imports.txt")
	imports := map[string][]string{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		for _, word := range words[1:] {
			name, file, ok := strings.Cut(word, "=")
			if !ok {
				name, file = "", word
			} else {
				name += "="
			}
			if _, bundled := build.FindBundled(file); !bundled && strings.Contains(file, ".abnf") {
				file = filepath.Join(dir, file)
			}
			imports[words[0]] = append(imports[words[0]], name+file)
		}
	}
	return imports
}

// foreignCompiled caches the grammars that compileForeign returns, by file and imports.
var foreignCompiled = map[string]*build.Grammar{}

// compileForeign compiles a document with its imports, but only once.
func compileForeign(t *testing.T, file string, how Notation) *build.Grammar {
	t.Helper()
	key := file + "\n" + strings.Join(how.Imports, "\n")
	if foreignCompiled[key] == nil {
		d, err := Open(t.Context(), file, how, nil)
		if err != nil {
			t.Fatal(err)
		}
		if foreignCompiled[key], _, err = d.Compile(t.Context(), build.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	return foreignCompiled[key]
}

// tableless returns a line for each rule in a document that has no table, and the number of rules
// in the document.
func tableless(t *testing.T, file string, how Notation) (missing []string, rules int) {
	for _, r := range compileForeign(t, file, how).Rules {
		if !r.Own() {
			continue
		}
		if rules++; r.Table == "" {
			missing = append(missing, fmt.Sprintf("* %s: %s", r.Name, r.Reason()))
		}
	}
	return missing, rules
}
