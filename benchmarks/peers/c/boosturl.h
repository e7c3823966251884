#include "lines.h"

DECLARE(boosturl)

PEER struct says boosturl_says(const char *s, size_t n);
