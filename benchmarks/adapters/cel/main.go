// Command cel adds the string function isFormat to cel-go, which checks a format of package
// formats, such as it.isFormat("date"). It also adds isIri, isIriRef, isUri and isUriRef.
// protovalidate's library defines the last two under the same names.
//
//	go run -C benchmarks/adapters ./cel
package main

import (
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"github.com/irilex/iri"
	"github.com/irilex/iri/formats"
)

// functions returns the options that add the five functions to a CEL environment.
func functions() (options []cel.EnvOption) {
	for name, valid := range map[string]func(string) bool{
		"isIri": iri.Valid, "isIriRef": iri.ValidReference, "isUri": iri.ValidURI, "isUriRef": iri.ValidURIReference,
	} {
		options = append(options, cel.Function(name, cel.MemberOverload("string_"+name,
			[]*cel.Type{cel.StringType}, cel.BoolType, cel.UnaryBinding(func(v ref.Val) ref.Val {
				return types.Bool(valid(string(v.(types.String))))
			}))))
	}
	return append(options, cel.Function("isFormat", cel.MemberOverload("string_isFormat_string",
		[]*cel.Type{cel.StringType, cel.StringType}, cel.BoolType, cel.BinaryBinding(isFormat))))
}

// isFormat reports whether a string has the format with a name. An unknown name is an error.
func isFormat(v, name ref.Val) ref.Val {
	f, ok := formats.Lookup(string(name.(types.String)))
	if !ok {
		return types.NewErr("there is no format %q", name)
	}
	return types.Bool(f.Valid(string(v.(types.String))))
}

// compile compiles a CEL expression. The expression may use the five functions and the string
// variable "it".
func compile(expression string) (cel.Program, error) {
	env, err := cel.NewEnv(append(functions(), cel.Variable("it", cel.StringType))...)
	if err != nil {
		return nil, err
	}
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	return env.Program(ast)
}

func main() {
	program, err := compile(`it.isFormat("date") ? "a date" : it.isIri() && !it.isUri() ? "needs an IRI" : "neither"`)
	if err != nil {
		panic(err)
	}
	for _, it := range []string{"2024-02-29", "2023-02-29", "http://例え.example/"} {
		answer, _, err := program.Eval(map[string]any{"it": it})
		fmt.Println(it, answer, err)
	}
}
