package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/similar"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// A Leaf is a column that holds values, that is, a leaf of the schema tree.
type Leaf struct {
	*parquet.Column
	path string // dotted names of the enclosing groups and of the leaf
	Name string // path without list and map groups
	kind string // type of the values, for messages
}

// text reports whether the values of the leaf are text, or byte arrays without a logical type.
func (l *Leaf) text() bool {
	return slices.Contains([]string{"STRING", "ENUM", "JSON", "BYTE_ARRAY"}, l.kind)
}

// Kind returns the type of the values for messages, such as STRING.
func (l *Leaf) Kind() string { return l.kind }

// Elements returns the schema elements of the leaves.
func (f *Footer) Elements() []format.SchemaElement {
	return slices.DeleteFunc(slices.Clone(f.Schema), func(e format.SchemaElement) bool { return !e.Type.Valid })
}

// leavesOf returns the leaves below a group. short is its path without the groups that the format
// requires in lists and maps. It also omits the next levels of the tree, as many as unnamed.
func leavesOf(group *parquet.Column, short []string, unnamed int) (leaves []*Leaf) {
	for _, c := range group.Columns() {
		below := short
		if unnamed == 0 {
			below = append(slices.Clip(short), c.Name())
		}
		kind, _, _ := strings.Cut(c.Type().String(), "(")
		if c.Leaf() {
			if kind == "INT" {
				kind = c.Type().Kind().String()
			}
			leaves = append(leaves, &Leaf{c, strings.Join(c.Path(), "."), strings.Join(below, "."), kind})
			continue
		}
		next := 0
		switch one := len(c.Columns()) == 1; {
		case one && unnamed > 1:
			next = unnamed - 1
		case one && kind == "LIST":
			next = 2 // such as list.element
		case one && kind == "MAP":
			next = 1 // such as key_value
		}
		leaves = append(leaves, leavesOf(c, below, next)...)
	}
	return leaves
}

// Find returns the text column with the given name. The name is a path, a short path, or a path
// prefix that only one column has.
func (f *Footer) Find(name string) (*Leaf, error) {
	leaves := f.Leaves
	var exact, all, below []*Leaf
	for _, l := range leaves {
		switch {
		case l.path == name:
			exact = append(exact, l)
		case l.Name == name:
			all = append(all, l)
		case strings.HasPrefix(l.path, name+"."):
			below = append(below, l)
		}
	}
	for _, all := range [][]*Leaf{exact, all, below} {
		switch {
		case len(all) > 1:
			return nil, fmt.Errorf("the column %q contains several columns; select one of them: %s", name, list(all))
		case len(all) == 1 && all[0].text():
			return all[0], nil
		case len(all) == 1:
			text := slices.DeleteFunc(slices.Clone(leaves), func(l *Leaf) bool { return !l.text() })
			return nil, fmt.Errorf("the column %q contains values of type %s, not text; text columns: %s",
				all[0].Name, all[0].kind, list(text))
		}
	}
	names := make([]string, len(leaves))
	for i, l := range leaves {
		names[i] = l.Name
	}
	message := fmt.Sprintf("the file has no column %q", name)
	if near := similar.Names(name, names); len(near) > 0 {
		message += fmt.Sprintf("; similar: %q", strings.Join(near, ", "))
	}
	return nil, fmt.Errorf("%s; its columns: %s", message, list(leaves))
}

// List returns the names and types of all columns, for messages.
func (f *Footer) List() string { return list(f.Leaves) }

// list returns the names and types of columns, for messages.
func list(leaves []*Leaf) string {
	const most = 100
	names := []string{}
	for _, l := range leaves[:min(len(leaves), most)] {
		names = append(names, fmt.Sprintf("%s (%s)", l.Name, l.kind))
	}
	if more := len(leaves) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
