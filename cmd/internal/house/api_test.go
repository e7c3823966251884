package house

import (
	"bytes"
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

// apiFile lists the exported names that Semantic Versioning will cover, one per line.
const apiFile = ".ci/api.txt"

// The doc comment of each package states whether Semantic Versioning covers its exported names.
const (
	kept = "\n\nSemantic Versioning covers the exported names of this package.\n"
	free = "\n\nThe exported names of this package may change in any version.\n"
)

// The exported names of the packages that Semantic Versioning covers match the list. A change must
// be deliberate: IRI_UPDATE=1 writes the list, and its diff shows what users will see. Once a
// version is tagged, .ci/api compares with it.
func TestAPI(t *testing.T) {
	var lines []string
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ = bytes.Cut(page, []byte("\n## Versions\n"))
	all, err := everyTyped()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		name, _ := folder(p.PkgPath)
		if strings.Contains(name+"/", "internal/") || strings.HasPrefix(name, "cmd/") || p.Types.Name() == "main" {
			continue
		}
		doc := ""
		for _, file := range p.Syntax {
			doc += file.Doc.Text()
		}
		switch keeps := strings.Contains(doc, kept); {
		case keeps == strings.Contains(doc, free):
			t.Errorf("the comment of package %q must say whether a version keeps its names", name)
		case keeps && name != "" && !bytes.Contains(page, []byte("`"+name+"`")) && !strings.HasPrefix(name, "tables/"):
			t.Errorf("README.md, section Versions, does not name package %s", name)
		case keeps:
			lines = append(lines, exported(p.Types)...)
		}
	}
	if len(lines) < 500 {
		t.Fatalf("only %d exported names", len(lines))
	}
	if golden.Updating() {
		golden.Compare(t, apiFile, strings.Join(lines, "\n")+"\n")
	}
	listed := strings.Split(strings.TrimSuffix(testkit.ReadFile(t, apiFile), "\n"), "\n")
	for _, line := range lines {
		if !slices.Contains(listed, line) {
			t.Errorf("%s lacks %s", apiFile, line)
		}
	}
	for _, line := range listed {
		if !slices.Contains(lines, line) {
			t.Errorf("%s lists %s, which is gone", apiFile, line)
		}
	}
	if t.Failed() {
		t.Log("IRI_UPDATE=1 writes the list; CHANGELOG.md tells users")
	}
}

// exported returns one line per exported name of a package: its constants, variables, functions and
// types, and the types' exported fields and methods.
func exported(p *types.Package) (lines []string) {
	qualify := func(other *types.Package) string {
		if other == p {
			return ""
		}
		return other.Name()
	}
	add := func(format string, args ...any) {
		lines = append(lines, p.Path()+": "+fmt.Sprintf(format, args...))
	}
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		named, isType := object.(*types.TypeName)
		if !isType {
			add("%s", types.ObjectString(object, qualify))
			continue
		}
		add("type %s %s", name, kind(named, qualify))
		if fields, ok := named.Type().Underlying().(*types.Struct); ok && !named.IsAlias() {
			for field := range fields.Fields() {
				if field.Exported() {
					add("type %s, field %s %s", name, field.Name(), types.TypeString(field.Type(), qualify))
				}
			}
		}
		if _, isInterface := named.Type().Underlying().(*types.Interface); isInterface || named.IsAlias() {
			continue
		}
		ofValues := types.NewMethodSet(named.Type())
		for method := range types.NewMethodSet(types.NewPointer(named.Type())).Methods() {
			f := method.Obj().(*types.Func)
			if !f.Exported() {
				continue
			}
			receiver := name
			if ofValues.Lookup(p, f.Name()) == nil {
				receiver = "*" + name
			}
			add("method (%s) %s%s", receiver, f.Name(), strings.TrimPrefix(types.TypeString(f.Type(), qualify), "func"))
		}
	}
	slices.Sort(lines)
	return lines
}

// kind returns the part of a type declaration that users may rely on. Fields and methods have lines
// of their own.
func kind(named *types.TypeName, qualify types.Qualifier) string {
	if named.IsAlias() {
		return "= " + types.TypeString(types.Unalias(named.Type()), qualify)
	}
	switch u := named.Type().Underlying().(type) {
	case *types.Struct:
		return "struct"
	default:
		return types.TypeString(u, qualify)
	}
}
