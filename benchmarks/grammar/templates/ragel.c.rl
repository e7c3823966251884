//go:build ragel && cgo

#include "ragel.h"

const char *{{.Peer}}_version(void) { return "{{.Version}}"; }

%%{
	machine line;
	alphtype unsigned char;

	{{.Definitions}}
	main := {{.Rule}} 0 @{ return p == end; };

	write data noerror nofinal noentry;
}%%

/* The sentinel is part of the rule. No member has a NUL, so the one that is found is the
 * first: at the line's end, or inside of the line. */
static int valid(const unsigned char *p, const unsigned char *end)
{
	int cs;
	%% write init;
	%% write exec noend;
	return 0;
}

BATCH({{.Peer}})
ONE_COPY({{.Peer}})
