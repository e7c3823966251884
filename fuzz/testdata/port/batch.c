/* Prints the verdicts for the lines of standard input, as lines and as strings with offsets; see
 * TestPortBatches. */
#include PORTED
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	static uint8_t text[1 << 24];
	size_t n = fread(text, 1, sizeof text, stdin);
	bool *valid = malloc(n + 1);
	int32_t *offsets = malloc((n + 2) * sizeof *offsets);
	size_t lines = rfc3987_IRI_valid_lines(text, n, valid);
	for (size_t i = 0; i < lines; i++)
		putchar('0' + valid[i]);
	putchar('\n');

	/* The same text as strings: each line with its LF, which no IRI contains, but the last. */
	size_t count = 0;
	offsets[0] = 0;
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\n') {
			offsets[count + 1] = (int32_t)i; /* without the LF, which begins the next string */
			count++;
		}
	size_t matches = rfc3987_IRI_valid_offsets(text, offsets, count, valid);
	for (size_t i = 0; i < count; i++)
		putchar('0' + valid[i]);
	printf("\n%zu\n", matches);
	free(valid);
	free(offsets);
	return 0;
}
