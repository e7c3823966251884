/* What irilex.c and column.c share. */
#ifndef IRILEX_H
#define IRILEX_H
#ifdef IRILEX_PYTHON_H /* to compile for one Python, such as a free-threaded one, with its headers */
#include <Python.h>
#endif
#include "abi3.h"
#include <stdbool.h>

enum { SCHEME, AUTHORITY, USERINFO, HOST, PORT, PATH, QUERY, FRAGMENT, PARTS };

struct part { ptrdiff_t begin, end; }; /* offsets in bytes; begin is -1 if the part is missing */

/* A rule of a grammar: what "abnf gen --lang c" writes for it. */
struct rule {
	bool (*valid)(const uint8_t *text, size_t n);
	size_t (*error_offset)(const uint8_t *text, size_t n);
	ptrdiff_t (*prefix)(const uint8_t *text, size_t n);
	bool (*split)(const uint8_t *text, size_t n, struct part parts[PARTS]); /* or NULL */
};

/* Returns the rule with a number, or NULL after it has set an exception. */
const struct rule *irilex_rule(PyObject *number);

/* Module functions for Arrow columns. */
PyObject *irilex_column_valid(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *irilex_column_codes(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *irilex_column_parse(PyObject *module, PyObject *const *args, Py_ssize_t count);
#endif
