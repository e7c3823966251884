/* Rules on columns of strings, which are read and written through the Arrow C data interface without
 * copying the input. A column is an object with the method __arrow_c_array__ or __arrow_c_stream__.
 * Each function returns the pair of capsules that __arrow_c_array__ returns.
 *
 * The GIL is released while a chunk is processed, unless each string needs a Python function. */
#include "irilex.h"
#include "arrow.h"
#include <stdlib.h>
#include <string.h>

/* Memory that grows. After a failed allocation, failed is true and the contents no longer matter. */
struct buffer {
	uint8_t *data;
	size_t size, capacity;
	bool failed;
};

/* Makes the buffer larger by n zero bytes and returns them, or NULL. */
static uint8_t *grow(struct buffer *b, size_t n)
{
	if (b->failed)
		return NULL;
	if (b->size + n > b->capacity || !b->data) {
		size_t capacity = (b->size + n) + b->size / 2 + 64;
		uint8_t *data = realloc(b->data, capacity);
		if (!data) {
			b->failed = true;
			return NULL;
		}
		memset(data + b->size, 0, capacity - b->size);
		b->data = data;
		b->capacity = capacity;
	}
	b->size += n;
	return b->data + b->size - n;
}

static void append_bit(struct buffer *b, int64_t row, bool bit)
{
	if (row % 8 == 0 && !grow(b, 1))
		return;
	if (bit && !b->failed)
		b->data[row / 8] |= (uint8_t)(1 << row % 8);
}

/* A column that is being written: of bits if text is false, otherwise of strings with 64-bit offsets. */
struct column {
	bool text;
	int64_t rows, nulls;
	struct buffer validity, values, data; /* values are bits or offsets */
};

static void append_null(struct column *c, bool null)
{
	append_bit(&c->validity, c->rows, !null);
	c->nulls += null;
}

static void append_bool(struct column *c, bool value)
{
	append_null(c, false);
	append_bit(&c->values, c->rows++, value);
}

/* Appends a string, or null if text is NULL. */
static void append_text(struct column *c, const uint8_t *text, size_t n)
{
	append_null(c, !text);
	if (c->rows++ == 0)
		grow(&c->values, sizeof(int64_t));
	uint8_t *copy = grow(&c->data, text ? n : 0), *offset = grow(&c->values, sizeof(int64_t));
	if (copy && text)
		memcpy(copy, text, n);
	int64_t end = (int64_t)c->data.size;
	if (offset)
		memcpy(offset, &end, sizeof end);
}

/* What to do with each string. */
struct task {
	enum { VALID, CODES, PARSE } kind;
	const struct rule *rule;
	PyObject *check; /* a function of a str that returns None if the str is valid; or NULL */
	struct column result, parts[PARTS];
};

/* The strings of a chunk. */
struct strings {
	enum { OFFSETS_32, OFFSETS_64, VIEWS } layout;
	int64_t first, end;
	const uint8_t *validity; /* or NULL */
	const void *places;      /* offsets or views */
	const void *const *data;
};

static const uint8_t *string_at(const struct strings *s, int64_t row, size_t *n)
{
	static const uint8_t empty[1];
	const uint8_t *data = NULL;
	if (s->validity && !(s->validity[row / 8] >> row % 8 & 1))
		return NULL;
	if (s->layout == OFFSETS_32) {
		const int32_t *offsets = s->places;
		*n = (size_t)(offsets[row + 1] - offsets[row]);
		data = s->data[0] ? (const uint8_t *)s->data[0] + offsets[row] : NULL;
	} else if (s->layout == OFFSETS_64) {
		const int64_t *offsets = s->places;
		*n = (size_t)(offsets[row + 1] - offsets[row]);
		data = s->data[0] ? (const uint8_t *)s->data[0] + offsets[row] : NULL;
	} else {
		const uint8_t *view = (const uint8_t *)s->places + 16 * row;
		int32_t words[4]; /* the length, and if it exceeds 12: a prefix, a buffer and an offset */
		memcpy(words, view, sizeof words);
		*n = (size_t)words[0];
		data = words[0] <= 12 ? view + 4 : (const uint8_t *)s->data[words[2]] + words[3];
	}
	return data ? data : empty;
}

