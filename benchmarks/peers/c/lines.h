#ifndef LINES_H
#define LINES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Adjacent lines of text, each followed by a NUL: ends[i] is the offset of the NUL of line i. 64
 * zero bytes follow the last line. */
struct lines {
	const unsigned char *text;
	const uint32_t *ends;
	size_t count;
};

/* BATCH defines a peer's pass over many lines, using its function valid(line, end). The compiler
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

/* ONE defines a peer's call for a single line, without copying it. */
#define ONE(peer)                                                          \
	int peer##_one(const char *s, size_t n)                            \
	{                                                                  \
		const unsigned char *line;                                 \
		line = (const unsigned char *)(s != NULL ? s : "");        \
		return valid(line, line + n);                              \
	}

/* ONE_COPY defines a peer's call for a single line, for a peer that needs a NUL as a sentinel. A Go
 * string does not end in a NUL, so ONE_COPY copies it: for a typical line this is faster than
 * checking for the end of the line at each byte. */
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

/* A parser's answer for a string: the verdict and the position of the host. */
struct says {
	int accepted, has_host;
	size_t start, length;
};

#ifdef __cplusplus
#define PEER extern "C"
#else
#define PEER
#endif

/* DECLARE declares a peer's functions: those defined by the macros above, and its version. */
#define DECLARE(peer)                                                     \
	PEER const char *peer##_version(void);                            \
	PEER void peer##_batch(struct lines lines, uint8_t *verdicts);    \
	PEER int peer##_one(const char *s, size_t n);

#endif
