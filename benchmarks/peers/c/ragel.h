#include "lines.h"

DECLARE(ragel)
