//go:build uriparser && cgo

#include "uriparser.h"

#include <uriparser/Uri.h>

const char *uriparser_version(void) { return URI_VER_ANSI; }

static int valid(const unsigned char *line, const unsigned char *end)
{
	UriUriA uri;
	const char *error;
	if (uriParseSingleUriExA(&uri, (const char *)line, (const char *)end, &error) != URI_SUCCESS)
		return 0;
	/* It reads URI references: without a scheme it is not a URI. */
	int verdict = uri.scheme.first != NULL;
	uriFreeUriMembersA(&uri);
	return verdict;
}

BATCH(uriparser)
ONE(uriparser)
