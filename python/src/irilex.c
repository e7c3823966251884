/* The module irilex._native: rules on str. It has no state that is ever written, so it is safe after
 * fork, in threads and in sub-interpreters. irilex/_native.pyi describes its functions. */
#include "irilex.h"
#include <string.h>

/* rules.h includes the declarations of the generated files, and defines
 * RULES(RULE, SPLIT) as the list of rules, the first of which is IRI. A SPLIT rule names the rule that
 * finds the parts of its strings. */
#include "rules.h"

/* Sets userinfo, host and port, which the authority's delimiters separate (RFC 3986, section 3.2). */
static void split_authority(const uint8_t *text, struct part parts[PARTS])
{
	static const struct part missing = { -1, -1 };
	parts[USERINFO] = parts[HOST] = parts[PORT] = missing;
	if (parts[AUTHORITY].begin < 0)
		return;
	const uint8_t *begin = text + parts[AUTHORITY].begin, *end = text + parts[AUTHORITY].end;
	const uint8_t *at = memchr(begin, '@', (size_t)(end - begin)), *host = at ? at + 1 : begin, *colon = host;
	if (at) {
		parts[USERINFO].begin = parts[AUTHORITY].begin;
		parts[USERINFO].end = at - text;
	}
	if (host != end && *host == '[')
		colon = memchr(host, ']', (size_t)(end - host));
	colon = memchr(colon, ':', (size_t)(end - colon));
	parts[HOST].begin = host - text;
	parts[HOST].end = (colon ? colon : end) - text;
	if (colon) {
		parts[PORT].begin = colon + 1 - text;
		parts[PORT].end = end - text;
	}
}

#define IGNORE(id)
#define DEFINE_SPLIT(id, finder) \
	static bool split_##id(const uint8_t *text, size_t n, struct part parts[PARTS]) \
	{ \
		struct finder##_parts p; \
		if (!id##_valid(text, n) || !finder##_split(text, n, &p)) \
			return false; \
		parts[SCHEME] = (struct part){ p.scheme.begin, p.scheme.end }; \
		parts[AUTHORITY] = (struct part){ p.authority.begin, p.authority.end }; \
		parts[PATH] = (struct part){ p.path.begin, p.path.end }; \
		parts[QUERY] = (struct part){ p.query.begin, p.query.end }; \
		parts[FRAGMENT] = (struct part){ p.fragment.begin, p.fragment.end }; \
		split_authority(text, parts); \
		return true; \
	}
RULES(IGNORE, DEFINE_SPLIT)

#define PLAIN_ROW(id) { id##_valid, id##_error_offset, id##_prefix, NULL },
#define SPLIT_ROW(id, finder) { id##_valid, id##_error_offset, id##_prefix, split_##id },
static const struct rule rules[] = { RULES(PLAIN_ROW, SPLIT_ROW) };

const struct rule *irilex_rule(PyObject *number)
{
	Py_ssize_t i = PyLong_AsSsize_t(number);
	if (i >= 0 && (size_t)i < sizeof rules / sizeof *rules)
		return &rules[i];
	if (!PyErr_Occurred())
		PyErr_Format(PyExc_IndexError, "there is no rule %zd", i);
	return NULL;
}

/* A str as UTF-8. */
struct text {
	const uint8_t *bytes;
	Py_ssize_t n;
	PyObject *owner; /* of the bytes, if the str has a surrogate */
};

/* Reads a str. Surrogates become three bytes, which no rule accepts. Returns false after it has set
 * an exception. */
static bool read_str(PyObject *s, struct text *text)
{
	text->owner = NULL;
	text->bytes = (const uint8_t *)PyUnicode_AsUTF8AndSize(s, &text->n);
	if (text->bytes)
		return true;
	if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
		PyErr_Clear();
		text->owner = PyUnicode_AsEncodedString(s, "utf-8", "surrogatepass");
		if (!text->owner)
			return false;
		text->bytes = (const uint8_t *)PyBytes_AsString(text->owner);
		text->n = PyBytes_Size(text->owner);
		return true;
	}
	if (PyErr_ExceptionMatches(PyExc_TypeError)) {
		PyErr_Clear();
		PyObject *type = PyObject_Type(s);
		PyErr_Format(PyExc_TypeError, "a str is expected, not %R", type);
		Py_DecRef(type);
	}
	return false;
}

static void close_str(struct text *text)
{
	if (text->owner)
		Py_DecRef(text->owner);
}

static PyObject *matches_rule(const struct rule *rule, PyObject *s)
{
	struct text text;
	if (!read_str(s, &text))
		return NULL;
	bool valid = rule->valid(text.bytes, (size_t)text.n);
	close_str(&text);
	return PyBool_FromLong(valid);
}

/* Calls irilex._core.valid_as, for a format other than the default. */
static PyObject *valid_as(PyObject *s, PyObject *format)
{
	PyObject *core = PyImport_ImportModule("irilex._core"), *function = NULL, *result = NULL;
	if (core)
		function = PyObject_GetAttrString(core, "valid_as");
	if (function) {
		result = PyObject_CallFunctionObjArgs(function, s, format, (void *)NULL);
		Py_DecRef(function);
	}
	if (core)
		Py_DecRef(core);
	return result;
}

