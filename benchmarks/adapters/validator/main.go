// Command validator adds a tag for each format of package formats to go-playground/validator, such
// as iri_reference for "iri-reference". Tags that the library already defines, such as email,
// become exact: its uri tag follows net/url and accepts strings that are not URIs. The tag duration
// changes its meaning, from durations of Go to those of RFC 3339.
//
//	go run -C benchmarks/adapters ./validator
package main

import (
	"fmt"
	"strings"

	"github.com/go-playground/validator/v10"
	"github.com/irilex/iri/formats"
)

// register adds the tags to v. Call it before the first validation, because v caches the tag
// functions.
func register(v *validator.Validate) error {
	for _, name := range formats.Names() {
		format, _ := formats.Lookup(name)
		check := func(f validator.FieldLevel) bool { return format.Valid(f.Field().String()) }
		if err := v.RegisterValidation(tag(name), check); err != nil {
			return err
		}
	}
	return nil
}

// tag returns the tag of a format.
func tag(format string) string { return strings.ReplaceAll(format, "-", "_") }

// A Page is an example of a struct with four tags.
type Page struct {
	ID   string `validate:"required,uri"`
	Home string `validate:"iri"`
	Next string `validate:"omitempty,iri_reference"`
	Date string `validate:"omitempty,date"`
}

func main() {
	v := validator.New(validator.WithRequiredStructEnabled())
	if err := register(v); err != nil {
		panic(err)
	}
	fmt.Println(v.Struct(Page{"urn:isbn:0451450523", "http://例え.example/", "?page=2", "2024-02-29"}))
	fmt.Println(v.Struct(Page{"http://a b/", "例え.example", "?page=[2]", "2023-02-29"}))
}
