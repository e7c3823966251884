package build_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// The members of a rule: their number, the rank of one, a few of them, and a near miss. The example
// ignores errors, which come from limits, or from lengths and ranks without members.
func ExampleGrammar_Members() {
	source := syntax.NewSource("plate.abnf", "plate = 1*2%x41-5A \"-\" 1*3DIGIT\r\n")
	g, _ := build.Compile(context.Background(), source, build.Options{Name: "plate"})
	plates, _ := g.Members(context.Background(), "plate", build.Characters)

	total, _ := plates.Total()
	short, _ := plates.Count(4)
	fmt.Println(total, "plates, of", plates.Shortest(), "to", plates.Longest(), "characters;", short, "of 4")

	rank, _ := plates.Rank("GO-126")
	plate, _ := plates.Unrank(rank)
	fmt.Println(plate, "has the rank", rank)

	for plate, err := range plates.From(big.NewInt(258)) {
		fmt.Println(plate)
		if plate == "Z-9" || err != nil {
			break
		}
	}

	random := rand.New(rand.NewPCG(1, 0))
	plate, _ = plates.Sample(random, 0, 6)
	miss, _ := plates.NearMiss(random, 0, 6)
	fmt.Println(plate, "is a plate;", miss, "is none, for", miss.Edit.Kind, "made it of", miss.Member)
	// Output:
	// 779220 plates, of 3 to 6 characters; 9360 of 4
	// GO-126 has the rank 273346
	// Z-8
	// Z-9
	// D-914 is a plate; UV-0-2 is none, for insert made it of UV-02
}

// Five readable members of a recursive rule. No table can match two kinds of brackets.
func ExampleGrammar_Readable() {
	source := syntax.NewSource("list.abnf", `
list = "(" [item *("," item)] ")" / "[" [item *("," item)] "]"
item = word / 1*DIGIT / list
word = 1*%x61-7A
`)
	g, _ := build.Compile(context.Background(), source, build.Options{Name: "list"})
	lists, err := g.Readable(context.Background(), "list", rand.New(rand.NewPCG(1, 0)))
	for range 5 {
		if err != nil {
			fmt.Println(err)
			break
		}
		var list string
		list, err = lists.Sample()
		fmt.Println(list)
	}
	// Output:
	// (5,moon,5,42)
	// []
	// [(ice,[],(door)),(),()]
	// (moon)
	// [2001,9,5]
}