/* Calls the function on a string that the rule accepts. Returns 1 if it returns None, 0 if it
 * does not, and -1 after an exception. */
static int check(PyObject *function, const uint8_t *text, size_t n)
{
	PyObject *s = PyUnicode_FromStringAndSize((const char *)text, (Py_ssize_t)n);
	PyObject *none = Py_BuildValue(""), *result = NULL;
	if (s && none)
		result = PyObject_CallFunctionObjArgs(function, s, (void *)NULL);
	int status = result ? result == none : -1;
	if (result)
		Py_DecRef(result);
	if (s)
		Py_DecRef(s);
	if (none)
		Py_DecRef(none);
	return status;
}

static void append_code(struct column *c, const char *code)
{
	append_text(c, (const uint8_t *)code, code ? strlen(code) : 0);
}

static void append_parts(struct task *t, const uint8_t *text, size_t n)
{
	struct part parts[PARTS];
	bool valid = text && t->rule->split(text, n, parts);
	append_null(&t->result, !valid);
	t->result.rows++;
	for (int i = 0; i < PARTS; i++) {
		if (valid && parts[i].begin >= 0)
			append_text(&t->parts[i], text + parts[i].begin, (size_t)(parts[i].end - parts[i].begin));
		else
			append_text(&t->parts[i], NULL, 0);
	}
}

/* Processes a chunk. Returns false after an exception of the function. */
static bool process(struct task *t, const struct strings *s)
{
	for (int64_t row = s->first; row < s->end; row++) {
		size_t n = 0;
		const uint8_t *text = string_at(s, row, &n);
		if (t->kind == PARSE) {
			append_parts(t, text, n);
			continue;
		}
		bool matches = text && t->rule->valid(text, n);
		int checked = matches && t->check ? check(t->check, text, n) : 1;
		if (checked < 0)
			return false;
		if (t->kind == CODES) {
			const char *code = !checked ? "format" : NULL;
			if (text && !matches)
				code = t->rule->error_offset(text, n) == n ? "incomplete" : "unexpected";
			append_code(&t->result, code);
		} else if (text) {
			append_bool(&t->result, matches && checked);
		} else {
			append_null(&t->result, true);
			append_bit(&t->result.values, t->result.rows++, false);
		}
	}
	return true;
}

/* Reads the layout of a chunk. Returns false after it has set an exception. */
static bool read_chunk(const struct ArrowSchema *schema, const struct ArrowArray *array, struct strings *s)
{
	const char *format = schema->format;
	if (schema->dictionary || !*format || !strchr(*format == 'v' ? "uz" : "uUzZ", format[*format == 'v'])) {
		PyErr_Format(PyExc_TypeError, "a column of strings or binary values is expected, not one of Arrow's format \"%s\"%s",
			format, schema->dictionary ? " with a dictionary" : "");
		return false;
	}
	s->layout = *format == 'v' ? VIEWS : *format == 'u' || *format == 'z' ? OFFSETS_32 : OFFSETS_64;
	s->first = array->offset;
	s->end = array->offset + array->length;
	s->validity = array->null_count == 0 ? NULL : array->buffers[0];
	s->places = array->buffers[1];
	s->data = array->buffers + 2;
	return true;
}

/* Processes and releases a chunk. Returns false after it has set an exception. */
static bool consume(struct task *t, const struct ArrowSchema *schema, struct ArrowArray *array)
{
	struct strings s;
	bool done = read_chunk(schema, array, &s);
	if (done && t->check) {
		done = process(t, &s);
	} else if (done) {
		PyThreadState *state = PyEval_SaveThread();
		process(t, &s);
		PyEval_RestoreThread(state);
	}
	if (array->release)
		array->release(array);
	return done;
}

