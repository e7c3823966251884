package scripttest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is the JSON Schema for the --json output of both programs.
type Schema struct{ compiler *jsonschema.Compiler }

// address identifies the schema. It does not depend on the working directory.
const address = "file:///output.schema.json"

// ReadSchema reads the schema from the parent directory of the program.
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
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(address, document); err != nil {
		t.Fatal(err)
	}
	return Schema{compiler}
}

// Check runs command lines with --json and reports an error for each output line that does not
// match the schema of its command. run runs a command line and returns its output. The first word
// of a command line is the name of the command.
func (s Schema) Check(t *testing.T, program string, run func(args []string) string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		args := strings.Fields(line)
		name := program
		if !strings.HasPrefix(args[0], "-") {
			name += "%20" + args[0]
		}
		s.CheckText(t, name, program+" "+line, run(append(args, "--json")))
		Forget()
	}
}

// CheckText reports an error for each line of text that does not match $defs/def.
func (s Schema) CheckText(t *testing.T, def, label, text string) {
	t.Helper()
	schema, err := s.compiler.Compile(address + "#/$defs/" + def)
	if err != nil {
		t.Fatal(err)
	}
	if text == "" {
		t.Errorf("%s prints nothing", label)
	}
	for object := range strings.Lines(text) {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(object))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %s%v", label, object, err)
		}
	}
}
