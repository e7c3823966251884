package records

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// splitField splits a field into names.
func splitField(field string) (path []string, err error) {
	if field == "." {
		return nil, nil
	}
	if pointer, ok := strings.CutPrefix(field, "/"); ok {
		for _, text := range strings.Split(pointer, "/") {
			if strings.Contains(strings.NewReplacer("~0", "", "~1", "").Replace(text), "~") {
				return nil, errors.New("contains a ~ that is not part of ~0 (for ~) or ~1 (for /)")
			}
			path = append(path, strings.NewReplacer("~0", "~", "~1", "/").Replace(text))
		}
		return path, nil
	}
	var b strings.Builder
	for i := 0; i <= len(field); i++ {
		switch {
		case i == len(field) || field[i] == '.':
			text := b.String()
			for strings.HasSuffix(text, "[]") {
				text = strings.TrimSuffix(text, "[]")
			}
			if text == "" && b.Len() > 0 { // the line itself is an array
				b.Reset()
				continue
			}
			if b.Len() == 0 {
				return nil, errors.New("contains an empty name; write a.b, or a\\.b for a name that contains a dot")
			}
			path = append(path, text)
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

// fieldNames returns the fields of a line that have a value, up to maxFields of them. The line must
// be a JSON text.
func fieldNames(line []byte, exact bool) []string {
	const maxFields = 100
	d, names := json.NewDecoder(bytes.NewReader(line)), []string{}
	var walk func(path string)
	walk = func(path string) {
		token, err := d.Token()
		delimiter, nested := token.(json.Delim)
		switch {
		case err != nil || len(names) == maxFields:
			return
		case !nested && !slices.Contains(names, path):
			names = append(names, cmp.Or(path, "."))
		}
		for i := 0; nested && d.More() && len(names) < maxFields; i++ {
			next := path
			switch key := ""; {
			case delimiter == '{':
				name, _ := d.Token()
				if key, _ = name.(string); exact {
					next += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
				} else {
					next = strings.TrimPrefix(path+"."+strings.NewReplacer(".", `\.`, `\`, `\\`).Replace(key), ".")
				}
			case exact:
				next += "/" + strconv.Itoa(i)
			}
			walk(next)
		}
		if nested {
			d.Token()
		}
	}
	walk("")
	return names
}