static bool consume_stream(struct task *t, struct ArrowArrayStream *stream)
{
	struct ArrowSchema schema = { 0 };
	struct ArrowArray array = { 0 };
	int status = stream->get_schema(stream, &schema);
	bool more = status == 0, done = true;
	while (more && done) {
		status = stream->get_next(stream, &array);
		more = status == 0 && array.release;
		if (more)
			done = consume(t, &schema, &array);
	}
	if (status != 0) {
		const char *text = stream->get_last_error(stream);
		PyErr_Format(PyExc_RuntimeError, "the column cannot be read: %s", text ? text : "unknown error");
		done = false;
	}
	if (schema.release)
		schema.release(&schema);
	return done;
}

/* Calls a method without arguments. Returns NULL if there is none, or after an exception. */
static PyObject *call(PyObject *object, const char *name)
{
	PyObject *method = PyObject_GetAttrString(object, name), *result = NULL;
	if (!method) {
		PyErr_Clear();
		return NULL;
	}
	result = PyObject_CallFunctionObjArgs(method, (void *)NULL);
	Py_DecRef(method);
	return result;
}

/* Processes a column. Returns false after it has set an exception. */
static bool consume_column(struct task *t, PyObject *column)
{
	bool done = false;
	PyObject *exported = call(column, "__arrow_c_array__");
	if (exported) {
		PyObject *first = PyTuple_GetItem(exported, 0), *second = first ? PyTuple_GetItem(exported, 1) : NULL;
		struct ArrowSchema *schema = second ? PyCapsule_GetPointer(first, "arrow_schema") : NULL;
		struct ArrowArray *array = schema ? PyCapsule_GetPointer(second, "arrow_array") : NULL;
		done = array && consume(t, schema, array);
	} else if (!PyErr_Occurred() && (exported = call(column, "__arrow_c_stream__"))) {
		struct ArrowArrayStream *stream = PyCapsule_GetPointer(exported, "arrow_array_stream");
		done = stream && consume_stream(t, stream);
	} else if (!PyErr_Occurred()) {
		PyObject *type = PyObject_Type(column);
		PyErr_Format(PyExc_TypeError, "an Arrow column is expected, not %R: it has neither __arrow_c_array__ nor "
			"__arrow_c_stream__", type);
		Py_DecRef(type);
	}
	if (exported)
		Py_DecRef(exported);
	return done;
}

/* The memory of an exported array or schema and of its children. */
struct exported_array {
	const void *buffers[3];
	struct ArrowArray children[PARTS], *pointers[PARTS];
};
struct exported_schema {
	struct ArrowSchema children[PARTS], *pointers[PARTS];
};

static void release_array(struct ArrowArray *array)
{
	for (int64_t i = 0; i < array->n_children; i++)
		if (array->children[i]->release)
			array->children[i]->release(array->children[i]);
	for (int64_t i = 0; i < array->n_buffers; i++)
		free((void *)array->buffers[i]);
	free(array->private_data);
	array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema)
{
	for (int64_t i = 0; i < schema->n_children; i++)
		if (schema->children[i]->release)
			schema->children[i]->release(schema->children[i]);
	free(schema->private_data);
	schema->release = NULL;
}

/* Moves a column to an array. Returns false if memory is exhausted. */
static bool export_column(struct column *c, struct ArrowArray *array)
{
	struct exported_array *memory = calloc(1, sizeof *memory);
	if (c->text && c->rows == 0)
		grow(&c->values, sizeof(int64_t)); /* the first offset */
	if (!memory || c->validity.failed || c->values.failed || c->data.failed) {
		free(memory);
		return false;
	}
	memory->buffers[0] = c->nulls > 0 ? c->validity.data : NULL;
	if (c->nulls == 0)
		free(c->validity.data);
	memory->buffers[1] = c->values.data;
	memory->buffers[2] = c->data.data;
	*array = (struct ArrowArray){ .length = c->rows, .null_count = c->nulls, .n_buffers = c->text ? 3 : 2,
		.buffers = memory->buffers, .release = release_array, .private_data = memory };
	memset(c, 0, sizeof *c);
	return true;
}

