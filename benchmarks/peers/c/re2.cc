//go:build re2 && cgo

#include "re2.h"
#include "re2_version_gen.h"

#include <re2/re2.h>

const char *re2_version(void) { return RE2_VERSION; }

static RE2 *expression;

const char *re2_compile(const char *pattern, size_t n)
{
	if (expression == NULL)
		expression = new RE2(re2::StringPiece(pattern, n), RE2::Quiet);
	return expression->ok() ? NULL : expression->error().c_str();
}

static inline int valid(const unsigned char *line, const unsigned char *end)
{
	/* The same as FullMatch, without its argument list: up to a tenth faster. */
	re2::StringPiece text((const char *)line, end - line);
	return expression->Match(text, 0, text.size(), RE2::ANCHOR_BOTH, NULL, 0);
}

BATCH(re2)
ONE(re2)
