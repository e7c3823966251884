/* Reads lines, each with its length of four bytes before it, in the machine's order, and
 * writes a verdict for each: 0 or 1. */
#include <stdio.h>

#include "lines.h"

DECLARE(peer)

int main(void)
{
	uint32_t n;
	while (fread(&n, sizeof n, 1, stdin) == 1) {
		char *line = malloc(n + 1);
		if (line == NULL || fread(line, 1, n, stdin) != n)
			return 1;
		putchar('0' + peer_one(line, n));
		free(line);
	}
	return 0;
}
