#include "lines.h"

DECLARE(uriparser)

struct says uriparser_says(const char *s, size_t n);
