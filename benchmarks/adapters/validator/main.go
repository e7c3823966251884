// Command validator adds the tags iri and iri_reference to go-playground/validator and makes its
// uri tag exact: the built-in tag follows net/url and accepts strings that are not URIs.
//
//	go run -C benchmarks/adapters ./validator
package main

import (
	"fmt"

	"github.com/go-playground/validator/v10"
	"github.com/irilex/iri"
)

// register adds the tags iri and iri_reference to v and replaces the uri tag. Call it before the
// first validation, because v caches the tag functions.
func register(v *validator.Validate) error {
	for tag, valid := range map[string]func(string) bool{
		"uri": iri.ValidURI, "iri": iri.Valid, "iri_reference": iri.ValidReference,
	} {
		check := func(f validator.FieldLevel) bool { return valid(f.Field().String()) }
		if err := v.RegisterValidation(tag, check); err != nil {
			return err
		}
	}
	return nil
}

// A Page is an example of a struct with the three tags.
type Page struct {
	ID   string `validate:"required,uri"`
	Home string `validate:"iri"`
	Next string `validate:"omitempty,iri_reference"`
}

func main() {
	v := validator.New(validator.WithRequiredStructEnabled())
	if err := register(v); err != nil {
		panic(err)
	}
	fmt.Println(v.Struct(Page{"urn:isbn:0451450523", "http://例え.example/", "?page=2"}))
	fmt.Println(v.Struct(Page{"http://a b/", "例え.example", "?page=[2]"}))
}
