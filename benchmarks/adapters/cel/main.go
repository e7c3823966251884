// Command cel adds the string functions isIri, isIriRef, isUri and isUriRef to cel-go.
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
)

// functions returns the options that add the four functions to a CEL environment.
func functions() (options []cel.EnvOption) {
	for name, valid := range map[string]func(string) bool{
		"isIri": iri.Valid, "isIriRef": iri.ValidReference, "isUri": iri.ValidURI, "isUriRef": iri.ValidURIReference,
	} {
		options = append(options, cel.Function(name, cel.MemberOverload("string_"+name,
			[]*cel.Type{cel.StringType}, cel.BoolType, cel.UnaryBinding(func(v ref.Val) ref.Val {
				return types.Bool(valid(string(v.(types.String))))
			}))))
	}
	return options
}

// compile compiles a CEL expression. The expression may use the four functions and the string
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
	program, err := compile(`it.isIri() && !it.isUri() ? "needs an IRI" : "is plain"`)
	if err != nil {
		panic(err)
	}
	for _, it := range []string{"http://example.org/", "http://例え.example/"} {
		answer, _, err := program.Eval(map[string]any{"it": it})
		fmt.Println(it, answer, err)
	}
}
