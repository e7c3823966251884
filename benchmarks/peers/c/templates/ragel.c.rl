//go:build ragel && cgo

#include "ragel.h"

const char *{{.Peer}}_version(void) { return "{{.Version}}"; }

%%{
	machine line;
	alphtype unsigned char;

	iri = {{.IRI}};
	main := iri 0 @{ return p == end; };

	write data noerror nofinal noentry;
}%%

/* The sentinel is part of the rule. No member has a NUL, so the match ends at the first NUL: at
 * the end of the line, or inside of it. */
static int valid(const unsigned char *p, const unsigned char *end)
{
	int cs;
	%% write init;
	%% write exec noend;
	return 0;
}

BATCH({{.Peer}})
ONE_COPY({{.Peer}})