static PyObject *valid(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
	(void)module;
	if (count == 1 && !names)
		return matches_rule(&rules[0], args[0]);
	if (count == 2 && !names)
		return valid_as(args[0], args[1]);
	if (count == 1 && PyTuple_Size(names) == 1 &&
			PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "format") == 0)
		return valid_as(args[0], args[1]);
	return PyErr_Format(PyExc_TypeError, "valid() takes a str, and optionally format");
}

/* Reads the arguments rule and s. Returns false after it has set an exception. */
static bool read_arguments(PyObject *const *args, Py_ssize_t count, const struct rule **rule, struct text *text)
{
	if (count != 2) {
		PyErr_Format(PyExc_TypeError, "a rule and a str are expected, not %zd arguments", count);
		return false;
	}
	*rule = irilex_rule(args[0]);
	return *rule && read_str(args[1], text);
}

static PyObject *matches(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
	(void)module;
	const struct rule *rule;
	struct text text;
	if (!read_arguments(args, count, &rule, &text))
		return NULL;
	bool valid = rule->valid(text.bytes, (size_t)text.n);
	close_str(&text);
	return PyBool_FromLong(valid);
}

/* Returns the number of code points in n bytes. */
static Py_ssize_t code_points(const uint8_t *bytes, size_t n)
{
	Py_ssize_t count = 0;
	for (size_t i = 0; i < n; i++)
		count += (bytes[i] & 0xC0) != 0x80;
	return count;
}

static PyObject *error_offset(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
	(void)module;
	const struct rule *rule;
	struct text text;
	if (!read_arguments(args, count, &rule, &text))
		return NULL;
	Py_ssize_t offset = code_points(text.bytes, rule->error_offset(text.bytes, (size_t)text.n));
	close_str(&text);
	return PyLong_FromSsize_t(offset);
}

static PyObject *prefix(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
	(void)module;
	const struct rule *rule;
	struct text text;
	if (!read_arguments(args, count, &rule, &text))
		return NULL;
	ptrdiff_t n = rule->prefix(text.bytes, (size_t)text.n);
	Py_ssize_t length = n < 0 ? -1 : code_points(text.bytes, (size_t)n);
	close_str(&text);
	return PyLong_FromSsize_t(length);
}

static PyObject *split(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
	(void)module;
	const struct rule *rule;
	struct text text;
	struct part parts[PARTS];
	if (!read_arguments(args, count, &rule, &text))
		return NULL;
	if (!rule->split || !rule->split(text.bytes, (size_t)text.n, parts)) {
		close_str(&text);
		return Py_BuildValue(""); /* None */
	}
	PyObject *tuple = PyTuple_New(PARTS);
	for (int i = 0; tuple && i < PARTS; i++) {
		const char *begin = (const char *)text.bytes + parts[i].begin;
		PyObject *s = parts[i].begin < 0 ? Py_BuildValue("") : PyUnicode_FromStringAndSize(begin, parts[i].end - parts[i].begin);
		if (!s || PyTuple_SetItem(tuple, i, s) != 0) {
			Py_DecRef(tuple);
			tuple = NULL;
		}
	}
	close_str(&text);
	return tuple;
}

#define METHOD(name, function, flags, doc) { name, (PyCFunction)(void *)function, flags, doc }
static PyMethodDef methods[] = {
	METHOD("valid", valid, METH_FASTCALL | METH_KEYWORDS,
		"valid($module, s, /, format='iri')\n--\n\n"
		"Report whether s, a str, has a format; the default is an IRI of RFC 3987, section 2.2.\n\n"
		"A str with a surrogate is never valid. Raise LookupError for an unknown format, and TypeError if s is\n"
		"not a str."),
	METHOD("matches", matches, METH_FASTCALL, NULL),
	METHOD("error_offset", error_offset, METH_FASTCALL, NULL),
	METHOD("prefix", prefix, METH_FASTCALL, NULL),
	METHOD("split", split, METH_FASTCALL, NULL),
	METHOD("column_valid", irilex_column_valid, METH_FASTCALL, NULL),
	METHOD("column_codes", irilex_column_codes, METH_FASTCALL, NULL),
	METHOD("column_parse", irilex_column_parse, METH_FASTCALL, NULL),
	{ NULL, NULL, 0, NULL },
};

/* Slots of PEP 703 (number 4, from 3.13) and PEP 684 (3, from 3.12). Older versions reject them, so their
 * lists begin further on. */
static PyModuleDef_Slot slots[] = { { 4, (void *)1 }, { 3, (void *)2 }, { 0, NULL } };
static PyModuleDef definition = { PyModuleDef_HEAD_INIT, "irilex._native", NULL, 0, methods, slots, NULL, NULL, NULL };

PyMODINIT_FUNC PyInit__native(void)
{
	const char *version = Py_GetVersion(); /* "3.10.1 (..." */
	int minor = 0;
	for (const char *c = version + strlen("3."); '0' <= *c && *c <= '9'; c++)
		minor = minor * 10 + (*c - '0');
	definition.m_slots = minor >= 13 ? slots : minor == 12 ? slots + 1 : slots + 2;
	return PyModuleDef_Init(&definition);
}
