#include "lines.h"

DECLARE(re2c)
DECLARE(re2cg)
