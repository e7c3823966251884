#include "lines.h"

DECLARE(uriparser)
