#include "lines.h"

DECLARE(re2)

/* re2_compile compiles the expression that the lines are matched with, and returns what is
 * wrong with it, or NULL. */
PEER const char *re2_compile(const char *pattern, size_t n);
