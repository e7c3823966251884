#ifndef LINES_H
#define LINES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Lines of text, one behind the other, each with a NUL behind it: ends[i] is where that of
 * line i is. 64 bytes that are zero follow the last. */
struct lines {
	const unsigned char *text;
	const uint32_t *ends;
	size_t count;
};

/* BATCH defines a peer's pass over many lines, by its function valid(line, end), which
 * becomes part of the loop if that is possible: it is a tenth faster for re2c. */
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

/* ONE defines a peer's call for one line, which is where it is. */
#define ONE(peer)                                                          \
	int peer##_one(const char *s, size_t n)                            \
	{                                                                  \
		const unsigned char *line;                                 \
		line = (const unsigned char *)(s != NULL ? s : "");        \
		return valid(line, line + n);                              \
	}

/* ONE_COPY defines a peer's call for one line which needs a NUL behind it. A Go string has
 * none, so it is copied: for the usual line that takes less time than to look for the end
 * of the line at each byte. */
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

/* What a parser says of a string besides a verdict: where in it the host is. */
struct says {
	int accepted, has_host;
	size_t start, length;
};

#ifdef __cplusplus
#define PEER extern "C"
#else
#define PEER
#endif

/* DECLARE declares what a peer has: what the macros above define, and its version. */
#define DECLARE(peer)                                                     \
	PEER const char *peer##_version(void);                            \
	PEER void peer##_batch(struct lines lines, uint8_t *verdicts);    \
	PEER int peer##_one(const char *s, size_t n);

#endif
