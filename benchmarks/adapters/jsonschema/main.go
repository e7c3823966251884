// Command jsonschema makes santhosh-tekuri/jsonschema check the formats uri, uri-reference, iri and
// iri-reference (JSON Schema 2020-12, section 7.3.5) with the exact rules of RFC 3986 and RFC 3987.
//
//	go run -C benchmarks/adapters ./jsonschema
package main

import (
	"fmt"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// register makes the compiler assert formats and replaces four of them.
func register(c *jsonschema.Compiler) {
	c.AssertFormat()
	for name, rule := range map[string]tables.Rule{
		"uri": rfc3986.URI, "uri-reference": rfc3986.URIReference,
		"iri": rfc3987.IRI, "iri-reference": rfc3987.IRIReference,
	} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok {
				return rule.Check(s) // with the position of the error
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
	schema, err := compile("iri")
	if err != nil {
		panic(err)
	}
	fmt.Println(schema.Validate("http://例え.example/道"))
	fmt.Println(schema.Validate("http://例え.example/a b"))
}
