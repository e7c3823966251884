package build

import (
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// More shapes of PEG semantics, on all short strings: predicates in repetitions with counts, around
// other predicates, at the end, before characters that share bytes, and in rules that others embed.
func TestOrderedFamilies(t *testing.T) {
	all := testkit.Texts([]string{"a", "b", "é", "è", "€"}, 5)
	members := 0
	for _, text := range []string{
		`r = *( [[[ "b" ]]] <[^x]> ) [[[ <[^x]> ]]]`,
		`r = 2*3( [[ "a" / "b" ]] <[^x]> ) *"b"`,
		`r = *2( [[[ "a" "a" ]]] "a" ) *"a"`,
		`r = *( [[ "a" *"b" "a" ]] "a" / "b" ) "a"`,
		`r = [[ *"a" [[[ "b" ]]] ]] *<[^x]>`,
		`r = [[[ [[ "a" ]] "a" "b" ]]] *( "a" / "b" )`,
		`r = [[ [[[ "a" ]]] ]] *<[^x]>`,
		`r = [[[ "" ]]] "a" / "b"`,
		`r = [[ "" ]] "a" / "b"`,
		`r = *( [[[ *"a" "b" ]]] "a" ) *( "a" / "b" )`,
		`r = %xE9 / [[[ %xE9 ]]] %xE8-E9 %xE8`,
		`r = *( [[[ %x20AC ]]] %xE8-20AC ) %x20AC`,
		`r = ( %xE8 / %xE8 %xE9 ) *%xE9`,
		`r = ( %xE8 %xE9 / %xE8 ) *%xE9`,
		`r = *( "a" [[ "b" / %x20AC ]] / "b" ) [ %x20AC ]`,
		`r = 1*( "a" / "a" "b" ) [[[ "b" ]]] *%xE9`,
		"r = t t *\"b\"\nt = *( \"a\" [[[ \"b\" ]]] ) [\"a\"]",
		"r = *t [[[ <[^x]> ]]]\nt = u / \"a\"\nu = \"a\" [[ \"b\" ]] *\"b\"",
		"r = [[ t ]] u / t\nt = *( \"a\" / %xE9 ) \"b\"\nu = \"a\" *<[^x]> / %xE9",
		"r = [[[ t ]]] *<[^x]>\nt = u u\nu = \"a\" / \"a\" \"b\" / %xE9",
		"r = *( t / u ) \"b\"\nt = \"a\" [[[ u ]]]\nu = \"b\" [[ t ]] / \"a\" \"a\"",
		"r = 2( t / \"\" ) %xE9\nt = [[ \"a\" ]] *( \"a\" / \"b\" )",
		"r = 3*( [ \"a\" ] [[[ \"b\" ]]] ) *\"b\"",
		"r = t / \"a\" t / *\"a\" %x20AC\nt = \"a\" ( \"b\" / t2 )\nt2 = \"a\" [[ \"a\" / \"b\" ]] / \"b\" \"b\"",
		`r = *( *( "a" / "b" %xE9 ) %xE8 / "b" ) *<[^x]>`,
		`r = [ "a" ] [ "a" ] [ "a" "b" ] "b"`,
		`r = ( [ "a" ] / "b" ) "b"`,
		`r = ( *"a" / "b" ) "b" *%xE9`,
		`r = *"a" *( "a" / "b" ) *( "b" / %xE9 ) "b"`,
		`r = *( "a" "b" ) *( "a" ) "b"`,
	} {
		g, m := compilePEG(t, text, doubled)
		if err := g.Diagnostics.Err(); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		members += agreesWithPEG(t, g, m, all)
	}
	if t.Log(members); members < 5000 {
		t.Error("too few members")
	}
}
