package columnar

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/irilex/iri/internal/similar"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A leaf is a column that holds values, that is, a leaf of the schema tree.
type leaf struct {
	index         int      // index among the leaves
	path          []string // names of the enclosing groups and of the leaf
	short         []string // path without list and map groups
	kind          string   // type of the values, for messages
	physical      format.Type
	text          bool // whether its values are text, or byte arrays without a logical type
	maxRepetition int
	maxDefinition int
	names         int // total number of names in the paths of this leaf and all earlier leaves
}

// name returns the short path.
func (l *leaf) name() string { return strings.Join(l.short, ".") }

var (
	errSchema = errors.New("its elements do not form a tree")
	errNames  = fmt.Errorf("its column paths contain more than %d names", maxNames)
)

// maxLevels limits the length of a path, and maxNames limits the total length of all paths.
const (
	maxLevels = math.MaxUint8
	maxNames  = 1 << 20
)

// leavesOf returns the leaves of a schema. The schema lists its elements depth first.
func leavesOf(schema []element) (leaves []*leaf, err error) {
	if len(schema) == 0 {
		return nil, errSchema
	}
	rest := schema[1:]
	for range schema[0].NumChildren {
		if rest, err = walk(rest, &leaf{}, 0, &leaves); err != nil {
			return nil, err
		}
	}
	if len(rest) > 0 {
		return nil, errSchema
	}
	return leaves, nil
}

// walk appends the leaves below the first element of schema, a child of the group up, and returns
// the elements after its last descendant. If unnamed is positive, the short path omits the element.
func walk(schema []element, up *leaf, unnamed int, leaves *[]*leaf) (rest []element, err error) {
	if len(schema) == 0 || len(up.path) >= maxLevels {
		return nil, errSchema
	}
	e := &schema[0]
	l := *up
	l.path = append(slices.Clip(l.path), e.Name)
	if unnamed == 0 {
		l.short = append(slices.Clip(l.short), e.Name)
	}
	switch e.RepetitionType.V {
	case format.Optional:
		l.maxDefinition++
	case format.Repeated:
		l.maxDefinition++
		l.maxRepetition++
	}
	if e.Type.Valid {
		if e.NumChildren != 0 {
			return nil, errSchema
		}
		if l.index, l.names = len(*leaves), len(l.path); l.index > 0 {
			l.names += (*leaves)[l.index-1].names
		}
		if l.names > maxNames {
			return nil, errNames
		}
		l.describe(e)
		*leaves = append(*leaves, &l)
		return schema[1:], nil
	}
	below := unnamedBelow(e)
	if unnamed > 1 && e.NumChildren == 1 {
		below = unnamed - 1
	}
	rest = schema[1:]
	for range e.NumChildren {
		if rest, err = walk(rest, &l, below, leaves); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// unnamedBelow returns the number of levels below a group whose names are fixed by the format: two
// in a list, such as "list.element", and one in a map, such as "key_value".
func unnamedBelow(e *element) int {
	converted := deprecated.ConvertedType(-1)
	if e.ConvertedType.Valid {
		converted = deprecated.ConvertedType(e.ConvertedType.V)
	}
	switch {
	case e.NumChildren != 1:
	case e.LogicalType.List.Valid || converted == deprecated.List:
		return 2
	case e.LogicalType.Map.Valid || converted == deprecated.Map || converted == deprecated.MapKeyValue:
		return 1
	}
	return 0
}

// describe sets the type of the leaf from its schema element.
func (l *leaf) describe(e *element) {
	l.physical = e.Type.V
	l.kind = e.Type.V.String()
	t, converted := &e.LogicalType, func(to deprecated.ConvertedType) bool {
		return e.ConvertedType == thrift.New(int32(to))
	}
	for _, named := range []struct {
		valid bool
		name  string
	}{
		{t.String.Valid || converted(deprecated.UTF8), "STRING"},
		{t.Enum.Valid || converted(deprecated.Enum), "ENUM"},
		{t.JSON.Valid || converted(deprecated.Json), "JSON"},
		{t.BSON.Valid || converted(deprecated.Bson), "BSON"},
		{t.Decimal.Valid || converted(deprecated.Decimal), "DECIMAL"},
		{t.Date.Valid || converted(deprecated.Date), "DATE"},
		{t.Time.Valid || converted(deprecated.TimeMillis) || converted(deprecated.TimeMicros), "TIME"},
		{t.Timestamp.Valid || converted(deprecated.TimestampMillis) || converted(deprecated.TimestampMicros), "TIMESTAMP"},
		{t.UUID.Valid, "UUID"}, {t.Variant.Valid, "VARIANT"},
		{t.Geometry.Valid, "GEOMETRY"}, {t.Geography.Valid, "GEOGRAPHY"},
	} {
		if named.valid {
			l.kind = named.name
		}
	}
	l.text = e.Type.V == format.ByteArray && slices.Contains([]string{"STRING", "ENUM", "JSON", "BYTE_ARRAY"}, l.kind)
}

// find returns the column with the given name. The name is a path, a short path, or a path prefix
// that only one column has.
func find(leaves []*leaf, name string) (*leaf, error) {
	var below, all []*leaf
	for _, l := range leaves {
		long, short := strings.Join(l.path, "."), l.name()
		switch {
		case long == name:
			return checked(l, leaves)
		case short == name:
			all = append(all, l)
		case strings.HasPrefix(long, name+"."):
			below = append(below, l)
		}
	}
	if len(all) == 0 {
		all = below
	}
	switch len(all) {
	case 0:
		return nil, missing(leaves, name)
	case 1:
		return checked(all[0], leaves)
	}
	return nil, fmt.Errorf("the column %q contains several columns; select one of them: %s", name, list(all))
}

// checked returns l, or an error unless its values are text.
func checked(l *leaf, leaves []*leaf) (*leaf, error) {
	if l.text {
		return l, nil
	}
	text := slices.DeleteFunc(slices.Clone(leaves), func(l *leaf) bool { return !l.text })
	return nil, fmt.Errorf("the column %q contains values of type %s, not text; text columns: %s",
		l.name(), l.kind, list(text))
}

// missing returns the error for a name that no column has. The error suggests similar names.
func missing(leaves []*leaf, name string) error {
	names := make([]string, len(leaves))
	for i, l := range leaves {
		names[i] = l.name()
	}
	message := fmt.Sprintf("the file has no column %q", name)
	if near := similar.Names(name, names); len(near) > 0 {
		message += fmt.Sprintf("; similar: %q", strings.Join(near, ", "))
	}
	return fmt.Errorf("%s; its columns: %s", message, list(leaves))
}

// list returns the names and types of columns, for messages.
func list(leaves []*leaf) string {
	const most = 100
	names := make([]string, 0, most)
	for _, l := range leaves[:min(len(leaves), most)] {
		names = append(names, fmt.Sprintf("%s (%s)", l.name(), l.kind))
	}
	switch more := len(leaves) - most; {
	case len(leaves) == 0:
		return "none"
	case more > 0:
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	}
	return strings.Join(names, ", ")
}
