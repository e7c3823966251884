package syntax

import (
	"reflect"
	"slices"
	"testing"
)

// Items returns all fields of a node that are expressions, for any node.
func TestItems(t *testing.T) {
	a, b := &RuleName{Name: "a"}, &RuleName{Name: "b"}
	for _, x := range []Expr{
		&Alternation{Items: []Expr{a, b}}, &Concatenation{Items: []Expr{a, b}}, &Repetition{Item: a},
		&Group{Item: a}, &Option{Item: a}, &Difference{Item: a, Except: b},
		a, &CharVal{}, &NumVal{}, &NumRange{}, &Class{}, &ProseVal{},
	} {
		var want []Expr
		for node, i := reflect.ValueOf(x).Elem(), 0; i < node.NumField(); i++ {
			switch field := node.Field(i).Interface().(type) {
			case Expr:
				want = append(want, field)
			case []Expr:
				want = append(want, field...)
			}
		}
		if got := Items(x); !slices.Equal(got, want) {
			t.Errorf("%T has %d items, want %d", x, len(got), len(want))
		}
	}
	if Items(nil) != nil {
		t.Error("nothing has items")
	}
}
