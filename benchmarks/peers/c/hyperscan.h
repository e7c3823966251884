#include "lines.h"

DECLARE(hyperscan)

/* hyperscan_compile compiles the expression for the lines. It returns an error message or NULL. */
PEER const char *hyperscan_compile(const char *pattern);
