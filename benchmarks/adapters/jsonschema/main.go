// Command jsonschema makes santhosh-tekuri/jsonschema check formats with package formats: those of
// JSON Schema 2020-12 (section 7.3) except "regex", which the library checks, and all others that
// package formats defines, such as "isbn-13".
//
//	go run -C benchmarks/adapters ./jsonschema
package main

import (
	"fmt"

	"github.com/irilex/iri/formats"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// register makes the compiler assert formats and adds or replaces those of package formats.
func register(c *jsonschema.Compiler) {
	c.AssertFormat()
	for _, name := range formats.Names() {
		f, _ := formats.Lookup(name)
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok {
				return f.Check(s) // with the position of the error
			}
			return nil // formats apply only to strings
		}})
	}
}

// compile returns a schema that accepts values with the given format.
func compile(format string) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	register(c)
	if err := c.AddResource("value.json", map[string]any{"format": format}); err != nil {
		return nil, err
	}
	return c.Compile("value.json")
}

func main() {
	for _, c := range []struct{ format, value string }{
		{"iri", "http://例え.example/道"}, {"date", "2023-02-29"}, {"isbn-13", "978-0-306-40615-8"},
	} {
		schema, err := compile(c.format)
		if err != nil {
			panic(err)
		}
		fmt.Println(c.format, c.value, schema.Validate(c.value))
	}
}
