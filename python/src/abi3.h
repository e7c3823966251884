/* The declarations of CPython's stable ABI (PEP 384, version 3.10) that the extension uses, so that
 * one machine without Python headers compiles the extension for all platforms. Names and types are
 * those of the Python/C API reference. A test compiles this file together with Python.h, which
 * rejects a declaration that differs. */
#ifndef ABI3_H
#define ABI3_H
#include <stddef.h>
#include <stdint.h>

#ifndef Py_PYTHON_H
typedef intptr_t Py_ssize_t;
typedef struct _object PyObject;
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
typedef void (*PyCapsule_Destructor)(PyObject *);
typedef struct PyMethodDef {
	const char *ml_name;
	PyCFunction ml_meth;
	int ml_flags;
	const char *ml_doc;
} PyMethodDef;
typedef struct PyModuleDef_Slot {
	int slot;
	void *value;
} PyModuleDef_Slot;
typedef struct PyModuleDef {
	struct { Py_ssize_t ob_refcnt; void *ob_type, *m_init; Py_ssize_t m_index; PyObject *m_copy; } m_base;
	const char *m_name, *m_doc;
	Py_ssize_t m_size;
	PyMethodDef *m_methods;
	PyModuleDef_Slot *m_slots;
	void *m_traverse, *m_clear, *m_free;
} PyModuleDef;
#define PyModuleDef_HEAD_INIT { 1, NULL, NULL, 0, NULL }
#define METH_KEYWORDS 0x0002
#define METH_FASTCALL 0x0080
typedef struct _ts PyThreadState;
#ifdef _WIN32
#define PyAPI_FUNC(type) __declspec(dllimport) type
#define PyAPI_DATA(type) extern __declspec(dllimport) type
#define PyMODINIT_FUNC __declspec(dllexport) PyObject *
#else
#define PyAPI_FUNC(type) type
#define PyAPI_DATA(type) extern type
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#endif
#endif

PyAPI_DATA(PyObject *) PyExc_IndexError;
PyAPI_DATA(PyObject *) PyExc_RuntimeError;
PyAPI_DATA(PyObject *) PyExc_TypeError;
PyAPI_DATA(PyObject *) PyExc_UnicodeEncodeError;
PyAPI_FUNC(PyObject *) PyBool_FromLong(long);
PyAPI_FUNC(char *) PyBytes_AsString(PyObject *);
PyAPI_FUNC(Py_ssize_t) PyBytes_Size(PyObject *);
PyAPI_FUNC(void *) PyCapsule_GetPointer(PyObject *, const char *);
PyAPI_FUNC(PyObject *) PyCapsule_New(void *, const char *, PyCapsule_Destructor);
PyAPI_FUNC(void) PyErr_Clear(void);
PyAPI_FUNC(int) PyErr_ExceptionMatches(PyObject *);
PyAPI_FUNC(PyObject *) PyErr_Format(PyObject *, const char *, ...);
PyAPI_FUNC(PyObject *) PyErr_NoMemory(void);
PyAPI_FUNC(PyObject *) PyErr_Occurred(void);
PyAPI_FUNC(void) PyEval_RestoreThread(PyThreadState *);
PyAPI_FUNC(PyThreadState *) PyEval_SaveThread(void);
PyAPI_FUNC(const char *) Py_GetVersion(void);
PyAPI_FUNC(PyObject *) PyImport_ImportModule(const char *);
PyAPI_FUNC(Py_ssize_t) PyLong_AsSsize_t(PyObject *);
PyAPI_FUNC(PyObject *) PyLong_FromSsize_t(Py_ssize_t);
PyAPI_FUNC(PyObject *) PyModuleDef_Init(PyModuleDef *);
PyAPI_FUNC(PyObject *) PyObject_CallFunctionObjArgs(PyObject *, ...);
PyAPI_FUNC(PyObject *) PyObject_GetAttrString(PyObject *, const char *);
PyAPI_FUNC(PyObject *) PyObject_Type(PyObject *);
PyAPI_FUNC(PyObject *) PyTuple_GetItem(PyObject *, Py_ssize_t);
PyAPI_FUNC(PyObject *) PyTuple_New(Py_ssize_t);
PyAPI_FUNC(Py_ssize_t) PyTuple_Size(PyObject *);
PyAPI_FUNC(int) PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
PyAPI_FUNC(PyObject *) PyUnicode_AsEncodedString(PyObject *, const char *, const char *);
PyAPI_FUNC(const char *) PyUnicode_AsUTF8AndSize(PyObject *, Py_ssize_t *);
PyAPI_FUNC(int) PyUnicode_CompareWithASCIIString(PyObject *, const char *);
PyAPI_FUNC(PyObject *) PyUnicode_DecodeUTF8(const char *, Py_ssize_t, const char *);
PyAPI_FUNC(PyObject *) PyUnicode_FromStringAndSize(const char *, Py_ssize_t);
PyAPI_FUNC(PyObject *) Py_BuildValue(const char *, ...);
PyAPI_FUNC(void) Py_DecRef(PyObject *);
#endif
