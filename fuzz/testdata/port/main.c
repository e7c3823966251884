/* Prints what the functions of a generated file return for each line of standard input, a rule and
 * a text in hexadecimal digits; see TestPorts. */
#include PORTED
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void part(ptrdiff_t begin, ptrdiff_t end)
{
	printf(" %td-%td", begin, end);
}

static unsigned digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

int main(void)
{
	static char line[1 << 21];
	while (fgets(line, sizeof line, stdin)) {
		char *hex = strchr(line, '\t');
		*hex++ = 0;
		size_t n = strcspn(hex, "\n") / 2;
		uint8_t *text = malloc(n ? n : 1); /* exact, so that a sanitizer sees each byte outside */
		for (size_t i = 0; i < n; i++)
			text[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
		DISPATCH
		putchar('\n');
		free(text);
	}
	return 0;
}
