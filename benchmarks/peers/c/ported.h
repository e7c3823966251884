#include "lines.h"

DECLARE(ported)
DECLARE(plain)
