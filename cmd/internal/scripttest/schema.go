package scripttest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is the JSON Schema of all that both programs print with --json.
type Schema struct{ document any }

// ReadSchema reads the schema from the folder above that of the program.
func ReadSchema(t *testing.T) Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "output.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return Schema{document}
}

// Check fails for a line of JSON that has not the form of the schema for its command. run runs a command
// line and returns its output. The first word of a command line is the name of the command.
func (s Schema) Check(t *testing.T, program string, run func(args []string) string, lines ...string) {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema", s.document); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		args := strings.Fields(line)
		name := program
		if !strings.HasPrefix(args[0], "-") {
			name += "%20" + args[0]
		}
		schema, err := compiler.Compile("schema#/$defs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		output := run(append(args, "--json"))
		if output == "" {
			t.Errorf("%s %s prints nothing", program, line)
		}
		for object := range strings.Lines(output) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(object))
			if err == nil {
				err = schema.Validate(value)
			}
			if err != nil {
				t.Errorf("%s %s: %s%v", program, line, object, err)
			}
		}
	}
}
