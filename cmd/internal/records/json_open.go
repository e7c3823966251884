package records

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
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
// links.href, where "[]" may follow the name of an array. Within a name, \. means a dot and \\ a
// backslash. The field "." is the JSON text of the line itself. A field that begins with "/" is a
// JSON Pointer (RFC 6901), and then all fields must be.
func openJSON(fields []string) (Syntax, error) {
	isPointer := func(field string) bool { return strings.HasPrefix(field, "/") }
	j := &jsonLines{root: &name{}, exact: slices.ContainsFunc(fields, isPointer)}
	if len(fields) == 0 {
		return nil, errors.New("JSON lines require a field")
	}
	for _, field := range fields {
		path, err := splitField(field)
		if j.exact && field != "." && !isPointer(field) {
			err = errors.New("is not a JSON Pointer, but another field is; write all fields in one form")
		}
		if err != nil {
			return nil, fmt.Errorf("the field %q %w", field, err)
		}
		at := j.root
		for _, text := range path {
			next := at.find([]byte(text), false)
			if next == nil {
				next = &name{text: text, index: -1}
				if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
					next.index = n
				}
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