static bool export_task(struct task *t, struct ArrowArray *array, struct ArrowSchema *schema)
{
	static const char *const names[PARTS] = { "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment" };
	struct exported_schema *memory = calloc(1, sizeof *memory);
	if (!memory)
		return false;
	*schema = (struct ArrowSchema){ .format = t->kind == VALID ? "b" : t->kind == CODES ? "U" : "+s", .name = "",
		.flags = ARROW_FLAG_NULLABLE, .children = memory->pointers, .release = release_schema, .private_data = memory };
	if (!export_column(&t->result, array))
		return false;
	if (t->kind != PARSE)
		return true;
	struct exported_array *own = array->private_data;
	array->n_buffers = 1;
	array->children = own->pointers;
	for (int i = 0; i < PARTS; i++) {
		memory->pointers[i] = &memory->children[i];
		memory->children[i] = (struct ArrowSchema){ .format = "U", .name = names[i], .flags = ARROW_FLAG_NULLABLE,
			.release = release_schema };
		schema->n_children = i + 1;
		own->pointers[i] = &own->children[i];
		if (!export_column(&t->parts[i], own->pointers[i]))
			return false;
		array->n_children = i + 1;
	}
	return true;
}

static void free_column(struct column *c)
{
	free(c->validity.data);
	free(c->values.data);
	free(c->data.data);
}

static void close_array(PyObject *capsule)
{
	struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
	if (array->release)
		array->release(array);
	free(array);
}

static void close_schema(PyObject *capsule)
{
	struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
	if (schema->release)
		schema->release(schema);
	free(schema);
}

/* Returns the capsules of the result. */
static PyObject *capsules(struct task *t)
{
	struct ArrowArray *array = calloc(1, sizeof *array);
	struct ArrowSchema *schema = calloc(1, sizeof *schema);
	PyObject *first = NULL, *second = NULL, *pair = NULL;
	if (!array || !schema || !export_task(t, array, schema)) {
		PyErr_NoMemory();
	} else if ((first = PyCapsule_New(schema, "arrow_schema", close_schema)) &&
			(second = PyCapsule_New(array, "arrow_array", close_array))) {
		pair = Py_BuildValue("(OO)", first, second);
	}
	if (!second && array && array->release)
		array->release(array);
	if (!second)
		free(array);
	if (!first && schema && schema->release)
		schema->release(schema);
	if (!first)
		free(schema);
	if (first)
		Py_DecRef(first);
	if (second)
		Py_DecRef(second);
	return pair;
}

/* Runs a task for the arguments rule, column and function; the function may be None. */
static PyObject *run(struct task *t, PyObject *const *args, Py_ssize_t count)
{
	if (count != 3)
		return PyErr_Format(PyExc_TypeError, "a rule, a column and a function are expected, not %zd arguments", count);
	PyObject *none = Py_BuildValue(""), *result = NULL;
	t->rule = irilex_rule(args[0]);
	t->check = args[2] == none ? NULL : args[2];
	t->result.text = t->kind == CODES;
	for (int i = 0; i < PARTS; i++)
		t->parts[i].text = true;
	if (t->rule && t->kind == PARSE && !t->rule->split)
		PyErr_Format(PyExc_TypeError, "the rule has no parts");
	else if (t->rule && consume_column(t, args[1]))
		result = capsules(t);
	free_column(&t->result);
	for (int i = 0; i < PARTS; i++)
		free_column(&t->parts[i]);
	Py_DecRef(none);
	return result;
}

PyObject *irilex_column_valid(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
	(void)module;
	struct task t = { .kind = VALID };
	return run(&t, args, count);
}

PyObject *irilex_column_codes(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
	(void)module;
	struct task t = { .kind = CODES };
	return run(&t, args, count);
}

PyObject *irilex_column_parse(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
	(void)module;
	struct task t = { .kind = PARSE };
	return run(&t, args, count);
}
