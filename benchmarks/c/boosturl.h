#include "lines.h"

DECLARE(boosturl)
