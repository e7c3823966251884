#include "lines.h"

DECLARE(hyperscan)

/* hyperscan_compile compiles the expression that the lines are matched with, and returns
 * what is wrong with it, or NULL. */
PEER const char *hyperscan_compile(const char *pattern);
