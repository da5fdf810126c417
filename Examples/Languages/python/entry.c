/* entry.c - a provider that is written in Python: the interpreter, the note, and the table of functions.
 *
 * There is one interpreter in a process, and any thread may call: each call takes its lock. Only what is built into the
 * interpreter can be imported, because a host hides the symbols of libpython from other libraries. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define ID "com.example.python"
#define NAME "Python"
#define VERSION "1.0.0"
#define VENDOR "Example Ltd."
#include "../../Features/provider.h"
#include "../json.h"
#include "source.h" /* provider.py as a string: `source` */

ACK_PROVIDER_NOTE_WITH(ID, NAME, VERSION, VENDOR,
  "settings": [{ "name": "greeting", "type": "text", "label": "Greeting", "default": "Hello" }]);

static PyObject *class_of_provider;

struct ack_instance {
  const ack_host *host;
  PyObject *provider;
};

/* ---- Texts ---- */

static PyObject *from(ack_str text) { return PyUnicode_DecodeUTF8(text.ptr, (Py_ssize_t)text.len, "replace"); }

/* Lives as long as the object. */
static ack_str to(PyObject *object) {
  Py_ssize_t size = 0;
  const char *bytes = PyUnicode_AsUTF8AndSize(object, &size);
  return (ack_str){bytes, bytes == NULL ? 0 : (uint64_t)size};
}

static PyObject *dict_of(const ack_pair *pairs, uint64_t count) {
  PyObject *dict = PyDict_New();
  for (uint64_t i = 0; dict != NULL && i < count; i++) {
    PyObject *name = from(pairs[i].name), *value = from(pairs[i].value);
    if (name == NULL || value == NULL || PyDict_SetItem(dict, name, value) < 0) Py_CLEAR(dict);
    Py_XDECREF(name), Py_XDECREF(value);
  }
  return dict;
}

/* Tells the host of the exception that is set. */
static ack_status failed(const ack_host *host) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  PyObject *text = value == NULL ? NULL : PyObject_Repr(value);
  const ack_str why = text == NULL ? S("of an unknown exception") : to(text);
  const ack_failure failure = {.struct_size = sizeof failure, .category = ACK_FAILURE_PROVIDER,
                               .what = S("the provider has a fault"), .why = why, .fix = S("report it to its makers")};
  host->fail(host, &failure);
  Py_XDECREF(text), Py_XDECREF(type), Py_XDECREF(value), Py_XDECREF(trace);
  PyErr_Clear();
  return ACK_FAILED;
}

/* ---- What the host calls ---- */

/* Starts the interpreter at the first call, with nothing of the user's environment, and gives its lock back. */
static int has_started(void) {
  if (class_of_provider != NULL) return 1;
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.install_signal_handlers = 0;
  config.write_bytecode = 0;
  config.site_import = 0;
  const PyStatus status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status)) return 0;
  PyObject *code = Py_CompileString(source, "provider.py", Py_file_input);
  PyObject *module = code == NULL ? NULL : PyImport_ExecCodeModule("provider", code);
  class_of_provider = module == NULL ? NULL : PyObject_GetAttrString(module, "Provider");
  if (class_of_provider == NULL) PyErr_Print();
  PyEval_SaveThread();
  return class_of_provider != NULL;
}

static ack_status create(const ack_creation *creation, ack_instance **out) {
  const ack_status said = can_create(creation);
  if (said != ACK_OK) return said;
  const ack_host *host = creation->host;
  ack_instance *self = malloc(sizeof *self);
  if (self == NULL || !has_started()) {
    free(self);
    return ack_failed(host, ACK_FAILURE_PROVIDER, "Python did not start",
                      "its library or its files are not as they were", "install it again");
  }
  const PyGILState_STATE lock = PyGILState_Ensure();
  PyObject *settings = dict_of(creation->settings, creation->setting_count);
  self->host = host;
  self->provider = settings == NULL ? NULL : PyObject_CallFunctionObjArgs(class_of_provider, settings, NULL);
  Py_XDECREF(settings);
  ack_status status = ACK_OK;
  if (self->provider == NULL) {
    status = failed(host);
    free(self);
  } else {
    *out = self;
  }
  PyGILState_Release(lock);
  return status;
}

static void destroy(ack_instance *self) {
  const PyGILState_STATE lock = PyGILState_Ensure();
  Py_DECREF(self->provider);
  PyGILState_Release(lock);
  free(self);
}

static ack_status describe(ack_instance *self, const ack_context *context, const ack_description *out) {
  const ack_status said = can_describe(context, out);
  if (said != ACK_OK) return said;
  const PyGILState_STATE lock = PyGILState_Ensure();
  const ack_str subject = context->session == NULL ? S("") : context->session->subject;
  PyObject *answer = PyObject_CallMethod(
      self->provider, "describe", "Os#", context->target == ACK_LOGGED_IN ? Py_True : Py_False,
      subject.len == 0 ? "" : subject.ptr, (Py_ssize_t)subject.len);
  ack_status status = ACK_FAILED;
  if (answer != NULL) {
    const ack_str json = to(answer);
    if (json.ptr != NULL) status = give_json(out, json);
  }
  if (PyErr_Occurred()) status = failed(self->host);
  Py_XDECREF(answer);
  PyGILState_Release(lock);
  return status;
}

static ack_status perform(ack_instance *self, const ack_context *context, const ack_action *action,
                          const ack_reply *reply) {
  const ack_status said = can_answer(context, action, reply);
  if (said != ACK_OK) return said;
  const PyGILState_STATE lock = PyGILState_Ensure();
  PyObject *name = from(action->name), *values = dict_of(action->values, action->value_count);
  PyObject *answer =
      name == NULL || values == NULL ? NULL : PyObject_CallMethod(self->provider, "perform", "OO", name, values);
  ack_status status = ACK_UNSUPPORTED;
  PyObject *effect, *text;
  if (answer != NULL && answer != Py_None && PyArg_ParseTuple(answer, "UU", &effect, &text)) {
    const ack_session session = {.struct_size = sizeof session, .subject = to(text)};
    const int is_login = PyUnicode_CompareWithASCIIString(effect, "login") == 0;
    status = is_login ? ack_login(reply, &session) : ack_logout(reply);
  }
  if (PyErr_Occurred()) status = failed(self->host);
  Py_XDECREF(answer), Py_XDECREF(name), Py_XDECREF(values);
  PyGILState_Release(lock);
  return status;
}

static const ack_provider provider = {
    .struct_size = sizeof provider, .create = create, .destroy = destroy, .describe = describe, .perform = perform,
};
