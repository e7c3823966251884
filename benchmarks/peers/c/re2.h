#include "lines.h"

DECLARE(re2)

/* re2_compile compiles the expression for the lines. It returns an error message or NULL. */
PEER const char *re2_compile(const char *pattern, size_t n);
