package tables_test

import (
	"fmt"

	"github.com/irilex/iri/tables/rfc3987"
)

// A namespace is walked once; each local name goes on from its state.
func ExampleRule_AdvanceString() {
	rule := rfc3987.IRI
	namespace := rule.AdvanceString(rule.Start(), "http://example.org/ns#")
	if rule.Dead(namespace) {
		fmt.Println("no IRI begins like this")
	}
	for _, name := range []string{"Person", "größe", "two words", "100%"} {
		fmt.Println(name, rule.Accepting(rule.AdvanceString(namespace, name)))
	}
	// Output:
	// Person true
	// größe true
	// two words false
	// 100% false
}
