//go:build re2c && cgo

#include "re2c.h"

const char *{{.Peer}}_version(void) { return "{{.Version}}"; }

/* The sentinel is part of the rule. No member has a NUL, so the match ends at the first NUL: at
 * the end of the line, or inside of it. */
static int valid(const unsigned char *YYCURSOR, const unsigned char *end)
{
	const unsigned char *YYMARKER;
	/*!re2c
	re2c:define:YYCTYPE = "unsigned char";
	re2c:yyfill:enable = 0;

	iri = {{.IRI}};
	iri "\x00" { return YYCURSOR == end + 1; }
	* { return 0; }
	*/
}

BATCH({{.Peer}})
ONE_COPY({{.Peer}})
