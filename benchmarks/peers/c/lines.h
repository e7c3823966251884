#ifndef LINES_H
#define LINES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Lines of text, adjacent, each with a NUL after it: ends[i] is the offset of the NUL of line i.
 * After the last line there are 64 zero bytes. */
struct lines {
	const unsigned char *text;
	const uint32_t *ends;
	size_t count;
};

/* BATCH defines a peer's pass over many lines, by its function valid(line, end). The compiler
 * inlines valid into the loop if it can; for re2c this is a tenth faster. */
#define BATCH(peer)                                              \
	__attribute__((flatten))                                 \
	void peer##_batch(struct lines lines, uint8_t *verdicts) \
	{                                                        \
		const unsigned char *line = lines.text;          \
		for (size_t i = 0; i < lines.count; i++) {       \
			const unsigned char *end;                \
			end = lines.text + lines.ends[i];        \
			verdicts[i] = valid(line, end) != 0;     \
			line = end + 1;                          \
		}                                                \
	}

/* ONE defines a peer's call for one line, without a copy. */
#define ONE(peer)                                                          \
	int peer##_one(const char *s, size_t n)                            \
	{                                                                  \
		const unsigned char *line;                                 \
		line = (const unsigned char *)(s != NULL ? s : "");        \
		return valid(line, line + n);                              \
	}

/* ONE_COPY defines a peer's call for one line, for a peer with a NUL as sentinel. A Go string
 * ends without a NUL, so ONE_COPY copies it: for the usual line this takes less time than a test
 * for the end of the line at each byte. */
#define ONE_COPY(peer)                                                     \
	int peer##_one(const char *s, size_t n)                            \
	{                                                                  \
		unsigned char small[2048], *line = small;                  \
		if (n >= sizeof small && (line = malloc(n + 1)) == NULL)   \
			abort();                                           \
		if (n > 0)                                                 \
			memcpy(line, s, n);                                \
		line[n] = 0;                                               \
		int verdict = valid(line, line + n);                       \
		if (line != small)                                         \
			free(line);                                        \
		return verdict;                                            \
	}

/* The answer of a parser about a string: the verdict, and the place of the host. */
struct says {
	int accepted, has_host;
	size_t start, length;
};

#ifdef __cplusplus
#define PEER extern "C"
#else
#define PEER
#endif

/* DECLARE declares the functions of a peer: those of the macros above, and its version. */
#define DECLARE(peer)                                                     \
	PEER const char *peer##_version(void);                            \
	PEER void peer##_batch(struct lines lines, uint8_t *verdicts);    \
	PEER int peer##_one(const char *s, size_t n);

#endif
