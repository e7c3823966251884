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
	/* uriparser accepts URI references; a URI requires a scheme. */
	int verdict = uri.scheme.first != NULL;
	uriFreeUriMembersA(&uri);
	return verdict;
}

BATCH(uriparser)
ONE(uriparser)

struct says uriparser_says(const char *s, size_t n)
{
	struct says says = {0};
	UriUriA uri;
	const char *error;
	if (s == NULL)
		s = "";
	if (uriParseSingleUriExA(&uri, s, s + n, &error) != URI_SUCCESS)
		return says;
	says.accepted = 1;
	if (uri.hostText.first != NULL && uri.hostText.first >= s && uri.hostText.first <= s + n) {
		says.has_host = 1;
		says.start = uri.hostText.first - s;
		says.length = uri.hostText.afterLast - uri.hostText.first;
	} else if (uri.hostText.first != NULL) {
		says.has_host = 1; /* an empty host, stored outside s */
	}
	uriFreeUriMembersA(&uri);
	return says;
}
