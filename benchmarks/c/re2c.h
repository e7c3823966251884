#include "lines.h"

DECLARE(re2c)
