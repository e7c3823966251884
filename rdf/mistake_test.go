package rdf_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/rdf"
)

// These are common mistakes, with five variants each. "N:" before a line means N-Quads, "2:"
// N-Triples 1.2, and "4:" N-Quads 1.2; "|" is where the mistake is.
func TestMistakes(t *testing.T) {
	syntaxes := map[string]rdf.Syntax{"N:": rdf.NQuads, "2:": rdf.NTriples12, "4:": rdf.NQuads12}
	for want, lines := range map[string][]string{
		`the closing quote of the literal is missing; write a line break in a literal as "\n"`: {
			`_:a <a:p> "x|`, `_:a <a:p> "x .|`, `N:_:a <a:p> "x\" <a:g> .|`, `2:_:a <a:p> <<( _:a <a:p> "x )>> .|`,
			"_:a <a:p> \"two|\nlines\" .", "4:_:a <a:p> \"two|\r\nlines\" .", `2:VERSION "1.2|`,
		},
		`% is not allowed in a language tag; write letters, such as "en", and "-" before each further part`: {
			`_:a <a:p> "x"@|9 .`, `_:a <a:p> "x"@| en .`, `_:a <a:p> "x"@en|_US .`, `_:a <a:p> "x"@en-|.`,
			`2:_:a <a:p> "x"@|9 .`, `4:_:a <a:p> "x"@en|^^<a:t> .`, `N:_:a <a:p> "x"@|é .`,
		},
		`the predicate must be an IRI, not a literal; write it between "<" and ">"`: {
			`_:a |"p" <a:o> .`, `N:_:a |"" <a:o> .`, `<a:s>|"p"@en <a:o> .`, `2:_:a |"p"^^<a:t> <a:o> .`,
			`2:_:a <a:p> <<( _:a |"p" <a:o> )>> .`,
		},
		`the predicate must be an IRI, not a blank node; write it between "<" and ">"`: {
			`_:a |_:p <a:o> .`, `N:<a:s> |_:p <a:o> .`, `<a:s>|_:p<a:o> .`, `2:_:a |_:p <a:o> .`,
			`4:_:a <a:p> <<( _:a |_:p <a:o> )>> .`,
		},
		`a literal is allowed only as the object; write an IRI between "<" and ">"`: {
			`|"s" <a:p> <a:o> .`, `_:a <a:p> <a:o> |"g" .`, `N:_:a <a:p> <a:o> |"g" .`, `N:_:a <a:p> <a:o> <a:g> |"c" .`,
			`2:_:a <a:p> <<( |"s" <a:p> <a:o> )>> .`,
		},
		"a line holds only one statement; start a new line here": {
			`_:a <a:p> _:b . |_:a <a:p> _:c .`, `_:a <a:p> _:b .|<a:s> <a:p> _:c .`, `N:_:a <a:p> _:b . |"x" .`,
			`2:_:a <a:p> _:b . |<<( _:a <a:p> _:c )>> .`, `2:VERSION "1.2" |_:a <a:p> _:c .`,
		},
		"a fourth term is the graph, which only N-Quads allows; read the file as N-Quads": {
			`_:a <a:p> _:b |<a:g> .`, `_:a <a:p> _:b |_:g .`, `_:a <a:p> "x"@en|<a:g> .`, `2:_:a <a:p> "x" |<a:g> .`,
			`2:_:a <a:p> <<( _:a <a:p> _:c )>> |_:g .`,
		},
		`a statement has at most four terms; end it with "."`: {
			`N:_:a <a:p> _:b <a:g> |<a:h> .`, `N:_:a <a:p> _:b _:g |_:h .`, `4:_:a <a:p> _:b <a:g> |<a:h> .`,
			`4:_:a <a:p> _:b <a:g>|_:h .`, `N:_:a <a:p> "x" <a:g>|<a:h> <a:i> .`,
		},
		`this is Turtle, not N-Triples; convert it, for example with "riot --output=ntriples"`: {
			`|@prefix a: <b:> .`, `|PREFIX a: <b:>`, `|@base <b:> .`, `|base <b:>`, `_:a |a <a:t> .`, `_:a <a:p> |42 .`,
			`_:a <a:p> |true .`, `|[] <a:p> _:b .`, `_:a <a:p> _:b |; <a:q> _:c .`, `_:a <a:p> _:b|, _:c .`,
			`_:a <a:p> |'x' .`,
			`_:a <a:p> ""|"x""" .`, `|:a <a:p> _:b .`, `_:a <a:p> |( _:b ) .`, `_:a <a:p> _:b |{| <a:q> _:c |} .`,
		},
		`% is not allowed here; write an IRI between "<" and ">" (only Turtle allows names such as ex:a)`: {
			`|ex:a <a:p> _:b .`, `_:a |ex:p _:b .`, `_:a <a:p> |ex:o .`, `|http://a/b <a:p> _:b .`,
			`_:a <a:p> "1"^^|xsd:int .`,
		},
		"only RDF 1.2 allows triple terms; read the file as RDF 1.2": {
			`_:a <a:p> <|<( _:a <a:p> _:b )>> .`, `N:_:a <a:p> <|<( _:a <a:p> _:b )>> <a:g> .`,
			`_:a <a:p> <|<(_:a<a:p>_:b)>>.`,
			`<|<( _:a <a:p> _:b )>> <a:p> _:b .`, `_:a <|<( _:a <a:p> _:b )>> _:b .`,
		},
		"only RDF 1.2 allows a base direction after a language tag; read the file as RDF 1.2": {
			`_:a <a:p> "x"@en-|-ltr .`, `_:a <a:p> "x"@ar-EG-|-rtl .`, `N:_:a <a:p> "x"@en-|-ltr <a:g> .`,
			`_:a <a:p> ""@en-|-rtl.`, `N:_:a <a:p> "x" @en-|-ltr.`,
		},
		"only RDF 1.2 allows a VERSION; read the file as RDF 1.2": {
			`|VERSION "1.2"`, ` |VERSION "1.2" # v`, `N:|VERSION "1.2-basic"`, `|VERSION`, "\t|version \"1.2\"",
		},
		`only Turtle allows "<<" before a triple; write a triple term between "<<(" and ")>>"`: {
			`<|< _:a <a:p> _:b >> <a:p> _:c .`, `_:a <a:p> <|< _:a <a:p> _:b >> .`, `N:_:a <|<<a:s> <a:p> _:b>> _:c .`,
			`2:_:a <a:p> <<| _:a <a:p> _:b >> .`, `4:<|< _:a <a:p> _:b >> <a:p> _:c .`,
		},
		"a triple term is allowed only as the object; write an IRI or a blank node": {
			`2:<|<( _:a <a:p> _:b )>> <a:p> _:b .`, `2:_:a <|<( _:a <a:p> _:b )>> _:b .`, `4:<|<(_:a<a:p>_:b)>><a:p>_:b.`,
			`4:_:a <a:p> _:b <|<( _:a <a:p> _:b )>> .`, `2:_:a <a:p> <<( <|<( _:a <a:p> _:b )>> <a:p> _:b )>> .`,
		},
		`the ")>>" after the triple term is missing; add it here`: {
			`2:_:a <a:p> <<( _:a <a:p> _:b |.`, `2:_:a <a:p> <<( _:a <a:p> _:b|`, `2:_:a <a:p> <<( _:a <a:p> <a:b>|>> .`,
			`4:_:a <a:p> <<( _:a <a:p> _:b |<a:g> )>> .`, `2:_:a <a:p> <<( _:a <a:p> <<( _:a <a:p> _:b )>> |.`,
		},
		`% is not allowed here; write the version between quotes, such as VERSION "1.2"`: {
			`2:VERSION |1.2`, `2:VERSION|`, `4:VERSION |'1.2'`, `2:|version "1.2"`, `2:VERSION |<a:b> .`,
		},
		`% is not allowed in a base direction; write "--ltr" or "--rtl"`: {
			`2:_:a <a:p> "x"@en--| .`, `2:_:a <a:p> "x"@en--|1 .`, `4:_:a <a:p> "x"@en--|.`, `2:_:a <a:p> "x"@en--|-ltr .`,
			`2:_:a <a:p> "x"@en-GB--|"ltr" .`,
		},
		`% is not allowed here; write "_:" and letters or digits for a blank node`: {
			`_:|-a <a:p> _:b .`, `_|a <a:p> _:b .`, `2:_:a|:b <a:p> _:b .`, `2:_:a <a:p> _:b|:c .`, `4:_:|:a <a:p> _:b .`,
		},
		`% does not belong to an escape; write "\\" for a backslash`: {
			`_:a <a:p> "C:\|x" .`, `_:a <a:p> "\u00|G9" .`,
			`_:a <a:p> "\U0001F60|" .`, `N:_:a <a:p> "\| " .`, `2:_:a <a:p> "\|é" .`,
		},
		`% does not belong to an escape; write "%5C" for a backslash`: {
			`<a:\|n> <a:p> _:b .`, `_:a <a:\|\b> _:b .`,
			`_:a <a:p> <a:\u00|G9> .`, `2:_:a <a:p> <a:\U0001F60|> .`, `N:<a:\|é> <a:p> _:b .`,
		},
	} {
		_, fixed, varies := strings.Cut(want, "% ") // "%" is what the rule found
		for _, line := range lines {
			syntax, ok := syntaxes[line[:2]]
			if ok {
				line = line[2:]
			}
			before, after, _ := strings.Cut(line, "|")
			_, err := rdf.NewReader(strings.NewReader(before+after), syntax).Read()
			wrong, ok := err.(*rdf.Error)
			if !ok || wrong.Offset != len(before) || wrong.Code != rdf.CodeSyntax ||
				wrong.Message() != want && !(varies && strings.HasSuffix(wrong.Message(), " "+fixed)) {
				t.Errorf("%v: %q: %v; want %s", syntax, line, err, want)
			}
		}
	}
}
