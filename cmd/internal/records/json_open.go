package records

import (
	"errors"
	"fmt"
	"strings"
)

// jsonOpener returns an opener for JSON lines.
func jsonOpener(fields []string) opener {
	return func([]byte, extent) (func() Syntax, int, error) {
		if len(fields) == 0 {
			return nil, 0, errors.New(`contains JSON lines; select a member with --field, or "." for the line itself`)
		}
		if _, err := openJSON(fields); err != nil {
			return nil, 0, fmt.Errorf("cannot be read: %w", err)
		}
		return func() Syntax {
			s, _ := openJSON(fields)
			return s
		}, 0, nil
	}
}

// openJSON returns the syntax of JSON lines. A field is a path of names separated by dots, such as
// links.href. Within a name, \. means a dot and \\ a backslash. The field "." is the JSON text of
// the line itself.
func openJSON(fields []string) (Syntax, error) {
	j := &jsonLines{root: &name{}}
	if len(fields) == 0 {
		return nil, errors.New("JSON lines require a field")
	}
	for _, field := range fields {
		path, err := splitField(field)
		if err != nil {
			return nil, fmt.Errorf("the field %q %w", field, err)
		}
		at := j.root
		for _, text := range path {
			next := at.find([]byte(text), false)
			if next == nil {
				next = &name{text: text}
				at.next = append(at.next, next)
			}
			at = next
		}
		if at.field == "" {
			at.field = field
			j.fields = append(j.fields, at)
		}
	}
	return j, nil
}

// splitField splits a field into names.
func splitField(field string) (path []string, err error) {
	if field == "." {
		return nil, nil
	}
	var b strings.Builder
	for i := 0; i <= len(field); i++ {
		switch {
		case i == len(field) || field[i] == '.':
			if b.Len() == 0 {
				return nil, errors.New("contains an empty name; write a.b, or a\\.b for a name that contains a dot")
			}
			path = append(path, b.String())
			b.Reset()
		case field[i] != '\\':
			b.WriteByte(field[i])
		case i+1 < len(field) && (field[i+1] == '.' || field[i+1] == '\\'):
			i++
			b.WriteByte(field[i])
		default:
			return nil, errors.New(`contains a backslash before a character other than "." or "\"; write \\ for a backslash`)
		}
	}
	return path, nil
}
